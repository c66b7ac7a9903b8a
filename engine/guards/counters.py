"""Units of time behind numbers that count no time: a model's ``1408年房间`` for ``Room 1408``."""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.guards.edits import Edit
from engine.guards.numbers import Number
from engine.patterns import regex

_FOLLOWING: Final = {
    "年": "级代度龄末初底中内前后终纪青货轻少长薪份间",
    "月": "球亮饼光台经份底初末中内",
    "日": "常益前后本内子夜出用程报记文语元期渐间",
    "点": "击心燃头评名缀子明滴钟半",
    "天": "气空下真然花才使生文鹅津",
    "岁": "月末",
    "度": "过假量",
}
"""Units, and with what behind them they are part of a word."""

_UNIT: Final = regex(f" ?[{''.join(_FOLLOWING)}]")

_NAMING: Final = frozenset(
    (
        *("room", "page", "pp", "flight", "highway", "route", "road", "bus", "train"),
        *("tram", "gate", "platform", "track", "lane", "channel", "chapter", "section"),
        *("figure", "fig", "table", "step", "level", "lesson", "unit", "version", "model"),
        *("number", "no", "nr", "extension", "ext", "apartment", "apt", "flat", "suite"),
        *("building", "floor", "box", "code", "pin", "invoice", "ticket", "seat", "row"),
        *("port", "error", "question", "exercise", "volume", "vol", "item", "zone"),
        *("locker", "desk", "terminal", "exit", "pier", "lot", "bay", "cabin", "ward"),
        *("bed", "booth", "slot", "player", "agent", "patient", "sample", "station"),
        *("type", "mark", "size", "password", "account", "part", "line"),
    )
)
"""What has a number for its name."""

_DATING: Final = (
    *("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    *("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
)
_WORD: Final = 24
_YEARS: Final = regex("1[5-9][0-9]{2}|20[0-9]{2}")
_TIMED: Final = regex(
    r"[ -]?(?:years?|yrs?|months?|days?|hours?|weeks?|minutes?|seconds?|o.clock|[ap]\.?m\b|degrees?"
    r"|points?|°|[:/])"
)
_TIMES: Final = (
    *(
        "year",
        "yr",
        "month",
        "day",
        "daily",
        "week",
        "hour",
        "minute",
        "second",
        "o'clock",
        "clock",
    ),
    *(
        "time",
        "date",
        "dating",
        "age",
        "old",
        "annual",
        "annivers",
        "ago",
        "since",
        "until",
        "till",
    ),
    *("born", "birth", "centur", "decade", "noon", "night", "morning", "evening", "today"),
    *("tomorrow", "yesterday", "summer", "winter", "spring", "autumn", "season", "degree", "point"),
    *("scor", "percent", "past", "sharp", "bc", "ad", "jan", "feb", "mar", "apr", "may", "jun"),
    *("jul", "aug", "sep", "oct", "nov", "dec", "mon", "tue", "wed", "thu", "fri", "sat", "sun"),
)
"""Beginnings of words; in a text with one of them a number may count time."""

_AGED: Final = (
    *("old", "age", "young", "teen", "turn", "birthday", "year", "child", "kid", "boy", "girl"),
    *("people", "person", "adult", "player", "student", "pupil", "member", "everyone", "man"),
    *("men", "woman", "women", "he", "she", "we", "they", "you", "i'm"),
)
_LETTERS: Final = regex("[a-z']+")
_MARKS: Final = frozenset(":°%")
_COUNTED: Final = regex(
    r" (?:[a-z]{3,12} )?(?:people|men|women|children|[a-z]{2,12}(?<!is)(?<!us)(?<!ss)s)(?![\w'’-])"
)


def unit_behind(target: str, end: int) -> int:
    """Return the end of a unit of time behind a number that ends there; else where it begins."""
    found = _UNIT.match(target, end)
    if found is None or target[found.end() : found.end() + 1] in set(_FOLLOWING[found.group()[-1]]):
        return end
    return found.end()


def stray_units(source: str, wanted: Sequence[Number], target: str) -> Iterator[Edit]:
    """Yield how the numbers of a translation lose units of time that their source has not.

    Numbers that name something lose them: ``1408年房间`` becomes ``1408房间``. Those that count
    things get 个 instead: ``1500年的书`` becomes ``1500个书``.

    Args:
        source: An English segment.
        wanted: Its numbers.
        target: Its translation.
    """
    if not _UNIT.search(target):
        return
    for number in wanted:
        text = number.text
        if number.kind != "digits" or source.count(text) != 1 or target.count(text) != 1:
            continue
        start = target.find(text)
        behind = unit_behind(target, start + len(text))
        alone = not target[start - 1 : start].isdecimal()
        if behind == start + len(text) or not alone or _TIMED.match(source, number.span.end):
            continue
        if _names(source, number) or _is_no_age(source, number, target[behind - 1]):
            yield Edit(start + len(text), behind, "")
        elif _COUNTED.match(source, number.span.end) and not _has(source, _TIMES):
            of = target.startswith("的", behind)
            yield Edit(start + len(text), behind + of, "个")


def _has(source: str, beginnings: tuple[str, ...]) -> bool:
    if beginnings is _TIMES and not _MARKS.isdisjoint(source):
        return True
    return any(word.startswith(beginnings) for word in _LETTERS.findall(source.lower()))


def _is_no_age(source: str, number: Number, unit: str) -> bool:
    """Tell whether a number is no years or age: 3.9, or 9 to 5, where nobody is spoken of."""
    if unit not in "年岁" or (unit == "年" and _has(source, _TIMES)):
        return False
    if "." in number.text:
        return not _has(source, _TIMES)
    ends = source.endswith(("to ", "than ", "from ", "at "), 0, number.span.start)
    return unit == "岁" and ends and not _has(source, _AGED)


def _names(source: str, number: Number) -> bool:
    """Tell whether a number is part of a name, such as that of a room or a plane."""
    start = number.span.start
    before = source[max(0, start - _WORD) : start]
    if before.endswith("#") or before.removesuffix("-")[-1:].isalpha():
        return True  # COVID-19
    words = before.rstrip(" .#").split(" ")
    if words[-1].lower().removesuffix("s") in _NAMING or words[-1].lower() in _NAMING:
        return True
    # A Boeing 747, but the Expo 2010 was in 2010.
    name = len(words) > 1 and words[-1][:1].isupper() and words[-2][-1:].islower()
    dated = words[-1].startswith(_DATING) or words[-1] == "I" or _YEARS.fullmatch(number.text)
    return name and not dated
