"""The inside of a paragraph of an OpenDocument: text, spans, links, notes, fields."""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Final, TypeAlias

from lxml import etree
from lxml.etree import _Element

from engine.documents.content import Content
from engine.documents.inline import Inline, inline_of
from engine.documents.pieces import (
    Atom,
    Edge,
    Group,
    Piece,
    Style,
    Text,
    Thing,
    has_words,
    seen_text,
)
from engine.documents.xml_parts import ID, attribute, local, shell, space_of

Spans: TypeAlias = tuple[_Element, ...]
"""What text looks like: the spans around it, from the outermost."""

Look: TypeAlias = tuple[tuple[str, str], ...]
Looks: TypeAlias = Mapping[str, Look]
"""What each style of characters looks like; nothing for one that changes nothing."""

TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"

_PLAIN: Final[Style[Spans]] = Style((), ())
_SPACE: Final = re.compile(r"[ \t\r\n]+")
_SPACES: Final = re.compile(r"\n| {2,}")
_FIXED: Final = "\x1f"
"""A space that is marked as one, until the others are collapsed; no XML has such a character."""

_WRAPPERS: Final = frozenset(("a", "meta"))
_BREAKS: Final = frozenset(("tab", "line-break"))
_DROPPED: Final = frozenset(("soft-page-break",))
_HIDDEN: Final = frozenset(("note", "hidden-text"))


def read_paragraph(paragraph: _Element, looks: Looks) -> Inline[Spans]:
    """Describe a paragraph.

    Args:
        paragraph: The paragraph or heading.
        looks: What the styles of its spans look like.
    """
    return inline_of(list(_collapsed(_pieces(paragraph, (), looks))), _PLAIN)


def rewrite(paragraph: _Element, inline: Inline[Spans], content: Content) -> None:
    """Put other content in place of a paragraph's own."""
    made = shell(paragraph)
    inline.write(content, OpenSink(made))
    paragraph.text = made.text
    paragraph[:] = list(made)


def add_translation(
    paragraph: _Element, inline: Inline[Spans], content: Content, *, same: bool
) -> None:
    """Put a translation behind a paragraph.

    Args:
        paragraph: The paragraph.
        inline: What was read from it.
        content: What became of that.
        same: Whether it becomes a second line of the same paragraph.
    """
    if same:
        etree.SubElement(paragraph, f"{TEXT}line-break")
        inline.write(content, OpenSink(paragraph), again=True)
        return
    made = _twin(paragraph)
    inline.write(content, OpenSink(made), again=True)
    made.tail, paragraph.tail = paragraph.tail, None
    paragraph.addnext(made)


def _twin(element: _Element) -> _Element:
    """Return a copy of an element without what is in it, and without its identity."""
    made = shell(element)
    if ID in made.attrib:
        del made.attrib[ID]
    return made


def _pieces(parent: _Element, spans: Spans, looks: Looks) -> Iterator[Piece[Spans]]:
    style = _style(spans, looks)
    if parent.text:
        yield Text(_SPACE.sub(" ", parent.text), style)
    for each in parent:
        name = local(each) if space_of(each) == TEXT else ""
        if name == "span":
            yield from _pieces(each, (*spans, each), looks)
        elif name == "s":
            yield Text(_FIXED * _count(each), style)
        elif name in _WRAPPERS:
            yield _wrapped(each, spans, looks)
        elif name not in _DROPPED:
            yield _edge(each, spans) or _thing(each, name, spans)
        if each.tail:
            yield Text(_SPACE.sub(" ", each.tail), style)


def _wrapped(element: _Element, spans: Spans, looks: Looks) -> Piece[Spans]:
    # Spans around a link stand around it again if they are put within it.
    pieces = tuple(_pieces(element, spans, looks))
    if has_words(pieces):
        return Group(pieces, element)
    return Thing((Atom(element, spans),), seen_text(pieces))


