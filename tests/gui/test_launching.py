"""The command that is bound to a key."""

import os
import shlex
import sys

import pytest

from gui.launching import shortcut_command

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the launcher has another name")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a Python that runs this program; nothing of ours is on the path."""
    monkeypatch.setenv("PATH", os.devnull)
    place = tmp_path / "a place"
    place.mkdir()
    monkeypatch.setattr(sys, "executable", str(place / "python"))
    return place


def make_launcher(folder):
    launcher = folder / "yiwen-app"
    launcher.touch(mode=0o755)
    return str(launcher)


def test_a_launcher_on_the_path_goes_by_its_name(folder, monkeypatch):
    make_launcher(folder)
    monkeypatch.setenv("PATH", str(folder))
    assert shortcut_command() == "yiwen-app --translate-clipboard"


def test_another_launcher_is_given_with_its_folder(folder):
    launcher = make_launcher(folder)
    assert shlex.split(shortcut_command()) == [launcher, "--translate-clipboard"]


def test_without_a_launcher_python_runs_the_package(folder):
    python = str(folder / "python")
    assert shlex.split(shortcut_command()) == [python, "-m", "gui", "--translate-clipboard"]


def test_a_program_without_python_is_its_own_launcher(folder, monkeypatch):
    make_launcher(folder)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert shlex.split(shortcut_command()) == [str(folder / "python"), "--translate-clipboard"]
