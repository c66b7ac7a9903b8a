"""Formulas in a sentence: operands with operators between them, which a model puts into words.

What prose joins in the same way is none of them: ``and/or``, ``3 + 4 apples``, ``5 - 10``, ``A+``,
``C++``. A formula has a sign that prose has not, such as ``=`` or ``^``, or computes with a letter.
"""

from collections.abc import Iterator
from typing import Final

from engine.guards.spans import LETTERS, VerbatimSpan, found
from engine.patterns import regex

_SIGNS: Final = frozenset("=^*+<>≤≥≠≈≡∈∝±√×÷·()−")
"""Without one of them a text holds no formula."""

_GREEK = r"Α-Ωα-ωϑϕϵ"
_SHORT_WORDS = (
    "ad|ah|ai|am|an|as|at|be|by|do|eh|em|en|et|ex|go|ha|he|hi|id|if|in|is|it|la|le|lo|me|mr|ms|my|no"
    "|of|oh|ok|on|or|pm|so|st|to|tv|uh|uk|um|up|us|vs|we|ya|ye"
)
_MARKS = r"(?:'{1,2}(?!\w)|[₀-₉]{1,3}|[⁺⁻]?[⁰¹²³⁴-⁹]{1,3}|!(?=\ ?[-=*/+^]))*+"
_UNIT = (
    r"(?:[A-Za-z]{1,3}|%|°[CF]?|"
    r"\ (?:[kcdmnµμ]?[mgsl]|[kM]?[NJWVA]|Hz|Pa|mol|cal)(?:[²³]|\b))(?![A-Za-z])"
)
_NUMBER = rf"[$€£¥]?(?:\d{{1,3}}(?:,\d{{3}}){{1,4}}|\d{{1,15}})(?:\.\d{{1,15}})?+(?:{_UNIT})?+"
_VARIABLE = (
    # One letter, or two or three side by side that are no word: mc, PV, nRT; or a program's name.
    rf"\$?(?:[A-Za-z_]\w{{0,32}}_\w{{1,32}}|[A-Za-z]\d{{1,3}}|[A-Za-z{_GREEK}](?![A-Za-z])"
    rf"|(?!(?i:{_SHORT_WORDS})(?![A-Za-z]))[A-Za-z]{{2}}(?![A-Za-z])"
    r"|(?:[b-df-hj-np-tv-z]{3}|[a-z][A-Z]{2})(?![A-Za-z])|[a-z]{1,3}(?=\^))"
    r"(?:_(?:\w|\{[^{}\n]{1,20}\}))?+"
)
_PLACE = r"(?:\[[^\[\]\n]{1,40}\]){1,3}"
_SIMPLE = rf"(?:{_NUMBER}|{_VARIABLE}(?:{_PLACE})?+|∞|\.\.\.|…){_MARKS}"
_UNARY = r"(?:[-−±√]{0,2}+)"
_OPERATOR = (
    r"(?:(?<=\d\ )x(?=\ \d)|<=|>=|!=|===?|:=|\*\*|//|[-+*/%]=(?!=)|[=^*/+<>]"
    r"|(?<!-)[-−](?![->])|[≤≥≠≈≡∈∝±×÷·])"
)
_JOINT = rf"(?:\ {_OPERATOR}\ |{_OPERATOR})"
_POWER = r"(?:(?<=\^)\{[^{}\n]{1,20}\})"


def _several(operand: str, joint: str, most: str) -> str:
    """Return what matches operands with something between each two, most of them as given."""
    return rf"{_UNARY}{operand}(?:{joint}{_UNARY}(?:{operand}|{_POWER})){most}"


def _bracketed(inside: str) -> str:
    return rf"(?:[A-Za-z]\w{{0,20}})?\({inside}\){_MARKS}"


_INNER = _bracketed(_several(_SIMPLE, rf"(?:{_JOINT}|,\ ?)", "{0,8}+"))
_OUTER = _bracketed(_several(rf"(?:{_INNER}|{_SIMPLE})", rf"(?:{_JOINT}|,\ ?)", "{0,8}+"))
_OPERAND = (
    rf"(?:(?:\d{{0,4}}(?:{_OUTER}){{1,3}}+)(?:{_PLACE})?+|{_SIMPLE}|[A-Za-z_]\w{{0,32}}{_PLACE})"
)
_FORMULA: Final = regex(
    rf"(?<![{LETTERS}.@#&?\\/:~^%\])$=-])(?<!\d,)"
    rf"(?:{_several(_OPERAND, _JOINT, '{1,24}+')}|[A-Za-z]{_OUTER})(?![{LETTERS}(]|[.,]\d)"
)

_STRONG: Final = regex(r"[=^*≤≥≠≈≡∈∝±√]")
"""Prose writes none of these between two numbers or letters."""

_COMPUTED: Final = regex(
    rf"[A-Za-z{_GREEK}][\d'_₀-₉²³)\]]{{0,4}}\ ?[+×÷·]|[+×÷·]\ ?\(?[A-Za-z{_GREEK}]"
    rf"|\(.*[-−/].*\).*[-−/]|[-−/].*\(.*[-−/].*\)"
    rf"|(?<![A-Za-z])[A-HJ-Za-z{_GREEK}]\d?\ ?[<>]\ ?-?\d"
)
"""What makes a formula of those that prose writes, too: a letter, or brackets within."""


def formulas(text: str) -> Iterator[VerbatimSpan]:
    """Yield the formulas of a text, each whole: ``x = 5 + 3``, ``a^2 + b^2``, ``(a - b) / 2``."""
    if _SIGNS.isdisjoint(text):
        return
    for match in _FORMULA.finditer(text):
        written = match.group()
        if _STRONG.search(written) or _COMPUTED.search(written):
            # Between two dollars it is TeX.
            closed = written.startswith("$") and text.startswith("$", match.end())
            yield found("code", match.start(), match.end() + closed)
