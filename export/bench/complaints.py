"""How the commands of the benchmark say what went wrong: in one line, and with their status."""

import sys
from collections.abc import Callable
from typing import Final

from engine.errors import EngineError

REFUSED: Final = 2
"""Exit status for input that is not as it should be."""


def complaining(work: Callable[[], int]) -> int:
    """Do a command's work and return its status; say in one line what stopped it.

    Returns:
        What ``work`` returned; 2 if its input is not as it should be, or a file cannot be read or
        written.
    """
    try:
        return work()
    except EngineError as error:
        _say(f"error: {error}")
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _say(f"error: {where}{error.strerror or error}")
    return REFUSED


def _say(line: str) -> None:
    print(line, file=sys.stderr)  # noqa: T201 - this is a command
