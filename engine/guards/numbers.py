"""Which numbers an English text holds, and what a translation may make of each."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal

from engine.document import Span
from engine.patterns import regex

Reading = tuple[frozenset[Fraction], ...]
"""What must be found: of each set, one member."""

Kind = Literal[
    "digits", "time", "told", "decade", "age", "ordinal", "fraction", "scaled", "words", "roman"
]
"""How a number is written; ``digits`` and ``time`` must stay as they are, the others may change."""

_UNITS: Final = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
_TENS: Final = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
}  # fmt: skip
_DECADES: Final = {f"{word[:-1]}ies": value for word, value in _TENS.items()}
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


def _any_of(words: Iterable[str]) -> str:
    """Return a pattern for any of some words, which looks at each first letter once."""
    endings: dict[str, list[str]] = {}
    for word in words:
        endings.setdefault(word[0], []).append(word[1:])
    return "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in endings.items())


_WORDS: Final = _any_of((*_UNITS, *_TENS, *_LAST_ORDINALS, *_SCALES))
_BEGINNINGS: Final = _any_of((*_UNITS, *_TENS, *_LAST_ORDINALS, *_SCALES, *_DECADES))
_SCALE: Final = "|".join(_SCALES)

_PARTS: Final = {
    "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "hundredth": 100, "thousandth": 1000,
}  # fmt: skip

_ROMAN: Final = {"I": 1, "V": 5, "X": 10}

_FOUND: Final = regex(
    # Where no number can begin, which is nearly everywhere, the rest is not tried.
    rf"(?:(?=[\d'−-])|\b(?=(?:{_BEGINNINGS})\b|an?[\ -]|half[\ -]|[ivx]{{2}}))(?:"
    rf"(?P<share>\b(?P<over>an?(?=.[a-z]+\ (?:of|million|billion)\b)|{'|'.join(_UNITS)}"
    rf"|\d{{1,2}}(?!\d))[\ -](?P<under>{'|'.join(_PARTS)})s?\b"
    rf"(?:(?:\ of\ an?)?[\ -](?P<shared>{_SCALE})\b)?)"
    rf"|(?P<halved>\bhalf(?:[\ -]an?)?[\ -](?P<of>{_SCALE})\b)"
    rf"|(?P<more>\b(?P<base>(?:(?:{'|'.join(_TENS)})(?:[\ -](?:{'|'.join(_UNITS)}))?"
    rf"|{'|'.join(_UNITS)}|\d{{1,4}}))\ and\ (?P<part>a\ half|a\ quarter"
    rf"|(?:one|two|three)[\ -](?:quarter|third)s?)(?:[\ -](?P<times>{_SCALE}))?\b)"
    rf"|(?P<ends>\b(?P<count>an?|{'|'.join(_UNITS)}|\d{{1,4}})"
    r"\ (?P<size>million|billion|trillion|dozen)\ and\ a\ half\b(?!-))"
    rf"|(?P<said>\b(?:(?:seventeen|eighteen|nineteen)[\ -])?(?:{'|'.join(_DECADES)})\b)"
    r"|(?P<time>(?<![\d:.])(?P<hour>[01]?\d|2[0-4])[:.](?P<minute>[0-5]\d)"
    r"(?:(?P<half>\ ?[ap]\.?m\b)|(?<=:\d\d)(?![\d:]|\.\d)))"
    r"|(?P<oclock>(?<![\d.])(?:1[0-2]|0?\d)\ ?[ap]\.?m\b)"
    r"|(?P<decade>(?<!\d)'?(?P<tens>\d{1,3}0)'?s\b)"
    r"|(?P<ordinal>(?<![\d.,])\d{1,9}(?:st|nd|rd|th)\b)"
    r"|(?P<dated>(?<![\d./-])\d{1,4}(?P<mark>[./-])\d{1,4}(?:(?P=mark)\d{1,4}){1,6}(?!\d))"
    r"|(?-i:(?P<roman>(?<![\w.'’-])(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})(?![\w'’-])))"
    r"|(?P<mixed>(?<![\d/.,])\d{1,4}\ [1-9]\d{0,2}/[1-9]\d{0,2}(?![\d/])"
    rf"(?:[\ -](?P<mixes>{_SCALE})\b)?)"
    r"|(?P<fraction>(?<![\d/.])\d{1,4}/\d{1,4}(?![\d/])"
    rf"(?:(?:\ of\ an?)?[\ -](?P<parted>{_SCALE})\b)?)"
    r"|(?P<digits>(?:(?<![^\s(])[-−])?(?:(?<!\d)\d{1,3}(?:\ \d{3})+(?!\d)(?:\.\d{1,40})?"
    r"|\d{1,40}(?:[,.]\d{1,40})*))"
    r"(?P<scale>[\ -]?(?:hundred|thousand|million|billion|trillion|dozen)"
    r"|(?:k|mn?|mln|bn?|tn)(?![A-Za-z]))?"
    rf"|(?P<words>\b(?:an?\ (?=hundred|thousand|million|billion|dozen))?(?:{_WORDS})\b"
    rf"(?:(?:\ and\ |[\ -])(?:{_WORDS})\b){{0,20}}))",
    re.IGNORECASE | re.VERBOSE,
)

_FIGURES: Final = regex("[0-9]|[IVX]{2}")
_LETTERS: Final = regex("[a-z]+")
_ALONE: Final = frozenset(("zero", "one", "first", "second"))
"""Words that are a number only beside another one."""

_TELLING: Final = frozenset(
    {
        "half",
        *_UNITS,
        *_TENS,
        *_DECADES,
        *_ORDINALS,
        *_SCALES,
        *_PARTS,
        *(f"{part}s" for part in _PARTS),
    }
    - _ALONE
)
"""An English text with none of these, nor figures, has no number."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a source text.

    Attributes:
        span: Where it stands.
        text: How it is written, with its sign.
        kind: In which way it is written.
        readings: What a translation may make of it: it is there if all of any reading is.
    """

    span: Span
    text: str
    kind: Kind
    readings: tuple[Reading, ...]

    @property
    def stays(self) -> bool:
        """Whether its digits stay as they are."""
        return self.kind in {"digits", "time"}


@lru_cache(maxsize=512)
def numbers(text: str) -> tuple[Number, ...]:
    """Return the numbers of an English text, in order.

    These are all runs of digits, with thousands separators, decimals, magnitudes (``3 million``,
    ``£2.8bn``), clock times and decades, and number words from two up. ``one`` alone, ``first``,
    ``second``, ``half``, ``quarter`` and plurals such as ``thousands`` are no numbers here: they
    are as often pronouns, adverbs and idioms.
    """
    if not _may_have(text):
        return ()
    found: list[Number] = []
    for match in _FOUND.finditer(text):
        for start, end, kind, readings in _numbers_of(match):
            found.append(Number(Span(start, end), text[start:end], kind, readings))
    return tuple(found)


def _may_have(text: str) -> bool:
    """Tell quickly of most texts without a number that they have none."""
    if not text.isascii() or _FIGURES.search(text):
        return True
    return not _TELLING.isdisjoint(_LETTERS.findall(text.lower()))


def _exactly(*parts: int | Fraction) -> Reading:
    return tuple(frozenset((Fraction(part),)) for part in parts)


def _numbers_of(match: re.Match[str]) -> Iterator[tuple[int, int, Kind, tuple[Reading, ...]]]:
    start, end = match.span()
    text = match.group()
    if match["time"]:
        yield start, end, "told" if match["half"] else "time", _time(match)
    elif match["oclock"]:
        hour = int(re.match(r"\d+", text)[0])  # type: ignore[index]  # it begins so
        yield start, end, "told", ((_hours(hour, text),),)
    elif match["decade"] or match["said"]:
        yield start, end, *_decade(match)
    elif match["ordinal"]:
        yield start, end, "ordinal", (_exactly(int(text[:-2])),)
    elif match["dated"]:
        yield start, end, "digits", (_exactly(*map(int, re.split(r"[./-]", text))),)
    elif match["roman"]:
        yield start, end, "roman", (_exactly(_roman(text)),)
    elif match["mixed"] or match["fraction"]:
        yield start, end, "fraction", _fraction(match)
    elif match["share"] or match["halved"] or match["more"] or match["ends"]:
        yield start, end, "fraction", _parts(match)
    elif match["digits"]:
        kind: Kind = "scaled" if match["scale"] else "digits"
        readings = _digits(match["digits"].lstrip("-−"), match["scale"] or "")
        # A letter may be a unit (5 m) unless it is money that is counted (£5m).
        paid = match.string[:start].rstrip()[-1:] in set("€£$¥₹₩") and len(readings) == 2
        yield start, end, kind, readings[: 1 if paid else None]
    else:
        for first, last, readings in _words(match):
            yield first, last, "words", readings


_WHOSE: Final = regex(
    r"(?:\b(?:his|her|their|my|your|our|its|whose)|['’]s?)\ (?:(?:early|mid|late)[\ -])?\Z",
    re.IGNORECASE,
)


def decade_of(text: str) -> int:
    """Return the year of a decade, or the tens of one whose century is not told.

    ``1980s`` and ``nineteen-eighties`` give 1980, ``'80s`` and ``eighties`` 80.
    """
    figures = text.strip("'s")
    if figures.isdigit():
        return int(figures)
    *century, named = re.split("[ -]", text.lower())
    hundreds = _UNITS[century[0]] * 100 if century else 0
    return hundreds + _DECADES[named]


def _decade(match: re.Match[str]) -> tuple[Kind, tuple[Reading, ...]]:
    decade = decade_of(match.group())
    if decade % 100 == 0:
        readings = (frozenset(map(Fraction, (decade, decade // 100 + 1))),), ()
        return "decade", readings  # 二十一世纪初, 本世纪初
    if decade < 100 and _WHOSE.search(match.string, max(0, match.start() - 16), match.start()):
        return "age", (_exactly(decade),)
    told = {decade, decade % 100, *((1900 + decade,) if decade < 100 else ())}
    return "decade", ((frozenset(map(Fraction, told)),),)  # 20世纪30年代


def _fraction(match: re.Match[str]) -> tuple[Reading, ...]:
    """Read ``1 1/2`` (whose 1 is not the one that 1/2 begins with), ``3/4`` and ``1/2 million``."""
    scale = _SCALES.get((match["mixes"] or match["parted"] or "").lower(), 1)
    *whole_part, over, under = map(int, re.findall(r"\d+", match.group()))
    whole = sum(whole_part)
    if not under:
        return (_exactly(over, under),)
    part = Fraction(over, under)
    exact = _exactly((whole + part) * scale)
    if scale > 1:
        return (exact,)
    if not match["mixed"]:
        return (exact, _exactly(over, under))
    # 一杯半
    return (exact, _exactly(whole, part, 30)) if part == Fraction(1, 2) else (exact,)


def _roman(text: str) -> int:
    values = [_ROMAN[letter] for letter in text]
    return sum(
        -value if value < following else value
        for value, following in zip(values, (*values[1:], 0), strict=True)
    )


def _parts(match: re.Match[str]) -> tuple[Reading, ...]:
    """Read ``two thirds``, ``half a million``, ``two and a half`` and ``a million and a half``."""
    half = Fraction(1, 2)
    if match["share"]:
        over, under = _count_of(match["over"]), _PARTS[match["under"].lower()]
        if match["shared"]:
            return (_exactly(Fraction(over, under) * _SCALES[match["shared"].lower()]),)
        timed = under == 4 and _QUARTERS.match(match.string, match.end())
        quarters = {Fraction(15 * over)} if timed else set()  # 一刻钟
        return ((frozenset({Fraction(over, under)} | quarters),),)
    if match["halved"]:
        scale = _SCALES[match["of"].lower()]
        return (_exactly(half * scale), _exactly(half, scale))
    if match["ends"]:
        scale = _SCALES[match["size"].lower()]
        return (_exactly((_count_of(match["count"]) + half) * scale),)
    whole, part = _count_of(match["base"]), _share_of(match["part"])
    if match["times"]:
        return (_exactly((whole + part) * _SCALES[match["times"].lower()]),)
    return (_exactly(whole + part), _exactly(whole, part))  # 两小时半


_QUARTERS: Final = regex(r"(?: of)?(?: an| the)? hours?\b| (?:past|to|after|before|of)\b(?! the)")


def _share_of(words: str) -> Fraction:
    """Read ``a half``, ``a quarter`` and ``two thirds``."""
    over, under = re.split("[ -]", words.lower())
    return Fraction(_count_of(over), 2 if under == "half" else _PARTS[under.removesuffix("s")])


def _count_of(words: str) -> int:
    if words.isdigit():
        return int(words)
    parts = re.split("[ -]", words.lower())
    return sum(_UNITS.get(part, 0) + _TENS.get(part, 0) for part in parts) or 1


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
        alone = len(words) == 1 and words[0] in _ALONE
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
