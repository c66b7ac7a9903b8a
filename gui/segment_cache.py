"""Sentences that were translated before are not translated again.

While one edits a text, almost all of its sentences stay as they were. The cache belongs to the
worker thread and is used by no other.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from engine.document import Document
from engine.errors import Cancelled, InferenceError
from engine.records import record
from engine.types import TranslatedSegment, TranslationOptions


class SegmentStream(Protocol):
    """The part of a translator that the cache needs."""

    def stream(
        self,
        source: str | Document,
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
    ) -> Iterator[TranslatedSegment]:
        """Translate the segments of ``source`` in document order."""
        ...


@record
class Delivery:
    """A translated segment and whether it came from the cache."""

    segment: TranslatedSegment
    reused: bool


class SegmentCache:
    """The translations of the segments used last, by source text and options.

    Args:
        capacity: Segments kept; the one unused for longest goes first.
    """

    def __init__(self, capacity: int = 20_000) -> None:
        if capacity < 1:
            raise ValueError(f"capacity must be at least 1, found {capacity}")
        self._capacity = capacity
        self._entries: OrderedDict[tuple[str, TranslationOptions | None], TranslatedSegment]
        self._entries = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def translate(
        self,
        translator: SegmentStream,
        document: Document,
        options: TranslationOptions | None,
        cancel: threading.Event,
    ) -> Iterator[Delivery]:
        """Yield every segment of ``document`` in order; only unknown ones reach ``translator``.

        Raises:
            Cancelled: ``cancel`` was set.
            InferenceError: The translator returned fewer segments than it was given.
            EngineError: Whatever else the translator raises.
        """
        # What this document needs is held apart, so that a document with more segments than the
        # cache has room for cannot push its own out before they are used.
        known: dict[str, TranslatedSegment] = {}
        unknown: dict[str, int] = {}
        for segment in document.segments:
            entry = self._get(segment.text, options)
            if entry is not None:
                known[segment.text] = entry
            else:
                unknown.setdefault(segment.text, segment.index)
        spans = [document.segments[index].span for index in unknown.values()]
        fresh = translator.stream(Document.from_spans(document.text, spans), options, cancel=cancel)
        for segment in document.segments:
            if cancel.is_set():
                raise Cancelled
            entry = known.get(segment.text)
            reused = entry is not None
            if entry is None:
                entry = next(fresh, None)
                if entry is None:
                    raise InferenceError("the translator returned fewer segments than it was given")
                known[segment.text] = entry
                self._put(segment.text, options, entry)
            yield Delivery(replace(entry, segment=segment), reused)

    def _get(self, text: str, options: TranslationOptions | None) -> TranslatedSegment | None:
        entry = self._entries.get((text, options))
        if entry is not None:
            self._entries.move_to_end((text, options))
        return entry

    def _put(self, text: str, options: TranslationOptions | None, entry: TranslatedSegment) -> None:
        self._entries[text, options] = entry
        if len(self._entries) > self._capacity:
            self._entries.popitem(last=False)
