import os
import sqlite3
import stat

import pytest

from engine.documents import sources
from engine.documents.job import JobOptions, translate_file
from engine.documents.journal import Done, Journal, Totals
from engine.documents.refusals import DocumentUnreadable
from engine.documents.results import ResultFailed, ResultTaken, part_of, write_whole
from engine.errors import InputError, PackIncompatible
from tests.support.document_translator import DocumentTranslator
from tests.support.documents import MADE, TEXT, names, translated, write


def test_nothing_is_written_over_unless_asked_for(folder):
    path = write(folder)
    (folder / "a.zh.txt").write_text("mine")
    translator = DocumentTranslator()
    with pytest.raises(ResultTaken, match="exists already"):
        translated(path, translator)
    assert translator.asked == []
    assert (folder / "a.zh.txt").read_text() == "mine"
    assert translated(path, overwrite=True)[0].decode() == MADE
    (folder / "a.zh.txt").unlink()
    (folder / "a.zh.txt.json").write_text("mine")
    with pytest.raises(ResultTaken, match=r"a\.zh\.txt\.json"):
        translated(path, report=True)
    assert (folder / "a.zh.txt.json").read_text() == "mine"


def test_a_file_that_comes_into_the_place_meanwhile_is_spared(folder):
    path = write(folder)
    other = folder / "a.zh.txt"
    with pytest.raises(ResultTaken):
        translated(path, DocumentTranslator(before=lambda _batch: other.write_text("mine")))
    assert other.read_text() == "mine"
    assert names(folder) == ["a.txt", "a.zh.txt"]


def test_the_original_is_never_the_result(folder):
    path = write(folder)
    with pytest.raises(ResultFailed, match="is the original"):
        translate_file(path, path, DocumentTranslator(), JobOptions(overwrite=True))
    (folder / "link.txt").hardlink_to(path)
    with pytest.raises(ResultFailed, match="is the original"):
        translate_file(path, folder / "link.txt", DocumentTranslator(), JobOptions(overwrite=True))
    assert path.read_text("utf-8") == TEXT


def test_a_place_that_cannot_be_written_is_refused_before_the_work(folder):
    translator = DocumentTranslator()
    path = write(folder)
    with pytest.raises(ResultFailed, match=r"nowhere/b\.txt: cannot be written: No such file"):
        translate_file(path, folder / "nowhere" / "b.txt", translator, JobOptions())
    assert translator.asked == []


def test_a_name_that_becomes_too_long_is_refused_before_the_work(folder):
    translator = DocumentTranslator()
    path = write(folder, TEXT, f"{'x' * 250}.txt")
    with pytest.raises(ResultFailed, match=r"xx\.zh\.txt: cannot be written: File name too long"):
        translated(path, translator)
    assert translator.asked == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such pipes")
def test_a_pipe_is_refused_rather_than_waited_for(folder):
    os.mkfifo(folder / "pipe.txt")
    with pytest.raises(DocumentUnreadable, match=r"pipe\.txt: expected a file, found a pipe"):
        translated(folder / "pipe.txt")


def test_a_job_that_never_began_leaves_no_journal(folder, home):
    path = write(folder)
    (folder / "a.zh.txt").write_text("mine")
    with pytest.raises(ResultTaken):
        translated(path)
    with pytest.raises(ResultFailed):
        translate_file(path, folder / "nowhere" / "b.txt", DocumentTranslator(), JobOptions())
    assert list(home.rglob("*.job*")) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows deletes no open file, and needs no lock")
def test_what_a_killed_job_left_half_written_goes_away_and_what_is_at_work_stays(folder):
    left, busy = part_of(folder / "b.txt", "ab" * 32), part_of(folder / "c.txt", "cd" * 32)
    left.write_text("half a translation")
    (folder / ".yiwen-link.part").symlink_to(folder / "mine.txt")
    (folder / "mine.txt").write_text("mine")
    made = []

    def write_slowly(file):
        file.write(b"slow")
        made.append(translated(write(folder))[0].decode())

    write_whole(folder / "c.txt", write_slowly, part=busy, overwrite=False, mode=0o644)
    assert made == [MADE]
    assert (folder / "c.txt").read_text() == "slow"
    assert names(folder) == [".yiwen-link.part", "a.txt", "a.zh.txt", "c.txt", "mine.txt"]


def test_a_full_disk_leaves_no_half_result_and_the_work_is_kept(folder, home, monkeypatch):
    path = write(folder)
    with monkeypatch.context() as patched:

        def full(_handle):
            raise OSError(28, "No space left on device")

        patched.setattr(os, "fsync", full)
        with pytest.raises(ResultFailed, match=r"a\.zh\.txt: cannot be written: No space left"):
            translated(path)
    assert names(folder) == ["a.txt"]
    translator = DocumentTranslator()
    assert translated(path, translator)[0].decode() == MADE
    assert translator.asked == []


