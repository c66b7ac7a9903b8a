"""Closing the window, whatever is going on."""

import gc
import threading

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMenu
from shiboken6 import isValid, ownedByPython

from gui.session import State
from tests.gui.driving import paste, source, target, wait_for
from tests.gui.fakes import FakeTranslator
from tests.gui.test_interface import visit_everything

# Only the test platform complains, and of every dialog and pop-up.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints|does not support")


@pytest.mark.parametrize("attempt", range(10))
def test_closing_in_the_middle_of_a_job(qtbot, open_window, no_thread_left, attempt):
    window = open_window(FakeTranslator(seconds=0.01))
    paste(window, " ".join(f"Sentence {n}." for n in range(2000)))
    qtbot.waitUntil(lambda: target(window).done > attempt)
    assert window.close()
    assert all(thread.isFinished() for thread in no_thread_left)


def test_closing_while_the_pack_loads(qtbot, open_window, no_thread_left):
    loading, go_on = threading.Event(), threading.Event()

    def load():
        loading.set()
        go_on.wait(10)
        return FakeTranslator()

    window = open_window(load=load)
    assert loading.wait(5)
    timer = threading.Timer(0.05, go_on.set)
    timer.start()
    assert window.close()
    assert no_thread_left[0].isFinished()
    timer.join()


def test_ctrl_q_closes_the_window(qtbot, open_window):
    window = open_window()
    qtbot.keyClick(source(window), Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    assert not window.isVisible()


def test_closing_takes_every_part_apart(qtbot, open_window):
    window = open_window()
    paste(window, "One. Two.")
    wait_for(qtbot, window, State.DONE)
    parts = [window, *window.findChildren(QObject)]
    assert len(parts) > 200
    window.close()
    qtbot.waitUntil(lambda: not any(isValid(part) for part in parts))


@pytest.fixture
def eager_collector():
    """Python looks for cycles all the time, in whichever thread makes something."""
    before = gc.get_threshold()
    # It looks at old objects only when the new ones are many beside them, so those from before the
    # test are put out of its sight.
    gc.freeze()
    gc.collect()
    gc.set_threshold(20, 2, 2)
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


@pytest.mark.usefixtures("eager_collector")
def test_ten_windows_in_a_row_are_not_left_to_the_workers(qtbot, open_window):
    for number in range(10):
        window = open_window(FakeTranslator(seconds=0.001))
        paste(window, " ".join(f"Sentence {n}." for n in range(500)))
        qtbot.waitUntil(lambda window=window, least=number: target(window).done > least)
        window.close()
        del window


@pytest.fixture
def garbage():
    """Everything in cycles that nobody holds, kept by the collector instead of freed."""
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    yield gc.garbage
    gc.set_debug(0)
    gc.garbage.clear()
    gc.collect()


def test_nothing_of_qt_is_left_to_the_collector_while_the_window_is_used(
    qtbot, open_window, garbage
):
    use(qtbot, open_window)
    gc.collect()
    live = [
        each
        for each in garbage
        if isinstance(each, QObject) and isValid(each) and ownedByPython(each)
    ]
    assert live == []


def use(qtbot, open_window):
    """Open a window, do with it what one does, and close it."""
    window = open_window(FakeTranslator(alternatives=("甲。", "乙。")))
    paste(window, "One. Two.")
    wait_for(qtbot, window, State.DONE)
    popup = window.page.rephrasing.popup
    window.page.page_actions.alternatives.trigger()
    qtbot.waitUntil(lambda: popup.list.count() > 0)
    popup.close()
    for menu in window.findChildren(QMenu):
        menu.aboutToShow.emit()
    window.settings.quality = "fast"
    for _ in visit_everything(qtbot, window):
        pass
    window.close()
    qtbot.waitUntil(lambda: not isValid(window))
