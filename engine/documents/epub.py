"""E-books (EPUB): the chapters, the table of contents and the title; all else stays to the byte."""

import posixpath
from collections.abc import Iterator
from typing import BinaryIO, Final
from urllib.parse import unquote

from lxml import etree

from engine.documents.archive import Archive
from engine.documents.content import plain
from engine.documents.format import FormatOptions, Source, Translated, Unit
from engine.documents.html import decode_html
from engine.documents.html_text import HtmlText
from engine.documents.refusals import DocumentDamaged, DocumentProtected
from engine.documents.xml_parts import LANGUAGE, attribute, local, read_xml, written_xml

_WANTED: Final = "an e-book (EPUB)"
_CONTAINER: Final = "META-INF/container.xml"
_ENCRYPTION: Final = "META-INF/encryption.xml"
_FONTS: Final = frozenset(("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"))
"""Ways to make fonts unreadable outside of a book, which locks nothing."""

_PAGES: Final = frozenset(("application/xhtml+xml", "text/html"))
_CONTENTS: Final = "application/x-dtbncx+xml"


class Epub:
    """The format of ``.epub``. See :class:`engine.documents.format.Format`."""

    name = _WANTED
    interleaves = True

    def read(self, source: Source, options: FormatOptions) -> "EpubParsed":
        """Read what a book says of itself."""
        archive = Archive(source.data, self.name)
        if _CONTAINER not in archive:
            raise archive.refused()
        _refuse_locked(archive)
        root = read_xml(archive.read(_CONTAINER), _CONTAINER)
        for each in root.iter("{*}rootfile"):
            path = attribute(each, "full-path")
            if path:
                return EpubParsed(archive, path, options)
        raise DocumentDamaged(f"expected {self.name}, found an archive without contents")


class EpubParsed:
    """An e-book. See :class:`engine.documents.format.Parsed`."""

    def __init__(self, archive: Archive, path: str, options: FormatOptions) -> None:
        self._archive = archive
        self._options = options
        self._path = path
        self._book = read_xml(archive.read(path), path)
        self._pages, contents = _parts(self._book, path)
        self._pages = [name for name in self._pages if name in archive]
        self._contents = {
            name: read_xml(archive.read(name), name) for name in contents if name in archive
        }
        if not self._pages:
            raise DocumentDamaged(f"expected {_WANTED}, found one without chapters")

    def units(self) -> Iterator[Unit]:
        """Yield the title, the chapters in order, and the table of contents."""
        for title in self._titles():
            yield _unit(title, "title")
        for name in self._pages:
            yield from self._page(name).units(f"{posixpath.basename(name)}, ")
        for root in self._contents.values():
            for label in _labels(root):
                yield _unit(label, "table of contents")

    def write(self, file: BinaryIO, translations: Iterator[Translated]) -> None:
        """Write the book with other words in its pages."""
        options = self._options
        for title in self._titles():
            self._put(title, next(translations))
        changed: dict[str, bytes] = {}
        for name in self._pages:
            pieces = self._page(name).written(
                translations, options.target, interleaved=options.interleaved, encoding="utf-8"
            )
            changed[name] = "".join(pieces).encode("utf-8", "xmlcharrefreplace")
        for name, root in self._contents.items():
            for label in _labels(root):
                self._put(label, next(translations))
            if root.get(LANGUAGE) is not None:
                root.set(LANGUAGE, options.target)
            changed[name] = written_xml(root)
        for language in self._book.iterfind("{*}metadata/{*}language"):
            language.text = options.target
            break
        changed[self._path] = written_xml(self._book)
        self._archive.write(file, changed)

    def _page(self, name: str) -> HtmlText:
        return HtmlText(decode_html(self._archive.read(name))[0], xml=True)

    def _titles(self) -> Iterator[etree._Element]:
        for each in self._book.iterfind("{*}metadata/{*}title"):
            if (each.text or "").strip():
                yield each

    def _put(self, element: etree._Element, translated: Translated) -> None:
        if translated.changed:
            source, made = plain(translated.unit.content), plain(translated.content)
            element.text = f"{source} / {made}" if self._options.interleaved else made


def _refuse_locked(archive: Archive) -> None:
    """Refuse a book whose pages are encrypted.

    Raises:
        DocumentProtected: It is such a one.
    """
    if _ENCRYPTION not in archive:
        return
    for each in read_xml(archive.read(_ENCRYPTION), _ENCRYPTION).iter("{*}EncryptedData"):
        method = each.find("{*}EncryptionMethod")
        if method is None or attribute(method, "Algorithm") not in _FONTS:
            raise DocumentProtected(f"expected {_WANTED}, found one that is locked (DRM)")


def _parts(book: etree._Element, path: str) -> tuple[list[str], list[str]]:
    """Return the pages of a book in reading order, and its old-style tables of contents."""
    folder = posixpath.dirname(path)
    pages: dict[str, str] = {}
    navigation: list[str] = []
    contents: list[str] = []
    for item in book.iterfind("{*}manifest/{*}item"):
        reference, kind = attribute(item, "href") or "", attribute(item, "media-type")
        name = posixpath.normpath(posixpath.join(folder, unquote(reference)))
        if kind in _PAGES:
            pages[attribute(item, "id") or ""] = name
            if "nav" in (attribute(item, "properties") or "").split():
                navigation.append(name)
        elif kind == _CONTENTS:
            contents.append(name)
    spine = [attribute(each, "idref") or "" for each in book.iterfind("{*}spine/{*}itemref")]
    ordered = [pages[each] for each in spine if each in pages]
    return list(dict.fromkeys((*ordered, *navigation))), contents


def _labels(root: etree._Element) -> Iterator[etree._Element]:
    """Yield the texts of a table of contents, without the names of authors."""
    for each in root.iter("{*}text"):
        parent = each.getparent()
        if parent is not None and local(parent) != "docAuthor" and (each.text or "").strip():
            yield each


def _unit(element: etree._Element, where: str) -> Unit:
    return Unit((" ".join((element.text or "").split()),), where)
