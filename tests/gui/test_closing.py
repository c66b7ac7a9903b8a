"""Closing the window, whatever is going on."""

import threading

import pytest
from PySide6.QtCore import Qt

from tests.gui.driving import paste, source, target
from tests.gui.fakes import FakeTranslator


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
