"""Set Yiwen up beside this file, then run it.

    python run.py                              open the window
    python run.py translate "Good morning."    or any other subcommand of the command line
    python run.py export CHECKPOINT …          make a model pack from a checkpoint
    python run.py export bench …               measure it beside other engines
    python run.py test [arguments of pytest]   run every check of the project, on all processors
    python run.py build [--pack DIR|HUB_NAME]  what runs without Python: dist/yiwen and installers

What is installed goes into .venv and is left alone until pyproject.toml, constraints.txt, Python
or the place of this folder changes; until then nothing here needs the network.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 (the Pythons that this turns away do read it)
    found = f"{sys.version_info[0]}.{sys.version_info[1]}"
    sys.stderr.write(f"run.py: Yiwen needs Python 3.11 or newer, found {found}\n")
    sys.exit(2)

import hashlib
import locale
import os
import subprocess
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")

# UTF-8 whatever the locale says; and no module is taken from the folder one happens to stand in.
INTERPRETER = [str(PYTHON), "-X", "utf8", "-P"]

# What pip is asked for, by use. Only the export extra brings PyTorch, so the window never does.
SETS = {
    "app": ["."],
    "serve": [".[serve]"],
    "export": [".[export]"],
    "bench": [".[bench,export]"],
    "build": [".[serve]", "--group", "build"],
    "test": [".[bench,export,serve]", "--group", "test", "--group", "build"],
}

CHECKS = {
    "ruff format": ["-m", "ruff", "format", "--check", "."],
    "ruff check": ["-m", "ruff", "check", "."],
    "mypy": ["-m", "mypy"],
    "import-linter": ["-c", "from importlinter.cli import lint_imports_command as m; m()"],
}

# All in one process: the window's tests and others do not bear every order yet that several take
# them in. "-n auto" after it takes one process for each processor, as long as there is memory.
SPREAD = ["--numprocesses", "0"]

HINTS = {
    "the disk is full; make room and run this again": ("No space left", "Errno 28"),
    "the package index cannot be reached; connect to the network and run this again": (
        "connection broken",
        "ConnectTimeoutError",
        "NameResolutionError",
        "NewConnectionError",
        "ReadTimeoutError",
    ),
    "this folder may not be written to": ("Permission denied", "Errno 13"),
}


class SetupError(Exception):
    """Yiwen cannot be set up here; the message says why and what to do."""


def main(arguments: list[str]) -> int:
    """Do what the command line asks for and return the exit code."""
    try:
        return run(arguments)
    except SetupError as error:
        say(str(error))
    except OSError as error:
        say(f"cannot be set up in {ROOT}: {error}")
    except KeyboardInterrupt:
        say("stopped; run the same again to go on")
        return 130
    return 2


def run(arguments: list[str]) -> int:
    """Choose what to run; all that is not named here belongs to the command line."""
    if not arguments:
        return start("app", "gui", [])
    command, rest = arguments[0], arguments[1:]
    if command in {"-h", "--help"}:
        print(__doc__.strip())
        return 0
    if command == "test":
        return test(rest)
    if command == "build":
        return start("build", "installers", rest)
    if command == "export":
        return start("bench" if rest[:1] == ["bench"] else "export", "export", rest)
    return start("serve" if command == "serve" else "app", "engine", arguments)


def start(use: str, module: str, arguments: list[str]) -> int:
    """Become ``python -m module``, in the environment of ``use``."""
    prepare(use)
    read_paths_as_utf8()
    command = [*INTERPRETER, "-m", module, *arguments]
    if not WINDOWS:
        os.execv(PYTHON, command)  # noqa: S606 (no shell is wanted)
    return wait(command)


def read_paths_as_utf8() -> None:
    """Let Python find this folder by a name that is not ASCII, whatever the locale says.

    The path of an editable install stands in a file that Python reads in the locale's encoding.
    """
    if not WINDOWS and locale.getencoding().lower() not in {"utf-8", "utf8"}:
        os.environ["LC_ALL"] = "C.UTF-8"


def test(arguments: list[str]) -> int:
    """Run every check, whatever the others said, and pytest last."""
    prepare("test")
    read_paths_as_utf8()
    outcomes = {}
    for name, check in CHECKS.items():
        print(f"== {name}", flush=True)
        done = subprocess.run([*INTERPRETER, *check], cwd=ROOT, check=False)
        outcomes[name] = "passed" if done.returncode == 0 else "FAILED"
    summary = ", ".join(f"{name} {outcome}" for name, outcome in outcomes.items())
    print(f"== {summary}; now pytest", flush=True)
    code = wait([*INTERPRETER, "-m", "pytest", *SPREAD, *arguments], ROOT)
    return code or int("FAILED" in outcomes.values())


def wait(command: list[str], folder: Path | None = None) -> int:
    """Run ``command`` to its end, in ``folder`` or where we are, and return its exit code."""
    with subprocess.Popen(command, cwd=folder) as child:
        while True:
            try:
                code = child.wait()
            except KeyboardInterrupt:
                continue  # the child was told as well, and ends in its own way
            return code if code >= 0 else 128 - code


def prepare(use: str) -> None:
    """Install what ``use`` needs into .venv, unless that was done before and still holds.

    Raises:
        SetupError: The environment cannot be made, or pip could not install.
    """
    stamp = VENV / f".installed-{use}"
    if PYTHON.exists() and stamp.exists() and stamp.read_text("utf-8") == fingerprint():
        return
    say(f"setting up .venv ({use}); the first time this takes a few minutes")
    stamp.unlink(missing_ok=True)
    if not usable():
        make_environment()
    pip("pip>=25.1")  # the first that knows dependency groups
    pip("--constraint", "constraints.txt", "--editable", *SETS[use])
    stamp.write_text(fingerprint(), "utf-8")


def fingerprint() -> str:
    """Return a digest of everything that what is installed depends on."""
    files = [ROOT / "pyproject.toml", ROOT / "constraints.txt", VENV / "pyvenv.cfg"]
    parts = [str(sys.version_info[:2]), str(ROOT), *(file.read_text("utf-8") for file in files)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def usable() -> bool:
    """Return whether .venv is whole: its Python starts and finds its pip."""
    try:
        command = [*INTERPRETER, "-m", "pip", "--version"]
        probe = subprocess.run(command, capture_output=True, check=False)
    except OSError:
        return False
    return probe.returncode == 0


def make_environment() -> None:
    """Make .venv anew.

    Raises:
        SetupError: This Python came without what it needs for that.
    """
    try:
        venv.EnvBuilder(clear=True, with_pip=True, symlinks=not WINDOWS).create(VENV)
    except subprocess.CalledProcessError as error:
        raise SetupError(
            "this Python cannot make a virtual environment with pip in it; "
            "on Debian and Ubuntu install the package python3-venv"
        ) from error


def pip(*arguments: str) -> None:
    """Run ``pip install`` in .venv, saying what it is at.

    Raises:
        SetupError: It failed; the message ends with its own last words.
    """
    quiet = ["--disable-pip-version-check", "--no-input", "--progress-bar=off", "--retries=2"]
    lines = []
    with subprocess.Popen(
        [*INTERPRETER, "-m", "pip", "install", *quiet, *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as child:
        for line in child.stdout or ():
            lines.append(line.strip())
            if lines[-1].startswith(("Downloading ", "Using cached ", "Installing collected")):
                print("  " + lines[-1].partition(":")[0], file=sys.stderr, flush=True)
    if child.returncode != 0:
        raise SetupError(explain(lines))


def explain(lines: list[str]) -> str:
    """Say in one line why pip failed, and add its own last words about it."""
    said = "\n".join(lines)
    causes = (hint for hint, signs in HINTS.items() if any(sign in said for sign in signs))
    errors = [line for line in lines if line.lower().startswith("error")] or lines
    cause = next(causes, "pip failed, and says")
    return "\n  ".join([f"cannot install what Yiwen needs: {cause}", *errors[-3:]])


def say(text: str) -> None:
    """Tell the user something, beside the output of what is run."""
    print(f"run.py: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
