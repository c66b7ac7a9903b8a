"""Draw reliability curves as an SVG picture that reads on light and on dark pages."""

from collections.abc import Mapping, Sequence
from typing import Final

Point = tuple[float, float, int]
"""Mean confidence, share of good ones, how many."""

_SIZE: Final = 320
_MARGIN: Final = 52
_WIDTH: Final = _SIZE + 2 * _MARGIN + 90
_HEIGHT: Final = _SIZE + 2 * _MARGIN
_COLOURS: Final = ("#7f7f7f", "#2b7bba", "#d9730d", "#2e9e5b", "#b0459b", "#8a6d3b")
_FEWEST: Final = 10
"""Sentences that a point of a curve stands for at least: fewer say nothing."""


def drawn(curves: Mapping[str, Sequence[Point]]) -> str:
    """Return the picture of some curves, by name, with the line that all should follow."""
    parts = [_axes()]
    for index, (name, points) in enumerate(curves.items()):
        colour = _COLOURS[index % len(_COLOURS)]
        shown = [point for point in points if point[2] >= _FEWEST]
        path = " ".join(f"{_x(x):.1f},{_y(y):.1f}" for x, y, _ in shown)
        dash = ' stroke-dasharray="5 4"' if index == 0 else ""
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>'
        )
        parts += (
            f'<circle cx="{_x(x):.1f}" cy="{_y(y):.1f}" r="{2 + count**0.5 / 6:.1f}" '
            f'fill="{colour}"><title>{name}: {count} sentences</title></circle>'
            for x, y, count in shown
        )
        below = _MARGIN + 12 + 20 * index
        left = _MARGIN + _SIZE + 16
        parts.append(f'<rect x="{left}" y="{below - 9}" width="10" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{left + 16}" y="{below}">{name}</text>')
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="12" '
        f'fill="#808080">\n{body}\n</svg>\n'
    )


def _axes() -> str:
    parts = [_line((0, 0), (1, 1), 0.6)]
    for tenth in range(0, 11, 2):
        at = tenth / 10
        parts += [
            _line((at, 0), (at, 1), 0.25),
            _line((0, at), (1, at), 0.25),
            f'<text x="{_x(at)}" y="{_y(0) + 16}" text-anchor="middle">{tenth * 10} %</text>',
            f'<text x="{_x(0) - 6}" y="{_y(at) + 4}" text-anchor="end">{tenth * 10} %</text>',
        ]
    parts += [
        f'<text x="{_x(0.5)}" y="{_y(0) + 34}" text-anchor="middle">confidence</text>',
        f'<text x="{_x(0)}" y="{_MARGIN - 14}">share of good translations</text>',
    ]
    return "\n".join(parts)


def _line(start: tuple[float, float], end: tuple[float, float], opacity: float) -> str:
    return (
        f'<line x1="{_x(start[0])}" y1="{_y(start[1])}" x2="{_x(end[0])}" y2="{_y(end[1])}" '
        f'stroke="#808080" stroke-opacity="{opacity}"/>'
    )


def _x(share: float) -> float:
    return _MARGIN + share * _SIZE


def _y(share: float) -> float:
    return _MARGIN + (1 - share) * _SIZE
