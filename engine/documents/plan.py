"""Which files are to be translated, and where their results go."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.documents.formats import is_document
from engine.documents.job import Bilingual
from engine.documents.refusals import NoDocuments
from engine.errors import InputError

_SIMPLIFIED = frozenset({"zh-Hans", "zh"})


@dataclass(frozen=True, slots=True)
class Errand:
    """One file to translate.

    Attributes:
        source: The document.
        result: Where its translation goes; folders on the way may have to be made.
    """

    source: Path
    result: Path


def language_mark(target: str) -> str:
    """Return what the name of a result says about its language: "zh" for Simplified Chinese."""
    return "zh" if target in _SIMPLIFIED else target


def result_name(source: Path, target: str, bilingual: Bilingual = "none") -> str:
    """Name the result of a document: ``report.docx`` becomes ``report.zh.docx``.

    Args:
        source: The document.
        target: The tag of the result's language.
        bilingual: As in :class:`engine.documents.job.JobOptions`; a page is called
            ``report.docx.zh.html``.
    """
    mark = language_mark(target)
    if bilingual == "page":
        return f"{source.name}.{mark}.html"
    return f"{source.stem}.{mark}{_result_suffix(source)}"


def _result_suffix(source: Path) -> str:
    """Return what the name of a translation ends with; a translated template is a catalogue."""
    return ".po" if source.suffix.lower() == ".pot" else source.suffix


def errands(
    paths: Sequence[Path], output: Path | None, target: str, bilingual: Bilingual = "none"
) -> list[Errand]:
    """Find the documents to translate and places for their results.

    Of a folder all documents are taken, those in its folders too, but for hidden ones and for those
    whose name says that they are such results. With ``output``, the results of a folder keep its
    structure.

    Args:
        paths: Files and folders.
        output: A folder for the results, made if it is not there; or, of a single file, the result.
            ``None`` puts each beside its source.
        target: The tag of the results' language.
        bilingual: As for :func:`result_name`.

    Raises:
        NoDocuments: A folder holds none.
        InputError: Two documents would have the same result.
    """
    mark = f".{language_mark(target)}."
    if output is not None and len(paths) == 1 and not paths[0].is_dir() and not _is_folder(output):
        return [Errand(paths[0], _checked(paths[0], output, bilingual))]
    found: dict[Path, Errand] = {}
    for path in paths:
        if path.is_dir():
            members = [each for each in _documents(path) if mark not in each.name]
            if not members:
                raise NoDocuments(f"{path}: expected documents in this folder, found none")
        else:
            members = [path]
        for each in members:
            folder = each.parent
            if output is not None:
                folder = output / each.parent.relative_to(path) if path.is_dir() else output
            errand = Errand(each, folder / result_name(each, target, bilingual))
            known = found.setdefault(errand.result, errand)
            if known.source != each:
                raise InputError(
                    f"{errand.result}: expected one document for each result, found"
                    f" {known.source} and {each}"
                )
    return list(found.values())


def _is_folder(path: Path) -> bool:
    return path.is_dir() or not path.suffix


def _checked(source: Path, output: Path, bilingual: Bilingual) -> Path:
    """Return the name of a result if it says truly what the result will be."""
    wanted = ".html" if bilingual == "page" else _result_suffix(source)
    if output.suffix.lower() != wanted.lower():
        raise InputError(f"{output}: expected a name that ends with {wanted or 'nothing'}")
    return output


def _documents(folder: Path) -> Iterator[Path]:
    """Yield the documents in a folder, by name; links to other folders are not followed."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(place, name)
            if not name.startswith((".", "~$")) and is_document(path) and path.is_file():
                yield path
