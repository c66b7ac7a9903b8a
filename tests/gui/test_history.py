"""The file that earlier translations are kept in."""

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from gui.history import Entry, History, NewerHistory, set_aside, sound

ROOT = Path(__file__).resolve().parents[2]


def entry(source="Hello.", translation="你好。", *, time=1.0, **fields):
    return Entry(
        time=time,
        source=source,
        translation=translation,
        source_language=fields.pop("source_language", "en"),
        target_language=fields.pop("target_language", "zh-Hans"),
        **fields,
    )


@pytest.fixture
def path(tmp_path):
    return tmp_path / "deep" / "history.sqlite3"


@pytest.fixture
def history(path):
    with History(path) as opened:
        yield opened


def sources(history, words="", **options):
    return [each.source for each in history.search(words, **options)]


def test_what_is_put_is_found_after_reopening(path):
    with History(path) as history:
        number = history.put(entry(time=12.5, source_language="de", target_language="zh-TW"), 10)
    with History(path) as history:
        (found,) = history.search()
    assert found == entry(id=number, time=12.5, source_language="de", target_language="zh-TW")


def test_the_newest_come_first(history):
    for moment in (3.0, 1.0, 2.0):
        history.put(entry(f"At {moment}.", time=moment), 10)
    assert sources(history) == ["At 3.0.", "At 2.0.", "At 1.0."]
    assert sources(history, limit=2) == ["At 3.0.", "At 2.0."]


def test_search_takes_every_word_in_either_text(history):
    history.put(entry("The red kettle.", "红色的水壶。"), 10)
    history.put(entry("The red pear.", "红色的梨。"), 10)
    assert sources(history, "KETTLE") == ["The red kettle."]
    assert sources(history, "水壶") == ["The red kettle."]
    assert sources(history, "red 梨") == ["The red pear."]
    assert sources(history, "red green") == []


@pytest.mark.parametrize("sign", ["%", "_", "\\", "'", '"', "100%", "a_b", "\\%"])
def test_search_takes_signs_literally(history, sign):
    history.put(entry(f"With {sign} in it."), 10)
    history.put(entry("Without."), 10)
    assert sources(history, sign) == [f"With {sign} in it."]


def test_the_same_text_moves_up_and_keeps_its_star(history):
    first = history.put(entry("Hello.", time=1.0), 10)
    history.put(entry("Other.", time=2.0), 10)
    history.star(first, starred=True)
    history.put(entry("Hello.", "您好。", time=3.0), 10)
    assert sources(history) == ["Hello.", "Other."]
    newest = history.search()[0]
    assert newest.starred
    assert newest.translation == "您好。"


def test_the_same_text_for_another_language_is_another_entry(history):
    history.put(entry(target_language="zh-Hans"), 10)
    history.put(entry(target_language="zh-TW"), 10)
    assert len(history) == 2


def test_an_entry_is_replaced_by_its_id(history):
    number = history.put(entry("Hel"), 10)
    assert history.put(entry("Hello.", id=number), 10) == number
    assert sources(history) == ["Hello."]


def test_an_id_that_was_deleted_meanwhile_makes_a_new_entry(history):
    number = history.put(entry("Hel"), 10)
    history.delete([number])
    history.put(entry("Hello.", id=number), 10)
    assert sources(history) == ["Hello."]


def test_the_oldest_without_a_star_go_beyond_the_limit(history):
    kept = history.put(entry("Starred.", time=0.0), 3)
    history.star(kept, starred=True)
    for moment in range(1, 6):
        history.put(entry(f"At {moment}.", time=float(moment)), 3)
    assert sources(history) == ["At 5.", "At 4.", "Starred."]
    history.put(entry("At 6.", time=6.0), 1)
    assert sources(history) == ["Starred."]


def test_stars(history):
    number = history.put(entry("One."), 10)
    history.put(entry("Two."), 10)
    history.star(number, starred=True)
    assert sources(history, starred=True) == ["One."]
    history.star(number, starred=False)
    assert sources(history, starred=True) == []


def test_deleted_entries_can_be_put_back_as_they_were(history):
    for word in ("One.", "Two.", "Three."):
        history.put(entry(word), 10)
    before = history.search()
    history.delete(each.id for each in before[:2])
    assert len(history) == 1
    history.restore(before[:2])
    assert history.search() == before


@pytest.mark.parametrize("how", ["delete", "clear"])
def test_nothing_deleted_stays_in_the_files(path, how):
    with History(path) as history:
        secret = "Confidential-Word-" * 200
        number = history.put(entry(secret, secret), 10)
        history.put(entry("Harmless."), 10)
        getattr(history, how)(*([[number]] if how == "delete" else []))
        files = [file.read_bytes() for file in path.parent.iterdir()]
    assert files
    assert not any(b"Confidential-Word" in content for content in files)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has access lists")
def test_only_the_user_may_read_it_and_what_is_beside_it(path):
    before = os.umask(0o022)
    try:
        with History(path) as history:
            history.put(entry(), 10)
            modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    finally:
        os.umask(before)
    assert modes == {path.name + suffix: 0o600 for suffix in ("", "-wal", "-shm")}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has access lists")
def test_an_older_file_that_others_may_read_is_taken_from_them(path):
    with History(path) as history:
        history.put(entry(), 10)
        for file in path.parent.iterdir():
            file.chmod(0o644)
        with History(path):
            modes = {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert modes == {0o600}


def test_a_newer_file_is_left_alone(path):
    with History(path) as history:
        history.put(entry(), 10)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(NewerHistory, match="99"):
        History(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_set_aside(path):
    path.parent.mkdir()
    path.write_bytes(b"not a database " * 1000)
    with pytest.raises(sqlite3.DatabaseError):
        History(path)
    aside = set_aside(path)
    assert not path.exists()
    assert aside.read_bytes().startswith(b"not a database")
    with History(path) as history:
        assert len(history) == 0


_WRITER = """
import sys
from pathlib import Path
from gui.history import Entry, History
with History(Path(sys.argv[1])) as history:
    n = 0
    while True:
        n += 1
        text = f"Sentence number {n}. " * 200
        history.put(Entry(time=float(n), source=text, translation=text,
                          source_language="en", target_language="zh-Hans"), 50)
        print(n, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("after", [1, 7, 60])
def test_a_writer_that_is_killed_leaves_a_sound_file(path, after):
    # Killed somewhere in the middle of writing the next entry, or the one after.
    with subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        for line in writer.stdout:
            if int(line) >= after:
                break
        os.kill(writer.pid, signal.SIGKILL)
    assert writer.returncode == -signal.SIGKILL
    assert sound(path)
    with History(path) as history:
        found = history.search()
        # All that was reported as written is there, whole.
        assert found[0].time >= after
        assert all(each.source == f"Sentence number {each.time:.0f}. " * 200 for each in found)
        history.put(entry("After."), 100)
        assert "After." in sources(history)
