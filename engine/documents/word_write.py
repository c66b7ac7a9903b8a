"""Making the inside of a paragraph of a Word document anew."""

from copy import deepcopy
from typing import Final

from lxml import etree

from engine.documents.content import Content
from engine.documents.inline import Inline
from engine.documents.locales import is_chinese, locale_of
from engine.documents.pieces import Atom
from engine.documents.word_text import Properties
from engine.documents.xml_parts import SPACE, child, local, remove, shell, space_of
from engine.guards.chinese import has_han

_BEFORE_FONTS: Final = frozenset(("rStyle",))
_BEFORE_LANGUAGE: Final = frozenset(("eastAsianLayout", "specVanish", "oMath", "rPrChange"))
_HEADS: Final = frozenset(("sdtPr", "sdtEndPr", "smartTagPr", "customXmlPr"))
_NOT_TWICE: Final = frozenset(("sectPr", "pageBreakBefore", "pPrChange", "framePr"))
_NOT_TWICE_OF_MARK: Final = frozenset(("ins", "del", "moveFrom", "moveTo", "rPrChange"))


def rewrite(
    paragraph: etree._Element, inline: Inline[Properties], content: Content, target: str
) -> None:
    """Put other content in place of a paragraph's own.

    Args:
        paragraph: The paragraph.
        inline: What was read from it.
        content: What became of that.
        target: The language of the result.
    """
    sink = WordSink(space_of(paragraph), target)
    inline.write(content, sink)
    for each in list(paragraph):
        if local(each) != "pPr":
            paragraph.remove(each)
    paragraph.extend(sink.made)


def add_translation(
    paragraph: etree._Element,
    inline: Inline[Properties],
    content: Content,
    target: str,
    *,
    numbered: bool,
) -> None:
    """Put a translation behind a paragraph.

    Args:
        paragraph: The paragraph.
        inline: What was read from it.
        content: What became of that.
        target: The language of the translation.
        numbered: Whether a second paragraph would get a number or bullet of its own; the
            translation then becomes a second line of the same one.
    """
    space = space_of(paragraph)
    sink = WordSink(space, target)
    inline.write(content, sink, again=True)
    if numbered:
        line = etree.SubElement(paragraph, f"{space}r")
        etree.SubElement(line, f"{space}br")
        paragraph.extend(sink.made)
        return
    added = etree.Element(paragraph.tag)
    properties = child(paragraph, "pPr")
    if properties is not None:
        added.append(_again(properties))
        section = child(properties, "sectPr")
        if section is not None:  # it ends with the last paragraph
            added[0].append(section)
            _move_before_change(added[0])
    added.extend(sink.made)
    added.tail, paragraph.tail = paragraph.tail, None
    paragraph.addnext(added)


def _again(properties: etree._Element) -> etree._Element:
    copy = deepcopy(properties)
    for each in list(copy):
        if local(each) in _NOT_TWICE:
            copy.remove(each)
    mark = child(copy, "rPr")
    if mark is not None:
        for each in list(mark):
            if local(each) in _NOT_TWICE_OF_MARK:
                mark.remove(each)
    return copy


def _move_before_change(properties: etree._Element) -> None:
    change = child(properties, "pPrChange")
    if change is not None:
        properties.append(change)


class WordSink:
    """Takes a paragraph's pieces. See :class:`engine.documents.inline.Sink`.

    Args:
        space: The namespace of the document, in braces.
        target: The language of the text.
    """

    def __init__(self, space: str, target: str) -> None:
        self.made: list[etree._Element] = []
        self._space = space
        self._target = target
        self._inside: list[etree._Element] = []

    def text(self, text: str, style: Properties) -> None:
        """Add a run of text."""
        run = self._run(style)
        lines = text.split("\n")
        for at, line in enumerate(lines):
            if at:
                etree.SubElement(run, f"{self._space}br")
            if line:
                written = etree.SubElement(run, f"{self._space}t")
                written.text = line
                if line != line.strip():
                    written.set(SPACE, "preserve")
        self._mark_language(run, text)
        self._add(run)

    def atom(self, atom: Atom[Properties], *, copy: bool) -> None:
        """Add an element, in a run of its own if it needs one."""
        element = deepcopy(atom.element) if copy else atom.element
        element.tail = None
        if atom.in_run:
            run = self._run(atom.style)
            run.append(element)
            element = run
        self._add(element)

    def enter(self, wrapper: etree._Element, *, first: bool) -> None:
        """Add a wrapper."""
        made = shell(wrapper)
        for each in wrapper:
            if local(each) in _HEADS:
                made.append(deepcopy(each))
        self._add(made)
        if local(wrapper) == "sdt":
            identity = made.find(f"{self._space}sdtPr/{self._space}id")
            if not first and identity is not None:
                remove(identity)
            made = etree.SubElement(made, f"{self._space}sdtContent")
        self._inside.append(made)

    def leave(self) -> None:
        """Go on behind the wrapper."""
        self._inside.pop()

    def _add(self, element: etree._Element) -> None:
        if self._inside:
            self._inside[-1].append(element)
        else:
            # What moved to the end must not stay where it was.
            self.made = [each for each in self.made if each is not element]
            self.made.append(element)

    def _run(self, style: Properties) -> etree._Element:
        run = etree.Element(f"{self._space}r")
        if style is not None:
            run.append(deepcopy(style))
        return run

    def _mark_language(self, run: etree._Element, text: str) -> None:
        """Say what language a run is in; marks such as quotes are then those of Chinese fonts."""
        chinese = is_chinese(self._target)
        if chinese and not has_han(text):
            return
        properties = child(run, "rPr")
        if properties is None:
            properties = etree.Element(f"{self._space}rPr")
            run.insert(0, properties)
        if chinese:
            fonts = self._property(properties, "rFonts", front=True)
            fonts.set(f"{self._space}hint", "eastAsia")
        language = self._property(properties, "lang", front=False)
        name = "eastAsia" if chinese else "val"
        language.set(f"{self._space}{name}", locale_of(self._target))

    def _property(self, properties: etree._Element, name: str, *, front: bool) -> etree._Element:
        """Return one of a run's properties, put where the schema wants it if it was not there."""
        found = child(properties, name)
        if found is None:
            found = etree.Element(self._space + name)
            at = len(properties)
            if front:
                at = sum(local(each) in _BEFORE_FONTS for each in properties)
            else:
                at -= sum(local(each) in _BEFORE_LANGUAGE for each in properties)
            properties.insert(at, found)
        return found
