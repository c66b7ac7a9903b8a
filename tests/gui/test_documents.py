"""Documents that are translated beside texts."""

import json
import threading

import pytest
from PySide6.QtCore import Qt

from engine.documents.report import Report
from engine.errors import InferenceError
from gui.document_jobs import JobState
from gui.session import State
from tests.gui.document_driving import (
    done,
    drop,
    journals,
    made,
    numbers,
    rows,
    states,
    until,
    write,
)
from tests.gui.driving import paste, shown, wait_for
from tests.gui.fakes import FakeManifest, FakeTranslator, translated

# Only the test platform complains, and of every dialog and pop-up.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints|does not support")


def test_documents_of_several_formats_become_others_one_after_the_other(
    qtbot, open_window, folder, home
):
    paths = [write(folder, name) for name in ("a.txt", "b.md", "c.srt")]
    window = open_window()
    window.commands.show_documents.trigger()
    assert drop(window.documents_page, *paths)
    until(qtbot, window, *[JobState.DONE] * 3)
    assert made(paths[0]).read_text("utf-8") == "\n\n".join(
        translated(f"Line {number} of a.") for number in range(3)
    )
    assert made(paths[1]).read_text("utf-8").startswith("译")
    assert "译<LINE 0" in made(paths[2]).read_text("utf-8").replace("\n", " ")
    report = rows(window)[0].report
    assert isinstance(report, Report)
    assert (report.translated, report.sentences) == (3, 3)
    assert window.documents_page.foot.remark.text() == "3 of 3 documents done"
    assert journals(home) == []
    qtbot.waitUntil(lambda: not (folder.parent / "documents.json").exists())


def test_a_document_is_paused_gone_on_with_and_cancelled(qtbot, open_window, folder, home):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    page, queue = window.documents_page, window.documents_page.queue
    path = write(folder, sentences=100)
    page.add([path])
    qtbot.waitUntil(lambda: bool(translator.batches))
    translator.gate.release(70)
    qtbot.waitUntil(lambda: done(window) >= 64)
    queue.pause(numbers(window))
    assert states(window) == [JobState.PAUSED]
    # The thread is free for whatever comes next.
    qtbot.waitUntil(lambda: queue._at_work is None)
    assert len(journals(home)) == 1
    before = len(translator.sentences)
    queue.resume(numbers(window))
    until(qtbot, window, JobState.RUNNING)
    translator.gate.release(10)
    qtbot.waitUntil(lambda: len(translator.sentences) >= before + 10)
    queue.cancel(numbers(window))
    assert states(window) == [JobState.CANCELLED]
    qtbot.waitUntil(lambda: queue._at_work is None and not journals(home))
    assert not made(path).exists()
    queue.retry(numbers(window))
    translator.gate.release(1000)
    until(qtbot, window, JobState.DONE)
    assert made(path).read_text("utf-8").count("译") == 100


def test_what_was_paused_is_not_translated_again(qtbot, open_window, folder):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    queue = window.documents_page.queue
    window.documents_page.add([write(folder, sentences=100)])
    translator.gate.release(70)
    qtbot.waitUntil(lambda: done(window) >= 64)
    queue.pause(numbers(window))
    qtbot.waitUntil(lambda: queue._at_work is None)
    before = set(translator.sentences)
    translator.gate.release(1000)
    translator.sentences.clear()
    queue.resume(numbers(window))
    until(qtbot, window, JobState.DONE)
    assert len(before & set(translator.sentences)) < 16
    assert len(before | set(translator.sentences)) == 100


def test_a_paused_document_makes_room_for_the_next(qtbot, open_window, folder):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    window.documents_page.add([write(folder, name) for name in ("a.txt", "b.txt")])
    until(qtbot, window, JobState.RUNNING, JobState.WAITING)
    window.documents_page.queue.pause(numbers(window)[:1])
    translator.gate.release(100)
    until(qtbot, window, JobState.PAUSED, JobState.DONE)
    window.documents_page.foot.resume_all.trigger()
    until(qtbot, window, JobState.DONE, JobState.DONE)


def test_one_that_fails_does_not_keep_the_others(qtbot, open_window, folder):
    bad = folder / "bad.json"
    bad.write_text("{", "utf-8")
    paths = [bad, write(folder, "b.txt"), write(folder, "c.txt")]
    failing = {"Line 0 of b."}
    translator = FakeTranslator(
        fail=lambda text: InferenceError("a graph failed") if text in failing else None
    )
    window = open_window(translator)
    page = window.documents_page
    page.add(paths)
    until(qtbot, window, JobState.FAILED, JobState.FAILED, JobState.DONE)
    page.list.choose(1)
    assert "Try again" in page.report.headline.text()
    failing.clear()
    page.list.retry.trigger()
    until(qtbot, window, JobState.FAILED, JobState.DONE, JobState.DONE)


