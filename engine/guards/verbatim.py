"""What goes into a translation and comes out of it as it is: where such spans stand in a text.

The patterns are our own. Libraries for single kinds exist, but none knows placeholders or code, and
with several of them one text would be read by rules that contradict each other; one for telephone
numbers weighs more than the model.
"""

import re
from typing import Final

from engine.guards.addresses import addresses
from engine.guards.bidi import unpaired
from engine.guards.brands import brands
from engine.guards.code_lines import code_line_spans, is_code_line
from engine.guards.code_words import code_words
from engine.guards.emoticons import emoticons
from engine.guards.formulas import formulas
from engine.guards.identifiers import identifiers
from engine.guards.language import split_foreign
from engine.guards.markup import markup
from engine.guards.passwords import passwords
from engine.guards.spans import VerbatimKind, VerbatimSpan, found, leftmost_longest
from engine.patterns import regex

__all__ = [
    "VerbatimKind",
    "VerbatimSpan",
    "code_line_spans",
    "find_verbatim",
    "is_code_line",
    "is_only_verbatim",
]

_PROSE: Final = regex(
    r"""[\"“‘('’]{0,2}+(?:
    # A word, perhaps with hyphens, or a small number with no unit behind it,
    (?>[0-9]{1,6}(?:st|nd|rd|th|s)?(?=[,;:.!?)\"”’]{0,3}(?:\Z|\ ++[a-jl-zA-JLNOQ-SUVX-Z]))
    |[A-Za-z]?[a-z]{1,12}(?:-[A-Za-z]?[a-z]{1,12}){1,3}(?![A-Za-z-])|(?:[A-Z]?[a-z]{1,38}|[A-Z]{1,39})(?![A-Za-z-]))
    # an apostrophe, a dash, or marks with a space behind them,
    (?:['’,]++(?=[A-Za-z])|\ *[–—]\ *|\ -{1,3}\ ++
    |(?::|[,;.!?]?+(?:[)\"”’']{1,2}+:?)?+[,;.!?]?+)(?:\ ++|\Z))
    # and what is opened before the next word.
    [\"“‘('’]{0,2}+)*+""",
    re.VERBOSE,
)
"""Such a text holds no span but those of plain letters, and most sentences are such: the search is
spared them."""

_PLAIN: Final = ("localhost", "YY", "yy", ";)", "xD", "XD", "SELECT")
"""What is in spans of letters and such marks: a name of hosts, how dates are to look, a laugh, a
question to a data base."""

_UNBROKEN: Final = regex(r"[^\W\u2e80-\uffff]{100,}+")
"""No word of a language with spaces is so long: whatever it is, nobody wants it translated."""

_WORD: Final = regex(r"[^\W_]")

_DIGITS: Final = regex(r"(?<![\w.,:/-])\d+(?:[.,:/-]\d+)*\Z", re.ASCII)

_MARKED_AMOUNT: Final = regex(
    r"(?<![\w.,$€£¥₹₽₩])\d{1,12}(?:[.,]\d{1,12}){0,6}[ \u00a0\u202f]?[€£¥₹₽₩](?!\w|\s?\d)"
)
"""An amount with its mark behind it, as much of Europe writes it (10 €): Chinese lets it stand."""

_ENGLISH: Final = regex("[A-Za-z]{2}")

_FOREIGN: Final = regex(
    # Kana, Hangul, and the scripts from Greek to Ethiopic; one letter alone may be a symbol (α).
    "(?:[\u0370-\u13ff\u1780-\u17ff\u3041-\u30ff\uac00-\ud7af]{2,}[ \u3400-\u9fff]?)*"
    "[\u0370-\u13ff\u1780-\u17ff\u3041-\u30ff\uac00-\ud7af]{2,}"
)
"""Words in scripts that neither English nor Chinese is written in: a translation copies them."""


def find_verbatim(text: str, *, chinese: bool = False) -> tuple[VerbatimSpan, ...]:
    """Return the spans of a text that must come out unchanged, in order and not overlapping.

    Takes time linear in the length of the text, whatever it holds. Where findings overlap, the
    one that begins first stays, and of those that begin together the longest.

    Args:
        text: A source text.
        chinese: Chinese parts stay as they are too, since Chinese is what the text becomes.
    """
    if _PROSE.fullmatch(text) and not any(map(text.__contains__, _PLAIN)):
        return ()
    return _searched(text, chinese=chinese)


def _searched(text: str, *, chinese: bool) -> tuple[VerbatimSpan, ...]:
    ascii_ = text.isascii()
    written = split_foreign(text) if chinese and not ascii_ else ()
    long = (found("id", *match.span()) for match in _UNBROKEN.finditer(text))
    parts = (found("chinese", _with_digits(text, span.start), span.end) for span in written)
    # A text without an English word is no sentence around foreign ones.
    mixed = chinese and not ascii_ and _ENGLISH.search(text) is not None
    others = (found("foreign", *match.span()) for match in _FOREIGN.finditer(text) if mixed)
    paid = () if ascii_ or not chinese else _MARKED_AMOUNT.finditer(text)
    amounts = (found("id", *match.span()) for match in paid)
    written_so = (*markup(text), *addresses(text), *identifiers(text), *formulas(text))
    written_so = (*emoticons(text), *written_so, *passwords(text), *code_words(text))
    if not ascii_:
        written_so += tuple(unpaired(text))
    names = brands(text) if chinese else ()
    return leftmost_longest((*written_so, *parts, *others, *amounts, *long, *names))


def _with_digits(text: str, start: int) -> int:
    """Return where a Chinese part begins, with the number that it counts: 2021年, 3.5万."""
    before = _DIGITS.search(text, max(0, start - 32), start)
    return before.start() if before else start


def is_only_verbatim(text: str) -> bool:
    """Say whether nothing but verbatim spans, punctuation and white space make up a text."""
    spans = find_verbatim(text)
    if not spans:
        return False
    end = 0
    for each in spans:
        if _WORD.search(text, end, each.span.start):
            return False
        end = each.span.end
    return not _WORD.search(text, end)
