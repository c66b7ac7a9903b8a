"""What can go wrong between a checkpoint and a verified pack."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from engine.errors import EngineError, complaint


class ExportError(EngineError):
    """Base of everything that stops a checkpoint from becoming a pack."""


class CheckpointError(ExportError):
    """A checkpoint's file is missing, truncated, malformed or contradicts another one.

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


class NotOnHub(CheckpointError):
    """The hub has no model of that name that is open to everyone."""


class DownloadFailed(CheckpointError):
    """The hub does not answer, or a download broke off; what has arrived is kept for the next."""


@dataclass(frozen=True, slots=True)
class UnsupportedProperty:
    """One thing a checkpoint asks for that the exporter cannot give it.

    Attributes:
        name: The property, as the checkpoint's own files call it.
        found: Its value there, in words.
        supported: What it may be, in words.
    """

    name: str
    found: str
    supported: str

    def __str__(self) -> str:
        return f"{self.name} is {self.found} (supported: {self.supported})"


class UnsupportedCheckpoint(ExportError):
    """A sound checkpoint of a kind that cannot be exported faithfully; nothing has been written.

    Attributes:
        path: The checkpoint's folder.
        properties: Every unsupported property, not only the first.
    """

    def __init__(self, path: Path | str, properties: Sequence[UnsupportedProperty]) -> None:
        self.path = Path(path)
        self.properties = tuple(properties)
        listed = "; ".join(str(each) for each in self.properties)
        super().__init__(f"{path}: this checkpoint cannot be exported: {listed}")


class VerificationFailed(ExportError):
    """The exported model does not do what the checkpoint does.

    Attributes:
        path: The pack that was checked.
        failures: One line for each failing check.
    """

    def __init__(self, path: Path | str, failures: Sequence[str]) -> None:
        self.path = Path(path)
        self.failures = tuple(failures)
        super().__init__(f"{path}: verification failed: {'; '.join(self.failures)}")


class LanguagesUnknown(ExportError):
    """A sound checkpoint that does not say which languages it translates between.

    Attributes:
        path: The checkpoint's folder.
        source: BCP 47 tag of the language that it reads, ``und`` if unknown.
        target: BCP 47 tag of the language that it writes, ``und`` if unknown.
    """

    def __init__(self, path: Path | str, source: str, target: str) -> None:
        self.path = Path(path)
        self.source = source
        self.target = target
        super().__init__(
            f"{path}: expected a checkpoint that names its languages, found {source} → {target}; "
            "say them with --source and --target, such as --source en --target zh"
        )
