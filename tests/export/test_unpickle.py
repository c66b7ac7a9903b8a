"""PyTorch's weight files: every dtype and geometry, both formats, and files that mean harm."""

import io
import json
import os
import pickle
import struct
import zipfile
from collections import OrderedDict

import numpy as np
import pytest

from export.errors import CheckpointError
from export.torch_file import read_state_dict
from tests.support.requirements import require

FORMATS = pytest.mark.parametrize("zipped", [True, False], ids=["zip", "legacy"])


def save(path, value, zipped=True):
    torch = require("torch")
    torch.save(value, path, _use_new_zipfile_serialization=zipped)
    return path


def legacy(*values, tail=b""):
    return b"".join(pickle.dumps(value, protocol=2) for value in values) + tail


HEAD = (
    0x1950A86A20F9469CFC6C,
    1001,
    {"protocol_version": 1001, "little_endian": True, "type_sizes": {"int": 4}},
)


@FORMATS
@pytest.mark.parametrize(
    "dtype", ["float32", "float16", "bfloat16", "float64", "int64", "int32", "uint8", "bool"]
)
def test_every_dtype_survives(tmp_path, dtype, zipped):
    torch = require("torch")
    tensor = torch.arange(-6, 6).reshape(3, 4).div(4).to(getattr(torch, dtype))
    found = read_state_dict(save(tmp_path / "w.bin", {"w": tensor}, zipped))["w"]
    np.testing.assert_array_equal(found, tensor.float().numpy())
    if dtype != "bfloat16":
        assert found.dtype == tensor.numpy().dtype


@FORMATS
def test_strides_offsets_scalars_and_empty_tensors(tmp_path, zipped):
    torch = require("torch")
    base = torch.arange(24.0)
    state = OrderedDict(
        transposed=base.reshape(4, 6).t(),
        offset=base[5:11].reshape(2, 3),
        stepped=base[1::5],
        scalar=torch.tensor(3.5),
        empty=torch.zeros(0, 4),
        parameter=torch.nn.Parameter(base.reshape(2, 12)),
    )
    found = read_state_dict(save(tmp_path / "w.bin", state, zipped))
    assert list(found) == list(state)
    for name, tensor in state.items():
        assert found[name].shape == tuple(tensor.shape)
        np.testing.assert_array_equal(found[name], tensor.detach().numpy())


@FORMATS
def test_names_that_share_a_tensor_share_an_array(tmp_path, zipped):
    torch = require("torch")
    table = torch.ones(3, 2)
    state = {"a": table, "b": table, "c": table.clone()}
    found = read_state_dict(save(tmp_path / "w.bin", state, zipped))
    assert found["a"] is found["b"]
    assert found["a"] is not found["c"]


@FORMATS
def test_a_module_state_with_version_notes_is_read(tmp_path, zipped):
    torch = require("torch")
    module = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.LayerNorm(2))
    found = read_state_dict(save(tmp_path / "w.bin", module.state_dict(), zipped))
    for name, tensor in module.state_dict().items():
        np.testing.assert_array_equal(found[name], tensor.numpy())


def test_big_endian_archives_are_turned_round(tmp_path):
    torch = require("torch")
    path = save(tmp_path / "w.bin", {"w": torch.tensor([1.0, 2.5]), "n": torch.tensor([7])})
    numbers = {"data/0": np.array([1.0, 2.5], ">f4"), "data/1": np.array([7], ">i8")}
    turned = tmp_path / "big.bin"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(turned, "w") as new:
        for name in old.namelist():
            member = name.partition("/")[2]
            data = b"big" if member == "byteorder" else old.read(name)
            new.writestr(name, numbers[member].tobytes() if member in numbers else data)
    found = read_state_dict(turned)
    assert found["w"].tolist() == [1.0, 2.5]
    assert found["n"].tolist() == [7]


class Harmful:
    """Runs a command when it is unpickled by a reader that trusts it."""

    def __init__(self, target, arguments):
        self.target, self.arguments = target, arguments

    def __reduce__(self):
        return self.target, self.arguments


@pytest.mark.parametrize("protocol", [0, 1, 2, 3, 4, 5])
@pytest.mark.parametrize("zipped", [True, False], ids=["zip", "legacy"])
def test_a_pickle_that_runs_a_command_is_refused(tmp_path, protocol, zipped):
    trace = tmp_path / "ran"
    harmful = pickle.dumps({"w": Harmful(os.system, (f"touch {trace}",))}, protocol)
    path = tmp_path / "w.bin"
    if zipped:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("archive/data.pkl", harmful)
    else:
        path.write_bytes(legacy(*HEAD) + harmful)
    with pytest.raises(CheckpointError, match=r"refused|opcode"):
        read_state_dict(path)
    assert not trace.exists()
    # The same bytes do run where they are trusted, so the test would notice.
    pickle.loads(harmful)
    assert trace.exists()


@pytest.mark.parametrize(
    ("target", "arguments"),
    [
        (eval, ("1",)),
        (getattr, ("x", "upper")),
        (bytearray, (8,)),
        (np.zeros, (8,)),
        (json.loads, ("1",)),
    ],
)
def test_every_other_name_is_refused(tmp_path, target, arguments):
    path = tmp_path / "w.bin"
    path.write_bytes(legacy(*HEAD, {"w": Harmful(target, arguments)}))
    with pytest.raises(CheckpointError, match="which is refused"):
        read_state_dict(path)


def test_torch_names_outside_the_list_are_refused(tmp_path):
    path = tmp_path / "w.bin"
    for name in ("torch load", "torch._utils _import_dotted_name", "torch.nn Linear"):
        module, _, function = name.partition(" ")
        path.write_bytes(legacy(*HEAD) + f"\x80\x02c{module}\n{function}\n.".encode("latin-1"))
        with pytest.raises(CheckpointError, match="which is refused"):
            read_state_dict(path)


