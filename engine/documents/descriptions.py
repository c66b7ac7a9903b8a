"""What a document says of its pictures, charts and tables to those who do not see them."""

from collections.abc import Iterator
from typing import Final

from lxml import etree

from engine.documents.content import plain
from engine.documents.format import Translated, Unit
from engine.documents.pieces import WORD
from engine.documents.xml_parts import space_of
from engine.records import record

_SVG: Final = "{urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0}"


@record
class Description:
    """A title or a description.

    Attributes:
        element: The element that has it.
        key: The attribute that holds it; ``None`` if it is the text of the element.
        where: Where a person finds it.
    """

    element: etree._Element
    key: str | None
    where: str

    @property
    def text(self) -> str:
        """What it says."""
        return (self.element.text if self.key is None else self.element.get(self.key)) or ""

    def unit(self) -> Unit:
        """Return it as something to translate."""
        return Unit((self.text,), self.where)

    def write(self, translated: Translated, *, interleaved: bool) -> None:
        """Put its translation in its place, or behind it."""
        if not translated.changed:
            return
        made = plain(translated.content)
        made = f"{self.text} / {made}" if interleaved else made
        if self.key is None:
            self.element.text = made
        else:
            self.element.set(self.key, made)


def office_descriptions(root: etree._Element, where: str) -> Iterator[Description]:
    """Yield the descriptions in a part of a document of Office.

    Args:
        root: The part.
        where: What the part is, for people; nothing for the text itself.
    """
    place = f"{where}, picture" if where else "picture"
    for each in root.iter("{*}docPr", "{*}cNvPr", "{*}tblCaption", "{*}tblDescription"):
        space = space_of(each)
        table = etree.QName(each).localname.startswith("tbl")
        for key in (f"{space}val",) if table else ("title", "descr"):
            if WORD.search(each.get(key) or ""):
                yield Description(each, key, place)


def open_descriptions(root: etree._Element, where: str) -> Iterator[Description]:
    """Yield the descriptions in an OpenDocument, or in a part of one.

    Args:
        root: The part.
        where: What to call each, for people.
    """
    for each in root.iter(f"{_SVG}title", f"{_SVG}desc"):
        if not len(each) and WORD.search(each.text or ""):
            yield Description(each, None, where)
