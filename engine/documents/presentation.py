"""PowerPoint presentations: slides with tables, groups and diagrams, and their notes."""

from collections.abc import Iterator
from typing import BinaryIO, Final

from lxml import etree

from engine.documents.archive import Archive
from engine.documents.descriptions import Description, office_descriptions
from engine.documents.format import FormatOptions, Source, Translated, Unit
from engine.documents.package import Package
from engine.documents.slide_text import drawn_paragraphs, read_drawn, rewrite_drawn
from engine.documents.xml_parts import local, read_xml, written_xml
from engine.records import record

_MAIN: Final = (
    "presentationml.presentation.main+xml",
    "presentationml.slideshow.main+xml",
    "presentationml.template.main+xml",
    "ms-powerpoint.presentation.macroEnabled.main+xml",
    "ms-powerpoint.slideshow.macroEnabled.main+xml",
)
_SLIDE: Final = ".slide+xml"
_BESIDE: Final = {
    ".notesSlide+xml": "notes",
    "diagramData+xml": "diagram",
    "diagramDrawing+xml": "diagram",
    "drawingml.chart+xml": "chart",
}
_BEHIND: Final = {".slideLayout+xml": "layout", ".slideMaster+xml": "master"}


@record
class _Paragraph:
    element: etree._Element
    where: str


class Presentation:
    """The format of ``.pptx``. See :class:`engine.documents.format.Format`."""

    name = "a PowerPoint presentation"
    interleaves = True

    def read(self, source: Source, options: FormatOptions) -> "PresentationParsed":
        """Read a presentation's parts."""
        archive = Archive(source.data, self.name)
        package = Package(archive)
        if not package.of_kind(*_MAIN):
            raise archive.refused()
        return PresentationParsed(archive, package, options)


class PresentationParsed:
    """A PowerPoint presentation. See :class:`engine.documents.format.Parsed`."""

    def __init__(self, archive: Archive, package: Package, options: FormatOptions) -> None:
        self._archive = archive
        self._package = package
        self._options = options
        self._parts: dict[str, etree._Element] = {}
        self._descriptions: list[Description] = []
        self._paragraphs = list(self._found())

    def units(self) -> Iterator[Unit]:
        """Yield the paragraphs with words, slide by slide; behind each its notes; pictures."""
        for each in self._paragraphs:
            inline = read_drawn(each.element)
            if inline.has_words:
                yield Unit(inline.content, each.where)
        yield from (each.unit() for each in self._descriptions)

    def write(self, file: BinaryIO, translations: Iterator[Translated]) -> None:
        """Write the presentation with other words in its paragraphs."""
        target, interleaved = self._options.target, self._options.interleaved
        for each in self._paragraphs:
            rewrite_drawn(each.element, translations, target, interleaved=interleaved)
        for description in self._descriptions:
            description.write(next(translations), interleaved=interleaved)
        changed = {name: written_xml(root) for name, root in self._parts.items()}
        self._archive.write(file, changed)

    def _found(self) -> Iterator[_Paragraph]:
        kinds = {
            name: where
            for kind, where in (_BESIDE | _BEHIND).items()
            for name in self._package.of_kind(kind)
        }
        for number, slide in enumerate(self._slides(), start=1):
            yield from self._in_part(slide, f"slide {number}")
            for name in sorted(self._package.related(slide).values()):
                if name in kinds and kinds[name] in _BESIDE.values():
                    yield from self._in_part(name, f"slide {number}, {kinds[name]}")
        for name, where in kinds.items():
            if where in _BEHIND.values():
                yield from self._in_part(name, where)

    def _slides(self) -> Iterator[str]:
        """Yield the slides in the order of the presentation."""
        main = self._package.of_kind(*_MAIN)[0]
        known = set(self._package.of_kind(_SLIDE))
        related = self._package.related(main)
        for each in read_xml(self._archive.read(main), main).iterfind("{*}sldIdLst/{*}sldId"):
            identities = [value for key, value in each.attrib.items() if str(key).endswith("}id")]
            for identity in identities:
                name = related.get(str(identity), "")
                if name in known:
                    yield name

    def _in_part(self, name: str, where: str) -> Iterator[_Paragraph]:
        if name in self._parts:
            return
        root = self._parts[name] = read_xml(self._archive.read(name), name)
        if where not in _BEHIND.values():
            self._descriptions += office_descriptions(root, where)
        for element in drawn_paragraphs(root):
            if where not in _BEHIND.values() or not _is_placeholder(element):
                yield _Paragraph(element, where)


def _is_placeholder(paragraph: etree._Element) -> bool:
    """Tell whether a paragraph of a layout is only what an empty slide shows while it is edited."""
    shape = next((above for above in paragraph.iterancestors() if local(above) == "sp"), None)
    return shape is not None and shape.find("{*}nvSpPr/{*}nvPr/{*}ph") is not None
