"""Find the range of each linear layer's input, for activations with one fixed scale."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine import pack
from engine.sessions import open_session, run
from export.checkpoint import Checkpoint
from export.decoder import build_decoder
from export.encoder import build_encoder
from export.graph import WeightFile
from export.policies import FLOAT32

if TYPE_CHECKING:
    import onnxruntime as ort

_RANGE = "range/"


def calibrate(
    checkpoint: Checkpoint, pairs: Sequence[tuple[Sequence[int], Sequence[int]]]
) -> dict[str, float]:
    """Run sentences through the float32 graphs and note the largest magnitudes.

    Args:
        checkpoint: The model.
        pairs: Source ids and target ids of each sentence, end tokens included.

    Returns:
        The largest magnitude of each linear layer's input, by the layer's name.
    """
    weights, file = checkpoint.weights, WeightFile(pack.WEIGHTS)
    alignment = (weights.config.decoder_layers - 1, 0)
    models = (
        build_encoder(weights, FLOAT32, file, observe=True),
        build_decoder(weights, FLOAT32, file, alignment=alignment, observe=True),
    )
    found: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="yiwen-calibrate-") as temporary:
        folder = Path(temporary)
        (folder / pack.WEIGHTS).write_bytes(file.content())
        sessions = []
        for model, name in zip(models, (pack.ENCODER, pack.DECODER), strict=True):
            (folder / name).write_bytes(model.SerializeToString())
            sessions.append(open_session(folder / name))
        for source, target in pairs:
            _observe(checkpoint, sessions, source, target, found)
    return found


def _observe(
    checkpoint: Checkpoint,
    sessions: Sequence["ort.InferenceSession"],
    source: Sequence[int],
    target: Sequence[int],
    found: dict[str, float],
) -> None:
    """Force one target through both graphs and widen the ranges in ``found``."""
    encoder, decoder = sessions
    config = checkpoint.weights.config
    ids = np.array([source], np.int64)
    fixed = {pack.SOURCE_MASK: np.ones_like(ids)}
    fixed |= _run(encoder, {pack.SOURCE_IDS: ids, **fixed}, found)
    shape = (1, config.decoder_heads, 0, config.d_model // config.decoder_heads)
    past = {
        name(layer): np.zeros(shape, np.float32)
        for layer in range(config.decoder_layers)
        for name in (pack.past_key, pack.past_value)
    }
    for token in (config.decoder_start_id, *target[:-1]):
        feeds = {
            pack.TOKENS: np.array([token]),
            pack.PARENTS: np.zeros(1, np.int64),
            pack.BIAS_IDS: np.zeros((1, 0), np.int64),
            pack.BIAS_VALUES: np.zeros((1, 0), np.float32),
            pack.K: np.ones(1, np.int64),
        }
        outputs = _run(decoder, {**feeds, **fixed, **past}, found)
        past = {
            past_name(layer): outputs[present_name(layer)]
            for layer in range(config.decoder_layers)
            for past_name, present_name in (
                (pack.past_key, pack.present_key),
                (pack.past_value, pack.present_value),
            )
        }


def _run(
    session: "ort.InferenceSession", feeds: dict[str, NDArray[Any]], found: dict[str, float]
) -> dict[str, NDArray[Any]]:
    outputs = run(session, feeds)
    for name in [name for name in outputs if name.startswith(_RANGE)]:
        layer = name.removeprefix(_RANGE)
        found[layer] = max(found.get(layer, 0.0), float(outputs.pop(name)))
    return outputs
