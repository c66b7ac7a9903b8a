"""Reading and writing the history in a thread of its own."""

import logging
import sqlite3

import pytest

from gui.history import Entry, History
from gui.history_thread import HistoryThread


def entry(source="Hello.", *, time=1.0):
    return Entry(
        time=time, source=source, translation=source.upper(), source_language="en",
        target_language="zh-Hans",
    )  # fmt: skip


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "history.sqlite3"


@pytest.fixture
def thread(path, qapp):
    running = HistoryThread(path)
    running.start()
    yield running
    running.stop()


def test_what_is_put_is_found(qtbot, thread):
    with qtbot.waitSignals([thread.stored, thread.changed]):
        thread.put(entry("One."), 10)
    with qtbot.waitSignal(thread.found) as found:
        number = thread.search("one")
    assert found.args[0] == number
    assert [each.source for each in found.args[1]] == ["One."]


def test_looking_makes_no_file(qtbot, thread, path):
    with qtbot.waitSignal(thread.found) as found:
        thread.search("")
    assert found.args[1] == ()
    thread.delete([1])
    thread.clear()
    with qtbot.waitSignal(thread.found):
        thread.search("")
    assert not path.parent.exists()


def test_orders_are_carried_out_before_the_end(path, qapp):
    thread = HistoryThread(path)
    thread.start()
    for number in range(20):
        thread.put(entry(f"{number}."), 100)
    thread.stop()
    assert thread.isFinished()
    with History(path) as history:
        assert len(history) == 20


def test_only_the_newest_search_is_answered(qtbot, path):
    thread = HistoryThread(path)
    answered = []
    thread.found.connect(lambda number, _entries: answered.append(number))
    numbers = [thread.search(word) for word in ("a", "ab", "abc")]
    with qtbot.waitSignal(thread.found):
        thread.start()
    thread.stop()
    assert answered == numbers[-1:]


def test_star_delete_restore_and_clear(qtbot, thread):
    with qtbot.waitSignal(thread.stored) as stored:
        thread.put(entry("One."), 10)
    number = stored.args[1]
    thread.star(number, starred=True)
    with qtbot.waitSignal(thread.found) as found:
        thread.search("", starred=True)
    (kept,) = found.args[1]
    assert kept.starred
    thread.delete([number])
    with qtbot.waitSignal(thread.found) as found:
        thread.search("")
    assert found.args[1] == ()
    thread.restore([kept])
    with qtbot.waitSignal(thread.found) as found:
        thread.search("")
    assert found.args[1] == (kept,)
    thread.clear()
    with qtbot.waitSignal(thread.found) as found:
        thread.search("")
    assert found.args[1] == ()


def test_a_damaged_file_is_set_aside_and_a_new_one_begun(qtbot, thread, path):
    path.parent.mkdir()
    path.write_bytes(b"damaged" * 1000)
    with qtbot.waitSignals([thread.reset, thread.stored]):
        thread.put(entry(), 10)
    assert len(list(path.parent.glob("*.damaged-*"))) >= 1


def test_a_folder_that_cannot_be_made_is_reported_without_words(qtbot, tmp_path, caplog):
    (tmp_path / "file").write_text("")
    thread = HistoryThread(tmp_path / "file" / "history.sqlite3")
    thread.start()
    try:
        with caplog.at_level(logging.DEBUG), qtbot.waitSignal(thread.failed) as failed:
            thread.put(entry("Secret text."), 10)
        assert isinstance(failed.args[0], OSError | sqlite3.Error)
        assert failed.args[0].__traceback__ is None
        assert caplog.records
        assert "Secret" not in caplog.text
        with qtbot.waitSignal(thread.failed):
            thread.put(entry("The thread goes on."), 10)
    finally:
        thread.stop()


@pytest.mark.parametrize("opened", [True, False])
def test_deleting_all_deletes_what_was_set_aside(path, thread, opened):
    path.parent.mkdir()
    path.write_bytes(b"not a database " * 1000)
    if opened:
        thread.put(entry(), 10)
    thread.clear()
    thread.stop()
    names = {file.name for file in path.parent.iterdir()}
    assert path.name in names
    assert not any("damaged" in name for name in names)


def test_what_was_set_aside_is_deleted_where_no_history_is(path, thread):
    path.parent.mkdir()
    aside = path.with_name(path.name + ".damaged-20260101-000000-wal")
    aside.touch()
    thread.clear()
    thread.stop()
    assert not aside.exists()


def test_a_fault_that_stays_is_logged_once_until_it_is_gone(qtbot, tmp_path, caplog):
    blocked = tmp_path / "folder"
    blocked.write_text("")
    path = blocked / "history.sqlite3"
    thread = HistoryThread(path)
    thread.start()

    def fail(order):
        with qtbot.waitSignal(thread.failed):
            order()

    try:
        for _ in range(5):
            fail(lambda: thread.put(entry(), 10))
        assert [record.message for record in caplog.records] == [
            f"the history failed with {FileExistsError.__name__}"
        ]
        blocked.unlink()
        with qtbot.waitSignal(thread.stored):
            thread.put(entry(), 10)
        with sqlite3.connect(path) as others:
            others.execute("DROP TABLE entry")
        others.close()
        for _ in range(3):
            fail(lambda: thread.put(entry(), 10))
        # Looking does not help, so it is no news afterwards either.
        fail(lambda: thread.search(""))
        fail(lambda: thread.put(entry(), 10))
    finally:
        thread.stop()
    assert len(caplog.records) == 2
