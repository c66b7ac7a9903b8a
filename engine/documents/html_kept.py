"""Elements of a page that stay as they are, each made one token with all that is in it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Final

from engine.documents.html_tokens import Token, tokens

INLINE: Final = frozenset(
    (
        *(
            "a",
            "abbr",
            "acronym",
            "audio",
            "b",
            "bdi",
            "bdo",
            "big",
            "br",
            "canvas",
            "cite",
            "sdfixed",
        ),
        *("code", "data", "del", "dfn", "em", "embed", "font", "i", "iframe", "img", "input"),
        *("ins", "kbd", "label", "map", "mark", "math", "meter", "nobr", "object", "output"),
        *(
            "picture",
            "progress",
            "q",
            "ruby",
            "s",
            "samp",
            "script",
            "sdfield",
            "slot",
            "small",
            "span",
        ),
        *("strike", "strong", "style", "sub", "sup", "svg", "template", "time", "tt", "u"),
        *("var", "video", "wbr"),
    )
)
"""Elements that may stand within a sentence."""

_READ: Final = frozenset(("code", "kbd", "math", "ruby", "samp", "sdfield", "tt", "var"))
_KEPT: Final = _READ | frozenset(
    (
        *("audio", "canvas", "iframe", "noembed", "noframes", "object", "picture", "pre", "script"),
        *("style", "svg", "template", "video", "xmp"),
    )
)
"""Elements whose inside is no prose; of some a reader sees a word of the sentence."""

_OPTIONAL: Final = {
    # What an element that nobody has to close ends at.
    "li": frozenset(("li",)),
    "dt": frozenset(("dt", "dd")),
    "dd": frozenset(("dt", "dd")),
    "tr": frozenset(("tr", "tbody", "tfoot")),
    "td": frozenset(("td", "th", "tr", "tbody", "tfoot")),
    "th": frozenset(("td", "th", "tr", "tbody", "tfoot")),
    "option": frozenset(("option", "optgroup")),
    "p": frozenset(
        (
            *("address", "article", "aside", "blockquote", "details", "div", "dl", "fieldset"),
            *("figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr"),
            *("main", "menu", "nav", "ol", "p", "pre", "section", "table", "ul"),
        )
    ),
}


def with_kept(found: Iterable[Token]) -> Iterator[Token]:
    """Yield tokens, those of an element that stays as it is made one."""
    keeping: _Keeping | None = None
    for token in found:
        if keeping is not None:
            ended = keeping.ends_before(token)
            if not ended:
                keeping.add(token)
                if keeping.depth:
                    continue
            yield keeping.token()
            keeping = None
            if not ended:
                continue
        if token.kind == "open" and (token.name in _KEPT or _is_marked(token)):
            keeping = _Keeping(token)
        elif token.kind == "alone" and _is_marked(token):
            yield Token("kept", token.start, token.text, token.name)
        else:
            yield token
    if keeping is not None:
        yield keeping.token()


def seen_in(token: Token) -> str:
    """Return what a reader sees of a kept element as a word of a sentence, if it is one."""
    if token.name in _KEPT and token.name not in _READ:
        return ""
    texts = (each.text for each in tokens(token.text) if each.kind == "text")
    return " ".join(unescape("".join(texts)).split())


def _is_marked(token: Token) -> bool:
    """Tell whether a tag says that its element is not to be translated."""
    classes = (token.get("class") or "").split()
    return "notranslate" in classes or (token.get("translate") or "").lower() == "no"


@dataclass(slots=True)
class _Keeping:
    """An element that is kept, up to where one is in it."""

    first: Token
    texts: list[str] = field(init=False)
    opened: list[str] = field(init=False)
    names: Counter[str] = field(init=False)

    def __post_init__(self) -> None:
        self.texts = [self.first.text]
        self.opened = [self.first.name]
        self.names = Counter(self.opened)

    @property
    def depth(self) -> int:
        """How many elements are open, with this one."""
        return len(self.opened)

    def ends_before(self, token: Token) -> bool:
        """Tell whether the element ends in front of a token, without a tag of its own."""
        closers = _OPTIONAL.get(self.first.name)
        if closers is None:
            return False
        if token.kind == "close":
            return not self.names[token.name]
        return self.depth == 1 and token.name in closers

    def add(self, token: Token) -> None:
        """Take in the next token."""
        self.texts.append(token.text)
        if token.kind == "open":
            self.opened.append(token.name)
            self.names[token.name] += 1
        elif token.kind == "close" and self.names[token.name]:
            closed = ""
            while closed != token.name:
                closed = self.opened.pop()
                self.names[closed] -= 1

    def token(self) -> Token:
        """Return the whole element."""
        return Token("kept", self.first.start, "".join(self.texts), self.first.name)
