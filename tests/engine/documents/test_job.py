import json
import os
import stat
import threading
import time

import pytest

from engine.documents.control import Control
from engine.documents.job import JobOptions, Progress, give_up, report_path, translate_file
from engine.documents.journal import JobBusy
from engine.errors import Cancelled, InferenceError, InputError
from engine.types import TranslationOptions
from tests.support.document_translator import DocumentTranslator, shouted
from tests.support.documents import MADE, TEXT, names, translated, write


def test_a_file_becomes_another_and_what_became_of_it_is_told(folder, home):
    path = write(folder)
    made, report = translated(path)
    assert made.decode() == MADE
    assert (report.source, report.result) == (path, folder / "a.zh.txt")
    assert (report.sentences, report.translated, report.copied, report.flagged) == (4, 3, 1, 0)
    assert report.doubts == ()
    assert path.read_text("utf-8") == TEXT
    assert names(folder) == ["a.txt", "a.zh.txt"]
    assert list((home / "data" / "jobs").iterdir()) == []


def test_each_sentence_is_translated_once_in_a_job(folder):
    translator = DocumentTranslator()
    translated(write(folder, TEXT * 50), translator)
    assert sorted(translator.asked) == ["2024", "Good morning.", "How are you?"]


def test_sentences_go_in_batches_of_like_length_and_come_out_in_order(folder):
    lines = [f"This is {'very ' * (number * 7 % 40)}good {number}." for number in range(300)]
    batches = []
    translator = DocumentTranslator(before=lambda batch: batches.append(list(map(len, batch))))
    made, _ = translated(write(folder, "\n".join(lines)), translator)
    assert made.decode().splitlines() == list(map(shouted, lines))
    assert [len(batch) for batch in batches] == [64, 64, 64, 64, 44]
    assert [each for batch in batches for each in batch] == sorted(map(len, lines), reverse=True)


def test_the_flagged_sentences_are_listed_and_written_on_request(folder):
    translator = DocumentTranslator(
        flags=lambda text: ("low-confidence",) if text.startswith("How") else ()
    )
    _, report = translated(write(folder), translator, report=True)
    (doubt,) = report.doubts
    assert (doubt.where, doubt.source, doubt.translation) == (
        "line 1",
        "How are you?",
        "【HOW ARE YOU?】",
    )
    written = json.loads(report_path(report.result).read_text("utf-8"))
    assert written["doubts"] == [
        {
            "where": "line 1",
            "source": "How are you?",
            "translation": "【HOW ARE YOU?】",
            "flags": ["low-confidence"],
            "confidence": 0.75,
        }
    ]
    assert written["flagged"] == 1
    assert written["result"] == str(folder / "a.zh.txt")


@pytest.mark.parametrize(
    ("text", "render", "flags", "message"),
    [
        ("\n \n", shouted, (), "expected text to translate, found none"),
        ("12 34\n\n56", shouted, (), "of 2 sentences 0 are in another language"),
        ("Bonjour. Salut.", str, ("untranslated",), "of 2 sentences 2 are in another language"),
    ],
)
def test_a_file_in_which_nothing_could_be_translated_is_an_error(
    folder, home, text, render, flags, message
):
    path = write(folder, text)
    translator = DocumentTranslator(render=render, flags=lambda _: flags)
    with pytest.raises(InputError, match=message) as caught:
        translated(path, translator)
    assert str(caught.value).startswith(f"{path}: ")
    assert names(folder) == ["a.txt"]
    assert list((home / "data" / "jobs").iterdir()) == []


def test_a_job_that_broke_down_goes_on_where_it_was(folder, home):
    lines = "\n".join(f"Line {number} is here." for number in range(200))
    path = write(folder, lines)
    calls = []

    def break_down(batch):
        calls.append(batch)
        if len(calls) == 3:
            raise InferenceError("no more")

    first = DocumentTranslator(before=break_down)
    with pytest.raises(InferenceError):
        translated(path, first)
    assert len(first.asked) == 128
    (journal,) = (home / "data" / "jobs").glob("*.job")
    assert stat.S_IMODE(journal.stat().st_mode) == 0o600
    assert stat.S_IMODE(journal.parent.stat().st_mode) == 0o700
    second = DocumentTranslator()
    made, report = translated(path, second)
    assert len(second.asked) == 72
    assert not set(first.asked) & set(second.asked)
    assert made.decode() == "\n".join(map(shouted, lines.split("\n")))
    assert report.translated == 200
    assert list((home / "data" / "jobs").iterdir()) == []


@pytest.mark.parametrize(
    "change", [{"encoding": "utf-16"}, {"translation": TranslationOptions(beam_size=3)}, None]
)
def test_another_wish_or_another_text_is_another_job(folder, change):
    path = write(folder)
    with pytest.raises(InferenceError):
        translated(path, DocumentTranslator(before=_fail_at(1)))
    if change is None:
        write(folder, f"{TEXT}And more.")
    translator = DocumentTranslator()
    translated(path, translator, **(change or {}))
    assert {"Good morning.", "How are you?"} <= set(translator.asked)


def _fail_at(number):
    calls = []

    def fail(batch):
        calls.append(batch)
        if len(calls) == number:
            raise InferenceError("no more")

    return fail


