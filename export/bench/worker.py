"""One engine in a process of its own, told what to do by lines of JSON.

Run as ``python -m export.bench.worker``. Each line of the input is a request, an object whose
``do`` names one of :data:`REQUESTS`; each is answered by a line with an object. One that cannot be
fulfilled is answered by ``{"error": "…"}``.

Nothing is imported here but the standard library, so that an environment of other versions, which
only one engine needs, can run it as well, and so that a process holds nothing but its engine.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TextIO

from export.bench import memory, rivals
from export.bench.rivals import Engine, How

Request = Mapping[str, Any]
Reply = dict[str, Any]


class Work:
    """The engine of this process, once it is loaded."""

    def __init__(self) -> None:
        self._engine: Engine | None = None

    @property
    def engine(self) -> Any:  # noqa: ANN401 - some requests know which engine it is
        """The engine; a fault if there is none yet."""
        if self._engine is None:
            raise ValueError("expected load before anything else")
        return self._engine

    def convert(self, request: Request) -> Reply:
        """Make the engine's own format of a checkpoint."""
        rivals.convert(request["rival"], Path(request["path"]), Path(request["output"]))
        return {}

    def load(self, request: Request) -> Reply:
        """Import and load an engine; reply with the seconds."""
        start = time.perf_counter()
        self._engine = rivals.load(request["rival"], Path(request["path"]), request["settings"])
        return {"seconds": time.perf_counter() - start}

    def run(self, request: Request) -> Reply:
        """Translate; reply with the seconds, those of processors, and the ids."""
        sources = [tuple(ids) for ids in request["sources"]]
        how = How(**request["how"])
        engine = self.engine
        start, used = time.perf_counter(), time.process_time()
        outputs = engine.run(sources, how)
        seconds, cpu = time.perf_counter() - start, time.process_time() - used
        return {"seconds": seconds, "cpu": cpu, "outputs": outputs}

    def memory(self, _: Request) -> Reply:
        """Reply with the bytes that were resident at most, and that are now."""
        return {"peak": memory.peak(), "resident": memory.resident()}

    def step(self, request: Request) -> Reply:
        """Take decoding steps with one row; reply with the seconds of each."""
        return {"seconds": self.engine.step_times(tuple(request["source"]), request["steps"])}

    def translate(self, request: Request) -> Reply:
        """Translate a text; reply with the seconds, and what was resident every so often."""
        resident = []
        start = time.perf_counter()
        for at, _ in enumerate(self.engine.stream(request["sentences"]), 1):
            if at % request["every"] == 0:
                resident.append(memory.resident())
        return {"seconds": time.perf_counter() - start, "resident": resident}

    def read(self, request: Request) -> Reply:
        """Read memory from end to end a few times; reply with the seconds of each."""
        import numpy as np  # noqa: PLC0415

        values = np.ones(request["bytes"] // 4, np.float32)
        seconds = []
        for _ in range(request["times"]):
            start = time.perf_counter()
            np.dot(values, values)  # one operand twice is read once, on all threads of BLAS
            seconds.append(time.perf_counter() - start)
        return {"seconds": seconds}


REQUESTS: Final[Mapping[str, Callable[[Work, Request], Reply]]] = {
    "convert": Work.convert,
    "load": Work.load,
    "run": Work.run,
    "memory": Work.memory,
    "step": Work.step,
    "translate": Work.translate,
    "read": Work.read,
}


def serve(requests: TextIO, replies: TextIO) -> None:
    """Answer requests until there are no more."""
    work = Work()
    for line in requests:
        replies.write(json.dumps(answer(work, line)) + "\n")
        replies.flush()


def answer(work: Work, line: str) -> Reply:
    """Fulfil one request, or say in one line why not."""
    try:
        request = json.loads(line)
        return _request(request["do"])(work, request)
    except Exception as error:  # noqa: BLE001 - engines fail in their own ways; the parent goes on
        said = next(iter(str(error).splitlines()), "")
        return {"error": f"{type(error).__name__}: {said}"}


def _request(name: str) -> Callable[[Work, Request], Reply]:
    if name not in REQUESTS:
        raise ValueError(f"expected one of {', '.join(REQUESTS)}, found {name!r}")
    return REQUESTS[name]


def main() -> None:
    """Serve the pipes; what libraries print goes to the standard error instead."""
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdin.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    serve(sys.stdin, replies)


if __name__ == "__main__":
    main()
