"""Chinese as it is set: punctuation, spaces, and no debris of the model."""

import re
from collections.abc import Iterator, Sequence, Set
from typing import Final

from engine.document import Span
from engine.guards.edits import Edit, Edited, apply, composed, outside
from engine.guards.emoticons import is_emoticon
from engine.guards.quotes import quotes
from engine.guards.titles import ends_with_title
from engine.guards.wide import HAN, IS_HAN, MARKS, count_han, has_han, is_wide
from engine.patterns import regex

__all__ = ["MARKS", "count_han", "has_debris", "has_han", "is_wide", "tidy"]

_FULL: Final = dict(zip(",.?!:;()", "，。？！：；（）", strict=True))

_HALF: Final = {full: half for half, full in _FULL.items()}

_SET: Final = regex(
    rf"(?:[{HAN}A-Za-z0-9、]++(?:[，。？！：；]|(?<=[A-Za-z0-9])[ .,:_-](?=[A-Za-z0-9]))?+)++"
)
"""Such a text is set as Chinese is set, but perhaps for its end, and most translations are such."""

_DEBRIS: Final = regex(r"<unk>|</?s>|<pad>|<0x[0-9A-Fa-f]{2}>|⁇|\ufffd|▁|[\x00-\x08\x0e-\x1f]")

_UNSET: Final = regex(r"[,.?!:;()（）\"“”'‘’—―–…·-]|[，。？！：；]{2}")
"""A text without these has its marks as Chinese has them."""

_ADDRESSES: Final = (
    r"(?P<address>[A-Za-z][A-Za-z0-9+.-]{1,15}://[!-~]+"
    r"|(?<![A-Za-z0-9._+-])[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8})|"
)
_MARKS_IN_A_ROW: Final = (
    r"(?P<dots>(?:\.{3,}+|…++|。{3,}+|·{3,}+)++)"
    r"|(?P<dash>--+|[—―]+|–)"
    # One that is full-width already stays as it is.
    r"|(?P<mark>(?![，。？！：；](?![,.?!:;，。？！：；]))[,.?!:;，。？！：；]+)"
)
_RUNS: Final = regex(_MARKS_IN_A_ROW)
_RUNS_BESIDE_ADDRESSES: Final = regex(_ADDRESSES + _MARKS_IN_A_ROW)
_OPEN_FACE: Final = regex(r"[:;]-?[()DPp](?![A-Za-z])")
_FACE: Final = regex(r"[:;]-?[()DPp]\s*$")

_AFTER_END: Final = frozenset(" \t\r\n\"'“‘”’)]）】》」』*_~")
"""What may follow the mark that ends a sentence."""

_ABBREVIATED: Final = regex(
    r"(?<!\w)(?P<word>(?:Ltd|Inc|Co|Corp|Jr|Sr|Bros|Esq|Ave|Blvd|Rd|St)|(?:[A-Z]\.){1,5}[A-Z])\.\Z"
)
"""A text that ends so ends with no full stop, or one that Chinese has no room for."""

_DOUBLED: Final = regex(
    "(?<![申邀聘敬宴恳])请(?=请)|(?<![目有])的(?=的(?![士确喀]))|(?<!自)我(?=我)|你(?=你)"
    "|(?<![其吉])他(?=他)|她(?=她)|(?<!其)它(?=它)|这(?=这)|(?<!不)但(?=但)|或(?=或)"
    "|(?<!棉)被(?=被(?!子))"
)
"""Words of one character that nobody says twice, the first of two; no parts of other words."""

_TWICE: Final = tuple(word * 2 for word in "请的我你他她它这但或被")
"""A text without these has none of them; that is sooner found than by the pattern."""

_STUTTER: Final = regex(r"\b(\w+)(?:,? |-|\.\.\. ?|… ?)\1\b")

_COUNTED: Final = regex("(?<=[0-9])，(?=[0-9])")

_SENTENCE_END: Final = ".?!…:;,。？！：；，"

_CLOSED: Final = frozenset("，。？！：；、（）【】《》〈〉「」『』…—")
"""Marks that bring their own space."""

_NAMED: Final = regex(r"[A-Za-z]{1,3}(?:#|\+\+)|\.NET")

_LINKED: Final = regex(r"[@#]|[A-Za-z][A-Za-z0-9+.-]*://|www\.")


