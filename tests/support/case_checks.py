"""What the cases of ``tests/data/cases.jsonl`` ask of a translation."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_WORD = re.compile(r"(?<![\w@#/])[A-Za-z]{3,}(?![\w@])")
_LEAD = re.compile(r"[ \t]*(?:[-*] )?")

# Common characters that only one of the two scripts has.
_SIMPLIFIED = set("网软体电脑档关请们这个国说话学习开门买卖车东来时间现实点对错长写读听见爱气汉语")
_TRADITIONAL = set("網軟體電腦檔關請們這個國說話學習開門買賣車東來時間現實點對錯長寫讀聽見愛氣漢語")
_ALIEN = {"hans": _TRADITIONAL - _SIMPLIFIED, "hant": _SIMPLIFIED - _TRADITIONAL}


@dataclass(frozen=True, slots=True)
class Outcome:
    """A case and what became of it.

    Attributes:
        source: What was translated.
        text: The translation.
        flags: What the engine says about it.
        seconds: How long it took.
        calm: The translation of the same text in the usual case, where that is asked for.
    """

    source: str
    text: str
    flags: Sequence[str]
    seconds: float
    calm: str | None = None

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()


def _holds(source: str, text: str) -> bool:
    """Tell whether a text has a string; a number must not be part of a longer one."""
    if source.isdigit():
        return re.search(rf"(?<!\d){source}(?!\d)", text) is not None
    return source in text


def _in_order(made: Outcome, wanted: Sequence[str]) -> bool:
    places = [made.text.find(each) for each in wanted]
    return min(places) >= 0 and places == sorted(places)


def _same_lines(made: Outcome, _wanted: bool) -> bool:
    source = made.source.splitlines()
    blank = [[not line.strip() for line in lines] for lines in (source, made.lines)]
    ends = {text.endswith("\n") for text in (made.source, made.text)}
    return blank[0] == blank[1] and len(ends) == 1


def _same_indents(made: Outcome, _wanted: bool) -> bool:
    leads = [
        [_LEAD.match(line)[0] for line in lines]  # type: ignore[index]  # it matches anything
        for lines in (made.source.splitlines(), made.lines)
    ]
    return leads[0] == leads[1]


def _straight(made: Outcome, _wanted: bool) -> bool:
    grams = Counter(made.text[i : i + 4] for i in range(len(made.text) - 3))
    return max(grams.values(), default=0) <= 6


def _han_share(made: Outcome, least: float) -> bool:
    visible = "".join(made.text.split())
    return bool(visible) and len(_HAN.findall(visible)) >= least * len(visible)


_CHECKS: dict[str, Callable[[Outcome, Any], bool]] = {
    "contains": lambda made, wanted: all(_holds(each, made.text) for each in wanted),
    "contains_any": lambda made, wanted: all(
        any(each in made.text for each in ways) for ways in wanted
    ),
    "crlf": lambda made, _: all(
        made.text.count(end) == made.source.count(end) for end in ("\r\n", "\n")
    ),
    "equals": lambda made, wanted: made.text == wanted,
    "flags": lambda made, wanted: set(wanted) <= set(made.flags),
    "han_min": lambda made, least: len(_HAN.findall(made.text)) >= least,
    "han_ratio_min": _han_share,
    "line_prefix": lambda made, wanted: all(
        dict(enumerate(made.lines)).get(int(line), "").startswith(start)
        for line, start in wanted.items()
    ),
    "max_chars": lambda made, most: len(made.text) <= most,
    "max_ratio": lambda made, most: len(made.text) <= most * max(8, len(made.source)),
    "no_4gram_loop": _straight,
    "no_halfwidth_after_han": lambda made, _: (
        not re.search(rf"{_HAN.pattern}[,.!?;:()]", made.text)
    ),
    "no_kana": lambda made, _: not re.search("[\u3040-\u30ff]", made.text),
    "nonempty": lambda made, _: bool(made.text.strip()),
    "not_contains": lambda made, unwanted: not any(each in made.text for each in unwanted),
    "once": lambda made, wanted: all(
        made.text.count(each) == made.source.count(each) for each in wanted
    ),
    "one_of": lambda made, wanted: made.text in wanted,
    "ordered": _in_order,
    "same_as_case_folded": lambda made, _: (
        made.calm is not None and made.text.strip("。 ") == made.calm.strip("。 ")
    ),
    "same_indents": _same_indents,
    "same_lines": _same_lines,
    "script": lambda made, wanted: not set(made.text) & _ALIEN[wanted],
    "seconds": lambda made, most: made.seconds <= most,
}

_SETTINGS = {"free", "target"}
"""Keys of a case that are no checks: not to be judged by its length; the target wanted."""


def failures(made: Outcome, checks: dict[str, Any]) -> Iterator[str]:
    """Name the checks of a case that its outcome does not pass.

    Raises:
        KeyError: There is no such check.
    """
    for name in sorted(checks.keys() - _SETTINGS):
        if not _CHECKS[name](made, checks[name]):
            yield name
    if not checks.get("free") and not _is_translated(made, checks):
        yield "translated"


def _is_translated(made: Outcome, checks: dict[str, Any]) -> bool:
    """Tell whether there is a new Chinese character for every two words that are to be changed."""
    plain = made.source
    for kept in chain(checks.get("contains", ()), *checks.get("contains_any", ())):
        plain = plain.replace(kept, " ")
    words = len(_WORD.findall(plain))
    new = len(_HAN.findall(made.text)) - len(_HAN.findall(made.source))
    return words < 3 or 2 * new >= words
