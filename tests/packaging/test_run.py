"""``run.py`` with a stand-in for the environment's Python that notes what it is asked to do."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-in is a shell script")

STAND_IN = """
import json, os, pathlib, sys, time
arguments = sys.argv[1:]
name = next((a for a in ("pip", "ruff", "mypy", "pytest") if a in arguments), "other")
with pathlib.Path(__file__).with_name("calls").open("a", encoding="utf-8") as calls:
    calls.write(json.dumps([os.getcwd(), arguments]) + "\\n")
if "--version" in arguments:
    sys.exit(0)
print(os.environ.get("SAYS_" + name, ""))
time.sleep(float(os.environ.get("SLEEPS_" + name, "0")))
sys.exit(int(os.environ.get("CODE_" + name, "0")))
"""


class Project:
    """A copy of run.py in a folder of its own, with an environment that only pretends."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.elsewhere = folder.parent
        (folder / ".venv" / "bin").mkdir(parents=True)
        (folder / ".venv" / "pyvenv.cfg").write_text("version = 3.11.7\n")
        (folder / "pyproject.toml").write_text("[project]\n")
        (folder / "constraints.txt").write_text("numpy==2.0\n")
        (folder / "stand_in.py").write_text(STAND_IN)
        python = folder / ".venv" / "bin" / "python"
        python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{folder / "stand_in.py"}" "$@"\n')
        python.chmod(0o755)
        shutil.copy(ROOT / "run.py", folder)

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, str(self.folder / "run.py"), *arguments]

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments),
            cwd=self.elsewhere,
            env={**os.environ, **environment},
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=60,
        )

    def calls(self) -> list[list[str]]:
        """Return what was asked since the last time, without the interpreter's options."""
        file = self.folder / "calls"
        lines = file.read_text("utf-8").splitlines() if file.exists() else []
        file.unlink(missing_ok=True)
        calls = [json.loads(line)[1] for line in lines]
        assert all(call[:3] == ["-X", "utf8", "-P"] for call in calls)
        return [call[3:] for call in calls]

    def stamps(self) -> list[str]:
        return sorted(file.name for file in (self.folder / ".venv").glob(".installed-*"))


@pytest.fixture
def project(tmp_path: Path) -> Project:
    folder = tmp_path / "a folder 译文"
    folder.mkdir()
    return Project(folder)


def installed(calls: Sequence[list[str]]) -> list[str]:
    """Return the arguments of the call that installs the project."""
    (call,) = [call for call in calls if "--editable" in call]
    return call[call.index("--editable") + 1 :]


def test_first_run_installs_and_the_next_only_runs(project):
    first = project.run("translate", "早上好", "a b")
    assert first.returncode == 0
    assert first.stderr.startswith("run.py: setting up .venv (app)")
    calls = project.calls()
    assert [call[:2] for call in calls] == [["-m", "pip"]] * 3 + [["-m", "engine"]]
    assert "pip>=25.1" in calls[1]
    assert calls[2][-4:] == ["--constraint", "constraints.txt", "--editable", "."]
    assert calls[3] == ["-m", "engine", "translate", "早上好", "a b"]

    second = project.run("translate", "x")
    assert second.stderr == ""
    assert project.calls() == [["-m", "engine", "translate", "x"]]


def test_runs_where_the_user_stands_and_installs_where_the_project_is(project):
    project.run("files", "letter.txt")
    folders = [
        json.loads(line)[0] for line in (project.folder / "calls").read_text("utf-8").splitlines()
    ]
    assert folders[1:] == [str(project.folder)] * 2 + [str(project.elsewhere)]


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_installs_again_when_a_file_changed(project, name):
    project.run("packs")
    project.calls()
    with (project.folder / name).open("a") as file:
        file.write("# changed\n")
    project.run("packs")
    assert installed(project.calls()) == ["."]


def test_installs_again_when_the_folder_moved(project, tmp_path):
    project.run("packs")
    moved = project.folder.rename(tmp_path / "moved")
    (moved / "calls").unlink()
    script = moved / ".venv" / "bin" / "python"
    script.write_text(script.read_text("utf-8").replace(str(project.folder), str(moved)), "utf-8")
    project.folder = moved
    project.run("packs")
    assert installed(project.calls()) == ["."]


