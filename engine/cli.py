"""The command line: finds the command, and turns whatever goes wrong into one line and a code.

Exit codes: 0 done; 1 something failed while running; 2 the command line, a pack or the input is
not as it should be; 130 stopped by Ctrl-C; 141 nobody reads the output any more.
"""

import argparse
import contextlib
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Final, NoReturn

from engine.commands import files, packs, self_check, serve, translate
from engine.commands.command import Command, Loader, UsageError, load_translator
from engine.commands.streams import OutputClosed, Streams
from engine.errors import EngineError, InputError, PackError
from engine.version import program_version

OK: Final = 0
FAILED: Final = 1
REFUSED: Final = 2
INTERRUPTED: Final = 130
OUTPUT_CLOSED: Final = 141

_YIWEN: Final = Command(
    name="yiwen",
    summary="translate on this machine",
    description="Yiwen (译文) translates English to Chinese on this machine, without a network.",
    commands=(translate.COMMAND, files.COMMAND, serve.COMMAND, packs.COMMAND, self_check.COMMAND),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        argv: The arguments without the program's name; the process's own by default.

    Returns:
        The exit code.
    """
    try:
        code = run(sys.argv[1:] if argv is None else argv, Streams.standard(), load_translator)
        _let_go_of_output()
    except KeyboardInterrupt:  # it may come when all is done but the ending
        return INTERRUPTED
    return code


def run(argv: Sequence[str], streams: Streams, load: Loader) -> int:
    """Run one command; whatever goes wrong becomes one line on the standard error.

    Args:
        argv: The arguments without the program's name.
        streams: What to read and write.
        load: How to get a translator.

    Returns:
        The exit code.
    """
    try:
        return _dispatch(argv, streams, load)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OutputClosed:
        return OUTPUT_CLOSED
    except Exception as error:  # noqa: BLE001 - nobody but who asks for it gets a traceback
        if _interrupted(error):
            return INTERRUPTED
        line, code = _explained(error)
        streams.say(f"yiwen: {line}")
        if "--debug" in argv:
            streams.say(traceback.format_exc().rstrip())
        return code


def _dispatch(argv: Sequence[str], streams: Streams, load: Loader) -> int:
    try:
        arguments = _parse(argv)
    except _Shown as shown:
        streams.write(shown.text)
        return OK
    command: Command = arguments.command
    if command.run is None:
        streams.write(arguments.parser.format_help())
        return OK
    return command.run(arguments, streams, load)


def _interrupted(error: BaseException | None) -> bool:
    """Return whether Ctrl-C is behind an error: a library that is being loaded makes it another."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False


def _explained(error: Exception) -> tuple[str, int]:
    if isinstance(error, EngineError):
        code = REFUSED if isinstance(error, InputError | PackError) else FAILED
        return " ".join(str(error).split()), code
    return f"internal error ({type(error).__name__}); --debug shows where", FAILED


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    """Take the arguments apart. Words may stand anywhere among the options of their command.

    Raises:
        UsageError: They make no sense.
        _Shown: They ask for help or for the version.
    """
    dashes = argv.index("--") if "--" in argv else len(argv)
    arguments, rest = command_parser().parse_known_args(argv[:dashes])
    parser: argparse.ArgumentParser = arguments.parser
    words: str | None = arguments.command.words
    for each in rest:
        if _looks_like_option(each):
            hint = "; write -- before a text that begins with a dash" if words else ""
            parser.error(f"unknown option {each!r}{hint}")
    rest += argv[dashes + 1 :]
    if rest and words is None:
        parser.error(f"unexpected argument {rest[0]!r}")
    if words is not None:
        setattr(arguments, words, [*getattr(arguments, words), *rest])
    return arguments


def _looks_like_option(word: str) -> bool:
    return len(word) > 1 and word[0] == "-" and " " not in word and not word[1].isdecimal()


def command_parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line, with its commands below it."""
    parser = _Parser(
        prog=_YIWEN.name, description=_YIWEN.description, allow_abbrev=False, add_help=False
    )
    parser.add_argument(
        "-V", "--version", action=_ShowVersion, nargs=0, help="print the program's version"
    )
    _declare(parser, _YIWEN)
    return parser


def _declare(parser: argparse.ArgumentParser, command: Command) -> None:
    command.configure(parser)
    parser.add_argument(
        "--debug",
        action="store_true",
        default=argparse.SUPPRESS,
        help="if something goes wrong, print where it did",
    )
    parser.add_argument("-h", "--help", action=_ShowHelp, nargs=0, help="print this help")
    parser.set_defaults(command=command, parser=parser)
    if command.commands:
        group = parser.add_subparsers(title="commands", metavar="COMMAND")
        for child in command.commands:
            added = group.add_parser(
                child.name,
                help=child.summary,
                description=child.description,
                allow_abbrev=False,
                add_help=False,
            )
            _declare(added, child)


class _Parser(argparse.ArgumentParser):
    """Raises instead of printing and leaving: there is one way out, and one line of error."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message.removeprefix('argument ')}; see {self.prog} --help")


class _Shown(Exception):
    """Help or the version is all that was asked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__()


class _ShowHelp(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_rest: object) -> NoReturn:
        raise _Shown(parser.format_help())


class _ShowVersion(argparse.Action):
    def __call__(self, *_rest: object) -> NoReturn:
        raise _Shown(f"yiwen {program_version()}\n")


def _let_go_of_output() -> None:
    """Spare the interpreter's last flush from failing on what could not be written before."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
