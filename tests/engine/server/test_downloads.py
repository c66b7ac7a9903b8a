"""Translated files that wait to be fetched."""

import stat

import pytest

from engine.server.downloads import Downloads
from engine.server.refusals import Refusal


def test_a_folder_that_was_cleared_away_is_made_again(tmp_path):
    folder = tmp_path / "files"
    downloads = Downloads(folder)
    name = downloads.put("信".encode(), ".TXT")
    assert name.endswith(".txt")
    assert downloads.get(name) == "信".encode()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_file_for_which_there_is_no_room_is_refused_for_now(tmp_path, monkeypatch):
    def write(path, data):
        path.open("wb").close()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", write)
    with pytest.raises(Refusal) as refused:
        Downloads(tmp_path).put(b"One dog.", ".txt")
    assert (refused.value.status, refused.value.headers) == (503, {"Retry-After": "60"})
    assert not list(tmp_path.iterdir())