def test_a_damaged_journal_is_begun_anew(folder, home):
    path = write(folder)
    with pytest.raises(InferenceError):
        translated(path, DocumentTranslator(before=_fail_at(1)))
    (journal,) = (home / "data" / "jobs").glob("*.job")
    journal.write_bytes(b"not a database" * 1000)
    assert translated(path)[0].decode() == MADE


def test_a_job_can_do_without_a_journal(folder, home):
    home.write_text("a file where the folder should be")
    assert translated(write(folder))[0].decode() == MADE


def test_a_job_is_done_by_one_at_a_time(folder, home):
    path = write(folder)
    busy = []

    def again(_batch):
        with pytest.raises(JobBusy, match="being translated already") as caught:
            translated(path)
        busy.append(str(caught.value))

    assert translated(path, DocumentTranslator(before=again))[0].decode() == MADE
    assert busy[0].startswith(f"{path}: ")


def test_old_journals_are_thrown_away(folder, home):
    jobs = home / "data" / "jobs"
    jobs.mkdir(parents=True)
    for name, days in (("old.job", 31), ("new.job", 29)):
        (jobs / name).write_bytes(b"")
        then = time.time() - days * 86400
        os.utime(jobs / name, (then, then))
    translated(write(folder))
    assert [path.name for path in jobs.iterdir()] == ["new.job"]


def test_progress_is_told_from_reading_to_writing(folder):
    path = write(folder, "\n".join(f"Line {number}." for number in range(100)))
    seen: list[Progress] = []
    translate_file(path, folder / "b.txt", DocumentTranslator(), JobOptions(), progress=seen.append)
    assert [(each.stage, each.done, each.total) for each in seen] == [
        ("reading", 0, 0),
        ("translating", 0, 100),
        ("translating", 64, 100),
        ("writing", 100, 100),
    ]
    assert seen[1].seconds_left is None
    assert seen[2].seconds_left is not None
    assert seen[3].seconds_left == 0


def test_a_paused_job_rests_and_a_resumed_one_ends(folder):
    path = write(folder, "\n".join(f"Line {number}." for number in range(200)))
    control, told, done = Control(), threading.Event(), []
    translator = DocumentTranslator(before=lambda _batch: control.pause())

    def tell(progress):
        if progress.done == 64:
            told.set()

    def job():
        done.append(
            translate_file(
                path, folder / "b.txt", translator, JobOptions(), control=control, progress=tell
            )
        )

    thread = threading.Thread(target=job)
    thread.start()
    assert told.wait(30)
    assert control.paused
    thread.join(0.1)
    assert thread.is_alive()
    assert len(translator.asked) == 64
    translator.before_batch = lambda _batch: None
    control.resume()
    thread.join(30)
    assert done[0].translated == 200
    assert done[0].seconds < 30


def test_a_cancelled_job_leaves_nothing_behind(folder, home):
    control = Control()
    translator = DocumentTranslator(before=lambda _batch: control.cancel())
    path = write(folder, "\n".join(f"Line {number}." for number in range(100)))
    control.pause()
    control.resume()
    with pytest.raises(Cancelled):
        translate_file(path, folder / "b.txt", translator, JobOptions(), control=control)
    assert len(translator.asked) == 64
    assert names(folder) == ["a.txt"]
    assert list((home / "data" / "jobs").iterdir()) == []


def _suspended(path, control=None):
    """Suspend a job after its first batch; return what it had asked for by then."""
    control = control or Control()
    translator = DocumentTranslator()
    translator.before_batch = lambda _batch: translator.asked and control.suspend()
    output = path.with_name("a.zh.txt")
    with pytest.raises(Cancelled):
        translate_file(path, output, translator, JobOptions(), control=control)
    assert control.suspended
    return set(translator.asked)


def test_a_suspended_job_is_gone_on_with(folder, home):
    lines = [f"Line {number} is here." for number in range(300)]
    path = write(folder, "\n".join(lines))
    first = _suspended(path)
    assert names(folder) == ["a.txt"]
    second = DocumentTranslator()
    made, _ = translated(path, second)
    assert made.decode().splitlines() == list(map(shouted, lines))
    assert len(first) == 128
    assert sorted(second.asked) == sorted(set(lines) - first)
    assert list((home / "data" / "jobs").iterdir()) == []


def test_a_suspended_job_that_is_given_up_leaves_nothing_behind(folder, home):
    path = write(folder, "\n".join(f"Line {number} is here." for number in range(300)))
    other = path.with_name("b.zh.txt")
    _suspended(path)
    path.unlink()
    give_up(other)
    assert len(list((home / "data" / "jobs").glob("*.job"))) == 1
    give_up(path.with_name("a.zh.txt"))
    assert list((home / "data" / "jobs").iterdir()) == []


def test_who_cancelled_a_job_cannot_suspend_it(folder, home):
    control = Control()
    control.cancel()
    control.suspend()
    assert not control.suspended
    control = Control()
    control.suspend()
    control.cancel()
    assert not control.suspended


def test_cancelling_ends_a_pause(folder):
    control = Control()
    control.pause()
    control.cancel()
    with pytest.raises(Cancelled):
        translate_file(
            write(folder), folder / "b.txt", DocumentTranslator(), JobOptions(), control=control
        )
