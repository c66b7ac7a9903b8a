"""The inside of a paragraph of Markdown: which of it is text, and where the rest stands.

markdown-it does not say where in its source an inline token stands. Its rules do know while
they run, so each is wrapped in one that notes it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from markdown_it import MarkdownIt, rules_inline
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.dollarmath.index import math_inline_dollar
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.footnote.index import footnote_ref

from engine.documents.content import Close, Content, Item, Open, Part, merged
from engine.documents.markdown_emphasis import with_tight_emphasis
from engine.documents.markdown_fields import Quote, title_in
from engine.records import record

_Rule = Callable[[StateInline, bool], bool]

_WHOLE: Final[Mapping[str, _Rule]] = {
    "newline": rules_inline.newline,
    "escape": rules_inline.escape,
    "backticks": rules_inline.backtick,
    "image": rules_inline.image,
    "autolink": rules_inline.autolink,
    "html_inline": rules_inline.html_inline,
    "footnote_ref": footnote_ref,
    "math_inline": math_inline_dollar(allow_space=False, allow_digits=False, allow_double=True),
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
_ALERT: Final = re.compile(r"\[!\w+\][+-]?[ \t]*(?:\n|\Z)")
"""The first line of what some programs show as a box, such as ``[!NOTE]``."""

_SHORT: Final = ("]", "][]")
"""What a link or an image ends with whose words are also the name of what it leads to."""


@record
class Label:
    """A text in a mark that is to be translated: an image's description, a title.

    Attributes:
        number: Of the mark.
        side: 0 for its opening or for an item, 1 for its closing.
        start: Where it starts in that.
        end: Where it ends.
        text: What it says.
        kind: What it is, for people.
        written: Writes another text in its place.
    """

    number: int
    side: int
    start: int
    end: int
    text: str
    kind: str
    written: Quote


@record
class Inline:
    """A paragraph's inside.

    Attributes:
        content: Its text and marks.
        raw: What each mark stands for: of a pair the opening and the closing one.
        labels: The texts in marks, as they stand.
        referring: Links by the words that they show: the source of these, by the mark.
        escaped: Characters that have a backslash in front somewhere.
    """

    content: Content
    raw: Mapping[int, tuple[str, str]]
    labels: tuple[Label, ...]
    referring: Mapping[int, str]
    escaped: frozenset[str]

    def written(self, content: Content, labels: Sequence[str]) -> str:
        """Write other content in Markdown.

        Args:
            content: What became of the content.
            labels: What became of the texts in marks.
        """
        raw = dict(self.raw)
        for label, text in reversed(list(zip(self.labels, labels, strict=True))):
            if text != label.text:
                sides = list(raw[label.number])
                old = sides[label.side]
                sides[label.side] = old[: label.start] + label.written(text) + old[label.end :]
                raw[label.number] = (sides[0], sides[1])
        made: list[str] = []
        begun: dict[int, int] = {}
        for part in with_tight_emphasis(content, raw):
            if isinstance(part, str):
                made.append(self._escaped(part))
                continue
            written = raw[part.number][isinstance(part, Close)]
            if isinstance(part, Open):
                begun[part.number] = len(made) + 1
            elif part.number in self.referring:
                shown, name = "".join(made[begun[part.number] :]), self.referring[part.number]
                written = written if shown == name else f"][{name}]"
            made.append(written)
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

    def read(self, source: str) -> Inline:
        """Read a paragraph."""
        tokens: list[Token] = []
        self._parser.inline.parse(source, self._parser, dict(self._references), tokens)
        alert = _ALERT.match(source)
        return _Builder(source).built(tokens, alert.group() if alert else "")


def markdown() -> MarkdownIt:
    """Return a parser of what people write.

    CommonMark, tables, footnotes, deletions, formulas, lists of terms and boxes (``:::``).
    """
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    parser.use(footnote_plugin, inline=False, move_to_end=False, always_match_refs=True)
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True)
    parser.use(deflist_plugin)
    return parser.use(container_plugin, "box", validate=lambda _info, _mark: True)


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
        label = state.src[start + 1 : label_end]
        new[-1].meta = {**new[-1].meta, "span": (label_end, state.pos), "label": label}
    return found


class _Builder:
    """Makes content of tokens that know where they stand."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._position = 0
        self._parts: list[Part] = []
        self._raw: dict[int, tuple[str, str]] = {}
        self._labels: list[Label] = []
        self._referring: dict[int, str] = {}
        self._escaped: set[str] = set()
        # Of each that is open: its name, its number, and where among the parts it stands.
        self._opened: list[tuple[str, int, int]] = []

    def built(self, tokens: Sequence[Token], head: str) -> Inline:
        if head:
            self._item(head, "", breaks=True)
            self._position = len(head)
        for token in tokens:
            span = _span(token)
            if span is not None and span[0] >= self._position:
                self._parts.append(self._source[self._position : span[0]])
                self._position = span[1]
                self._add(token, self._source[span[0] : span[1]])
        self._parts.append(self._source[self._position :])
        return Inline(
            merged(self._parts),
            self._raw,
            tuple(self._labels),
            self._referring,
            frozenset(self._escaped),
        )

    def _add(self, token: Token, raw: str) -> None:
        name, _, end = token.type.rpartition("_")
        if token.markup == "autolink":
            self._item(raw, raw[1:-1])
        elif end == "open" and name in _PAIRS:
            self._open(name, raw)
        elif end == "close" and name in _PAIRS:
            self._close(name, raw)
            self._label_link(token, raw)
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
        text = token.content
        end = 2 + len(text)
        if raw[2:end] != text:
            return
        if _WORD.search(text):
            named = raw[end:] in _SHORT
            stop = len(raw) if named else end
            after = f"][{text}]" if named else ""
            label = Label(number, 0, 2, stop, text, "image", lambda made: made + after)
            self._labels.append(label)
        self._add_title(number, 0, raw, end)

    def _label_link(self, token: Token, raw: str) -> None:
        """Note what else there is of a link that was just closed."""
        last = self._parts[-1] if self._parts else ""
        if token.type != "link_close" or not isinstance(last, Close):
            return
        if raw in _SHORT:
            self._referring[last.number] = token.meta["label"]
        self._add_title(last.number, 1, raw, 0)

    def _add_title(self, number: int, side: int, raw: str, at: int) -> None:
        title = title_in(raw[at:-1]) if raw.startswith("](", at) else None
        if title is not None and _WORD.search(title.text):
            start, end = at + title.start, at + title.end
            self._labels.append(
                Label(number, side, start, end, title.text, title.kind, title.quoted)
            )


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
