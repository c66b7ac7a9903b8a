"""Translated files that wait to be fetched, for some minutes, in a folder that front ends share."""

import re
import secrets
import time
from pathlib import Path
from typing import Final

from engine.server.refusals import Refusal, unavailable

_KEPT: Final = 600.0
"""Seconds for which a file waits."""

_MOST: Final = 200
_PRIVATE: Final = 0o700
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{32}\.[a-z0-9]{1,8}")


class Downloads:
    """The files.

    Args:
        folder: Where they are; only this user may look into it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, data: bytes, suffix: str) -> str:
        """Keep a file and return its name, which nobody can guess.

        Args:
            data: What is in it.
            suffix: Its name's ending, with the dot.

        Raises:
            Refusal: Too many wait already, or there is no room for this one.
        """
        name = f"{secrets.token_urlsafe(24)}{suffix.lower()}"
        try:
            # Systems clear away temporary folders in which nothing happened for days.
            self._folder.mkdir(_PRIVATE, exist_ok=True)
            full = self._tidy() >= _MOST
            if not full:
                self._write(name, data)
        except OSError as error:
            raise unavailable("the translated file could not be kept", 60) from error
        if full:
            raise unavailable("too many translated files wait to be fetched", 60)
        return name

    def get(self, name: str) -> bytes:
        """Return a file.

        Raises:
            Refusal: There is none of that name, or no longer.
        """
        path = self._folder / name
        try:
            if not _NAME.fullmatch(name) or _is_old(path):
                raise FileNotFoundError
            return path.read_bytes()
        except OSError as error:
            raise Refusal(404, "the file: expected one that is still kept, found none") from error

    def _write(self, name: str, data: bytes) -> None:
        path = self._folder / name
        try:
            path.write_bytes(data)
        except OSError:
            path.unlink(missing_ok=True)  # nobody shall fetch a half
            raise

    def _tidy(self) -> int:
        """Delete what waited too long, and count the rest."""
        left = 0
        for path in self._folder.iterdir():
            try:
                if _is_old(path):
                    path.unlink()
                else:
                    left += 1
            except FileNotFoundError:
                continue  # another front end was faster
        return left


def _is_old(path: Path) -> bool:
    return time.time() - path.stat().st_mtime > _KEPT
