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

_NAMING: Final = regex(
    r"(?:(?i:\b(?:rooms?|pages?|pp|flights?|highway|route|road|bus(?:es)?|trains?|trams?|gates?"
    r"|platforms?|track|lanes?|channel|chapters?|sections?|figures?|fig|tables?|steps?|levels?|lessons?"
    r"|units?|versions?|models?|numbers?|no|nr|extension|ext|apartment|apt|flat|suite|building|floor"
    r"|box|code|pin|invoice|ticket|seats?|rows?|ports?|errors?|questions?|exercises?|volumes?|vol"
    r"|items?|zone|locker|desk|terminal|exit|pier|lot|bay|cabin|ward|bed|booth|slot|player|agent"
    r"|patient|sample|station|type|mark|size|password|account|part|lines?))\.? #?"
    # Or a name that does not begin the sentence: a Boeing 747.
    r"|(?<=[a-z,] )(?!(?:Jan|Feb|Ma[ry]|Apr|Ju[nl]|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
    r"|[IA]\ )[A-Z][\w.]{1,20} |#|[A-Za-z]-?)\Z"
)
_YEARS: Final = regex("1[5-9][0-9]{2}|20[0-9]{2}")
_TIMED: Final = regex(
    r"[ -]?(?:years?|yrs?|months?|days?|hours?|weeks?|minutes?|seconds?|o.clock|[ap]\.?m\b|degrees?"
    r"|points?|°|[:/])"
)
_TIME: Final = regex(
    r"(?i:\b(?:year|yr|month|day|daily|week|hour|minute|second|o.clock|clock|time|dat(?:e|ing)|age|old"
    r"|annual|annivers|ago|since|until|till|born|birth|centur|decade|noon|night|morning|evening|today"
    r"|tomorrow|yesterday|summer|winter|spring|autumn|season|degree|point|scor|percent|past|sharp|BC"
    r"|AD|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun))|[:°%]"
)
"""In a text with one of them a number may count time."""

_AGED: Final = regex(
    r"(?i:\b(?:old|age|young|teen|turn|birthday|year|child|kid|boy|girl|people|person|adult|player"
    r"|student|pupil|member|everyone|m[ae]n|wom[ae]n|(?:he|she|i|we|they|you)\b))"
)
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
        elif _COUNTED.match(source, number.span.end) and not _TIME.search(source):
            of = target.startswith("的", behind)
            yield Edit(start + len(text), behind + of, "个")


def _is_no_age(source: str, number: Number, unit: str) -> bool:
    """Tell whether a number is no years or age: 3.9, or 9 to 5, where nobody is spoken of."""
    if unit not in "年岁" or (unit == "年" and _TIME.search(source)):
        return False
    if "." in number.text:
        return not _TIME.search(source)
    ends = source.endswith(("to ", "than ", "from "), 0, number.span.start)
    return unit == "岁" and ends and not _AGED.search(source)


def _names(source: str, number: Number) -> bool:
    """Tell whether a number is part of a name, such as that of a room or a plane."""
    found = _NAMING.search(source, max(0, number.span.start - 32), number.span.start)
    if found is None:
        return False
    # The Expo 2010 was in 2010.
    return not (found.group()[0].isupper() and _YEARS.fullmatch(number.text)) or (
        _NAMING_NOUN.match(found.group()) is not None
    )


_NAMING_NOUN: Final = regex("Room|Page|Flight|Bus|Highway|Route|Gate|Code|PIN|Model|Box|Suite|No")
