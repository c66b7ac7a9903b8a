"""Waiting for a pause."""

from unittest.mock import Mock

import pytest

from gui.debounce import LONGEST_MS, SHORTEST_MS, Debouncer


@pytest.fixture
def callback():
    return Mock(return_value=None)


@pytest.fixture
def debouncer(qapp, callback):
    return Debouncer(callback)


def test_many_triggers_make_one_call(qtbot, debouncer, callback):
    for _ in range(5):
        debouncer.trigger()
    assert debouncer.waiting
    callback.assert_not_called()
    qtbot.waitUntil(lambda: callback.called)
    qtbot.wait(debouncer.delay_ms + 50)
    callback.assert_called_once_with()
    assert not debouncer.waiting


def test_flush_calls_at_once_and_only_what_is_due(debouncer, callback):
    debouncer.flush()
    callback.assert_not_called()
    debouncer.trigger()
    debouncer.flush()
    debouncer.flush()
    callback.assert_called_once_with()


def test_cancel_forgets(qtbot, debouncer, callback):
    debouncer.trigger()
    debouncer.cancel()
    qtbot.wait(debouncer.delay_ms + 50)
    callback.assert_not_called()


def test_nothing_is_called_while_held(qtbot, debouncer, callback):
    debouncer.trigger()
    debouncer.set_held(True)
    debouncer.trigger()
    debouncer.flush()
    qtbot.wait(debouncer.delay_ms + 50)
    callback.assert_not_called()
    assert debouncer.waiting
    debouncer.set_held(False)
    callback.assert_not_called()
    qtbot.waitUntil(lambda: callback.called)


def test_release_without_anything_due_calls_nothing(qtbot, debouncer, callback):
    debouncer.set_held(True)
    debouncer.set_held(False)
    qtbot.wait(debouncer.delay_ms + 50)
    callback.assert_not_called()


def test_the_pause_follows_the_cost_within_limits(debouncer):
    initial = debouncer.delay_ms
    debouncer.note_cost(0.001)
    assert SHORTEST_MS < debouncer.delay_ms < initial
    for _ in range(30):
        debouncer.note_cost(0.001)
    assert debouncer.delay_ms == SHORTEST_MS
    for _ in range(30):
        debouncer.note_cost(0.1)
    assert debouncer.delay_ms == 200
    for _ in range(30):
        debouncer.note_cost(60)
    assert debouncer.delay_ms == LONGEST_MS
