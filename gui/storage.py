"""Whether what one does can be kept on this computer, and who may read it."""

import os
from pathlib import Path

_PRIVATE_FOLDER = 0o700
_PRIVATE_FILE = 0o600


def make_private(folder: Path) -> None:
    """Make a folder that only its user can look into; one that is there stays as it is.

    Raises:
        OSError: It cannot be made.
    """
    folder.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)


def touch_private(path: Path) -> None:
    """Make a file that only its user can read, or make one that is there such a file.

    Raises:
        OSError: It cannot be.
    """
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, _PRIVATE_FILE))
    path.chmod(_PRIVATE_FILE)


def can_keep(folder: Path) -> bool:
    """Return whether files can be made in ``folder``, which is made if it is not there."""
    import tempfile  # noqa: PLC0415 - the window does not wait for it

    try:
        make_private(folder)
        # Permissions say nothing about a file system that is mounted to be read only.
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
