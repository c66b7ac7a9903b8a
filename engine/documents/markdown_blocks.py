"""The blocks of Markdown that hold prose, and where each of their lines stands."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from markdown_it.token import Token

from engine.documents.markdown_fields import (
    Field,
    definition_fields,
    front_matter,
    matter_fields,
)
from engine.documents.markdown_inline import markdown
from engine.records import record

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)?")
_BREAK: Final = re.compile(r"\r\n|\r|\n")
_BAR: Final = re.compile(r"(?<!\\)\|")
_BOX: Final = re.compile(r"\[[ xX]\]\s+")


@record
class Block:
    """A paragraph, a heading, a cell or some HTML.

    Attributes:
        line: The number of its first line, from 1.
        start: Where its words start in the text.
        end: Where they end.
        content: The words, without what stands in front of each line.
        prefix: What stands in front of a further line.
        new_line: How a line ends.
        separator: What comes between it and its translation.
        cell: Whether it is a cell of a table, where a bar would begin the next.
        html: Whether it is HTML, not Markdown.
    """

    line: int
    start: int
    end: int
    content: str
    prefix: str
    new_line: str
    separator: str
    cell: bool
    html: bool = False

    def laid_out(self, made: str) -> str:
        """Return other words as they stand in the text."""
        if self.cell:
            made = _BAR.sub(r"\\|", made)
        return made.replace("\n", self.new_line + self.prefix)


@record
class Blocks:
    """All blocks of a text and texts in quotes, in order, and what its links may refer to."""

    blocks: tuple[Block | Field, ...]
    references: Mapping[str, Any]


def read_blocks(text: str) -> Blocks:
    """Find the blocks of a text, in order."""
    environment: dict[str, Any] = {}
    matter = front_matter(text)
    tokens = markdown().parse(_without(matter, text), environment)
    lines = [match.span() for match in _LINE.finditer(text)]
    new_line = "\r\n" if "\r\n" in text else "\n"
    found: list[Block | Field] = list(_blocks(text, tokens, lines, new_line))
    found += matter_fields(matter) if matter is not None else ()
    found += definition_fields(text, environment.get("references", {}), lines)
    # A footnote may be parsed elsewhere than it stands.
    return Blocks(tuple(sorted(found, key=lambda each: each.start)), environment)


def _without(matter: re.Match[str] | None, text: str) -> str:
    """Return a text with empty lines for what stands in front of it."""
    if matter is None:
        return text
    return "\n" * len(_BREAK.findall(matter.group())) + text[matter.end() :]


def _blocks(
    text: str, tokens: Sequence[Token], lines: Sequence[tuple[int, int]], new_line: str
) -> Iterator[Block]:
    kind = ""
    cell_end = 0
    for token in tokens:
        if token.type.endswith("_open"):
            kind = token.type.removesuffix("_open")
        if token.type == "html_block" and (block := _html(text, token, lines, new_line)):
            yield block
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
        elif kind in {"heading", "dt"}:
            separator = " / "
        yield Block(token.map[0] + 1, start, end, content, prefix, new_line, separator, cell)


def _html(text: str, token: Token, lines: Sequence[tuple[int, int]], new_line: str) -> Block | None:
    """Return a block of HTML; ``None`` if it stands otherwise than it says."""
    first, last = token.map or (0, 0)
    content = token.content.rstrip("\n")
    contents = content.split("\n")
    at = next((number for number, line in enumerate(contents) if line.strip()), None)
    if at is None or first + len(contents) > last:
        return None
    start = text.find(contents[0], *lines[first])
    end = text.rfind(contents[-1], *lines[first + len(contents) - 1])
    if start < 0 or end < 0:
        return None
    prefix = re.sub(r"[^>\s]", " ", text[lines[first][0] : start])
    end += len(contents[-1])
    return Block(first + 1, start, end, content, prefix, new_line, "", cell=False, html=True)


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