def has_debris(text: str, source: str) -> bool:
    """Whether a text has remains of unknown pieces or broken bytes that its source has not."""
    return next(_debris(text, source), None) is not None


def tidy(text: str, source: str, kept: Sequence[Span] = ()) -> Edited:
    """Set a Chinese translation as Chinese is set, and end it as its source ends.

    Marks next to Chinese characters are full-width, quotation marks are paired, and there is no
    space between Chinese characters nor between them and Latin words or numbers (one stays, or is
    made, next to an address, @handle or #tag, which would otherwise swallow the words around it).
    Numbers, times, addresses and Latin phrases keep their half-width marks. Remains of unknown
    pieces are deleted unless the source has them. A text without a Chinese character only loses
    such remains, the spaces that are too many, and the full-width marks that the source has not.

    Args:
        text: What the model made of a segment.
        source: The segment.
        kept: Spans of ``text`` that are not touched, in order.

    Returns:
        The text, with a map from ``text`` to it.
    """
    doubled = tuple(_doubled(text, source))
    set_ = not (kept or doubled) and _SET.fullmatch(text) and has_han(text)
    if set_ and not _COUNTED.search(text):
        return apply(text, _set_end(text, source, ()))
    own = (*_debris(text, source), *_edges(text), *_stray_brackets(text, source))
    debris = sorted((*own, *doubled))
    clean = apply(text, outside(debris, kept)) if debris else Edited(text)
    if not has_han(clean.text):
        left = [clean.forward(span) for span in kept]
        plain = apply(clean.text, outside(_set_plain(clean.text, source), left))
        return composed(text, clean, plain)
    steps = [clean]
    spans = [clean.forward(span) for span in kept]
    for step in (_set_counted, _set_marks, _set_spaces, _set_end):
        before = steps[-1].text
        if edits := outside(sorted(step(before, source, spans)), spans):
            steps.append(apply(before, edits))
            spans = [steps[-1].forward(span) for span in spans]
    return composed(text, *steps)


def _set_counted(text: str, _source: str, _kept: Sequence[Span]) -> Iterator[Edit]:
    """Put the mark of lists between numbers: a comma there looks like one of thousands."""
    for found in _COUNTED.finditer(text):
        yield Edit(*found.span(), "、")


def _doubled(text: str, source: str) -> Iterator[Edit]:
    """Delete what the model said twice in a row, unless somebody stammers."""
    if not any(map(text.__contains__, _TWICE)):
        return
    for found in _DOUBLED.finditer(text):
        if _STUTTER.search(source.lower()):
            return
        yield Edit(*found.span(), "")


def _debris(text: str, source: str) -> Iterator[Edit]:
    for found in _DEBRIS.finditer(text):
        if found.group() not in source:
            yield Edit(found.start(), found.end(), "")


def _edges(text: str) -> Iterator[Edit]:
    """Delete the spaces at either end; those of the source stand outside of its segments."""
    if not (text.startswith(" ") or text.endswith(" ")):
        return
    start, end = len(text) - len(text.lstrip(" ")), len(text.rstrip(" "))
    if start:
        yield Edit(0, start, "")
    if start <= end < len(text):
        yield Edit(end, len(text), "")


def _stray_brackets(text: str, source: str) -> Iterator[Edit]:
    """Delete square brackets that nobody opened or closed, in the source neither."""
    if text.count("[") != text.count("]") and "[" not in source and "]" not in source:
        for found in re.finditer(r"[\[\]]", text):
            yield Edit(found.start(), found.end(), "")


def _set_plain(text: str, source: str) -> Iterator[Edit]:
    """Set a text that is not Chinese, which happens to names and figures, as its source is set."""
    for found in re.finditer("  +|[，。？！：；（）]", text):
        old, (start, end) = found.group(), found.span()
        if old in source:
            continue
        if old[0] == " ":
            yield Edit(start + 1, end, "")
        elif old == "。" and end == len(text):
            yield Edit(start, end, "".join(_HALF.get(c, c) for c in _final_marks(source)))
        else:
            yield Edit(start, end, _HALF[old])


