"""Starting the program."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import PackCorrupt, PackNotFound
from engine.pack import STARTER
from gui.app import _OWN_PACK, PackNews, load_first, load_translator, main, program_version
from gui.history import History
from gui.instance import SingleInstance
from tests.support.sealed_pack import write_pack

ROOT = Path(__file__).resolve().parents[2]


def environment(home):
    return {**os.environ, "YIWEN_HOME": str(home), "XDG_RUNTIME_DIR": str(home)}


def python(*arguments, home=None):
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
        env=environment(home) if home else None,
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


@pytest.mark.parametrize("remembered", ["", "starter-en-zh"])
def test_a_damaged_pack_is_told_and_another_one_translates(
    tmp_path, monkeypatch, qtbot, open_window, remembered
):
    monkeypatch.setenv("YIWEN_HOME", str(tmp_path))
    damaged = write_pack(tmp_path / "data" / "packs" / STARTER, name=STARTER)
    (damaged / "weights.bin").unlink()
    window, news = open_window(), PackNews()
    news.passed.connect(window.pack_notice.warn)
    assert load_first(None, remembered, 1, news.passed.emit).manifest.name == STARTER
    assert window.pack_notice.isVisible()
    assert window.pack_notice.label.text().count(STARTER) == 2
    window.pack_notice.button.click()
    assert not window.pack_notice.isVisible()
    with pytest.raises(PackCorrupt):
        load_first(STARTER, remembered, 1, news.passed.emit)
    assert not window.pack_notice.isVisible()
    shutil.rmtree(damaged)
    load_first(None, remembered, 1, news.passed.emit)
    assert not window.pack_notice.isVisible()


# The program with a translator that needs no model. It ends when told to, or after a while.
_PROGRAM = """
import sys
from PySide6.QtCore import QTimer
import gui.app
from gui.session import State
from tests.gui.fakes import FakeTranslator
gui.app.load_translator = lambda *_: FakeTranslator()
make = gui.app.MainWindow
def window(*arguments, **options):
    made = make(*arguments, **options)
    def look():
        if made.session.state is State.DONE and not made.session.busy:
            print(made.page.source.view.source_text(), flush=True)
            if "END" in made.page.source.view.source_text():
                made.quit()
            made.commands.clear.trigger()
    timer = QTimer(made, interval=50)
    timer.timeout.connect(look)
    timer.start()
    QTimer.singleShot(30000, made.quit)
    return made
gui.app.MainWindow = window
sys.exit(gui.app.main(sys.argv[1:]))
"""


def test_a_second_start_hands_its_text_and_files_to_the_first(tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("From a file.", encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, "--text", "From the first start."],
        cwd=ROOT, env=environment(tmp_path), stdout=subprocess.PIPE, text=True,
    ) as first:  # fmt: skip
        assert first.stdout is not None
        assert first.stdout.readline() == "From the first start.\n"
        for arguments, expected in (
            ([str(file)], "From a file.\n"),
            (["--text", "From the second start."], "From the second start.\n"),
        ):
            second = python("-m", "gui", *arguments, home=tmp_path)
            assert (second.returncode, second.stderr) == (0, "")
            assert first.stdout.readline() == expected
        assert python("-m", "gui", "--text", "END", home=tmp_path).returncode == 0
        assert first.wait(timeout=30) == 0
    with History(tmp_path / "data" / "history.sqlite3") as history:
        assert {"From a file.", "From the second start.", "END"} <= {
            each.source for each in history.search()
        }
    logged = "".join(path.read_text() for path in tmp_path.glob("log/*"))
    assert "From" not in logged


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the language is told by LANG")
@pytest.mark.parametrize(
    ("system", "title"),
    [("zh_CN.UTF-8", "设置"), ("zh_TW.UTF-8", "设置"), ("en_GB.UTF-8", "Settings"),
     ("fr_FR.UTF-8", "Settings")],
)  # fmt: skip
def test_the_first_start_speaks_the_language_of_the_system(tmp_path, monkeypatch, system, title):
    monkeypatch.delenv("LANGUAGE", raising=False)
    for name in ("LANG", "LC_ALL"):
        monkeypatch.setenv(name, system)
    told = "print(made.settings_page.accessibleName(), flush=True); made.quit()"
    program = _PROGRAM.replace("made.quit()", told, 1)
    done = python("-X", "utf8", "-c", program, "--text", "END", home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"END\n{title}\n"


@pytest.mark.parametrize("inside", ["file", "proc"])
def test_a_folder_that_cannot_be_written_is_told_and_the_window_translates(tmp_path, inside):
    file = tmp_path / "file"
    file.touch()
    home = file if inside == "file" else Path("/proc/nowhere")
    told = "print(made.storage_notice.isVisible(), flush=True); made.quit()"
    done = python("-c", _PROGRAM.replace("made.quit()", told, 1), "--text", "END", home=home)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == "END\nTrue\n"


def test_a_lock_that_cannot_be_made_is_not_another_window(tmp_path):
    with pytest.raises(OSError, match="lock file"):
        SingleInstance("yiwen-nobody", tmp_path / "missing" / "lock").claim()


def test_the_name_of_the_programs_own_pack_is_that_of_the_engine():
    assert _OWN_PACK == STARTER


def test_the_program_runs_and_ends(tmp_path):
    # A pack that is missing makes the shortest run: the window comes up, says so, and is closed.
    script = (
        "import sys\n"
        "from PySide6.QtCore import QTimer\n"
        "import gui.app\n"
        "make = gui.app._application\n"
        "def application():\n"
        "    app = make()\n"
        "    QTimer.singleShot(600, app.closeAllWindows)\n"
        "    return app\n"
        "gui.app._application = application\n"
        "sys.exit(gui.app.main(['--pack', sys.argv[1]]))\n"
    )
    done = python("-c", script, str(tmp_path / "no-pack"), home=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "QThread" not in done.stderr
    assert "PackNotFound" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert "PackNotFound" in (tmp_path / "log" / "yiwen.log").read_text()
    assert (tmp_path / "config" / "yiwen.ini").exists()
    assert not (tmp_path / "data" / "history.sqlite3").exists()
