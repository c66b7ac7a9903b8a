"""Which numbers a text holds, and which of them a translation has lost."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final

from engine.document import Span
from engine.guards.anchors import anchor
from engine.guards.edits import Edit
from engine.guards.numerals import values
from engine.types import AlignedSpan

Reading = tuple[frozenset[Fraction], ...]
"""What must be found: of each set, one member."""

_UNITS: Final = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
_TENS: Final = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
}  # fmt: skip
_ORDINALS: Final = {
    "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14,
    "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19,
    "twentieth": 20, "thirtieth": 30,
}  # fmt: skip
_LAST_ORDINALS: Final = {"first": 1, "second": 2} | _ORDINALS
"""With the two that only count after a ten (``twenty-first``): alone they mean too much else."""

_SCALES: Final = {
    "hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9,
    "trillion": 10**12, "dozen": 12,
}  # fmt: skip
_ABBREVIATED: Final = {
    "k": 10**3, "m": 10**6, "mn": 10**6, "mln": 10**6, "bn": 10**9, "b": 10**9, "tn": 10**12,
    "million": 10**6, "billion": 10**9, "trillion": 10**12, "thousand": 10**3, "hundred": 10**2,
    "dozen": 12,
}  # fmt: skip

_WORDS: Final = "|".join((*_UNITS, *_TENS, *_LAST_ORDINALS, *_SCALES))

_FOUND: Final = re.compile(
    r"(?P<time>(?<![\d:.])(?P<hour>[01]?\d|2[0-4])[:.](?P<minute>[0-5]\d)"
    r"(?:(?P<half>\ ?[ap]\.?m\b)|(?<=:\d\d)(?![\d:]|\.\d)))"
    r"|(?P<oclock>(?<![\d.])(?:1[0-2]|0?\d)\ ?[ap]\.?m\b)"
    r"|(?P<decade>(?<!\d)'?(?P<tens>\d{1,3}0)'?s\b)"
    r"|(?P<fraction>(?<![\d/.])\d{1,4}/\d{1,4}(?![\d/]))"
    r"|(?P<digits>(?<!\d)\d{1,3}(?:\ \d{3})+(?!\d)(?:\.\d{1,40})?|\d{1,40}(?:[,.]\d{1,40})*)"
    r"(?P<scale>[\ -]?(?:hundred|thousand|million|billion|trillion|dozen)"
    r"|(?:k|mn?|mln|bn?|tn)(?![A-Za-z]))?"
    rf"|(?P<words>\b(?:an?\ (?=hundred|thousand|million|billion|dozen))?(?:{_WORDS})\b"
    rf"(?:(?:\ and\ |[\ -])(?:{_WORDS})\b){{0,20}})",
    re.IGNORECASE | re.VERBOSE,
)


_TOLD: Final = re.compile(
    r"(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))?\ ?(?P<half>[ap])\.?m", re.IGNORECASE
)

_WRITTEN: Final = re.compile(r"\d{1,40}(?:[,.:]\d{1,40})*(?:[十百千万亿]{1,4})?")


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a source text.

    Attributes:
        span: Where it stands.
        text: How it is written.
        readings: What a translation may make of it: it is there if all of any reading is.
    """

    span: Span
    text: str
    readings: tuple[Reading, ...]


def numbers(text: str) -> tuple[Number, ...]:
    """Return the numbers of an English text, in order.

    These are all runs of digits, with thousands separators, decimals, magnitudes (``3 million``,
    ``£2.8bn``), clock times and decades, and number words from two up. ``one`` alone, ``first``,
    ``second``, ``half``, ``quarter`` and plurals such as ``thousands`` are no numbers here: they
    are as often pronouns, adverbs and idioms.
    """
    found: list[Number] = []
    for match in _FOUND.finditer(text):
        for start, end, readings in _numbers_of(match):
            found.append(Number(Span(start, end), text[start:end], readings))
    return tuple(found)


