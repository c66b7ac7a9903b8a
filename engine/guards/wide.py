"""Chinese characters, and the marks that are as wide."""

from typing import Final

from engine.patterns import regex

HAN: Final = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
MARKS: Final = "，。？！：；、（）【】《》〈〉「」『』…"

_WIDE_MARKS: Final = frozenset(MARKS + "“”‘’")

IS_HAN: Final = regex(f"[{HAN}]")


def has_han(text: str) -> bool:
    """Whether a text has a Chinese character."""
    return IS_HAN.search(text) is not None


def count_han(text: str) -> int:
    """Return how many Chinese characters a text has."""
    return len(IS_HAN.findall(text))


def is_wide(character: str) -> bool:
    """Whether a character is Chinese or a mark as wide as one."""
    if not character or character.isascii():
        return False
    if "\u4e00" <= character <= "\u9fff" or character in _WIDE_MARKS:  # as most are
        return True
    return bool(IS_HAN.match(character))
