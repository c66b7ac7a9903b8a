"""The thread that translates."""

import gc
import sys
import threading
import weakref
from functools import partial

import pytest

from engine.errors import EngineError, InferenceError, PackCorrupt
from engine.types import TranslationOptions
from gui.log import Unforeseen
from gui.worker import TURN_SECONDS, Alternatives, TranslationThread
from tests.gui.fakes import FakeTranslator, translated


class Recorder:
    """Everything a thread emits, in order."""

    def __init__(self, thread):
        self.events: list[tuple[str, int, object]] = []
        thread.translation_started.connect(lambda i, d: self.events.append(("started", i, d.text)))
        thread.segments_translated.connect(
            lambda i, batch: self.events.extend(("segment", i, s.text) for s in batch)
        )
        thread.translation_finished.connect(
            lambda i, report: self.events.append(("finished", i, report))
        )
        thread.translation_failed.connect(lambda i, e: self.events.append(("failed", i, e)))

    def of(self, request):
        return [event for event in self.events if event[1] == request]


@pytest.fixture
def run(qtbot):
    """Start a thread on a translator and record it."""
    threads = []

    def start(translator, *, keep=True):
        box = [translator]
        thread = TranslationThread(lambda: box[0] if keep else box.pop())
        threads.append(thread)
        recorder = Recorder(thread)
        with qtbot.waitSignal(thread.ready) as blocker:
            thread.start()
        assert blocker.args == [translator.manifest]
        return thread, recorder

    yield start
    for thread in threads:
        thread.stop()


def test_a_job_tells_its_document_its_segments_and_its_end(qtbot, run):
    thread, recorder = run(FakeTranslator())
    with qtbot.waitSignal(thread.translation_finished):
        request = thread.submit("One. Two.")
    assert [event[0] for event in recorder.events] == ["started", "segment", "segment", "finished"]
    assert recorder.events[0] == ("started", request, "One. Two.")
    assert [event[2] for event in recorder.events[1:3]] == [translated("One."), translated("Two.")]
    report = recorder.events[3][2]
    assert (report.segments, report.reused) == (2, 0)
    assert report.seconds > 0


def test_known_sentences_are_reported_as_reused(qtbot, run):
    translator = FakeTranslator()
    thread, recorder = run(translator)
    for text in ("One. Two.", "One. Three."):
        with qtbot.waitSignal(thread.translation_finished):
            thread.submit(text)
    assert translator.sentences == ["One.", "Two.", "Three."]
    assert recorder.events[-1][2].reused == 1


def test_many_segments_come_in_few_batches(qtbot, run):
    thread, _ = run(FakeTranslator())
    batches = []
    thread.segments_translated.connect(lambda _i, batch: batches.append(len(batch)))
    with qtbot.waitSignal(thread.translation_finished, timeout=20_000):
        thread.submit(" ".join(f"Sentence {n}." for n in range(2000)))
    assert sum(batches) == 2000
    assert len(batches) < 400


def test_a_newer_job_silences_the_running_one(qtbot, run):
    translator = FakeTranslator(gated=True)
    thread, recorder = run(translator)
    old = thread.submit("Old one. Old two.")
    translator.gate.release()
    qtbot.waitUntil(lambda: len(recorder.of(old)) == 2)
    new = thread.submit("New.")
    translator.gate.release(5)
    with qtbot.waitSignal(thread.translation_finished):
        pass
    assert [event[0] for event in recorder.of(old)] == ["started", "segment"]
    assert [event[0] for event in recorder.of(new)] == ["started", "segment", "finished"]


def test_results_that_wait_for_delivery_are_dropped_on_cancel(qtbot, run):
    translator = FakeTranslator()
    thread, recorder = run(translator)
    request = thread.submit("One. Two. Three.")
    # The worker is done before the window's thread has come to deliver anything.
    while len(translator.sentences) < 3:
        pass
    thread.cancel()
    qtbot.wait(100)
    assert recorder.of(request) == []


def test_a_slot_that_cancels_gets_nothing_more(qtbot, run):
    translator = FakeTranslator()
    thread, recorder = run(translator)
    thread.translation_started.connect(thread.cancel)
    request = thread.submit("One. Two. Three.")
    while len(translator.sentences) < 3:
        pass
    qtbot.waitUntil(lambda: bool(recorder.events))
    qtbot.wait(100)
    assert [event[0] for event in recorder.of(request)] == ["started"]


@pytest.mark.parametrize("error", [InferenceError("inside"), RuntimeError("a secret text")])
def test_an_error_ends_the_job_but_not_the_thread(qtbot, run, caplog, error):
    translator = FakeTranslator(fail=lambda text: error if "bad" in text else None)
    thread, recorder = run(translator)
    with qtbot.waitSignal(thread.translation_failed) as blocker:
        thread.submit("Good. This is bad. Good again.")
    foreseen = isinstance(error, EngineError)
    told = blocker.args[1]
    if foreseen:
        assert told is error
    else:
        assert isinstance(told, Unforeseen)
        assert told.where.startswith("RuntimeError at\n")
        assert "secret" not in f"{told.where} {told}"
    assert told.__traceback__ is None
    assert [event[0] for event in recorder.events] == ["started", "segment", "failed"]
    assert "secret" not in caplog.text
    assert type(error).__name__ in caplog.text
    # Where it came from is worth telling only if nobody foresaw it.
    assert ("fakes.py" in caplog.text) is not foreseen
    with qtbot.waitSignal(thread.translation_finished):
        thread.submit("Good.")


