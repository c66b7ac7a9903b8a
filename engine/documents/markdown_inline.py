"""The inside of a paragraph of Markdown: which of it is text, and where the rest stands.

markdown-it does not say where in its source an inline token stands. Its rules do know while
they run, so each is wrapped in one that notes it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from markdown_it import MarkdownIt, rules_inline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.footnote.index import footnote_ref

from engine.documents.content import Close, Content, Item, Open, Part, merged

_Rule = Callable[[StateInline, bool], bool]

_WHOLE: Final[Mapping[str, _Rule]] = {
    "newline": rules_inline.newline,
    "escape": rules_inline.escape,
    "backticks": rules_inline.backtick,
    "image": rules_inline.image,
    "autolink": rules_inline.autolink,
    "html_inline": rules_inline.html_inline,
}
_DELIMITERS: Final[Mapping[str, _Rule]] = {
    "emphasis": rules_inline.emphasis.tokenize,
    "strikethrough": rules_inline.strikethrough.tokenize,
}
_PAIRS: Final = frozenset({"em", "strong", "s", "link"})
_TAG: Final = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*)")
_CODE: Final = frozenset({"code", "kbd", "samp", "var", "script", "style", "pre"})
_SPACE_BEFORE: Final = re.compile(r"[ \t]*\Z")
_WORD: Final = re.compile(r"[^\W_]")

# Where an emphasis may not begin or end if a letter is on its other side; Chinese has no spaces.
_LEAD: Final = re.compile(r"(?:[^\w\s]|\s)*")
_TRAIL: Final = re.compile(r"(?:[^\w\s]|\s)*\Z")


@dataclass(frozen=True, slots=True)
class Image:
    """An image whose description is to be translated.

    Attributes:
        number: Of its mark.
        description: The description.
        before: The source in front of the description.
        after: The source behind it.
    """

    number: int
    description: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Inline:
    """A paragraph's inside.

    Attributes:
        content: Its text and marks.
        raw: What each mark stands for: of a pair the opening and the closing one.
        images: The images with a description.
        escaped: Characters that have a backslash in front somewhere.
    """

    content: Content
    raw: Mapping[int, tuple[str, str]]
    images: tuple[Image, ...]
    escaped: frozenset[str]

    def written(self, content: Content, descriptions: Sequence[str]) -> str:
        """Write other content in Markdown.

        Args:
            content: What became of the content.
            descriptions: What became of those of the images.
        """
        raw = dict(self.raw)
        for image, description in zip(self.images, descriptions, strict=True):
            raw[image.number] = (image.before + description + image.after, "")
        made: list[str] = []
        for part in _tight(content, raw):
            if isinstance(part, str):
                made.append(self._escaped(part))
            else:
                made.append(raw[part.number][isinstance(part, Close)])
        return "".join(made)

    def _escaped(self, text: str) -> str:
        return "".join(f"\\{each}" if each in self.escaped else each for each in text)


class InlineReader:
    """Reads paragraphs of one text.

    Args:
        references: What links of the text may refer to, as markdown-it notes it.
    """

    def __init__(self, references: Mapping[str, object]) -> None:
        self._references = references
        self._parser = markdown()
        for name, rule in _WHOLE.items():
            self._parser.inline.ruler.at(name, _noting(rule, _note_whole))
        for name, rule in _DELIMITERS.items():
            self._parser.inline.ruler.at(name, _noting(rule, _note_delimiters))
        self._parser.inline.ruler.at("link", _noting_link)
        self._parser.inline.ruler.at("footnote_ref", _noting(footnote_ref, _note_whole))

    def read(self, source: str) -> Inline:
        """Read a paragraph."""
        tokens: list[Token] = []
        self._parser.inline.parse(source, self._parser, dict(self._references), tokens)
        return _Builder(source).built(tokens)


def markdown() -> MarkdownIt:
    """Return a parser of what people write: CommonMark, tables, footnotes, deletions."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    return parser.use(footnote_plugin, inline=False, move_to_end=False, always_match_refs=True)


def _noting(rule: _Rule, note: Callable[[StateInline, int, int], None]) -> _Rule:
    def noting(state: StateInline, silent: bool) -> bool:
        count, start = len(state.tokens), state.pos
        found = rule(state, silent)
        if found and not silent:
            note(state, count, start)
        return found

    return noting


def _note_whole(state: StateInline, count: int, start: int) -> None:
    """Note that the last token is all of what a rule took; it may have put text in front."""
    new = [token for token in state.tokens[count:] if token.type != "text"]
    for token in new[:1]:
        token.meta = {**token.meta, "span": (start, state.pos)}


def _note_delimiters(state: StateInline, count: int, start: int) -> None:
    """Note each of the marks that a rule put one after the other at the end."""
    end = state.pos
    for token in reversed(state.tokens[count:]):
        if end <= start:
            break
        token.meta = {**token.meta, "span": (end - len(token.content), end)}
        end -= len(token.content)


def _noting_link(state: StateInline, silent: bool) -> bool:
    count, start = len(state.tokens), state.pos
    label_end = -1
    if not silent and state.src[start] == "[":
        label_end = state.md.helpers.parseLinkLabel(state, start, True)
    found = rules_inline.link(state, silent)
    if found and not silent:
        new = [token for token in state.tokens[count:] if token.type != "text"]
        new[0].meta = {**new[0].meta, "span": (start, start + 1)}
        new[-1].meta = {**new[-1].meta, "span": (label_end, state.pos)}
    return found