def _set_marks(text: str, source: str, kept: Sequence[Span]) -> Iterator[Edit]:
    if not _UNSET.search(text):
        return
    runs = _RUNS_BESIDE_ADDRESSES if "@" in text or "://" in text else _RUNS
    for found in runs.finditer(text):
        made = _run(text, found, source)
        if made is not None:
            yield Edit(found.start(), found.end(), made)
    inside = {at for span in kept for at in range(span.start, span.end)}
    yield from _brackets(text, source, inside)
    yield from quotes(text, source, inside)


def _run(text: str, found: re.Match[str], source: str) -> str | None:
    """Return what a run becomes; ``None`` if it stays."""
    start, end = found.span()
    old = found.group()
    kind = found.lastgroup
    beside = is_wide(_visible(text, start, -1)) or is_wide(_visible(text, end, 1))
    if kind == "dots":
        return "……" if beside else None
    if kind == "dash":
        # Options (--help) and rules are no dashes, and hyphens that were typed stay hyphens.
        option = text[end : end + 1].isascii() and text[end : end + 1].isalnum()
        plain = old[0] == "-" and (old in source or option)
        # Nor does a dash between numbers stand for a pause.
        if old == "–":
            plain = _visible(text, start, -1).isdigit() or " – " not in source
        return "——" if beside and not plain else None
    face = _OPEN_FACE.match(text, start)
    if kind == "mark" and not (face and face.group() in source):
        return _marks(text, found, source)
    return None


def _marks(text: str, found: re.Match[str], source: str) -> str | None:
    start, end = found.span()
    old = found.group()
    before, after = text[start - 1 : start], text[end : end + 1]
    beside = is_wide(_visible(text, start, -1)) or is_wide(_visible(text, end, 1))
    final = not _visible(text, end, 1)
    ascii_ = old.isascii()
    if (ascii_ and not beside and not final) or (final and _is_abbreviated(text, start, source)):
        return None
    if ascii_ and _is_word(before) and _is_word(after) and not (is_wide(before) or is_wide(after)):
        return None  # 3.5, 12:30, a.b
    if old == "." and ((after.isascii() and _is_word(after)) or _abbreviates(text, found)):
        return None  # .txt, Mr. 王
    full = "".join(_FULL.get(c, c) for c in old)
    return _simplified(full)


def _abbreviates(text: str, found: re.Match[str]) -> bool:
    """Whether a full stop stands behind a title that has a name behind it."""
    start, end = found.span()
    return _visible(text, end, 1).isalnum() and ends_with_title(text[max(0, start - 8) : start])


def _simplified(marks: str) -> str:
    """Drop what the model said twice: of 。。, ，， and ，。 the stronger mark stays."""
    strong = [mark for mark in marks if mark in "？！"]
    if strong:
        return "".join(strong[:3])
    for mark in "。；：，":
        if mark in marks:
            return mark
    return marks


def _set_spaces(text: str, source: str, kept: Sequence[Span]) -> Iterator[Edit]:
    if not kept and " " not in text:
        return
    linked = [span for span in kept if _LINKED.match(span.of(text))]
    named = [span for span in kept if _NAMED.fullmatch(span.of(text))]
    edges = {at for span in named for at in (span.start, span.end)}
    starts, ends = {span.start for span in linked}, {span.end for span in linked}
    faces = [span for span in kept if is_emoticon(span.of(text))]
    starts |= {span.start for span in faces}
    face_ends = {span.end for span in faces}
    for found in re.finditer(" +", text):
        start, end = found.span()
        before, after = text[start - 1 : start], text[end : end + 1]
        needed = (end in starts and before not in _CLOSED) or (
            (start in ends or start in face_ends) and after not in _CLOSED
        )
        # C# and .NET are words, too.
        named_so = (start in edges and is_wide(after)) or (end in edges and is_wide(before))
        if before and after and not needed and (named_so or _needs_no_space(before, after)):
            yield Edit(start, end, "")
        elif end - start > 1 and found.group() not in source:
            yield Edit(start + 1, end, "")
    for at in ends:
        if IS_HAN.match(text[at : at + 1]):
            yield Edit(at, at, " ")


def _needs_no_space(before: str, after: str) -> bool:
    if before in _CLOSED or after in _CLOSED:
        return True
    if not (is_wide(before) or is_wide(after)):
        return False
    other = after if is_wide(before) else before
    # An emoji, a hyphen or an operator between spaces is set off on purpose.
    return is_wide(other) or _is_word(other) or other in "\"'()%$€£¥"


