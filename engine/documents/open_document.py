"""OpenDocument: texts, presentations and the texts of spreadsheets."""

from collections.abc import Iterator
from typing import BinaryIO, Final

from lxml import etree

from engine.documents.archive import Archive
from engine.documents.descriptions import Description, open_descriptions
from engine.documents.format import FormatOptions, Source, Translated, Unit
from engine.documents.locales import is_chinese, locale_of
from engine.documents.open_text import (
    TEXT,
    Look,
    Looks,
    add_translation,
    read_paragraph,
    rewrite,
)
from engine.documents.refusals import DocumentProtected
from engine.documents.xml_parts import attribute, local, read_xml, written_xml
from engine.records import record

_MIMETYPE: Final = "application/vnd.oasis.opendocument."
_NAMES: Final = {
    ".odt": ("an OpenDocument text", "text"),
    ".ott": ("a template of OpenDocument texts", "text-template"),
    ".odp": ("an OpenDocument presentation", "presentation"),
    ".ods": ("an OpenDocument spreadsheet", "spreadsheet"),
}
_CONTENT: Final = "content.xml"
_STYLES: Final = "styles.xml"
_MANIFEST: Final = "META-INF/manifest.xml"
_STYLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:style:1.0}"
_FO: Final = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
_LEFT: Final = frozenset(("tracked-changes", "annotation", "content-validations"))
"""What stands around paragraphs that are no part of the text: deleted ones, comments, messages."""

_UNSEEN: Final = frozenset(
    ("rsid", "paragraph-rsid", "language", "country", "script", "rfc-language-tag")
)
_LANGUAGE_SUFFIXES: Final = ("-asian", "-complex")


@record
class _Paragraph:
    element: etree._Element
    where: str
    looks: Looks


class OpenDocument:
    """The format of ``.odt`` and its kin. See :class:`engine.documents.format.Format`.

    Args:
        suffix: What the name of the document ends with.
    """

    interleaves = True

    def __init__(self, suffix: str) -> None:
        self.name, self._kind = _NAMES[suffix]

    def read(self, source: Source, options: FormatOptions) -> "OpenDocumentParsed":
        """Read a document's parts."""
        archive = Archive(source.data, self.name)
        if "mimetype" in archive:
            found = archive.read("mimetype").decode("ascii", "replace").strip()
            if found not in {_MIMETYPE + self._kind, f"{_MIMETYPE}{self._kind}-web"}:
                raise archive.refused()
        if _CONTENT not in archive and _MANIFEST not in archive:
            raise archive.refused()
        if _MANIFEST in archive:
            manifest = read_xml(archive.read(_MANIFEST), _MANIFEST)
            if next(manifest.iter("{*}encryption-data"), None) is not None:
                raise DocumentProtected(f"expected {self.name}, found one protected by a password")
        return OpenDocumentParsed(archive, options)


class OpenDocumentParsed:
    """An OpenDocument. See :class:`engine.documents.format.Parsed`."""

    def __init__(self, archive: Archive, options: FormatOptions) -> None:
        self._archive = archive
        self._options = options
        self._content = read_xml(archive.read(_CONTENT), _CONTENT)
        self._styles = read_xml(archive.read(_STYLES), _STYLES) if _STYLES in archive else None
        self._paragraphs = list(self._found())
        self._descriptions = list(self._described())

    def units(self) -> Iterator[Unit]:
        """Yield the paragraphs with words: of the text, then of headers and footers; pictures."""
        for each in self._paragraphs:
            inline = read_paragraph(each.element, each.looks)
            if inline.has_words:
                yield Unit(inline.content, each.where)
        yield from (each.unit() for each in self._descriptions)

    def write(self, file: BinaryIO, translations: Iterator[Translated]) -> None:
        """Write the document with other words in its paragraphs."""
        for each in self._paragraphs:
            inline = read_paragraph(each.element, each.looks)
            translated = next(translations) if inline.has_words else None
            if translated is None or not translated.changed:
                continue
            if self._options.interleaved:
                # A second heading would get a number of its own.
                same = local(each.element) == "h"
                add_translation(each.element, inline, translated.content, same=same)
            else:
                rewrite(each.element, inline, translated.content)
        for description in self._descriptions:
            description.write(next(translations), interleaved=self._options.interleaved)
        changed = {_CONTENT: written_xml(self._content)}
        if self._styles is not None:
            _state_language(self._styles, self._options.target)
            changed[_STYLES] = written_xml(self._styles)
        self._archive.write(file, changed)

    def _described(self) -> Iterator[Description]:
        roots = [*self._content.iterfind("{*}body")]
        if self._styles is not None:
            roots += self._styles.iterfind("{*}master-styles")
        for root in roots:
            for each in open_descriptions(root, "picture"):
                if not any(local(above) in _LEFT for above in each.element.iterancestors()):
                    yield each

    def _found(self) -> Iterator[_Paragraph]:
        looks = dict(_looks(self._content))
        for body in self._content.iterfind("{*}body"):
            yield from _in_body(body, looks)
        if self._styles is not None:
            looks = dict(_looks(self._styles))
            for masters in self._styles.iterfind("{*}master-styles"):
                for element in _elements(masters):
                    if not _is_placeholder(element):
                        yield _Paragraph(element, _place(element), looks)


