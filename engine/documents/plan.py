"""Which files are to be translated, and where their results go."""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.documents.formats import is_document
from engine.documents.job import Bilingual
from engine.documents.refusals import DocumentUnreadable, NoDocuments
from engine.errors import InputError
from engine.records import record

_SIMPLIFIED = frozenset({"zh-Hans", "zh"})


@record
class Errand:
    """One file to translate.

    Attributes:
        source: The document.
        result: Where its translation goes; folders on the way may have to be made.
    """

    source: Path
    result: Path


@record
class Found:
    """What there is to translate at a path.

    Attributes:
        errands: The files, in order.
        refusals: Why something there is not among them; each names it.
    """

    errands: tuple[Errand, ...] = ()
    refusals: tuple[InputError, ...] = ()


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
    path: Path,
    output: Path | None,
    target: str,
    bilingual: Bilingual = "none",
    *,
    alone: bool = True,
) -> Found:
    """Find the documents to translate and places for their results.

    Of a folder all documents are taken, those in its folders too, but for hidden ones and for those
    whose name says that they are such results. With ``output``, the results of a folder keep its
    structure.

    Args:
        path: A file or a folder.
        output: A folder for the results, made if it is not there; or, of a single file, the result.
            ``None`` puts each beside its source.
        target: The tag of the results' language.
        bilingual: As for :func:`result_name`.
        alone: Whether nothing else is to be translated, so that ``output`` may name a result.
    """
    try:
        path.stat()
    except OSError as error:
        return Found(refusals=(_unreadable(path, error),))
    if _is(path, stat.S_ISDIR):
        return _in_folder(path, output, target, bilingual)
    if output is None:
        place = path.with_name(result_name(path, target, bilingual))
    elif alone and output.suffix and not _is(output, stat.S_ISDIR):
        try:
            place = _checked(path, output, bilingual)
        except InputError as error:
            return Found(refusals=(error,))
    else:
        place = output / result_name(path, target, bilingual)
    return Found((Errand(path, place),))


def _in_folder(path: Path, output: Path | None, target: str, bilingual: Bilingual) -> Found:
    mark = f".{language_mark(target)}."
    refusals: list[InputError] = []

    def refuse(error: OSError) -> None:
        refusals.append(_unreadable(Path(error.filename), error))

    found = [each for each in _documents(path, refuse) if mark not in each.name]
    if not found and not refusals:
        refusals.append(NoDocuments(f"{path}: expected documents in this folder, found none"))
    return Found(
        tuple(
            Errand(
                each,
                (each.parent if output is None else output / each.parent.relative_to(path))
                / result_name(each, target, bilingual),
            )
            for each in found
        ),
        tuple(refusals),
    )


def _is(path: Path, kind: Callable[[int], bool]) -> bool:
    """Tell whether something is of a kind; not where one may not look."""
    try:
        return kind(path.stat().st_mode)
    except OSError:
        return False


def _unreadable(path: Path, error: OSError) -> DocumentUnreadable:
    return DocumentUnreadable(f"{path}: cannot be read: {error.strerror or error}")


def _checked(source: Path, output: Path, bilingual: Bilingual) -> Path:
    """Return the name of a result if it says truly what the result will be."""
    wanted = ".html" if bilingual == "page" else _result_suffix(source)
    if output.suffix.lower() != wanted.lower():
        raise InputError(f"{output}: expected a name that ends with {wanted or 'nothing'}")
    return output


def _documents(folder: Path, refuse: Callable[[OSError], object]) -> Iterator[Path]:
    """Yield the documents in a folder, by name; links to other folders are not followed."""
    for place, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = Path(place, name)
            if not name.startswith((".", "~$")) and is_document(path) and _is(path, stat.S_ISREG):
                yield path
