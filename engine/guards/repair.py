"""Repair of what text picks up on its way: invisible, broken and typographic characters.

A pack's own normaliser does part of this (NFKC, as a rule), but what it does differs from pack to
pack, it joins what must stay apart (``10³`` becomes ``103``), and the guards that read the source
must see the same text as the model.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Final

from engine.document import Span
from engine.guards.edits import Edit, Edited, apply, outside
from engine.patterns import regex

_PLAIN: Final = regex(r"[\t\n\r -~]*")

_REPLACED: Final[dict[str, str]] = {
    **dict.fromkeys("“”„‟«»\N{REVERSED DOUBLE PRIME QUOTATION MARK}", '"'),
    **dict.fromkeys("‘’‚‛‹›´\N{MODIFIER LETTER APOSTROPHE}", "'"),
    **dict.fromkeys("\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{MINUS SIGN}\N{SMALL HYPHEN-MINUS}", "-"),
    "\N{FIGURE DASH}": "–",
    "\N{HORIZONTAL BAR}": "—",
    "…": "...",
    "\N{TWO DOT LEADER}": "..",
    # What Windows-1252 has where Latin-1 has control characters.
    "\x91": "'",
    "\x92": "'",
    "\x93": '"',
    "\x94": '"',
    "\x96": "–",
    "\x97": "—",
    "\x80": "€",
    **{chr(code): unicodedata.normalize("NFKC", chr(code)) for code in range(0xFB00, 0xFB07)},
    **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},
}

_DROPPED: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Letters and marks that nobody sees and that no category tells apart."""

_SUPERSCRIPTS: Final = {ord(c): str(i) for i, c in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")} | {
    ord("⁺"): "+",
    ord("⁻"): "-",
}

_CANDIDATES: Final = regex(
    # Powers of a number; further marks on a letter that has four; anything not ASCII; controls.
    r"(?P<power>(?<=[\d¼-¾⅐-⅞])[⁺⁻]?[⁰¹²³⁴-⁹]+)"
    r"|(?P<marks>(?<=[\u0300-\u036f]{4})[\u0300-\u036f]+)"
    r"|(?P<one>[^\t\n\r -~])",
)

_LETTER_STYLE: Final = regex("<font> 00|<(?:circle|square)> 00[4-7]")
"""How Unicode takes a letter apart that is one of ASCII in another shape: 𝐇, ℋ, ⓗ, 𝟏."""

_PICTURES: Final = regex("[\u00a9\u00ae\u203c-\u3299\ufe0f\u20e3\U0001f000-\U0001fbff]")
_FLAG: Final = "\N{WAVING BLACK FLAG}"


def repair(text: str, kept: Sequence[Span] = ()) -> Edited:
    """Return a text as the model should read it.

    Invisible characters, lone surrogates and control characters go (or become a space, where they
    stood between two letters like one); all kinds of spaces become a space; quotation marks,
    hyphens, ellipses, full-width Latin and ligatures become the plain ones; ``½`` becomes ``1/2``
    and ``10³`` becomes ``10^3``. Emoji keep their joiners and selectors. Dashes stay dashes.

    Args:
        text: A segment.
        kept: Spans that are not touched, in order.

    Returns:
        The text, with a map to where its parts were. Nothing but white space is left of a text of
        which nobody could see anything.
    """
    if _PLAIN.fullmatch(text):
        return Edited(text)
    return apply(text, outside(_edits(text), kept))


def _edits(text: str) -> Iterator[Edit]:
    for found in _CANDIDATES.finditer(text):
        start, end = found.span()
        made = _replacement(text, found)
        if made is not None:
            yield Edit(start, end, made)


def _replacement(text: str, found: re.Match[str]) -> str | None:
    """Return what a candidate becomes; ``None`` if it stays."""
    start = found.start()
    old = found.group()
    if found.lastgroup == "power":
        return "^" + old.translate(_SUPERSCRIPTS)
    if found.lastgroup == "marks":
        return ""
    if old in _REPLACED and (_is_chinese_mark(text, start) or _is_arrow(text, old)):
        return None
    if old in _REPLACED:
        return _REPLACED[old]
    return _by_category(text, start, old)


def _is_chinese_mark(text: str, at: int) -> bool:
    """Whether a mark belongs to Chinese text, which stays as it is."""
    if text[at] not in "“”‘’…" and not _is_wide_mark(text[at]):
        return False
    around = text[at - 1 : at] + text[at + 1 : at + 2]
    return any("\u2e80" <= c <= "\u9fff" or c >= "\U00020000" or _is_wide_mark(c) for c in around)


def _is_arrow(text: str, old: str) -> bool:
    """Whether a mark points somewhere (Next »), since it is no pair that quotes something."""
    pair = next((pair for pair in ("«»", "‹›") if old in pair), "")
    return bool(pair) and text.count(pair[0]) != text.count(pair[1])


def _is_wide_mark(character: str) -> bool:
    return "\uff01" <= character <= "\uff5e" and not character.isalnum()


def _by_category(text: str, at: int, old: str) -> str | None:
    category = unicodedata.category(old)
    made: str | None = None
    if category == "Zs" or old in "\u2028\u2029\x85\x0b\x0c":
        made = " "
    elif category == "Cc":
        made = " " if _between_letters(text, at) else ""
    elif category == "Cs" or old in _DROPPED or _is_noncharacter(old):
        made = ""
    elif category == "Cf":
        made = None if _joins(text, at) else ""
    elif "\u0300" <= old <= "\u036f":
        made = "" if _is_scribble(text, at) else None
    elif "\ufe00" <= old <= "\ufe0f":
        keycap = text[at + 1 : at + 2] == "\u20e3"
        made = None if keycap or (at and _PICTURES.match(text[at - 1])) else ""
    elif old == "\N{FRACTION SLASH}":
        made = "/"
    elif category[0] in "LNS" and _LETTER_STYLE.match(unicodedata.decomposition(old)):
        made = unicodedata.normalize("NFKC", old)
    elif category == "No" and "\N{FRACTION SLASH}" in (shown := unicodedata.normalize("NFKC", old)):
        gap = " " if at and text[at - 1].isdigit() else ""
        made = gap + shown.replace("\N{FRACTION SLASH}", "/")
    return made


def _is_scribble(text: str, at: int) -> bool:
    """Whether a mark makes no letter of any language with the ASCII letter that it stands on."""
    start = at
    while start and "\u0300" <= text[start - 1] <= "\u036f":
        start -= 1
    if not start or not text[start - 1].isascii():
        return False
    return len(unicodedata.normalize("NFC", text[start - 1] + text[at])) > 1


def _is_noncharacter(character: str) -> bool:
    code = ord(character)
    return 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE


def _between_letters(text: str, at: int) -> bool:
    return 0 < at < len(text) - 1 and text[at - 1].isalnum() and text[at + 1].isalnum()


def _joins(text: str, at: int) -> bool:
    """Whether a format character is part of an emoji or of a script that needs it."""
    if not at:
        return False
    before, old, after = text[at - 1], text[at], text[at + 1 : at + 2]
    if old == "\N{ZERO WIDTH JOINER}" and after:
        pictures = bool(_PICTURES.match(before) and _PICTURES.match(after))
        return pictures or ("\u0600" <= before <= "\u0dff" and after.isalpha())
    if old == "\N{ZERO WIDTH NON-JOINER}":
        return "\u0600" <= before <= "\u0dff" and after.isalpha()
    if "\U000e0020" <= old <= "\U000e007f":
        return before == _FLAG or "\U000e0020" <= before <= "\U000e007f"
    return False
