"""Word documents: everything a reader sees, with headers, notes, text boxes and tables."""

from collections.abc import Iterator
from copy import deepcopy
from typing import BinaryIO, Final

from lxml import etree

from engine.documents.archive import Archive
from engine.documents.descriptions import Description, office_descriptions
from engine.documents.format import FormatOptions, Source, Translated, Unit
from engine.documents.locales import is_chinese, locale_of
from engine.documents.package import Package
from engine.documents.slide_text import drawn_paragraphs, read_drawn, rewrite_drawn
from engine.documents.word_text import read_paragraph
from engine.documents.word_write import add_translation, rewrite
from engine.documents.xml_parts import attribute, child, local, read_xml, space_of, written_xml
from engine.records import record

_MAIN: Final = (
    "wordprocessingml.document.main+xml",
    "wordprocessingml.template.main+xml",
    "ms-word.document.macroEnabled.main+xml",
    "ms-word.template.macroEnabledTemplate.main+xml",
)
_OTHERS: Final = {
    "header": ".header+xml",
    "footer": ".footer+xml",
    "footnote": ".footnotes+xml",
    "endnote": ".endnotes+xml",
}
_DRAWN: Final = {
    "diagram": ("diagramData+xml", "diagramDrawing+xml"),
    "chart": ("drawingml.chart+xml",),
}
_LANGUAGES: Final = {
    ".styles+xml": "{*}docDefaults//{*}lang",
    ".settings+xml": "{*}themeFontLang",
}
_NOTES: Final = frozenset(("footnote", "endnote"))


@record
class _Paragraph:
    """One paragraph; ``drawn`` if it is part of a diagram or chart."""

    element: etree._Element
    where: str
    drawn: bool = False


class WordDocument:
    """The format of ``.docx``. See :class:`engine.documents.format.Format`."""

    name = "a Word document"
    interleaves = True

    def read(self, source: Source, options: FormatOptions) -> "WordParsed":
        """Read a document's parts."""
        archive = Archive(source.data, self.name)
        package = Package(archive)
        if not package.of_kind(*_MAIN):
            raise archive.refused()
        return WordParsed(archive, package, options)


class WordParsed:
    """A Word document. See :class:`engine.documents.format.Parsed`."""

    def __init__(self, archive: Archive, package: Package, options: FormatOptions) -> None:
        self._archive = archive
        self._package = package
        self._options = options
        self._parts: dict[str, etree._Element] = {}
        self._twins: list[tuple[etree._Element, etree._Element]] = []
        self._descriptions: list[Description] = []
        self._paragraphs = list(self._found())
        self._numbered = self._numbered_styles()

    def units(self) -> Iterator[Unit]:
        """Yield paragraphs with words: of the text, then of headers, footers, notes; pictures."""
        for each in self._paragraphs:
            inline = read_drawn(each.element) if each.drawn else read_paragraph(each.element)
            if inline.has_words:
                yield Unit(inline.content, each.where)
        yield from (each.unit() for each in self._descriptions)

    def write(self, file: BinaryIO, translations: Iterator[Translated]) -> None:
        """Write the document with other words in its paragraphs."""
        for each in self._paragraphs:
            self._write_paragraph(each, translations)
        for description in self._descriptions:
            description.write(next(translations), interleaved=self._options.interleaved)
        for shown, fallback in self._twins:
            fallback[:] = [deepcopy(element) for element in shown]
        self._state_language()
        changed = {name: written_xml(root) for name, root in self._parts.items()}
        self._archive.write(file, changed)

    def _write_paragraph(self, each: _Paragraph, translations: Iterator[Translated]) -> None:
        target, interleaved = self._options.target, self._options.interleaved
        if each.drawn:
            rewrite_drawn(each.element, translations, target, interleaved=interleaved)
            return
        inline = read_paragraph(each.element)
        if not inline.has_words:
            return
        translated = next(translations)
        if not translated.changed:
            return
        if interleaved:
            numbered = self._is_numbered(each.element)
            add_translation(each.element, inline, translated.content, target, numbered=numbered)
        else:
            rewrite(each.element, inline, translated.content, target)

    def _found(self) -> Iterator[_Paragraph]:
        main = self._package.of_kind(*_MAIN)[0]
        yield from self._in_part(main, "")
        for where, kind in _OTHERS.items():
            for number, name in enumerate(self._package.of_kind(kind), start=1):
                yield from self._in_part(name, where if where in _NOTES else f"{where} {number}")
        for where, kinds in _DRAWN.items():
            for name in self._package.of_kind(*kinds):
                root = self._part(name)
                for element in drawn_paragraphs(root):
                    yield _Paragraph(element, where, drawn=True)

    def _part(self, name: str) -> etree._Element:
        if name not in self._parts:
            self._parts[name] = read_xml(self._archive.read(name), name)
        return self._parts[name]

    def _in_part(self, name: str, where: str) -> Iterator[_Paragraph]:
        root = self._part(name)
        self._descriptions += office_descriptions(root, where)
        tag = f"{space_of(root)}p"
        twins = list(_twins(root))
        self._twins += twins
        hidden = {paragraph for _, fallback in twins for paragraph in fallback.iter(tag)}
        shown = (each for each in root.iter(tag) if each not in hidden)
        for number, element in enumerate(shown, start=1):
            yield _Paragraph(element, where or f"paragraph {number}")

    def _numbered_styles(self) -> frozenset[str]:
        """Return the styles whose paragraphs have numbers or bullets, or are in tables of contents.

        A heading is one of the latter.
        """
        numbered: set[str] = set()
        for name in self._package.of_kind(".styles+xml"):
            styles = list(read_xml(self._archive.read(name), name).iterfind("{*}style"))
            based = {}
            for style in styles:
                identity = attribute(style, "styleId") or ""
                properties = child(style, "pPr")
                parent = child(style, "basedOn")
                based[identity] = attribute(parent, "val") if parent is not None else None
                if properties is not None and any(
                    local(each) in {"numPr", "outlineLvl"} for each in properties
                ):
                    numbered.add(identity)
            for _ in range(16):  # chains of styles are short
                numbered |= {each for each, parent in based.items() if parent in numbered}
        return frozenset(numbered)

    def _is_numbered(self, paragraph: etree._Element) -> bool:
        properties = child(paragraph, "pPr")
        if properties is None:
            return False
        style = child(properties, "pStyle")
        named = attribute(style, "val") in self._numbered if style is not None else False
        return named or child(properties, "numPr") is not None

    def _state_language(self) -> None:
        """Let East Asian text be Chinese by default, which also chooses the theme's font for it."""
        if not is_chinese(self._options.target):
            return
        for kind, path in _LANGUAGES.items():
            for name in self._package.of_kind(kind):
                root = self._part(name)
                for each in root.iterfind(path):
                    each.set(f"{space_of(each)}eastAsia", locale_of(self._options.target))


def _twins(root: etree._Element) -> Iterator[tuple[etree._Element, etree._Element]]:
    """Yield text boxes and what stands for them in old programs, if that says the same."""
    for each in root.iter("{*}AlternateContent"):
        choice, fallback = each.find("{*}Choice"), each.find("{*}Fallback")
        if choice is None or fallback is None:
            continue
        shown = list(choice.iter("{*}txbxContent"))
        same = list(fallback.iter("{*}txbxContent"))
        if [_said(box) for box in shown] == [_said(box) for box in same]:
            yield from zip(shown, same, strict=True)


def _said(box: etree._Element) -> str:
    return "".join(each.text or "" for each in box.iter("{*}t"))
