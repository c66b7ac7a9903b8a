"""Starting the program."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import PackNotFound
from gui.app import load_translator, main, program_version

ROOT = Path(__file__).resolve().parents[2]


def python(*arguments):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_version(capsys):
    with pytest.raises(SystemExit) as ending:
        main(["--version"])
    assert ending.value.code == 0
    assert capsys.readouterr().out == f"yiwen-app {program_version()}\n"


def test_an_unknown_option_is_refused(capsys):
    with pytest.raises(SystemExit) as ending:
        main(["--no-such-option"])
    assert ending.value.code == 2
    assert "--no-such-option" in capsys.readouterr().err


def test_the_package_can_be_run():
    done = python("-m", "gui", "--version")
    assert done.returncode == 0
    assert done.stdout.startswith("yiwen-app ")
    assert done.stderr == ""


def test_the_window_loads_no_runtime_before_it_shows():
    heavy = ("onnxruntime", "onnx", "torch", "transformers", "export", "sentencepiece")
    done = python("-c", f"import sys, gui.app; print([m for m in {heavy} if m in sys.modules])")
    assert done.stdout == "[]\n"


def test_a_pack_that_is_not_there_is_named(tmp_path):
    with pytest.raises(PackNotFound):
        load_translator(str(tmp_path / "nowhere"))


def test_the_program_runs_and_ends(tmp_path):
    # A pack that is missing makes the shortest run: the window comes up, says so, and is closed.
    script = (
        "import sys\n"
        "from PySide6.QtCore import QSettings, QTimer\n"
        "from PySide6.QtWidgets import QApplication\n"
        "import gui.app\n"
        "QSettings.setDefaultFormat(QSettings.Format.IniFormat)\n"
        "QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, sys.argv[1])\n"
        "make = gui.app._application\n"
        "def application():\n"
        "    app = make()\n"
        "    QTimer.singleShot(600, app.closeAllWindows)\n"
        "    return app\n"
        "gui.app._application = application\n"
        "sys.exit(gui.app.main(['--pack', sys.argv[2]]))\n"
    )
    done = python("-c", script, str(tmp_path), str(tmp_path / "no-pack"))
    assert done.returncode == 0, done.stderr
    assert "QThread" not in done.stderr
    assert "PackNotFound" in done.stderr
    assert list(tmp_path.rglob("*.ini"))