def _in_body(body: etree._Element, looks: Looks) -> Iterator[_Paragraph]:
    slides: list[etree._Element] = []
    for number, element in enumerate(_elements(body), start=1):
        above = {local(each): each for each in element.iterancestors()}
        if "table-cell" in above and not _is_text(above["table-cell"]):
            continue
        where = f"paragraph {number}"
        if "page" in above:
            if not slides or slides[-1] is not above["page"]:
                slides.append(above["page"])
            where = f"slide {len(slides)}{', notes' if 'notes' in above else ''}"
        yield _Paragraph(element, where, looks)


def _elements(parent: etree._Element) -> Iterator[etree._Element]:
    """Yield the paragraphs and headings that are part of the text, in order."""
    for each in parent.iter(f"{TEXT}p", f"{TEXT}h"):
        if not any(local(above) in _LEFT for above in each.iterancestors()):
            yield each


def _is_text(cell: etree._Element) -> bool:
    """Tell whether a cell holds text that somebody wrote, neither a number nor a formula."""
    kind = attribute(cell, "value-type")
    return kind in {None, "string"} and attribute(cell, "formula") is None


def _place(element: etree._Element) -> str:
    """Say where on a page a paragraph stands that all pages have."""
    for above in element.iterancestors():
        for kind in ("header", "footer"):
            if local(above).startswith(kind):
                return kind
    return "master"


def _is_placeholder(element: etree._Element) -> bool:
    """Tell whether a paragraph is only what an empty slide shows while it is edited."""
    return any(
        local(above) == "frame" and attribute(above, "class") is not None
        for above in element.iterancestors()
    )


def _looks(root: etree._Element) -> Iterator[tuple[str, Look]]:
    """Yield the automatic styles of characters, and what a reader sees of each."""
    for style in root.iterfind("{*}automatic-styles/{*}style"):
        if attribute(style, "family") == "text":
            seen: list[tuple[str, str]] = []
            parent = attribute(style, "parent-style-name")
            if parent is not None:
                seen.append(("parent", parent))
            for properties in style.iterfind("{*}text-properties"):
                seen += (
                    (str(key), str(value))
                    for key, value in properties.attrib.items()
                    if not _is_unseen(str(key))
                )
            yield attribute(style, "name") or "", tuple(sorted(seen))


def _is_unseen(key: str) -> bool:
    name = key.rpartition("}")[2]
    for suffix in _LANGUAGE_SUFFIXES:
        name = name.removesuffix(suffix)
    return name in _UNSEEN


def _state_language(styles: etree._Element, target: str) -> None:
    """Let text be in the language of the result by default."""
    language, _, country = locale_of(target).partition("-")
    asian = is_chinese(target)
    for properties in styles.iterfind("{*}styles/{*}default-style/{*}text-properties"):
        if asian:
            properties.set(f"{_STYLE}language-asian", language)
            properties.set(f"{_STYLE}country-asian", country)
        else:
            properties.set(f"{_FO}language", language)
            properties.set(f"{_FO}country", country or "none")
