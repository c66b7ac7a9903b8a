"""XML within documents: read without entities and networks, written as it was."""

from typing import Final

from lxml import etree

from engine.errors import InputError

XML_NAMESPACE: Final = "http://www.w3.org/XML/1998/namespace"
SPACE: Final = f"{{{XML_NAMESPACE}}}space"


def read_xml(data: bytes, name: str) -> etree._Element:
    """Return the root of a part.

    Args:
        data: The part.
        name: What to call it in messages.

    Raises:
        InputError: It is not well formed.
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_blank_text=False
    )
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise InputError(f"expected XML in {name}, found: {error.msg}") from error


def written_xml(root: etree._Element) -> bytes:
    """Return a part as bytes, in UTF-8."""
    tree = root.getroottree()
    standalone = tree.docinfo.standalone
    return etree.tostring(tree, encoding="UTF-8", xml_declaration=True, standalone=standalone)


def local(element: etree._Element) -> str:
    """Return the name of an element without its namespace; nothing for a comment."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def space_of(element: etree._Element) -> str:
    """Return the namespace of an element in braces, to put in front of names."""
    tag = element.tag
    return tag[: tag.index("}") + 1] if isinstance(tag, str) and tag.startswith("{") else ""


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
    return etree.Element(element.tag, dict(element.attrib), dict(element.nsmap))
