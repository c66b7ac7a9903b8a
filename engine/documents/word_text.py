"""The inside of a paragraph of a Word document: runs, links, fields, notes, tracked changes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final, TypeAlias

from lxml.etree import _Element

from engine.documents.inline import Inline, inline_of
from engine.documents.pieces import (
    Atom,
    Edge,
    Group,
    Piece,
    Style,
    Text,
    Thing,
    has_words,
    seen_text,
)
from engine.documents.xml_parts import attribute, child, local

Properties: TypeAlias = _Element | None
"""What a run looks like: its ``rPr``."""

_WRAPPERS: Final = frozenset(
    ("hyperlink", "ins", "moveTo", "sdt", "smartTag", "customXml", "dir", "bdo")
)
_INSIDE: Final = frozenset(("sdtPr", "sdtEndPr", "smartTagPr", "customXmlPr"))
_EDGES: Final = {"Start": True, "End": False}
_RANGES: Final = ("bookmark", "commentRange", "perm", "moveToRange", "moveFromRange")
_DROPPED: Final = frozenset(("proofErr", "lastRenderedPageBreak", "softHyphen", "rPr"))
_UNSEEN: Final = frozenset(
    # Marks of an editor, and what is laid out for words that will be other ones.
    ("lang", "noProof", "rPrChange", "ins", "del", "bCs", "iCs", "szCs", "spacing", "kern", "w")
)
_SYMBOLS: Final = ("Symbol", "Wingdings", "Webdings", "Marlett", "MT Extra")
_PLAIN: Final[Style[Properties]] = Style((), None)
_SPACES: Final = str.maketrans("\t\r\n", "   ")


def read_paragraph(paragraph: _Element) -> Inline[Properties]:
    """Describe a paragraph."""
    return inline_of(_pieces(paragraph), _PLAIN)


def style_of(properties: Properties) -> Style[Properties]:
    """Return a run's style."""
    return _PLAIN if properties is None else Style(_key(properties), properties)


def _key(properties: _Element) -> tuple[object, ...]:
    """Return what a reader sees of a run's properties, in an order of its own."""
    found = []
    for each in properties:
        name = local(each)
        if name in _UNSEEN:
            continue
        values = sorted(
            (str(key), str(value))
            for key, value in each.attrib.items()
            if not str(key).endswith("}hint")
        )
        if values or name != "rFonts":
            found.append((name, tuple(values)))
    return tuple(sorted(found))


def _pieces(parent: _Element) -> list[Piece[Properties]]:
    return list(_with_fields(list(_with_references(_parts(parent)))))


def _parts(parent: _Element) -> Iterator[Piece[Properties]]:
    """Yield what is in an element, the marks of fields as things of their own."""
    for each in parent:
        name = local(each)
        if name in _DROPPED or name in _INSIDE or name == "pPr":
            continue
        if name == "r":
            yield from _run(each)
        elif name in _WRAPPERS or (name == "fldSimple" and _is_link(attribute(each, "instr"))):
            yield _wrapped(each)
        elif (edge := _edge(each, name)) is not None:
            yield edge
        else:
            yield Thing(
                (Atom(each, None),), _text_in(each), once=name not in {"fldSimple", "oMath"}
            )


def _with_references(parts: Iterable[Piece[Properties]]) -> Iterator[Piece[Properties]]:
    """Yield pieces, the sign of a comment made one with the end of what it is about."""
    end: Edge[Properties] | None = None
    for part in parts:
        if end is not None:
            sign = part.atoms if isinstance(part, Thing) and _is_sign(part) else ()
            yield replace(end, atoms=(*end.atoms, *sign))
            end = None
            if sign:
                continue
        if isinstance(part, Edge) and not part.starts and part.name.startswith("comment"):
            end = part
        else:
            yield part
    if end is not None:
        yield end


def _is_sign(thing: Thing[Properties]) -> bool:
    return local(thing.atoms[0].element) == "commentReference"


def _wrapped(element: _Element) -> Piece[Properties]:
    inside = child(element, "sdtContent") if local(element) == "sdt" else element
    pieces = tuple(_pieces(inside)) if inside is not None else ()
    if has_words(pieces):
        return Group(pieces, element)
    return Thing((Atom(element, None),), seen_text(pieces))


def _edge(element: _Element, name: str) -> Edge[Properties] | None:
    for ending, starts in _EDGES.items():
        kind = name.removesuffix(ending)
        if kind != name and kind in _RANGES:
            return Edge(f"{kind} {attribute(element, 'id')}", starts, (Atom(element, None),))
    return None


