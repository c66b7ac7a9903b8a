"""A job that kills itself: ``python -m tests.support.killed_job SOURCE RESULT CALL …``.

For each number of a call, of Python's or C's functions, a copy of this process runs the job and is
killed at that call; another one then runs the same job to its end. What the folder holds after
each of the two is printed, a line of JSON each.
"""

import hashlib
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from engine.documents.job import JobOptions, Progress, translate_file
from tests.support.document_translator import DocumentTranslator

TRANSLATOR = DocumentTranslator()


def run(source: Path, result: Path, kill_at: int = 0) -> list[int]:
    """Run the job; return the number of calls before each change of stage, and in all."""
    calls = 0
    stages: dict[str, int] = {}

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        if event in {"call", "c_call"}:
            calls += 1
            if calls == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)

    def tell(progress: Progress) -> None:
        stages.setdefault(progress.stage, calls)

    sys.setprofile(count)
    try:
        translate_file(source, result, TRANSLATOR, JobOptions(report=True), progress=tell)
    finally:
        sys.setprofile(None)
    return [*stages.values(), calls]


def state(folder: Path) -> dict[str, str]:
    """Return the digest of each file in a folder."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
    }


def _in_copy(work: Callable[[], object]) -> int:
    child = os.fork()
    if not child:
        work()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _main(source: Path, result: Path, moments: list[int]) -> None:
    for moment in moments:
        for each in (result, result.with_name(f"{result.name}.json")):
            each.unlink(missing_ok=True)
        for number in (moment, 0):
            code = _in_copy(lambda number=number: run(source, result, number))  # type: ignore[misc]
            print(json.dumps([moment, code, state(source.parent)]), flush=True)  # noqa: T201


if __name__ == "__main__":
    _main(Path(sys.argv[1]), Path(sys.argv[2]), list(map(int, sys.argv[3:])))
