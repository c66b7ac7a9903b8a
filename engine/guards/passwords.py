"""Passwords, licence keys and other words of no language, which a model reads as words misspelt."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from engine.guards.spans import VerbatimSpan, found
from engine.patterns import regex

_TOKEN: Final = regex(
    r"(?<![^\s\"'“”‘’(\[,:=>])[A-Za-z0-9!@#$%^&*](?:[A-Za-z0-9!@#$%^&*?+=~_.-]{1,62}[A-Za-z0-9!@#$%^&*])"
    r"(?![^\s\"'“”‘’)\],:;.?!<—–…])",
    re.ASCII,
)
"""A word of letters, digits and signs between blanks, without the marks of its sentence."""

_ODD: Final = regex(r"(?<=[A-Za-z0-9])[!@#$%^&*?+=~]+(?=[A-Za-z0-9])")
"""Signs that words are not joined by, between two letters or digits."""

_ALWAYS_ODD: Final = frozenset("@#$%^")
_NUMBER: Final = regex(r"[$]?[\d.,]+")
_WORD: Final = regex(r"[A-Z]?[a-z]{2,}|[A-Z]{3,}|I")
_ADDRESS: Final = regex(r"[\w.+-]*@[A-Za-z-]+(?:\.[A-Za-z-]+)+|[a-z]+@\d+(?:am|pm)?|[A-Za-z]+#\d+")

_SECRET: Final = regex(
    r"(?i:\b(?:pass(?:words?|phrases?|codes?|keys?)|passwd|pwd|pins?|log[ -]?ins?|credentials?"
    r"|secrets?|usernames?|user ids?|licen[cs]e|serial|activation|activate|vouchers?|coupons?"
    r"|promo|redeem|tokens?|api keys?|product keys?"
    r"|(?:code|key)s?(?= is\b| [A-Z0-9-]{4}|: ?\S))\b)"
)
"""A sentence with such a word is likely to hold what somebody is to type in."""

_HINT: Final = regex(
    # Each begins with a sign that is rare in prose, which is what makes the search a quick one.
    r"[0-9@#$%^*!-](?:(?<=[A-Za-z][0-9])|(?<=[A-Z0-9]{4}-)[A-Z0-9]{4}"
    r"|(?<=[A-Za-z0-9][@#$%^*!])[@#$%^*!]{0,3}[A-Za-z0-9])"
)
"""Without one of these a text holds nothing of the kind, and needs no closer look."""

_GROUPED: Final = regex(
    r"(?<![\w-])(?:[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){1,7}"
    r"|[a-z0-9]{4,6}(?:-[a-z0-9]{4,6}){1,7})(?![\w-])",
    re.ASCII,
)
_MIXED: Final = regex(r"(?<![\w.'’@#$&/\\-])[A-Za-z0-9]{4,32}(?![\w@#$&/\\]|[.'’-]\w)", re.ASCII)
_FEWEST_TURNS: Final = 4
"""Runs of letters and of digits in a word that is none: ``A1B2``, ``h4ck3r``."""


def passwords(text: str) -> Iterator[VerbatimSpan]:
    """Yield what looks typed at random, in no order: ``hunter2!Xx``, ``P@ssw0rd``, ``A1B2C3``.

    Where a sentence speaks of a password, a key or the like, less will do: ``Summer#2024``, and
    ``hunter2``.
    """
    if not _HINT.search(text):
        return
    asked = _SECRET.search(text) is not None
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        if not asked:
            end = start + len(match.group().rstrip("!@#$%^&*"))
        if _is_random(text[start:end], asked=asked):
            yield found("id", start, end)
    for match in _GROUPED.finditer(text):
        if _is_key(match.group(), asked=asked):
            yield found("id", *match.span())
    for match in _MIXED.finditer(text):
        if _is_mixed(match.group()):
            # A model copies most of them: it may see them.
            yield found("symbol", *match.span())


def _is_random(token: str, *, asked: bool) -> bool:
    if _ADDRESS.fullmatch(token) and not asked:
        return False
    digits = any(map(str.isdigit, token))
    if not any(map(str.isalpha, token)):
        return False
    signs = {sign for match in _ODD.finditer(token) for sign in match.group()}
    parts = _ODD.split(token)
    if asked:
        return _is_secret(token, parts, signs, digits=digits)
    if not (digits and signs) or not token[0].isalpha() or _turns(token) < _FEWEST_TURNS:
        return False
    if not any(_turns(part) > 1 for part in parts) and len(signs) == 1:
        return False
    # A sentence may begin right behind the mark of the one before, and words may be joined.
    return not signs.isdisjoint(_ALWAYS_ODD) or not any(map(_WORD.fullmatch, parts[1:]))


def _is_secret(token: str, parts: list[str], signs: set[str], *, digits: bool) -> bool:
    """Say whether a word may be a password in a sentence that speaks of one."""
    if _NUMBER.match(token) and _turns(token) < _FEWEST_TURNS:
        return False
    if digits:
        joined = "-" in token and any(map(_WORD.fullmatch, token.split("-")))
        return bool(signs) or (token[0].isalpha() and not joined)
    # "AT&T" and "user@site" are names, and "Wait!What" is two sentences.
    return (
        len(parts) > 1
        and not signs.isdisjoint("@$#%^*!")
        and not _ADDRESS.fullmatch(token)
        and (len(signs) > 1 or not all(map(_WORD.fullmatch, parts)))
    )


def _is_key(written: str, *, asked: bool) -> bool:
    """Say whether letters in groups are a key: groups of one length, digits among them."""
    groups = written.split("-")
    if len({len(group) for group in groups}) > 1:
        return False
    if len(groups) == 2:
        return all(_turns(group) > 1 for group in groups)
    digits = any(map(str.isdigit, written))
    letters = any(map(str.isalpha, written))
    return letters and (digits or (asked and written.isupper()))


def _is_mixed(word: str) -> bool:
    """Say whether digits stand among the letters of a word, as in none of a language."""
    if word.isalpha() or word.isdigit():
        return False
    runs = _runs(word)
    if len(runs) >= _FEWEST_TURNS:
        return word[0].isalpha() and word[-1] != "s"
    first, *_, last = runs
    return len(runs) == 3 and first.isalpha() and min(len(first), len(last)) > 1


def _runs(word: str) -> list[str]:
    """Return the runs of letters, of digits and of signs in a word."""
    kinds = groupby(word, lambda one: (one.isalpha(), one.isdigit()))
    return ["".join(group) for _, group in kinds]


def _turns(word: str) -> int:
    return len(_runs(word))
