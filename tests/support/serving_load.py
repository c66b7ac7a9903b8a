"""Puts load on the server with wrk, and measures what it does under it.

    python -m tests.support.serving_load                       20,000 requests; some minutes
    python -m tests.support.serving_load --requests 2000

First one client asks a server that translates each sentence by itself; then many clients ask the
same server with its defaults, same pack and same threads. Wall-clock figures mean something on an
otherwise idle machine only; the processor's time for each request does on others, too.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

from tests.support.server_process import ServerProcess, server_process

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_suffix(".lua")
TEXTS = ROOT / "assets" / "eval" / "dev.tsv"
_ROUND = 5
"""Seconds that wrk runs at a time."""


@dataclass(frozen=True)
class Load:
    """What came of a load.

    Attributes:
        clients: Connections, each of which asks again as soon as it is answered.
        requests: How many were answered.
        errors: How many were not answered with a translation.
        per_second: Requests a second.
        median: Seconds to an answer.
        p95: Seconds within which 95 of 100 were answered, in the worst round.
        processor: Seconds of the server's processor time for each request.
        memory: Bytes that the server took after each round.
    """

    clients: int
    requests: int
    errors: int
    per_second: float
    median: float
    p95: float
    processor: float
    memory: list[int]

    @property
    def growth(self) -> float:
        """By which part the memory grew after the first third, in which it still fills."""
        settled = self.memory[len(self.memory) // 3]
        return self.memory[-1] / settled - 1


def wrk() -> str | None:
    """Return where wrk is, if it is installed."""
    return shutil.which("wrk")


def put_load(server: ServerProcess, *, clients: int, requests: int, seconds: int = _ROUND) -> Load:
    """Have clients ask a server until so many requests are answered.

    Args:
        server: The server.
        clients: How many ask at a time.
        requests: How many requests are answered at least.
        seconds: How long a round takes, after each of which the memory is looked at.
    """
    program = wrk()
    assert program is not None, "wrk is not installed"
    rounds: list[dict[str, float]] = []
    memory: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder) / "lines"
        texts = [row.split("\t")[0] for row in TEXTS.read_text("utf-8").splitlines()]
        random.Random(0).shuffle(texts)
        lines.write_text("\n".join(json.dumps(text)[1:-1] for text in texts), "utf-8")
        command = [program, "-t1", f"-c{clients}", f"-d{seconds}s", "--timeout", "60s"]
        command += ["-s", str(SCRIPT), server.client.url]
        before = processor_time(server)
        while (asked := round(sum(each["requests"] for each in rounds))) < requests:
            environment = {"YIWEN_LOAD_LINES": str(lines), "YIWEN_LOAD_FIRST": str(asked)}
            done = subprocess.run(
                command, env={**os.environ, **environment}, capture_output=True, check=True
            )
            rounds.append(json.loads(done.stdout.splitlines()[-1]))
            memory.append(server.memory())
        spent = processor_time(server) - before
    total = sum(each["requests"] for each in rounds)
    return Load(
        clients=clients,
        requests=round(total),
        errors=round(sum(each["errors"] for each in rounds)),
        per_second=total / sum(each["seconds"] for each in rounds),
        median=sum(each["median"] for each in rounds) / len(rounds),
        p95=max(each["p95"] for each in rounds),
        processor=spent / total,
        memory=memory,
    )


def processor_time(server: ServerProcess) -> float:
    """Return how many seconds of processor time a server has spent."""
    text = Path(f"/proc/{server.process.pid}/stat").read_text("ascii")
    fields = text.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main(argv: list[str] | None = None) -> int:
    """Measure, print, and return 0 if all is as it should be."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--requests", type=int, default=20_000, help="of many clients")
    parser.add_argument("--clients", type=int, default=128)
    parser.add_argument("--server", nargs="*", default=[], help="options of the server, bare")
    parser.add_argument("--seconds", type=int, default=_ROUND, help="of a round")
    arguments = parser.parse_args(argv)
    options = [f"--{option}" if option[0].isalpha() else option for option in arguments.server]
    with server_process(*options, "--batch", "1") as server:
        put_load(server, clients=1, requests=100, seconds=1)
        alone = put_load(server, clients=1, requests=200, seconds=arguments.seconds)
    with server_process(*options) as server:
        put_load(server, clients=arguments.clients, requests=100, seconds=1)
        many = put_load(
            server,
            clients=arguments.clients,
            requests=arguments.requests,
            seconds=arguments.seconds,
        )
    for name, load in (("one client, batch 1", alone), ("many clients", many)):
        print(f"{name}: {_told(load)}")  # noqa: T201
    cores = os.cpu_count() or 1
    print(f"throughput: {many.per_second / alone.per_second:.2f} times")  # noqa: T201
    ratio = cores * alone.processor / many.processor
    print(f"by processor time, on {cores} idle cores: {ratio:.2f} times")  # noqa: T201
    print(f"memory after the first third: {many.growth:+.1%}")  # noqa: T201
    print(json.dumps({"alone": asdict(alone), "many": asdict(many)}))  # noqa: T201
    return int(bool(alone.errors or many.errors or many.growth > 0.05))


def _told(load: Load) -> str:
    return (
        f"{load.clients} clients, {load.requests} requests, {load.errors} errors,"
        f" {load.per_second:.1f} a second, median {load.median * 1e3:.0f} ms,"
        f" p95 {load.p95 * 1e3:.0f} ms, {load.processor * 1e3:.2f} ms of processor time each,"
        f" {load.memory[-1] / 1e6:.0f} MB"
    )


if __name__ == "__main__":
    sys.exit(main())