def storage_pickle(numel, offset, shape, strides, dtype="FloatStorage"):
    """Pickle one tensor with any geometry, as a hostile writer could."""
    out = io.BytesIO()

    def push(value):
        out.write(pickle.dumps(value, 2)[2:-1])

    out.write(b"\x80\x02}X\x01\x00\x00\x00wctorch._utils\n_rebuild_tensor_v2\n((")
    push("storage")
    out.write(f"ctorch\n{dtype}\n".encode())
    push("0")
    push("cpu")
    push(numel)
    out.write(b"tQ")
    for value in (offset, shape, strides, False, None):
        push(value)
    out.write(b"tRs.")
    return out.getvalue()


def archive(path, described, data):
    with zipfile.ZipFile(path, "w") as members:
        members.writestr("archive/data.pkl", described)
        members.writestr("archive/data/0", data)
    return path


def test_the_hand_made_archive_is_right_when_nothing_is_wrong(tmp_path):
    path = archive(tmp_path / "w.bin", storage_pickle(4, 1, (3,), (1,)), np.arange(4.0, dtype="f4"))
    assert read_state_dict(path)["w"].tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    "geometry",
    [
        (4, 2, (3,), (1,)),
        (4, 0, (2, 2), (3, 1)),
        (4, -1, (2,), (1,)),
        (4, 0, (2,), (-1,)),
        (4, 0, (2, 2), (1,)),
        (4, 0, (1 << 40,), (0,)),
        (4, 0, (1,) * 40, (1,) * 40),
        (4, 0, (1 << 70,), (1,)),
        (4, 0, (2.0,), (1,)),
        (4, True, (2,), (1,)),
        (5, 0, (4,), (1,)),
        (3, 0, (3,), (1,)),
        (-4, 0, (2,), (1,)),
        (1 << 62, 0, (2,), (1,)),
    ],
)
def test_a_tensor_outside_its_storage_is_refused(tmp_path, geometry):
    data = np.arange(4.0, dtype="f4").tobytes()
    path = archive(tmp_path / "w.bin", storage_pickle(*geometry), data)
    with pytest.raises(CheckpointError, match="expected"):
        read_state_dict(path)


def test_a_compressed_member_is_refused(tmp_path):
    path = tmp_path / "w.bin"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as members:
        members.writestr("archive/data.pkl", storage_pickle(1 << 20, 0, (1 << 20,), (1,)))
        members.writestr("archive/data/0", bytes(4 << 20))
    with pytest.raises(CheckpointError, match="compress"):
        read_state_dict(path)


@pytest.mark.parametrize(
    "pickled",
    [
        # Memo indices and lengths for which a common unpickler allocates gigabytes.
        b"\x80\x02Nr\xff\xff\xff\xff.",
        b"\x80\x04\x8e" + struct.pack("<Q", 1 << 60) + b"x.",
        b"\x80\x04\x95" + struct.pack("<Q", 1 << 62) + b"N.",
        b"\x80\x02" + b"(" * 100 + b".",
        b"\x80\x02h\x05.",
        b"\x80\x02t.",
        b"\x80\x02R.",
        b"\x80\x02\xff.",
        b"\x80\x02}q\x00(X\x01\x00\x00\x00wK\x01u.",
        b"\x80\x02](h\x00e.",
        b"",
    ],
)
def test_hostile_or_broken_pickles_are_one_clear_error(tmp_path, pickled):
    path = tmp_path / "w.bin"
    path.write_bytes(legacy(*HEAD) + pickled)
    with pytest.raises(CheckpointError, match=r"w\.bin: expected .*, found "):
        read_state_dict(path)


@FORMATS
def test_every_truncation_is_noticed(tmp_path, zipped):
    torch = require("torch")
    whole = save(tmp_path / "w.bin", {"w": torch.arange(40.0), "v": torch.ones(3)}, zipped)
    data = whole.read_bytes()
    cut = tmp_path / "cut.bin"
    for size in range(0, len(data), 7):
        cut.write_bytes(data[:size])
        with pytest.raises(CheckpointError):
            read_state_dict(cut)
    assert set(read_state_dict(whole)) == {"w", "v"}


def test_a_flipped_byte_in_an_archive_is_noticed(tmp_path):
    torch = require("torch")
    path = save(tmp_path / "w.bin", {"w": torch.full((64,), 1.5)})
    data = bytearray(path.read_bytes())
    data[data.index(np.full(4, 1.5, "f4").tobytes())] ^= 1
    path.write_bytes(data)
    with pytest.raises(CheckpointError, match="damaged"):
        read_state_dict(path)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([1, 2], "a dictionary of tensors"),
        ({"step": 3}, "only tensors with names"),
        ({3: None}, "only tensors with names"),
    ],
)
def test_what_is_no_state_dict_is_refused(tmp_path, value, message):
    with pytest.raises(CheckpointError, match=message):
        read_state_dict(save(tmp_path / "w.bin", value))


@pytest.mark.parametrize(
    "head",
    [(1, *HEAD[1:]), (HEAD[0], 1000, HEAD[2]), (*HEAD[:2], {}), (*HEAD[:2], None)],
    ids=["magic", "protocol", "no byte order", "no system"],
)
def test_another_stream_of_pickles_is_refused(tmp_path, head):
    path = tmp_path / "w.bin"
    path.write_bytes(legacy(*head, {}, []))
    with pytest.raises(CheckpointError):
        read_state_dict(path)
