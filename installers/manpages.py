"""Manual pages, made of what the programs say about themselves when asked for help."""

import argparse
from collections.abc import Iterator
from datetime import date


def manual(parser: argparse.ArgumentParser, summary: str, version: str, day: date) -> str:
    """Return a page of section 1 in the language of ``man``.

    Args:
        parser: The program's parser; its subcommands are described as well.
        summary: What the program does, in one line.
        version: The program's version.
        day: When that version was made.
    """
    name = parser.prog
    lines = [
        f'.TH {name.upper()} 1 "{day.isoformat()}" "Yiwen {version}" "User Commands"',
        ".SH NAME",
        f"{name} \\- {_text(summary)}",
        ".SH SYNOPSIS",
        _usage(parser),
        ".SH DESCRIPTION",
        _text(parser.description or ""),
        ".SH OPTIONS",
        *_options(parser),
    ]
    commands = list(_commands(parser))
    if commands:
        lines.append(".SH COMMANDS")
    for command in commands:
        lines += [f".SS {_text(command.prog)}", _text(command.description or "")]
        lines += [".PP", _usage(command), *_options(command)]
    lines += [
        ".SH FILES",
        "Model packs, history and settings are kept in the user's own folders, below",
        r".IR ~/.local/share/yiwen ",
        " ~/.config " and " ~/.cache/yiwen .",
        "The variable",
        ".B YIWEN_HOME",
        "puts all of it into one folder.",
    ]
    return "\n".join(lines) + "\n"


def _commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield the subcommands that do something, those of subcommands included."""
    for action in parser._actions:  # noqa: SLF001 - argparse offers no other way
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - as above
            for child in action.choices.values():
                below = list(_commands(child))
                yield from below or [child]


def _usage(parser: argparse.ArgumentParser) -> str:
    usage = " ".join(parser.format_usage().removeprefix("usage:").split())
    rest = usage.removeprefix(parser.prog).strip()
    return f".B {_text(parser.prog)}\n{_text(rest)}"


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:  # noqa: SLF001 - as above
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - as above
            continue
        value = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
        takes = action.nargs != 0
        names = [f"{name} {value}" if takes else name for name in action.option_strings] or [value]
        yield ".TP"
        yield f".B {_text(', '.join(names))}"
        yield _text(action.help or "")


def _text(text: str) -> str:
    """Write a text so that roff takes nothing in it for an instruction."""
    safe = text.replace("\\", r"\e").replace("-", r"\-")
    return "\n".join(
        rf"\&{line}" if line.startswith((".", "'")) else line for line in safe.splitlines()
    )