@pytest.mark.parametrize(
    ("arguments", "wanted", "module"),
    [
        ([], ["."], "gui"),
        (["--version"], ["."], "engine"),
        (["export", "folder"], [".[export]"], "export"),
        (["export", "bench", "--help"], [".[bench,export]"], "export"),
        (["build"], [".[serve]", "--group", "build"], "installers"),
        (
            ["test", "-q"],
            [".[bench,export,serve]", "--group", "test", "--group", "build"],
            "pytest",
        ),
    ],
)
def test_each_use_asks_for_its_own_set(project, arguments, wanted, module):
    assert project.run(*arguments).returncode == 0
    calls = project.calls()
    assert installed(calls) == wanted
    assert calls[-1][:2] == ["-m", module]


def test_another_use_installs_beside_the_first(project):
    project.run("packs")
    project.run("test")
    project.calls()
    project.run("packs")
    assert project.stamps() == [".installed-app", ".installed-test"]
    assert project.calls() == [["-m", "engine", "packs"]]


def test_help_needs_nothing(project):
    shown = project.run("--help")
    assert shown.returncode == 0
    assert "python run.py translate" in shown.stdout
    assert project.calls() == []


def test_exit_code_is_the_childs(project):
    assert project.run("self-check", CODE_other="7").returncode == 7


@pytest.mark.parametrize(
    ("said", "cause"),
    [
        (
            "ERROR: Could not install packages: [Errno 28] No space left on device",
            "disk is full",
        ),
        (
            "WARNING: Retrying after connection broken by 'NewConnectionError'",
            "index cannot be reached",
        ),
        ("ERROR: No matching distribution found for numpy==2.0", "pip failed"),
    ],
)
def test_failed_installation_says_why_and_is_tried_again(project, said, cause):
    failed = project.run("packs", CODE_pip="1", SAYS_pip=said)
    assert failed.returncode == 2
    assert failed.stdout == ""
    line = failed.stderr.splitlines()[1]
    assert line.startswith("run.py: cannot install what Yiwen needs: ")
    assert cause in line
    assert said in failed.stderr
    assert "Traceback" not in failed.stderr
    assert project.stamps() == []
    project.calls()
    assert project.run("packs").returncode == 0
    assert installed(project.calls()) == ["."]


def test_missing_project_file_is_named(project):
    (project.folder / "constraints.txt").unlink()
    failed = project.run("packs")
    assert failed.returncode == 2
    assert "constraints.txt" in failed.stderr
    assert "Traceback" not in failed.stderr


def test_interrupted_installation_leaves_no_stamp(project):
    with subprocess.Popen(
        project.command("packs"),
        env={**os.environ, "SLEEPS_pip": "30"},
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    ) as child:
        deadline = time.monotonic() + 30
        calls = project.folder / "calls"
        while not (calls.exists() and "install" in calls.read_text("utf-8")):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        os.killpg(child.pid, signal.SIGINT)
        _, said = child.communicate(timeout=30)
    assert child.returncode == 130
    assert said.splitlines()[-1] == "run.py: stopped; run the same again to go on"
    assert project.stamps() == []


def test_every_check_runs_and_pytest_is_last(project):
    done = project.run("test", "-x", "tests", CODE_mypy="1", SAYS_pytest="== 3 passed in 1.0s ==")
    assert done.returncode == 1
    named = [call[1] for call in project.calls()[3:]]
    assert named[:3] == ["ruff", "ruff", "mypy"]
    assert "importlinter" in named[3]
    assert named[4:] == ["pytest"]
    assert "ruff format passed, ruff check passed, mypy FAILED, import-linter passed" in done.stdout
    assert done.stdout.rstrip().endswith("== 3 passed in 1.0s ==")


def test_pytest_is_spread_over_processes_unless_it_is_told_otherwise(project):
    project.run("test", "tests", "-n", "0")
    last = project.calls()[-1]
    assert last[1:] == ["pytest", "--numprocesses", "0", "tests", "-n", "0"]


def test_pytests_own_exit_code_counts_most(project):
    assert project.run("test", CODE_mypy="1", CODE_pytest="5").returncode == 5


def test_broken_environment_is_made_anew(project):
    (project.folder / ".venv" / "bin" / "python").unlink()
    failed = project.run("packs", PIP_NO_INDEX="1", PIP_FIND_LINKS="", PIP_CONFIG_FILE=os.devnull)
    made = subprocess.run(
        [project.folder / ".venv" / "bin" / "python", "-m", "pip", "--version"],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert str(project.folder) in made.stdout
    assert failed.returncode == 2  # a new environment, and an index that offers nothing
    assert "cannot install what Yiwen needs" in failed.stderr
    assert project.stamps() == []
