"""A translator without a model: sentences in capitals, between signs that are Chinese."""

import re
import threading
from collections.abc import Callable, Iterator

from engine.document import Document, Span
from engine.errors import PackIncompatible
from engine.translator import Translator
from engine.types import Flag, Joining, TranslatedSegment, TranslationOptions
from tests.support.sealed_pack import tiny_manifest

_SENTENCE = re.compile(r"[^\s.!?](?:[^.!?\r\n]*[^\s.!?])?[.!?]*")


def made_of(sentence: str) -> str:
    """Return what the fake makes of a sentence."""
    return f"译{sentence.upper()}文"


class FakeTranslator(Translator):
    """Translates sentence by sentence.

    Args:
        before: Called with each sentence before it is translated; may raise.
        render: What becomes of a sentence.
        flags: What to say of a sentence.
        confidence: Of every sentence.
        manifest: Fields of the manifest that differ from the tiny pack's.
    """

    def __init__(
        self,
        *,
        before: Callable[[str], object] = lambda _sentence: None,
        render: Callable[[str], str] = made_of,
        flags: Callable[[str], tuple[Flag, ...]] = lambda _sentence: (),
        confidence: float = 0.987654,
        **manifest,
    ) -> None:
        self.manifest = tiny_manifest(**manifest)
        self.before = before
        self.render = render
        self.flags = flags
        self.confidence = confidence
        self.wanted: list[TranslationOptions] = []

    def segment(self, text: str, *, join_lines: Joining = "never") -> Document:
        spans = [Span(match.start(), match.end()) for match in _SENTENCE.finditer(text)]
        return Document.from_spans(text, spans)

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
        options = options or TranslationOptions()
        self.wanted.append(options)
        if options.target == "en":
            raise PackIncompatible("fake", "a pack that translates into en", "one into zh-Hans")
        for segment in document.segments:
            self.before(segment.text)
            yield TranslatedSegment(
                segment=segment,
                text=self.render(segment.text),
                flags=self.flags(segment.text),
                confidence=self.confidence,
            )
