"""Markup and what programs fill in: code spans, tags, entities, braces, printf conversions.

Every function reads a text once, whatever it holds.
"""

import re
from collections.abc import Iterator
from typing import Final

from engine.guards.latex import latex
from engine.guards.markdown import markdown
from engine.guards.places import places
from engine.guards.spans import VerbatimKind, VerbatimSpan, found
from engine.guards.tags import TAG, tags
from engine.patterns import regex

_TICKS: Final = regex(r"`++")
_LINE: Final = regex(r"[^\n]*+")

_RAW: Final = regex(r"<(code|pre|script|style|kbd|samp|var)\b[^<>]*+(?<!/)>", re.IGNORECASE)
_ENTITY: Final = regex(r"&(?:([A-Za-z][A-Za-z0-9]{1,31})|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});")

_BRACE: Final = regex(r"[{}\n]")
_LONGEST_ARGUMENT: Final = 2000
_ICU: Final = regex(
    r"\{\s*[\w.-]+\s*,\s*(?:plural|select|selectordinal|number|date|time|spellout|ordinal|duration"
    r"|list|choice)\b"
)
_PROSE: Final = regex(r"\w[^\w\s]?\s+\w[^\s]*\s+\w[^\s]*\s+\w")
_PREFIXES: Final = "$#%@"

_CONVERSION: Final = regex(
    r"%\(\w{1,64}\)[-+#0]{0,3}\d{0,3}(?:\.\d{1,3})?[a-zA-Z]"
    r"|%\d{1,2}\$[-+#0]{0,3}\d{0,3}(?:\.\d{1,3})?(?:hh?|ll?|[qjztL])?[diouxXeEfFgGaAcspn@]"
    r"|(?<![\d%])%[-+#0]{0,3}(?:\d{1,3}|\*)?(?:\.(?:\d{1,3}|\*))?(?:hh?|ll?|[qjztL])?"
    r"(?:[diouxXeEfFgGaAcsp](?:(?![A-Za-z])|(?=(?:px|pt|r?em|ms|[kKMGT]i?B|x|th|s|h)\b))|@)"
    r"|(?<=\d)%(?:\.\d)?[dsf](?![A-Za-z0-9])|%%"
    r"|(?<![\w%])%(?:[A-Z][A-Z0-9_]{1,64}%(?:\\[\w.-]{1,64})*(?<!\.)|\d{1,2}(?![\d%]))",
    re.ASCII,
)
_VARIABLE: Final = regex(
    r"(?<![\w$])\$(?:[a-z_]\w{1,64}|[A-Z][A-Z0-9_]{3,64}|0(?=['\"`]))", re.ASCII
)
_ESCAPE: Final = regex(
    # In the texts of programs: two\nlines, \t, \u00e9, \x41, \"; the commands of TeX (\alpha).
    r"(?<!\\)(?:\\\\)*+\\(?:u[0-9A-Fa-f]{4}(?:\\u[0-9A-Fa-f]{4})*|u\{[0-9A-Fa-f]{1,6}\}"
    r"|U[0-9A-Fa-f]{8}|x[0-9A-Fa-f]{2}|(?<=[\w.,;:!?)\]}'\"]\\)[nrt]|[A-Za-z]{1,32}|\d{1,3}"
    r"|[\"'\\`$%&#*_()\[\]{}|/@^~-])(?:\\[nrt](?![A-Za-z])){0,8}",
    re.ASCII,
)
_TARGET_TOKEN: Final = regex(r">>[\w.-]{1,32}<<")
_FILLED_IN: Final = (
    ("%", _CONVERSION), ("$", _VARIABLE), ("\\", _ESCAPE), (">>", _TARGET_TOKEN),
)  # fmt: skip


def _entities(text: str) -> Iterator[VerbatimSpan]:
    from html.entities import html5  # noqa: PLC0415 - a large table, where there is an entity

    for match in _ENTITY.finditer(text):
        name = match.group(1)
        if name is None or f"{name};" in html5:
            yield found("entity", *match.span())


def markup(text: str) -> Iterator[VerbatimSpan]:
    """Yield tags, marks, comments, entities, code spans and everything programs fill in."""
    yield from _code_spans(text)
    yield from _raw_elements(text)
    if "<" in text:
        for match in TAG.finditer(text):
            yield found("markup", *match.span())
    if "&" in text:
        yield from _entities(text)
    if "[/" in text or "[*" in text or "=" in text or "lt;" in text or text.startswith("["):
        yield from tags(text)
    yield from _braces(text)
    yield from markdown(text)
    if "$" in text or "\\" in text:
        yield from latex(text)
    if "$" in text:
        yield from places(text)
    for mark, pattern in _FILLED_IN:
        for match in pattern.finditer(text) if mark in text else ():
            yield found("placeholder", *match.span())


def _code_spans(text: str) -> Iterator[VerbatimSpan]:
    """Yield what stands between two runs of as many backticks, on one line."""
    if "`" not in text:
        return
    for line in _LINE.finditer(text):
        runs = [match.span() for match in _TICKS.finditer(text, *line.span())]
        later: dict[int, list[int]] = {}
        for index in range(len(runs) - 1, -1, -1):
            later.setdefault(runs[index][1] - runs[index][0], []).append(index)
        index = 0
        while index < len(runs):
            start, end = runs[index]
            same = later[end - start]
            while same and same[-1] <= index:
                same.pop()
            if same and text[end : runs[same[-1]][0]].strip():
                index = same[-1]
                yield found("code", start, runs[index][1])
            index += 1


def _raw_elements(text: str) -> Iterator[VerbatimSpan]:
    """Yield the elements whose contents are code, from tag to tag."""
    position = 0
    unclosed: set[str] = set()
    while match := _RAW.search(text, position):
        name = match.group(1).lower()
        position = match.end()
        if name in unclosed:
            continue
        closing = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(text, position)
        if closing is None:
            unclosed.add(name)
            continue
        position = closing.end()
        yield found("code", match.start(), position)


def _braces(text: str) -> Iterator[VerbatimSpan]:
    """Yield outermost balanced braces that hold a name, a format or an argument, not prose."""
    if "{" not in text:
        return
    opened: list[int] = []
    closed: list[tuple[int, int]] = []
    for match in _BRACE.finditer(text):
        character, position = match.group(), match.start()
        if character == "{":
            opened.append(position)
        elif character == "}" and opened:
            closed.append((opened.pop(), position + 1))
        elif character == "\n" and len(opened) > 64:
            opened.clear()
    for start, end in closed:
        if end - start <= _LONGEST_ARGUMENT and _is_argument(text, start, end):
            prefixed = start > 0 and text[start - 1] in _PREFIXES
            # What tells subtitles how to look is glued to their words.
            kind: VerbatimKind = "markup" if text.startswith("{\\", start) else "placeholder"
            yield found(kind, start - prefixed, end)


def _is_argument(text: str, start: int, end: int) -> bool:
    inside = text[start + 1 : end - 1]
    if _ICU.match(text, start, end):
        return True
    if "\n" in inside:
        return False
    return text.startswith(("{{", "{%", "{#"), start) or not _PROSE.search(inside[:256])
