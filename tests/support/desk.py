"""The program on a screen of its own, used as a user would: with keys, and with the clipboard."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.gui.screen import Screen

NEEDED = ("Xvfb", "openbox", "xdotool", "xclip", "tesseract")
PARAGRAPH = (
    "Good morning. How are you today? I would like a cup of tea, please. "
    "The train leaves at ten o'clock."
)
_PATIENCE = 60.0

_GRAB = """
import sys
from PySide6.QtGui import QGuiApplication
application = QGuiApplication([])
assert application.primaryScreen().grabWindow(0).save(sys.argv[1])
"""


def wait_for(wanted: Callable[[], object], what: str) -> None:
    """Wait until ``wanted`` returns something true.

    Raises:
        AssertionError: It does not in time.
    """
    deadline = time.monotonic() + _PATIENCE
    while not wanted():
        assert time.monotonic() < deadline, f"waited in vain: {what}"
        time.sleep(0.1)


def wait_for_window(screen: Screen) -> None:
    """Wait until the program's window is there and has the focus."""
    screen.do("search", "--sync", "--onlyvisible", "--name", "^Yiwen$", "windowactivate", "--sync")


def copy(screen: Screen, text: str) -> None:
    """Copy a text elsewhere."""
    subprocess.run(
        ["xclip", "-selection", "clipboard"],
        input=text.encode(), env=screen.environment, check=True, timeout=30,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def clipboard(screen: Screen) -> str:
    """Return the text that was copied last; nothing while nobody answers."""
    try:
        found = subprocess.run(
            ["xclip", "-selection", "clipboard", "-out"],
            env=screen.environment, capture_output=True, check=False, timeout=10,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return ""
    return found.stdout.decode("utf-8", "replace")


def paste_and_translate(screen: Screen, text: str = PARAGRAPH) -> str:
    """Paste a text into the window and copy its translation, as soon as all of it is there."""
    copy(screen, text)
    screen.do("key", "ctrl+l")
    screen.do("key", "ctrl+a")
    screen.do("key", "ctrl+v")
    found = ""

    def translated() -> bool:
        nonlocal found
        before = found
        screen.do("key", "ctrl+shift+c")
        time.sleep(0.5)
        found = clipboard(screen)
        return found == before and any("\u4e00" <= each <= "\u9fff" for each in found)

    wait_for(translated, f"a translation; last seen: {found!r}")
    return found


def screenshot(screen: Screen, path: Path) -> Path:
    """Take a picture of the whole screen."""
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-c", _GRAB, path], env=screen.environment, check=True)
    return path


def read(picture: Path) -> str:
    """Return the Chinese that can be read in a picture; boxes for missing glyphs cannot."""
    done = subprocess.run(
        ["tesseract", picture, "-", "-l", "chi_sim", "--psm", "11"],
        capture_output=True, check=True, timeout=300,
    )  # fmt: skip
    return "".join(done.stdout.decode("utf-8", "replace").split())


def share_read(text: str, picture: Path) -> float:
    """Return how many of a text's Chinese characters can be read in a picture, as a share."""
    han = [each for each in text if "\u4e00" <= each <= "\u9fff"]
    seen = read(picture)
    return sum(each in seen for each in han) / len(han)
