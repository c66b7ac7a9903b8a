"""Remembering which packs were verified, so that unchanged files are not hashed at every start.

A stamp is a small file in the user's cache folder. It holds the hash of the pack's manifest and,
for each file, its size, time of last change and inode as they were when its hash was right. It is
only ever a reason to skip work: one that is missing, unreadable or out of date means hashing again.
"""

import hashlib
import json
import os
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Self

from engine.records import record

_VERSION = 1
# A file changed so recently could change again without its time telling (FAT counts by 2 seconds).
_SETTLED_NS = 2_000_000_000


@record
class Stamp:
    """The state of a pack's files.

    Attributes:
        manifest: SHA-256 of the manifest, in hexadecimal.
        files: For each file in order of name: name, size in bytes, time of last change in
            nanoseconds, inode.
    """

    manifest: str
    files: tuple[tuple[str, int, int, int], ...]

    @classmethod
    def take(cls, manifest: str, folder: Path, names: Iterable[str]) -> Self:
        """Take the state of the named files in ``folder`` as it is now.

        Raises:
            OSError: One of them is not there.
        """
        states = ((name, (folder / name).stat()) for name in sorted(names))
        return cls(
            manifest, tuple((name, s.st_size, s.st_mtime_ns, s.st_ino) for name, s in states)
        )

    def is_settled(self) -> bool:
        """Tell whether any later change of a file would show in its time."""
        newest = max((changed for _, _, changed, _ in self.files), default=0)
        return time.time_ns() - newest > _SETTLED_NS


def is_stamped(stamp: Stamp, folder: Path, cache: Path) -> bool:
    """Tell whether the pack in ``folder`` was found sound in exactly this state.

    Args:
        stamp: Its state now.
        folder: The pack.
        cache: The user's cache folder.
    """
    try:
        stored = _stamp_path(folder, cache).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return False
    return stored == _as_text(stamp)


def write_stamp(stamp: Stamp, folder: Path, cache: Path) -> None:
    """Remember that the pack in ``folder`` is sound in this state; a failure is of no account."""
    path = _stamp_path(folder, cache)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=path.name, dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(_as_text(stamp))
            Path(temporary).replace(path)
        except OSError:
            Path(temporary).unlink(missing_ok=True)


def _stamp_path(folder: Path, cache: Path) -> Path:
    key = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:32]
    return cache / "verified" / f"{key}.json"


def _as_text(stamp: Stamp) -> str:
    files = {name: state for name, *state in stamp.files}
    return json.dumps({"version": _VERSION, "manifest": stamp.manifest, "files": files})
