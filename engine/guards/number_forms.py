"""How Chinese writes the numbers of an English text, in digits."""

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import count, islice
from typing import Final, NamedTuple

from engine.document import Span
from engine.guards.anchors import anchor
from engine.guards.edits import Edit, Edited, apply
from engine.guards.numbers import Number, decade_of, numbers
from engine.guards.numerals import values
from engine.guards.units import measure_end
from engine.patterns import regex
from engine.types import AlignedSpan

_TOLD: Final = regex(
    r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))?\ ?(?P<half>[ap])\.?m", re.IGNORECASE
)
_WRITTEN: Final = regex(r"-?\d{1,40}(?:[,.:]\d{1,40})*(?:[十百千万亿]{1,4})?")
_STANDIN: Final = "n{}.com"
"""A word that the starter copies to the right place: see :mod:`engine.guards.standins`."""

_ATTACHED: Final = regex(r"[\w.,:-]*\w")
_BEFORE: Final = regex(r"[\w.,:-]*\Z")


def written(number: Number) -> str:
    """Return a number as Chinese writes it, in digits: ``300万``, ``下午6点``, ``20世纪30年代``."""
    text = number.text
    if number.kind == "told":
        told = _TOLD.match(text)
        assert told is not None  # noqa: S101 - so is every number of this kind written
        morning = told["half"].lower() == "a"
        if int(told["hour"]) == 12:  # 上午12点 is said of noon by some, of midnight by others
            half = "午夜" if morning else "中午"
        else:
            half = "上午" if morning else "下午"
        return f"{half}{told['hour']}" + (f":{told['minute']}" if told["minute"] else "点")
    if number.kind in {"decade", "age"}:
        return _decade(decade_of(text), aged=number.kind == "age")
    if number.kind == "ordinal":
        return text[:-2]
    if number.stays or number.kind == "roman" or text[-1].isdigit():
        return text.replace("−", "-")
    if number.kind == "scaled" and len(number.readings) > 1:
        return text  # with a letter that may be a unit (5 m, 5k)
    return in_ten_thousands(max(number.readings[0][0]), text)


def _decade(year: int, *, aged: bool) -> str:
    century, decade = divmod(year, 100)
    if aged:
        return f"{decade}多岁"
    age = f"{decade}年代" if decade else "初"
    return f"{century + 1}世纪{age}" if century else age


def in_ten_thousands(value: Fraction, text: str) -> str:
    """Write a value with 万, 亿 or 万亿, where that is exact; ``text`` is what it came from."""
    for name, scale in (("万亿", 10**12), ("亿", 10**8), ("万", 10**4)):
        if value >= scale and (value / scale * 10**4).denominator == 1:
            return _decimal(value / scale) + name
    if value.denominator == 1 or ((value * 10**4).denominator == 1 and value > 1):
        return _decimal(value)
    return f"{value.numerator}/{value.denominator}" if value.denominator < 10**4 else text


def _decimal(value: Fraction) -> str:
    return f"{value.numerator / value.denominator:.4f}".rstrip("0").rstrip(".")


def in_digits(text: str, words: Sequence["NumberWord"]) -> Edited:
    """Write numbers of an English text as Chinese does, which a small model copies better."""
    edits: list[Edit] = []
    for word in words:
        end = word.span.end
        # The full stop of "p.m." belongs to it unless the sentence ends there.
        dotted = word.span.of(text)[-2:].lower() == ".m" and text[end : end + 2] == ". "
        edits.append(Edit(word.span.start, end + dotted, word.text))
    return apply(text, edits)


class NumberWord(NamedTuple):
    """A number, or the word that it is part of (``Q3``), and how its translation has it."""

    span: Span
    text: str


