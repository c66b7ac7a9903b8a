"""Where this program keeps things on the user's machine. Nothing here creates a folder.

``YIWEN_HOME`` puts everything under one folder of the user's choice: a portable installation on a
memory stick, or a test that must not see the user's own packs.
"""

import os
from pathlib import Path

from platformdirs import PlatformDirs

HOME_VARIABLE = "YIWEN_HOME"

_DIRS = PlatformDirs("yiwen", appauthor=False)


def data_folder() -> Path:
    """Return the folder of what must be kept: packs, glossaries, history."""
    return _home("data") or _DIRS.user_data_path


def packs_folder() -> Path:
    """Return the folder of the packs that the user installed, one folder each."""
    return data_folder() / "packs"


def system_packs_folder() -> Path:
    """Return the folder of the packs that an administrator installed for every user."""
    return (_home("system") or _DIRS.site_data_path) / "packs"


def config_folder() -> Path:
    """Return the folder of the user's settings."""
    return _home("config") or _DIRS.user_config_path


def cache_folder() -> Path:
    """Return the folder of what may be deleted at any time."""
    return _home("cache") or _DIRS.user_cache_path


def downloads_folder() -> Path:
    """Return the folder of models that are being downloaded, or were not installed yet."""
    return cache_folder() / "downloads"


def log_folder() -> Path:
    """Return the folder of the log files."""
    return _home("log") or _DIRS.user_log_path


def _home(name: str) -> Path | None:
    home = os.environ.get(HOME_VARIABLE)
    return Path(home).expanduser().absolute() / name if home else None
