"""Texts of Markdown that stand in quotes: titles in front matter and of definitions of links."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from markdown_it.common.utils import unescapeAll

from engine.records import record

MATTER: Final = re.compile(
    r"(?P<fence>---|\+\+\+)[ \t]*(?P<end>\r\n|\r|\n)(?P<inside>(?:.*?(?:\r\n|\r|\n))??)"
    r"(?P=fence)[ \t]*(?=\r|\n|\Z)",
    re.DOTALL,
)
_KEYS: Final = (
    *("title", "subtitle", "description", "summary", "excerpt", "abstract", "tagline", "lead"),
    *("caption", "linkTitle", "sidebar_label", "sidebarTitle"),
)
_ENTRY: Final = re.compile(rf"^({'|'.join(_KEYS)})[ \t]*([:=])[ \t]+(.*?)[ \t]*$", re.MULTILINE)
_ANY_ENTRY: Final = re.compile(r"(?:[ \t]*(?:#.*)?[\r\n]+)*[\w\"'-][\w .\"'-]*[:=]")
_DOUBLE: Final = re.compile(r'"((?:[^"\\]|\\["\\])*)"(?:[ \t]+#.*)?')
_SINGLE: Final = re.compile(r"'((?:[^']|'')*)'(?:[ \t]+#.*)?")
_PLAIN: Final = re.compile(
    r"(?![-?:,\[\]{}#&*!|>'\"%@`~])(?:[^:#\s]|:(?=\S)|(?<=\S)#|[ \t]+(?=[^#\s]))+"
)
_TITLE: Final = re.compile(
    r"(?:[ \t]|^)"
    r"(?:\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'|\(((?:[^()\\]|\\.)*)\))[ \t>]*\Z"
)
_WORD: Final = re.compile(r"[^\W\d_]")

Quote = Callable[[str], str]


@record
class Field:
    """A text in quotes.

    Attributes:
        start: Where it starts, with its quotes.
        end: Where it ends.
        text: What it says.
        kind: What it is, for people.
        quoted: Writes another text in its place.
    """

    start: int
    end: int
    text: str
    kind: str
    quoted: Quote


def front_matter(text: str) -> re.Match[str] | None:
    """Return what stands in front of a text for programs; a rule across the page is none."""
    match = MATTER.match(text)
    if match is None or (match["inside"].strip() and not _ANY_ENTRY.match(match["inside"])):
        return None
    return match


def matter_fields(matter: re.Match[str]) -> Iterator[Field]:
    """Yield what front matter says to readers, where it stands on one line."""
    inside, toml = matter["inside"], matter["fence"] == "+++"
    at = matter.start("inside")
    for entry in _ENTRY.finditer(inside.replace("\r", "\n")):
        found = _scalar(entry[3], toml=toml)
        # What is indented goes on with the value.
        behind = inside[entry.end() :].lstrip("\r\n")
        if (entry[2] == "=") != toml or found is None or behind[:1] in {" ", "\t"}:
            continue
        text, length, quoted = found
        if _WORD.search(text):
            start = at + entry.start(3)
            yield Field(start, start + length, text, "front matter", quoted)


def _scalar(value: str, *, toml: bool) -> tuple[str, int, Quote] | None:
    """Return what a value says, its length as it is written, and what writes others like it."""
    if match := _DOUBLE.fullmatch(value):
        text = re.sub(r"\\(.)", r"\1", match[1])
        return text, match.end(1) + 1, _double
    if match := _SINGLE.fullmatch(value):
        if toml:
            return match[1], match.end(1) + 1, _literal
        return match[1].replace("''", "'"), match.end(1) + 1, _single
    if not toml and _PLAIN.fullmatch(value):
        return value, len(value), lambda text: text if _PLAIN.fullmatch(text) else _double(text)
    return None


def _double(text: str) -> str:
    return '"{}"'.format(text.replace("\\", "\\\\").replace('"', '\\"'))


def _single(text: str) -> str:
    return "'{}'".format(text.replace("'", "''"))


def _literal(text: str) -> str:
    return _double(text) if "'" in text else f"'{text}'"


def definition_fields(
    text: str, references: Mapping[str, object], lines: list[tuple[int, int]]
) -> Iterator[Field]:
    """Yield the titles of what links refer to.

    Args:
        text: The text.
        references: What its links may refer to, as markdown-it notes it.
        lines: Where each line starts and ends.
    """
    for found in references.values():
        if not isinstance(found, dict) or not _WORD.search(found.get("title") or ""):
            continue
        start, end = lines[found["map"][1] - 1]
        title = title_in(text[start:end].rstrip("\r\n"))
        if title is not None and title.text == found["title"]:
            yield Field(
                start + title.start, start + title.end, title.text, title.kind, title.quoted
            )


def title_in(source: str) -> Field | None:
    """Return the title that stands at the end of what says where a link leads."""
    match = _TITLE.search(source)
    if match is None or match.lastindex is None:
        return None
    start, end = match.span(match.lastindex)
    mark, closing = source[start - 1], source[end]

    def quoted(text: str) -> str:
        inside = text.replace("\\", "\\\\")
        for each in dict.fromkeys((mark, closing)):
            inside = inside.replace(each, f"\\{each}")
        return f"{mark}{inside}{closing}"

    return Field(start - 1, end + 1, unescapeAll(match[match.lastindex]), "title", quoted)
