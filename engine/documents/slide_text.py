"""Paragraphs of drawings: on slides, in notes, diagrams and charts."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Final, TypeAlias

from lxml import etree
from lxml.etree import _Element

from engine.documents.format import Translated
from engine.documents.inline import Inline, inline_of
from engine.documents.locales import is_chinese, locale_of
from engine.documents.pieces import Atom, Piece, Style, Text, Thing
from engine.documents.xml_parts import attribute, child, local, space_of
from engine.guards.chinese import has_han

Properties: TypeAlias = _Element | None
"""What a run looks like: its ``rPr``."""

_PLAIN: Final[Style[Properties]] = Style((), None)
_UNSEEN: Final = frozenset(
    # Marks of an editor, and what is laid out for words that will be other ones.
    ("lang", "altLang", "dirty", "err", "noProof", "smtClean", "smtId", "bmk", "kern", "spc")
)
_LINKS: Final = frozenset(("hlinkClick", "hlinkMouseOver"))
_SYMBOLS: Final = ("Symbol", "Wingdings", "Webdings", "Marlett")
_DRAWING: Final = frozenset(
    (
        "{http://schemas.openxmlformats.org/drawingml/2006/main}",
        "{http://purl.oclc.org/ooxml/drawingml/main}",
    )
)
_SPACES: Final = str.maketrans("\t\r\n\v", "    ")


def drawn_paragraphs(root: _Element) -> Iterator[_Element]:
    """Yield the paragraphs of drawings in a part, in order."""
    for each in root.iter("{*}p"):
        if space_of(each) in _DRAWING:
            yield each


def read_drawn(paragraph: _Element) -> Inline[Properties]:
    """Describe a paragraph."""
    return inline_of(list(_pieces(paragraph)), _PLAIN)


def rewrite_drawn(
    paragraph: _Element,
    translations: Iterator[Translated],
    target: str,
    *,
    interleaved: bool,
) -> None:
    """Put the next translation into a paragraph with words, or into a second line of it.

    A paragraph of its own would have a bullet of its own.
    """
    inline = read_drawn(paragraph)
    if not inline.has_words:
        return
    translated = next(translations)
    if not translated.changed:
        return
    sink = _DrawnSink(space_of(paragraph), target)
    inline.write(translated.content, sink, again=interleaved)
    made = sink.made
    if interleaved:
        made.insert(0, sink.line_break(inline.base))
    else:
        for each in list(paragraph):
            if local(each) not in {"pPr", "endParaRPr"}:
                paragraph.remove(each)
    end = child(paragraph, "endParaRPr")
    at = len(paragraph) if end is None else paragraph.index(end)
    paragraph[at:at] = made


def _pieces(paragraph: _Element) -> Iterator[Piece[Properties]]:
    for each in paragraph:
        name = local(each)
        if name in {"pPr", "endParaRPr", ""}:
            continue
        properties = child(each, "rPr")
        if name == "r" and not _is_symbol(properties):
            text = child(each, "t")
            written = (text.text or "") if text is not None else ""
            yield Text(written.translate(_SPACES), _style(properties))
        elif name == "br":
            yield Thing((Atom(each, None),), breaks=True, once=False)
        else:
            seen = "".join(text.text or "" for text in each.iter("{*}t"))
            yield Thing((Atom(each, None),), "" if name == "r" else seen, once=False)


def _style(properties: Properties) -> Style[Properties]:
    if properties is None:
        return _PLAIN
    values = sorted(
        (str(key), str(value)) for key, value in properties.attrib.items() if key not in _UNSEEN
    )
    inside = tuple(etree.tostring(each, method="c14n") for each in properties)
    key = (tuple(values), inside) if values or inside else ()
    return Style(key, properties, marked=any(local(each) in _LINKS for each in properties))


def _is_symbol(properties: Properties) -> bool:
    """Tell whether a run's letters are pictures."""
    font = child(properties, "latin") if properties is not None else None
    return font is not None and (attribute(font, "typeface") or "").startswith(_SYMBOLS)


class _DrawnSink:
    """Takes a paragraph's pieces. See :class:`engine.documents.inline.Sink`."""

    def __init__(self, space: str, target: str) -> None:
        self.made: list[_Element] = []
        self._space = space
        self._target = target

    def text(self, text: str, style: Properties) -> None:
        """Add runs of text."""
        for at, line in enumerate(text.split("\n")):
            if at:
                self.made.append(self.line_break(style))
            if line:
                self.made.append(self._run(line, style))

    def atom(self, atom: Atom[Properties], *, copy: bool) -> None:
        """Add an element."""
        self.made.append(deepcopy(atom.element) if copy else atom.element)

    def enter(self, wrapper: _Element, *, first: bool) -> None:
        """Nothing in a drawing is wrapped."""

    def leave(self) -> None:
        """Nothing in a drawing is wrapped."""

    def line_break(self, style: Properties) -> _Element:
        """Return the end of a line in a style."""
        made = etree.Element(f"{self._space}br")
        if style is not None:
            made.append(deepcopy(style))
        return made

    def _run(self, text: str, style: Properties) -> _Element:
        run = etree.Element(f"{self._space}r")
        if style is None:
            properties = etree.SubElement(run, f"{self._space}rPr")
        else:
            properties = deepcopy(style)
            run.append(properties)
        if not is_chinese(self._target) or has_han(text):
            before = properties.get("lang")
            properties.set("lang", locale_of(self._target))
            if before and "altLang" not in properties.attrib and is_chinese(self._target):
                properties.set("altLang", before)
        for mark in ("err", "dirty", "smtClean"):
            if mark in properties.attrib:
                del properties.attrib[mark]
        written = etree.SubElement(run, f"{self._space}t")
        written.text = text
        return run
