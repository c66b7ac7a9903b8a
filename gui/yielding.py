"""A translator for documents that lets texts go first."""

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from engine.document import Document
from engine.errors import Cancelled
from engine.types import Joining, TranslatedSegment, TranslationOptions
from gui.turns import Interrupt, Turns
from gui.worker import LoadedTranslator

if TYPE_CHECKING:
    from engine.manifest import PackManifest

PART = 16
"""Sentences that are translated at once: enough to fill a batch, few enough to do again."""


class YieldingTranslator:
    """Translates in small parts, each when it is its turn; one that is interrupted is done again.

    Args:
        translator: Does the work.
        turns: Says when.
        told: Called with the number of sentences of a batch that are done.
    """

    def __init__(
        self, translator: LoadedTranslator, turns: Turns, told: Callable[[int], object]
    ) -> None:
        self._translator = translator
        self._turns = turns
        self._told = told

    @property
    def manifest(self) -> "PackManifest":
        """What the pack says about itself."""
        # The window knows less of it than jobs do.
        return cast("PackManifest", self._translator.manifest)

    def segment(self, text: str, *, join_lines: Joining = "never") -> Document:
        """Cut a text into segments."""
        return self._translator.segment(text, join_lines=join_lines)

    def code_of(
        self, document: Document, options: TranslationOptions | None = None
    ) -> frozenset[int]:
        """Return the indices of the segments that stand in lines of code."""
        return self._translator.code_of(document, options)

    def translate_segments(
        self,
        texts: Sequence[str],
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
    ) -> list[TranslatedSegment]:
        """Translate segments.

        Raises:
            Cancelled: ``cancel`` was set.
        """
        stop = cancel or threading.Event()
        made: list[TranslatedSegment] = []
        for start in range(0, len(texts), PART):
            made += self._translated(texts[start : start + PART], options, stop)
            self._told(len(made))
        return made

    def _translated(
        self, texts: Sequence[str], options: TranslationOptions | None, stop: threading.Event
    ) -> list[TranslatedSegment]:
        while not stop.is_set():
            interrupt = Interrupt(stop)
            with self._turns.document(interrupt):
                if interrupt.is_set():
                    continue
                try:
                    return self._translator.translate_segments(texts, options, cancel=interrupt)
                except Cancelled:
                    continue
        raise Cancelled
