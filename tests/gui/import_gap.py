"""How long an import keeps the window's events waiting: ``python -m tests.gui.import_gap [MODEL]``.

A timer that should fire every few milliseconds tells the longest time that it could not, while a
model is imported in the window. As that depends on what else the machine is doing, the work done in
such a time by the window's thread is told as well. The figures are printed, not judged.
"""

import argparse
import os
import tempfile
import time
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QEventLoop, QSettings, Qt, QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from gui.app import load_translator
from gui.fonts import interface_font
from gui.settings import Settings
from gui.window import MainWindow
from gui.worker import TranslationThread

TICK_MS = 2
STARTER = Path(__file__).parents[2] / "assets" / "checkpoints" / "starter-en-zh"


def measure(app: QApplication, model: Path, folder: Path) -> str:
    """Import ``model`` in a window and return what became of it, and how long events waited."""
    ticks: list[tuple[float, float]] = []

    def tick() -> None:
        ticks.append((time.perf_counter(), time.thread_time()))

    store = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    window = MainWindow(
        lambda: TranslationThread(lambda: load_translator(None)),
        Settings(store),
        lambda: "0",
        history=folder / "history.sqlite3",
    )
    window.start()
    while not window.session.packs_loaded:
        app.processEvents()
    page = window.packs_page
    window.commands.show_packs.trigger()
    while not page.list.packs.rowCount():
        app.processEvents()
    timer, loop = QTimer(), QEventLoop()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(tick)
    page.jobs.imports.ended.connect(lambda *_: QTimer.singleShot(1000, loop.quit))
    timer.start(TICK_MS)
    page.bring([model])
    loop.exec()
    timer.stop()
    said = page.jobs.cards[0].title.text()
    window.quit()
    while isValid(window):
        app.processEvents()
    gaps = [1000 * (after[0] - before[0]) for before, after in pairwise(ticks)]
    worked = max(1000 * (after[1] - before[1]) for before, after in pairwise(ticks))
    return (
        f"{said} after {ticks[-1][0] - ticks[0][0]:.0f} s: longest gap {max(gaps):.0f} ms, "
        f"{sum(gap > 50 for gap in gaps)} over 50 ms, {worked:.0f} ms of work"
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Measure how long an import keeps events waiting.")
    parser.add_argument("model", nargs="?", type=Path, default=STARTER, help="a folder or a zip")
    arguments = parser.parse_args()
    app = QApplication([])
    app.setFont(interface_font(app.font()))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["YIWEN_HOME"] = folder
        print(measure(app, arguments.model.absolute(), Path(folder)))  # noqa: T201


if __name__ == "__main__":
    main()
