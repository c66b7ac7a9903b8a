"""Marian's own model files (``*.npz``), and what their parameters are called elsewhere.

An ``.npz`` is a zip of arrays. The configuration that the model was trained with is one of them,
its YAML as bytes. Marian computes ``x W + b`` with W ``[inputs, outputs]``, so that every matrix is
the transpose of what transformers stores; biases and norms are rows ``[1, n]``; the first layer is
number 1. There is no padding in Marian's vocabulary: its first decoder input is a vector of zeros.
In its place transformers puts one more token, with a row of zeros in the table.
"""

import math
import re
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import yaml
from numpy.typing import NDArray

from export.errors import CheckpointError, UnsupportedProperty
from export.marian import Array

CONFIG: Final = "special:model.yml"

_LARGEST: Final = 8 << 30
_SUFFIX: Final = ".npy"

# The names in a layer, Marian's and transformers'.
_IN_LAYER: Final = {
    **{
        f"{ours}_{kind}{part}": f"{theirs}.{place}_proj.{name}"
        for ours, theirs in (("self", "self_attn"), ("context", "encoder_attn"))
        for part, place in (("q", "q"), ("k", "k"), ("v", "v"), ("o", "out"))
        for kind, name in (("W", "weight"), ("b", "bias"))
    },
    **{
        f"{ours}_ln_{kind}": f"{theirs}.{name}"
        for ours, theirs in (
            ("self_Wo", "self_attn_layer_norm"),
            ("context_Wo", "encoder_attn_layer_norm"),
            ("ffn_ffn", "final_layer_norm"),
        )
        for kind, name in (("scale", "weight"), ("bias", "bias"))
    },
    **{
        f"ffn_{kind}{number}": f"fc{number}.{name}"
        for number in (1, 2)
        for kind, name in (("W", "weight"), ("b", "bias"))
    },
}
_LAYER: Final = re.compile(r"(encoder|decoder)_l([1-9][0-9]{0,2})_(\w+)")
_TABLES: Final = {
    "Wemb": "model.shared.weight",
    "encoder_Wemb": "model.encoder.embed_tokens.weight",
    "decoder_Wemb": "model.decoder.embed_tokens.weight",
    "decoder_ff_logit_out_Wt": "lm_head.weight",
}
_PROJECTION: Final = "decoder_ff_logit_out_W"
_PROJECTION_BIAS: Final = "decoder_ff_logit_out_b"

# What the graphs do, by the name of the setting; one that a file of another age lacks is at that.
_SETTINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "type": ("transformer",),
    "layer-normalization": ("false",),
    "right-left": ("false",),
    "transformer-preprocess": ("", "d"),
    "transformer-postprocess": ("dan", "an"),
    "transformer-postprocess-emb": ("d", ""),
    "transformer-postprocess-top": ("", "d"),
    "transformer-decoder-autoreg": ("self-attention",),
    "transformer-ffn-depth": ("2",),
    "transformer-decoder-ffn-depth": ("0", "2"),
    "transformer-decoder-dim-ffn": ("0",),
    "transformer-no-projection": ("false",),
    "transformer-no-bias": ("false",),
    "transformer-no-affine": ("false",),
    "transformer-train-position-embeddings": ("false",),
    "transformer-train-positions": ("false",),
    "transformer-tied-layers": ("",),
    "transformer-pool": ("false",),
    "output-omit-bias": ("false",),
    "lemma-dim-emb": ("0",),
    "ulr-dim-emb": ("0",),
    # Marian's gelu is another function than the one of that name elsewhere.
    "transformer-ffn-activation": ("swish", "relu"),
}


def read_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """Read every array of an ``.npz``; nothing in it is ever run.

    Raises:
        CheckpointError: It is truncated or malformed, or holds something else than plain arrays.
    """
    expected = "a complete NumPy archive of plain arrays"
    try:
        with zipfile.ZipFile(path) as archive:
            infos = archive.infolist()
            if sum(info.file_size for info in infos) > _LARGEST:
                raise CheckpointError(path, f"at most {_LARGEST:,} bytes of arrays", "more")
            return {
                info.filename.removesuffix(_SUFFIX): _read_array(archive, info) for info in infos
            }
    except (
        zipfile.BadZipFile,
        zlib.error,
        NotImplementedError,
        RuntimeError,
        EOFError,
        ValueError,
        tokenize.TokenError,  # a header that NumPy cannot take apart
    ) as error:
        raise CheckpointError(path, expected, f"something else ({error})") from error


