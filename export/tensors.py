"""A checkpoint's tensors as float32 arrays, whichever of the usual files they are in."""

import json
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, deserialize

from export.errors import CheckpointError
from export.marian import Array
from export.torch_file import read_state_dict, widen_bfloat16

SAFETENSORS: Final = "model.safetensors"
PYTORCH: Final = "pytorch_model.bin"
INDEX: Final = ".index.json"

_DTYPES: Final = {
    "F64": "<f8",
    "F32": "<f4",
    "F16": "<f2",
    "I64": "<i8",
    "I32": "<i4",
    "I16": "<i2",
    "I8": "i1",
    "U8": "u1",
    "BOOL": "?",
}


def weight_files(folder: Path) -> tuple[Path, ...]:
    """Find the files that hold a checkpoint's weights, in the order transformers prefers them.

    ``model.safetensors`` comes first, then its shards, ``pytorch_model.bin`` and its shards; only
    one of the four is used.

    Raises:
        CheckpointError: There are no weights, an index is malformed or a shard is missing.
    """
    for name in (SAFETENSORS, PYTORCH):
        if (folder / name).is_file():
            return (folder / name,)
        if (folder / (name + INDEX)).is_file():
            return _shards(folder / (name + INDEX))
    raise CheckpointError(folder, f"{SAFETENSORS} or {PYTORCH}", "neither")


def load_tensors(files: tuple[Path, ...]) -> dict[str, Array]:
    """Load every tensor of ``files`` by name, as float32 in C order.

    Half precision, bfloat16 and double precision are converted before anything else touches them.
    Names that share one tensor in the file share one array.

    Raises:
        CheckpointError: A file is truncated or malformed, or two shards hold the same name.
    """
    tensors: dict[str, Array] = {}
    for path in files:
        read = _read_safetensors if path.suffix == ".safetensors" else read_state_dict
        converted: dict[int, Array] = {}
        loaded = read(path)
        if twice := tensors.keys() & loaded.keys():
            raise CheckpointError(path, "each tensor in one shard", f"{min(twice)} in two")
        for name, values in loaded.items():
            if id(values) not in converted:
                converted[id(values)] = _float32(values)
            tensors[name] = converted[id(values)]
    return tensors


def _float32(values: NDArray[Any]) -> Array:
    # What does not fit into float32 becomes infinite and is reported by whoever checks values.
    with np.errstate(over="ignore"):
        return np.ascontiguousarray(values, np.float32).reshape(values.shape)


def _shards(index: Path) -> tuple[Path, ...]:
    try:
        table = json.loads(index.read_text(encoding="utf-8"))["weight_map"]
        names = sorted(set(table.values()))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CheckpointError(index, "JSON with a weight_map", "something else") from error
    for name in names:
        # A shard is a neighbour of its index; anything else would read a file of the user's.
        if not isinstance(name, str) or Path(name).name != name:
            raise CheckpointError(index, "shards beside the index", f"{name!r:.60}")
        if not (index.parent / name).is_file():
            raise CheckpointError(index.parent / name, "a shard of the weights", "no such file")
    return tuple(index.parent / name for name in names)


def _read_safetensors(path: Path) -> dict[str, NDArray[Any]]:
    try:
        entries = deserialize(path.read_bytes())  # type: ignore[no-untyped-call]
    except SafetensorError as error:
        raise CheckpointError(
            path, "a complete safetensors file", f"a damaged one ({error})"
        ) from error
    return {name: _array(path, name, entry) for name, entry in entries}


def _array(path: Path, name: str, entry: dict[str, Any]) -> NDArray[Any]:
    kind = entry["dtype"]
    if kind == "BF16":
        return widen_bfloat16(np.frombuffer(entry["data"], "<u2")).reshape(entry["shape"])
    if kind not in _DTYPES:
        raise CheckpointError(path, f"a plain number type for {name}", f"{kind}")
    return np.frombuffer(entry["data"], _DTYPES[kind]).reshape(entry["shape"])
