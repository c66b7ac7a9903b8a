"""XML within documents: read without entities and networks, written as it was."""

from io import BytesIO
from typing import Final, cast

from lxml import etree

from engine.documents.refusals import DocumentDamaged

_XML: Final = "http://www.w3.org/XML/1998/namespace"
SPACE: Final = f"{{{_XML}}}space"
ID: Final = f"{{{_XML}}}id"
LANGUAGE: Final = f"{{{_XML}}}lang"


def read_xml(data: bytes, name: str) -> etree._Element:
    """Return the root of a part.

    Args:
        data: The part.
        name: What to call it in messages.

    Raises:
        DocumentDamaged: It is not well formed.
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_blank_text=False
    )
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise DocumentDamaged(f"expected XML in {name}, found: {error.msg}") from error


def written_xml(root: etree._Element) -> bytes:
    """Return a part as bytes, in UTF-8."""
    file = BytesIO()
    tree = root.getroottree()
    if tree.docinfo.standalone:
        tree.write(file, encoding="UTF-8", xml_declaration=True, standalone=True)
    else:
        tree.write(file, encoding="UTF-8", xml_declaration=True)
    return file.getvalue()


def local(element: etree._Element) -> str:
    """Return the name of an element without its namespace; nothing for a comment."""
    return _name(element).rpartition("}")[2]


def space_of(element: etree._Element) -> str:
    """Return the namespace of an element in braces, to put in front of names."""
    space, end, _ = _name(element).rpartition("}")
    return space + end


def attribute(element: etree._Element, name: str) -> str | None:
    """Return the attribute of a name, whatever its namespace."""
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return None


def child(element: etree._Element, name: str) -> etree._Element | None:
    """Return the first child of a name in the namespace of its parent."""
    return element.find(space_of(element) + name)


def shell(element: etree._Element) -> etree._Element:
    """Return a copy of an element without what is in it."""
    made = etree.Element(element.tag, nsmap=cast("dict[str, str]", element.nsmap))
    for key, value in element.attrib.items():
        made.set(key, value)
    return made


def remove(element: etree._Element) -> None:
    """Take an element out of its parent, without the text behind it."""
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _name(element: etree._Element) -> str:
    tag: object = element.tag  # of a comment it is a function
    return tag if isinstance(tag, str) else ""
