"""What of a sentence stands apart from its words: things to be put back, and pairs of tags."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from engine.document import Span
from engine.guards.markdown import LINK_MARKS, is_mark
from engine.guards.spans import LETTERS, VerbatimSpan
from engine.guards.tags import TAG, as_html
from engine.patterns import regex
from engine.records import record

_WORD: Final = regex(r"[^\W_]")
_GLUED_BEFORE: Final = regex(rf"(?:[{LETTERS}]++[._/@-]?)+\Z")
_GLUED_AFTER: Final = regex(rf"[{LETTERS}]*+(?:[._/@][a-z0-9]++)*")
_BREAK: Final = regex(r"(?:\\[nrt])+")
"""The end of a line, as the texts of programs have it: a word may stand right behind it."""
_MOST_GLUED: Final = 64
_BRACKETS: Final = ("()", "[]", "{}", "（）", "【】", "<>")
_CONNECTOR: Final = regex(r"[/\\:.=+|~*@&_-]{0,3}")
_VOID: Final = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
_BLOCKS: Final = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd"),
        *("details", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "legend", "li"),
        *("main", "nav", "ol", "option", "p", "section", "select", "summary", "table", "tbody"),
        *("td", "tfoot", "th", "thead", "title", "tr", "ul"),
    )
)


@record
class Item:
    """Something that is put back as it is.

    Attributes:
        span: Where it stands in the text.
        text: What is put back.
        soft: What the model may see in its place, because it can be read: the character that an
            entity names, an operator, or nothing in place of what nobody reads. ``None`` for what
            no model copies reliably.
        alone: Whether it is a tag, to which nothing is glued.
    """

    span: Span
    text: str
    soft: str | None = None
    alone: bool = False


@record
class Pair:
    """An opening tag and the one that closes it."""

    opening: Span
    closing: Span

    @property
    def inside(self) -> Span:
        """What stands between them."""
        return Span(self.opening.end, self.closing.start)


@record
class Elements:
    """The items and pairs of a text; items and tags do not overlap, and pairs are nested."""

    items: tuple[Item, ...]
    pairs: tuple[Pair, ...]


def elements(text: str, spans: Sequence[VerbatimSpan]) -> Elements:
    """Sort the verbatim spans of a text into pairs of tags around words and everything else.

    What is glued to a placeholder, such as ``px`` in ``%dpx``, becomes part of its item, and items
    with nothing but a connecting character between them become one.
    """
    every = _pairs(text, spans)
    pairs = [pair for pair in every if _has_words(text, pair.inside, spans)]
    # A pair around no words is one item with all that it holds.
    hollow = [
        Span(pair.opening.start, pair.closing.end)
        for pair in every
        if not _has_words(text, pair.inside, spans)
    ]
    tags = {tag for pair in pairs for tag in (pair.opening, pair.closing)}
    items: list[Item] = []
    for index, each in enumerate(spans):
        whole = next((span for span in hollow if _covers(span, each.span)), None)
        if each.span in tags:
            continue
        if whole is not None:
            if not items or not _covers(items[-1].span, whole):
                items.append(Item(whole, whole.of(text)))
            continue
        if each.kind == "emoticon":
            low = spans[index - 1].span.end if index else 0
            high = spans[index + 1].span.start if index + 1 < len(spans) else len(text)
            items.append(_emoticon(text, each.span, low, high))
            continue
        items.append(_item(text, each))
    return Elements(tuple(_joined(text, items, sorted(tags, key=_start))), tuple(pairs))


def enclosed(text: str, found: Elements) -> Elements:
    """Return elements whose items take in the brackets that hold nothing else.

    A model that is to copy ``(x1.com)`` may lose one of them.
    """
    return Elements(tuple(_enclosed(text, item) for item in found.items), found.pairs)


def cuts(text: str, spans: Sequence[VerbatimSpan]) -> tuple[Span, ...]:
    """Return the spans at which a text falls into parts that have nothing to say to each other.

    These are block tags, tags without a partner at either end, pairs around the whole text, and
    what looks like a model's ``>>id<<``, which is no word of any sentence.
    """
    tokens = [each.span for each in spans if each.span.of(text).startswith(">>")]
    tokens = [span for span in tokens if text.startswith("<<", span.end - 2)]
    tokens += (each.span for each in spans if each.kind == "emoticon" and _is_apart(text, each))
    if "\\" in text:
        tokens += (each.span for each in spans if _is_line_end(text, each.span))
    tags = [each.span for each in spans if each.kind == "markup"]
    if not tags:
        return tuple(tokens)
    pairs = _pairs(text, spans)
    cut = set(tokens)
    cut |= {tag for tag in tags if _name(tag.of(text)) in _BLOCKS}
    paired = {tag for pair in pairs for tag in (pair.opening, pair.closing)}
    partner = {pair.opening: pair.closing for pair in pairs}
    first, last = 0, len(text)
    low, high = 0, len(tags) - 1
    while low <= high:
        start = None if text[first : tags[low].start].strip() else tags[low]
        end = None if text[tags[high].end : last].strip() else tags[high]
        whole = start is not None and partner.get(start) == end
        if start is not None and (whole or start not in paired or start in cut):
            cut.add(start)
            first, low = start.end, low + 1
        if end is not None and (whole or end not in paired or end in cut):
            cut.add(end)
            last, high = end.start, high - 1
        elif start is None or start not in cut:
            break
    return tuple(sorted(cut, key=_start))


def _is_apart(text: str, emoticon: VerbatimSpan) -> bool:
    """Say whether an emoticon stands at an end of a text, or between two sentences of it."""
    span = emoticon.span
    if not _WORD.search(text, 0, span.start):
        return True
    behind = _WORD.search(text, span.end)
    return behind is None or behind.group().isupper()


def _is_line_end(text: str, span: Span) -> bool:
    """Say whether a line or a cell that is written out ends at a span, not only a wrapped line."""
    if not _BREAK.fullmatch(text, span.start, span.end):
        return False
    before, after = text[: span.start].rstrip(), text[span.end :].lstrip()
    if text.startswith("t", span.end - 1) or before[-1:] in ("", *".!?:;"):
        return True
    beside = before[-2:-1] == "\\" or after[:1] == "\\"
    return beside or not after or after[0].isupper()


def _start(span: Span) -> int:
    return span.start


def _covers(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _name(tag: str) -> str:
    return as_html(tag).strip("</> ").partition(" ")[0].rstrip("/").lower()


def _pairs(text: str, spans: Sequence[VerbatimSpan]) -> list[Pair]:
    """Return the pairs of tags, each before those inside it."""
    opened: list[tuple[str, Span]] = []
    pairs: list[Pair] = []
    names: dict[str, int] = {}
    for each in spans:
        written = each.span.of(text)
        if each.kind != "markup":
            continue
        name, closes = _role(written, names)
        if name and not closes:
            opened.append((name, each.span))
            names[name] = names.get(name, 0) + 1
        elif names.get(name):
            while opened:
                other, opening = opened.pop()
                names[other] -= 1
                if other == name:
                    pairs.append(Pair(opening, each.span))
                    break
    return sorted(pairs, key=lambda pair: pair.opening.start)


def _role(written: str, names: Mapping[str, int]) -> tuple[str, bool]:
    """Return what a tag is called, and whether it closes; no name if it stands alone.

    Args:
        written: The tag, or a mark of Markdown.
        names: How many of each name are open.
    """
    if written in LINK_MARKS or written.startswith("]"):
        return "[", written.startswith("]")
    if written.endswith("{") or written == "}":
        return "{", written == "}"
    if is_mark(written):
        return written, names.get(written, 0) > 0
    tag = as_html(written)
    if not TAG.fullmatch(tag) or tag[1] in "!?":
        return "", False
    name = _name(tag)
    alone = tag.endswith("/>") or name in _VOID
    # A tag of one sort does not close one of another.
    return ("", False) if alone else (written[0] + name, tag.startswith("</"))


def _has_words(text: str, inside: Span, spans: Sequence[VerbatimSpan]) -> bool:
    end = inside.start
    for each in spans:
        if each.span.end <= inside.start:
            continue
        if each.span.start >= inside.end:
            break
        if _WORD.search(text, end, each.span.start):
            return True
        end = each.span.end
    return bool(_WORD.search(text, end, max(end, inside.end)))


def _item(text: str, each: VerbatimSpan) -> Item:
    written = each.span.of(text)
    if each.kind == "entity":
        from html import unescape  # noqa: PLC0415 - its tables, where there is an entity

        return Item(each.span, written, soft=unescape(written))
    soft = written if each.kind in {"symbol", "name"} else None
    soft = "" if each.kind == "control" else soft
    alone = each.kind == "markup" or _BREAK.fullmatch(written) is not None
    return Item(each.span, written, soft, alone=alone)


def _emoticon(text: str, span: Span, low: int, high: int) -> Item:
    """Return an emoticon with its spaces: a model sees only that a space is there.

    Args:
        text: The text.
        span: Where the emoticon stands.
        low: Where what is put back before it ends.
        high: Where what is put back behind it begins.
    """
    if span.of(text).startswith("<"):
        return Item(span, span.of(text), span.of(text))
    # What stands beside it may be another one, which has a claim to the same space.
    before = span.start > low + 1 and text[span.start - 1] == " "
    after = span.end + 1 < high and text[span.end] == " "
    around = Span(span.start - before, span.end + after)
    return Item(around, around.of(text), " ")


def _joined(text: str, items: Sequence[Item], tags: Sequence[Span]) -> Iterator[Item]:
    """Yield items grown over what is glued to them."""
    borders = sorted((*(item.span for item in items), *tags), key=_start)
    after = {one: other.start for one, other in pairwise(borders)}
    end = 0
    previous: Item | None = None
    remaining = iter(borders)
    for item in items:
        for border in remaining:
            if border == item.span:
                break
            end = max(end, border.end)
        grown = item
        if item.soft is None and not item.alone:
            span = _grown(text, item.span, end, after.get(item.span, len(text)))
            grown = Item(span, span.of(text))
        end = grown.span.end
        if previous is not None and _connects(text, previous, grown):
            start, end = previous.span.start, grown.span.end
            previous = Item(Span(start, end), text[start:end])
            continue
        if previous is not None:
            yield previous
        previous = grown
    if previous is not None:
        yield previous


def _grown(text: str, span: Span, low: int, high: int) -> Span:
    """Return a span with the letters, and the dots and dashes of a name, that touch it."""
    before = _GLUED_BEFORE.search(text[max(low, span.start - _MOST_GLUED) : span.start])
    after = _GLUED_AFTER.match(text, span.end, min(high, span.end + _MOST_GLUED))
    start = span.start - (len(before.group()) if before else 0)
    return Span(start, after.end() if after else span.end)


def _enclosed(text: str, item: Item) -> Item:
    start, end = item.span.start, item.span.end
    if (
        item.soft is not None
        or not start
        or text[start - 1 : start] + text[end : end + 1] not in _BRACKETS
    ):
        return item
    return Item(
        Span(start - 1, end + 1), f"{text[start - 1]}{item.text}{text[end]}", alone=item.alone
    )


def _connects(text: str, one: Item, other: Item) -> bool:
    if one.soft is not None or other.soft is not None:
        return False
    return bool(_CONNECTOR.fullmatch(text, one.span.end, other.span.start))
