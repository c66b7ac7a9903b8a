"""Text with marks in it: what is bold, a link or an image, whatever a format makes of that."""

from collections.abc import Iterable, Iterator, Sequence

from engine.records import record


@record
class Open:
    """The beginning of a stretch that has something of its own, such as being bold."""

    number: int


@record
class Close:
    """The end of the stretch of the same number."""

    number: int


@record
class Item:
    """Something in the text that is not to be translated.

    Attributes:
        number: Which one it is; unique among the marks of its unit.
        text: What a reader sees of it, such as the words of a code span, if the sentence may need
            it as a word; empty for what is no part of it, such as a footnote's number.
        breaks: Whether a sentence cannot go on behind it, as behind a line break.
    """

    number: int
    text: str = ""
    breaks: bool = False


Part = str | Open | Close | Item

Content = tuple[Part, ...]
"""Text and marks in reading order; pairs are nested, and each number is used once."""


def plain(content: Content) -> str:
    """Return what a reader sees: the text, and that of the items, without formatting."""
    return "".join(_seen(part) for part in content)


def _seen(part: Part) -> str:
    if isinstance(part, str):
        return part
    if isinstance(part, Item):
        return "\n" if part.breaks else part.text
    return ""


def well_formed(content: Content) -> bool:
    """Tell whether pairs are nested and closed."""
    opened: list[int] = []
    for part in content:
        if isinstance(part, Open):
            opened.append(part.number)
        elif isinstance(part, Close) and (not opened or opened.pop() != part.number):
            return False
    return not opened


def merged(parts: Iterable[Part]) -> Content:
    """Return content without empty pairs, and with those that touch each other made one.

    Args:
        parts: Content in which a number may open more than once.
    """
    made: list[Part] = []
    for part in parts:
        last = made[-1] if made else None
        if isinstance(part, str):
            if isinstance(last, str):
                made[-1] = last + part
            elif part:
                made.append(part)
        elif not isinstance(part, Item) and last == _opposite(part):
            made.pop()
        else:
            made.append(part)
    return tuple(made)


def balanced(pieces: Iterable[Sequence[Part]]) -> Iterator[Content]:
    """Yield pieces of content by themselves: a pair that spans several is torn apart.

    Args:
        pieces: Consecutive parts of one content, cut anywhere between two of them.
    """
    opened: list[int] = []
    for parts in pieces:
        head = [Open(number) for number in opened]
        for part in parts:
            if isinstance(part, Open):
                opened.append(part.number)
            elif isinstance(part, Close):
                opened.remove(part.number)
        yield merged((*head, *parts, *(Close(number) for number in reversed(opened))))


def torn(content: Content, cuts: Sequence[int]) -> list[Content]:
    """Cut content at offsets in its text, which items take up no room in.

    Args:
        content: What to cut.
        cuts: Offsets in ascending order.

    Returns:
        One piece more than there are cuts. Marks at a cut stay in front of it, but what opens.
    """
    pieces: list[list[Part]] = [[]]
    left = list(cuts)
    position = 0
    for part in content:
        if not isinstance(part, str):
            while isinstance(part, Open) and left and left[0] <= position:
                left.pop(0)
                pieces.append([])
            pieces[-1].append(part)
            continue
        start = 0
        while left and left[0] < position + len(part):
            stop = left.pop(0) - position
            pieces[-1].append(part[start:stop])
            pieces.append([])
            start = stop
        pieces[-1].append(part[start:])
        position += len(part)
    pieces += [[] for _ in left]
    return list(balanced(pieces))


def _opposite(part: Open | Close) -> Open | Close:
    return Close(part.number) if isinstance(part, Open) else Open(part.number)
