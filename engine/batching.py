"""Cut a long text into batches: the first sentence comes soon, the last one cheaply."""

from collections.abc import Iterator, Sequence
from typing import Final

_GROWTH: Final = 3
"""How many times as much as came before a window may hold. A few sentences take hardly longer than
one, as long as reading the weights is most of the work."""


def windows(count: int, largest: int, *, first: int = 1) -> Iterator[range]:
    """Yield consecutive ranges over ``count`` items, of sizes 1, 3, 12, 48 and so on.

    The first item is ready after the work of one; later windows are large enough to find batch
    mates of similar length. No window has more than ``largest`` items.

    Args:
        count: Items in all.
        largest: Most items in a window.
        first: Items of the first window. Who waits for the last item anyway has all alike.
    """
    start = 0
    while start < count:
        stop = min(count, start + min(max(_GROWTH * start, first), largest))
        yield range(start, stop)
        start = stop


_MATES: Final = 8
"""How many new items there must be for each that waits for them."""

_SMALL: Final = 32
"""Items of a window that is too near the beginning to be waited for."""


def may_wait(left: int, following: int) -> bool:
    """Tell whether so little is left of a window that it shares the following one's batches.

    By itself it would take as long as a full batch. Near the beginning of a text, where somebody
    looks on, nothing waits.

    Args:
        left: Items of which the model is asked again.
        following: Items of the following window; 0 if there is none.
    """
    return left * _MATES <= max(0, following - _SMALL)


_LEAST_ITEMS: Final = 4
"""Fewer items are not divided among lanes: most of a small batch's time is reading the weights."""


def shared_rows(count: int, *, rows: int, lanes: int) -> int:
    """Return how many items a batch may have, so that all lanes have about as much to do.

    Args:
        count: Items in all.
        rows: Most items in a batch.
        lanes: Batches that are at work at a time.
    """
    rounds = -(-count // (rows * lanes))
    return max(1, min(rows, max(_LEAST_ITEMS, -(-count // max(1, rounds * lanes)))))


def batches(lengths: Sequence[int], *, rows: int, cells: int) -> list[list[int]]:
    """Group items of similar length, longest first.

    Args:
        lengths: Tokens of each item.
        rows: Most items in a batch.
        cells: Most tokens in a batch, padding included; an item longer than that is alone.

    Returns:
        Lists of positions in ``lengths``; every position occurs once.
    """
    order = sorted(range(len(lengths)), key=lambda i: (-lengths[i], i))
    found: list[list[int]] = []
    for item in order:
        batch = found[-1] if found else []
        # The first item of a batch is its longest.
        width = lengths[batch[0]] if batch else 0
        if batch and len(batch) < rows and width * (len(batch) + 1) <= cells:
            batch.append(item)
        else:
            found.append([item])
    return found
