"""Text in, text out: the one primitive is :meth:`Translator.stream`; the rest collects it."""

import threading
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from pathlib import Path
from typing import Final

from engine.batching import may_wait, windows
from engine.confidence import Calibration, read_calibration
from engine.document import Document, Segment
from engine.errors import Cancelled, PackIncompatible
from engine.guards.code_lines import code_line_spans
from engine.guards.order import Setting, guarded
from engine.manifest import PackManifest
from engine.model import MarianModel
from engine.pack_files import ModelPack
from engine.pack_store import find_pack
from engine.reading import MOST_SENTENCES, Codec, Manner, Model, Offer, Reader
from engine.records import record
from engine.script import converter, region
from engine.search import SearchOptions
from engine.segmentation import segment
from engine.tokenizer import Tokenizer
from engine.translation import Translation
from engine.types import Joining, Target, TranslatedSegment, TranslationOptions
from engine.ways import Way

_WINDOW: Final = 256
"""Most segments that are translated before the first of them is given out."""

_WHOLE: Final = 1024
"""Most segments that are translated together where all are given out together: beyond some hundreds
they find no better batch mates, and each is held with all that the model said of it."""


@record
class _Stop:
    """The caller's wish to stop."""

    event: threading.Event | None

    def cancelled(self) -> bool:
        return self.event is not None and self.event.is_set()

    def go_on(self) -> None:
        """Raise ``Cancelled`` if the caller asked to stop."""
        if self.cancelled():
            raise Cancelled


@record
class _Job:
    """Everything about a request that is the same for all its segments."""

    manner: Manner
    setting: Setting
    stop: _Stop


