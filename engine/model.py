"""A Marian model as two ONNX Runtime sessions: encode once, then step.

The search sees a :class:`ModelDecoder` through the protocol in :mod:`engine.search` and never
learns what is behind it.
"""

import os
import threading
from collections.abc import Sequence
from dataclasses import InitVar, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from engine import pack_names as pack
from engine.errors import PackCorrupt
from engine.manifest import PackManifest
from engine.pack_files import ModelPack
from engine.records import record
from engine.search import FloatArray, IntArray, SparseBias, StepResult
from engine.sessions import Values, as_values, open_session, physical_cores, run_values, view

if TYPE_CHECKING:
    import onnxruntime as ort

_LANES: Final = 8
"""Sources are padded to a multiple of this many tokens, a lone one too.

Matrix kernels go through a dimension some elements at a time and treat a remainder apart, with
other rounding. A padded length without remainder makes every sentence take the same path, bit for
bit, whatever the length of the longest sentence in its batch.
"""

_CROSS: Final = (pack.cross_key, pack.cross_value)
_PAST: Final = (pack.past_key, pack.past_value)
_PRESENT: Final = (pack.present_key, pack.present_value)
_STEP_INPUTS: Final = (
    pack.TOKENS,
    pack.PARENTS,
    pack.SOURCE_MASK,
    pack.BIAS_IDS,
    pack.BIAS_VALUES,
    pack.K,
)
_STEP_OUTPUTS: Final = (pack.LOG_PROBS, pack.IDS, pack.ATTENTION)

_BIASED: Final = 64
"""Biases of a row are filled up to a multiple of this, none where no row has any.

A sum over more than the row's own tokens then goes through the registers as it does without them.
"""


@record
class EncodedBatch:
    """What the decoder needs of a batch of sources.

    Attributes:
        mask: int64 ``[batch, source]``; 1 for a token, 0 for padding.
        cross: Keys and values of every decoder layer, float32 ``[batch, heads, source, head]``, by
            the name of the decoder input they are for. They are the runtime's own, since nobody
            else looks at them: together they are by far the largest thing that it gives out.
    """

    mask: IntArray
    cross: Values


@record
class Sessions:
    """The graphs of a model, ready to run in one way."""

    encoder: "ort.InferenceSession"
    decoder: "ort.InferenceSession"


def open_graphs(graphs: tuple[Path, Path], threads: int) -> Sessions:
    """Open encoder and decoder; see :func:`engine.sessions.open_session`."""
    encoder, decoder = graphs
    return Sessions(open_session(encoder, threads=threads), open_session(decoder, threads=threads))


