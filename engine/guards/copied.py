"""What a model cannot spell and a translation must still have: emoji and foreign characters."""

import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from engine.document import Span
from engine.guards.anchors import anchor
from engine.guards.edits import Edit, Edited, apply, outside
from engine.guards.letters import is_latin_word, plain
from engine.guards.wide import has_han
from engine.patterns import regex
from engine.types import AlignedSpan

_BASE: Final = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u24c2\u25aa-\u25fe\u2600-\u27bf"
    "\u2934\u2935\u2b05-\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001f1e5\U0001f200-\U0001faff"
)
_ONE: Final = rf"[{_BASE}](?:\ufe0f|[\U0001f3fb-\U0001f3ff])?(?:[\U000e0020-\U000e007f]{{1,12}})?"

_EMOJI: Final = regex(
    rf"[\U0001f1e6-\U0001f1ff]{{1,2}}|[0-9#*]\ufe0f?\u20e3|{_ONE}(?:\u200d{_ONE})*"
)

_SENTENCE_END: Final = regex("[.!?。！？]+(?![0-9A-Za-z])")
_DAY: Final = regex("(?:星期|周|週|礼拜)[一二三四五六日天末]")
_LAST_WORD: Final = regex(r"\w*\Z")

_USUAL: Final = "℃℉°№™©®①②③④⑤⑥⑦⑧⑨⑩↑↓←→■□●○★☆"
"""Symbols that Chinese uses where English has words."""

_OTHERS_IN_PLAIN: Final = frozenset(
    ("exposé", "lamé", "maté", "pâté", "résumé", "résumés", "rosé", "señor", "touché")
)
"""Words that would be other ones, or none, without the marks on their letters."""

_PLAIN: Final = regex("[\\0-\u02ff\u2010-\u2027\u3001-\u3011\u3400-\u9fff\uff01-\uff5e]*")

_MARKED: Final = regex("[\u00c0-\u024f]")

# Letters of the scripts that European languages and Chinese are written in are no foreign ones.
_OWN: Final = (
    (0x0000, 0x024F),  # Latin
    (0x1E00, 0x1EFF),
    (0x2010, 0x2026),  # dashes, quotation marks, ellipsis
    (0x2030, 0x205E),
    (0x3000, 0x3020),  # Chinese marks
    (0x3400, 0x9FFF),
    (0xF900, 0xFAFF),
    (0xFF01, 0xFF5E),
    (0x20000, 0x323AF),
)


def emoji(text: str) -> tuple[Span, ...]:
    """Return the emoji of a text, each with its modifiers, flags and families whole."""
    return tuple(Span(*found.span()) for found in _EMOJI.finditer(text))


def foreign(text: str, known: Callable[[str], bool] | None = None) -> tuple[Span, ...]:
    """Return what a translation must copy: emoji, and words and symbols of other scripts.

    Args:
        text: A source segment.
        known: Whether the vocabulary can spell a character. A word with one that it cannot is
            copied whole.

    Returns:
        Spans in order: an emoji each, and runs of foreign letters with the spaces between them.
    """
    if text.isascii():
        return ()
    spans = [Span(*found.span()) for found in _EMOJI.finditer(text)]
    taken = {at for span in spans for at in range(span.start, span.end)}
    start, end = 0, -1
    for at, character in enumerate(text):
        if at in taken or not _is_foreign(character, known):
            continue
        if start < end and _goes_on(text, end, at):
            end = at + 1  # the same phrase goes on
            continue
        if start < end:
            spans.append(_word(text, start, end, taken))
        start, end = at, at + 1
    if start < end:
        spans.append(_word(text, start, end, taken))
    return _merged(sorted(spans, key=lambda span: span.start))


def unseen(text: str, known: Callable[[str], bool], kept: Sequence[Span] = ()) -> Edited:
    """Return a text without the emoji, symbols and letters that the vocabulary cannot spell.

    A model reads such a character as bytes, makes something up of them, and :func:`restore` puts
    the character back anyway. Letters lose the marks on them: ``Zoë`` is read as ``Zoe``.

    Args:
        text: A source segment.
        known: Whether the vocabulary can spell a character.
        kept: Spans that are not touched, in order.
    """
    if text.isascii() or (_PLAIN.fullmatch(text) and not _MARKED.search(text)):
        return Edited(text)
    edits: list[Edit] = []
    for span in foreign(text, known):
        written = span.of(text)
        if _is_picture(written):
            if not all(map(known, written)):
                edits.append(Edit(*_with_its_space(text, span), ""))
        elif is_latin_word(written) and written.casefold() not in _OTHERS_IN_PLAIN:
            edits += _plain_letters(text, span)
    return apply(text, outside(_apart(edits), kept))


def _plain_letters(text: str, span: Span) -> Iterator[Edit]:
    """Yield the plain letters for the others of a word."""
    for at in range(span.start, span.end):
        if not text[at].isascii() and (letters := plain(text[at])).isascii():
            yield Edit(at, at + 1, letters)


