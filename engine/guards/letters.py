"""Latin letters, and what they are without the marks on them."""

import unicodedata
from typing import Final

from engine.patterns import regex

LATIN: Final = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff"
"""Inside of a character class: the letters that European languages write names with."""

_WORD: Final = regex(f"[{LATIN}]+")

_TWO: Final = regex(f"[{LATIN}]{{2}}")

_LIGATED: Final = {
    "ß": "ss",
    "ẞ": "SS",
    "æ": "ae",
    "Æ": "Ae",
    "œ": "oe",
    "Œ": "Oe",
    "þ": "th",
    "Þ": "Th",
    "ø": "o",
    "Ø": "O",
    "ł": "l",
    "Ł": "L",
    "đ": "d",
    "Đ": "D",
    "ð": "d",
    "Ð": "D",
    "ı": "i",
    "ħ": "h",
    "Ħ": "H",
    "ŧ": "t",
    "Ŧ": "T",
    "ŋ": "n",
    "Ŋ": "N",
}
"""Letters that are no others with a mark."""


def is_latin_word(text: str) -> bool:
    """Tell whether a text is nothing but Latin letters."""
    return _WORD.fullmatch(text) is not None


def has_latin(text: str) -> bool:
    """Tell whether a text has two Latin letters in a row."""
    return _TWO.search(text) is not None


def plain(text: str) -> str:
    """Return a text with the plain letters of English in place of all other Latin ones."""
    if text.isascii():
        return text
    return "".join(map(_plain, text))


def _plain(letter: str) -> str:
    if letter.isascii():
        return letter
    if letter in _LIGATED:
        return _LIGATED[letter]
    first = unicodedata.normalize("NFD", letter)[0]
    return first if first.isascii() and first.isalpha() else letter