def _brackets(text: str, source: str, inside: Set[int]) -> Iterator[Edit]:
    """Make brackets full-width that hold Chinese or stand next to it; in pairs."""
    if not any(map(text.__contains__, "()（）")):
        return
    opened: list[int] = []
    pairs: list[tuple[int, int]] = []
    for found in re.finditer("[()（）]", text):
        if found.start() in inside:
            continue
        if found.group() in "(（":
            opened.append(found.start())
        elif opened:
            pairs.append((opened.pop(), found.start()))
    for start, end in sorted(pairs):
        before, after = _beyond_marks(text, start), _visible(text, end + 1, 1)
        called = start > 0 and _is_word(text[start - 1]) and not is_wide(text[start - 1])
        inner = text[start + 1 : min(end, start + 200)]
        wide = "（" in text[start] or "）" in text[end] or has_han(inner)
        if wide or (not called and (is_wide(before) or is_wide(after))):
            if _is_face(text, start, source) or _is_face(text, end, source):
                continue
            yield from _bracket(text, start, "（")
            yield from _bracket(text, end, "）")
    paired = {at for pair in pairs for at in pair}
    for found in re.finditer("[()]", text):
        at = found.start()
        beside = is_wide(_beyond_marks(text, at)) or is_wide(_visible(text, at + 1, 1))
        if beside and at not in paired and at not in inside and not _is_face(text, at, source):
            yield Edit(at, at + 1, _FULL[found.group()])


def _beyond_marks(text: str, at: int) -> str:
    """Return the last character before a position that is neither a space nor a mark."""
    while at and text[at - 1] in " ,.?!:;":
        at -= 1
    return text[at - 1 : at]


def _is_face(text: str, at: int, source: str) -> bool:
    """Whether a bracket is part of a face that the source has, such as ``:-)``."""
    found = _FACE.search(text[max(0, at - 2) : at + 1])
    return found is not None and found.group() in source


def _bracket(text: str, at: int, made: str) -> Iterator[Edit]:
    if text[at] != made:
        yield Edit(at, at + 1, made)


def _set_end(text: str, source: str, kept: Sequence[Span]) -> Iterator[Edit]:
    """End the text with the marks that its source ends with."""
    if _FACE.search(source[-8:]):
        return
    least = kept[-1].end if kept else 0
    end = max(least, _content_end(text))
    start = end
    while start > least and text[start - 1] in "。？！：；，…":
        start -= 1
    made = _mirrored(text[start:end], _final_marks(source))
    if made == "。" and _is_abbreviated(text, start - (text[start - 1 : start] == "."), source):
        made = "" if text[start - 1] == "." else "."
    if made != text[start:end]:
        yield Edit(start, end, made)


def _is_abbreviated(text: str, end: int, source: str) -> bool:
    """Tell whether a text ends at a position with the abbreviation that its source ends with."""
    if not source.endswith(".") or not text[end - 1 : end].isascii():
        return False
    found = _ABBREVIATED.search(source[-24:])
    return found is not None and text.endswith(found["word"], 0, end)


def _mirrored(has: str, wanted: str) -> str:
    if not wanted:
        return "" if set(has) <= set("。，") else has
    if wanted == "……":
        return has if "…" in has else wanted
    weak = has in {"", "。", "，", "；", "："}
    return wanted if weak or set(wanted) & set("？！") else has


def _final_marks(source: str) -> str:
    """Return the marks at the end of a source text, full-width; at most three."""
    start = end = _content_end(source)
    while start and source[start - 1] in _SENTENCE_END:
        start -= 1
    marks = source[start:end]
    if "…" in marks or ".." in marks:
        return "……"
    full = "".join(_FULL.get(mark, mark) for mark in marks)
    strong = "".join(mark for mark in full if mark in "？！")
    return strong[:3] or full[-1:]


def _content_end(text: str) -> int:
    """Return the end of a text without the quotation marks, brackets and spaces that close it."""
    end = len(text)
    while end and text[end - 1] in _AFTER_END:
        end -= 1
    return end


def _visible(text: str, at: int, step: int) -> str:
    """Return the first character from a position on that is no space; empty at the end."""
    at = at if step > 0 else at - 1
    while 0 <= at < len(text) and text[at] == " ":
        at += step
    return text[at] if 0 <= at < len(text) else ""


def _is_word(character: str) -> bool:
    return character.isalnum()