def _edge(element: _Element, spans: Spans) -> Edge[Spans] | None:
    """Return one end of what may reach over several words, if an element is that."""
    name = local(element)
    named = (
        attribute(element, "name") or attribute(element, "id") or attribute(element, "change-id")
    )
    kind = name.removesuffix("-start").removesuffix("-end")
    if named is None or (kind == name and name != "annotation"):
        return None
    return Edge(f"{kind} {named}", not name.endswith("-end"), (Atom(element, spans),))


def _thing(element: _Element, name: str, spans: Spans) -> Thing[Spans]:
    if name in _BREAKS:
        return Thing((Atom(element, spans),), breaks=True, once=False)
    # Everything else with text is a field; a note has a text of its own, and so has a frame.
    field = bool(name) and name not in _HIDDEN
    seen = "".join(str(text) for text in element.itertext()) if field else ""
    return Thing((Atom(element, spans),), _SPACE.sub(" ", seen), once=not (field and seen))


def _count(element: _Element) -> int:
    count = attribute(element, "c") or "1"
    return min(int(count), 1000) if count.isdigit() else 1


def _style(spans: Spans, looks: Looks) -> Style[Spans]:
    seen = tuple(look for span in spans if (look := _look(span, looks)))
    return Style(seen, spans) if seen else _PLAIN


def _look(span: _Element, looks: Looks) -> Look:
    name = attribute(span, "style-name") or ""
    return looks.get(name, (("style", name),))


def _collapsed(pieces: Iterator[Piece[Spans]]) -> Iterator[Piece[Spans]]:
    """Yield pieces with white space as it is shown: one space, but where more are marked."""
    space = True  # none is shown at the beginning
    for piece in pieces:
        if isinstance(piece, Group):
            yield piece
            space = False
        elif not isinstance(piece, Text):
            yield piece
            space = piece.breaks if isinstance(piece, Thing) else space
        else:
            text = piece.text.lstrip(" ") if space else piece.text
            if text:
                space = text.endswith(" ")
                yield Text(text.replace(_FIXED, " "), piece.style)


class OpenSink:
    """Takes a paragraph's pieces. See :class:`engine.documents.inline.Sink`.

    Args:
        paragraph: Where they go, behind what is there.
    """

    def __init__(self, paragraph: _Element) -> None:
        self._inside = [paragraph]
        self._begun = bool(paragraph.text or len(paragraph))

    def text(self, text: str, style: Spans) -> None:
        """Add text, in spans."""
        place = self._in_spans(style)
        if not self._begun:
            lead = len(text) - len(text.lstrip(" "))
            _append_spaces(place, lead)  # they would not be shown
            text = text[lead:]
        end = 0
        for match in _SPACES.finditer(text):
            _append_text(place, text[end : match.start()])
            end = match.end()
            if match.group() == "\n":
                etree.SubElement(place, f"{TEXT}line-break")
            else:
                _append_text(place, " ")
                _append_spaces(place, len(match.group()) - 1)
        _append_text(place, text[end:])
        self._begun = True

    def atom(self, atom: Atom[Spans], *, copy: bool) -> None:
        """Add an element, in spans."""
        # A copy has no text behind it; what moves must leave its own behind.
        element = deepcopy(atom.element) if copy else atom.element
        element.tail = None
        self._in_spans(atom.style).append(element)
        self._begun = True

    def enter(self, wrapper: _Element, *, first: bool) -> None:
        """Add a wrapper."""
        made = shell(wrapper) if first else _twin(wrapper)
        self._inside[-1].append(made)
        self._inside.append(made)

    def leave(self) -> None:
        """Go on behind the wrapper."""
        self._inside.pop()

    def _in_spans(self, spans: Spans) -> _Element:
        place = self._inside[-1]
        for span in spans:
            made = shell(span)
            place.append(made)
            place = made
        return place


def _append_spaces(place: _Element, count: int) -> None:
    if count:
        made = etree.SubElement(place, f"{TEXT}s")
        made.set(f"{TEXT}c", str(count))


def _append_text(place: _Element, text: str) -> None:
    if not text:
        return
    if len(place):
        place[-1].tail = (place[-1].tail or "") + text
    else:
        place.text = (place.text or "") + text
