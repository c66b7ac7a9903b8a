"""Text in, text out: the one primitive is :meth:`Translator.stream`; the rest collects it."""

import math
import threading
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Protocol

from engine.alignment import align, shifted
from engine.batching import batches, windows
from engine.document import Document, Segment, Span
from engine.errors import Cancelled, PackIncompatible
from engine.manifest import PackManifest
from engine.model import MarianModel
from engine.pack import ModelPack, find_pack
from engine.script import converter, region
from engine.search import Decoder, Hypothesis, SearchOptions, search
from engine.segmentation import segment
from engine.tokenizer import SourceTokens, Tokenizer
from engine.types import (
    AlignedSpan,
    Alternative,
    Flag,
    Target,
    TranslatedSegment,
    Translation,
    TranslationOptions,
)
from engine.wrap import wrap

_WINDOW: Final = 128
"""Most segments that are translated before the first of them is given out."""

_BATCH_SENTENCES: Final = 32
_BATCH_TOKENS: Final = 1024

_TOKENS_PER_SOURCE_TOKEN: Final = 3
_SPARE_TOKENS: Final = 16
"""With the above, the longest translation allowed by default: a model that loops stops there."""


class Codec(Protocol):
    """Turns text into ids and back; :class:`engine.tokenizer.Tokenizer` is the real one."""

    def encode(self, text: str, *, target_token: str | None = None) -> SourceTokens:
        """Turn a source text into ids, end token included."""
        ...

    def count(self, text: str) -> int:
        """Return the number of ids of a text, end token included."""
        ...

    def decode_with_spans(self, ids: Sequence[int]) -> tuple[str, tuple[Span, ...]]:
        """Turn target ids into text, and tell what part of it each id stands for."""
        ...


class Model(Protocol):
    """Encodes sources and decodes them; :class:`engine.model.MarianModel` is the real one."""

    def encode(self, sources: Sequence[Sequence[int]]) -> Any:  # noqa: ANN401 - the model's own
        """Run the encoder over sources of token ids."""
        ...

    def decoder(self, batch: Any) -> Decoder:  # noqa: ANN401 - what ``encode`` returned
        """Return a decoder at the start of a search over a batch."""
        ...


@dataclass(frozen=True, slots=True)
class _Piece:
    """What the model is given at once: a segment, or a part of one that is too long.

    Attributes:
        tokens: Its ids.
        span: Where it stands in the segment (code points).
    """

    tokens: SourceTokens
    span: Span


@dataclass(frozen=True, slots=True)
class _Rendered:
    """What a piece became.

    Attributes:
        text: The translation, or the source where the model said nothing.
        links: Its alignment with the piece's text.
        translated: Whether it is a translation.
    """

    text: str
    links: tuple[AlignedSpan, ...]
    translated: bool


@dataclass(frozen=True, slots=True)
class _Job:
    """Everything about a request that is the same for all its segments."""

    search: SearchOptions
    max_target_tokens: int | None
    target_token: str | None
    convert: Callable[[str], str] | None
    cancel: threading.Event | None

    def cancelled(self) -> bool:
        return self.cancel is not None and self.cancel.is_set()

    def go_on(self) -> None:
        """Raise ``Cancelled`` if the caller asked to stop."""
        if self.cancelled():
            raise Cancelled


