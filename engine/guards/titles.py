"""Titles and the names behind them, of which small models copy the first and forget the second."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.document import Span
from engine.guards.edits import Edit
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


def ends_with_title(text: str) -> bool:
    """Tell whether a text ends with a title, behind which a full stop ends no sentence."""
    return _LAST.search(text) is not None
