"""Lines of a document that are code: fenced blocks with their fences, and lines of a program.

They are handed through as they are, whatever sentences were found in them.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from engine.document import Span
from engine.patterns import regex

_FENCE: Final = regex(r"[ \t>]{0,16}(`{3,}+|~{3,}+)[ \t]*([^\n]*)")
_LONGEST_LINE: Final = 400
"""A longer line is taken for prose: nobody has to read it to the end."""

_NAME = r"[a-z_]\w{0,32}(?:\.\w{1,32}){0,4}"
_OPERATOR = r"(?:[-+*/%&|^<>]|\*\*|//|[=!<>]=|&&|\|\|)"
_SURE = r"(?:[a-z]|True|False|None|null|nil|true|false|self|this|-?\d{1,12}(?:\.\d{1,12})?)"
"""An operand that is no word."""

_COMPUTED = rf"[\w.]{{1,64}}(?:\s*{_OPERATOR}\s*[\w.]{{1,64}}){{1,16}}"
_TERM = rf"(?:{_COMPUTED}|{_SURE}|\w{{1,32}}\.\w{{1,32}}|\w{{0,32}}_\w{{0,32}})"
_CHOICE = (
    rf"(?:not\s)?{_TERM}(?:\s(?:and|or|in|not\sin|is|is\snot|if|else)\s(?:not\s)?{_TERM}){{0,8}}"
)

_STATEMENTS: Final = tuple(
    regex(pattern, re.ASCII)
    for pattern in (
        # C and its family: an operator, a call or a declaration, and a semicolon or brace.
        r"[^`]*(?:<<|>>|[\w\])]\s*[-+*/%|&^]?=\s*\S|->|::|\w\([^()]*\)|\+\+|--)[^`]*[;{]\s*(?://.*)?",
        r"(?:return|throw|break|continue|goto|delete|typedef|using|package)\b[^.!?]*;",
        r"\#\s*(?:include|define|ifdef|ifndef|endif|pragma|undef|if|else)\b.*",
        (
            r"(?:public|private|protected|static|final|const|let|var|int|void|char|float|double|auto"
            r"|bool|unsigned|function|export|interface|enum|struct|template)\b[^.!?]*[;{]"
        ),
        r"(?:if|while|for|switch|else if|catch)\s*\(.*\)\s*(?:\{.*|.*;)?",
        r"[\]})]+[;,]?|\}?\s*else\s*\{|\}\s*(?:catch|while)\b.*",
        # Python and its family.
        r"(?:from\s+[\w.]+\s+)?import\s+[\w.*]+(?:\s+as\s+\w+)?(?:\s*,\s*[\w.]+(?:\s+as\s+\w+)?)*;?",
        r"(?:async\s+)?(?:def|class)\s+\w+\s*(?:\(.*\))?\s*(?:->.*)?:",
        (
            r"(?:if|elif|for|while|with|try|except|else|finally)\b(?=.*(?:[=<>(\[\]_]|\bin\s\w+|^\w+:))"
            r"(?:[^.!?]|\.(?=\w)|!=)*:"
        ),
        rf"(?:if|elif|while)\s+{_CHOICE}:",
        r"(?:else|try|finally|while\s+1|except(?:\s+[A-Z][\w.]*(?:\s+as\s+\w+)?)?)\s*:",
        r"(?:return|yield|raise|assert|print|del)\b\s*[\w.]*[(\[{_=].*",
        rf"(?:return|yield|assert)\s+{_CHOICE};?",
        r"lambda\s+\w+(?:,\s*\w+)*:.*",
        # What is computed from a number, a letter or the name itself; words alone may be a rule.
        (
            rf"(?P<name>{_NAME})\s*=\s*(?=.*(?:\b(?P=name)\b|(?<![\w.]){_SURE}(?![\w.])|_|\w\.\w))"
            rf"{_CHOICE};?"
        ),
        rf"{_NAME}(?:,\s?{_NAME}){{1,4}}\s=\s(?:{_NAME}|{_SURE})(?:,\s?(?:{_NAME}|{_SURE})){{1,4}}",
        r"[a-z_]\w*!\(.*\);?",
        r"@\w[\w.]*(?:\(.*\))?",
        (
            r"(?:(?:let|const|var|my|local)\s+)?[\w.\[\]'\"$]+"
            r"(?:\s*,\s*[\w.]+)*(?:\s*:\s*[\w\[\], ]+)?"
            r"\s*(?:[-+*/%|&]?=|:=)\s*(?:[\[{(\"'].*|-?[\d.]+;?|[\w.]+[(\[.].*|[\w.]+;?)"
        ),
        r"(?:[\w$]+(?:\.|::|->))*[a-z_$][\w$]*\([^()]*(?:\([^()]*\)[^()]*)*\)(?:\.\w+\([^()]*\))*\s*[;{]?",
        # SQL, shells and settings.
        (
            r"(?:SELECT\s.+\sFROM\s|INSERT\s+INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|CREATE\s+TABLE\s"
            r"|ALTER\s+TABLE\s|DROP\s+TABLE\s).*"
        ),
        r"[$%]\s+[a-z][\w./-]*(?:\s+.*)?",
        (
            r"(?:sudo\s+)?(?:pip3?|npm|yarn|pnpm|apt(?:-get)?|brew|git|docker|kubectl|cargo|conda|make|cd"
            r"|ls|mkdir|chmod|chown|curl|wget|ssh|scp|tar|grep|sed|awk|cat|cp|mv|rm|echo|export)\s+"
            r"(?=\S*[./$\"=~]|-\w|(?:install|add|commit|push|pull|clone|run|build|init|checkout|get)\b)"
            r"(?:(?![.,]\s)[^!?])*(?<!\.)"
        ),
        r"#!/.*",
        r"(?:for|while|until)\s.+;\s*do\b.*|if\s.+;\s*then\b.*",
        # What man pages say first, what times the words of films, and what servers write down.
        r"(?=[^.]*(?:\]\.\.\.|\[-))[a-z][\w.-]{1,32}(?:\s(?:\[[^\]]{1,60}\]|<[^<>]{1,40}>|-{1,2}[\w-]+|[A-Z]{2,16})(?:\.\.\.)?){1,12}",
        r"(?:\d{1,3}:)?\d{2}:\d{2}[.,]\d{3}\s-->\s.*",
        r"\S+\s\S+\s\S+\s\[\d{2}/[A-Z][a-z]{2}/\d{4}:[\d: +-]+\]\s\".*\"\s\d{3}\s.*",
        r"<(?:/?[A-Za-z][^<>]*|!--.*--)>\s*",
        r"[\"'][\w.-]+[\"']\s*:\s*(?:[\[{\"'\d-].*|true|false|null),?",
    )
)
_UNMARKED: Final = regex(
    r"(?!(?:from|import|return|yield|assert|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|sudo|pip3?|npm|yarn"
    r"|pnpm|apt(?:-get)?|brew|git|docker|kubectl|cargo|conda|make|cd|ls|mkdir|chmod|chown|curl|wget|ssh"
    r"|scp|tar|grep|sed|awk|cat|cp|mv|rm|echo|export)\s)[^;{#(\[\])}:=_@$%<]*+",
    re.ASCII,
)
"""Such a line is none of these statements, each of which has such a mark or begins with a word."""

_HEAD: Final = regex(r"(?:if|elif|else|for|while|with|try|except|finally|def|class)\b")
_COLON: Final = regex(r":\s+")
_BODY: Final = regex(r"pass|break|continue|return|raise|\.\.\.")

_FORUM_TAG: Final = regex(r"\[[a-z]{1,10}=[^\]\n]{1,200}\]\w")
"""How a post in a forum may begin."""

_SHELL_PROMPT: Final = regex(
    r">>> .*|-{5}(?:BEGIN|END) [A-Z0-9 ]{1,40}-{5}|[\w.-]+@[\w.-]+:[^\s$#]*[$#] .*", re.ASCII
)
_WORDS: Final = regex(r"(?<![\w.(\"'$])[A-Za-z]+(?: [A-Za-z]+){5}(?![\w(])")


def code_line_spans(text: str) -> tuple[Span, ...]:
    """Return the lines of a document that are code, without their line breaks, in order.

    A fence of three or more backticks or tildes opens a block; the same sort and at least as many,
    alone on a line, close it; a fence that is never closed is text.
    """
    lines = list(_lines(text))
    spans: list[Span] = []
    fences = _fence_ends(text, lines)
    end = -1
    for index, line in enumerate(lines):
        if index > end and index in fences:
            end = fences[index]
        if index <= end or is_code_line(line.of(text)):
            spans.append(line)
    return tuple(spans)


def is_code_line(line: str) -> bool:
    """Say whether a line, without its line break, is clearly a line of a program or a command."""
    if len(line) > _LONGEST_LINE:
        return False
    code = line.strip()
    if not code:
        return False
    if _SHELL_PROMPT.fullmatch(code):
        return True
    if _UNMARKED.fullmatch(code) or (code[0] == "[" and _FORUM_TAG.match(code)):
        return False
    if _WORDS.search(code) and not code.endswith((";", "{", ")", '"')):
        return False
    return _is_statement(code) or _is_compound(code)


def _is_statement(code: str) -> bool:
    return any(pattern.fullmatch(code) for pattern in _STATEMENTS)


def _is_compound(code: str) -> bool:
    """Say whether a line is a head and, behind its colon, what is to be done: ``if x: y()``."""
    if not _HEAD.match(code):
        return False
    for colon in _COLON.finditer(code):
        body = code[colon.end() :]
        if _BODY.fullmatch(body) or _is_statement(body):
            return _is_statement(code[: colon.start() + 1])
    return False


def _lines(text: str) -> Iterator[Span]:
    borders = [0, *(match.end() for match in re.finditer(r"\r\n|[\n\r\v\f\x85\u2028\u2029]", text))]
    for start, end in pairwise((*borders, len(text))):
        stop = end
        while stop > start and text[stop - 1] in "\r\n\v\f\x85\u2028\u2029":
            stop -= 1
        if stop > start:
            yield Span(start, stop)


def _fence_ends(text: str, lines: list[Span]) -> dict[int, int]:
    """Return for each line that opens a block the line that closes it."""
    ends: dict[int, int] = {}
    opened: tuple[int, str] | None = None
    for index, line in enumerate(lines):
        match = _FENCE.match(text, *(line.start, line.end))
        if match is None:
            continue
        fence, info = match.group(1), match.group(2).strip()
        if opened is None:
            # Backticks after a fence of backticks make it a code span.
            if not (fence[0] == "`" and "`" in info):
                opened = (index, fence)
        elif not info and fence.startswith(opened[1]):
            ends[opened[0]] = index
            opened = None
    return ends
