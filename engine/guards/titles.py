"""Titles and the names behind them, of which small models copy the first and forget the second."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.document import Span
from engine.guards.edits import Edit
from engine.guards.letters import LATIN
from engine.guards.wide import has_han
from engine.patterns import regex

_TITLES: Final = (
    "Mr|Mrs|Ms|Mx|Messrs|Dr|Drs|Prof|Rev|Hon|Capt|Cpt|Cmdr|Lt|Col|Maj|Sgt|Gen|Gov|Sen|Pres|Supt"
)
_TITLED: Final = regex(
    rf"(?<![\w.])(?P<title>{_TITLES})\. "
    r"(?P<name>[^\W\d_a-z][\w'’-]*+(?: (?=[^\W\d_a-z]\w)[\w'’-]++)?)"
)
_POSSESSIVE: Final = regex("['’]s?$")
_BARE: Final = regex(
    rf"(?<![A-Za-z])(?P<title>{_TITLES})(?![A-Za-z])\.?+(?=\s*(?:[,!?;:，。！？、；：)）\"”’]|\Z))"
)
_HONOURED: Final = {
    "Mr": "先生",
    "Mrs": "夫人",
    "Ms": "女士",
    "Dr": "博士",
    "Prof": "教授",
    "Professor": "教授",
    "Doctor": "博士",
}
"""What Chinese says behind a name, of the titles that need no knowledge of who it is."""

_NAME: Final = rf"[{LATIN}]++(?:['’-][{LATIN}]++)*+"
_PARTICLE: Final = "(?:van|von|der|den|de|del|della|di|da|la|le|al|bin|ten|ter)"
NAMES: Final = (
    rf"(?:[A-Z]\. ){{0,2}}(?:{_PARTICLE} ){{0,2}}(?=[^\Wa-z])(?!Pepper|Dre\b|Martens){_NAME}"
    rf"(?: (?:{_PARTICLE} ){{0,2}}(?=[^\Wa-z]){_NAME}){{0,3}}"
)
"""As a pattern: up to four names in Latin letters, with initials before and small words between."""

_LATIN_TITLED: Final = regex(
    rf"(?<![{LATIN}])(?P<title>{'|'.join(_HONOURED)})(?:\. ?| )(?P<name>{NAMES})(?!\. [A-Z])"
)
_LAST: Final = regex(rf"(?<![A-Za-z])(?:{_TITLES})\Z")


class Titled(NamedTuple):
    """A title with its full stop, and the name behind it: one word of it, or two."""

    title: str
    name: str
    place: Span


def titled(text: str) -> Iterator[Titled]:
    """Yield the names behind titles in an English text."""
    if ". " not in text:
        return
    for found in _TITLED.finditer(text):
        name = _POSSESSIVE.sub("", found["name"])
        start = found.start("name")
        yield Titled(found["title"], name, Span(start, start + len(name)))


def bare(source: str, target: str) -> Iterator[Edit]:
    """Put behind the titles of a translation that stand alone the names that it lacks."""
    lacking = [each for each in titled(source) if each.name not in target]
    if not lacking:
        return
    for found in _BARE.finditer(target):
        for each in lacking:
            if each.title == found["title"]:
                lacking.remove(each)
                yield Edit(*found.span(), f"{each.title}. {each.name}")
                break


def honoured(target: str) -> Iterator[Edit]:
    """Yield what puts the titles of Latin names behind them, as Chinese does: ``Ames博士``.

    Args:
        target: A Chinese translation; one without a Chinese character stays.
    """
    if not any(map(target.__contains__, ("Mr", "Ms", "Dr", "Prof"))) or not has_han(target):
        return
    for found in _LATIN_TITLED.finditer(target):
        name = _POSSESSIVE.sub("", found["name"])
        owns = name != found["name"] and target[found.end() : found.end() + 1] != "的"
        yield Edit(*found.span(), name + _HONOURED[found["title"]] + "的" * owns)


def chinese_title(title: str) -> str:
    """Return what Chinese says behind a name for a title before it."""
    return _HONOURED[title]


def ends_with_title(text: str) -> bool:
    """Tell whether a text ends with a title, behind which a full stop ends no sentence."""
    return _LAST.search(text) is not None
