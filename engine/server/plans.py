"""What has to be translated for a job, sentence by sentence, and what is made of that."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine.document import Document, Segment
from engine.server.html import html_document
from engine.server.jobs import FileJob, Finished, Job, Piece, TextJob
from engine.translation import Translation, gap_between
from engine.types import TranslatedSegment

if TYPE_CHECKING:
    from engine.translator import Translator

Made = Sequence[TranslatedSegment | None]
"""What became of each sentence of a plan; ``None`` for those that are still to come."""


class Plan(Protocol):
    """The sentences of a job."""

    @property
    def sentences(self) -> Sequence[str]:
        """Each as :meth:`engine.translator.Translator.translate_segments` takes it."""
        ...

    def pieces(self, made: Made) -> Iterator[Piece]:
        """Yield what can be told by now and was not told before."""
        ...

    def finished(self, made: Sequence[TranslatedSegment]) -> Finished:
        """Put the job's result together."""
        ...


def plan(job: Job, translator: "Translator") -> Plan:
    """Find out what has to be translated.

    Raises:
        InputError: The document cannot be read.
    """
    if isinstance(job, FileJob):
        return _FilePlan(job, translator)
    return _TextPlan(job, translator)


class _TextPlan:
    """Plain texts or HTML."""

    def __init__(self, job: TextJob, translator: "Translator") -> None:
        cut = html_document if job.html else _plain_document
        self._documents = [cut(text, translator) for text in job.texts]
        self._told = 0
        self.sentences: list[str] = []
        # For each text, its segments and which sentence each of them is; code is none.
        self._places: list[list[tuple[Segment, int | None]]] = []
        for document in self._documents:
            code = frozenset() if job.html else translator.code_of(document, job.options)
            places: list[tuple[Segment, int | None]] = []
            for segment in document.segments:
                known = segment.index in code
                places.append((segment, None if known else len(self.sentences)))
                if not known:
                    self.sentences.append(segment.text)
            self._places.append(places)

    def pieces(self, made: Made) -> Iterator[Piece]:
        """Yield the segments of the first text in order, up to one that is missing."""
        places = self._places[0]
        while self._told < len(places):
            found = _found(places[self._told], made)
            if found is None:
                return
            before = _found(places[self._told - 1], made) if self._told else None
            self._told += 1
            yield Piece(gap_between(self._documents[0], before, found), found)

    def finished(self, made: Sequence[TranslatedSegment]) -> Finished:
        """Put the texts together."""
        return Finished(
            tuple(
                Translation(document, tuple(_there(place, made) for place in places))
                for document, places in zip(self._documents, self._places, strict=True)
            )
        )


class _FilePlan:
    """A document, of any format that :mod:`engine.documents` knows."""

    def __init__(self, job: FileJob, translator: "Translator") -> None:
        # What reads documents is loaded when the first one comes.
        from engine.documents.faults import reading  # noqa: PLC0415
        from engine.documents.format import FormatOptions, Source  # noqa: PLC0415
        from engine.documents.formats import format_for  # noqa: PLC0415
        from engine.documents.units import planned  # noqa: PLC0415

        self._options = replace(job.options, join_lines="sure")
        self._translator = translator
        path = Path(job.name)
        target = job.options.target or translator.manifest.target_language
        form = format_for(path)
        with reading(path, form):
            self._parsed = form.read(Source(path, job.data), FormatOptions(target=target))
            self.sentences = list(planned(self._parsed.units(), translator, self._options))

    def pieces(self, made: Made) -> Iterator[Piece]:  # noqa: ARG002
        """Yield nothing: a document is whole or not at all."""
        yield from ()

    def finished(self, made: Sequence[TranslatedSegment]) -> Finished:
        """Write the document."""
        from engine.documents.journal import Done  # noqa: PLC0415
        from engine.documents.units import Tally, translations  # noqa: PLC0415

        done = {
            sentence: Done(each.text, each.flags, each.confidence)
            for sentence, each in zip(self.sentences, made, strict=True)
        }
        file = io.BytesIO()
        units = self._parsed.units()
        self._parsed.write(
            file, translations(units, self._translator, self._options, done.__getitem__, Tally())
        )
        return Finished(file.getvalue())


def _plain_document(text: str, translator: "Translator") -> Document:
    return translator.segment(text)


def _found(place: tuple[Segment, int | None], made: Made) -> TranslatedSegment | None:
    segment, index = place
    if index is None:
        return TranslatedSegment(segment=segment, text=segment.text)
    found = made[index]
    return None if found is None else replace(found, segment=segment)


def _there(
    place: tuple[Segment, int | None], made: Sequence[TranslatedSegment]
) -> TranslatedSegment:
    found = _found(place, made)
    assert found is not None  # noqa: S101 - all of them are made
    return found
