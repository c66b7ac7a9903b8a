"""Journals of the tests' own, and documents in a folder of their own."""

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Where the journals of this test are."""
    folder = tmp_path / "home"
    monkeypatch.setenv("YIWEN_HOME", str(folder))
    return folder


@pytest.fixture
def folder(tmp_path):
    """An empty folder for documents."""
    made = tmp_path / "documents"
    made.mkdir()
    return made
