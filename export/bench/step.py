"""A decoding step against one read of its weights.

A step with one row multiplies every weight of the decoder once, so it cannot take less time than
reading them does. How fast memory can be read is measured in turns with the steps.
"""

import contextlib
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import onnx
from onnx import numpy_helper

from engine import pack
from export.bench.compare import opened
from export.bench.contestants import Contestant
from export.bench.process import Worker
from export.bench.rivals import Ids

_STEPS: Final = 40
_WARM_UP: Final = 8
_ROUNDS: Final = 5
_READ_BYTES: Final = 256 << 20
"""Far more than any cache holds."""

_READS: Final = 3


@dataclass(frozen=True, slots=True)
class Step:
    """What a step takes.

    Attributes:
        rival: The engine.
        threads: Threads it may use.
        weights: Bytes of weights that a step reads.
        bandwidth: Bytes a second that memory can be read at with as many threads.
        seconds: Median of a step.
        ratio: Median, over the rounds, of a step's time by the time of one read of its weights.
    """

    rival: str
    threads: int
    weights: int
    bandwidth: float
    seconds: float
    ratio: float


def measure_step(contestant: Contestant, source: Ids, threads: int) -> Step:
    """Measure the steps of one sentence, one row, in turns with reading memory.

    Raises:
        BenchError: The engine failed.
    """
    weights = weights_read(contestant.path / pack.DECODER)
    steps: list[float] = []
    bandwidths: list[float] = []
    with contextlib.ExitStack() as stack:
        engine, _ = stack.enter_context(
            opened(contestant, threads, {"threads": threads}, fixed=True)
        )
        memory = stack.enter_context(Worker("memory", threads=threads))
        for _ in range(_ROUNDS):
            taken = engine.ask("step", source=source, steps=_WARM_UP + _STEPS)["seconds"]
            steps.append(statistics.median(taken[_WARM_UP:]))
            reads = memory.ask("read", bytes=_READ_BYTES, times=_READS)["seconds"]
            bandwidths.append(_READ_BYTES / min(reads))
    return Step(
        rival=contestant.name,
        threads=threads,
        weights=weights,
        bandwidth=statistics.median(bandwidths),
        seconds=statistics.median(steps),
        ratio=median_ratio(steps, weights, bandwidths),
    )


def median_ratio(steps: Sequence[float], weights: int, bandwidths: Sequence[float]) -> float:
    """Return how many reads a step takes, each round by its own bandwidth."""
    pairs = zip(steps, bandwidths, strict=True)
    return statistics.median(seconds * bandwidth / weights for seconds, bandwidth in pairs)


def weights_read(graph: Path) -> int:
    """Return the bytes of the weights that a step reads, each place in the file counted once.

    Tables that rows are looked up in count as nothing: a row or a hundred are read of them.
    """
    model = onnx.load(graph, load_external_data=False)
    looked_up = {node.input[0] for node in model.graph.node if node.op_type == "Gather"}
    others = {
        name
        for node in model.graph.node
        for at, name in enumerate(node.input)
        if node.op_type != "Gather" or at > 0
    }
    places: set[tuple[int, int]] = set()
    inline = 0
    for tensor in model.graph.initializer:
        if tensor.name in looked_up - others:
            continue
        where = {entry.key: entry.value for entry in tensor.external_data}
        if where:
            places.add((int(where.get("offset", 0)), int(where["length"])))
        else:
            inline += numpy_helper.to_array(tensor).nbytes
    return inline + sum(length for _, length in places)
