"""Ways to ask the model about a text again when its answer lacked a number."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from engine.document import Span
from engine.guards.edits import Edited
from engine.guards.number_forms import (
    NumberWord,
    in_digits,
    number_words,
    with_standins,
    without_standins,
)
from engine.guards.numbers import Number, numbers
from engine.patterns import regex
from engine.reading import Ask, Offer
from engine.records import record


@record
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


_IN_A_ROW: Final = regex(r"[ ,;/–-]{1,2}")

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


def _lost_words(
    text: str, lost: Sequence[Number], *, measured: bool = False
) -> tuple[NumberWord, ...]:
    return tuple(
        word
        for word in number_words(text, lost, measured=measured)
        if any(word.span.start <= one.span.start < word.span.end for one in lost)
    )


def _with_standins(text: str, lost: Sequence[Number]) -> NumberAsk:
    """Ask with words that the model knows to copy in place of the lost numbers."""
    return _standing_in(text, _lost_words(text, lost, measured=True))


def _with_standins_for_rows(text: str, lost: Sequence[Number]) -> NumberAsk | None:
    """Ask with one such word in place of each row of numbers, which the model mixes up."""
    rows: list[NumberWord] = []
    for word in _digits_of(text, lost):
        gap = text[rows[-1].span.end : word.span.start] if rows else ""
        if rows and _IN_A_ROW.fullmatch(gap):
            row = rows.pop()
            rows.append(NumberWord(Span(row.span.start, word.span.end), row.text + gap + word.text))
        else:
            rows.append(word)
    return _standing_in(text, rows) if len(rows) < len(_digits_of(text, lost)) else None


def _digits_of(text: str, lost: Sequence[Number]) -> list[NumberWord]:
    """Return the numbers whose digits stay, and the lost ones."""
    spans = {number.span for number in numbers(text) if number.stays} | {n.span for n in lost}
    return [
        word
        for word in number_words(text, lost, measured=True)
        if any(word.span.start <= span.start < word.span.end for span in spans)
    ]


def _standing_in(text: str, words: Sequence[NumberWord]) -> NumberAsk:
    read, names = with_standins(text, words)
    return NumberAsk(text, read, Ask(read.text, wide=True), tuple(words), names)


def _forced(text: str, lost: Sequence[Number]) -> NumberAsk:
    """Ask with all numbers in digits, and force each of them."""
    words = number_words(text, lost)
    read = in_digits(text, words)
    forced = tuple(word.text for word in words)
    return NumberAsk(text, read, Ask(read.text, strict=True, wide=True, words=forced))


NUMBER_WAYS: Final[tuple[NumberWay, ...]] = (
    _in_digits,
    _with_standins,
    _with_standins_for_rows,
    _forced,
)
"""From the one that changes least to the surest."""
