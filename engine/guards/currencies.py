"""What currencies are called: their marks and codes, and their names in Chinese."""

import re
from collections.abc import Iterable
from typing import Final

PLAIN_MARKS: Final = {"$": "美元", "€": "欧元", "£": "英镑"}
"""Marks that Chinese writes too, and that a model knows. ``¥`` is of two currencies."""

MARKS: Final = PLAIN_MARKS | {
    "US$": "美元", "A$": "澳元", "AU$": "澳元", "C$": "加元", "CA$": "加元", "CAN$": "加元",
    "HK$": "港元", "NT$": "元新台币", "S$": "新加坡元", "SG$": "新加坡元", "NZ$": "新西兰元",
    "R$": "雷亚尔", "MX$": "墨西哥比索", "Mex$": "墨西哥比索", "CN¥": "元人民币",
    "RMB¥": "元人民币", "JP¥": "日元", "₹": "卢比", "Rs": "卢比", "Rs.": "卢比", "₽": "卢布",
    "₩": "韩元", "₺": "土耳其里拉", "₪": "谢克尔", "₫": "越南盾", "₱": "菲律宾比索", "฿": "泰铢",
    "₴": "格里夫纳", "₦": "奈拉",
}  # fmt: skip

CODES: Final = {
    "USD": "美元", "EUR": "欧元", "GBP": "英镑", "CHF": "瑞士法郎", "JPY": "日元",
    "CNY": "元人民币", "RMB": "元人民币", "HKD": "港元", "TWD": "元新台币", "NTD": "元新台币",
    "SGD": "新加坡元", "AUD": "澳元", "CAD": "加元", "NZD": "新西兰元", "SEK": "瑞典克朗",
    "NOK": "挪威克朗", "DKK": "丹麦克朗", "INR": "印度卢比", "KRW": "韩元", "BRL": "雷亚尔",
    "MXN": "墨西哥比索", "ZAR": "南非兰特", "THB": "泰铢", "RUB": "卢布", "PLN": "兹罗提",
    "CZK": "捷克克朗", "HUF": "福林", "ILS": "谢克尔", "AED": "迪拉姆", "MYR": "林吉特",
    "IDR": "印尼盾", "VND": "越南盾",
}  # fmt: skip
"""Of ISO 4217, those that are no word or abbreviation of anything else, but for ``CAD``."""

LOCAL: Final = {"kr": "克朗", "zł": "兹罗提", "Kč": "捷克克朗"}
"""What stands behind an amount where it is paid."""

SCALES: Final = {
    "hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12,
    "k": 10**3, "m": 10**6, "mm": 10**6, "mn": 10**6, "mln": 10**6, "bn": 10**9, "b": 10**9,
    "tn": 10**12, "t": 10**12,
}  # fmt: skip
"""Magnitudes of money, in words and as they are abbreviated."""

_WRITTEN: Final = (*CODES, *LOCAL, "Rs")


def has_code(text: str) -> bool:
    """Tell quickly whether a text may have an amount with letters for its currency."""
    return any(map(text.__contains__, _WRITTEN))


def any_of(names: Iterable[str]) -> str:
    """Return a pattern for any of some marks or codes, which looks at each first letter once."""
    endings: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda each: (-len(each), each)):
        endings.setdefault(name[0], []).append(re.escape(name[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in endings.items())