class _Builder:
    """Makes content of tokens that know where they stand."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._position = 0
        self._parts: list[Part] = []
        self._raw: dict[int, tuple[str, str]] = {}
        self._images: list[Image] = []
        self._escaped: set[str] = set()
        # Of each that is open: its name, its number, and where among the parts it stands.
        self._opened: list[tuple[str, int, int]] = []

    def built(self, tokens: Sequence[Token]) -> Inline:
        for token in tokens:
            span = _span(token)
            if span is not None and span[0] >= self._position:
                self._parts.append(self._source[self._position : span[0]])
                self._position = span[1]
                self._add(token, self._source[span[0] : span[1]])
        self._parts.append(self._source[self._position :])
        return Inline(merged(self._parts), self._raw, tuple(self._images), frozenset(self._escaped))

    def _add(self, token: Token, raw: str) -> None:
        name, _, end = token.type.rpartition("_")
        if token.markup == "autolink":
            self._item(raw, raw[1:-1])
        elif end == "open" and name in _PAIRS:
            self._open(name, raw)
        elif end == "close" and name in _PAIRS:
            self._close(name, raw)
        elif token.type == "html_inline" and (tag := _TAG.match(raw)) is not None:
            self._add_tag(tag[1].lower(), raw)
        elif token.type == "softbreak":
            self._break(" ", "")
        elif token.type == "hardbreak":
            self._break("", raw)
        elif token.type == "text_special":
            self._escaped.update(token.content)
            self._parts.append(token.content)
        elif token.type == "image":
            self._add_image(token, raw)
        elif token.type == "footnote_ref":
            self._item(raw, "")
        else:
            self._item(raw, token.content or raw)

    def _open(self, name: str, raw: str) -> None:
        number = len(self._raw) + 1
        self._raw[number] = (raw, "")
        self._opened.append((name, number, len(self._parts)))
        self._parts.append(Item(number))  # until what closes it is found

    def _close(self, name: str, raw: str) -> None:
        while self._opened:
            opened, number, at = self._opened.pop()
            if opened == name:
                self._raw[number] = (self._raw[number][0], raw)
                self._parts[at] = Open(number)
                self._parts.append(Close(number))
                return

    def _add_tag(self, name: str, raw: str) -> None:
        if not raw.startswith("</"):
            if name == "br":
                self._break("", raw)
            elif raw.endswith("/>"):
                self._item(raw, "")
            else:
                self._open(name, raw)
        elif self._opened and self._opened[-1][0] == name:
            at = self._opened[-1][2]
            self._close(name, raw)
            if name in _CODE:
                self._collapse(at)
        else:
            self._item(raw, "")

    def _collapse(self, at: int) -> None:
        """Make one item of a pair around code."""
        parts, self._parts = self._parts[at:], self._parts[:at]
        text = "".join(part for part in parts if isinstance(part, str))
        raw = "".join(
            part if isinstance(part, str) else self._raw[part.number][isinstance(part, Close)]
            for part in parts
        )
        self._item(raw, text)

    def _break(self, text: str, raw: str) -> None:
        """End a line: the white space in front of the end goes with it."""
        last = self._parts[-1] if self._parts else ""
        if isinstance(last, str):
            space = _SPACE_BEFORE.search(last)
            kept = last[: space.start()] if space else last
            self._parts[-1] = kept
            raw = last[len(kept) :] + raw if raw.startswith("\n") else raw
        if text:
            self._parts.append(text)
        else:
            self._item(raw.rstrip(" \t") if "\n" in raw else raw, "", breaks=True)

    def _item(self, raw: str, text: str, *, breaks: bool = False) -> int:
        number = len(self._raw) + 1
        self._raw[number] = (raw, "")
        self._parts.append(Item(number, text, breaks))
        return number

    def _add_image(self, token: Token, raw: str) -> None:
        number = self._item(raw, "")
        end = 2 + len(token.content)
        if _WORD.search(token.content) and raw[2:end] == token.content:
            self._images.append(Image(number, token.content, raw[:2], raw[end:]))


def _span(token: Token) -> tuple[int, int] | None:
    """Return where a token stands; two of the marks of ``**`` became one token."""
    span: tuple[int, int] | None = token.meta.get("span")
    if span is None or token.type == "text":
        return None
    if token.type == "strong_open":
        return span[0] - 1, span[1]
    if token.type == "strong_close":
        return span[0], span[1] + 1
    return span


def _tight(content: Content, raw: dict[int, tuple[str, str]]) -> Iterator[Part]:
    """Yield content in which emphasis begins and ends at words, as it must beside Chinese.

    ``这是**重点。**然后`` would show its asterisks, and so would ``这是_重点_然后``.
    """
    parts = list(content)
    emphasis = {number for number, (opening, _) in raw.items() if opening[:1] in {"*", "_", "~"}}
    for number in emphasis:
        raw[number] = (raw[number][0].replace("_", "*"), raw[number][1].replace("_", "*"))
    for at, part in enumerate(parts):
        if isinstance(part, str):
            continue
        if isinstance(part, Open) and part.number in emphasis:
            _move_out(parts, at, _LEAD)
        elif isinstance(part, Close) and part.number in emphasis:
            _move_out(parts, at, _TRAIL)
    yield from parts


def _move_out(parts: list[Part], at: int, edge: re.Pattern[str]) -> None:
    """Swap a mark with the punctuation on its inner side, if a letter stands on the outer one."""
    step = 1 if isinstance(parts[at], Open) else -1
    if not 0 < at < len(parts) - 1:
        return
    inner, outer = parts[at + step], parts[at - step]
    if not isinstance(inner, str) or not isinstance(outer, str):
        return
    match = edge.search(inner)
    if match is None or not match.group() or match.group() == inner:
        return
    border = outer[-1:] if step > 0 else outer[:1]
    if border.isalnum() or match.group().isspace():
        parts[at + step] = inner[match.end() :] if step > 0 else inner[: match.start()]
        parts[at - step] = outer + match.group() if step > 0 else match.group() + outer
