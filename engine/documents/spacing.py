"""White space at the edges of pairs: it belongs to neither side, least of all in a translation."""

from collections.abc import Callable, Iterable, Iterator

from engine.documents.content import Close, Content, Open, Part, merged


def with_spaces_outside(parts: Iterable[Part]) -> Content:
    """Return content in which pairs begin and end with something other than a space.

    A pair around nothing but spaces stays as it is.
    """
    made = _moved(reversed(merged(parts)), Open, str.lstrip)
    return merged(_moved(reversed(made), Close, str.rstrip))


def _moved(
    parts: Iterator[Part], kind: type[Open] | type[Close], strip: Callable[[str], str]
) -> list[Part]:
    """Move marks of a kind towards the text in front of them, as far as that is space.

    Args:
        parts: Content, backwards for marks that open.
        kind: Which marks.
        strip: Returns text without the space on that side.
    """
    made: list[Part] = []
    for part in parts:
        last = made[-1] if made else None
        if isinstance(part, kind) and isinstance(last, str):
            kept = strip(last)
            around = made[-2] if len(made) > 1 else None
            alone = not kept and isinstance(around, Open | Close) and around.number == part.number
            if kept != last and not alone:
                made.pop()
                space = last.removeprefix(kept) if kind is Close else last.removesuffix(kept)
                made += (*((kept,) if kept else ()), part, space)
                continue
        made.append(part)
    return made