def _is_picture(text: str) -> bool:
    """Whether a copied part is no word: a symbol, or an emoji, of which some begin with a digit."""
    return not any(map(str.isalnum, text)) or _EMOJI.fullmatch(text) is not None


def _with_its_space(text: str, span: Span) -> tuple[int, int]:
    """Return the span of a picture with one of the spaces around it, the one that sets it off."""
    start, end = _with_space(text, span)
    if end == span.end and text[start - 1 : start] == " " and not text[end : end + 1].isalnum():
        start -= 1
    return start, end


def _apart(edits: Sequence[Edit]) -> Iterator[Edit]:
    """Yield edits without what the one before has taken already."""
    end = 0
    for edit in edits:
        yield Edit(max(end, edit.start), edit.end, edit.text)
        end = edit.end


def _goes_on(text: str, end: int, at: int) -> bool:
    """Whether a foreign letter belongs to the phrase that has got to ``end``."""
    if not (text[end - 1].isalpha() and text[at].isalpha()) or text[end:at].strip(" "):
        return False
    return end == at or _script(text[end - 1]) == _script(text[at])


def _script(character: str) -> str:
    return unicodedata.name(character, "?").split()[0]


def lost(source: str, target: str, spans: Sequence[Span]) -> tuple[Span, ...]:
    """Return those of a source's spans that a translation has less often than the source."""
    have: Counter[str] = Counter()
    for text in {span.of(source) for span in spans}:
        have[text] = target.count(text)
    missing: list[Span] = []
    for span in spans:
        have[span.of(source)] -= 1
        if have[span.of(source)] < 0:
            missing.append(span)
    return tuple(missing)


def restore(
    source: str,
    target: str,
    links: Sequence[AlignedSpan],
    known: Callable[[str], bool] | None = None,
) -> Edited:
    """Put what was lost of :func:`foreign` into a translation, and emoji into their order.

    Emoji and symbols that the model made up go. Where the emoji that are left are not the source's
    in its order, all are taken out and put where their neighbours' translation stands. Anything
    else foreign that is missing is put in the same way.

    Args:
        source: The source segment.
        target: Its translation.
        links: Its alignment with the source.
        known: As in :func:`foreign`.
    """
    wanted = foreign(source, known)
    if not wanted and _PLAIN.fullmatch(target) and "©" not in target and "®" not in target:
        return Edited(target)
    there = emoji(target)
    pictures = [span for span in wanted if _EMOJI.fullmatch(span.of(source))]
    edits: list[Edit] = []
    kept = [span.of(target) for span in there] == [span.of(source) for span in pictures]
    if not kept:
        edits += [Edit(*_with_space(target, span), "") for span in there]
    others = [span for span in wanted if not _EMOJI.fullmatch(span.of(source))]
    missing = lost(source, target, others)
    changed = _instead(source, target, links, missing, known) if missing else {}
    left = (span for span in missing if span not in changed)
    absent = sorted((*(() if kept else pictures), *left), key=lambda span: span.start)
    edits += _insertions(source, target, links, absent)
    edits += (edit for edit in changed.values() if edit is not None)
    edits += _invented(source, target, there)
    return apply(target, _in_order(edits))


def _instead(
    source: str,
    target: str,
    links: Sequence[AlignedSpan],
    missing: Sequence[Span],
    known: Callable[[str], bool] | None,
) -> dict[Span, Edit | None]:
    """Return what is to be done about lost words of Latin letters, where something came of them.

    What a model made of a name that it knows, without the marks on its letters, is left: ``Zürich``
    is ``苏黎世``. What it made up for another one is no good.
    """
    changed: dict[Span, Edit | None] = {}
    end = 0
    for span in missing:
        word = span.of(source)
        if not is_latin_word(word) or (place := _became(span, target, links)) is None:
            continue
        if known is not None and known(plain(word)) and has_han(place.of(target)):
            changed[span] = None
        elif place.start >= end:
            again = changed and end and target[end : place.start] in {"·", "-", ""}
            start = end if again else place.start
            gap = source[span.start - 1 : span.start] == " " and _ends_in_latin(target[:start])
            changed[span] = Edit(start, place.end, " " + word if again or gap else word)
            end = place.end
    return changed


def _ends_in_latin(text: str) -> bool:
    return is_latin_word(text[-1:])


def _became(span: Span, target: str, links: Sequence[AlignedSpan]) -> Span | None:
    """Return the letters side by side that a source word became; the most of them, if apart."""
    runs: list[Span] = []
    own = (each for each in links if span.start <= each.source.start < span.end)
    for place in sorted((each.target for each in own), key=lambda each: each.start):
        if not place.of(target).replace("·", "").strip().isalpha():
            continue
        if runs and runs[-1].end == place.start:
            runs[-1] = Span(runs[-1].start, place.end)
        else:
            runs.append(place)
    return max(runs, key=lambda run: run.end - run.start, default=None)


