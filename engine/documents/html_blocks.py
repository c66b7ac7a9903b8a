"""Which parts of a page are prose: runs of text between the tags that end a paragraph."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from html import unescape
from typing import Final

from engine.documents.content import Close, Content, Item, Open, Part
from engine.documents.html_kept import INLINE, seen_in, with_kept
from engine.documents.html_tokens import Token, escaped
from engine.documents.spacing import with_spaces_outside
from engine.records import record

_SPACE: Final = re.compile(r"[ \t\n\f\r]+")
_WORD: Final = re.compile(r"[^\W_]")
_REFERENCE: Final = re.compile(r"[\s\d\[\](),*†‡§-]*|[\[(]?(?:[ivxlcdm]{1,6}|[a-z])[\])]?")
_NOTE: Final = re.compile(r"note|sdendnote|sdfootnote", re.IGNORECASE)
_MOST_OF_NOTE: Final = 16
"""Tags and texts in a reference to a note."""

_STYLING: Final = frozenset(("span", "font"))
_ID: Final = re.compile(r"""\s(?:id|name)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+)""", re.IGNORECASE)

_ANYWHERE: Final = ("title", "aria-label")
_OF_TAG: Final[Mapping[str, tuple[str, ...]]] = {
    "img": ("alt",),
    "area": ("alt",),
    "input": ("alt", "placeholder"),
    "textarea": ("placeholder",),
    "option": ("label",),
    "optgroup": ("label",),
    "track": ("label",),
}
_BUTTONS: Final = frozenset(("button", "reset", "submit"))
_DESCRIPTIONS: Final = frozenset(
    (
        *("description", "og:description", "og:title", "og:image:alt"),
        *("twitter:description", "twitter:title", "twitter:image:alt"),
    )
)


@record
class Attribute:
    """A text in a tag, such as the description of an image.

    Attributes:
        token: The tag.
        name: Of the attribute.
        text: What it says.
    """

    token: Token
    name: str
    text: str


@record
class Block:
    """Part of a page in which something is to be translated: a run of prose, or a single tag.

    Attributes:
        start: Where it starts in the source, without white space.
        end: Where it ends.
        attributes: The texts in its tags.
        content: The text and marks of a run; nothing for a tag.
        raw: What each mark stands for: the tokens of an item, or of a pair the two tags.
        element: The tag that the run stands behind.
        whole: Whether nothing else is in the element of that tag.
        base: Two tags that stand around all text without a mark, as some programs write them.
    """

    start: int
    end: int
    attributes: tuple[Attribute, ...]
    content: Content = ()
    raw: Mapping[int, tuple[Token, ...]] = field(default_factory=dict)
    element: Token | None = None
    whole: bool = False
    base: tuple[str, str] = ("", "")

    def written(self, content: Content, tags: Mapping[int, str], *, again: bool = False) -> str:
        """Write other content as HTML.

        Args:
            content: What became of the content.
            tags: What became of the tags with attributes, by where they start.
            again: Whether the run itself stays, too; there must not be two of one identity.
        """
        seen: set[int] = set()
        made: list[str] = []
        depth = 0
        for part in content:
            if isinstance(part, str):
                opening, closing = ("", "") if depth else self.base
                made.append(f"{opening}{escaped(part)}{closing}")
                continue
            depth += isinstance(part, Open) - isinstance(part, Close)
            raw = [tags.get(token.start, token.text) for token in self.raw[part.number]]
            written = "".join(raw) if isinstance(part, Item) else raw[isinstance(part, Close)]
            if again or (part.number in seen and isinstance(part, Open)):
                written = _ID.sub("", written)
            made.append(written)
            seen.add(part.number)
        if not again:
            made[:0] = self._lost_targets(seen)
        return "".join(made)

    def _lost_targets(self, seen: set[int]) -> Iterator[str]:
        """Yield the tags of pairs without words that a link may lead to."""
        for number, raw in self.raw.items():
            if number not in seen and _ID.search(raw[0].text):
                yield "".join(token.text for token in raw)


def blocks(found: Iterable[Token]) -> Iterator[Block]:
    """Yield the parts of a page that are to be translated, in order."""
    run: list[Token] = []
    element: Token | None = None
    for token in with_kept(found):
        if token.kind in {"text", "other"} or token.name in INLINE:
            run.append(token)
        else:
            yield from _of_run(run, element, token)
            yield from _of_tag(token)
            run, element = [], token
    yield from _of_run(run, element, None)


def _of_run(run: Sequence[Token], before: Token | None, after: Token | None) -> Iterator[Block]:
    """Yield what is to be translated between two tags."""
    first, last = 0, len(run)
    while first < last and _is_edge(run[first]):
        first += 1
    while last > first and _is_edge(run[last - 1]):
        last -= 1
    inside = run[first:last]
    if not any(token.kind == "text" and _WORD.search(unescape(token.text)) for token in inside):
        first = last = len(run)
    for token in run[:first]:
        yield from _of_tag(token)
    if first < last:
        yield _built(inside, before, after)
    for token in run[last:]:
        yield from _of_tag(token)


def _is_edge(token: Token) -> bool:
    """Tell whether a token at an end of a run is better left outside."""
    if token.kind == "text":
        return not token.text.strip()
    return token.kind in {"alone", "other"} or (token.kind == "kept" and not seen_in(token))


def _of_tag(token: Token) -> Iterator[Block]:
    found = tuple(_attributes(token))
    if found:
        yield Block(token.start, token.end, found)


def _attributes(token: Token) -> Iterator[Attribute]:
    """Yield the texts that a tag holds for readers."""
    if token.kind not in {"open", "alone"} or "=" not in token.text:
        return
    names = [*_ANYWHERE, *_OF_TAG.get(token.name, ())]
    if token.name == "input" and (token.get("type") or "").lower() in _BUTTONS:
        names.append("value")
    if token.name == "meta":
        called = (token.get("name") or token.get("property") or "").lower()
        names = ["content"] if called in _DESCRIPTIONS else []
    for name in names:
        text = token.get(name)
        if text is not None and _WORD.search(text):
            yield Attribute(token, name, " ".join(text.split()))


def _built(run: Sequence[Token], before: Token | None, after: Token | None) -> Block:
    builder = _Builder(run)
    builder.build()
    start, end = run[0].start, run[-1].end
    if run[0].kind == "text":
        start += len(run[0].text) - len(run[0].text.lstrip(" \t\n\f\r"))
    if run[-1].kind == "text":
        end -= len(run[-1].text) - len(run[-1].text.rstrip(" \t\n\f\r"))
    whole = (
        before is not None
        and after is not None
        and (before.kind, after.kind) == ("open", "close")
        and before.name == after.name
    )
    attributes = tuple(found for token in run for found in _attributes(token))
    content, raw = builder.content, builder.raw
    return Block(start, end, attributes, content, raw, before, whole, builder.base)


class _Builder:
    """Makes content of the tokens of a run."""

    def __init__(self, run: Sequence[Token]) -> None:
        self._run = run
        self._partners = dict(_partners(run))
        self._parts: list[Part] = []
        self._space = True  # none is shown at the beginning
        self._next_text = _next_texts(run)
        self.base = _base(run, self._partners)
        self.raw: dict[int, tuple[Token, ...]] = {}

    @property
    def content(self) -> Content:
        """The content."""
        parts = list(self._parts)
        if parts and isinstance(parts[-1], str):
            parts[-1] = parts[-1].rstrip(" ")
        return with_spaces_outside(parts)

    def build(self) -> None:
        """Read all tokens."""
        numbers: dict[int, int] = {}
        at = depth = 0
        while at < len(self._run):
            token, partner = self._run[at], self._partners.get(at)
            if token.kind == "text":
                self._text(unescape(token.text))
            elif partner is not None and partner < at:
                if partner in numbers:
                    depth -= 1
                    self._parts.append(Close(numbers[partner]))
            elif partner is not None and not depth and token.text == self.base[0]:
                pass  # it is put around all text again
            elif partner is not None and not self._is_hollow(at, partner):
                numbers[at] = len(self.raw) + 1
                self.raw[numbers[at]] = (token, self._run[partner])
                self._parts.append(Open(numbers[at]))
                depth += 1
            elif token.name != "wbr":
                end = at if partner is None else partner
                self._item(self._run[at : end + 1])
                at = end
            at += 1

    def _text(self, text: str) -> None:
        shown = _SPACE.sub(" ", text)
        if self._space:
            shown = shown.lstrip(" ")
        if shown:
            self._space = shown.endswith(" ")
            self._parts.append(shown)

    def _item(self, run: Sequence[Token]) -> None:
        number = len(self.raw) + 1
        self.raw[number] = tuple(run)
        if any(token.name == "br" for token in run):
            if self._parts and isinstance(self._parts[-1], str):
                self._parts[-1] = self._parts[-1].rstrip(" ")
            self._space = True
            self._parts.append(Item(number, breaks=True))
            return
        seen = "".join(seen_in(token) for token in run if token.kind == "kept")
        self._parts.append(Item(number, seen))
        self._space = False

    def _is_hollow(self, first: int, last: int) -> bool:
        """Tell whether a pair holds nothing to translate: an icon, an anchor, a note's number."""
        if self._next_text[first] >= last:
            return True
        run = self._run[first:last] if last - first <= _MOST_OF_NOTE else ()
        return _refers(run) and bool(_REFERENCE.fullmatch(_said(run)))


