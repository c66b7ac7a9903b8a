"""A sentence with marks, written as a text with tags that the engine carries to the aligned words.

Pairs become ``<g1>…</g1>``. An item that reads as a word becomes ``<var>x1</var>``, which the
engine keeps like a code span. One that does not, such as a footnote's number, would only disturb
the sentence: it is tied to the word in front of it by a pair of its own, ``<a1>word</a1>``, and
comes to stand behind what that word becomes. ``<x1/>`` is an item without such a word.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from engine.documents.content import Close, Content, Item, Open, Part, merged
from engine.records import record

# A word between spaces: what holds anything else may be an address, or an entity.
_LAST_WORD = re.compile(r"(?<![^\s(“‘\"'])\w++(?=[,.:;!?)”’\"']*+\s*+\Z)")

_SPACES = re.compile(" {2,}")


def is_word(item: Item) -> bool:
    """Tell whether a sentence may need an item as one of its words."""
    return bool(item.text.strip())


@record
class Tagged:
    """A sentence as the engine gets it.

    Attributes:
        text: The sentence with tags; the same for sentences that differ in marks' numbers only.
        pairs: The number of each pair, in the order of its tags' numbers from 1.
        items: Each item that has a tag of its own, likewise.
        tied: The items that are tied to a word, by the number of its tags, likewise.
        letters: What the names of its tags begin with, so that none looks like text.
    """

    text: str
    pairs: tuple[int, ...]
    items: tuple[Item, ...]
    tied: tuple[tuple[Item, ...], ...]
    letters: str


def tagged(content: Content) -> Tagged:
    """Write a sentence with tags.

    Args:
        content: One sentence; its pairs are nested and closed.
    """
    writer = _Writer(_letters(content))
    # Around an item the engine keeps spaces as they are; Chinese has no use for two.
    beside = any(isinstance(part, Item) and is_word(part) for part in content)
    for part in content:
        writer.write(_SPACES.sub(" ", part) if beside and isinstance(part, str) else part)
    return Tagged(
        "".join(writer.pieces),
        tuple(writer.pairs),
        tuple(writer.items),
        tuple(map(tuple, writer.tied)),
        writer.letters,
    )


def untagged(text: str, source: Tagged) -> tuple[Content, bool]:
    """Read a translation back.

    Args:
        text: The translation of ``source.text``.
        source: What was translated.

    Returns:
        Its content, in which pairs are nested and every item is there once, and whether that took
        no repair.
    """
    parts = tuple(_parts(text, source))
    wanted = [*source.items, *(item for group in source.tied for item in group)]
    missing = {item.number: item for item in wanted}
    kept = [
        part
        for part in parts
        if not isinstance(part, Item) or missing.pop(part.number, None) is not None
    ]
    settled = merged((*_nested(kept), *missing.values()))
    whole = not missing and len(kept) == len(parts)
    return settled, whole


@dataclass(slots=True)
class _Writer:
    """Writes tags.

    Attributes:
        letters: As in :class:`Tagged`.
        pieces: What was written.
        pairs: As there.
        items: As there.
        tied: As there.
        word: Which piece is the text in front, in which an item may be tied to a word.
        just_tied: Whether the last part was tied to a word, and another may be as well.
        space: What goes between the text in front of a tied item and that behind it.
    """

    letters: str
    pieces: list[str] = field(default_factory=list)
    pairs: list[int] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    tied: list[list[Item]] = field(default_factory=list)
    word: int | None = None
    just_tied: bool = False
    space: str = ""

    def write(self, part: Part) -> None:
        """Write the next part."""
        if isinstance(part, str):
            self.word, self.just_tied = len(self.pieces), False
            self.pieces.append(self.space * (not part[0].isspace()) + part)
            self.space = ""
        elif isinstance(part, Open):
            self.word, self.just_tied = None, False
            self.pairs.append(part.number)
            self.pieces.append(f"<{self.letters}g{len(self.pairs)}>")
        elif isinstance(part, Close):
            self.pieces.append(f"</{self.letters}g{self.pairs.index(part.number) + 1}>")
        elif self.just_tied:
            self.tied[-1].append(part)
        elif is_word(part) or not self._tie(part):
            self.word = None
            self.items.append(part)
            name = f"{self.letters}x{len(self.items)}"
            tag = f"<var>{name}</var>" if is_word(part) else f"<{name}/>"
            self.pieces.append(self.space + tag)
            self.space = ""

    def _tie(self, item: Item) -> bool:
        """Tie an item to the word in front of it, if there is one."""
        found = None if self.word is None else _LAST_WORD.search(self.pieces[self.word])
        if self.word is None or found is None:
            return False
        self.tied.append([item])
        text, name = self.pieces[self.word], f"{self.letters}a{len(self.tied)}"
        # Of the spaces on both sides of an item, one is left when it is taken out.
        tail = text[found.end() :].rstrip()
        self.space = " " if text[-1].isspace() else ""
        self.pieces[self.word : self.word + 1] = (
            text[: found.start()],
            f"<{name}>{found.group()}</{name}>",
            tail,
        )
        self.just_tied = True
        return True


def _letters(content: Content) -> str:
    """Return letters that no tag in the text begins with."""
    text = "".join(part for part in content if isinstance(part, str))
    letters = ""
    while re.search(rf"</?{letters}[agx]\d|<var>{letters}x\d", text):
        letters += "y"
    return letters


def _parts(text: str, source: Tagged) -> Iterator[Part]:
    """Yield what a translation holds, as it is written."""
    name = re.escape(source.letters)
    tag = re.compile(
        rf"<(?P<end>/)?{name}(?P<kind>[ag])(?P<pair>\d+)>"
        rf"|<(?:{name}x(?P<item>\d+)/|var>{name}x(?P<word>\d+)</var)>"
    )
    end = 0
    for match in tag.finditer(text):
        if match.start() > end:
            yield text[end : match.start()]
        end = match.end()
        yield from _part(match, source)
    if end < len(text):
        yield text[end:]


def _part(match: re.Match[str], source: Tagged) -> Iterator[Open | Close | Item]:
    if match["pair"] is None:
        number = int(match["item"] or match["word"])
        yield from source.items[number - 1 : number] if number else ()
        return
    number = int(match["pair"])
    if match["kind"] == "a":
        groups = source.tied[number - 1 : number] if number and match["end"] else ()
        yield from chain.from_iterable(groups)
        return
    for pair in source.pairs[number - 1 : number] if number else ():
        yield Close(pair) if match["end"] else Open(pair)


def _nested(parts: list[Part]) -> Iterator[Part]:
    """Yield parts with pairs nested and closed: one that overlaps another is torn apart."""
    opened: list[int] = []
    for part in parts:
        if isinstance(part, Open):
            if part.number in opened:
                continue
            opened.append(part.number)
            yield part
        elif isinstance(part, Close):
            if part.number not in opened:
                continue
            at = opened.index(part.number)
            inner = opened[at + 1 :]
            yield from (Close(number) for number in reversed(opened[at:]))
            yield from (Open(number) for number in inner)
            opened[at:] = inner
        else:
            yield part
    yield from (Close(number) for number in reversed(opened))
