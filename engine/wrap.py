"""Cuts a sentence that is too long for the model where it hurts least."""

import re
import unicodedata
from collections.abc import Callable
from itertools import pairwise

from engine.document import Span
from engine.patterns import regex

_FILL = 0.85
"""Share of the limit that an average piece should fill; the rest lets a cut move to a border."""

_BEFORE, _AFTER = 0.35, 0.15
"""How far from its ideal place a cut may move, in pieces."""

_LOOKAHEAD = 16
"""Code points behind a cut that decide how good a border it is."""

_MAX_CLUSTER = 256
"""Code points passed over at most to keep a grapheme cluster whole."""

_CLOSING = r"[\"'”’»)\]]{0,4}"
_CJK_CLOSING = r"[”’」』）】》]{0,4}"
# From best to worst; a cut falls where a match ends.
_SENTENCE = (
    rf"(?:[!?…]|(?<=[^\W_]{{3}})\.){_CLOSING}(?=\s+[\"'“‘(\[]?[^\Wa-z_])|[。！？]{_CJK_CLOSING}"
)
_SEMICOLON = rf";{_CLOSING}(?=\s)|；{_CJK_CLOSING}"
_COMMA = rf"[,:!?…]{_CLOSING}(?=\s)|[，：、]{_CJK_CLOSING}|……|——|(?<=[^\W_])\s?—|\s[-–](?=\s)"
_CONJUNCTION = (
    r"\s(?=(?:and|or|but|nor|because|which|that|who|whose|where|when|while|if|unless|although"
    r"|though|since|until|so|than)\s)|\s(?=[(\[“])|(?=[（【「『“])"
)
_PREPOSITION = (
    r"\s(?=(?:before|after|as|with|without|for|to|from|by|in|into|on|at|of|about|over|under"
    r"|between|through|during|against)\s)"
)
_LATIN, _OTHER = r"[a-zA-Z\d\u00c0-\u024f]", r"[^\W\d_\u0000-\u024f]"
_CHANGE_OF_SCRIPT = rf"(?<={_LATIN})(?={_OTHER})|(?<={_OTHER})(?={_LATIN})"
_BORDERS = tuple(
    map(
        regex,
        (_SENTENCE, _SEMICOLON, _COMMA, _CONJUNCTION, _PREPOSITION, r"\s+", _CHANGE_OF_SCRIPT),
    )
)
_SPACE = regex(r"\s+")
_WITHIN_WORD = regex(r"[^\w\s](?=\w)")
"""Behind a mark: better than between two letters of a word."""


def wrap(text: str, count: Callable[[str], int], limit: int) -> tuple[Span, ...]:
    """Cut ``text`` into spans of at most ``limit`` model tokens each.

    The spans are in order and alike in size, and end at the best border near their ideal place:
    after a sentence, a semicolon, a comma, colon or dash, before a conjunction or preposition, at
    white space, and within a word only if there is none far and wide. White space around a cut, or
    at either end of ``text``, belongs to no span; every other character belongs to exactly one.

    Args:
        text: A sentence, of any length.
        count: Counts the model tokens of a string. It is called on O(n log n) characters in all and
            need not be additive.
        limit: Tokens that one span may hold.

    Returns:
        The spans (code points in ``text``): none if it is blank, one if it fits. Only a single code
        point that is over the limit by itself makes a span that is.

    Raises:
        ValueError: ``limit`` is less than 1.
    """
    if limit < 1:
        raise ValueError(f"limit must be at least 1 token, found {limit}")
    spans: list[Span] = []
    pending = [(0, len(text))]
    while pending:
        start, end = _trimmed(text, *pending.pop())
        if start == end:
            continue
        tokens = count(text[start:end])
        if tokens <= limit or end - start == 1:
            spans.append(Span(start, end))
            continue
        borders = [start, *_cuts(text, start, end, tokens, limit), end]
        pending.extend(reversed(list(pairwise(borders))))
    return tuple(spans)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    return start, end


