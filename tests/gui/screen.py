"""A screen of its own with a window manager, and the program on it, told what it shows."""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
NEEDED = ("Xvfb", "openbox", "xdotool")
MISSING = [name for name in NEEDED if shutil.which(name) is None]
_PATIENCE = 30.0

# The real program with a translator that needs no model. It prints what its user would see.
PROGRAM = """
import json, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
import gui.app
from tests.gui.fakes import FakeTranslator
gui.app.load_translator = lambda *_: FakeTranslator(alternatives=("甲", "乙"))
make = gui.app.MainWindow
def window(*arguments, **options):
    made = make(*arguments, **options)
    told = []
    def look():
        page, focus = made.page, QApplication.focusWidget()
        names = {page.source.view: "source", page.target.view: "target",
                 page.rephrasing.popup.list: "list"}
        popup = QApplication.activePopupWidget()
        seen = {
            "active": made.isActiveWindow(),
            "minimized": made.isMinimized(),
            "focus": names.get(focus, type(focus).__name__ if focus else ""),
            "popup": type(popup).__name__ if popup else "",
            "source": page.source.view.source_text(),
            "target": page.target.view.source_text(),
            "state": made.session.state.name,
            "selected": page.source.view.textCursor().hasSelection(),
            "cursor": page.target.view.textCursor().position(),
        }
        if seen != (told[-1] if told else None):
            told[:] = [seen]
            print(json.dumps(seen), flush=True)
    made.ticking = QTimer(made, interval=20, timeout=look)
    made.ticking.start()
    return made
gui.app.MainWindow = window
sys.exit(gui.app.main(sys.argv[1:]))
"""

# Another program's window; it owns the clipboard, as whoever copied something does.
NEIGHBOUR = """
import sys
from PySide6.QtWidgets import QApplication, QLineEdit
app = QApplication([])
field = QLineEdit("neighbour")
field.setWindowTitle("neighbour")
field.resize(300, 80)
field.show()
field.activateWindow()
if len(sys.argv) > 1:
    app.clipboard().setText(sys.argv[1])
print("shown", flush=True)
app.exec()
"""


class Told:
    """What a program on the screen says, line by line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.last: dict[str, Any] = {}
        self._lines: Queue[str] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait until the program shows something, and return all that it shows then.

        Raises:
            AssertionError: It does not in time; the message says what it shows.
        """
        deadline = time.monotonic() + _PATIENCE
        while not (self.last and wanted(self.last)):
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except Empty:
                raise AssertionError(f"still shown: {self.last}") from None
            self.last = json.loads(line) if line.startswith("{") else {"said": line.strip()}
        return self.last


class Screen:
    """An X display of its own.

    Args:
        environment: What programs on it run with.
    """

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self._running: list[subprocess.Popen[str]] = []

    def run(self, script: str, *arguments: str) -> Told:
        """Start a program that goes on running."""
        process = subprocess.Popen(
            [sys.executable, "-c", script, *arguments],
            cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, text=True, encoding="utf-8",
        )  # fmt: skip
        self._running.append(process)
        return Told(process)

    def do(self, *arguments: str) -> str:
        """Let ``xdotool`` do something, as a user would."""
        done = subprocess.run(
            ["xdotool", *arguments],
            env=self.environment, capture_output=True, text=True, timeout=60, check=True,
        )  # fmt: skip
        return done.stdout.strip()

    def close(self) -> None:
        """End what was started here."""
        for process in self._running:
            process.terminate()
        for process in self._running:
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


@contextmanager
def screen(home: Path) -> Iterator[Screen]:
    """Start a screen with a window manager for programs that keep their things in ``home``."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
        pass_fds=[writing], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writing)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    environment = {
        **{name: value for name, value in os.environ.items() if name != "WAYLAND_DISPLAY"},
        "DISPLAY": f":{number}",
        "QT_QPA_PLATFORM": "xcb",
        "LANG": "C.UTF-8",
        "YIWEN_HOME": str(home),
        "XDG_RUNTIME_DIR": str(home),
    }
    manager = subprocess.Popen(["openbox"], env=environment, stderr=subprocess.DEVNULL)
    shown = Screen(environment)
    try:
        yield shown
    finally:
        shown.close()
        for process in (manager, server):
            process.terminate()
            process.wait()
