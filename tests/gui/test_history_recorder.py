"""What is worth keeping."""

import pytest
from PySide6.QtCore import QObject, Signal

from gui.history import Entry
from gui.history_recorder import HistoryRecorder, continues
from gui.settings import Settings

SETTLE_MS = 40


class FakeThread(QObject):
    """Remembers what it should have stored."""

    stored = Signal(int, int)

    def __init__(self):
        super().__init__()
        self.rows = {}
        self.limits = []

    def put(self, entry, limit):
        self.limits.append(limit)
        number = entry.id or len(self.rows) + 1
        self.rows[number] = entry
        order = len(self.limits)
        self.last = order, number
        return order

    def answer(self):
        """As the real one: the answer comes after the order has its number."""
        self.stored.emit(*self.last)

    @property
    def sources(self):
        return [entry.source for entry in self.rows.values()]


@pytest.fixture
def thread(qapp):
    return FakeThread()


@pytest.fixture
def settings(store):
    return Settings(store)


@pytest.fixture
def recorder(settings, thread):
    return HistoryRecorder(settings, thread, SETTLE_MS)


def entry(source, translation="译"):
    return Entry(
        time=1.0, source=source, translation=translation, source_language="en",
        target_language="zh-Hans",
    )  # fmt: skip


def test_a_text_that_is_left_alone_is_kept(qtbot, recorder, thread, settings):
    recorder.note(entry("Hello."))
    assert thread.sources == []
    qtbot.waitUntil(lambda: thread.sources == ["Hello."])
    assert thread.limits == [settings.history_limit]


def test_what_is_still_being_typed_is_not(qtbot, settings, thread):
    # The clock starts anew with every change: it never comes to its end, however slow the machine.
    recorder = HistoryRecorder(settings, thread, settle_ms=60_000)
    for end in range(1, 12):
        recorder.text_changed()
        assert not recorder._timer.isActive()
        recorder.note(entry("Hello world"[:end]))
        assert recorder._timer.isActive()
    assert thread.sources == []
    recorder.flush()
    assert thread.sources == ["Hello world"]


def test_a_change_stops_the_clock_until_it_is_translated(qtbot, recorder, thread):
    recorder.note(entry("Hello"))
    recorder.text_changed()
    qtbot.wait(3 * SETTLE_MS)
    assert thread.sources == []
    recorder.note(entry("Hello there"))
    qtbot.waitUntil(lambda: thread.sources == ["Hello there"])


def test_another_text_instead_keeps_the_one_before(recorder, thread):
    recorder.note(entry("A first text."))
    recorder.text_changed()
    recorder.note(entry("Something else."))
    assert thread.sources == ["A first text."]


def test_clearing_keeps_what_was_there(recorder, thread):
    recorder.note(entry("A first text."))
    recorder.text_changed()
    recorder.text_replaced()
    assert thread.sources == ["A first text."]


def test_an_edit_after_it_was_kept_takes_its_place(qtbot, recorder, thread):
    recorder.note(entry("A first text."))
    recorder.flush()
    thread.answer()
    recorder.note(entry("A first text, longer."))
    recorder.flush()
    assert thread.sources == ["A first text, longer."]


def test_the_same_beginning_after_clearing_is_a_text_of_its_own(recorder, thread):
    recorder.note(entry("A first text."))
    recorder.text_replaced()
    thread.answer()
    recorder.note(entry("A first text, again."))
    recorder.flush()
    assert thread.sources == ["A first text.", "A first text, again."]


def test_another_version_of_the_translation_replaces_it(recorder, thread):
    recorder.note(entry("Hello.", "你好。"))
    recorder.flush()
    thread.answer()
    recorder.correct("Hello.", "您好。")
    recorder.correct("Other.", "别的。")
    recorder.flush()
    assert [each.translation for each in thread.rows.values()] == ["您好。"]


def test_nothing_is_kept_when_it_is_off(recorder, thread, settings):
    settings.history = False
    recorder.note(entry("Hello."))
    recorder.flush()
    settings.history = True
    recorder.flush()
    assert thread.sources == []


def test_turning_it_off_forgets_what_was_waiting(recorder, thread, settings):
    recorder.note(entry("Hello."))
    settings.history = False
    settings.history = True
    recorder.flush()
    assert thread.sources == []


def test_a_smaller_limit_counts_only_when_something_is_kept(recorder, thread, settings):
    # Turning through the numbers on the way to another one must not cost anything.
    settings.history_limit = 50
    assert thread.limits == []
    recorder.note(entry("Hello."))
    recorder.flush()
    assert thread.limits == [50]


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("Hel", "Hello", True),
        ("Hello", "Hel", True),
        ("One two three four.", "One two five three four.", True),
        ("two three.", "One two three.", True),
        ("Hello.", "Goodbye", False),
        ("", "Hello", False),
        ("x", "yy", False),
    ],
)
def test_what_counts_as_an_edit(before, after, same):
    assert continues(before, after) is same