def _run(run: _Element) -> Iterator[Piece[Properties]]:
    properties = child(run, "rPr")
    style = style_of(properties)
    if _is_kept(properties):
        yield Thing((Atom(run, None),), "" if _is_hidden(properties) else _text_in(run))
        return
    for each in run:
        name = local(each)
        if name in _DROPPED or not name:
            continue
        if name == "t":
            yield Text((each.text or "").translate(_SPACES), style, each)
        elif name == "noBreakHyphen":
            yield Text("-", style, each)
        else:
            yield _in_run(each, name, properties)


def _in_run(element: _Element, name: str, properties: Properties) -> Thing[Properties]:
    atom = Atom(element, properties, in_run=True)
    if name in {"tab", "ptab", "br", "cr"}:
        return Thing((atom,), breaks=True, once=False)
    text = _text_in(element) if name == "ruby" else ""
    return Thing((atom,), text, once=name not in {"sym", "ruby", "pgNum"})


def _is_kept(properties: Properties) -> bool:
    """Tell whether a run's letters are pictures, or not to be seen at all."""
    if properties is None:
        return False
    fonts = child(properties, "rFonts")
    font = (attribute(fonts, "ascii") or "") if fonts is not None else ""
    return font.startswith(_SYMBOLS) or _is_hidden(properties)


def _is_hidden(properties: Properties) -> bool:
    hidden = child(properties, "vanish") if properties is not None else None
    return hidden is not None and (attribute(hidden, "val") or "true") not in {"0", "false", "off"}


def _text_in(element: _Element) -> str:
    """Return the text of all runs in an element that a reader sees."""
    if local(element) in {"del", "moveFrom", "drawing", "pict", "object", "AlternateContent"}:
        return ""
    return "".join(each.text or "" for each in element.iter("{*}t"))


def _mark(piece: Piece[Properties]) -> str:
    """Return "begin", "separate" or "end" for the mark of a field."""
    if isinstance(piece, Thing) and len(piece.atoms) == 1:
        element = piece.atoms[0].element
        if local(element) == "fldChar":
            return attribute(element, "fldCharType") or ""
    return ""


def _with_fields(parts: Sequence[Piece[Properties]]) -> Iterator[Piece[Properties]]:
    """Yield pieces in which a field that begins and ends here is one."""
    at = 0
    while at < len(parts):
        end = _field_end(parts, at) if _mark(parts[at]) == "begin" else None
        if end is None:
            yield parts[at]
            at += 1
        else:
            yield from _field(parts[at : end + 1])
            at = end + 1


def _field_end(parts: Sequence[Piece[Properties]], start: int) -> int | None:
    depth = 0
    for at in range(start, len(parts)):
        depth += {"begin": 1, "end": -1}.get(_mark(parts[at]), 0)
        if not depth:
            return at
    return None


def _field(parts: Sequence[Piece[Properties]]) -> Iterator[Piece[Properties]]:
    """Yield a field: a group if it is a link, else a thing that shows its result."""
    separate, depth = len(parts) - 1, 0
    for at, part in enumerate(parts):
        depth += {"begin": 1, "end": -1}.get(_mark(part), 0)
        if depth == 1 and _mark(part) == "separate":
            separate = at
            break
    code, result = parts[: separate + 1], parts[separate + 1 : -1]
    if _is_link(_instruction(code)) and has_words(result):
        before = tuple(_atoms(code))
        yield Group(tuple(_with_fields(result)), before=before, after=tuple(_atoms(parts[-1:])))
    else:
        yield Thing(tuple(_atoms(parts)), seen_text(result), once=False)


def _instruction(parts: Iterable[Piece[Properties]]) -> str:
    atoms = chain.from_iterable(part.atoms for part in parts if isinstance(part, Thing))
    return "".join(each.element.text or "" for each in atoms if local(each.element) == "instrText")


def _is_link(instruction: str | None) -> bool:
    return (instruction or "").split()[:1] == ["HYPERLINK"]


def _atoms(parts: Iterable[Piece[Properties]]) -> Iterator[Atom[Properties]]:
    """Yield what pieces are put back as, word for word."""
    for part in parts:
        if isinstance(part, Thing | Edge):
            yield from part.atoms
        elif isinstance(part, Text):
            if part.element is not None:
                yield Atom(part.element, part.style.value, in_run=True)
        elif part.wrapper is not None:
            yield Atom(part.wrapper, None)
        else:
            yield from (*part.before, *_atoms(part.pieces), *part.after)