def _cuts(text: str, start: int, end: int, tokens: int, limit: int) -> list[int]:
    """Return one cut or more strictly inside ``text[start:end]``, which is over the limit."""
    pieces = min(max(2, -int(-tokens // (_FILL * limit))), end - start)
    cuts: list[int] = []
    last = start
    while pieces > 1 and end - last > 1:
        # What one cut took or left is shared among all the pieces still to come.
        size = (end - last) / pieces
        ideal = last + round(size)
        low = max(last + 1, ideal - int(_BEFORE * size))
        high = max(low, min(end - 1, ideal + int(_AFTER * size)))
        last = _best_cut(text, low, high, min(max(ideal, low), high), (last, end), int(size))
        if last >= end:
            break
        cuts.append(last)
        pieces -= 1
    return cuts or [start + (end - start) // 2]


def _best_cut(
    text: str, low: int, high: int, ideal: int, inside: tuple[int, int], size: int
) -> int:
    """Return the best cut from ``low`` to ``high``, of the best kind the one nearest ``ideal``.

    Rather than in a word, a cut falls as far from there as a piece is long.
    """
    for border in _BORDERS:
        if (cut := _nearest(border, text, low, high, ideal)) is not None:
            return cut
    first, last = max(inside[0] + 1, ideal - size), min(inside[1] - 1, ideal + size)
    wide, near = _nearest(_SPACE, text, first, last, ideal), (low, high)
    cut = wide if wide is not None else _nearest(_WITHIN_WORD, text, *near, ideal)
    return _cluster_border(text, ideal, inside) if cut is None else cut


def _nearest(border: re.Pattern[str], text: str, low: int, high: int, ideal: int) -> int | None:
    """Return the border from ``low`` to ``high`` that is nearest ``ideal``, if there is one."""
    # A match may begin before the window, and looks at the word behind it.
    matches = border.finditer(text, low - 1, min(len(text), high + _LOOKAHEAD))
    found = (match.end() for match in matches)
    fit = (cut for cut in found if low <= cut <= high and not _joins(text, cut))
    return min(fit, key=lambda cut: abs(cut - ideal), default=None)


def _cluster_border(text: str, ideal: int, inside: tuple[int, int]) -> int:
    """Return the border between two grapheme clusters nearest ``ideal``, or ``ideal`` itself."""
    start, end = inside
    for distance in range(_MAX_CLUSTER):
        for cut in (ideal - distance, ideal + distance):
            if start < cut < end and not _joins(text, cut):
                return cut
    return ideal


def _joins(text: str, cut: int) -> bool:
    """Say whether the code points before and after ``cut`` belong to one grapheme cluster.

    Follows the rules of Unicode Standard Annex 29 for combining marks, emoji sequences, flags and
    Hangul, and keeps a pair of lone surrogates together.
    """
    before, after = text[cut - 1], text[cut]
    if before < "\u0300" and after < "\u0300":
        return before == "\r" and after == "\n"
    if (
        unicodedata.category(after).startswith("M")
        or after in "\u200c\u200d"
        or before == "\u200d"
        or "\U0001f3fb" <= after <= "\U0001f3ff"
        or "\U000e0020" <= after <= "\U000e007f"
        or ("\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff")
        or ("\u1100" <= before <= "\u11ff" and "\u1160" <= after <= "\u11ff")
        or ("\uac00" <= before <= "\ud7a3" and "\u1160" <= after <= "\u11ff")
    ):
        return True
    return _is_flag_half(before) and _is_flag_half(after) and _flag_halves(text, cut) % 2 == 1


def _is_flag_half(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _flag_halves(text: str, cut: int) -> int:
    """Count the regional indicators in a row before ``cut``, as far as a cluster is looked at."""
    start = cut
    while start > max(0, cut - _MAX_CLUSTER) and _is_flag_half(text[start - 1]):
        start -= 1
    return cut - start
