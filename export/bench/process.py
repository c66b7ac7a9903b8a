"""The other end of :mod:`export.bench.worker`: processes of which only one runs at a time."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Final, Self, cast

from export.bench.errors import BenchError
from export.bench.rivals import How, Ids

ROOT: Final = Path(__file__).resolve().parents[2]

_SETTLE: Final = 0.25
"""Seconds to wait where a process cannot be halted: idle threads of OpenMP spin for so long."""

_LEAVE: Final = 5.0
"""Seconds that a process is given to end by itself."""


@dataclass(frozen=True, slots=True)
class Ran:
    """Seconds that a run took, those of all processors, and the ids that it made."""

    seconds: float
    cpu: float
    outputs: list[Ids]


class Worker:
    """A process with one engine. It is halted but for the time that a request takes.

    Threads of many engines go on spinning for a while after a run, in wait of more work, at the
    expense of whoever comes next; a halted process does not.

    Args:
        name: What it is called in messages.
        python: The interpreter to run it with.
        threads: What the libraries that ask the environment are told.
    """

    def __init__(self, name: str, *, python: Path | None = None, threads: int = 0) -> None:
        self._name = name
        # Closed in close(); its lines are read only if the process dies.
        self._said = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = subprocess.Popen(  # noqa: S603 - this very program
            [str(python or sys.executable), "-X", "utf8", "-m", "export.bench.worker"],
            cwd=ROOT,
            env=_environment(threads),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            encoding="utf-8",
            # A group of its own: should this program be killed, the system ends what is halted in
            # groups that nobody is left to wake.
            process_group=0,
        )
        self._input = cast("IO[str]", self._process.stdin)
        self._output = cast("IO[str]", self._process.stdout)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, do: str, **request: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
        """Send a request and return the reply.

        Raises:
            BenchError: It could not be fulfilled, or the process died.
        """
        with self._running():
            try:
                self._input.write(json.dumps({"do": do, **request}) + "\n")
                self._input.flush()
                line = self._output.readline()
            except OSError:
                line = ""
        if not line:
            raise BenchError(f"{self._name}: expected a reply to {do}, found {self._last_words()}")
        reply: dict[str, Any] = json.loads(line)
        if "error" in reply:
            raise BenchError(f"{self._name}: {do} failed: {reply['error']}")
        return reply

    def run(self, sources: Sequence[Ids], how: How) -> Ran:
        """Translate with the engine that was loaded; raises as :meth:`ask`."""
        reply = self.ask("run", sources=sources, how=asdict(how))
        return Ran(reply["seconds"], reply["cpu"], [tuple(ids) for ids in reply["outputs"]])

    def close(self) -> None:
        """End the process."""
        self._signal("SIGCONT")
        with contextlib.suppress(OSError):
            self._input.close()
        try:
            self._process.wait(_LEAVE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._output.close()
        self._said.close()

    @contextlib.contextmanager
    def _running(self) -> Iterator[None]:
        self._signal("SIGCONT")
        try:
            yield
        finally:
            if not self._signal("SIGSTOP"):
                time.sleep(_SETTLE)

    def _signal(self, name: str) -> bool:
        """Send a signal that not every system has; tell whether that was possible."""
        number = getattr(signal, name, None)
        if number is None:
            return False
        if self._process.poll() is None:
            self._process.send_signal(number)
        return True

    def _last_words(self) -> str:
        self._signal("SIGCONT")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LEAVE)
        self._said.seek(0)
        lines = self._said.read().decode("utf-8", "replace").strip().splitlines()
        return f"the process ended with {self._process.returncode}: {lines[-1] if lines else '-'}"


def _environment(threads: int) -> Mapping[str, str]:
    changed = {"PYTHONPATH": str(ROOT), "HF_HUB_OFFLINE": "1", "ORT_DISABLE_TELEMETRY": "1"}
    if threads:
        changed["OPENBLAS_NUM_THREADS"] = str(threads)
    return {**os.environ, **changed}
