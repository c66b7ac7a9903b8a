"""PyTorch weight files (``pytorch_model.bin``) without PyTorch.

Two formats exist. Since PyTorch 1.6 a file is a zip archive: ``data.pkl`` describes the tensors,
``data/N`` are their storages. Before that it was one stream: magic number, protocol, system
information, the description, the storages' keys, the storages.
"""

import io
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from export.errors import CheckpointError
from export.unpickle import BFLOAT16, Malformed, Storage, View, interpret

LEGACY_MAGIC: Final = 0x1950A86A20F9469CFC6C
LEGACY_PROTOCOL: Final = 1001


def read_state_dict(path: Path) -> dict[str, NDArray[Any]]:
    """Read every tensor of a PyTorch weight file.

    Returns:
        Arrays by name, in the file's order, in the file's own type (bfloat16 is widened to
        float32). Names that share one tensor share one array. Arrays may be read-only.

    Raises:
        CheckpointError: The file is truncated or malformed, holds something else than tensors, or
            names anything that is not needed to describe a tensor.
    """
    data = path.read_bytes()
    try:
        if data[:4] == b"PK\x03\x04":
            return _read_zip(data)
        return _read_legacy(data)
    except Malformed as error:
        expected, found = error.args
        raise CheckpointError(path, expected, found) from None


def widen_bfloat16(bits: NDArray[np.uint16]) -> NDArray[np.float32]:
    """Turn the bits of bfloat16 numbers, the upper halves of float32 ones, into float32."""
    return (bits.astype(np.uint32) << np.uint32(16)).view(np.float32)


def _read_zip(data: bytes) -> dict[str, NDArray[Any]]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            root = _archive_root(archive)
            little = _member(archive, f"{root}/byteorder", b"little").strip() != b"big"
            pickled = io.BytesIO(_member(archive, f"{root}/data.pkl"))
            views = _views(interpret(pickled))
            return _arrays(
                views,
                lambda storage: _member(archive, f"{root}/data/{storage.key}"),
                little,
                len(data),
            )
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise Malformed("a complete PyTorch archive", f"a damaged one ({error})") from error


def _archive_root(archive: zipfile.ZipFile) -> str:
    roots = [n.removesuffix("/data.pkl") for n in archive.namelist() if n.endswith("/data.pkl")]
    if len(roots) != 1:
        raise Malformed("a PyTorch archive with one data.pkl", f"{len(roots)} of them")
    return roots[0]


def _member(archive: zipfile.ZipFile, name: str, default: bytes | None = None) -> bytes:
    """Read one member, which PyTorch never compresses, so that no size can explode."""
    try:
        info = archive.getinfo(name)
    except KeyError:
        if default is not None:
            return default
        raise Malformed(f"the member {name!r} in the archive", "none") from None
    if info.compress_type != zipfile.ZIP_STORED or info.file_size != info.compress_size:
        raise Malformed("an archive without compression", f"a compressed member {name!r}")
    return archive.read(info)


def _read_legacy(data: bytes) -> dict[str, NDArray[Any]]:
    stream = io.BytesIO(data)
    if interpret(stream) != LEGACY_MAGIC:
        raise Malformed("a PyTorch weight file", "another pickle")
    if interpret(stream) != LEGACY_PROTOCOL:
        raise Malformed(f"PyTorch's protocol {LEGACY_PROTOCOL}", "another one")
    system = interpret(stream)
    if not isinstance(system, dict) or not isinstance(system.get("little_endian"), bool):
        raise Malformed("the byte order in the file's head", "none")
    views = _views(interpret(stream))
    keys = interpret(stream)
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        raise Malformed("a list of storages after the tensors", "something else")
    little = system["little_endian"]
    buffers = _legacy_buffers(data, stream.tell(), keys, views, little)
    return _arrays(views, lambda storage: buffers[storage.key], little, len(data))


def _legacy_buffers(
    data: bytes, start: int, keys: list[str], views: Mapping[str, View], little: bool
) -> dict[str, memoryview]:
    """Cut the tail of a legacy file into storages: each is an int64 length and its numbers."""
    storages = {view.storage.key: view.storage for view in views.values()}
    if missing := storages.keys() - set(keys):
        raise Malformed("every storage in the file", f"none for {min(missing)!r}")
    buffers: dict[str, memoryview] = {}
    for key in keys:
        if key not in storages:
            raise Malformed("only storages that a tensor uses", f"the unused one {key!r:.40}")
        storage = storages[key]
        length = data[start : start + 8]
        numel = int.from_bytes(length, "little" if little else "big", signed=True)
        if len(length) < 8 or numel != storage.numel:
            found = f"{numel}" if len(length) == 8 else "the end of the file"
            raise Malformed(f"{storage.numel} numbers in storage {key!r:.40}", found)
        end = start + 8 + numel * _item_size(storage.dtype)
        buffers[key] = memoryview(data)[start + 8 : end]
        start = end
    return buffers


def _views(value: object) -> dict[str, View]:
    if not isinstance(value, dict):
        raise Malformed("a dictionary of tensors", f"a {type(value).__name__}")
    for name, view in value.items():
        if not isinstance(name, str) or not isinstance(view, View):
            label = name if isinstance(name, str) else "a number"
            raise Malformed("only tensors with names", f"{type(view).__name__} as {label!r:.60}")
    return value


def _arrays(
    views: Mapping[str, View],
    load: Callable[[Storage], bytes | memoryview],
    little: bool,
    file_size: int,
) -> dict[str, NDArray[Any]]:
    # Overlapping windows or members could stand for far more numbers than the file holds.
    distinct = dict.fromkeys(views.values())
    storages = dict.fromkeys(view.storage for view in distinct)
    stored = sum(storage.numel * _item_size(storage.dtype) for storage in storages)
    if max(stored, sum(view.numel for view in distinct)) > file_size:
        raise Malformed(f"no more numbers than fit into {file_size} bytes", "more of them")
    flat = {storage: _flat(storage, load(storage), little) for storage in storages}
    arrays = {view: _window(view, flat[view.storage]) for view in distinct}
    return {name: arrays[view] for name, view in views.items()}


def _item_size(dtype: str) -> int:
    return 2 if dtype == BFLOAT16 else np.dtype(dtype).itemsize


def _flat(storage: Storage, buffer: bytes | memoryview, little: bool) -> NDArray[Any]:
    size = storage.numel * _item_size(storage.dtype)
    if len(buffer) != size:
        raise Malformed(f"{size} bytes in storage {storage.key!r}", f"{len(buffer)}")
    order = "<" if little else ">"
    if storage.dtype == BFLOAT16:
        return widen_bfloat16(np.frombuffer(buffer, order + "u2"))
    values = np.frombuffer(buffer, np.dtype(order + storage.dtype))
    return values.astype(storage.dtype, copy=False)


def _window(view: View, flat: NDArray[Any]) -> NDArray[Any]:
    if view.numel:
        steps = zip(view.shape, view.strides, strict=True)
        last = view.offset + sum((size - 1) * stride for size, stride in steps)
        if last >= len(flat):
            raise Malformed(f"a tensor within its {len(flat)} numbers", f"one that reaches {last}")
    else:
        return np.empty(view.shape, flat.dtype)
    strides = tuple(stride * flat.itemsize for stride in view.strides)
    return np.lib.stride_tricks.as_strided(
        flat[view.offset :], view.shape, strides, writeable=False
    )
