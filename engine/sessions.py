"""ONNX Runtime sessions, each with a pool of threads.

With :mod:`engine.model`, this is all that knows ONNX Runtime.

A pool's helpers spin for a while when they are out of work, so that they are there when the next
step comes. A model is two sessions, so one's helpers would be spinning while the other's work; here
they give up after a moment that is longer than the time between two steps and not much more.
ONNX Runtime's process-wide pool would be shared, but it is made once, at the size first asked for,
and with it no session may have fewer threads.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.errors import InferenceError, PackCorrupt
from engine.runtime import onnxruntime

if TYPE_CHECKING:
    import onnxruntime as ort

Values = dict[str, Any]
"""ONNX Runtime's own values (``OrtValue``) by the name of the input or output they are for."""

_PROCESSORS: Final = Path("/sys/devices/system/cpu")

_SPINNING: Final = 300
"""Microseconds for which a helper waits for work awake; a step of the search comes after less."""


def open_session(path: Path, *, threads: int = 0) -> "ort.InferenceSession":
    """Load a graph.

    Args:
        path: The graph; its external data stands beside it.
        threads: Threads that an operator is divided among, the calling one included; 0 takes one
            for each physical core that the process may use.

    Raises:
        ValueError: ``threads`` is negative.
        PackCorrupt: ONNX Runtime cannot load the graph.
    """
    ort = onnxruntime()
    if threads < 0:
        raise ValueError(f"threads must be at least 0, found {threads}")
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads or physical_cores()
    options.add_session_config_entry("session.intra_op.spin_duration_us", str(_SPINNING))
    options.log_severity_level = 4  # faults arrive as exceptions; the log would repeat them
    # Lengths change at every run: remembered memory patterns never match and only grow.
    options.enable_mem_pattern = False
    # The arena stays on: it keeps what the largest run needed, once. Without it, freed blocks of
    # every size leave the process several times as large.
    try:
        # Falling back would print to the standard output, which belongs to the translation.
        return ort.InferenceSession(
            path, options, providers=["CPUExecutionProvider"], enable_fallback=0
        )
    except Exception as error:
        raise PackCorrupt(path, "a graph that ONNX Runtime can load", _first_line(error)) from error


def run(session: "ort.InferenceSession", feeds: dict[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Run a graph once and return its outputs by name.

    Raises:
        InferenceError: ONNX Runtime failed.
    """
    return _named_outputs(session, session.run, feeds)


def as_values(arrays: Mapping[str, NDArray[Any]]) -> Values:
    """Wrap arrays for :func:`run_values`; they must not change as long as the values are used."""
    wrap = onnxruntime().OrtValue.ortvalue_from_numpy
    return {name: wrap(np.ascontiguousarray(array)) for name, array in arrays.items()}


def view(value: Any) -> NDArray[Any]:  # noqa: ANN401 - the runtime's classes are untyped
    """Return one of :data:`Values` as an array that is not to be written to; nothing is copied."""
    return np.from_dlpack(value)


def run_values(session: "ort.InferenceSession", feeds: Values) -> Values:
    """Run a graph on ONNX Runtime's own values, which spares copies; else as :func:`run`.

    Raises:
        InferenceError: ONNX Runtime failed.
    """
    return _named_outputs(session, session.run_with_ort_values, feeds)


def _named_outputs(
    session: "ort.InferenceSession",
    run_session: Callable[[list[str], dict[str, Any]], Iterable[Any]],
    feeds: dict[str, Any],
) -> dict[str, Any]:
    names = [output.name for output in session.get_outputs()]
    try:
        return dict(zip(names, run_session(names, feeds), strict=True))
    except Exception as error:
        raise InferenceError(f"the model could not be run: {_first_line(error)}") from error


def physical_cores() -> int:
    """Count the physical cores that the process may use; hyper-threads of one core count once.

    Returns:
        The number, at least 1; 0 where the standard library cannot tell, which has ONNX Runtime
        count the cores of the machine itself.
    """
    if not hasattr(os, "sched_getaffinity") or not _PROCESSORS.is_dir():
        return 0
    return count_cores(os.sched_getaffinity(0), _PROCESSORS)


def count_cores(processors: Iterable[int], folder: Path) -> int:
    """Count the cores behind logical processors, as Linux describes them under ``folder``.

    A processor that is not described counts as a core.
    """
    return len({_siblings(folder / f"cpu{number}", number) for number in processors})


def _siblings(processor: Path, number: int) -> str:
    try:
        return (processor / "topology" / "thread_siblings_list").read_text("ascii").strip()
    except (OSError, ValueError):
        return str(number)


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)