class Translator:
    """Translates texts with one pack. Threads may share it; each call has its own state.

    Args:
        manifest: What the pack says about itself.
        model: The pack's graphs.
        codec: The pack's tokenizer.
        calibration: What the pack's probabilities are worth, if that is known.
    """

    def __init__(
        self,
        manifest: PackManifest,
        model: Model,
        codec: Codec,
        *,
        calibration: Calibration | None = None,
    ) -> None:
        self.manifest = manifest
        self._calibration = calibration
        self._reader = Reader(manifest, model, codec)

    @classmethod
    def load(cls, pack: ModelPack | Path | str, *, threads: int = 0) -> "Translator":
        """Load a pack.

        Args:
            pack: An opened pack, or the path or name of one.
            threads: Threads for the model; 0 takes one for each physical core.

        Raises:
            ValueError: ``threads`` is negative.
            PackError: The pack is missing, damaged, or not for this version.
        """
        opened = pack if isinstance(pack, ModelPack) else ModelPack.open(find_pack(pack))
        codec = Tokenizer.load(opened)
        calibration = read_calibration(opened.path)
        model = MarianModel.load(opened, threads=threads)
        return cls(opened.manifest, model, codec, calibration=calibration)

    def segment(self, text: str, *, join_lines: Joining = "never") -> Document:
        """Cut a text into segments as :meth:`stream` does with the same ``join_lines``."""
        return segment(text, self.manifest.source_language, join_lines=join_lines)

    def translate(
        self,
        source: str | Document,
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
    ) -> Translation:
        """Translate a whole text; see :meth:`stream`, which gives the first segment sooner."""
        document = self._document(source, options)
        made = self.stream(document, options, cancel=cancel, eager=False)
        return Translation(document, tuple(made))

    def stream(
        self,
        source: str | Document,
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
        eager: bool = True,
    ) -> Iterator[TranslatedSegment]:
        """Translate a text segment by segment, in order.

        The first segment is yielded before later ones are translated, if it is ``eager``. What a
        segment becomes does not depend on the others. A segment for which the model finds no words
        keeps its source text and is flagged ``untranslated``. What surrounds the model is told in
        :mod:`engine.guards.order`.

        Args:
            source: The text, or a document made of it.
            options: How to translate; the pack's defaults otherwise.
            cancel: Stops the work within a decoding step when set.
            eager: Otherwise the whole text is done sooner, and its first segments later.

        Raises:
            PackIncompatible: The pack cannot write the wanted target.
            ValueError: ``options`` contradict each other.
            Cancelled: ``cancel`` was set; raised by the iterator.
            InferenceError: The model could not be run; raised by the iterator.
        """
        document = self._document(source, options)
        many = not eager and len(document.segments) > MOST_SENTENCES
        job = self._job(options or TranslationOptions(), cancel, many=many)
        largest, first = (_WINDOW, 1) if eager else (_WHOLE, _WHOLE)
        return self._translated(
            document, job, windows(len(document.segments), largest, first=first)
        )

    def translate_segments(
        self,
        texts: Sequence[str],
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
    ) -> list[TranslatedSegment]:
        """Translate segments of any texts in batches that they share.

        Args:
            texts: Segments, as :meth:`segment` cuts them and without those of :meth:`code_of`.
            options: How to translate; the pack's defaults otherwise.
            cancel: As for :meth:`stream`.

        Returns:
            For each text what :meth:`stream` would make of it; its ``segment`` is the text alone.

        Raises:
            PackIncompatible: The pack cannot write the wanted target.
            ValueError: ``options`` contradict each other.
            Cancelled: ``cancel`` was set.
            InferenceError: The model could not be run.
        """
        each = list(dict.fromkeys(texts))
        many = len(each) > MOST_SENTENCES
        job = self._job(options or TranslationOptions(), cancel, many=many)
        made = dict(zip(each, self._translate_texts(each, job), strict=True))
        return [made[text] for text in texts]

    def ways(self, texts: Sequence[str], options: TranslationOptions | None = None) -> list[Way]:
        """Begin to translate segments, for a caller that chooses what is asked together.

        Ask the model with :meth:`ask`, tell each way what it was offered, and do so again with
        those that are not at their end.

        Args:
            texts: As for :meth:`translate_segments`.
            options: How to translate; the pack's defaults otherwise.

        Raises:
            PackIncompatible: The pack cannot write the wanted target.
            ValueError: ``options`` contradict each other.
        """
        return _ways(texts, self._job(options or TranslationOptions(), None))

    def ask(
        self,
        ways: Sequence[Way],
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
    ) -> list[list[Sequence[Offer]]]:
        """Ask the model the questions of several ways at once; they stay where they are.

        Args:
            ways: Of :meth:`ways`, begun with these options.
            options: How to translate; the pack's defaults otherwise.
            cancel: As for :meth:`stream`.

        Returns:
            For each way what :meth:`engine.ways.Way.advance` takes.

        Raises:
            Cancelled: ``cancel`` was set.
            InferenceError: The model could not be run.
        """
        return self._answers(ways, self._job(options or TranslationOptions(), cancel))

    def code_of(
        self, document: Document, options: TranslationOptions | None = None
    ) -> frozenset[int]:
        """Return the indices of the segments that :meth:`stream` hands through as lines of code."""
        guards = (options or TranslationOptions()).guards
        return _code(document) if guards.verbatim else frozenset()

    def _document(self, source: str | Document, options: TranslationOptions | None) -> Document:
        if isinstance(source, Document):
            return source
        return self.segment(source, join_lines=options.join_lines if options else "never")

    def _translated(
        self, document: Document, job: _Job, parts: Iterable[range]
    ) -> Iterator[TranslatedSegment]:
        code = _code(document) if job.setting.guards.verbatim else frozenset()
        waiting: deque[Segment] = deque()
        ways: dict[str, Way] = {}
        for window, following in pairwise(chain(parts, [range(0)])):
            job.stop.go_on()
            waiting.extend(document.segments[i] for i in window)
            # A text that comes again, such as a table's cell, is translated once.
            texts = dict.fromkeys(each.text for each in waiting if each.index not in code)
            new = [text for text in texts if text not in ways]
            ways = {text: ways[text] for text in texts if text in ways}
            ways |= zip(new, _ways(new, job), strict=True)
            while True:
                while waiting and (given := _given(waiting[0], ways, code)) is not None:
                    job.stop.go_on()
                    yield given
                    waiting.popleft()
                if may_wait(_open(ways.values()), len(following)):
                    break
                self._lead(ways.values(), job)

    def _translate_texts(self, texts: Sequence[str], job: _Job) -> list[TranslatedSegment]:
        """Lead every text through the guards, answering all their questions of a round at once."""
        ways = _ways(texts, job)
        while _open(ways):
            self._lead(ways, job)
        return [way.made for way in ways if way.made is not None]

    def _lead(self, ways: Iterable[Way], job: _Job) -> None:
        """Lead those that are not at their end on by a question."""
        going = [way for way in ways if way.made is None]
        for way, offered in zip(going, self._answers(going, job), strict=True):
            way.advance(offered)

    def _answers(self, ways: Sequence[Way], job: _Job) -> list[list[Sequence[Offer]]]:
        asks = [ask for way in ways for ask in way.asks]
        answers = iter(self._reader.answer(asks, job.manner, job.stop))
        return [[next(answers) for _ in way.asks] for way in ways]

    def _job(
        self, options: TranslationOptions, cancel: threading.Event | None, *, many: bool = False
    ) -> _Job:
        generation, special = self.manifest.generation, self.manifest.special_ids
        target_token, convert = self._resolve(options.target)
        longest = max(1, min(generation.max_length, self.manifest.dimensions.max_positions) - 1)
        found = SearchOptions(
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
        manner = Manner(
            search=found,
            n_best=options.n_best,
            max_target_tokens=options.max_target_tokens,
            target_token=target_token,
            stop_loops=options.guards.loops,
            many=many,
        )
        source = self.manifest.source_language
        setting = Setting(
            guards=options.guards,
            source_language=source,
            from_english=source.partition("-")[0] == "en",
            into_chinese=region(self.manifest.target_language) is not None,
            knows=self._reader.knows,
            wrap=lambda text, parts: self._reader.wrap(text, manner, parts),
            convert=convert,
            n_best=options.n_best,
            calibration=self._calibration,
            simplified=region(self._written(options.target)) == "Hans",
            traditional=region(options.target or self.manifest.target_language) in {"TW", "HK"},
        )
        return _Job(manner, setting, _Stop(cancel))

    def _written(self, target: Target | None) -> str:
        """Return what the model itself writes where a target is asked for."""
        asked = target in self.manifest.target_tokens
        return target if target and asked else self.manifest.target_language

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


def _ways(texts: Sequence[str], job: _Job) -> list[Way]:
    return [Way(guarded(text, job.setting)) for text in texts]


def _open(ways: Iterable[Way]) -> int:
    return sum(way.made is None for way in ways)


def _given(
    found: Segment, ways: Mapping[str, Way], code: Container[int]
) -> TranslatedSegment | None:
    """Return what a segment has become, if that is known."""
    if found.index in code:
        return TranslatedSegment(segment=found, text=found.text)
    made = ways[found.text].made
    return None if made is None else replace(made, segment=found)


def _code(document: Document) -> frozenset[int]:
    """Return the indices of segments that stand in lines of code."""
    spans = iter(code_line_spans(document.text))
    found: set[int] = set()
    span = next(spans, None)
    for each in document.segments:
        while span is not None and span.end <= each.span.start:
            span = next(spans, None)
        if span is not None and span.start <= each.span.start:
            found.add(each.index)
    return frozenset(found)
