"""``yiwen translate``: text from the command line or standard input, to standard output."""

import argparse
import contextlib
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from engine.commands.command import (
    Command,
    Directions,
    Loader,
    UsageError,
    add_model_options,
    add_translation_options,
)
from engine.commands.streams import Streams, decode
from engine.translation import OPEN_GAP, gap_between
from engine.types import TranslatedSegment, TranslationOptions

if TYPE_CHECKING:
    from engine.translator import Translator

_FEW: Final = 5
"""Sentences that are translated before anybody would look at a progress bar."""

_OPEN: Final = ("", OPEN_GAP)
"""Gaps that depend on what is on either side."""

_END_OF_INPUT: Final = "Ctrl-Z and Enter" if os.name == "nt" else "Ctrl-D"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "text",
        metavar="TEXT",
        nargs="*",
        help="the text; several words need no quotation marks. Without any, standard input is read",
    )
    add_translation_options(parser)
    add_model_options(parser)
    parser.add_argument(
        "--jsonl",
        action="store_true",
        help='take one JSON object a line, {"id", "text", "target"}, and answer each with one',
    )
    parser.add_argument(
        "--no-progress", action="store_true", help="show no progress bar on the terminal"
    )


def run(arguments: argparse.Namespace, streams: Streams, load: Loader) -> int:
    """Translate, writing each sentence as soon as it is ready."""
    if arguments.jsonl and arguments.text:
        raise UsageError("--jsonl: expected the texts on standard input, found TEXT as well")
    typed = _typed(arguments.text) if arguments.text else None
    if typed is None and streams.stdin.isatty():
        streams.say(f"yiwen: reading standard input; end it with {_END_OF_INPUT}")
    options = TranslationOptions(
        beam_size=arguments.beam,
        target=arguments.target,
        join_lines="always" if arguments.join_lines else "never",
    )
    choose = Directions(arguments, load)
    # At once, so that a pack that cannot be opened is told before anything is read.
    translator = choose(arguments.target)
    if arguments.jsonl:
        return _answer_lines(choose, options, streams)
    text = streams.read_text() if typed is None else typed
    _translate(translator, text, options, streams, bar=not arguments.no_progress)
    if typed is not None:
        streams.write("\n")
    return 0


def _typed(words: Sequence[str]) -> str:
    """Put the words of the command line together as one text."""
    text = " ".join(words)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        # Bytes that the locale could not decode stand in the text as lone surrogates.
        return decode(os.fsencode(text), "TEXT")
    return text


def _translate(
    translator: "Translator",
    text: str,
    options: TranslationOptions,
    streams: Streams,
    *,
    bar: bool,
) -> None:
    document = translator.segment(text, join_lines=options.join_lines)
    total = len(document.segments)
    # A bar between translated lines on one terminal would be ugly, and they show progress enough.
    shown = bar and total > _FEW and streams.stderr.isatty() and not streams.stdout.isatty()
    made = translator.stream(document, options)
    with _progress(made, total, streams) if shown else contextlib.nullcontext(made) as segments:
        before: TranslatedSegment | None = None
        behind = OPEN_GAP
        for translated in segments:
            lead = gap_between(document, before, translated) if behind in _OPEN else ""
            # A sentence goes out with the gap after it, unless what that is depends on the next
            # one: who reads by lines gets whole ones.
            before, behind = translated, document.gap(translated.segment.index + 1)
            streams.write(lead + translated.text + ("" if behind == OPEN_GAP else behind))
    if before is None or behind == OPEN_GAP:
        streams.write(document.gaps[-1])


@contextlib.contextmanager
def _progress(
    segments: Iterator[TranslatedSegment], total: int, streams: Streams
) -> Iterator[Iterator[TranslatedSegment]]:
    from tqdm import tqdm  # noqa: PLC0415 - only a terminal needs it

    with tqdm(segments, total=total, file=streams.stderr, leave=False, unit=" sentences") as bar:
        yield iter(bar)


def _answer_lines(choose: Directions, options: TranslationOptions, streams: Streams) -> int:
    from engine.jsonl import answers  # noqa: PLC0415 - only this way of working needs it

    failed = False
    for answer in answers(streams.stdin, choose, options):
        streams.write(answer.line)
        failed |= answer.failed
    return 1 if failed else 0


COMMAND = Command(
    name="translate",
    summary="translate a text given as arguments or on standard input",
    description="Translate a text. What is given as arguments is one text, never a file; without "
    "any, standard input is translated, which is UTF-8. Line breaks and white space come out as "
    "they went in. Write -- before a text that begins with a dash.",
    configure=configure,
    run=run,
    words="text",
)