def read_settings(path: Path, arrays: Mapping[str, NDArray[Any]]) -> dict[str, Any]:
    """Read the configuration inside an ``.npz``; scalars are texts, as YAML spells them.

    Raises:
        CheckpointError: There is none, or it is no YAML.
    """
    array = arrays.get(CONFIG)
    if array is None or array.dtype.itemsize != 1:
        raise CheckpointError(path, f"{CONFIG}, the model's configuration, in it", "none")
    return read_yaml(path, array.tobytes().rstrip(b"\0"))


def read_yaml(path: Path, content: bytes) -> dict[str, Any]:
    """Read a YAML mapping in which every scalar stays the text that it is.

    Pieces such as ``no``, ``null`` or ``1e3`` would become something else otherwise.

    Raises:
        CheckpointError: It is something else.
    """
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        found = yaml.load(content, Loader=loader)  # noqa: S506 - builds texts, lists and mappings
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())
        raise CheckpointError(path, "YAML", f"something else ({reason:.200})") from error
    if not isinstance(found, dict):
        raise CheckpointError(path, "a YAML mapping", f"a {type(found).__name__}")
    return found


def unsupported_settings(settings: Mapping[str, Any]) -> list[UnsupportedProperty]:
    """List what the graphs cannot do of what a model was trained with."""
    return [
        UnsupportedProperty(name, f"{_text(settings[name])!r:.60}", " or ".join(map(repr, values)))
        for name, values in _SETTINGS.items()
        if name in settings and _text(settings[name]) not in values
    ]


def to_tensors(arrays: Mapping[str, NDArray[Any]], rows: int) -> dict[str, Array]:
    """Give the parameters the names and shapes that transformers gives them.

    What has no such name keeps its own, for whoever checks the names.

    Args:
        arrays: As read.
        rows: Rows that the tables are to have, padding included; the new ones are zeros.
    """
    tensors: dict[str, Array] = {}
    for name, values in arrays.items():
        if name == CONFIG:
            continue
        array = np.asarray(values, np.float32)
        if table := _TABLES.get(name):
            tensors[table] = _with_rows(array, rows)
        elif name == _PROJECTION:
            tensors["lm_head.weight"] = _with_rows(array.T, rows)
        elif name == _PROJECTION_BIAS:
            tensors["final_logits_bias"] = _with_rows(array.reshape(-1, 1), rows).reshape(1, -1)
        elif (match := _LAYER.fullmatch(name)) and (place := _IN_LAYER.get(match[3])):
            layer = f"model.{match[1]}.layers.{int(match[2]) - 1}"
            tensors[f"{layer}.{place}"] = _oriented(match[3], array)
        else:
            tensors[name] = array
    return tensors


def _read_array(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> NDArray[Any]:
    with archive.open(info) as file:
        version = np.lib.format.read_magic(file)
        if version not in {(1, 0), (2, 0)}:
            raise ValueError(f"version {version} of NumPy's format")
        read = {
            (1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0,
        }[version]
        shape, _, dtype = read(file)
        # Else a few bytes could ask for all of the memory.
        if dtype.hasobject or math.prod(shape) * dtype.itemsize != info.file_size - file.tell():
            raise ValueError(f"{info.filename} is no plain array of its size")
        file.seek(0)
        array: NDArray[Any] = np.lib.format.read_array(file, allow_pickle=False)
        return array


def _oriented(name: str, array: Array) -> Array:
    if array.ndim == 2 and re.search(r"_W(?:[qkvo]|[12])$", name):
        return np.ascontiguousarray(array.T)
    return array.reshape(-1) if array.ndim == 2 and len(array) == 1 else array


def _with_rows(table: Array, rows: int) -> Array:
    if table.ndim != 2 or len(table) > rows:
        return table
    filled = np.zeros((rows, table.shape[1]), np.float32)
    filled[: len(table)] = table
    return filled


def _text(value: object) -> str:
    """Return a setting as text; an empty list is nothing."""
    return "" if value in ([], "~", "null") else str(value)
