r"""Emoticons: ``:-)``, ``^_^``, ``<3``, ``¯\_(ツ)_/¯``. Emoji are seen to in :mod:`.copied`."""

from collections.abc import Iterator
from typing import Final

from engine.document import Span
from engine.guards.spans import VerbatimSpan, found
from engine.patterns import regex

_HINT: Final = regex(
    r"[:;=8xX][-'^o~]?[-'()DPpOo3*/\\|\]$@S]|[<>^][.3_/^<-]|[-_.][_.]|[(][-^*:;=']|[^\x00-\x7f]\)|o/"
)
_BEFORE = r"(?<![^\s(\[\"“])"
_BEHIND = r"(?=[\s.,!?…\"”)\]]|\Z)"
_FACE: Final = regex(
    rf"{_BEFORE}(?:>?[:;=8]['~]?[-^o](?:[)(]{{1,8}}|[DPpOoSs3*/\\|\]\[}}{{$@Xx#c])"
    r"|>?[:;]['~]?(?:[)(]{1,8}|D{1,4}|[PpOo3*/\\|\]$@])|=(?:[)(]{1,8}|[DPp\]])"
    r"|[xX]D{1,4}|\([-']?[:;=8]|D-?:(?=\s*\Z)"
    r"|<{1,2}/?3{1,8}|\\[oO0]/|[oO]/(?=\s*\Z)"
    r"|\(?(?:\^[_.-]{0,3}\^|>[_.]{1,3}<|(?P<eye>[-;=@*Tou~.xX0])_{1,3}(?P=eye)|-\.-|[oO][_.][oO])['\";*]{0,2}\)?)"
    rf"{_BEHIND}"
)
"""Faces seen from the side and from the front."""

_GLUED: Final = regex(r"(?<=[A-Za-z!?.])(?<![A-Z]:)[:;]-?[)(]{1,4}(?=[\s.,!?]|\Z)")
_BRACKET: Final = regex(r"(?<![:;=8'o^)(-])[()]")
_LONGEST_ASIDE: Final = 200
_KAOMOJI: Final = regex(
    r"(?<!\S)[^\sA-Za-z0-9()\u3400-\u9fff]{0,8}\([^\sA-Za-z0-9()]{1,16}\)"
    r"[^\sA-Za-z0-9(),;:!?\u3400-\u9fff]{0,8}(?: ?[┻┬][━─][┻┬])?(?![^\s.,!?…])"
)
_DRAWN: Final = regex("[^\\w\\s\\x00-\\x7f“”‘’«»…–—°§€£¥©®™·•]|[\\\\/_]")
"""What faces are drawn with, and no word in brackets."""


def emoticons(text: str) -> Iterator[VerbatimSpan]:
    """Yield the emoticons of a text that stand between spaces, or at the end of a word."""
    if not _HINT.search(text):
        return
    for match in _FACE.finditer(text):
        yield found("emoticon", match.start(), _end(text, *match.span()))
    for match in _GLUED.finditer(text):
        start, end = match.span()
        # Behind a word, a bracket may be that of an aside.
        if not (_is_opened(text, start) if match.group().endswith(")") else ")" in text[end:]):
            yield found("emoticon", start, end)
    if not text.isascii():
        for match in _KAOMOJI.finditer(text):
            if _DRAWN.search(match.group()):
                yield found("emoticon", *match.span())


def is_emoticon(written: str) -> bool:
    """Say whether a verbatim span is an emoticon."""
    return any(span.span == Span(0, len(written)) for span in emoticons(written))


def _end(text: str, start: int, end: int) -> int:
    """Return where an emoticon ends, without the bracket that closes an aside."""
    mouths = text[start:end].count(")")
    return end - 1 if mouths > 1 and _is_opened(text, start) else end


def _is_opened(text: str, end: int) -> bool:
    """Say whether an aside that began before a place goes on there."""
    brackets = _BRACKET.findall(text, max(0, end - _LONGEST_ASIDE), end)
    return bool(brackets) and brackets[-1] == "("
