"""Asks about a text whose translation lacks members of a list: the members apart, and the rest."""

import math
from collections.abc import Sequence
from typing import Final

from engine.guards.edits import Edit, apply
from engine.guards.lists import Listed, as_list, lists
from engine.guards.number_asks import NumberAsk
from engine.guards.number_forms import NumberWord, with_standins
from engine.guards.wide import count_han
from engine.reading import Ask, Offer

_SURE: Final = 0.6
"""Mean probability of a token from which on what the model calls a member is taken."""

_MOST: Final = 24
"""Members that are asked about; a longer list is none of a sentence."""


def members(text: str) -> tuple[Ask, ...]:
    """Return a question for each member of the lists of a text; none if there are too many."""
    found = [member for each in lists(text) for member in each.members]
    if not 0 < len(found) <= _MOST:
        return ()
    return tuple(Ask(member.of(text), strict=True) for member in found)


def frames(text: str, offers: Sequence[Offer]) -> tuple[NumberAsk, ...]:
    """Return questions about a text with a word in place of each list, from the best on.

    That is the first of its names, whose translation is known, or else a stand-in.

    Args:
        text: The text.
        offers: The first answer to each question of :func:`members`.
    """
    left = iter(offers)
    words: list[NumberWord] = []
    firsts: list[NumberWord] = []
    known: list[str] = []
    for each in lists(text):
        said = [_said(next(left)) for _ in each.members]
        words.append(NumberWord(each.span, as_list(said, choice=_is_choice(text, each))))
        firsts.append(NumberWord(each.span, each.members[0].of(text)))
        known.append(said[0])
    read, names = with_standins(text, words)
    surest = NumberAsk(text, read, Ask(read.text, wide=True), tuple(words), names)
    if not all(first.text[0].isupper() for first in firsts) or len({*known}) < len(known):
        return (surest,)
    read = apply(text, [Edit(first.span.start, first.span.end, first.text) for first in firsts])
    best = NumberAsk(text, read, Ask(read.text, wide=True), tuple(words), tuple(known))
    return best, surest


def _said(offer: Offer) -> str:
    """Return what a member is called in Chinese; its own name where that is a guess."""
    text = offer.text.rstrip("。.")
    sure = math.exp(sum(offer.log_probs) / max(1, len(offer.log_probs))) >= _SURE
    whole = 0 < count_han(text) == len(text) <= len(offer.source) + 1
    return text if sure and whole else offer.source


def _is_choice(text: str, listed: Listed) -> bool:
    return text[listed.members[-2].end : listed.members[-1].start].endswith("or ")
