"""Draw what engines took as bars, in an SVG picture that reads on light and on dark pages."""

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from export.bench.compare import Result
from export.bench.figures import OURS

_LABELS: Final = 150
_BARS: Final = 340
_MARGIN: Final = 16
_NUMBERS: Final = 80
_BAR: Final = 16
_ROW: Final = 22
_TITLE: Final = 34
_WIDTH: Final = 2 * _MARGIN + _LABELS + _BARS + _NUMBERS
_OURS: Final = "#2e9e5b"
_OTHERS: Final = "#7f8fa6"


def drawn(results: Sequence[Result]) -> str:
    """Return a picture with a panel of bars for each kind of work, at the most threads.

    Sentences one by one are shown as milliseconds, shorter being better; a file as sentences a
    second, longer being better.
    """
    threads = max((each.threads for each in results), default=0)
    shown = [each for each in results if each.threads == threads]
    parts: list[str] = []
    below = _MARGIN
    for kind, beam in dict.fromkeys((each.kind, each.beam) for each in shown):
        bars = [
            (each.rival, 1000 * each.median if kind == "single" else each.sentences_per_second)
            for each in shown
            if (each.kind, each.beam) == (kind, beam)
        ]
        what = "ms a sentence" if kind == "single" else "sentences a second, whole file"
        parts += _panel(f"{what}, beam {beam}, {threads} threads", bars, below)
        below += _TITLE + _ROW * len(bars) + _MARGIN
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{below}" '
        f'viewBox="0 0 {_WIDTH} {below}" font-family="sans-serif" font-size="12" '
        f'fill="#808080">\n{body}\n</svg>\n'
    )


def _panel(title: str, bars: Sequence[tuple[str, float]], top: int) -> list[str]:
    longest = max(value for _, value in bars)
    left = _MARGIN + _LABELS
    parts = [f'<text x="{_MARGIN}" y="{top + 14}" font-weight="bold">{escape(title)}</text>']
    for at, (name, value) in enumerate(bars):
        y = top + _TITLE + at * _ROW
        width = _BARS * value / longest
        colour = _OURS if name == OURS else _OTHERS
        parts += [
            f'<text x="{left - 8}" y="{y + 12}" text-anchor="end">{escape(name)}</text>',
            f'<rect x="{left}" y="{y}" width="{width:.1f}" height="{_BAR}" fill="{colour}"/>',
            f'<text x="{left + width + 6:.1f}" y="{y + 12}">{value:.1f}</text>',
        ]
    return parts