class MarianModel:
    """The graphs of one pack, ready to run.

    Sessions are safe to share between threads; a :class:`ModelDecoder` is not.

    There are two ways to run them on several threads: one batch whose operators are divided among
    the threads, or a batch for each thread (:meth:`beside`). Both hold the weights in the form that
    the runtime's kernels want, so whoever needs one way only has the sessions of that way only.
    """

    def __init__(
        self,
        manifest: PackManifest,
        encoder: Path,
        decoder: Path,
        threads: int,
        lanes: int | None = None,
    ) -> None:
        self.manifest = manifest
        self._graphs = encoder, decoder
        self._asked = threads
        opened = open_graphs(self._graphs, threads)
        self._sessions: Sessions | None = opened
        self._used = False
        self._opened = _stamps(self._graphs)
        self._threads = threads or physical_cores() or os.cpu_count() or 1
        self._lanes = lanes or self._threads
        self._beside: MarianModel | None = None
        self._opening = threading.Lock()
        dims = manifest.dimensions
        cross = [name(i) for i in range(dims.decoder_layers) for name in _CROSS]
        past = [name(i) for i in range(dims.decoder_layers) for name in _PAST]
        present = [name(i) for i in range(dims.decoder_layers) for name in _PRESENT]
        cache = [dims.decoder_heads, dims.d_model // dims.decoder_heads]
        _check_graph(encoder, opened.encoder, ([pack.SOURCE_IDS, pack.SOURCE_MASK], cross), cache)
        fed = [*_STEP_INPUTS, *cross, *past]
        _check_graph(decoder, opened.decoder, (fed, [*_STEP_OUTPUTS, *present]), cache)
        self._pad = manifest.special_ids.pad

    @classmethod
    def load(cls, model_pack: ModelPack, *, threads: int = 0) -> "MarianModel":
        """Make sessions of a pack's graphs.

        Args:
            model_pack: An opened pack.
            threads: Threads for each operator, the calling one included; 0 takes one for each
                physical core.

        Raises:
            ValueError: ``threads`` is negative.
            PackCorrupt: ONNX Runtime cannot read a graph, or the graph is not the one that the
                manifest describes.
        """
        return cls(
            model_pack.manifest,
            model_pack.path / pack.ENCODER,
            model_pack.path / pack.DECODER,
            threads,
        )

    @property
    def lanes(self) -> int:
        """How many batches are best at work at a time: as many as there are threads."""
        return self._lanes

    def beside(self) -> "MarianModel":
        """Return the same model for ``lanes`` threads to run at a time, each without helpers.

        Threads that divide every operator among them wait for each other hundreds of times in a
        step; with a batch each they never do. This is a second pair of sessions, opened when it is
        first asked for, so that whoever translates sentences one by one does without its memory.
        Whoever has translated none till then does without the first pair's, which is opened anew
        when it is needed. Where the pack's files are no longer what they were, it is this model
        itself.
        """
        if self._threads == 1:
            return self
        with self._opening:
            if self._beside is None:
                self._beside = self._opened_beside()
            return self._beside

    def _opened_beside(self) -> "MarianModel":
        if not self._as_opened():
            return self
        if not self._used:
            self._sessions = None  # first, so that the others take its memory
        try:
            return MarianModel(self.manifest, *self._graphs, 1, self._lanes)
        except PackCorrupt:
            return self

    def sessions(self) -> Sessions:
        """Return the sessions, which stay from now on.

        Raises:
            PackCorrupt: They were given up for the lanes' and cannot be opened again.
        """
        with self._opening:
            self._used = True
            if self._sessions is None:
                self._sessions = self._opened_again()
            return self._sessions

    def _opened_again(self) -> Sessions:
        if self._beside not in (None, self) and not self._as_opened():
            return self._beside.sessions()  # which have the same weights
        return open_graphs(self._graphs, self._asked)

    def _as_opened(self) -> bool:
        try:
            return _stamps(self._graphs) == self._opened
        except OSError:
            return False

    def encode(self, sources: Sequence[Sequence[int]]) -> EncodedBatch:
        """Run the encoder over sources of token ids, end token included.

        Raises:
            ValueError: There is no source, one is empty, or one has more tokens than the model
                has positions.
            InferenceError: ONNX Runtime failed.
        """
        limit = self.manifest.dimensions.max_positions
        lengths = [len(source) for source in sources]
        if not lengths or min(lengths) < 1 or max(lengths) > limit:
            raise ValueError(f"expected sources of 1 to {limit} tokens, found {lengths}")
        ids = np.full((len(sources), _padded(max(lengths))), self._pad, np.int64)
        mask = np.zeros(ids.shape, np.int64)
        for row, source in enumerate(sources):
            ids[row, : len(source)] = source
            mask[row, : len(source)] = 1
        feeds = as_values({pack.SOURCE_IDS: ids, pack.SOURCE_MASK: mask})
        return EncodedBatch(mask, run_values(self.sessions().encoder, feeds))

    def decoder(self, batch: EncodedBatch) -> "ModelDecoder":
        """Return a decoder at the start of a search over ``batch``."""
        return ModelDecoder(self, batch)

    def step(self, feeds: Values) -> Values:
        """Run the decoder graph once; inputs and outputs as :mod:`engine.pack` names them.

        Values are ONNX Runtime's own, so that the cache of one step is fed to the next uncopied.

        Raises:
            InferenceError: ONNX Runtime failed.
        """
        return run_values((self._sessions or self.sessions()).decoder, feeds)


@dataclass(slots=True)
class ModelDecoder:
    """The decoder's state during one search: the cache, and which sentences are left."""

    model: MarianModel
    batch: InitVar[EncodedBatch]
    _alive: IntArray = field(init=False)
    _source: Values = field(init=False)
    _past: Values = field(init=False)

    def __post_init__(self, batch: EncodedBatch) -> None:
        self._alive = np.arange(len(batch.mask))
        self._source = {**as_values({pack.SOURCE_MASK: batch.mask}), **batch.cross}
        self._past = {}

    def step(
        self,
        tokens: IntArray,
        parents: IntArray,
        sentences: IntArray,
        k: int,
        bias: SparseBias | None,
    ) -> StepResult:
        """Feed one token to each row; see :class:`engine.search.Decoder`.

        Raises:
            InferenceError: ONNX Runtime failed.
        """
        self._keep(sentences)
        if not self._past:
            self._past = self._empty(len(tokens))
        biased, values = by_row(bias, len(tokens), self.model.manifest.special_ids.pad)
        small: dict[str, NDArray[Any]] = {
            pack.TOKENS: tokens,
            pack.PARENTS: parents,
            pack.BIAS_IDS: biased,
            pack.BIAS_VALUES: values,
            pack.K: np.array([min(k, self.model.manifest.dimensions.target_vocab)]),
        }
        outputs = self.model.step({**as_values(small), **self._source, **self._past})
        layers = range(self.model.manifest.dimensions.decoder_layers)
        self._past = {
            past(layer): outputs[present(layer)]
            for layer in layers
            for past, present in zip(_PAST, _PRESENT, strict=True)
        }
        return StepResult(*(outputs[name].numpy() for name in _STEP_OUTPUTS))

    def _empty(self, rows: int) -> Values:
        """Return the cache of rows that have been fed nothing."""
        dims = self.model.manifest.dimensions
        empty = np.zeros(
            (rows, dims.decoder_heads, 0, dims.d_model // dims.decoder_heads), np.float32
        )
        layers = range(dims.decoder_layers)
        return as_values({name(layer): empty for layer in layers for name in _PAST})

    def _keep(self, sentences: IntArray) -> None:
        """Drop the encoder's output of sentences that are finished."""
        if len(sentences) == len(self._alive):
            return
        rows = np.searchsorted(self._alive, sentences)
        for name, value in list(self._source.items()):  # one after another, as each frees memory
            self._source |= as_values({name: view(value)[rows]})
        self._alive = sentences


def by_row(bias: SparseBias | None, rows: int, pad: int) -> tuple[IntArray, FloatArray]:
    """Lay the biases of a step out by rows, as the decoder graph takes them.

    Args:
        bias: What is added, where.
        rows: Rows of the step.
        pad: A token that is never chosen, to which nothing is added.

    Returns:
        Ids and values, ``[rows, n]``.
    """
    if bias is None or not len(bias.rows):
        return np.zeros((rows, 0), np.int64), np.zeros((rows, 0), np.float32)
    # A cell that is given twice is one whose values are added.
    span = int(bias.ids.max()) + 1
    cells, back = np.unique(bias.rows * span + bias.ids, return_inverse=True)
    at, token = np.divmod(cells, span)
    counts = np.bincount(at, minlength=rows)
    places = np.arange(len(cells)) - (np.cumsum(counts) - counts)[at]
    width = -(-int(counts.max()) // _BIASED) * _BIASED
    ids = np.full((rows, width), pad, np.int64)
    values = np.zeros((rows, width), np.float32)
    ids[at, places] = token
    np.add.at(values, (at[back], places[back]), bias.values)
    return ids, values


def _check_graph(
    path: Path,
    session: "ort.InferenceSession",
    names: tuple[Sequence[str], Sequence[str]],
    cache: Sequence[int],
) -> None:
    """Compare a graph with what the manifest says it is.

    Args:
        path: The graph's file.
        session: Its session.
        names: Its inputs and its outputs.
        cache: Heads, and size of a head, of every key and value.
    """
    sides = (session.get_inputs(), session.get_outputs())
    for what, wanted, values in zip(("inputs", "outputs"), names, sides, strict=True):
        found = {value.name: value.shape for value in values}
        different = sorted(set(wanted) ^ set(found))
        if different:
            raise PackCorrupt(path, f"the {what} that the manifest implies", different[0])
        for name, shape in found.items():
            if len(shape) == 4 and [shape[1], shape[3]] != list(cache):
                described = f"{cache[0]} heads of {cache[1]} in {name}, as the manifest says"
                raise PackCorrupt(path, described, f"{shape[1]} of {shape[3]}")


def _stamps(graphs: Sequence[Path]) -> list[tuple[int, int, int]]:
    """Return what changes when the graphs or their weights are replaced.

    Raises:
        OSError: One is not there.
    """
    found = [path.stat() for path in (*graphs, graphs[0].with_name(pack.WEIGHTS))]
    return [(each.st_ino, each.st_size, each.st_mtime_ns) for each in found]


def _padded(length: int) -> int:
    return -(-length // _LANES) * _LANES
