"""How long a start takes: the engine's beside bare sessions, the window's beside a bare one.

Each start is a process of its own; the two sorts take turns. As where the program is installed,
Python finds every module compiled, those of other packages and ours: the first start of each, which
is not counted, puts the compiled ones into a folder of their own.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from engine import pack
from engine.places import HOME_VARIABLE
from export.bench.errors import BenchError
from export.bench.process import ROOT

BARE_SESSIONS: Final = """
import sys, time
start = time.perf_counter()
import numpy, onnxruntime, sentencepiece
folder, _, *graphs = sys.argv[1:]
for name in graphs:
    onnxruntime.InferenceSession(f"{folder}/{name}", providers=["CPUExecutionProvider"])
print(time.perf_counter() - start)
"""

FIRST_SENTENCE: Final = """
import sys, time
start = time.perf_counter()
import engine
assert engine.Translator.load(sys.argv[1]).translate(sys.argv[2]).text
print(time.perf_counter() - start)
"""

_WATCH: Final = """
import os, sys, threading, time
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

wanted = sys.argv.pop()

class Watch(QObject):
    focus = None
    painted = False

    def event(self, event):
        self.look()
        return True

    def eventFilter(self, watched, event):
        self.painted = self.painted or event.type() == QEvent.Type.Paint
        return False

    def look(self):
        if self.seen():
            print(wanted, flush=True)
            os._exit(0)
        QTimer.singleShot(0, self.look)

    def seen(self):
        if wanted == "visible":
            return any(window.isExposed() for window in QGuiApplication.topLevelWindows())
        # It is filled when what one types into has been painted, and with it all around it.
        if self.focus is None:
            focused = [window.focusWidget() for window in QApplication.topLevelWidgets()]
            found = [each for each in focused if each is not None and each.isVisible()]
            for self.focus in found[:1]:
                self.focus.viewport().installEventFilter(self)
        return self.painted

def wait():
    while QCoreApplication.instance() is None:
        time.sleep(0.001)
    watch = Watch()
    watch.moveToThread(QCoreApplication.instance().thread())
    QCoreApplication.postEvent(watch, QEvent(QEvent.Type.User))
    kept.append(watch)

kept = []
threading.Thread(target=wait, daemon=True).start()
"""
"""Says when a window is visible, or filled: both programs are watched from inside, in one way."""

BARE_WINDOW: Final = f"""{_WATCH}
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication(sys.argv[:1])
window = QMainWindow()
window.show()
app.exec()
"""

OUR_WINDOW: Final = f"""{_WATCH}
from gui.app import main
main([])
"""

_SENTENCE: Final = "Good morning."
_PATIENCE: Final = 120


@dataclass(frozen=True, slots=True)
class Starts:
    """Seconds of each start of two programs that took turns."""

    ours: list[float]
    bare: list[float]

    @property
    def ratio(self) -> float:
        """The median of ours by the median of the bare one."""
        return statistics.median(self.ours) / statistics.median(self.bare)


def engine_starts(folder: Path, times: int) -> Starts:
    """Measure import, load and first sentence beside bare imports and sessions.

    Args:
        folder: The pack.
        times: Starts of each.

    Raises:
        BenchError: One of them failed.
    """
    graphs = (pack.ENCODER, pack.DECODER)
    with tempfile.TemporaryDirectory(prefix="yiwen-start-") as home:

        def start(code: str) -> float:
            command = [sys.executable, "-c", code, str(folder), _SENTENCE, *graphs]
            found = _finished(command, dict(os.environ), Path(home))
            return float(found.split()[-1])

        return _in_turns(lambda: start(FIRST_SENTENCE), lambda: start(BARE_SESSIONS), times)


def window_starts(times: int, until: Literal["visible", "filled"] = "visible") -> Starts:
    """Measure process start to a window, beside a bare one, which has nothing to be filled with.

    Args:
        times: Starts of each.
        until: Ours is visible as soon as its frame is, in its place, size and colour; it is filled
            when one can type and sees what one types.

    Raises:
        BenchError: One of them failed.
    """
    with tempfile.TemporaryDirectory(prefix="yiwen-start-") as home:
        environment = {**os.environ, HOME_VARIABLE: home}
        if not has_screen(environment):
            environment["QT_QPA_PLATFORM"] = "offscreen"

        def start(code: str, wanted: str) -> float:
            begun = time.perf_counter()
            found = _finished([sys.executable, "-c", code, wanted], environment, Path(home))
            if wanted not in found:
                raise BenchError(f"expected a {wanted} window, found none")
            return time.perf_counter() - begun

        return _in_turns(
            lambda: start(OUR_WINDOW, until), lambda: start(BARE_WINDOW, "visible"), times
        )


def has_screen(environment: Mapping[str, str]) -> bool:
    """Tell whether there is a screen to show a window on."""
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return sys.platform in {"win32", "darwin"} or any(environment.get(name) for name in named)


def _in_turns(ours: Callable[[], float], bare: Callable[[], float], times: int) -> Starts:
    ours()  # the first of each finds the files on the disk
    bare()
    found = Starts([], [])
    for _ in range(times):
        found.ours.append(ours())
        found.bare.append(bare())
    return found


def _finished(command: list[str], environment: dict[str, str], home: Path) -> str:
    """Run a program of this file to its end and return what it said."""
    environment |= {
        "ORT_DISABLE_TELEMETRY": "1",
        "PYTHONPATH": str(ROOT),
        "PYTHONPYCACHEPREFIX": str(home / "compiled"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    try:
        done = subprocess.run(  # noqa: S603 - this very program
            command,
            cwd=ROOT,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise BenchError(f"expected a start within {_PATIENCE} s, found none") from error
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise BenchError(f"expected a start, found: {said[-1] if said else done.returncode}")
    return done.stdout
