"""A translator without a model, whose pace the tests decide."""

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engine.document import Document, Span
from engine.errors import Cancelled
from engine.translation import Translation
from engine.types import (
    AlignedSpan,
    Alternative,
    Flag,
    Joining,
    TranslatedSegment,
    TranslationOptions,
)
from gui.packs import PackEntry

_SENTENCE = re.compile(r"[^\s.!?](?:[^.!?\n]*[^\s.!?])?[.!?]*")


@dataclass(frozen=True, slots=True)
class FakeManifest:
    name: str = "fake-en-zh"
    source_language: str = "en"
    target_language: str = "zh-Hans"


def translated(text: str) -> str:
    """What the fake makes of a sentence."""
    return f"译<{text.upper()}>"


class FakeTranslator:
    """Translates sentence by sentence, each when the gate is open.

    Args:
        seconds: Time a sentence takes.
        gated: Wait before each sentence for ``gate`` (a semaphore) to be released.
        fail: Raises what it returns for a sentence, if anything.
        render: What becomes of a sentence.
        align: The alignment of a sentence with what became of it.
        flags: What is to be checked about a sentence.
        alternatives: What else any sentence could be, when asked for.
        manifest: What the pack says about itself.
    """

    def __init__(
        self,
        *,
        seconds: float = 0.0,
        gated: bool = False,
        fail: Callable[[str], Exception | None] = lambda _text: None,
        render: Callable[[str], str] = translated,
        align: Callable[[str], tuple[AlignedSpan, ...]] = lambda _text: (),
        flags: Callable[[str], tuple[Flag, ...]] = lambda _text: (),
        alternatives: tuple[str, ...] = (),
        manifest: FakeManifest | None = None,
    ) -> None:
        self.manifest = manifest or FakeManifest()
        self.align = align
        self.flags = flags
        self.alternatives = alternatives
        self.wanted: list[TranslationOptions] = []
        self.seconds = seconds
        self.gated = gated
        self.gate = threading.Semaphore(0)
        self.fail = fail
        self.render = render
        self.documents: list[str] = []
        self.joining: list[Joining] = []
        self.sentences: list[str] = []
        self.batches: list[tuple[str, ...]] = []

    def segment(self, text: str, *, join_lines: Joining = "never") -> Document:
        self.documents.append(text)
        self.joining.append(join_lines)
        spans = [Span(match.start(), match.end()) for match in _SENTENCE.finditer(text)]
        return Document.from_spans(text, spans)

    def code_of(
        self, document: Document, options: TranslationOptions | None = None
    ) -> frozenset[int]:
        return frozenset()

    def translate_segments(
        self,
        texts: Sequence[str],
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
    ) -> list[TranslatedSegment]:
        self.batches.append(tuple(texts))
        made: list[TranslatedSegment] = []
        for text in texts:
            document = Document.from_spans(text, [Span(0, len(text))])
            made += self.stream(document, options, cancel=cancel)
        return made

    def stream(
        self,
        source: str | Document,
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
        eager: bool = True,
    ) -> Iterator[TranslatedSegment]:
        del eager
        document = self.segment(source) if isinstance(source, str) else source
        cancel = cancel or threading.Event()
        self.wanted.append(options or TranslationOptions())
        for segment in document.segments:
            self._wait(cancel)
            if cancel.is_set():
                raise Cancelled
            error = self.fail(segment.text)
            if error is not None:
                raise error
            self.sentences.append(segment.text)
            yield TranslatedSegment(
                segment=segment,
                text=self.render(segment.text),
                flags=self.flags(segment.text),
                alignment=self.align(segment.text),
                alternatives=self._others(options),
            )

    def _others(self, options: TranslationOptions | None) -> tuple[Alternative, ...]:
        wanted = options.n_best - 1 if options else 0
        return tuple(Alternative(text, -1.0) for text in self.alternatives[:wanted])

    def _wait(self, cancel: threading.Event) -> None:
        if self.gated:
            while not self.gate.acquire(timeout=0.005):
                if cancel.is_set():
                    return
        elif self.seconds:
            cancel.wait(self.seconds)

    def expected(self, text: str) -> str:
        """The whole translation of ``text``."""
        spans = [Span(match.start(), match.end()) for match in _SENTENCE.finditer(text)]
        document = Document.from_spans(text, spans)
        segments = (
            TranslatedSegment(segment=s, text=self.render(s.text)) for s in document.segments
        )
        return Translation(document, tuple(segments)).text


class FakeLibrary:
    """Packs that are made when they are asked for.

    Args:
        packs: What makes each of them, by name; the manifest is that of what it makes.
    """

    def __init__(self, **packs: Callable[[], FakeTranslator]) -> None:
        self.packs = {name.replace("_", "-"): make for name, make in packs.items()}
        self.loaded: list[str] = []
        self.damaged: list[str] = []

    def entries(self) -> list[PackEntry]:
        found = [PackEntry(name, *name.split("-")[-2:]) for name in self.packs]
        return [*found, *(PackEntry(name, "", "") for name in self.damaged)]

    def load(self, name: str) -> FakeTranslator:
        self.loaded.append(name)
        return self.packs[name]()
