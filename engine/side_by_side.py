"""Do several things at a time, each on a thread of its own."""

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")


def side_by_side(
    work: Callable[[Item], Made], items: Sequence[Item], lanes: int
) -> Generator[Made, None, None]:
    """Yield what ``work`` makes of each item, in order, while it is at work on later ones.

    Without a second item or lane everything is done by the caller, when it is asked for.

    Args:
        work: Safe to be called from several threads at a time.
        items: Begun in order.
        lanes: Most items at work at a time.

    Raises:
        Exception: What ``work`` raised for the first item that it raised for. Items at work are
            finished before it is raised, those not begun are not begun.
    """
    if min(lanes, len(items)) < 2:
        yield from map(work, items)
        return
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - a lone sentence needs none

    with ThreadPoolExecutor(min(lanes, len(items)), thread_name_prefix="lane") as pool:
        futures = [pool.submit(work, item) for item in items]
        try:
            for future in futures:
                yield future.result()
        finally:
            for future in futures:
                future.cancel()
