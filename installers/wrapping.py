"""What all installers are told about what they wrap."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Literal

Compression = Literal["small", "fast"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrapping:
    """A frozen folder, and what to write on the parcel.

    Attributes:
        bundle: The folder.
        version: The program's version.
        pack: Name of the pack inside, if it is not the one that usually is.
        day: When the version was made.
        compression: ``small`` takes minutes; ``fast`` is for trying things out.
    """

    bundle: Path
    version: str
    pack: str = ""
    day: date
    compression: Compression = "small"

    @property
    def label(self) -> str:
        """The version as file names have it, with the pack where it is not the usual one."""
        return f"{self.version}+{self.pack}" if self.pack else self.version
