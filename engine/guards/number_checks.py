"""Whether the numbers of an English text are in its Chinese translation, and as they should be."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, pairwise
from typing import Final, NamedTuple

from engine.guards.degrees import degrees
from engine.guards.edits import Edit, Edited, apply
from engine.guards.number_forms import written
from engine.guards.numbers import Number, Reading, numbers
from engine.guards.numerals import numerals, values
from engine.patterns import regex
from engine.types import AlignedSpan

_HALVES: Final = {
    "a": regex("上午|早|凌晨|清晨|拂晓|今晨|午夜"),
    "p": regex("下午|晚|夜|中午|正午|午后"),
}
_PERCENT: Final = regex(r"\ ?(?:%|per\ ?cent\b)", re.IGNORECASE)
_CLOCK: Final = regex(
    r"(\d{1,2}|[零一二三四五六七八九十两]{1,3})[点點时時:：.]"
    r"(\d{1,2}|[零〇一二三四五六七八九十]{1,3})分?"
)
_MIDNIGHT: Final = regex(r"(?<!\d)(?:0{1,2} ?[:：点點时時]|零[点點时時])")
"""A minute of 0 is no hour of 0."""

_UNNUMBERED: Final = regex(" ?(?:世纪|日|号|届|楼|次|年|岁)")
"""Before these a number needs no 第 to be an ordinal."""

_PAIR: Final = regex(r"(?<![\d.,])(\d+(?:[.,]\d+)*)( *[×xX*/:–—~+-] *)(?=(\d+(?:[.,]\d+)*))")
_YEAR: Final = regex(r"(?<!\d)(?P<year>\d{2,4}) ?年(?!代)")
_DATED: Final = regex(r"\d{1,4}(?:[./-]\d{1,4}){2,7}")
_SCALED: Final = regex(r"(?<![\d.,])\d[\d.,]*[十百千]+[万亿]?")


def missing(source: str, target: str, links: Sequence[AlignedSpan] = ()) -> tuple[Number, ...]:
    """Return the numbers of an English text that its Chinese translation lacks, in order.

    Digits are found as digits, or where :func:`as_written` can make them so. Number words,
    magnitudes, ordinals, fractions and decades are found by their value: ``twelve`` in ``12`` or
    ``十二``, ``3 million`` in ``300万``, the ``1930s`` in ``20世纪30年代``; ``7.55pm`` in
    ``晚上7点55分``, but not without the half of the day. Roman numerals and the number words of
    names may stay.
    """
    wanted = numbers(source)
    if not wanted or _are_there(wanted, target):
        return ()
    settled = as_written(source, target, links).text
    lost = {number.span: number for number in _unwritten(wanted, settled)}
    others = [number for number in wanted if not number.stays]
    if others:
        lost |= {number.span: number for number in _without_value(others, source, settled)}
    return tuple(lost[span] for span in sorted(lost, key=lambda span: span.start))


def _are_there(wanted: Sequence[Number], target: str) -> bool:
    """Tell quickly of most translations that all digits are there as they should be."""
    if not all(number.stays for number in wanted) or (len(wanted) > 1 and _PAIR.search(target)):
        return False
    counts = Counter(written(number) for number in wanted)
    return all(_occurrences(text, target) >= count for text, count in counts.items())


def _unwritten(wanted: Sequence[Number], target: str) -> Iterator[Number]:
    """Yield the numbers whose digits should have stayed and did not."""
    left: Counter[str] = Counter()
    for number in wanted:
        if not number.stays:
            continue
        text = written(number)
        if text not in left:
            left[text] = _occurrences(text, target)
        left[text] -= 1
        if left[text] < 0 and not _is_elsewhere(text, target):
            yield number


def _is_elsewhere(text: str, target: str) -> bool:
    """Whether a number is there in another way: a minus in words, a list as its members."""
    if text.startswith("-"):
        return bool(re.search(rf"[零负負][下]? ?{re.escape(text[1:])}(?![\d])", target))
    parts = re.split("[, ]", text)
    listed = len(parts) > 1 and not re.fullmatch(r"\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?", text)
    return listed and all(_occurrences(part, target) for part in parts)


def _occurrences(text: str, target: str) -> int:
    """Return how often a number stands in a translation by itself: 12 is not in 112 nor in 12.5.

    Scores and ratios (3:1) are two numbers, times (18:45) are one.
    """
    count, at = 0, target.find(text)
    while at >= 0:
        end = at + len(text)
        if _goes_on(target, end, timed=":" in text) or _is_inside(target, at, len(text)):
            end = at + 1
        else:
            count += 1
        at = target.find(text, end)
    return count


def _is_inside(target: str, at: int, size: int) -> bool:
    """Whether what stands before a place is the beginning of the same number."""
    before = target[at - 1 : at]
    parts = ".,:" if size == 2 else ".,"
    return before.isdecimal() or (
        before != "" and before in parts and target[max(0, at - 2) : at - 1].isdecimal()
    )


def _goes_on(target: str, end: int, *, timed: bool) -> bool:
    """Whether a number goes on behind a place; a time that is there whole has no seconds."""
    after = target[end : end + 1]
    if after.isdecimal():
        return True
    if after == ":" and not timed:
        return (
            target[end + 1 : end + 3].isdecimal()
            and len(target) > end + 2
            and (not target[end + 3 : end + 4].isdecimal())
        )
    return after != "" and after in ".," and target[end + 1 : end + 2].isdecimal()


def _without_value(wanted: Sequence[Number], source: str, target: str) -> Iterator[Number]:
    there = values(target)
    seen: Counter[tuple[Reading, ...]] = Counter()
    for number in wanted:
        # Languages repeat small numbers and number words as they please, but not the others.
        repeats = len(number.text) > 1 and number.text[0].isdigit()
        seen[number.readings] += repeats or not seen[number.readings]
        if number.text in target and (number.kind == "roman" or _is_named(number, source)):
            continue
        told = _is_told(number, target) and not _is_year(number, target)
        if not told or _count(number, there) < seen[number.readings]:
            yield number
            seen[number.readings] -= 1


def _is_named(number: Number, source: str) -> bool:
    """Whether a number word is part of a name, which may stay: Three Mile Island, 7-Eleven."""
    before = source[max(0, number.span.start - 2) : number.span.start]
    inside = re.fullmatch("[a-z] |[0-9]-", before) is not None
    return number.kind == "words" and inside and number.text[0].isupper()


def _is_told(number: Number, target: str) -> bool:
    """Whether a time is there with no digit too many, and the half of the day if it names one."""
    if number.kind not in {"time", "told"}:
        return True
    if (clock := re.match(r"\d+:\d\d", number.text)) and clock.group() in target:
        ends = target.split(clock.group())[1:]
        if all(after[:1].isdecimal() for after in ends):
            return False
    if number.kind == "time":
        return True
    half = "p" if "p" in number.text.lower() else "a"
    hour = int(re.match(r"\d+", number.text)[0])  # type: ignore[index]  # it begins so
    other = Fraction(hour % 12 + (12 if half == "p" else 0))
    if other != hour and values(target)[other] and (other or _MIDNIGHT.search(target)):
        return True
    near = (target[found.end() : found.end() + 10] for found in _HALVES[half].finditer(target))
    return any(values(after)[Fraction(hour)] for after in near)


def _is_year(number: Number, target: str) -> bool:
    """Whether a translation has the first year of a decade (1980年) and nowhere the decade."""
    if number.kind != "decade" or "年代" in target:
        return False
    around = list(_YEAR.finditer(target))
    years = [Fraction(found["year"]) for found in around]
    elsewhere = values(apply(target, [Edit(*found.span(), " ") for found in around]).text)
    wanted = number.readings[0][0]
    return any(year in wanted for year in years) and not any(elsewhere[each] for each in wanted)


def _count(number: Number, there: Counter[Fraction]) -> int:
    """Return how often a number is found among the values of a translation.

    What a reading has twice, such as the 1 of 1 1/2, must be there twice for each.
    """
    return max(
        min(
            (sum(there[value] for value in one) // reading.count(one) for one in reading), default=1
        )
        for reading in number.readings
    )


def as_written(source: str, target: str, links: Sequence[AlignedSpan] = ()) -> Edited:
    """Write the numbers of a translation as its source does, where only their writing differs.

    ``1249`` for ``1,249``, ``五`` for ``5``, ``百分之三`` for ``3%``, ``18点45分`` for ``18:45``
    and ``5/12/2024`` for ``05/12/2024`` become what the source has; ``3百万`` becomes ``300万``.

    Args:
        source: An English segment.
        target: Its translation.
        links: Their alignment, which tells numerals of one value apart.
    """
    wanted = numbers(source)
    if not wanted:
        return Edited(target)
    made: list[Edit] = []
    for edit in sorted(_edits(source, wanted, target, links)):
        if not made or edit.start >= made[-1].end:
            made.append(edit)
    return apply(target, made)


class _Run(NamedTuple):
    """Part of a translation that may be a number in another writing."""

    start: int
    end: int
    values: tuple[Fraction, ...]
    digits: bool


def _edits(
    source: str, wanted: Sequence[Number], target: str, links: Sequence[AlignedSpan]
) -> Iterator[Edit]:
    left = Counter(
        {text: _occurrences(text, target) for text in {written(n) for n in wanted if n.stays}}
    )
    runs: dict[tuple[Fraction, ...], list[_Run]] | None = None
    for number in wanted:
        if number.stays:
            text = written(number)
            left[text] -= 1
            # 零下4 is -4 already.
            if left[text] >= 0 or (text[0] == "-" and _is_elsewhere(text, target)):
                continue
            runs = _free_runs(target, left) if runs is None else runs
            alike = runs.get(_values_of(number), [])
            run = _other_writing(number, alike, links)
            if run is not None:
                alike.remove(run)
                percent = _PERCENT.match(source, number.span.end) is not None
                yield _rewritten(target, run, text, percent=percent)
    for number in wanted:
        yield from _other_words(number, source, target)
    yield from _pairs(source, wanted, target)
    yield from degrees(source, wanted, target)


def _pairs(source: str, wanted: Sequence[Number], target: str) -> Iterator[Edit]:
    """Take the spaces out of what the source has without: 1920×1080, 10–20, 3:1."""
    if len(wanted) < 2:
        return
    tight = {
        (written(one), source[one.span.end : other.span.start], written(other))
        for one, other in pairwise(wanted)
        if one.stays and other.stays
    }
    if not any(len(between) == 1 for _, between, _ in tight):
        return
    for found in _PAIR.finditer(target):
        if (found[1], found[2].strip(), found[3]) in tight:
            yield Edit(*found.span(2), found[2].strip())


def _other_writing(
    number: Number, runs: Sequence[_Run], links: Sequence[AlignedSpan]
) -> _Run | None:
    """Return which of the runs with its value is a number: a linked one, or else the first."""
    linked = (run for run in runs if links and _is_linked(number, run, links))
    # 一 is more often an article than a number.
    sure = (run for run in runs if run.digits or run.values != (Fraction(1),))
    return next(chain(linked, sure), None)


def _other_words(number: Number, source: str, target: str) -> Iterator[Edit]:
    """Write what is not digits alone as Chinese does: 百分之3, 3百万, 21st and 6 pm."""
    text = written(number)
    if number.stays:
        if "百分之" not in target or not _PERCENT.match(source, number.span.end):
            return
        for found in re.finditer(rf"百分之 ?{re.escape(text)}(?![\d.])", target):
            yield Edit(found.start(), found.end(), f"{text}%")
    elif number.kind == "scaled":
        for found in _SCALED.finditer(target):
            if any(values(found.group())[value] for value in number.readings[0][0]):
                yield Edit(found.start(), found.end(), text)
    elif number.kind == "ordinal":
        for found in re.finditer(rf"(?<!\d){text} ?(?:st|nd|rd|th){{1,3}}(?![a-z])", target):
            counted = target[: found.start()].endswith("第") or _UNNUMBERED.match(
                target, found.end()
            )
            yield Edit(found.start(), found.end(), text if counted else f"第{text}")
    elif number.kind == "told":
        digits = re.escape(number.text.rstrip("APMapm. "))
        for found in re.finditer(rf"(?<!\d){digits} *[AaPp]\.?[Mm](?![a-z])\.?", target):
            told = "上下"["p" in number.text.lower()] + "午"
            before = target[: found.start()].rstrip()
            start = found.start() - (
                2 if before.endswith(told) and before == target[: found.start()] else 0
            )
            yield Edit(start, found.end(), text)


def _rewritten(target: str, run: _Run, text: str, *, percent: bool) -> Edit:
    start = run.start
    if percent and target[:start].endswith("百分之"):
        return Edit(start - 3, run.end, f"{text}%")
    if text.startswith("-") and target[start - 1 : start] in {"-", "−", "–"}:
        start -= 1
    return Edit(start, run.end, text)


def _free_runs(target: str, there: Counter[str]) -> dict[tuple[Fraction, ...], list[_Run]]:
    """Return what may be a number in another writing, by value, without what the source has."""
    runs = [
        _Run(*found.span(), tuple(map(_value, found.groups())), digits=True)
        for found in _CLOCK.finditer(target)
    ]
    runs += [
        _Run(*found.span(), tuple(map(Fraction, re.split("[./-]", found.group()))), digits=True)
        for found in _DATED.finditer(target)
    ]
    runs += [
        _Run(found.span.start, found.span.end, (found.value,), digits=found.arabic)
        for found in numerals(target)
        if found.arabic or target[found.span.start - 1 : found.span.start] not in _NUMBERED
    ]
    by_value: dict[tuple[Fraction, ...], list[_Run]] = {}
    for run in runs:
        if target[run.start : run.end] not in there:
            by_value.setdefault(run.values, []).append(run)
    return by_value


_NUMBERED: Final = frozenset("第初周星期礼拜")


def _value(text: str) -> Fraction:
    return next(iter(found.value for found in numerals(text)), Fraction(-1))


def _values_of(number: Number) -> tuple[Fraction, ...]:
    text = number.text.lstrip("-−")
    if number.kind == "time":
        return tuple(map(Fraction, text.split(":")))
    exact = max((reading for reading in number.readings[:1]), key=len)
    return tuple(max(one) for one in exact)


def _is_linked(number: Number, run: _Run, links: Sequence[AlignedSpan]) -> bool:
    span = number.span
    return any(
        link.source.start < span.end
        and span.start < link.source.end
        and link.target.start < run.end
        and run.start < link.target.end
        for link in links
    )
