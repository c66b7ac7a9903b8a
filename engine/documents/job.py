"""One file, from its bytes to its translation."""

import contextlib
import hashlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import BinaryIO, Final, Literal, Protocol

from engine.documents.control import Control
from engine.documents.faults import reading, writing
from engine.documents.format import Format, FormatOptions, Parsed, Source, Translated, Unit
from engine.documents.formats import format_for
from engine.documents.journal import RESULT, Done, JobBusy, Journal, discard, prune
from engine.documents.pace import Pace
from engine.documents.refusals import NotBilingual, NothingToTranslate
from engine.documents.report import Report
from engine.documents.results import (
    ResultFailed,
    clear_left,
    part_of,
    refuse_taken,
    refuse_unwritable,
    write_whole,
)
from engine.documents.sentences import Cutter
from engine.documents.side_by_side import write_page
from engine.documents.sources import read_source
from engine.documents.units import Tally, planned, translations
from engine.errors import Cancelled, InputError
from engine.manifest import PackManifest
from engine.places import data_folder
from engine.records import record
from engine.types import TranslatedSegment, TranslationOptions
from engine.version import program_version

Bilingual = Literal["none", "inline", "page"]
"""Where the source is in the result: nowhere, in front of each translation, or beside it on a page
of HTML."""

Stage = Literal["reading", "translating", "writing"]

_BATCH: Final = 64
"""Sentences that are translated before they are kept: as many as a killed job may lose."""


class SegmentTranslator(Cutter, Protocol):
    """What a job needs of :class:`engine.translator.Translator`."""

    @property
    def manifest(self) -> PackManifest:
        """What the pack says about itself."""
        ...

    def translate_segments(
        self,
        texts: Sequence[str],
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
    ) -> list[TranslatedSegment]:
        """Translate segments, each by itself, as fast as all of them go."""
        ...


@record(kw_only=True)
class JobOptions:
    """What the user wants of a result.

    Attributes:
        translation: How to translate.
        bilingual: Where the source is in it.
        overwrite: Replace a file that is in its place.
        report: Write the report beside it, as :func:`report_path` says.
        encoding: As in :class:`engine.documents.format.FormatOptions`.
        every_entry: As there.
    """

    translation: TranslationOptions = field(
        default_factory=lambda: TranslationOptions(join_lines="sure")
    )
    bilingual: Bilingual = "none"
    overwrite: bool = False
    report: bool = False
    encoding: str = "utf-8"
    every_entry: bool = False


@record
class Progress:
    """How far a job is.

    Attributes:
        stage: What it is at.
        done: Sentences translated.
        total: Sentences in all; 0 until they were counted.
        seconds_left: Until the last is translated, as far as one can tell.
    """

    stage: Stage
    done: int = 0
    total: int = 0
    seconds_left: float | None = None


def report_path(result: Path) -> Path:
    """Return where the report on a result goes."""
    return result.with_name(f"{result.name}.json")


def translate_file(
    path: Path,
    output: Path,
    translator: SegmentTranslator,
    options: JobOptions,
    *,
    control: Control | None = None,
    progress: Callable[[Progress], object] = lambda _progress: None,
) -> Report:
    """Translate a file. The result is there complete or not at all; the original is never touched.

    A call that was killed before it ended is gone on with by the next one that is made alike.

    Args:
        path: The document.
        output: Where the result goes.
        translator: What translates.
        options: What is wanted.
        control: Pauses or cancels the work from another thread.
        progress: Told of each step, in this thread.

    Raises:
        InputError: The document cannot be read, or nothing in it be translated; names it.
        ResultFailed: The result cannot be written; names it.
        JobBusy: Another process is at the same job.
        PackIncompatible: The pack cannot write the wanted target.
        InferenceError: The model could not be run.
        Cancelled: ``control`` asked to stop. Nothing is left behind, unless it asked to suspend.
    """
    job = _Job(path, output.absolute(), translator, options, control or Control(), progress)
    return job.run()


def job_key(source: Source, output: Path, manifest: PackManifest, options: JobOptions) -> str:
    """Name a job by everything that its result depends on, and by where that goes."""
    wanted = replace(options, overwrite=False, report=False)
    parts = (program_version(), source.digest, repr(manifest), repr(wanted), str(output))
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def give_up(output: Path) -> None:
    """Delete what jobs that were to make ``output`` and did not end have left of themselves."""
    discard(_journals(), str(output.absolute()))


def _journals() -> Path:
    return data_folder() / "jobs"


