"""The protocol between the bench and the processes of its engines, on both ends."""

import contextlib
import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from export.bench.errors import BenchError
from export.bench.process import ROOT, Worker
from export.bench.worker import Work, answer, serve

needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def test_every_line_is_answered_by_a_line():
    replies = io.StringIO()
    serve(io.StringIO('{"do": "memory"}\n{"do": "read", "bytes": 4096, "times": 3}\n'), replies)
    memory, read = (json.loads(line) for line in replies.getvalue().splitlines())
    assert set(memory) == {"peak", "resident"}
    assert len(read["seconds"]) == 3
    assert all(seconds > 0 for seconds in read["seconds"])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("no JSON", "JSONDecodeError: Expecting value"),
        ('{"do": "fly"}', "ValueError: expected one of convert, load, run, "),
        ('{"do": "run", "sources": [], "how": {"beam": 1, "limit": 2}}', "expected load before"),
        ('{"do": "load", "rival": "nobody", "path": ".", "settings": {}}', "KeyError: 'nobody'"),
    ],
)
def test_what_cannot_be_done_is_answered_as_well(line, said):
    reply = answer(Work(), line)
    assert set(reply) == {"error"}
    assert said in reply["error"]


@needs_proc
def test_a_process_answers_and_is_halted_in_between():
    with Worker("someone") as worker:
        assert worker.ask("memory")["peak"] > 1 << 20
        stopped = os.waitid(os.P_PID, worker._process.pid, os.WSTOPPED | os.WNOWAIT)
        assert stopped is not None
        assert stopped.si_code == os.CLD_STOPPED
        assert worker.ask("memory")["resident"] > 1 << 20
    assert worker._process.returncode == 0


def test_a_request_that_fails_names_the_engine():
    with Worker("someone") as worker, pytest.raises(BenchError, match="someone: fly failed"):
        worker.ask("fly")


def test_a_process_that_dies_is_told_with_its_last_words(tmp_path):
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho 'no such module' >&2\nexit 3\n", "utf-8")
    python.chmod(0o755)
    if sys.platform == "win32":
        pytest.skip("runs a shell script")
    with (
        Worker("someone", python=python) as worker,
        pytest.raises(BenchError, match="the process ended with 3: no such module"),
    ):
        worker.ask("memory")


HALTED = """
import sys
import time
from export.bench.process import Worker

worker = Worker("any")
worker.ask("memory")
print(worker._process.pid, flush=True)
time.sleep(60)
"""


@needs_proc
def test_who_is_halted_does_not_outlive_a_program_that_was_killed():
    with subprocess.Popen(
        [sys.executable, "-c", HALTED], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        worker = Path("/proc") / program.stdout.readline().strip()
        assert "State:\tT" in (worker / "status").read_text("ascii")
        program.kill()
    deadline = time.monotonic() + 30
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        while "State:\tZ" not in (worker / "status").read_text("ascii"):
            assert time.monotonic() < deadline
            time.sleep(0.05)