class Translator:
    """Translates texts with one pack. Threads may share it; each call has its own state.

    Args:
        manifest: What the pack says about itself.
        model: The pack's graphs.
        codec: The pack's tokenizer.
    """

    def __init__(self, manifest: PackManifest, model: Model, codec: Codec) -> None:
        self.manifest = manifest
        self._model = model
        self._codec = codec

    @classmethod
    def load(cls, pack: ModelPack | Path | str, *, threads: int = 0) -> "Translator":
        """Load a pack.

        Args:
            pack: An opened pack, or the path or name of one.
            threads: Threads for the model; 0 takes one for each physical core. All models of a
                process share its threads, and the first one loaded decides how many there are.

        Raises:
            ValueError: ``threads`` is negative.
            PackError: The pack is missing, damaged, or not for this version.
        """
        opened = pack if isinstance(pack, ModelPack) else ModelPack.open(find_pack(pack))
        codec = Tokenizer.load(opened)
        return cls(opened.manifest, MarianModel.load(opened, threads=threads), codec)

    def segment(self, text: str) -> Document:
        """Cut a text into segments as :meth:`stream` does."""
        return segment(text, self.manifest.source_language)

    def translate(
        self,
        source: str | Document,
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
    ) -> Translation:
        """Translate a whole text; see :meth:`stream`."""
        document = self.segment(source) if isinstance(source, str) else source
        return Translation(document, tuple(self.stream(document, options, cancel=cancel)))

    def stream(
        self,
        source: str | Document,
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
    ) -> Iterator[TranslatedSegment]:
        """Translate a text segment by segment, in order.

        The first segment is yielded before later ones are translated. What a segment becomes does
        not depend on the others. A segment for which the model finds no words keeps its source
        text and is flagged ``untranslated``.

        Args:
            source: The text, or a document made of it.
            options: How to translate; the pack's defaults otherwise.
            cancel: Stops the work within a decoding step when set.

        Raises:
            PackIncompatible: The pack cannot write the wanted target.
            ValueError: ``options`` contradict each other.
            Cancelled: ``cancel`` was set; raised by the iterator.
            InferenceError: The model could not be run; raised by the iterator.
        """
        job = self._job(options or TranslationOptions(), cancel)
        document = self.segment(source) if isinstance(source, str) else source
        return self._translated(document, job)

    def _translated(self, document: Document, job: _Job) -> Iterator[TranslatedSegment]:
        for window in windows(len(document.segments), _WINDOW):
            job.go_on()
            part = [document.segments[i] for i in window]
            # A text that comes again, such as a table's cell, is translated once.
            texts = list(dict.fromkeys(found.text for found in part))
            made = dict(zip(texts, self._translate_texts(texts, job), strict=True))
            for found in part:
                job.go_on()
                yield replace(made[found.text], segment=found)

    def _translate_texts(self, texts: Sequence[str], job: _Job) -> list[TranslatedSegment]:
        pieces = [self._pieces(text, job) for text in texts]
        flat = [piece for group in pieces for piece in group]
        lengths = [len(piece.tokens.ids) for piece in flat]
        hypotheses: list[list[Hypothesis]] = [[] for _ in flat]
        for batch in batches(lengths, rows=_BATCH_SENTENCES, cells=_BATCH_TOKENS):
            for index, found in zip(
                batch, self._search([flat[i] for i in batch], job), strict=True
            ):
                hypotheses[index] = found
        remaining = iter(zip(flat, hypotheses, strict=True))
        return [
            self._finish(text, [next(remaining) for _ in group], job)
            for text, group in zip(texts, pieces, strict=True)
        ]

    def _pieces(self, text: str, job: _Job) -> list[_Piece]:
        """Cut a text that is too long for the model; return nothing for one without a word."""
        if not _has_words(text):
            return []
        limit = max(1, self.manifest.max_source_tokens - (job.target_token is not None))
        return [
            _Piece(self._codec.encode(span.of(text), target_token=job.target_token), span)
            for span in wrap(text, self._codec.count, limit)
        ]

    def _search(self, pieces: Sequence[_Piece], job: _Job) -> list[list[Hypothesis]]:
        job.go_on()
        sources = [piece.tokens.ids for piece in pieces]
        limits = [
            min(
                job.max_target_tokens or len(ids) * _TOKENS_PER_SOURCE_TOKEN + _SPARE_TOKENS,
                job.search.max_target_tokens,
            )
            for ids in sources
        ]
        decoder = self._model.decoder(self._model.encode(sources))
        return search(decoder, len(sources), job.search, cancelled=job.cancelled, limits=limits)

    def _finish(
        self, text: str, parts: Sequence[tuple[_Piece, list[Hypothesis]]], job: _Job
    ) -> TranslatedSegment:
        whole = Segment(0, Span(0, len(text)), text)
        if not parts:
            return TranslatedSegment(segment=whole, text=text)
        rendered = [self._render(text, piece, found[0], job) for piece, found in parts]
        made, links, end = "", list[AlignedSpan](), 0
        for (piece, _), part in zip(parts, rendered, strict=True):
            if made:
                made += self._joint(made, text[end : piece.span.start], part.text)
            links += shifted(part.links, piece.span.start, len(made))
            made, end = made + part.text, piece.span.end
        log_probs = [value for _, found in parts for value in found[0].log_probs]
        flags: dict[Flag, bool] = {
            "untranslated": not all(part.translated for part in rendered),
            "wrapped": len(parts) > 1,
        }
        return TranslatedSegment(
            segment=whole,
            text=made,
            score=sum(found[0].score for _, found in parts) / len(parts),
            # Rounding may leave a sum of logarithms a hair above 0.
            confidence=min(1.0, math.exp(sum(log_probs) / len(log_probs))),
            flags=tuple(flag for flag, raised in flags.items() if raised),
            alignment=tuple(links),
            alternatives=self._alternatives(text, parts, job) if len(parts) == 1 else (),
        )

    def _alternatives(
        self, text: str, parts: Sequence[tuple[_Piece, list[Hypothesis]]], job: _Job
    ) -> tuple[Alternative, ...]:
        """Return what else the model has to say: each text once, at its best score."""
        ((piece, hypotheses),) = parts  # the n best of a whole are not the whole of the n best
        rendered = [self._render(text, piece, found, job) for found in hypotheses]
        found: dict[str, float] = {}
        for hypothesis, part in zip(hypotheses, rendered, strict=True):
            if part.translated:
                found.setdefault(part.text, hypothesis.score)
        found.pop(rendered[0].text, None)
        return tuple(Alternative(each, score) for each, score in found.items())

    def _render(self, text: str, piece: _Piece, hypothesis: Hypothesis, job: _Job) -> _Rendered:
        made, spans = self._codec.decode_with_spans(hypothesis.ids)
        if not made.strip():  # text is never lost, whatever the model makes of it
            return _Rendered(piece.span.of(text), (), translated=False)
        links = align(hypothesis.attention, piece.tokens.spans, spans)
        if job.convert is None:
            return _Rendered(made, links, translated=True)
        converted = job.convert(made)
        # Regional words may be longer or shorter; then nobody knows which character is which.
        kept = links if len(converted) == len(made) else ()
        return _Rendered(converted, kept, translated=True)

    def _joint(self, before: str, gap: str, after: str) -> str:
        """Return what goes between two parts of a wrapped segment; ``gap`` stood there before."""
        if region(self.manifest.target_language) is None:
            return gap or " "
        wide = any(unicodedata.east_asian_width(c) in "WF" for c in (before[-1], after[0]))
        return "" if wide else gap

    def _job(self, options: TranslationOptions, cancel: threading.Event | None) -> _Job:
        generation, special = self.manifest.generation, self.manifest.special_ids
        target_token, convert = self._resolve(options.target)
        longest = max(1, min(generation.max_length, self.manifest.dimensions.max_positions) - 1)
        defaults = SearchOptions(
            start_id=special.decoder_start,
            eos_id=special.eos,
            beam_size=options.beam_size or max(generation.num_beams, options.n_best),
            max_target_tokens=longest,
            length_penalty=generation.length_penalty
            if options.length_penalty is None
            else options.length_penalty,
            early_stopping=generation.early_stopping
            if options.early_stopping is None
            else options.early_stopping,
            forced_eos=generation.forced_eos,
            n_best=options.n_best,
        )
        return _Job(defaults, options.max_target_tokens, target_token, convert, cancel)

    def _resolve(self, target: Target | None) -> tuple[str | None, Callable[[str], str] | None]:
        """Find how the pack writes a target: by a token in front, by converting, or as it is."""
        tokens, native = self.manifest.target_tokens, self.manifest.target_language
        wanted: str = target or native
        if wanted in tokens:
            return tokens[wanted], None
        first = tokens.get(native)
        if wanted == native:
            return first, None
        if region(wanted) and region(native):
            return first, converter(wanted, native)
        raise PackIncompatible(
            self.manifest.name, f"a pack that translates into {wanted}", f"one into {native}"
        )


def _has_words(text: str) -> bool:
    return any(character.isalpha() for character in text)
