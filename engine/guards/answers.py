"""Texts that are nothing but yes and no, of which a model loses count, or which is which."""

from typing import Final

from engine.patterns import regex

_SAID: Final = {
    "yes": "是的", "yeah": "是的", "yep": "是的", "yup": "是的", "aye": "是的",
    "no": "不", "nope": "不", "nah": "不",
}  # fmt: skip
_WORD: Final = rf"(?:{'|'.join(_SAID)})"
_ANSWERS: Final = regex(
    rf"(?i:{_WORD}(?:(?:[,;] ?|[.!?]{{1,3}} |…+ ?| ?[–—] ?| ){_WORD}){{1,30}})[.!?…]{{0,3}}"
)
_PART: Final = regex(r"[A-Za-z]+|[^A-Za-z]+")
_MARKS: Final = {
    ",": "，", ";": "；", ".": "。", "!": "！", "?": "？", "…": "…", "–": "——", "—": "——",
}  # fmt: skip
_LONGEST: Final = 200


def answers(text: str) -> str | None:
    """Return what Chinese says for a text of at least two answers, each in its place.

    ``No, no, yes!`` is ``不，不，是的！``.
    """
    if text[:1] not in set("YNyAna") or len(text) > _LONGEST or not _ANSWERS.fullmatch(text):
        return None
    return "".join(map(_said, _PART.findall(text)))


def _said(part: str) -> str:
    if part.isalpha():
        return _SAID[part.lower()]
    made = "".join(_MARKS.get(mark, "") for mark in part)
    if set(made) == {"…"}:
        return "……"
    if set(made) == {"。"} and len(made) > 1:
        return "……"
    return made or "，"
