"""A translator without a model, whose pace the tests decide."""

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.document import Document, Span
from engine.errors import Cancelled
from engine.types import TranslatedSegment, TranslationOptions

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
    """

    def __init__(
        self,
        *,
        seconds: float = 0.0,
        gated: bool = False,
        fail: Callable[[str], Exception | None] = lambda _text: None,
        render: Callable[[str], str] = translated,
    ) -> None:
        self.manifest = FakeManifest()
        self.seconds = seconds
        self.gated = gated
        self.gate = threading.Semaphore(0)
        self.fail = fail
        self.render = render
        self.documents: list[str] = []
        self.sentences: list[str] = []

    def segment(self, text: str) -> Document:
        self.documents.append(text)
        spans = [Span(match.start(), match.end()) for match in _SENTENCE.finditer(text)]
        return Document.from_spans(text, spans)

    def stream(
        self,
        source: str | Document,
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
    ) -> Iterator[TranslatedSegment]:
        document = self.segment(source) if isinstance(source, str) else source
        cancel = cancel or threading.Event()
        for segment in document.segments:
            self._wait(cancel)
            if cancel.is_set():
                raise Cancelled
            error = self.fail(segment.text)
            if error is not None:
                raise error
            self.sentences.append(segment.text)
            yield TranslatedSegment(segment=segment, text=self.render(segment.text))

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
        return document.join([self.render(segment.text) for segment in document.segments])
