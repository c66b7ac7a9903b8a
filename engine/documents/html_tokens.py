"""HTML as a sequence of tags and text, each with its place in the source.

The rules are those of the HTML standard for taking markup apart. Nothing is made into a tree and
written out again: what nobody changes comes out exactly as it went in, however broken it is. Each
character is read once, whatever the source holds.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from typing import Final, Literal

Kind = Literal["text", "raw", "open", "close", "alone", "other", "kept"]
"""``raw`` is text that is no prose, such as a script; ``alone`` a tag that closes itself; ``other``
a comment, a declaration or an instruction; ``kept`` a whole element that stays as it is."""

_SPACE: Final = r"[ \t\n\f\r]"
_VALUE: Final = r"""(?:"[^"]*+"|'[^']*+'|(?!["'])[^ \t\n\f\r>]++)"""
_ATTRIBUTE: Final = re.compile(
    rf"[ \t\n\f\r/]++|(?P<name>[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+)"
    rf"(?:{_SPACE}*+={_SPACE}*+(?P<value>{_VALUE}))?+"
)
_ATTRIBUTES: Final = (
    rf"(?:[ \t\n\f\r/]++|[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+(?:{_SPACE}*+={_SPACE}*+{_VALUE})?+)*+"
)
_TOKEN: Final = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))"
    r"|<!\[CDATA\[.*?(?:\]\]>|\Z)"
    r"|<(?:[!?]|/[^A-Za-z>])[^>]*+(?:>|\Z)"
    rf"|<(?P<closes>/)?(?P<name>[A-Za-z][^ \t\n\f\r/>]*+){_ATTRIBUTES}(?P<end>>|\Z)",
    re.DOTALL,
)
_RAW: Final = frozenset(
    ("script", "style", "xmp", "iframe", "noembed", "noframes", "textarea", "title")
)
_VOID: Final = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source")
) | {"track", "wbr"}


@dataclass(frozen=True)
class Token:
    """A tag, or text up to the next.

    Attributes:
        kind: What it is.
        start: Where it starts in the source.
        text: It as it is written.
        name: Of a tag, in small letters.
    """

    kind: Kind
    start: int
    text: str
    name: str = ""

    @property
    def end(self) -> int:
        """Where it ends in the source."""
        return self.start + len(self.text)

    @cached_property
    def attributes(self) -> dict[str, tuple[str, int, int]]:
        """Value, and place of the whole in the token, of each attribute by its name."""
        found: dict[str, tuple[str, int, int]] = {}
        for match in _ATTRIBUTE.finditer(self.text, len(self.name) + 1):
            if match["name"] and match["name"] != ">":
                value = match["value"] or ""
                value = value[1:-1] if value[:1] in {'"', "'"} else value
                found.setdefault(match["name"].lower(), (unescape(value), *match.span()))
        return found

    def get(self, name: str) -> str | None:
        """Return the value of an attribute; ``None`` if the tag has none of that name."""
        found = self.attributes.get(name)
        return None if found is None else found[0]

    def with_attribute(self, name: str, value: str) -> str:
        """Return the tag with another value of an attribute, or with one more."""
        written = f'{name}="{escaped(value, quotes=True)}"'
        found = self.attributes.get(name)
        if found is None:
            at = len(self.name) + 1
            return f"{self.text[:at]} {written}{self.text[at:]}"
        return self.text[: found[1]] + written + self.text[found[2] :]

    def without_attribute(self, name: str) -> str:
        """Return the tag without an attribute."""
        found = self.attributes.get(name)
        if found is None:
            return self.text
        return self.text[: found[1]].rstrip() + self.text[found[2] :]


def tokens(source: str, *, xml: bool = False) -> Iterator[Token]:
    """Cut HTML into tags and text that together are all of it.

    Args:
        source: A page or a part of one.
        xml: Whether it is XHTML, in which every tag may close itself.
    """
    end = 0
    while (match := _TOKEN.search(source, end)) is not None:
        if match.start() > end:
            yield Token("text", end, source[end : match.start()])
        end = match.end()
        token = _tag(match, xml=xml)
        yield token
        if token.kind == "open" and token.name in _RAW:
            closing = re.compile(rf"</{token.name}(?=[ \t\n\f\r/>])", re.IGNORECASE)
            found = closing.search(source, end)
            stop = found.start() if found else len(source)
            if stop > end:
                kind: Kind = "text" if token.name == "title" else "raw"
                yield Token(kind, end, source[end:stop])
            end = stop
    if end < len(source):
        yield Token("text", end, source[end:])


def _tag(match: re.Match[str], *, xml: bool) -> Token:
    text = match.group()
    name = (match["name"] or "").lower()
    if not name or not match["end"]:
        return Token("other", match.start(), text)
    if match["closes"]:
        return Token("close", match.start(), text, name)
    alone = name in _VOID or (text.endswith("/>") and (xml or name not in _RAW))
    return Token("alone" if alone else "open", match.start(), text, name)


def escaped(text: str, *, quotes: bool = False) -> str:
    """Return text as it is written in HTML and XHTML."""
    made = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    made = made.replace("\xa0", "&#160;")
    return made.replace('"', "&quot;") if quotes else made
