"""The inside of a paragraph in a tree: from formatted runs to text with marks, and back.

A format describes a paragraph as pieces, in order. What most of its text looks like is its base,
which needs no marks; text that looks otherwise becomes a pair, and so does what groups pieces, such
as a link. Runs that look the same become one, however an editor has cut them up.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from lxml import etree

from engine.documents.content import Close, Content, Item, Open, Part
from engine.documents.pieces import (
    WORD,
    Atom,
    Edge,
    Group,
    Piece,
    Style,
    Text,
    Thing,
    has_words,
)
from engine.documents.spacing import with_spaces_outside
from engine.records import record

_LIGHT: Final = re.compile(r"[\s.,;:!?'\"()\[\]“”‘’…–—-]{1,2}")

S = TypeVar("S")


@record
class _Styled(Generic[S]):
    style: S


@record
class _Grouped(Generic[S]):
    group: Group[S]
    base: S


@record
class _Range(Generic[S]):
    first: tuple[Atom[S], ...]
    last: tuple[Atom[S], ...]


_Mark: TypeAlias = _Styled[S] | _Grouped[S] | _Range[S] | Thing[S]


class Sink(Protocol[S]):
    """What a format makes a paragraph with."""

    def text(self, text: str, style: S) -> None:
        """Add text."""
        ...

    def atom(self, atom: Atom[S], *, copy: bool) -> None:
        """Add an element, or one that is the same."""
        ...

    def enter(self, wrapper: etree._Element, *, first: bool) -> None:
        """Add a wrapper, the next pieces go into; ``first`` if there is none of it yet."""
        ...

    def leave(self) -> None:
        """Go on behind the wrapper."""
        ...


@record
class Inline(Generic[S]):
    """A paragraph's inside.

    Attributes:
        content: Its text and marks.
        base: What text looks like without a mark.
        marks: What each mark stands for.
    """

    content: Content
    base: S
    marks: Mapping[int, _Mark[S]]

    @property
    def has_words(self) -> bool:
        """Whether there is anything to translate."""
        return any(isinstance(part, str) and WORD.search(part) for part in self.content)

    def write(self, content: Content, sink: Sink[S], *, again: bool = False) -> None:
        """Make a paragraph of what became of the content.

        Args:
            content: What to write.
            sink: Takes it.
            again: Whether the paragraph itself stays, too: nothing of it may be used up.
        """
        _Writing(self, sink, again).write(content)


@dataclass(slots=True)
class _Writing(Generic[S]):
    """Writes one paragraph."""

    inline: Inline[S]
    sink: Sink[S]
    again: bool
    styles: list[S] = field(init=False)
    seen: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.styles = [self.inline.base]

    def write(self, content: Content) -> None:
        for part in content:
            if isinstance(part, str):
                self.sink.text(part, self.styles[-1])
            elif isinstance(part, Item):
                self._thing(self.inline.marks[part.number])
            else:
                self._pair(part, self.inline.marks[part.number])
        if not self.again:
            for number, mark in self.inline.marks.items():
                if isinstance(mark, _Range) and number not in self.seen:
                    self._atoms((*mark.first, *mark.last))

    def _atoms(self, atoms: Sequence[Atom[S]]) -> None:
        for atom in atoms:
            self.sink.atom(atom, copy=self.again)

    def _thing(self, mark: _Mark[S]) -> None:
        if isinstance(mark, Thing) and not (self.again and mark.once):
            self._atoms(mark.atoms)

    def _pair(self, part: Open | Close, mark: _Mark[S]) -> None:
        opens = isinstance(part, Open)
        first = part.number not in self.seen
        if isinstance(mark, _Range):
            self._range(mark, opens=opens, first=first)
        elif isinstance(mark, _Grouped):
            self._group(mark, opens=opens, first=first and not self.again)
        elif isinstance(mark, _Styled) and opens:
            self.styles.append(mark.style)
        else:
            self.styles.pop()
        self.seen.add(part.number)

    def _range(self, mark: _Range[S], *, opens: bool, first: bool) -> None:
        """Let a range reach from its first part to its last."""
        if self.again:
            return
        if not opens:
            self._atoms(mark.last)  # they move there if they were in front
        elif first:
            self._atoms(mark.first)

    def _group(self, mark: _Grouped[S], *, opens: bool, first: bool) -> None:
        group = mark.group
        atoms = group.before if opens else group.after
        if opens:
            self.styles.append(mark.base)
            if group.wrapper is not None:
                self.sink.enter(group.wrapper, first=first)
        else:
            self.styles.pop()
            if group.wrapper is not None:
                self.sink.leave()
        for atom in atoms:
            self.sink.atom(atom, copy=True)


def inline_of(pieces: Sequence[Piece[S]], empty: Style[S]) -> Inline[S]:
    """Describe a paragraph.

    Args:
        pieces: What is in it.
        empty: The style of text if there is none.
    """
    marks: dict[int, _Mark[S]] = {}
    base = _base(pieces, empty)
    content = with_spaces_outside(_parts(pieces, base, marks))
    return Inline(content, base.value, marks)


def _parts(
    pieces: Sequence[Piece[S]], base: Style[S], marks: dict[int, _Mark[S]]
) -> Iterator[Part]:
    joined = list(_joined(pieces))
    ranges = _ranges(joined)
    numbers: dict[int, int] = {}
    for at, piece in enumerate(joined):
        number = len(marks) + 1
        if isinstance(piece, Text):
            if piece.style.key == base.key:
                yield piece.text
            else:
                marks[number] = _Styled(piece.style.value)
                yield from (Open(number), piece.text, Close(number))
        elif isinstance(piece, Thing):
            marks[number] = piece
            yield Item(number, piece.text, piece.breaks)
        elif isinstance(piece, Group):
            inner = _base(piece.pieces, base)
            marks[number] = _Grouped(piece, inner.value)
            yield Open(number)
            yield from _parts(piece.pieces, inner, marks)
            yield Close(number)
        elif at in ranges:
            last = joined[ranges[at]]
            if isinstance(last, Edge) and piece.starts:
                marks[number] = _Range(piece.atoms, last.atoms)
                numbers[ranges[at]] = number
                yield Open(number)
            else:
                yield Close(numbers[at])
        else:
            marks[number] = Thing(piece.atoms)
            yield Item(number)


def _ranges(pieces: Sequence[Piece[S]]) -> dict[int, int]:
    """Return where ranges start and end that hold words and do not overlap, both ways."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for at, piece in enumerate(pieces):
        if not isinstance(piece, Edge):
            continue
        if piece.starts:
            opened.append(at)
            continue
        names = [_name(pieces[start]) for start in opened]
        if piece.name not in names:
            continue
        index = len(names) - 1 - names[::-1].index(piece.name)
        start = opened[index]
        del opened[index:]
        if has_words(pieces[start:at]):
            found[start], found[at] = at, start
    return found


