"""Everything that can go wrong in the engine, as one small tree.

::

    EngineError                  one clear line for the user: what, where, expected, found
     ├── PackError               something about a model pack
     │    ├── PackNotFound       there is no pack at that place
     │    ├── PackCorrupt        a file is missing, truncated, edited or malformed
     │    ├── PackIncompatible   well formed, but not for this version or this use
     │    └── PackExists         one of its name is installed already
     ├── InputError              the text handed in cannot be read (not UTF-8, not JSON, …)
     └── InferenceError          a graph failed while running, or gave no usable numbers

    Cancelled                    the caller asked to stop; deliberately not an EngineError

A wrong argument is a ``ValueError``, as everywhere in Python.
"""

from pathlib import Path
from typing import Self


class EngineError(Exception):
    """Base of every error that is the data's or the machine's fault, not the caller's."""


def complaint(path: Path | str, expected: str, found: str) -> str:
    """Say in one form, whatever the file, what should have been there and what was."""
    return f"{path}: expected {expected}, found {found}"


class PackError(EngineError):
    """Something is wrong with a model pack.

    Attributes:
        path: The file or folder at fault.
        expected: What should have been there, in words.
        found: What was there instead, in words.
    """

    def __init__(self, path: Path | str, expected: str, found: str) -> None:
        self.path = Path(path)
        self.expected = expected
        self.found = found
        super().__init__(complaint(path, expected, found))

    def at(self, path: Path | str) -> Self:
        """Return the same error as one about another path, which the user knows."""
        return type(self)(path, self.expected, self.found)


class PackNotFound(PackError):
    """There is no pack at the given place."""


class PackCorrupt(PackError):
    """A pack's file is missing, truncated, edited or malformed."""


class PackIncompatible(PackError):
    """A sound pack that this version, or this use, cannot run.

    Attributes:
        version: The first version of this program that can, where it is known.
    """

    def __init__(self, path: Path | str, expected: str, found: str, *, version: str = "") -> None:
        super().__init__(path, expected, found)
        self.version = version

    def at(self, path: Path | str) -> Self:
        """Return the same error as one about another path, which the user knows."""
        return type(self)(path, self.expected, self.found, version=self.version)


class PackExists(PackError):
    """A pack of its name is installed already, and was not to be replaced."""


class InputError(EngineError):
    """The input text cannot be read as what it should be."""


class InferenceError(EngineError):
    """A graph failed while running (the cause is chained), or left no token to go on with."""


class Cancelled(Exception):
    """The caller asked for the work to stop; nothing is wrong."""
