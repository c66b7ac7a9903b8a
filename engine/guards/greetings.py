"""How letters begin and end: set phrases, each with what Chinese has in its place.

Alone on their lines they give a model nothing to go by, and word for word they are no greetings.
"""

from typing import Final

from engine.guards.surnames import usual
from engine.guards.titles import NAMES, chinese_title
from engine.patterns import regex

_LINES: Final = (
    "祝好=best regards|kind regards|kindest regards|warm regards|warmest regards|best wishes",
    "祝好=with best regards|with kind regards|regards|with best wishes|all the best|best|cheers",
    "此致敬礼=yours sincerely|yours faithfully|yours truly|yours respectfully|very truly yours",
    "此致敬礼=sincerely|faithfully|sincerely yours|respectfully|respectfully yours|yours",
    "谢谢=thanks|thank you|many thanks|thanks a lot|thanks in advance|thank you in advance",
    "致以诚挚的问候=warm greetings|with warm wishes|warm wishes|warmly",
    "保重=take care",
    "敬启者：=to whom it may concern",
    "尊敬的先生或女士：=dear sir or madam|dear sir/madam|dear madam or sir|dear sirs|dear sir",
    "各位好：=dear all|dear colleagues|dear team|dear everyone",
    "大家好=hi all|hi everyone|hi everybody|hello everyone|hello all|hi team|hello team",
    "大家好=hey everyone|hey all|hi folks|hello everybody|hi there everyone",
)
_PHRASES: Final = {
    phrase: said
    for line in _LINES
    for said, _, phrases in (line.partition("="),)
    for phrase in phrases.split("|")
}

_LONGEST: Final = max(map(len, _PHRASES)) + 2
_END: Final = regex(r"\s*([,.!:;]?)\s*\Z")
_MARKS: Final = {"": "", ",": "，", ".": "。", "!": "！", ":": "：", ";": "；"}

_DEAR: Final = regex(
    rf"Dear (?P<title>Mr|Mrs|Ms|Dr|Prof|Professor|Doctor)\.? (?P<name>{NAMES})(?P<mark>[,:!]?)\s*"
)
_DEAR_MARKS: Final = {"": "", ",": "：", ":": "：", "!": "！"}

_ALONE: Final = frozenset(("best", "yours", "thanks", "thank you", "cheers", "warmly"))
"""Phrases that close a letter only with the comma behind them."""


def greeting(text: str) -> str | None:
    """Return what Chinese writes for the beginning or the end of a letter that is all of a text.

    Args:
        text: An English segment.

    Returns:
        ``None`` if the text is none, or says more.
    """
    if text.startswith("Dear ") and (found := _DEAR.fullmatch(text)):
        name, title = found["name"], chinese_title(found["title"])
        return f"尊敬的{usual(name) or name}{title}{_DEAR_MARKS[found['mark']]}"
    if len(text) > _LONGEST:
        return None
    end = _END.search(text)
    phrase = text[: end.start()].lower() if end else ""
    said = _PHRASES.get(phrase)
    if end is None or said is None or (phrase in _ALONE and end[1] != ","):
        return None
    return said if said.endswith("：") else said + _MARKS[end[1]]
