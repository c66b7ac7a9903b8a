"""Patterns that are compiled when they are first used.

The guards have hundreds, some with large classes of characters; a plain sentence needs few of them,
and a program that has just been started should not compile the others.
"""

import re
from typing import Any, cast


def regex(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return what works as ``re.compile(text, flags)`` does, and costs next to nothing until then.

    Args:
        text: The pattern. A fault in it shows when it is first used.
        flags: As ``re.compile`` takes them.
    """
    return cast("re.Pattern[str]", _Pattern(text, flags))


class _Pattern:
    """Has the methods of a compiled pattern, each taken over from it at its first use.

    From then on they are found on this object itself, so that a call costs what it costs of the
    compiled one. Two threads may both compile it, which does no harm.
    """

    def __init__(self, text: str, flags: int) -> None:
        self.pattern = text
        self._asked_flags = flags

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a pattern has
        if name.startswith("__"):  # asked by those who copy or pickle, before there are any fields
            raise AttributeError(name)
        found = getattr(re.compile(self.pattern, self._asked_flags), name)
        setattr(self, name, found)
        return found
