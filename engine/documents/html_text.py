"""A page, or a part of one, as text: what is to be translated in it, and the page made of that."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Final

from engine.documents.content import plain
from engine.documents.format import Translated, Unit
from engine.documents.html_blocks import Attribute, Block, blocks
from engine.documents.html_tokens import Token, escaped, tokens

_XML: Final = re.compile(r"\s*<\?xml\s")
_CHARSET: Final = re.compile(r"(charset\s*=\s*[\"']?\s*)([\w:.-]+)", re.IGNORECASE)
_DECLARED: Final = re.compile(r"(encoding\s*=\s*[\"'])([\w:.-]+)")
_PLAIN: Final = frozenset(("title", "option"))
"""Elements that hold no other ones."""

_PARAGRAPHS: Final = frozenset(("p", "blockquote"))


class HtmlText:
    """HTML or XHTML, read so that all but the translated stays exactly as it is.

    Args:
        source: The page, or a part of one; sound or not.
        xml: Whether it is XHTML; a page that begins with a declaration of XML is.
    """

    def __init__(self, source: str, *, xml: bool = False) -> None:
        self._source = source
        self._xml = xml or _XML.match(source) is not None
        found = list(tokens(source, xml=self._xml))
        self._blocks = list(blocks(found))
        self._marks = [
            token for token in found if token.name in {"html", "head", "meta"} or token.start == 0
        ]
        self._lines = [match.end() for match in re.finditer("\n", source)]

    def units(self, where: str = "") -> Iterator[Unit]:
        """Yield paragraphs, and in front of each the texts in its tags.

        Args:
            where: What to put in front of each unit's place.
        """
        for block in self._blocks:
            line = f"{where}line {bisect_right(self._lines, block.start) + 1}"
            for attribute in block.attributes:
                yield Unit((attribute.text,), f"{line}, {attribute.token.name}")
            if block.content:
                yield Unit(block.content, line)

    def written(
        self,
        translations: Iterator[Translated],
        target: str,
        *,
        interleaved: bool = False,
        encoding: str | None = None,
    ) -> Iterator[str]:
        """Yield the page, piece by piece.

        Args:
            translations: One for each unit.
            target: The language of the result.
            interleaved: Put each translation behind its source.
            encoding: What the result says that it is encoded in; ``None`` leaves that as it is.
        """
        done = 0
        edits = list(self._statements(target, encoding))
        for block in self._blocks:
            while edits and edits[0][1] <= block.start:
                yield self._source[done : edits[0][0]] + edits[0][2]
                done = edits.pop(0)[1]
            made = self._block(block, translations, target, interleaved=interleaved)
            if made is not None:
                yield self._source[done : block.start] + made
                done = block.end
        for start, end, made in edits:
            yield self._source[done:start] + made
            done = end
        yield self._source[done:]

    def _block(
        self,
        block: Block,
        translations: Iterator[Translated],
        target: str,
        *,
        interleaved: bool,
    ) -> str | None:
        """Return what becomes of a block; ``None`` if it stays as it is."""
        tags = self._tags(block, translations, interleaved=interleaved)
        if not block.content:
            return tags.get(block.start)
        translated = next(translations)
        if not translated.changed:
            return self._of(block, tags) if tags else None
        made = block.written(translated.content, tags, again=interleaved)
        if not interleaved:
            return made
        return self._of(block, tags) + self._behind(block, made, target)

    def _of(self, block: Block, tags: Mapping[int, str]) -> str:
        """Return a block as it is in the source, but for its tags."""
        made = ""
        done = block.start
        for token in dict.fromkeys(attribute.token for attribute in block.attributes):
            made += self._source[done : token.start] + tags.get(token.start, token.text)
            done = token.end
        return made + self._source[done : block.end]

    def _behind(self, block: Block, made: str, target: str) -> str:
        """Return a translation as it stands behind its source."""
        element = block.element
        if element is not None and element.name in _PLAIN:
            return f" / {made}"
        if element is not None and block.whole and element.name in _PARAGRAPHS:
            twin = Token("open", 0, element.without_attribute("id"), element.name)
            return f"</{element.name}>\n{self._in_language(twin, target)}{made}"
        span = self._in_language(Token("open", 0, "<span>", "span"), target)
        return f"<br />{span}{made}</span>"

    def _in_language(self, tag: Token, target: str) -> str:
        text = tag.with_attribute("lang", target)
        if not self._xml:
            return text
        return Token(tag.kind, 0, text, tag.name).with_attribute("xml:lang", target)

    def _tags(
        self, block: Block, translations: Iterator[Translated], *, interleaved: bool
    ) -> dict[int, str]:
        """Return the tags whose texts were translated, by where they start."""
        made: dict[int, Token] = {}
        for attribute in block.attributes:
            translated = next(translations)
            if translated.changed:
                before = made.get(attribute.token.start, attribute.token)
                text = _text(attribute, translated, interleaved=interleaved)
                changed = before.with_attribute(attribute.name, text)
                made[before.start] = Token(before.kind, before.start, changed, before.name)
        return {start: token.text for start, token in made.items()}

    def _statements(self, target: str, encoding: str | None) -> Iterator[tuple[int, int, str]]:
        """Yield what the page says of itself, and what it says as a result."""
        said = encoding is None
        head: Token | None = None
        for token in self._marks:
            text = token.text
            if token.kind == "other" and text.startswith("<?xml") and encoding is not None:
                text = _stating(_DECLARED, text, encoding)
            elif token.name == "html" and token.kind == "open":
                head = token
                if not self._xml or token.get("lang") is not None:
                    text = token.with_attribute("lang", target)
                if self._xml or token.get("xml:lang") is not None:
                    text = Token("open", 0, text, "html").with_attribute("xml:lang", target)
            elif token.name == "head" and token.kind == "open":
                head = token
            elif token.name == "meta" and encoding is not None and _CHARSET.search(text):
                text, said = _stating(_CHARSET, text, encoding), True
            if text != token.text:
                yield token.start, token.end, text
        if not said and head is not None and not self._xml:
            yield head.end, head.end, f'<meta charset="{escaped(str(encoding), quotes=True)}">'


def _stating(pattern: re.Pattern[str], text: str, encoding: str) -> str:
    """Return what states an encoding, stating this one."""

    def stated(found: re.Match[str]) -> str:
        return found[0] if found[2].lower() == encoding.lower() else found[1] + encoding

    return pattern.sub(stated, text, count=1)


def _text(attribute: Attribute, translated: Translated, *, interleaved: bool) -> str:
    made = plain(translated.content)
    return f"{attribute.text} / {made}" if interleaved else made