def _insertions(
    source: str, target: str, links: Sequence[AlignedSpan], absent: Sequence[Span]
) -> list[Edit]:
    # A link may say that an emoji became its own letters: what it became is not where it goes.
    made: list[Edit] = []
    least = 0
    for span in absent:
        others = [
            link for link in links if link.source.end <= span.start or link.source.start >= span.end
        ]
        at = max(least, _beside_day(target, _after_words(source, span, target, others)))
        least = at
        text = span.of(source)
        if made and made[-1].start == at:
            gap = " " if source[span.start - 1 : span.start] == " " else ""
            made[-1] = Edit(at, at, made[-1].text + gap + text)
            continue
        before, after = target[at - 1 : at], target[at : at + 1]
        left = " " if before.isalnum() and source[span.start - 1 : span.start] == " " else ""
        right = " " if after.isalnum() and source[span.end : span.end + 1] == " " else ""
        made.append(Edit(at, at, left + text + right))
    return made


def _beside_day(target: str, at: int) -> int:
    """Move a position out of the name of a day, to its beginning."""
    found = _DAY.search(target, max(0, at - 2), at + 2)
    return found.start() if found and found.start() < at < found.end() else at


def _after_words(source: str, span: Span, target: str, links: Sequence[AlignedSpan]) -> int:
    """Return the position of what closes a sentence, or else of what stands before a word."""
    rest = source[span.end :]
    if not any(character.isalnum() for character in rest):
        end = len(target.rstrip())
        stripped = len(target.rstrip(" 。.!！?？…"))
        return stripped if rest.strip() and not _EMOJI.match(rest.strip()) else end
    if not source[: span.start].strip():
        return 0
    before = source[: span.start].rstrip()
    ended = len(_SENTENCE_END.findall(before)) if before[-1] in ".!?" else 0
    ends = [found.end() for found in _SENTENCE_END.finditer(target)]
    if 0 < ended <= len(ends):
        return ends[ended - 1]
    word = Span(_LAST_WORD.search(before).start(), len(before))  # type: ignore[union-attr]
    own = [link.target.end for link in links if word.start < link.source.end <= word.end]
    at = anchor(span, target, links)
    if before[-1].isalnum():
        # What follows the words of a clause stays in it, and behind all of the last word.
        while at and target[at - 1] in "，。、；： ":
            at -= 1
        at = min(max(at, *own), len(target)) if own else at
    return at


def _invented(source: str, target: str, there: Sequence[Span]) -> list[Edit]:
    """Delete symbols that neither the source nor Chinese has: bytes put together wrongly."""
    taken = {at for span in there for at in range(span.start, span.end)}
    return [
        Edit(at, at + 1, "")
        for at, character in enumerate(target)
        if not character.isascii()
        and character not in source
        and character not in _USUAL
        and at not in taken
        and unicodedata.category(character) in {"So", "Mn", "Me", "Mc", "Co", "Cn"}
    ]


def _in_order(edits: Sequence[Edit]) -> list[Edit]:
    """Move insertions out of deletions."""
    cuts = sorted(edit for edit in edits if edit.end > edit.start)
    ordered: list[Edit] = list(cuts)
    for edit in edits:
        if edit.end == edit.start:
            before = bisect_left(cuts, edit.start, key=lambda cut: cut.start)
            at = max(edit.start, cuts[before - 1].end) if before else edit.start
            ordered.append(Edit(at, at, edit.text))
    # An insertion where a cut begins comes before it.
    return sorted(ordered, key=lambda edit: (edit.start, edit.end))


def _with_space(text: str, span: Span) -> tuple[int, int]:
    """Return the span of an emoji and the space before it, if there is one on either side."""
    end = span.end
    if text[span.start - 1 : span.start] in {"", " "} and text[end : end + 1] == " ":
        end += 1
    return span.start, end


def _word(text: str, start: int, end: int, taken: set[int]) -> Span:
    """Return the word around what is foreign in it."""
    if not text[start].isalpha():
        return Span(start, end)
    while start and text[start - 1].isalpha() and not _is_han(text[start - 1]):
        start -= 1
    while end < len(text) and end not in taken and text[end].isalpha() and not _is_han(text[end]):
        end += 1
    return Span(start, end)


def _merged(spans: Sequence[Span]) -> tuple[Span, ...]:
    """Join spans that overlap."""
    merged: list[Span] = []
    for span in spans:
        if merged and span.start < merged[-1].end:
            merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return tuple(merged)


def _is_han(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff" or "\U00020000" <= character <= "\U000323af"


def _is_foreign(character: str, known: Callable[[str], bool] | None) -> bool:
    if character.isascii() or character.isspace():
        return False
    if known is not None and not known(character):
        return unicodedata.category(character)[0] in "LNSPC" and not _is_ignorable(character)
    code = ord(character)
    if any(low <= code <= high for low, high in _OWN):
        return False
    return unicodedata.category(character)[0] in "LNS" or unicodedata.category(character) == "Co"


def _is_ignorable(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cf", "Cs"}
