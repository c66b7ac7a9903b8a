"""Tags that are not written as HTML writes them: those of forums, and those written with entities.

``[b]here[/b]`` and ``&lt;b&gt;here&lt;/b&gt;`` are what ``<b>here</b>`` is to a translation.
"""

import re
from collections.abc import Iterator
from typing import Final

from engine.guards.spans import VerbatimSpan, found
from engine.patterns import regex

_HTML_NAMES = (
    "a|abbr|address|article|aside|audio|b|bdi|bdo|big|blockquote|body|br|button|canvas|caption"
    "|center|cite|code|col|colgroup|data|dd|del|details|dfn|dialog|div|dl|dt|em|embed|fieldset"
    "|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd"
    "|label|legend|li|link|main|map|mark|menu|meta|nav|object|ol|optgroup|option|p|param|picture"
    "|pre|progress|q|rp|rt|ruby|s|samp|script|section|select|small|source|span|strike|strong|style"
    "|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|track|tt|u"
    "|ul|var|video|wbr"
)
_VALUED = r"\s++[A-Za-z_:@#*\[(][^\s=<>\"'/]*+\s*+=\s*+(?:\"[^\"<]*+\"|'[^'<]*+'|[^\s\"'<>=`]++)"
TAG: Final = regex(
    rf"<(?:"
    rf"(?P<closing>/)(?P<closes>[A-Za-z][\w:.-]*+)\s*+"
    rf"|(?P<opens>[A-Za-z][\w:.-]*+)(?:{_VALUED})*+(?:\s*+(?P<empty>/))?+\s*+"
    rf"|(?P<known>(?i:{_HTML_NAMES}))(?![\w:.-])(?:{_VALUED}|\s++[A-Za-z][\w:-]*+)*+"
    rf"(?:\s*+(?P<void>/))?+\s*+"
    rf"|\d{{1,2}}|/\d{{1,2}}|\d{{1,2}}/"
    rf"|!(?i:doctype)[^<>]*+|\?[A-Za-z][^<>]*+"
    rf")>|<!--[^<]*?-->|<!\[CDATA\[[^<]*?\]\]>"
)
"""A tag of HTML or XML, or a comment."""

_FORUM_NAMES: Final = {
    **{name: name for name in ("b", "i", "u", "s", "sub", "sup", "h1", "h2", "h3", "h4", "h5")},
    **{name: name for name in ("table", "tr", "td", "th", "hr", "center", "ul", "ol", "li")},
    **dict.fromkeys(("left", "right", "justify", "align", "indent", "float"), "div"),
    **dict.fromkeys(("quote", "spoiler", "collapse", "details"), "blockquote"),
    **{name: name for name in ("url", "email", "user", "mention", "size", "color", "colour")},
    **{name: name for name in ("font", "highlight", "strike", "bold", "italic", "bg", "abbr")},
    "list": "ul",
    "*": "li",
}
"""What forums call their tags, and the tag of HTML that is most like it."""

_NAMED: Final = "|".join(name for name in _FORUM_NAMES if name != "*")
_FORUM: Final = regex(
    rf"\[(?:(?P<closes>/)?(?P<name>(?i:{_NAMED}))(?P<value>=(?:\"[^\"\]\n]{{0,300}}\"|[^\]\n]{{0,300}}))?"
    rf"(?:\s+\w{{1,20}}=(?:\"[^\"\]\n]{{0,200}}\"|[^\s\]]{{0,200}})){{0,8}}|\*)\]"
)
_RAW: Final = regex(
    r"\[(?P<name>(?i:code|img|noparse|youtube|media|video|pre|icode))(?:[=\s][^\]\n]{0,200})?\]"
)
_LONE: Final = frozenset(("*", "quote", "list", "center", "spoiler", "table", "size", "color"))
"""What nobody puts into brackets for another reason."""

_ESCAPED: Final = regex(
    r"&(?:amp;)?lt;(?P<inside>[/!?A-Za-z](?:[^<>&\n]|&(?!(?:amp;)?[lg]t;)){0,300})&(?:amp;)?gt;"
)
_QUOTES: Final = regex(r"&(?:amp;)?(?:quot|#34|#39|apos);")


def tags(text: str) -> Iterator[VerbatimSpan]:
    """Yield the tags of forums and those written with entities, in no order."""
    if "]" in text:
        yield from _forum_tags(text)
    if "lt;" in text:
        for match in _ESCAPED.finditer(text):
            if TAG.fullmatch(as_html(match.group())):
                yield found("markup", *match.span())


def as_html(written: str) -> str:
    """Return the tag of HTML that a tag of any sort is, without its values if it is a forum's."""
    if written.startswith("["):
        match = _FORUM.fullmatch(written)
        if match is None:
            return written
        name = (match["name"] or "*").lower()
        return f"<{match['closes'] or ''}{_FORUM_NAMES[name]}{'/' if name == '*' else ''}>"
    match = _ESCAPED.fullmatch(written) if written.startswith("&") else None
    if match is None:
        return written
    return "<" + _QUOTES.sub('"', match["inside"]) + ">"


def _forum_tags(text: str) -> Iterator[VerbatimSpan]:
    unclosed: set[str] = set()
    for match in _RAW.finditer(text):
        name = match["name"].lower()
        if name in unclosed:
            continue
        closing = re.compile(rf"\[/{name}\]", re.IGNORECASE).search(text, match.end())
        if closing is None:
            unclosed.add(name)
        else:
            yield found("code", match.start(), closing.end())
    every = list(_FORUM.finditer(text))
    closed = {match["name"].lower() for match in every if match["closes"]}
    opened = {match["name"].lower() for match in every if match["name"] and not match["closes"]}
    for match in every:
        name = (match["name"] or "*").lower()
        alone = name in _LONE or match["value"] is not None or match["closes"]
        # "[i]" may be a note, or a part of a sentence that goes on: its other half tells.
        starts = match.start() == 0 and text[match.end() : match.end() + 1].isalnum()
        if alone or starts or (name in closed and name in opened):
            yield found("markup", *match.span())
