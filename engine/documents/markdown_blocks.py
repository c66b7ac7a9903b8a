"""The blocks of Markdown that hold prose, and where each of their lines stands."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from engine.documents.markdown_inline import markdown

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)?")
_BAR: Final = re.compile(r"(?<!\\)\|")
_BOX: Final = re.compile(r"\[[ xX]\]\s+")


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a heading or a cell.

    Attributes:
        line: The number of its first line, from 1.
        start: Where its words start in the text.
        end: Where they end.
        content: The words, without what stands in front of each line.
        prefix: What stands in front of a further line.
        new_line: How a line ends.
        separator: What comes between it and its translation.
        cell: Whether it is a cell of a table, where a bar would begin the next.
    """

    line: int
    start: int
    end: int
    content: str
    prefix: str
    new_line: str
    separator: str
    cell: bool

    def laid_out(self, made: str) -> str:
        """Return other words as they stand in the text."""
        if self.cell:
            made = _BAR.sub(r"\\|", made)
        return made.replace("\n", self.new_line + self.prefix)


@dataclass(frozen=True, slots=True)
class Blocks:
    """All blocks of a text, and what its links may refer to."""

    blocks: tuple[Block, ...]
    references: Mapping[str, Any]


def read_blocks(text: str) -> Blocks:
    """Find the blocks of a text, in order."""
    environment: dict[str, Any] = {}
    tokens = markdown().use(front_matter_plugin).parse(text, environment)
    lines = [match.span() for match in _LINE.finditer(text)]
    new_line = "\r\n" if "\r\n" in text else "\n"
    found = list(_blocks(text, tokens, lines, new_line))
    # A footnote may be parsed elsewhere than it stands.
    return Blocks(tuple(sorted(found, key=lambda each: each.start)), environment)


def _blocks(
    text: str, tokens: Sequence[Token], lines: Sequence[tuple[int, int]], new_line: str
) -> Iterator[Block]:
    kind = ""
    cell_end = 0
    for token in tokens:
        if token.type.endswith("_open"):
            kind = token.type.removesuffix("_open")
        if token.type != "inline" or token.map is None or not token.content.strip():
            continue
        cell = kind in {"th", "td"}
        spans = _spans(text, token, lines, cell_end if cell else 0, cell=cell)
        if spans is None:
            continue
        start, end = spans
        if cell:
            cell_end = end
        head = text[lines[token.map[0]][0] : start]
        content = token.content.replace("|", "\\|") if cell else token.content
        if box := _BOX.match(content):
            start, content = start + box.end(), content[box.end() :]
        prefix = re.sub(r"[^>\s]", " ", head)
        separator = f"{new_line}{prefix.rstrip()}{new_line}{prefix}"
        if cell:
            separator = "<br>"
        elif kind == "heading":
            separator = " / "
        yield Block(token.map[0] + 1, start, end, content, prefix, new_line, separator, cell)


def _spans(
    text: str, token: Token, lines: Sequence[tuple[int, int]], after: int, *, cell: bool
) -> tuple[int, int] | None:
    """Return where the words of a block start and end; ``None`` if they cannot be found."""
    first, last = token.map or (0, 0)
    contents = token.content.split("\n")
    places = lines[first : first + len(contents)]
    if len(places) < len(contents) or first + len(contents) > max(last, first + 1):
        return None
    wanted = contents[0].replace("|", "\\|") if cell else contents[0].rstrip()
    start = text.find(wanted, max(places[0][0], after), places[0][1])
    if start < 0:
        return None
    if len(contents) == 1:
        return start, start + len(wanted)
    last_line = contents[-1].strip()
    end = text.rfind(last_line, *places[-1])
    return None if end < 0 else (start, end + len(last_line))
