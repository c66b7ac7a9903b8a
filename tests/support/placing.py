"""Placings by themselves, with any model."""

from collections.abc import Callable, Sequence

from engine.guards.placing import Candidate, Placed, Placing


def drive(placing: Placing, translate: Callable[[str], Sequence[Candidate]]) -> Placed:
    """Run one placing to its end.

    Args:
        placing: What :func:`place` returned.
        translate: Translates a text: candidates, best first, or none.
    """
    (placed,) = drive_all([placing], lambda texts: [translate(text) for text in texts])
    return placed


def drive_all(
    placings: Sequence[Placing],
    translate: Callable[[Sequence[str]], Sequence[Sequence[Candidate]]],
) -> list[Placed]:
    """Run placings side by side, the texts that all of them wait for in one batch.

    Args:
        placings: What :func:`place` returned for each text.
        translate: Translates texts: for each of them candidates, best first, or none.

    Returns:
        What became of each text, in order.
    """
    done: dict[int, Placed] = {}
    waiting: dict[int, str] = {}

    def resume(index: int, candidates: Sequence[Candidate] | None) -> None:
        try:
            placing = placings[index]
            waiting[index] = next(placing) if candidates is None else placing.send(candidates)
        except StopIteration as finished:
            waiting.pop(index, None)
            done[index] = finished.value

    for index in range(len(placings)):
        resume(index, None)
    while waiting:
        asked = tuple(waiting)
        offered = translate([waiting[index] for index in asked])
        for index, candidates in zip(asked, offered, strict=True):
            resume(index, candidates)
    return [done[index] for index in range(len(placings))]