def test_what_was_not_finished_is_offered_at_the_next_start(qtbot, open_window, folder, home):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    paths = [write(folder, "a.txt", 100), write(folder, "b.txt")]
    window.documents_page.add(paths)
    translator.gate.release(70)
    qtbot.waitUntil(lambda: done(window) >= 64)
    window.close()
    before = set(translator.sentences)
    assert len(journals(home)) == 1
    kept = folder.parent / "documents.json"
    assert kept.stat().st_mode & 0o077 == 0
    assert len(json.loads(kept.read_text("utf-8"))) == 2
    again = FakeTranslator()
    window = open_window(again)
    qtbot.waitUntil(window.documents.notice.isVisible)
    assert states(window) == [JobState.PAUSED, JobState.PAUSED]
    assert "2" in window.documents.notice.label.text()
    qtbot.mouseClick(window.documents.notice.button, Qt.MouseButton.LeftButton)
    until(qtbot, window, JobState.DONE, JobState.DONE)
    assert window.pages.currentWidget() is window.documents_page
    assert not window.documents.notice.isVisible()
    assert len(before & set(again.sentences)) < 16
    assert made(paths[0]).read_text("utf-8").count("译") == 100
    qtbot.waitUntil(lambda: not kept.exists())
    assert journals(home) == []


def test_a_list_that_cannot_be_read_keeps_nobody_from_starting(qtbot, open_window, folder):
    kept = folder.parent / "documents.json"
    kept.write_text('[1, {"source": "x"}, null]', "utf-8")
    window = open_window()
    wait_for(qtbot, window, State.EMPTY)
    path = write(folder)
    window.documents_page.add([path])
    until(qtbot, window, JobState.DONE)
    assert not window.documents.notice.isVisible()


@pytest.mark.parametrize("paused", [False, True])
def test_cancelling_what_was_left_from_last_time_leaves_nothing(
    qtbot, open_window, folder, home, paused
):
    translator = FakeTranslator(gated=True)
    window = open_window(translator)
    wait_for(qtbot, window, State.EMPTY)
    window.documents_page.add([write(folder, "a.txt", 100)])
    translator.gate.release(70)
    qtbot.waitUntil(lambda: done(window) >= 64)
    if paused:
        window.documents_page.queue.pause(numbers(window))
    window.close()
    assert len(journals(home)) == 1
    window = open_window()
    until(qtbot, window, JobState.PAUSED)
    window.documents_page.foot.cancel_all.trigger()
    qtbot.waitUntil(lambda: not journals(home))
    assert sorted(path.name for path in folder.iterdir()) == ["a.txt"]


def test_a_text_goes_first_while_a_document_is_translated(qtbot, open_window, folder):
    at_work, interrupted = threading.Event(), threading.Event()

    class Long(FakeTranslator):
        """Never comes to the end of a document's sentence, unless it is interrupted."""

        def translate_segments(self, texts, options=None, *, cancel=None):
            if not interrupted.is_set():
                at_work.set()
                while not cancel.is_set():
                    cancel.wait(0.005)
                interrupted.set()
            return super().translate_segments(texts, options, cancel=cancel)

    window = open_window(Long())
    path = write(folder)
    window.documents_page.add([path])
    qtbot.waitUntil(at_work.is_set)
    paste(window, "Hello.")
    wait_for(qtbot, window, State.DONE)
    assert shown(window) == translated("Hello.")
    assert interrupted.is_set()
    until(qtbot, window, JobState.DONE)
    assert made(path).read_text("utf-8").count("译") == 3


def test_a_document_keeps_the_pack_it_was_brought_for(qtbot, open_window, folder):
    first = FakeTranslator(gated=True)
    window = open_window(first)
    wait_for(qtbot, window, State.EMPTY)
    paths = [write(folder, "a.txt"), write(folder, "b.txt"), write(folder, "c.txt")]
    window.documents_page.add(paths[:2])
    qtbot.waitUntil(lambda: bool(first.batches))
    with qtbot.waitSignal(window.session.pack_loaded):
        other = FakeTranslator(render=lambda text: f"新{text}", manifest=FakeManifest("other"))
        window.session.switch(lambda: other, "other")
    window.documents_page.add(paths[2:])
    first.gate.release(100)
    until(qtbot, window, *[JobState.DONE] * 3)
    assert made(paths[0]).read_text("utf-8").startswith("译")
    assert made(paths[1]).read_text("utf-8").startswith("译")
    assert made(paths[2]).read_text("utf-8").startswith("新")


def test_what_is_brought_before_the_pack_waits_for_it(qtbot, open_window, folder):
    go_on = threading.Event()

    def load():
        go_on.wait(20)
        return FakeTranslator()

    window = open_window(load=load)
    path = write(folder)
    window.documents_page.add([path])
    until(qtbot, window, JobState.WAITING)
    assert window.documents_page.foot.remark.text() == "Waiting for the translation model"
    go_on.set()
    until(qtbot, window, JobState.DONE)


@pytest.mark.parametrize("attempt", range(5))
def test_closing_in_the_middle_of_a_document(qtbot, open_window, folder, no_thread_left, attempt):
    window = open_window(FakeTranslator(seconds=0.002))
    window.documents_page.add([write(folder, "a.txt", 500)])
    qtbot.waitUntil(lambda: done(window) > attempt)
    assert window.close()
    assert all(thread.isFinished() for thread in no_thread_left)
    assert len(no_thread_left) == 4