def _name(piece: Piece[S]) -> str:
    return piece.name if isinstance(piece, Edge) else ""


def _joined(pieces: Sequence[Piece[S]]) -> Iterator[Piece[S]]:
    """Yield pieces with text in one style made one.

    A comma or a space that looks otherwise than the words beside it makes no pair.
    """
    last: Text[S] | None = None
    for piece in pieces:
        if isinstance(piece, Text):
            joined = None if last is None else _as_one(last, piece)
            if last is not None and joined is None:
                yield last
            last = joined or piece
            continue
        if last is not None:
            yield last
            last = None
        yield piece
    if last is not None:
        yield last


def _as_one(one: Text[S], other: Text[S]) -> Text[S] | None:
    """Return two texts as one; ``None`` if they look different."""
    text = one.text + other.text
    if one.style.key == other.style.key:
        return replace(one, text=text)
    if one.style.marked or other.style.marked:
        return None
    if _LIGHT.fullmatch(other.text):
        return replace(one, text=text)
    return replace(other, text=text) if _LIGHT.fullmatch(one.text) else None


def _base(pieces: Sequence[Piece[S]], default: Style[S]) -> Style[S]:
    """Return the style of most of the text."""
    counts: Counter[Hashable] = Counter()
    styles: dict[Hashable, Style[S]] = {}
    for piece in pieces:
        if isinstance(piece, Text) and not piece.style.marked:
            styles.setdefault(piece.style.key, piece.style)
            counts[piece.style.key] += len(piece.text.strip())
    return styles[counts.most_common(1)[0][0]] if counts else default