class _Job:
    """One call of :func:`translate_file`."""

    def __init__(
        self,
        path: Path,
        output: Path,
        translator: SegmentTranslator,
        options: JobOptions,
        control: Control,
        progress: Callable[[Progress], object],
    ) -> None:
        self._path = path
        self._output = output
        self._translator = translator
        self._options = options
        self._control = control
        self._pace = Pace(control)
        self._tell = progress

    def run(self) -> Report:
        """Do it all."""
        self._tell(Progress("reading"))
        form = format_for(self._path)
        if self._options.bilingual == "inline" and not form.interleaves:
            raise NotBilingual(
                f"{self._path}: expected a document that can hold two languages, found"
                f" {form.name}; a page with both can be made of it"
            )
        source = read_source(self._path)
        key = job_key(source, self._output, self._translator.manifest, self._options)
        part = part_of(self._output, key)
        journal = self._opened(key)
        over = False
        try:
            self._refuse_taken(journal)
            clear_left(self._output.parent)
            refuse_unwritable(self._output, part)
            with reading(self._path, form):
                parsed = form.read(source, self._format_options())
            del source  # the library has what it needs
            self._translate(parsed, form, journal)
            report = self._write(parsed, form, journal, part)
            over = True
        except InputError:
            over = True
            raise
        except Cancelled:
            over = not self._control.suspended
            raise
        finally:
            journal.close(delete=over)
        return report

    def _opened(self, key: str) -> Journal:
        folder = _journals()
        prune(folder)
        try:
            return Journal(folder / f"{key}.job")
        except JobBusy as error:
            raise JobBusy(f"{self._path}: {error}") from None

    def _refuse_taken(self, journal: Journal) -> None:
        """Refuse to write over anything, unless it is what this very job wrote before it ended."""
        wanted = [self._output, *([report_path(self._output)] if self._options.report else [])]
        for path in wanted:
            with contextlib.suppress(OSError):  # nothing there, or no such place
                if path.samefile(self._path):
                    raise ResultFailed(f"{path}: is the original, which stays as it is")
            if not self._options.overwrite and not _is_own(path, journal):
                refuse_taken(path)

    def _format_options(self) -> FormatOptions:
        return FormatOptions(
            target=self._target,
            interleaved=self._options.bilingual == "inline",
            encoding=self._options.encoding,
            every_entry=self._options.every_entry,
        )

    @property
    def _target(self) -> str:
        return self._options.translation.target or self._translator.manifest.target_language

    def _translate(self, parsed: Parsed, form: Format, journal: Journal) -> None:
        """Translate what the journal does not know yet."""
        if not journal.planned:
            with reading(self._path, form):
                units = self._controlled(parsed.units())
                journal.note(RESULT, str(self._output))
                journal.plan(planned(units, self._translator, self._options.translation))
        while batch := journal.waiting(_BATCH):
            self._tell(self._progress(journal, "translating"))
            self._pace.wait()
            start = time.perf_counter()
            made = self._translator.translate_segments(
                batch, self._options.translation, cancel=self._control.cancelled
            )
            self._pace.count(sum(map(len, batch)), time.perf_counter() - start)
            kept = (Done(each.text, each.flags, each.confidence) for each in made)
            journal.keep(zip(batch, kept, strict=True))

    def _progress(self, journal: Journal, stage: Stage) -> Progress:
        totals = journal.totals()
        left = self._pace.left(totals.characters_left)
        return Progress(stage, totals.done, totals.sentences, left)

    def _write(self, parsed: Parsed, form: Format, journal: Journal, part: Path) -> Report:
        self._tell(self._progress(journal, "writing"))
        tally = Tally()
        made = translations(
            self._controlled(parsed.units()),
            self._translator,
            self._options.translation,
            journal.done,
            tally,
        )

        def write(file: BinaryIO) -> None:
            with writing(self._path, form):
                self._write_document(parsed, file, made)
            self._refuse_copy(tally)

        self._write_file(self._output, write, journal, part)
        report = Report(
            source=self._path,
            result=self._output,
            sentences=tally.sentences,
            translated=tally.translated,
            copied=tally.copied,
            flagged=tally.flagged,
            seconds=self._pace.seconds,
            doubts=tuple(tally.doubts),
        )
        if self._options.report:
            text = report.as_json().encode("utf-8", "replace")
            place = report_path(self._output)
            self._write_file(place, lambda file: file.write(text), journal, part)
        return report

    def _controlled(self, units: Iterator[Unit]) -> Iterator[Unit]:
        for each in units:
            self._pace.wait()
            yield each

    def _write_document(self, parsed: Parsed, file: BinaryIO, made: Iterator[Translated]) -> None:
        if self._options.bilingual == "page":
            languages = self._translator.manifest.source_language, self._target
            write_page(file, self._path.name, languages, made)
        else:
            parsed.write(file, made)

    def _write_file(
        self, path: Path, write: Callable[[BinaryIO], object], journal: Journal, part: Path
    ) -> None:
        """Write a file, and note what it will be before it is there."""

        def noted(file: BinaryIO) -> None:
            write(file)
            file.flush()
            file.seek(0)
            journal.note(_wrote(path), _digest(file))

        write_whole(
            path,
            noted,
            part=part,
            overwrite=self._options.overwrite or _is_own(path, journal),
            mode=self._path.stat().st_mode & 0o666 | 0o600,
        )

    def _refuse_copy(self, tally: Tally) -> None:
        """Refuse to call a mere copy a translation."""
        if tally.translated:
            return
        if not tally.sentences:
            raise NothingToTranslate(f"{self._path}: expected text to translate, found none")
        unread = tally.untranslated
        raise NothingToTranslate(
            f"{self._path}: nothing in it could be translated: of {tally.sentences} sentences"
            f" {unread} are in another language, or the model has no words for them;"
            f" {tally.sentences - unread} are Chinese already, numbers, names or code"
        )


def _is_own(path: Path, journal: Journal) -> bool:
    """Tell whether a file is what this job wrote, before it was killed."""
    noted = journal.fact(_wrote(path))
    if noted is None:
        return False
    try:
        with path.open("rb") as file:
            return _digest(file) == noted
    except OSError:
        return False


def _digest(file: BinaryIO) -> str:
    found = hashlib.sha256()
    while chunk := file.read(1 << 20):
        found.update(chunk)
    return found.hexdigest()


def _wrote(path: Path) -> str:
    return f"wrote {path.name}"
