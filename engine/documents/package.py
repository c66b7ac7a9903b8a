"""Packages of Office: which parts there are, what they are, and in which order they are read."""

import posixpath
import re
from collections.abc import Iterator
from typing import Final

from lxml import etree

from engine.documents.archive import Archive
from engine.documents.xml_parts import attribute, read_xml

_TYPES: Final = "[Content_Types].xml"
_DIGITS: Final = re.compile(r"(\d+)")


class Package:
    """An archive of parts that refer to each other.

    Args:
        archive: The archive.

    Raises:
        InputError: It is no such package.
    """

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._kinds: dict[str, str] = {}
        if _TYPES not in archive:
            raise archive.refused()
        for each in read_xml(archive.read(_TYPES), _TYPES):
            name, kind = attribute(each, "PartName"), attribute(each, "ContentType")
            if name and kind:
                self._kinds[name.lstrip("/")] = kind

    def of_kind(self, *endings: str) -> list[str]:
        """Return the parts whose content type ends so, by number: ``slide2`` before ``slide10``."""
        found = [name for name, kind in self._kinds.items() if kind.endswith(endings)]
        return sorted((name for name in found if name in self._archive), key=_by_number)

    def related(self, part: str) -> dict[str, str]:
        """Return the parts that one refers to, by the identity of the relation."""
        folder, name = posixpath.split(part)
        relations = posixpath.join(folder, "_rels", f"{name}.rels")
        if relations not in self._archive:
            return {}
        root = read_xml(self._archive.read(relations), relations)
        return dict(_targets(root, folder))


def _targets(root: etree._Element, folder: str) -> Iterator[tuple[str, str]]:
    for each in root:
        identity, target = attribute(each, "Id"), attribute(each, "Target")
        if identity and target and attribute(each, "TargetMode") != "External":
            whole = posixpath.join("/", folder, target)
            yield identity, posixpath.normpath(whole).lstrip("/")


def _by_number(name: str) -> list[tuple[int, str]]:
    return [(int(part) if part.isdigit() else 0, part) for part in _DIGITS.split(name)]