def missing(source: str, target: str) -> tuple[Number, ...]:
    """Return the numbers of an English text that its Chinese translation lacks, in order.

    A number is found by its value: ``12`` in ``12`` or ``十二``, ``3 million`` in ``300万``,
    ``7.55pm`` in ``晚上7点55分``, the ``1930s`` in ``20世纪30年代``. A translation that left a
    number in English still has it.
    """
    wanted = numbers(source)
    if not wanted:
        return ()
    there = values(target)
    if re.search("[A-Za-z]{3}", target):
        for number in numbers(target):
            there.update({value for reading in number.readings for one in reading for value in one})
    lost: list[Number] = []
    seen: Counter[tuple[Reading, ...]] = Counter()
    for number in wanted:
        # Languages repeat small numbers and number words as they please, but not the others.
        repeats = len(number.text) > 1 and number.text[0].isdigit()
        seen[number.readings] += repeats or not seen[number.readings]
        if _count(number, there) < seen[number.readings]:
            lost.append(number)
            seen[number.readings] -= 1
    return tuple(lost)


def correction(number: Number, source: str, target: str, links: Sequence[AlignedSpan]) -> Edit:
    """Return how to write a lost number into a translation: the last resort.

    Where the model wrote a number that the source has not in its place, the lost one takes that
    place; else it is put next to what its neighbours became. It is written as in the source, but
    number words in digits and magnitudes in 万 and 亿.

    Args:
        number: A number of the source that :func:`missing` returned.
        source: The source.
        target: The translation.
        links: Its alignment with the source.
    """
    made = _written(number)
    wrong = _mistaken(number, source, target, links)
    if wrong is not None:
        start, end = wrong.start, wrong.end
    else:
        start = end = anchor(number.span, target, links)
    before, after = target[start - 1 : start], target[end : end + 1]
    left, right = (" " if _binds(character) else "" for character in (before, after))
    return Edit(start, end, f"{left}{made}{right}")


def _binds(character: str) -> bool:
    """Whether a number must not stand right next to a character."""
    return character.isnumeric() or (character.isascii() and character.isalnum())


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
            if not any(_count(each, there) for each in wanted):
                return Span(start, end)
    return None


def _written(number: Number) -> str:
    """Return a number as Chinese writes it, in digits."""
    text = number.text
    told = _TOLD.match(text)
    if told:
        half = "上午" if told["half"].lower() == "a" else "下午"
        return f"{half}{told['hour']}" + (f":{told['minute']}" if told["minute"] else "点")
    if text[-1] == "s" and text.strip("'s").isdigit():
        century, decade = divmod(int(text.strip("'s")), 100)
        age = f"{decade}年代" if decade else "初"
        return f"{century + 1}世纪{age}" if century else age
    if text[0].isdigit() and (text[-1].isdigit() or _is_letter(text)):
        return text
    value = max(max(choice) for choice in number.readings[0])
    for name, scale in (("亿", 10**8), ("万", 10**4)):
        if value >= scale and (value / scale * 10**4).denominator == 1:
            return _decimal(value / scale) + name
    return _decimal(value) if value.denominator == 1 else text


def _is_letter(text: str) -> bool:
    """Whether digits are followed by one letter, which may be a unit (5 m, 5k)."""
    return text[-1].isalpha() and text[-2:-1].isdigit()


def _decimal(value: Fraction) -> str:
    return f"{value.numerator / value.denominator:.4f}".rstrip("0").rstrip(".")


def _count(number: Number, there: Counter[Fraction]) -> int:
    """Return how often a number is found among the values of a translation."""
    return max(
        min((sum(there[value] for value in one) for one in reading), default=1)
        for reading in number.readings
    )


def _exactly(*parts: int | Fraction) -> Reading:
    return tuple(frozenset((Fraction(part),)) for part in parts)


