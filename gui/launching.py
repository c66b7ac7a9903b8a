"""How this program is started from elsewhere."""

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

_LAUNCHER = "yiwen-app"


def launch_command() -> tuple[str, ...]:
    """Return the words of the command that starts this program from any folder.

    That is the launcher by its name where the desktop will find it, else with its full path: the
    folder that runs without Python, or the launcher beside the Python that runs.
    """
    if shutil.which(_LAUNCHER) is not None:
        return (_LAUNCHER,)
    if getattr(sys, "frozen", False):
        return (sys.executable,)
    name = f"{_LAUNCHER}.exe" if sys.platform == "win32" else _LAUNCHER
    beside = Path(sys.executable).with_name(name)
    return (str(beside),) if beside.is_file() else (sys.executable, "-m", "gui")


def shortcut_command() -> str:
    """Return the command line that translates the clipboard, to be bound to a key."""
    words = (*launch_command(), "--translate-clipboard")
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
