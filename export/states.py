"""Hidden states that a model has while it translates: what its projection is given."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from engine import pack
from engine.sessions import open_session, run
from engine.tokenizer import Tokenizer
from export.checkpoint import Checkpoint
from export.decoder import STATES, build_decoder
from export.encoder import build_encoder
from export.graph import WeightFile
from export.lines import bundled_lines, spread
from export.marian import Array
from export.quantise import Policy

if TYPE_CHECKING:
    import onnxruntime as ort

SPOKEN: Final = frozenset({"en", "zh"})
"""Languages that bundled sentences are in; what others do to a model is not what it is made for."""

_LINES = 512
_BATCH = 16
_LONGEST = 48
"""Most tokens of a source and of a translation: there are enough short sentences."""

_ENOUGH = 6000
"""States."""


def states_of_lines(
    checkpoint: Checkpoint,
    model: pack.ModelPack,
    policy: Policy,
    go_on: Callable[[], None] = lambda: None,
) -> list[Array]:
    """Translate bundled sentences greedily, with graphs made for it.

    Args:
        checkpoint: The model.
        model: Its pack, of which the manifest and the tokenizer's files are needed.
        policy: How the weights are stored.
        go_on: Is called now and then; may raise to stop the work.

    Returns:
        Of each sentence that the model can read, float32 ``[tokens, d_model]``; of no more
        sentences than are needed.
    """
    manifest = model.manifest
    tokenizer = Tokenizer.load(model)
    token = manifest.target_tokens.get(manifest.target_language)
    longest = min(_LONGEST, manifest.max_source_tokens)
    lines = bundled_lines(manifest.source_language, manifest.target_language)
    texts = [line.source for line in spread(lines, _LINES)]
    sources = [tokenizer.encode(text, target_token=token).ids for text in texts]
    sources = [ids for ids in sources if len(ids) <= longest]
    return hidden_states(checkpoint, policy, sources, go_on)


def hidden_states(
    checkpoint: Checkpoint,
    policy: Policy,
    sources: Sequence[Sequence[int]],
    go_on: Callable[[], None] = lambda: None,
) -> list[Array]:
    """Translate sources of token ids greedily; as :func:`states_of_lines`."""
    weights, file = checkpoint.weights, WeightFile(pack.WEIGHTS)
    alignment = (weights.config.decoder_layers - 1, 0)
    banned = checkpoint.generation.banned_ids
    models = {
        pack.ENCODER: build_encoder(weights, policy, file),
        pack.DECODER: build_decoder(
            weights, policy, file, alignment=alignment, banned=banned, states=True
        ),
    }
    found: list[Array] = []
    with tempfile.TemporaryDirectory(prefix="yiwen-states-") as temporary:
        folder = Path(temporary)
        (folder / pack.WEIGHTS).write_bytes(file.content())
        sessions = []
        for name, model in models.items():
            go_on()
            (folder / name).write_bytes(model.SerializeToString())
            sessions.append(open_session(folder / name))
        for start in range(0, len(sources), _BATCH):
            go_on()
            found += _translate(checkpoint, sessions, sources[start : start + _BATCH])
            if sum(map(len, found)) >= _ENOUGH:
                break
        sessions.clear()  # some systems do not delete a file that is mapped
    return found


def _translate(
    checkpoint: Checkpoint,
    sessions: Sequence["ort.InferenceSession"],
    sources: Sequence[Sequence[int]],
) -> list[Array]:
    """Take the best token of each row until all rows have ended."""
    encoder, decoder = sessions
    config = checkpoint.weights.config
    ids = np.full((len(sources), max(map(len, sources))), config.pad_id, np.int64)
    for row, source in enumerate(sources):
        ids[row, : len(source)] = source
    mask = (ids != config.pad_id).astype(np.int64)
    cross = run(encoder, {pack.SOURCE_IDS: ids, pack.SOURCE_MASK: mask})
    head = config.d_model // config.decoder_heads
    empty = np.zeros((len(ids), config.decoder_heads, 0, head), np.float32)
    layers = range(config.decoder_layers)
    past = {name(i): empty for i in layers for name in (pack.past_key, pack.past_value)}
    tokens = np.full(len(ids), config.decoder_start_id, np.int64)
    ended = np.zeros(len(ids), np.bool_)
    states: list[list[Array]] = [[] for _ in sources]
    for _ in range(_LONGEST):
        feeds: dict[str, NDArray[Any]] = {
            pack.TOKENS: tokens,
            pack.PARENTS: np.arange(len(ids)),
            pack.BIAS_IDS: np.zeros((len(ids), 0), np.int64),
            pack.BIAS_VALUES: np.zeros((len(ids), 0), np.float32),
            pack.K: np.ones(1, np.int64),
        }
        outputs = run(decoder, {**feeds, pack.SOURCE_MASK: mask, **cross, **past})
        for row in np.flatnonzero(~ended).tolist():
            states[row].append(outputs[STATES][row])
        tokens = outputs[pack.IDS][:, 0]
        ended |= tokens == config.eos_id
        if ended.all():
            break
        past = {
            past_name(i): outputs[present_name(i)]
            for i in layers
            for past_name, present_name in (
                (pack.past_key, pack.present_key),
                (pack.past_value, pack.present_value),
            )
        }
    return [np.stack(rows) for rows in states]
