"""Counting words as a reader would."""

from engine.patterns import regex

# Scripts written without spaces: Han with its extensions, kana, bopomofo.
_UNSPACED = regex("[\u3040-\u30ff\u3105-\u312f\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
# No-break spaces are left out.
_BREAKS = regex(
    r"(?:[^\S\u00a0\u2007\u202f]|[\u3000-\u30ff\u3105-\u312f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
    r"\U00020000-\U0003ffff])+"
)
_DASHES = regex("[\u2012-\u2015\u2026/]|--+")


def count_words(text: str) -> int:
    """Count the words of ``text``.

    A word is a run between spaces or dashes with a letter or a digit in it, so that “don't”,
    “well-known” and “3.5” are one each. In scripts that are written without spaces every
    character counts, as word processors do.
    """
    spaced, characters = _UNSPACED.subn(" ", text)
    tokens = _DASHES.sub(" ", spaced).split()
    return characters + sum(any(map(str.isalnum, token)) for token in tokens)


def is_unspaced(character: str) -> bool:
    """Tell whether a character belongs to a script that is written without spaces."""
    return _UNSPACED.match(character) is not None


def unbroken(text: str, length: int) -> bool:
    """Tell whether ``text`` has a run longer than ``length`` that no line can be broken in.

    There are neither spaces in it nor characters of a script that is written without them.
    """
    return any(len(run) > length for run in _BREAKS.split(text))
