"""Ways to ask the model about a text again when its answer lacked a number."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.guards.edits import Edited
from engine.guards.number_forms import (
    NumberWord,
    in_digits,
    number_words,
    with_standins,
    without_standins,
)
from engine.guards.numbers import Number, numbers
from engine.reading import Ask, Offer


@dataclass(frozen=True, slots=True)
class NumberAsk:
    """A question about a text in which numbers are written in another way.

    Attributes:
        text: The text.
        read: What the model is to read.
        ask: The question.
        words: The numbers that stand-ins stand for.
        names: The stand-ins.
    """

    text: str
    read: Edited
    ask: Ask
    words: tuple[NumberWord, ...] = ()
    names: tuple[str, ...] = ()

    def answered(self, offer: Offer) -> Offer | None:
        """Return an offer as one for the text itself; ``None`` if it lacks a stand-in."""
        back = without_standins(offer.text, self.words, self.names)
        if back is None:
            return None
        return replace(
            offer,
            source=self.text,
            text=back.text,
            links=self.read.sources(back.targets(offer.links)),
            spans=tuple(self.read.back(span) for span in offer.spans),
        )


NumberWay = Callable[[str, Sequence[Number]], NumberAsk | None]
"""Makes a question of a text and the numbers that were lost; ``None`` if it would be no other."""


def _in_digits(text: str, lost: Sequence[Number]) -> NumberAsk | None:
    """Ask with the lost numbers in digits, as Chinese writes them."""
    read = in_digits(text, _lost_words(text, lost))
    return NumberAsk(text, read, Ask(read.text, wide=True)) if read.edits else None


def whole_numbers(text: str) -> Edited:
    """Write the numbers of a text that have words with them in digits, so that none is cut."""
    spans = {number.span for number in numbers(text) if number.kind in {"scaled", "told"}}
    return in_digits(text, [word for word in number_words(text, ()) if word.span in spans])


def _lost_words(text: str, lost: Sequence[Number]) -> tuple[NumberWord, ...]:
    return tuple(
        word
        for word in number_words(text, lost)
        if any(word.span.start <= one.span.start < word.span.end for one in lost)
    )


def _with_standins(text: str, lost: Sequence[Number]) -> NumberAsk:
    """Ask with words that the model knows to copy in place of the lost numbers."""
    words = _lost_words(text, lost)
    read, names = with_standins(text, words)
    return NumberAsk(text, read, Ask(read.text, wide=True), words, names)


def _forced(text: str, lost: Sequence[Number]) -> NumberAsk:
    """Ask with all numbers in digits, and force each of them."""
    words = number_words(text, lost)
    read = in_digits(text, words)
    forced = tuple(word.text for word in words)
    return NumberAsk(text, read, Ask(read.text, strict=True, wide=True, words=forced))


NUMBER_WAYS: Final[tuple[NumberWay, ...]] = (_in_digits, _with_standins, _forced)
"""From the one that changes least to the surest."""
