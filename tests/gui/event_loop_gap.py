"""How long the window keeps events waiting: ``python -m tests.gui.event_loop_gap``.

A text of 20,000 words is pasted and translated, once in paragraphs and once without a line break.
A timer that should fire every few milliseconds tells the longest time that it could not, apart from
the insertion of the text itself, which is given on its own. As that depends on what else the
machine is doing, the work done in such a time by the window's thread is told as well. The figures
are printed, not judged.
"""

import argparse
import tempfile
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QEventLoop, QMimeData, QSettings, Qt, QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from gui.app import load_translator
from gui.fonts import interface_font
from gui.session import State
from gui.settings import Settings
from gui.window import MainWindow
from gui.worker import LoadedTranslator, TranslationThread
from tests.gui.fakes import FakeTranslator

TICK_MS = 2


@dataclass(frozen=True, slots=True)
class Gaps:
    """Milliseconds that events waited while a text was translated.

    Attributes:
        longest: The longest time.
        over: How often it was longer than 50 ms.
        worked: The most that the window's thread itself worked between two events.
        insertion: The insertion of the text, which is not among them.
        total: From the insertion to the end of the translation.
    """

    longest: float
    over: int
    worked: float
    insertion: float
    total: float


def text_of(words: int, *, paragraphs: bool) -> str:
    """Return a text of so many words, every sentence of which is another."""
    sentences = [
        f"Sentence number {n} of this long text has ten words." for n in range(words // 10)
    ]
    lines = [" ".join(sentences[n : n + 10]) for n in range(0, len(sentences), 10)]
    return ("\n\n" if paragraphs else " ").join(lines)


def chinese(sentence: str) -> str:
    """Return what could be the translation of a sentence of that text, of about its length."""
    number = "".join(filter(str.isdigit, sentence))
    return f"这篇很长的文章里的第{number}个句子一共有十个单词。"


def measure(app: QApplication, translator: LoadedTranslator, text: str) -> Gaps:
    """Paste ``text`` into a window and watch its events until it is translated."""
    ticks: list[tuple[float, float]] = []

    def tick() -> None:
        ticks.append((time.perf_counter(), time.thread_time()))

    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(tick)
    with tempfile.TemporaryDirectory() as folder:
        store = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        window = MainWindow(
            lambda: TranslationThread(lambda: translator),
            Settings(store),
            lambda: "0",
            history=Path(folder) / "history.sqlite3",
        )
        window.start()
        while window.session.state is not State.EMPTY:
            app.processEvents()
        data = QMimeData()
        data.setText(text)
        begun = time.perf_counter()
        window.page.source.view.insertFromMimeData(data)
        app.processEvents()
        inserted = time.perf_counter()
        tick()
        loop = QEventLoop()
        window.session.finished.connect(loop.quit)
        timer.start(TICK_MS)
        loop.exec()
        ended = time.perf_counter()
        timer.stop()
        tick()
        window.quit()
        while isValid(window):
            app.processEvents()
    gaps = [1000 * (after[0] - before[0]) for before, after in pairwise(ticks)]
    return Gaps(
        longest=max(gaps),
        over=sum(gap > 50 for gap in gaps),
        worked=max(1000 * (after[1] - before[1]) for before, after in pairwise(ticks)),
        insertion=1000 * (inserted - begun),
        total=1000 * (ended - begun),
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description="Measure how long the window keeps events waiting."
    )
    parser.add_argument("--words", type=int, default=20_000)
    parser.add_argument("--pack", help="translate with this pack instead of a model of no cost")
    arguments = parser.parse_args()
    app = QApplication([])
    app.setFont(interface_font(app.font()))
    translator: LoadedTranslator = (
        load_translator(arguments.pack)
        if arguments.pack
        else FakeTranslator(seconds=0.001, render=chinese)
    )
    for name, paragraphs in (("in paragraphs", True), ("in one line", False)):
        gaps = measure(app, translator, text_of(arguments.words, paragraphs=paragraphs))
        print(  # noqa: T201
            f"{arguments.words} words {name}: longest gap {gaps.longest:.0f} ms, "
            f"{gaps.over} over 50 ms, {gaps.worked:.0f} ms of work; "
            f"inserted in {gaps.insertion:.0f} ms, translated in {gaps.total:.0f} ms"
        )


if __name__ == "__main__":
    main()