def _next_texts(run: Sequence[Token]) -> list[int]:
    """Return for each token where the next text is that shows, or how many there are."""
    found = [len(run)] * len(run)
    following = len(run)
    for at in range(len(run) - 1, -1, -1):
        if run[at].kind == "text" and unescape(run[at].text).strip():
            following = at
        found[at] = following
    return found


def _said(run: Sequence[Token]) -> str:
    return unescape("".join(token.text for token in run if token.kind == "text")).strip()


def _refers(run: Sequence[Token]) -> bool:
    """Tell whether what tags hold is raised, or leads to a note or back."""
    return any(
        token.name == "sup" or (token.name == "a" and bool(_NOTE.search(token.text)))
        for token in run
    )


def _base(run: Sequence[Token], partners: Mapping[int, int]) -> tuple[str, str]:
    """Return the tags around most of the text, if all text of a run stands in such tags.

    Of a book that some programs write, each word stands in a tag that says nothing of its own.
    """
    counts: Counter[str] = Counter()
    at = 0
    while at < len(run):
        token, last = run[at], partners.get(at, at)
        inside = run[at + 1 : last]
        leaf = not any(each.kind == "open" for each in inside)
        if token.kind == "text" and token.text.strip():
            return "", ""
        if token.name in _STYLING and leaf and token.get("id") is None:
            counts[token.text] += len(_said(inside))
        at = max(last, at) + 1
    best = counts.most_common(1)
    if not best or not best[0][1]:
        return "", ""
    opening = best[0][0]
    return opening, next(
        run[partners[at]].text
        for at, token in enumerate(run)
        if token.text == opening and at in partners
    )


def _partners(run: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Yield where tags stand that belong together, both ways; pairs are nested."""
    opened: list[int] = []
    names: dict[str, int] = {}
    for at, token in enumerate(run):
        if token.kind == "open":
            opened.append(at)
            names[token.name] = names.get(token.name, 0) + 1
        elif token.kind == "close" and names.get(token.name):
            while True:
                start = opened.pop()
                names[run[start].name] -= 1
                if run[start].name == token.name:
                    break
            yield start, at
            yield at, start
