"""Units behind numbers (``1.5 mA``), which a small model takes for others, or for words."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.guards.edits import Edit
from engine.guards.numbers import Number, numbers
from engine.patterns import regex

UNITS: Final = {
    "kg": "千克|公斤", "g": "克", "mg": "毫克", "µg": "微克", "μg": "微克", "t": "吨", "lb": "磅",
    "lbs": "磅", "oz": "盎司", "km": "公里|千米", "m": "米|公尺|万|亿", "cm": "厘米|公分",
    "mm": "毫米|公厘", "nm": "纳米|奈米", "µm": "微米", "μm": "微米", "ft": "英尺|呎",
    "sq ft": "平方英尺|平方呎", "yd": "码", "mi": "英里|哩", "l": "升", "L": "升", "ml": "毫升",
    "mL": "毫升", "cl": "厘升", "dl": "分升", "s": "秒", "sec": "秒", "secs": "秒", "ms": "毫秒",
    "min": "分", "mins": "分", "h": "时|钟头", "hr": "时|钟头", "hrs": "时|钟头", "V": "伏",
    "kV": "千伏", "mV": "毫伏", "A": "安", "mA": "毫安", "mAh": "毫安", "Ah": "安时", "W": "瓦",
    "kW": "千瓦", "MW": "兆瓦", "GW": "吉瓦", "Wh": "瓦时", "kWh": "千瓦时|度", "Hz": "赫",
    "kHz": "千赫", "MHz": "兆赫", "GHz": "吉赫|千兆赫", "N": "牛", "kN": "千牛", "Nm": "牛",
    "Pa": "帕", "hPa": "百帕", "kPa": "千帕", "MPa": "兆帕", "bar": "巴", "mbar": "毫巴",
    "psi": "磅", "J": "焦", "kJ": "千焦", "cal": "卡", "kcal": "千卡|大卡", "dB": "分贝",
    "ppm": "百万分|ppm", "rpm": "转", "mph": "英里|迈", "km/h": "公里|千米", "m/s": "米",
    "kB": "千字节", "KB": "千字节|K", "MB": "兆", "GB": "吉|G", "TB": "太", "px": "像素",
    "mol": "摩", "lm": "流明", "tsp": "茶匙|小匙", "tbsp": "汤匙|大匙",
}  # fmt: skip
"""Units, and what each may be called in Chinese; the sign itself may stay as well."""

_SIGNS: Final = "|".join(sorted(map(re.escape, UNITS), key=len, reverse=True))
_LASTING: Final = frozenset(("h", "hr", "hrs", "min", "mins", "sec", "secs"))
_TECHNICAL: Final = "|".join(sign for sign in _SIGNS.split("|") if sign not in _LASTING)
_UNIT: Final = regex(rf"[ \u00a0]?(?P<unit>{_SIGNS})(?![\w'’/²³-]|\.\w)")
_FIGURE: Final = r"[-+±−~≈<>≤≥]{0,2} ?\d[\d.,]{0,20}"
_MEASURED: Final = regex(
    rf"(?:{_FIGURE}(?: ?(?:{_TECHNICAL}|°[CF]?|%|[AD]C)){{0,2}}(?: ?[x×*/,;:@–±+-] ?| )?)+"
)
_LONGEST: Final = 80
"""Characters of a line that may be nothing but measures."""


def is_measured(text: str) -> bool:
    """Tell whether a text is nothing but figures with their units: ``10 mm x 20 mm``."""
    begins = text[:1].isdecimal() or text[:1] in set("-+±−~≈<>≤≥")
    return begins and len(text) <= _LONGEST and _MEASURED.fullmatch(text) is not None


def without_measures(text: str) -> str:
    """Return a text without the units behind its figures, for those who look for words."""
    return re.sub(rf"(?<=\d)(?:{_UNIT.pattern})", "", text)


def measure_end(text: str, end: int) -> int:
    """Return where the unit ends that stands behind a number that ends there, if there is one."""
    found = _UNIT.match(text, end)
    return end if found is None else found.end()


def unitless(source: str, target: str) -> tuple[Number, ...]:
    """Return the numbers of an English text whose unit did not come into its translation.

    Args:
        source: An English segment.
        target: Its translation.
    """
    found = ((number, _UNIT.match(source, number.span.end)) for number in numbers(source))
    lost = [(each, unit["unit"]) for each, unit in found if unit and each.kind in _MEASURING]
    return tuple(each for each, unit in lost if not _is_told(unit, target))


_MEASURING: Final = frozenset(("digits", "fraction", "scaled", "words"))


def _is_told(unit: str, target: str) -> bool:
    sign = rf"(?<![A-Za-z])(?i:{re.escape(unit)})(?![A-Za-z])"
    return re.search(rf"{sign}|{UNITS[unit]}", target) is not None


def units_back(source: str, lost: Sequence[Number], target: str) -> Iterator[Edit]:
    """Yield how numbers that lost their unit get it back, each where it first stands by itself."""
    for number in lost:
        found = _alone(number.text).search(target)
        if found is not None:
            unit = source[number.span.end : measure_end(source, number.span.end)]
            gap = " " if target[found.end() : found.end() + 1].isalnum() else ""
            yield Edit(found.end(), found.end(), unit + gap)


def _alone(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\d.,]){re.escape(text)}(?!\d|[.,]\d)")