def test_a_disk_that_is_full_for_the_journal_is_told(folder, home):
    journal = Journal(home / "small.job")
    pages = journal._database.execute("PRAGMA page_count").fetchone()[0]
    journal._database.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(ResultFailed, match=r"small\.job: cannot be written: .*full"):
        journal.plan(f"{number} {'word ' * 500}" for number in range(100))
    assert journal.waiting(10) == []
    assert not journal.planned
    journal.close(delete=True)
    assert list(home.iterdir()) == []


def test_a_file_that_changes_while_it_is_read_is_refused(folder, monkeypatch):
    path = write(folder)
    real, calls = os.fstat, []

    def changing(handle):
        calls.append(handle)
        if len(calls) == 2:
            with path.open("a") as file:
                file.write("More.")
        return real(handle)

    monkeypatch.setattr(os, "fstat", changing)
    with pytest.raises(InputError, match="changed while it was read"):
        translated(path)


def test_a_file_that_changes_later_is_translated_as_it_was(folder):
    path = write(folder)
    made, _ = translated(path, DocumentTranslator(before=lambda _batch: path.write_text("Other.")))
    assert made.decode() == MADE


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gone.txt", "cannot be read: No such file"),
        ("", "expected a file, found a folder|expected a name"),
        ("picture.png", "expected a name in .txt"),
        ("noname", "found none of them"),
    ],
)
def test_what_cannot_be_read_is_named(folder, name, message):
    path = folder / name
    with pytest.raises(InputError, match=message) as caught:
        translate_file(path, folder / "b.txt", DocumentTranslator(), JobOptions())
    assert str(caught.value).startswith(f"{path}: ")


def test_a_file_that_is_too_large_is_refused(folder, monkeypatch):
    monkeypatch.setattr(sources, "LARGEST", 1 << 20)
    path = write(folder, "a" * (1 << 20) + "b")
    with pytest.raises(InputError, match="expected at most 1 MiB"):
        translated(path)


def test_what_the_pack_cannot_write_is_an_error_of_the_pack(folder):
    def refuse(_batch):
        raise PackIncompatible("fake", "a pack that translates into en", "one into zh-Hans")

    with pytest.raises(PackIncompatible):
        translated(write(folder), DocumentTranslator(before=refuse))


def test_the_result_may_be_read_by_who_may_read_the_source(folder):
    path = write(folder)
    path.chmod(0o640)
    translated(path)
    assert stat.S_IMODE((folder / "a.zh.txt").stat().st_mode) == 0o640
    path.chmod(0o444)
    translated(path, overwrite=True)
    assert stat.S_IMODE((folder / "a.zh.txt").stat().st_mode) == 0o644


def test_source_and_translation_one_behind_the_other(folder):
    made, _ = translated(write(folder), bilingual="inline")
    assert made.decode() == (
        "Good morning. How are you?\n【GOOD MORNING.】【HOW ARE YOU?】\n\n"
        "Good morning.\n【GOOD MORNING.】\n\n2024\n"
    )


def test_source_and_translation_side_by_side(folder):
    path = write(folder, "A <b> & more.\n\nHow are you?\n", "a<1>.txt")
    translator = DocumentTranslator(flags=lambda text: ("number-missing",) if "How" in text else ())
    made, report = translated(path, translator, bilingual="page")
    assert report.result == folder / "a<1>.txt.zh.html"
    page = made.decode()
    assert "<h1>a&lt;1&gt;.txt</h1>" in page
    assert '<td lang="en">A &lt;b&gt; &amp; more.</td>' in page
    assert (
        '<tr class="check"><td lang="en">How are you?</td><td lang="zh-Hans">【HOW ARE YOU?】'
        in page
    )
    assert "<small>number-missing</small>" in page


def test_a_journal_holds_nothing_that_another_program_could_not_read(home):
    # The promise of the privacy notes: it is an ordinary database, and gone with the job.
    journal = Journal(home / "a.job")
    journal.plan(["One.", "One.", "Two."])
    assert journal.totals().sentences == 3
    assert sorted(journal.waiting(5)) == ["One.", "Two."]
    journal.keep([("One.", Done("一。"))])
    assert journal.totals() == Totals(sentences=3, done=2, characters_left=4)
    assert journal.waiting(5) == ["Two."]
    journal.close(delete=False)
    again = Journal(home / "a.job")
    assert again.totals() == Totals(sentences=3, done=2, characters_left=4)
    assert again.done("One.") == Done("一。")
    with pytest.raises(KeyError):
        again.done("Two.")
    again.close(delete=False)
    with sqlite3.connect(home / "a.job") as database:
        assert database.execute("SELECT sum(times) FROM sentence").fetchone() == (3,)
    database.close()
