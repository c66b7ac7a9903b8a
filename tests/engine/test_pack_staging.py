"""Staging: whole or not at all, alone where it must be, and clean after a process was killed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import PackError
from engine.pack_staging import put, staging

ROOT = Path(__file__).parents[2]


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_folder_is_there_meanwhile_and_gone_afterwards(tmp_path):
    with staging(tmp_path, "pack") as folder:
        assert folder.parent == tmp_path
        assert folder.name.startswith(".pack.unfinished-")
        (folder / "new").mkdir()
        (folder / "new" / "file").write_text("x")
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("error", [OSError(28, "full"), KeyboardInterrupt()])
def test_it_is_gone_after_a_failure(tmp_path, error):
    def fail():
        with staging(tmp_path, "pack") as folder:
            (folder / "file").write_text("x")
            raise error

    with pytest.raises(type(error)):
        fail()
    assert names_in(tmp_path) == []


def test_a_second_one_for_the_same_thing_is_refused_and_the_first_goes_on(tmp_path):
    with staging(tmp_path, "pack") as first:
        (first / "file").write_text("x")
        with (
            pytest.raises(PackError, match="another one that is writing there"),
            staging(tmp_path, "pack"),
        ):
            pass
        with staging(tmp_path, "pack-2"), staging(tmp_path, "ack"):
            assert (first / "file").read_text() == "x"
    with staging(tmp_path, "pack"):
        pass


def test_several_may_work_where_that_does_not_matter(tmp_path):
    with (
        staging(tmp_path, "import", alone=False) as first,
        staging(tmp_path, "import", alone=False) as second,
    ):
        assert first != second
        assert len(names_in(tmp_path)) == 2


PROGRAM = """
import sys, time
from pathlib import Path
from engine.pack_staging import staging
with staging(Path(sys.argv[1]), "pack") as folder:
    (folder / "new").mkdir()
    (folder / "new" / "weights.bin").write_bytes(b"half")
    print("ready", flush=True)
    time.sleep(60)
"""


def another(folder):
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, folder],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_what_a_killed_process_left_is_cleared_away_and_what_a_living_one_has_is_not(tmp_path):
    process = another(tmp_path)
    with pytest.raises(PackError, match="another one"), staging(tmp_path, "pack"):
        pass
    with staging(tmp_path, "other"):
        assert len(names_in(tmp_path)) == 2
    process.kill()
    process.communicate()
    assert len(names_in(tmp_path)) == 1
    with staging(tmp_path, "pack") as folder:
        assert names_in(tmp_path) == [folder.name]


@pytest.mark.parametrize("name", [".pack.unfinished-", ".pack.unfinished-abc", ".x", "pack"])
def test_what_is_the_users_own_stays(tmp_path, name):
    (tmp_path / name).mkdir()
    (tmp_path / name / "lock").touch()
    with staging(tmp_path, "pack"):
        pass
    assert names_in(tmp_path) == [name]


def test_a_link_is_not_followed(tmp_path):
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "lock").touch()
    (mine / "thesis.txt").write_text("x")
    place = tmp_path / "place"
    place.mkdir()
    (place / ".pack.unfinished-abcd1234").symlink_to(mine)
    with staging(place, "pack"):
        pass
    assert names_in(mine) == ["lock", "thesis.txt"]


def test_put_brings_the_old_one_back(tmp_path):
    new, target, old = (tmp_path / name for name in ("new", "target", "old"))
    target.mkdir()
    (target / "file").write_text("old")
    with pytest.raises(OSError, match="new"):
        put(new, target, old)  # there is nothing to put
    assert (target / "file").read_text() == "old"
    new.mkdir()
    put(new, target, old)
    assert names_in(target) == []
    assert (old / "file").read_text() == "old"


def test_a_file_system_without_locks_is_worked_on_without(tmp_path, monkeypatch):
    def acquire(self, *_arguments, **_keywords):
        raise NotImplementedError("no flock here")

    monkeypatch.setattr("filelock.FileLock.acquire", acquire)
    left = tmp_path / ".pack.unfinished-abcd1234"
    left.mkdir()
    (left / "lock").touch()
    with staging(tmp_path, "other") as folder:
        assert folder.is_dir()
    assert names_in(tmp_path) == [left.name]  # nobody knows whether its process is alive