def number_words(
    text: str, lost: Iterable[Number], *, measured: bool = False
) -> tuple[NumberWord, ...]:
    """Return what a translation should have in digits, in order: all numbers but number words.

    Args:
        text: A source.
        lost: Numbers that a translation of it lacked; of these also the words.
        measured: With the units behind them.
    """
    lacking = {number.span for number in lost}
    words: list[NumberWord] = []
    for number in numbers(text):
        if words and number.span.start < words[-1].span.end:
            continue
        if number.kind == "words" and number.span not in lacking:
            continue
        word = NumberWord(number.span, written(number))
        if number.stays:
            whole = _whole(text, number.span)
            if words and whole.start < words[-1].span.end:  # "1/4A0": the fraction has begun it
                whole = Span(words[-1].span.end, whole.end)
            word = NumberWord(whole, whole.of(text))
        if measured and (end := measure_end(text, number.span.end)) > word.span.end:
            word = NumberWord(Span(word.span.start, end), word.text + text[word.span.end : end])
        words.append(word)
    return tuple(words)


def with_standins(text: str, words: Sequence[NumberWord]) -> tuple[Edited, tuple[str, ...]]:
    """Put a stand-in in the place of each word; return the text and the stand-ins."""
    folded = text.casefold()
    free = (name for i in count(1) if (name := _STANDIN.format(i)) not in folded)
    names = tuple(islice(free, len(words)))
    edits = (
        Edit(word.span.start, word.span.end, name) for word, name in zip(words, names, strict=True)
    )
    return apply(text, edits), names


def without_standins(
    target: str, words: Sequence[NumberWord], names: Sequence[str]
) -> Edited | None:
    """Put words back where their stand-ins are; ``None`` unless each is there exactly once."""
    edits: list[Edit] = []
    for word, name in zip(words, names, strict=True):
        found = [match.span() for match in re.finditer(re.escape(name), target)]
        if len(found) != 1:
            return None
        edits.append(Edit(*found[0], word.text))
    return apply(target, sorted(edits))


def _whole(text: str, span: Span) -> Span:
    """Return the word around digits, where letters are attached to them."""
    before = _BEFORE.search(text, 0, span.start)
    after = _ATTACHED.match(text, span.end)
    start = before.start() if before else span.start
    whole = Span(start, after.end() if after else span.end)
    return whole if any(map(str.isalpha, whole.of(text))) else span


def correction(number: Number, source: str, target: str, links: Sequence[AlignedSpan]) -> Edit:
    """Return how to write a lost number into a translation: the last resort.

    Where the model wrote a number that the source has not in its place, the lost one takes that
    place; else it is put next to what its neighbours became. It is written as in the source, but
    number words in digits and magnitudes in 万 and 亿.

    Args:
        number: A number of the source that the translation lacks.
        source: The source.
        target: The translation.
        links: Its alignment with the source.
    """
    made = written(number)
    wrong = _mistaken(number, source, target, links)
    if wrong is not None:
        start, end = wrong.start, wrong.end
    else:
        start = end = anchor(number.span, target, links)
    before, after = target[start - 1 : start], target[end : end + 1]
    left = " " if _binds(before) else ""
    right = " " if _binds(after) else ""
    return Edit(start, end, f"{left}{made}{right}")


def _binds(character: str) -> bool:
    """Whether a number must not stand right next to a character."""
    numeric = character.isnumeric() or (character.isascii() and character.isalnum())
    return numeric or (character != "" and character in ".,:%-/")


def _mistaken(
    number: Number, source: str, target: str, links: Sequence[AlignedSpan]
) -> Span | None:
    """Return the number of the target that the model took a lost one for, if it is no other's."""
    span = number.span
    own = [link for link in links if link.source.start < span.end and span.start < link.source.end]
    wanted = numbers(source)
    for found in _WRITTEN.finditer(target):
        start, end = found.span()
        if any(link.target.start < end and start < link.target.end for link in own):
            there = values(found.group())
            if not any(
                all(there[v] for one in reading for v in one)
                for each in wanted
                for reading in each.readings
            ):
                return Span(start, end)
    return None
