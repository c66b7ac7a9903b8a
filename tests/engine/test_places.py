import sys
from pathlib import Path

import pytest

from engine import places

FOLDERS = (
    places.data_folder,
    places.packs_folder,
    places.system_packs_folder,
    places.config_folder,
    places.cache_folder,
    places.log_folder,
)


def test_one_variable_moves_everything(tmp_path, monkeypatch):
    monkeypatch.setenv("YIWEN_HOME", str(tmp_path))
    found = [folder() for folder in FOLDERS]
    assert len(set(found)) == len(FOLDERS)
    assert all(folder.is_relative_to(tmp_path) for folder in found)
    assert places.packs_folder() == tmp_path / "data" / "packs"
    assert list(tmp_path.iterdir()) == []  # asking creates nothing


def test_a_relative_home_becomes_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("YIWEN_HOME", "stick")
    assert places.cache_folder() == tmp_path / "stick" / "cache"


@pytest.mark.skipif(sys.platform != "linux", reason="the XDG variables are Linux's")
def test_the_platform_decides_otherwise(tmp_path, monkeypatch):
    monkeypatch.delenv("YIWEN_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert places.packs_folder() == tmp_path / "share" / "yiwen" / "packs"
    assert places.cache_folder() == tmp_path / "cache" / "yiwen"


def test_an_empty_variable_counts_as_none(monkeypatch):
    monkeypatch.delenv("YIWEN_HOME", raising=False)
    usual = places.data_folder()
    monkeypatch.setenv("YIWEN_HOME", "")
    assert places.data_folder() == usual != Path()