def _numbers_of(match: re.Match[str]) -> Iterator[tuple[int, int, tuple[Reading, ...]]]:
    start, end = match.span()
    if match["time"]:
        yield start, end, _time(match)
    elif match["oclock"]:
        hour = int(re.match(r"\d+", match.group())[0])  # type: ignore[index]  # it begins so
        yield start, end, ((_hours(hour, match.group()),),)
    elif match["decade"]:
        decade = int(match["tens"])
        # 20世纪30年代, 二十一世纪初
        century = frozenset(map(Fraction, (decade, decade // 100 + 1, decade % 100 or decade)))
        yield start, end, (((century,), ()) if decade % 100 == 0 else ((century,),))
    elif match["fraction"]:
        over, under = map(int, match.group().split("/"))
        both = _exactly(over, under)
        yield start, end, ((_exactly(Fraction(over, under)), both) if under else (both,))
    elif match["digits"]:
        yield start, end, _digits(match["digits"], match["scale"] or "")
    else:
        yield from _words(match)


def _hours(hour: int, half: str) -> frozenset[Fraction]:
    """Return how an hour may be told; between 1 and 12 it may be told by the other clock."""
    afternoon = "p" in half.lower()
    other = {hour % 12 + 12 * afternoon} if half else {(hour + 12) % 24, hour % 12}
    return frozenset(map(Fraction, {hour, *other}))


def _time(match: re.Match[str]) -> tuple[Reading, ...]:
    hour, minute = int(match["hour"]), int(match["minute"])
    told = _hours(hour, match["half"] or "")
    reading: Reading = (told,)
    if minute:
        # A quarter to eight: 差一刻八点.
        reading = (told, frozenset({Fraction(minute)}))
    whole = Fraction(match.group()[: match.end("minute") - match.start()].replace(":", "."))
    decimal = () if ":" in match.group() else (_exactly(whole),)
    return (*decimal, reading)


def _digits(text: str, scale: str) -> tuple[Reading, ...]:
    parts = [int(part) for part in re.split("[,. ]", text)]
    readings: list[Reading] = []
    whole = _whole(text)
    if whole is not None:
        readings.append(_exactly(whole))
    word = scale.strip(" -").lower()
    if word:
        scaled = [_exactly(whole * _ABBREVIATED[word])] if whole is not None else []
        # A letter may also be a unit (5 m), a word may not.
        readings = scaled + readings if len(word) == 1 else scaled or [_exactly(*parts)]
        return tuple(readings)
    if whole is None or " " in text or "," in text or text.count(".") > 1:
        readings.append(_exactly(*parts))
    return tuple(readings)


def _whole(text: str) -> Fraction | None:
    if re.fullmatch(r"\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?", text):
        return Fraction(re.sub("[, ]", "", text))
    if re.fullmatch(r"\d+(?:\.\d+)?", text):
        return Fraction(text)
    return Fraction(text.replace(",", ".")) if re.fullmatch(r"\d+,\d{1,2}", text) else None


def _words(match: re.Match[str]) -> Iterator[tuple[int, int, tuple[Reading, ...]]]:
    """Cut a run of number words into numbers, and read each of them."""
    offset = match.start()
    tokens = [
        (found.start() + offset, found.end() + offset, found.group().lower())
        for found in re.finditer("[A-Za-z]+", match.group())
        if found.group().lower() not in {"and", "a", "an"}
    ]
    groups: list[list[tuple[int, int, str]]] = []
    for token in tokens:
        if groups and _continues([word for _, _, word in groups[-1]], token[2]):
            groups[-1].append(token)
        else:
            groups.append([token])
    taken = False
    for group, following in pairwise((*groups, [])):
        words = [word for _, _, word in group]
        value = _value(words)
        pair = _value([word for _, _, word in following]) if following else 0
        alone = len(words) == 1 and words[0] in {"zero", "one", "first", "second"}
        # nineteen eighty-four: one year, or two numbers
        year = not taken and 10 <= value <= 99 and 10 <= pair <= 99
        if taken:
            taken = False
        elif year:
            taken = True
            both = (_exactly(100 * value + pair), _exactly(value, pair))
            yield group[0][0], following[-1][1], both
        elif not alone:
            yield group[0][0], group[-1][1], (_exactly(value),)


def _continues(words: Sequence[str], word: str) -> bool:
    """Whether a number word goes on with the number before it."""
    last = words[-1]
    if last in _LAST_ORDINALS:
        return False
    if word in _SCALES:
        return word != last
    if last in _SCALES:
        return last != "dozen"
    value = _UNITS.get(word, _LAST_ORDINALS.get(word, 10))
    return last in _TENS and value < 10


def _value(words: Sequence[str]) -> int:
    total = group = 0
    for word in words:
        if word in {"hundred", "dozen"}:
            group = (group or 1) * _SCALES[word]
        elif word in _SCALES:
            total += (group or 1) * _SCALES[word]
            group = 0
        else:
            group += _UNITS.get(word, 0) or _TENS.get(word, 0) or _LAST_ORDINALS.get(word, 0)
    return total + group
