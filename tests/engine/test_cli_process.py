"""The command line as a process of its own: locales, pipes, signals and what gets imported."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.fake_translator import made_of

ROOT = Path(__file__).parents[2]

# The real command line with a translator that takes its time over "Wait.".
WITH_FAKE = """
import sys, time
from engine import cli
from tests.support.fake_translator import FakeTranslator
pause = lambda sentence: time.sleep(60) if sentence == "Wait." else None
cli.load_translator = lambda pack, threads: FakeTranslator(before=pause)
sys.exit(cli.main())
"""

# Locales in which Python by itself would read and write something else than UTF-8.
LOCALES = [
    {"LC_ALL": "C"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "POSIX", "PYTHONIOENCODING": "latin-1"},
]


def environment(**changes: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUTF8"}
    return {**kept, "PYTHONPATH": str(ROOT), **changes}


def start(*argv: str, env: dict[str, str] | None = None, **options) -> subprocess.Popen[bytes]:
    """Start the command line with the fake translator."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(
        [sys.executable, "-c", WITH_FAKE, *argv], env=env or environment(), **{**pipes, **options}
    )


def finish(process: subprocess.Popen[bytes], data: bytes | None = None) -> tuple[int, bytes, bytes]:
    """Feed a process, and return its exit code and what it wrote."""
    try:
        out, err = process.communicate(data, timeout=30)
    finally:
        process.kill()
    return process.returncode, out, err


def engine(*argv: str, **options) -> subprocess.CompletedProcess[bytes]:
    """Run ``python -m engine``."""
    command = [sys.executable, *options.pop("python", ()), "-m", "engine", *argv]
    return subprocess.run(
        command, cwd=ROOT, env=environment(), capture_output=True, check=False, **options
    )


def test_asking_for_the_version_or_help_loads_next_to_nothing():
    heavy = {"numpy", "onnxruntime", "sentencepiece", "sentencex", "opencc", "tqdm", "platformdirs"}
    for argv in (["--version"], ["translate", "--help"], ["translate", "--beam", "x"]):
        done = engine(*argv, python=["-X", "importtime"])
        loaded = {
            line.rpartition(b"|")[2].decode().strip().split(".")[0]
            for line in done.stderr.splitlines()
        }
        assert "argparse" in loaded
        assert loaded & heavy == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_everything_is_utf_8_in_any_locale(locale):
    env = environment(**locale)
    text = "Café 🙂.\r\n“Hi”\n"
    code, out, err = finish(start("translate", env=env), text.encode())
    assert (code, err) == (0, b"")
    assert out.decode() == "译CAFÉ 🙂.文\r\n译“HI”文\n"

    code, out, err = finish(start("translate", "Café 🙂", env=env), b"")
    assert (code, out.decode(), err) == (0, made_of("Café 🙂") + "\n", b"")

    code, out, err = finish(start("译", env=env), b"")
    assert (code, out) == (2, b"")
    # Python hands over what the locale cannot read as surrogates, and they are shown as such.
    named = r"'\udce8\udcaf\udc91'" if "PYTHONUTF8" in locale else "'译'"
    assert f"COMMAND: invalid choice: {named}" in err.decode()

    code, out, err = finish(start("--help", env=env), b"")
    assert "译文" in out.decode()


def test_input_that_is_not_utf_8():
    code, out, err = finish(start("translate"), b"caf\xe9")
    assert (code, out) == (2, b"")
    assert err == b"yiwen: standard input: expected UTF-8, found byte 0xe9 at offset 3\n"


def test_json_lines_are_answered_while_the_pipe_is_open():
    process = start("translate", "--jsonl")
    assert process.stdin is not None
    assert process.stdout is not None
    for number in range(3):
        process.stdin.write(b'{"id": %d, "text": "Hi"}\n' % number)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == number
    assert finish(process) == (0, b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="Windows has neither this signal nor these pipes")
class TestUnix:
    """Signals and pipes."""

    def test_ctrl_c_in_the_middle_ends_at_once_and_quietly(self):
        process = start("translate", "One. Wait. Two.", stdin=subprocess.DEVNULL)
        assert process.stdout is not None
        expected = "译ONE.文".encode()
        assert process.stdout.read(len(expected)) == expected
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert finish(process) == (130, b"", b"")
        assert time.monotonic() - begin < 5

    def test_ctrl_c_while_waiting_for_input(self):
        process = start("translate", "--jsonl")
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b'{"text": "Hi"}\n')
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)  # closing its input would end it too
        assert finish(process) == (130, b"", b"")

    @pytest.mark.parametrize("jsonl", [False, True])
    def test_a_closed_pipe_ends_it_quietly(self, jsonl, tmp_path):
        source = tmp_path / "source"
        # More than any pipe holds, so that writing cannot end before the pipe is closed.
        source.write_bytes((b'{"text": "Hi."}\n' if jsonl else b"Hi.\n") * 100_000)
        with source.open("rb") as stdin:
            process = start("translate", *(["--jsonl"] if jsonl else []), stdin=stdin)
            assert process.stdout is not None
            process.stdout.readline()
            process.stdout.close()
            _, err = process.communicate(timeout=30)
        assert (process.returncode, err) == (141, b"")

    def test_a_closed_pipe_hides_help_quietly(self):
        read, write = os.pipe()
        os.close(read)
        try:
            code, _, err = finish(start("--help", stdout=write))
        finally:
            os.close(write)
        assert (code, err) == (141, b"")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
    def test_a_full_disk_is_named_once(self):
        with Path("/dev/full").open("wb") as full:
            code, _, err = finish(start("translate", "Hi", stdout=full))
        assert code == 1
        assert err.startswith(b"yiwen: standard output: cannot be written: ")
        assert err.count(b"\n") == 1

    @pytest.mark.parametrize(
        ("closed", "written"),
        [("<&-", ""), (">&-", ""), ("2>&-", made_of("Hi")), ("<&- >&- 2>&-", "")],
    )
    def test_streams_that_were_closed_before_it_started(self, closed, written):
        done = subprocess.run(
            ["/bin/sh", "-c", f'exec "$0" -c "$1" translate {closed}', sys.executable, WITH_FAKE],
            env=environment(),
            input=b"Hi",
            capture_output=True,
            check=False,
            timeout=30,
        )
        assert (done.returncode, done.stdout.decode(), done.stderr) == (0, written, b"")
