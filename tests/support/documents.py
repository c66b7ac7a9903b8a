"""Runs a format of documents by itself, and whole jobs in a folder of the test's own."""

from io import BytesIO
from pathlib import Path

from engine.documents.format import FormatOptions, Source, Translated, Unit
from engine.documents.formats import format_for
from engine.documents.job import JobOptions, translate_file
from engine.documents.plan import result_name
from engine.documents.report import Report
from tests.support.document_translator import DocumentTranslator

TEXT = "Good morning. How are you?\n\nGood morning.\n\n2024\n"
MADE = "【GOOD MORNING.】【HOW ARE YOU?】\n\n【GOOD MORNING.】\n\n2024\n"
"""What a :class:`DocumentTranslator` makes of that text."""


def write(folder: Path, text: str = TEXT, name: str = "a.txt") -> Path:
    """Write a document into a folder and return its path."""
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def parse(name: str, data: bytes, **options):
    """Read a document of a given name."""
    path = Path(name)
    return format_for(path).read(Source(path, data), FormatOptions(**options))


def units_of(name: str, data: bytes, **options) -> list[Unit]:
    return list(parse(name, data, **options).units())


def rewritten(name: str, data: bytes, **options) -> bytes:
    """Return a document whose units were all replaced by themselves."""
    parsed = parse(name, data, **options)
    file = BytesIO()
    parsed.write(file, (Translated(unit, unit.content) for unit in list(parsed.units())))
    return file.getvalue()


def translated(
    path: Path, translator: DocumentTranslator | None = None, **options
) -> tuple[bytes, Report]:
    """Translate a file, to where it goes by itself; return what was written and the report."""
    wanted = JobOptions(**options)
    output = path.with_name(result_name(path, "zh-Hans", wanted.bilingual))
    report = translate_file(path, output, translator or DocumentTranslator(), wanted)
    return output.read_bytes(), report
