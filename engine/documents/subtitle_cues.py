"""Subtitles as they stand in a file: cues and everything else, to the byte.

The libraries for subtitles (pysubs2, srt, webvtt-py) write timings, settings and notes anew in
their own way. Here only the lines of a cue's text are ever replaced.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from engine.documents.content import Close, Content, Item, Open, merged
from engine.records import record

_LINE: Final = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)?")
TIMING: Final = re.compile(
    r"[ \t]*(?:\d+:)?\d{1,2}:\d{1,2}[,.]\d{1,3}[ \t]*-->[ \t]*(?:\d+:)?\d{1,2}:\d{1,2}[,.]\d{1,3}"
)
_TAG: Final = re.compile(r"<(?P<close>/)?(?P<name>[A-Za-z]*)[^<>\r\n]*>|\{\\[^{}\r\n]*\}")
_NEW_LINE: Final = re.compile(r"[ \t]*(?:\r\n|\r|\n)[ \t]*")
_SPEAKER: Final = re.compile(r"[-‐–—]\s?\S|♪|#")


@record
class Cue:
    """A cue's text.

    Attributes:
        number: Which one in its file, from 1.
        start: Where its text starts in the file.
        end: Where it ends, without the last line end.
        head: Tags in front of the words that are not about any of them.
        content: The words, with other tags as marks; a line feed only where someone else speaks.
        tail: What closes what the head opens.
        raw: What each mark stands for: of a pair the opening and the closing tag.
    """

    number: int
    start: int
    end: int
    head: str
    content: Content
    tail: str
    raw: dict[int, tuple[str, str]]

    def written(self, content: Content, raw: Mapping[int, tuple[str, str]], new_line: str) -> str:
        """Write other content in place of its own, with what marks stand for."""
        parts = [self.head]
        for part in content:
            if isinstance(part, str):
                parts.append(part.replace("\n", new_line))
            else:
                parts.append(raw[part.number][isinstance(part, Close)])
        return "".join((*parts, self.tail))


def cues(text: str, first: int = 0) -> Iterator[Cue]:
    """Yield the cues of a file.

    Args:
        text: The file.
        first: Number below that of the first mark.
    """
    number = 0
    start = end = -1
    for match in _LINE.finditer(text):
        line = match.group()
        if start >= 0 and (not line.strip() or match.start() == len(text)):
            if end > start:
                number += 1
                yield _cue(text, number, start, end, first)
            start = -1
        elif start >= 0:
            end = match.start() + len(line.rstrip("\r\n"))
        elif TIMING.match(line):
            start = end = match.end()


def _cue(text: str, number: int, start: int, end: int, first: int) -> Cue:
    written = text[start:end]
    raw: dict[int, tuple[str, str]] = {}
    opened: list[tuple[str, int, int]] = []
    parts: list[str | Open | Close | Item] = []
    position = 0
    for match in _TAG.finditer(written):
        parts.append(_flowing(written[position : match.start()]))
        position = match.end()
        tag, name = match.group(), (match["name"] or "").lower()
        key = first + len(raw) + 1
        if match["close"] and opened and opened[-1][0] == name:
            _, key, at = opened.pop()
            raw[key] = (raw[key][0], tag)
            parts[at] = Open(key)
            parts.append(Close(key))
            continue
        raw[key] = (tag, "")
        # An item until the tag that closes it is found.
        if name and not match["close"]:
            opened.append((name, key, len(parts)))
        parts.append(Item(key))
    parts.append(_flowing(written[position:]))
    head, content, tail = _peeled([part for part in parts if part != ""], raw)
    return Cue(number, start, end, head, merged(content), tail, raw)


def _flowing(text: str) -> str:
    """Return a cue's text as one line, but for the lines of another speaker."""
    lines = _NEW_LINE.split(text)
    joined = lines[0]
    for line in lines[1:]:
        joined += ("\n" if _SPEAKER.match(line) else " ") + line
    return joined


def _peeled(
    parts: list[str | Open | Close | Item], raw: dict[int, tuple[str, str]]
) -> tuple[str, list[str | Open | Close | Item], str]:
    """Take off the tags around all of the words."""
    head = tail = ""
    while parts:
        first, last = parts[0], parts[-1]
        if isinstance(first, Item):
            head += raw[first.number][0]
            del parts[0]
        elif isinstance(last, Item):
            tail = raw[last.number][0] + tail
            del parts[-1]
        elif isinstance(first, Open) and last == Close(first.number):
            head, tail = head + raw[first.number][0], raw[first.number][1] + tail
            parts = parts[1:-1]
        else:
            break
    return head, parts, tail