def test_a_pack_that_does_not_load_leaves_room_for_another(qtbot, tmp_path):
    error = PackCorrupt(tmp_path, "a sound file", "half of one")

    def load():
        raise error

    thread = TranslationThread(load)
    with qtbot.waitSignal(thread.load_failed) as blocker:
        thread.start()
    assert blocker.args == [error]
    thread.submit("Lost.")
    with qtbot.waitSignal(thread.ready):
        thread.switch(FakeTranslator)
    with qtbot.waitSignal(thread.translation_finished):
        thread.submit("One.")
    thread.stop()
    assert thread.isFinished()


def test_a_switch_uses_the_new_pack_and_lets_go_of_the_old(qtbot, run):
    old = FakeTranslator()
    gone = weakref.ref(old)
    thread, recorder = run(old, keep=False)
    with qtbot.waitSignal(thread.translation_finished):
        thread.submit("One.")
    del old
    with qtbot.waitSignal(thread.ready):
        thread.switch(lambda: FakeTranslator(render=lambda text: f"新{text}"))
    with qtbot.waitSignal(thread.translation_finished):
        request = thread.submit("One.")
    assert recorder.of(request)[1] == ("segment", request, "新One.")
    assert recorder.of(request)[-1][2].reused == 0
    gc.collect()
    assert gone() is None


def test_a_switch_that_fails_keeps_the_old_pack(qtbot, run, tmp_path):
    thread, _ = run(FakeTranslator())
    error = PackCorrupt(tmp_path, "a sound file", "half of one")

    def load():
        raise error

    with qtbot.waitSignal(thread.switch_failed) as blocker:
        thread.switch(load)
    assert blocker.args == [error]
    with qtbot.waitSignal(thread.translation_finished):
        thread.submit("One.")


def test_a_switch_interrupts_what_runs(qtbot, run):
    translator = FakeTranslator(gated=True)
    thread, recorder = run(translator)
    old = thread.submit("One. Two.")
    qtbot.waitUntil(lambda: bool(recorder.events))
    with qtbot.waitSignal(thread.ready):
        thread.switch(FakeTranslator)
    assert [event[0] for event in recorder.of(old)] == ["started"]


def test_alternatives_come_without_the_ones_told_twice(qtbot, run):
    thread, _ = run(FakeTranslator(alternatives=("甲", "乙", "甲")))
    with qtbot.waitSignal(thread.alternatives_found) as blocker:
        request = thread.inquire("One. Two.", TranslationOptions(beam_size=1))
    assert blocker.args == [request, Alternatives((translated("One. Two."), "甲", "乙"))]


def test_alternatives_do_not_wait_for_a_long_text(qtbot, run):
    translator = FakeTranslator(gated=True, alternatives=("甲",))
    thread, recorder = run(translator)
    request = thread.submit(" ".join(f"Sentence {n}." for n in range(50)))
    translator.gate.release()
    qtbot.waitUntil(lambda: len(recorder.of(request)) == 2)
    with qtbot.waitSignal(thread.alternatives_found):
        thread.inquire("Sentence 3.", TranslationOptions())
        translator.gate.release(2)
    translator.gate.release(50)
    with qtbot.waitSignal(thread.translation_finished):
        pass
    assert len(recorder.of(request)) == 52


def test_alternatives_that_fail_are_told_and_called_off_ones_are_not(qtbot, run):
    error = InferenceError("inside")
    thread, _ = run(FakeTranslator(fail=lambda _text: error))
    with qtbot.waitSignal(thread.alternatives_failed) as blocker:
        thread.inquire("One.", TranslationOptions())
    assert blocker.args[1] is error
    with qtbot.assertNotEmitted(thread.alternatives_failed, wait=100):
        thread.inquire("One.", TranslationOptions())
        thread.cancel_inquiry()


def test_a_job_submitted_while_loading_is_kept(qtbot):
    loaded = threading.Event()
    translator = FakeTranslator()

    def load():
        loaded.wait(5)
        return translator

    thread = TranslationThread(load)
    recorder = Recorder(thread)
    thread.start()
    thread.submit("Old.")
    request = thread.submit("New.")
    with qtbot.waitSignal(thread.translation_finished):
        loaded.set()
    assert translator.documents == ["New."]
    assert {event[1] for event in recorder.events} == {request}
    thread.stop()


def test_the_window_need_not_wait_long_for_its_turn(run, request):
    request.addfinalizer(partial(sys.setswitchinterval, sys.getswitchinterval()))
    sys.setswitchinterval(0.005)
    run(FakeTranslator())
    assert sys.getswitchinterval() == pytest.approx(TURN_SECONDS)
    assert TURN_SECONDS < 0.001


def test_stop_in_the_middle_of_a_job(qtbot, run):
    translator = FakeTranslator(gated=True)
    thread, recorder = run(translator)
    thread.submit("One. Two.")
    qtbot.waitUntil(lambda: bool(recorder.events))
    thread.stop()
    assert thread.isFinished()
    thread.stop()
