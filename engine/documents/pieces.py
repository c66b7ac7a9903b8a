"""What a paragraph in a tree consists of: formatted text, and things within it."""

import re
from collections.abc import Hashable, Sequence
from typing import Final, Generic, TypeAlias, TypeVar

from lxml import etree

from engine.records import record

WORD: Final = re.compile(r"[^\W_]")
"""What there must be in a text for it to be translated."""

S = TypeVar("S")


@record
class Style(Generic[S]):
    """What text looks like.

    Attributes:
        key: The same for all that look the same to a reader.
        value: What the format needs to make such text.
        marked: Whether it says more than what text looks like, such as where a link leads; then
            only text that had it gets it.
    """

    key: Hashable
    value: S
    marked: bool = False


@record
class Text(Generic[S]):
    """Text in one style.

    Attributes:
        text: The text.
        style: What it looks like.
        element: What it was read from, for formats that may have to put it back.
    """

    text: str
    style: Style[S]
    element: etree._Element | None = None


@record
class Atom(Generic[S]):
    """An element that is put back whole.

    Attributes:
        element: The element.
        style: That of the run it stands in.
        in_run: Whether it needs a run around it.
    """

    element: etree._Element
    style: S
    in_run: bool = False


@record
class Thing(Generic[S]):
    """What is not to be translated.

    Attributes:
        atoms: What it consists of.
        text: What a reader sees of it.
        breaks: Whether no sentence goes on behind it.
        once: Whether there must never be two of it, as of a note.
    """

    atoms: tuple[Atom[S], ...]
    text: str = ""
    breaks: bool = False
    once: bool = True


@record
class Edge(Generic[S]):
    """One end of a range that has a name, such as a bookmark.

    Attributes:
        name: The same for both ends.
        starts: Whether it is the first.
        atoms: The element, and what goes with it.
    """

    name: str
    starts: bool
    atoms: tuple[Atom[S], ...]


@record
class Group(Generic[S]):
    """Pieces that belong together, such as the text of a link.

    Attributes:
        pieces: What it holds; never without words, or it would be a thing.
        wrapper: What stands around them, if that is an element.
        before: What stands in front of them otherwise.
        after: What stands behind them.
    """

    pieces: "tuple[Piece[S], ...]"
    wrapper: etree._Element | None = None
    before: tuple[Atom[S], ...] = ()
    after: tuple[Atom[S], ...] = ()


Piece: TypeAlias = Text[S] | Thing[S] | Edge[S] | Group[S]


def has_words(pieces: Sequence[Piece[S]]) -> bool:
    """Tell whether there is anything to translate in pieces."""
    return any(
        (isinstance(piece, Text) and bool(WORD.search(piece.text)))
        or (isinstance(piece, Group) and has_words(piece.pieces))
        for piece in pieces
    )


def seen_text(pieces: Sequence[Piece[S]]) -> str:
    """Return what a reader sees of pieces."""
    return "".join(
        seen_text(piece.pieces)
        if isinstance(piece, Group)
        else ""
        if isinstance(piece, Edge)
        else piece.text
        for piece in pieces
    )
