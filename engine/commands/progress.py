"""A progress bar on the terminal, for work in several stages."""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from engine.commands.streams import Streams

if TYPE_CHECKING:
    from tqdm import tqdm


class Tell(Protocol):
    """Is told how far the work is."""

    def __call__(self, stage: str, done: int, total: int, unit: str = "") -> None:
        """Show ``done`` of ``total`` (0: unknown); ``unit`` is ``B`` for bytes."""
        ...


@contextlib.contextmanager
def progress(streams: Streams, *, shown: bool) -> Iterator[Tell]:
    """Show a bar for each stage, if there is a terminal to show it on."""
    bars = _Bars(streams) if shown and streams.stderr.isatty() else None
    try:
        yield bars.tell if bars else _silent
    finally:
        if bars:
            bars.close()


def _silent(stage: str, done: int, total: int, unit: str = "") -> None:
    pass


class _Bars:
    """One bar at a time."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams
        self._stage = ""
        self._bar: tqdm[Any] | None = None

    def tell(self, stage: str, done: int, total: int, unit: str = "") -> None:
        """Show how far a stage is, in the place of the stage before."""
        from tqdm import tqdm  # noqa: PLC0415 - only a terminal needs it

        if self._bar is None or stage != self._stage:
            self.close()
            self._stage = stage
            self._bar = tqdm(
                desc=stage,
                total=total or None,
                unit=unit or " sentences",
                unit_scale=bool(unit),
                file=self._streams.stderr,
                leave=False,
            )
        self._bar.total = total or None
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None
