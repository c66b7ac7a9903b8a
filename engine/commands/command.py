"""What a command is, and what all commands have in common."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.commands.streams import Streams
from engine.errors import InputError, PackError
from engine.records import record
from engine.types import TARGETS, Target

if TYPE_CHECKING:
    from engine.pack import InstalledPack, ModelPack
    from engine.translator import Translator

Loader = Callable[[str | None, int], "Translator"]
"""Loads a pack by its name or path (``None``: the default for Chinese), to run on so
many threads (0: all)."""


class UsageError(InputError):
    """The command line makes no sense."""


@record(kw_only=True)
class Command:
    """One command.

    Attributes:
        name: What to type.
        summary: One line for the list of commands.
        description: What its own help says first.
        configure: Declares its arguments.
        run: Does the work and returns the exit code; ``None`` for a mere group of commands.
        words: The argument, a list, that takes words wherever they stand among the options.
        commands: Commands below this one.
    """

    name: str
    summary: str
    description: str
    configure: Callable[[argparse.ArgumentParser], None] = lambda _parser: None
    run: Callable[[argparse.Namespace, Streams, Loader], int] | None = None
    words: str | None = None
    commands: "tuple[Command, ...]" = ()


def load_translator(pack: str | None, threads: int) -> "Translator":
    """Load a pack for real; see :meth:`engine.translator.Translator.load`."""
    from engine.pack import STARTER, open_default  # noqa: PLC0415 - not needed to show help
    from engine.translator import Translator  # noqa: PLC0415 - loads ONNX Runtime

    if pack is not None:
        return Translator.load(pack, threads=threads)
    return Translator.load(open_default("en", "zh", _warn) or STARTER, threads=threads)


def _warn(damaged: "InstalledPack", problem: PackError, instead: "ModelPack") -> None:
    """Say that a damaged pack is passed over, and what to do about it."""
    # Whoever loads a pack is not told whose streams these are, but messages have one way out.
    Streams.standard().say(f"yiwen: {passed_over(damaged, problem, instead.manifest.name)}")


def passed_over(damaged: "InstalledPack", problem: PackError, instead: str) -> str:
    """Return one line about a damaged pack: what is wrong, what translates, and what to do."""
    cure = {
        "user": f"'yiwen packs remove {damaged.name}' takes it away",
        "system": "who installed it for all users can install it anew",
        "program": "installing the program anew puts it right",
    }
    why = " ".join(str(problem).split())
    state = f"{damaged.name} cannot be used, {instead} translates instead"
    return f"{state}: {why}; {cure[damaged.place]}"


class Directions:
    """The translators of a run: the pack for each direction, opened when it is first wanted.

    There are two directions, so there are at most two of them. A pack that is named is the only
    one.

    Args:
        arguments: The command line's.
        load: How to get a translator.
    """

    def __init__(self, arguments: argparse.Namespace, load: Loader) -> None:
        self._pack: str | None = arguments.pack
        self._threads: int = arguments.threads
        self._load = load
        self._open: dict[bool, Translator] = {}

    def __call__(self, target: Target | None) -> "Translator":
        """Return what translates into a target, or into Chinese where none is named.

        Raises:
            PackError: There is none, or it cannot be opened.
        """
        from_chinese = self._pack is None and target == "en"
        if from_chinese not in self._open:
            self._open[from_chinese] = self._load(pack_for(self._pack, target), self._threads)
        return self._open[from_chinese]


def pack_for(named: str | None, target: Target | None) -> str | None:
    """Return the pack to load: the one that is named, or else the one for the wanted target.

    Args:
        named: The pack that the user names, if any.
        target: What to translate into.

    Returns:
        ``None`` for the one that translates into Chinese when nobody says otherwise.

    Raises:
        PackNotFound: None is installed that translates into English.
        PackError: None that is installed for it is sound.
    """
    if named is not None or target != "en":
        return named
    from engine.errors import PackNotFound  # noqa: PLC0415 - as below
    from engine.pack import open_default, packs_folder  # noqa: PLC0415 - not needed to show help

    found = open_default("zh", "en", _warn)
    if found is None:
        raise PackNotFound(
            packs_folder(),
            "a model pack that translates Chinese into English",
            "none; 'yiwen packs import Helsinki-NLP/opus-mt-zh-en' brings one",
        )
    return str(found.path)


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options that say which model runs, and on how much of the machine."""
    parser.add_argument(
        "--pack",
        metavar="NAME|PATH",
        help="the model pack to use: its name, or its folder (default: see 'yiwen packs default')",
    )
    add_threads_option(parser)


def add_threads_option(parser: argparse.ArgumentParser) -> None:
    """Declare the option that says how much of the machine to use."""
    parser.add_argument(
        "--threads",
        metavar="N",
        type=whole_number(0, 1024),
        default=0,
        help="processor threads to use; 0, the default, for all",
    )


def add_translation_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options that say how to translate."""
    parser.add_argument(
        "--target",
        metavar="LANGUAGE",
        type=one_of(TARGETS),
        help=f"what to translate into: {', '.join(TARGETS)} (default: what the pack writes)",
    )
    parser.add_argument(
        "--beam",
        metavar="N",
        type=whole_number(1, 32),
        help="translations to weigh against each other; 1 is fastest (default: the pack's choice)",
    )
    parser.add_argument(
        "--join-lines",
        action="store_true",
        help="translate the wrapped lines of a paragraph as one; lists, verse and code keep theirs",
    )


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Return an argparse type: a whole number from ``low`` to ``high``."""

    def parse(text: str) -> int:
        if text.isascii() and text.isdecimal() and len(text) < 10 and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(
            f"expected a whole number from {low} to {high}, found {text!r}"
        )

    return parse


def one_of(choices: tuple[str, ...]) -> Callable[[str], str]:
    """Return an argparse type: one of the given words."""

    def parse(text: str) -> str:
        if text in choices:
            return text
        raise argparse.ArgumentTypeError(f"expected one of {', '.join(choices)}, found {text!r}")

    return parse
