"""Subtitles in SubRip (``.srt``) and WebVTT (``.vtt``): only the cues' text changes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import BinaryIO, Final

from engine.documents.content import Content, plain, torn
from engine.documents.encodings import Text, TextSink, decode
from engine.documents.format import FormatOptions, Source, Translated, Unit
from engine.documents.line_lengths import (
    CHINESE_COLUMNS,
    OTHER_COLUMNS,
    columns,
    line_breaks,
    shares,
)
from engine.documents.subtitle_cues import Cue, cues
from engine.errors import InputError
from engine.script import region

_MOST_CUES: Final = 6
"""Cues that one sentence may be spoken in."""

_ENDED: Final = re.compile(r"[.!?…:;♪\])][\"'”’)\]]*\s*\Z")
_GOES_ON: Final = re.compile(r"[\"“'‘(]?(?:[a-z]|I\b|I['’])")


class SubRip:
    """The format of ``.srt``. See :class:`engine.documents.format.Format`."""

    name = "subtitles (SubRip)"
    interleaves = True

    def read(self, source: Source, options: FormatOptions) -> "SubtitlesParsed":
        """Decode subtitles."""
        return _parsed(decode(source.data), options)


class WebVTT:
    """The format of ``.vtt``. See :class:`engine.documents.format.Format`."""

    name = "subtitles (WebVTT)"
    interleaves = True

    def read(self, source: Source, options: FormatOptions) -> "SubtitlesParsed":
        """Decode subtitles."""
        found = decode(source.data)
        if not re.match(r"WEBVTT(?:[ \t\r\n]|\Z)", found.text):
            raise InputError("expected WEBVTT in the first line, found something else")
        return _parsed(found, options)


def _parsed(found: Text, options: FormatOptions) -> "SubtitlesParsed":
    if not any(True for _ in cues(found.text)):
        raise InputError("expected subtitles with times, such as 00:01:02,500 --> 00:01:04,000")
    return SubtitlesParsed(found, options)


class SubtitlesParsed:
    """Subtitles. See :class:`engine.documents.format.Parsed`."""

    def __init__(self, found: Text, options: FormatOptions) -> None:
        self._text = found
        self._options = options

    def units(self) -> Iterator[Unit]:
        """Yield the cues; those that share a sentence together."""
        for group in self._groups():
            yield Unit(_content(group), f"cue {group[0].number}")

    def write(self, file: BinaryIO, translations: Iterator[Translated]) -> None:
        """Write the subtitles with other text in the cues."""
        sink = TextSink(file, self._text, self._options.encoding)
        done = 0
        for group in self._groups():
            translated = next(translations)
            if not translated.changed:
                continue
            raw = {number: tags for cue in group for number, tags in cue.raw.items()}
            for cue, content in zip(group, _divided(group, translated.content), strict=True):
                sink.write(self._text.text[done : cue.start] + self._cue(cue, content, raw))
                done = cue.end
        sink.write(self._text.text[done:])

    def _groups(self) -> Iterator[list[Cue]]:
        """Yield cues, those together that a sentence goes through; their marks differ."""
        group: list[Cue] = []
        for cue in cues(self._text.text):
            if not plain(cue.content).strip():
                continue
            if group and (len(group) == _MOST_CUES or not _goes_on(group[-1], cue)):
                yield group
                group = []
            group.append(_renumbered(cue, sum(len(each.raw) for each in group)))
        if group:
            yield group

    def _cue(self, cue: Cue, content: Content, raw: Mapping[int, tuple[str, str]]) -> str:
        """Write a cue's text, in lines that are not too long."""
        text = self._text.text[cue.start : cue.end]
        line_end = re.search(r"\r\n|\r|\n", self._text.text)
        new_line = line_end.group() if line_end else "\n"
        limit = CHINESE_COLUMNS if region(self._options.target) else OTHER_COLUMNS
        made = cue.written(_in_lines(content, limit), raw, new_line)
        return f"{text}{new_line}{made}" if self._options.interleaved else made


def _goes_on(before: Cue, after: Cue) -> bool:
    """Tell whether the sentence of a cue goes on in the next."""
    first, second = plain(before.content), plain(after.content)
    if "\n" in first or "\n" in second or _ENDED.search(first):
        return False
    return bool(_GOES_ON.match(second.lstrip()))


def _renumbered(cue: Cue, by: int) -> Cue:
    if not by or not cue.raw:
        return cue
    content = tuple(
        part if isinstance(part, str) else replace(part, number=part.number + by)
        for part in cue.content
    )
    raw = {number + by: tags for number, tags in cue.raw.items()}
    return replace(cue, content=content, raw=raw)


def _content(group: Sequence[Cue]) -> Content:
    parts = list(group[0].content)
    for cue in group[1:]:
        parts += " ", *cue.content
    return tuple(parts)


def _divided(group: Sequence[Cue], content: Content) -> list[Content]:
    """Divide a translation among the cues of its source, in proportion to what was said in each."""
    if len(group) == 1:
        return [content]
    text = "".join(part for part in content if isinstance(part, str))
    cuts = shares(text, [columns(plain(cue.content)) for cue in group])
    if len(cuts) < len(group) - 1:
        return [content] * len(group)  # too short to be divided: it is shown all the time
    return [_stripped(piece) for piece in torn(content, cuts)]


def _stripped(content: Content) -> Content:
    """Return content without white space at its ends."""
    parts = list(content)
    texts = [at for at, part in enumerate(parts) if isinstance(part, str)]
    if texts:
        first, last = texts[0], texts[-1]
        parts[first] = str(parts[first]).lstrip()
        parts[last] = str(parts[last]).rstrip()
    return tuple(parts)


def _in_lines(content: Content, limit: int) -> Content:
    """Break lines that are too long."""
    text = "".join(part for part in content if isinstance(part, str))
    cuts: list[int] = []
    start = 0
    for line in text.split("\n"):
        cuts += (start + at for at in line_breaks(line, limit))
        start += len(line) + 1
    pieces = torn(content, cuts)
    joined = list(_stripped(pieces[0])) if len(pieces) > 1 else list(pieces[0])
    for piece in pieces[1:]:
        joined += "\n", *_stripped(piece)
    return tuple(joined)
