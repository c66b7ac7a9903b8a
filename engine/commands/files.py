"""``yiwen files``: whole documents, each to a document of its kind beside it."""

import argparse
import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.commands.command import (
    Command,
    Loader,
    UsageError,
    add_model_options,
    add_translation_options,
    pack_for,
)
from engine.commands.streams import Streams
from engine.errors import EngineError, InputError, PackError
from engine.types import TranslationOptions

if TYPE_CHECKING:
    from engine.documents.job import JobOptions, Progress, SegmentTranslator
    from engine.documents.plan import Errand
    from engine.documents.report import Report

_MOST_DOUBTS: Final = 20
"""Flagged sentences that are listed on the terminal."""

_LONGEST: Final = 60
"""Characters of a sentence that are shown there."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "path", metavar="PATH", nargs="*", help="a document, or a folder with documents"
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="PATH",
        type=Path,
        help="where the results go: a folder or, for one document, a file"
        " (default: report.docx → report.zh.docx beside it)",
    )
    both = parser.add_mutually_exclusive_group()
    both.add_argument(
        "--bilingual", action="store_true", help="keep the source, in front of each translation"
    )
    both.add_argument(
        "--side-by-side",
        action="store_true",
        help="make a page of HTML with source and translation next to each other instead",
    )
    parser.add_argument(
        "--overwrite", action="store_true", help="replace results that are there already"
    )
    parser.add_argument(
        "--report",
        action="store_true",
        help="write what became of the sentences beside each result, as JSON",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="translate what a catalogue of messages (.po) has a translation of too",
    )
    parser.add_argument(
        "--encoding",
        metavar="NAME",
        default="utf-8",
        help="encoding of the result of a text; same for that of the source (default: utf-8)",
    )
    add_translation_options(parser)
    add_model_options(parser)
    parser.add_argument(
        "--no-progress", action="store_true", help="show no progress bar on the terminal"
    )


def run(arguments: argparse.Namespace, streams: Streams, load: Loader) -> int:
    """Translate documents one after the other; one that fails does not keep the others."""
    if not arguments.path:
        raise UsageError("PATH: expected a document or a folder, found nothing")
    from engine.documents.encodings import check_encoding  # noqa: PLC0415 - not needed for help
    from engine.documents.results import ResultTaken  # noqa: PLC0415 - likewise

    check_encoding(arguments.encoding)
    _check_paths(arguments)
    options = _options(arguments)
    translator = load(pack_for(arguments.pack, arguments.target), arguments.threads)
    target = options.translation.target or translator.manifest.target_language
    code = 0
    for errand in _errands(arguments, target, options):
        try:
            if isinstance(errand, InputError):
                raise errand
            report = _translated(errand, translator, options, streams, arguments)
        except PackError:
            raise  # the next one would fail likewise
        except EngineError as error:
            hint = "; --overwrite replaces it" if isinstance(error, ResultTaken) else ""
            streams.say(f"yiwen: {' '.join(str(error).split())}{hint}")
            code = code or (2 if isinstance(error, InputError) else 1)
        except KeyboardInterrupt:
            streams.say("yiwen: stopped; the same command goes on from here")
            raise
        else:
            streams.write("".join(_lines(report)))
    return code


def _check_paths(arguments: argparse.Namespace) -> None:
    from engine.documents.formats import is_document  # noqa: PLC0415 - not needed to show help

    if "" in arguments.path:
        raise UsageError("PATH: expected a document or a folder, found an empty name")
    several = len(arguments.path) > 1 or _is_folder(Path(arguments.path[0]))
    output = arguments.output
    if several and output is not None and is_document(output) and not _is_folder(output):
        raise InputError(
            f"{output}: expected the name of a folder, without an ending, for the"
            " results of several documents"
        )


def _is_folder(path: Path) -> bool:
    with contextlib.suppress(OSError):  # where one may not look
        return path.is_dir()
    return False


def _errands(
    arguments: argparse.Namespace, target: str, options: "JobOptions"
) -> Iterator["Errand | InputError"]:
    """Yield what is to be done, each document once, and why something cannot be, in order."""
    from engine.documents.plan import errands  # noqa: PLC0415 - not needed to show help

    taken: dict[Path, Path] = {}
    alone = len(arguments.path) == 1
    for path in map(Path, arguments.path):
        found = errands(path, arguments.output, target, options.bilingual, alone=alone)
        yield from found.refusals
        for each in found.errands:
            place = Path(os.path.abspath(each.result))  # noqa: PTH100 - links stay as they are
            if place not in taken:
                taken[place] = each.source
                yield each
            elif not each.source.samefile(taken[place]):
                yield InputError(
                    f"{each.source}: expected a result of its own, found that {each.result} is"
                    f" the result of {taken[place]}"
                )


def _options(arguments: argparse.Namespace) -> "JobOptions":
    from engine.documents.job import JobOptions  # noqa: PLC0415 - not needed to show help

    return JobOptions(
        translation=TranslationOptions(
            beam_size=arguments.beam,
            target=arguments.target,
            join_lines="always" if arguments.join_lines else "sure",
        ),
        bilingual="inline" if arguments.bilingual else "page" if arguments.side_by_side else "none",
        overwrite=arguments.overwrite,
        report=arguments.report,
        encoding=arguments.encoding,
        every_entry=arguments.all,
    )


def _translated(
    errand: "Errand",
    translator: "SegmentTranslator",
    options: "JobOptions",
    streams: Streams,
    arguments: argparse.Namespace,
) -> "Report":
    from engine.documents.job import translate_file  # noqa: PLC0415 - not needed to show help

    if arguments.output is not None:
        _make_folder(errand.result.parent)
    shown = not arguments.no_progress and streams.stderr.isatty()
    with _bar(errand.source.name, streams) if shown else contextlib.nullcontext(_quiet) as tell:
        return translate_file(errand.source, errand.result, translator, options, progress=tell)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise InputError(f"{folder}: expected a folder for the results, found a file") from None
    except OSError as error:
        raise InputError(f"{folder}: cannot be made: {error.strerror or error}") from error


def _quiet(_progress: "Progress") -> None:
    """Show nothing."""


@contextlib.contextmanager
def _bar(name: str, streams: Streams) -> Iterator[Callable[["Progress"], None]]:
    from tqdm import tqdm  # noqa: PLC0415 - only a terminal needs it

    with tqdm(desc=name, total=0, file=streams.stderr, leave=False, unit=" sentences") as bar:

        def tell(progress: "Progress") -> None:
            bar.total = progress.total
            bar.update(progress.done - bar.n)

        yield tell


def _lines(report: "Report") -> Iterator[str]:
    """Say what became of a document, and which sentences are to be checked."""
    yield (
        f"{report.result}: {report.translated} of {report.sentences} sentences translated,"
        f" {report.copied} copied, {report.flagged} to check\n"
    )
    for doubt in report.doubts[:_MOST_DOUBTS]:
        source, made = _short(doubt.source), _short(doubt.translation)
        yield f"  {doubt.where}: {', '.join(doubt.flags)}: {source} → {made}\n"
    more = len(report.doubts) - _MOST_DOUBTS
    if more > 0:
        yield f"  and {more} more; --report writes all of them\n"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


COMMAND = Command(
    name="files",
    summary="translate whole documents, formatting and all",
    description="Translate documents, or all documents of a folder. Each result is written beside"
    " its source, report.docx to report.zh.docx, when it is complete; the source is never touched."
    " A job that was stopped goes on where it was when the same command is given again.",
    configure=configure,
    run=run,
    words="path",
)
