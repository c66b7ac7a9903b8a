"""A translator for documents without a model: it shouts, in Chinese brackets, and keeps tags."""

import re
import threading
from collections.abc import Callable, Sequence

from engine.document import Document, Segment, Span
from engine.segmentation import segment
from engine.types import Flag, Joining, TranslatedSegment, TranslationOptions
from tests.support.fake_translator import FakeTranslator

_TAG = re.compile(r"(<var>[^<]*</var>|</?[^<>]*>|%[a-z]|https?://\S+)")


def shouted(sentence: str) -> str:
    """Return what becomes of a sentence."""
    parts = _TAG.split(sentence)
    if not any(letter.isalpha() for part in parts[::2] for letter in part):
        return sentence
    made = "".join(part if at % 2 else part.upper() for at, part in enumerate(parts))
    return f"【{made}】"


class DocumentTranslator(FakeTranslator):
    """Translates segments, and remembers which.

    Args:
        before: Called with each batch before it is translated; may raise.
        render: What becomes of a sentence.
        flags: What to say of a sentence.
    """

    def __init__(
        self,
        *,
        before: Callable[[Sequence[str]], object] = lambda _batch: None,
        render: Callable[[str], str] = shouted,
        flags: Callable[[str], tuple[Flag, ...]] = lambda _sentence: (),
        **manifest,
    ) -> None:
        super().__init__(render=render, flags=flags, confidence=0.75, **manifest)
        self.before_batch = before
        self.asked: list[str] = []

    def segment(self, text: str, *, join_lines: Joining = "never") -> Document:
        return segment(text, "en", join_lines=join_lines)

    def translate_segments(
        self,
        texts: Sequence[str],
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
    ) -> list[TranslatedSegment]:
        self.wanted.append(options or TranslationOptions())
        self.before_batch(texts)
        self.asked += texts
        return [
            TranslatedSegment(
                segment=Segment(0, Span(0, len(text)), text),
                text=self.render(text),
                flags=self.flags(text),
                confidence=self.confidence,
            )
            for text in texts
        ]
