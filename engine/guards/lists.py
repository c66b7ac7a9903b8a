"""Lists of names and things in a sentence, of which a translation must have every member.

Names are written in many ways, so what is counted is not names but what parts them: 、 and 和.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from engine.document import Span
from engine.patterns import regex
from engine.records import record


@record
class Listed:
    """A list in a text, and its members in order."""

    span: Span
    members: tuple[Span, ...]


_WORD: Final = r"[A-Z\u00c0-\u00de][\w’'-]*+"
_NAME: Final = rf"(?:(?:Mr|Mrs|Ms|Dr|Prof)\. )?+{_WORD}(?: {_WORD}){{0,2}}+"
_THING: Final = "[A-Za-z]++"
_END: Final = r"(?! (?:or|and) |[\w’'-]|\.\w)"
_NAMES: Final = regex(
    rf"(?<![\w.’'-]){_NAME}(?:, (?!and |or ){_NAME}){{1,24}}+,? (?:and|or) {_NAME}{_END}"
)
# Three words with commas may be more than a list of things: four are one.
_THINGS: Final = regex(
    rf"(?<![\w.’'-]){_THING}(?:, (?!and |or ){_THING}){{2,24}}+,? (?:and|or) {_THING}{_END}"
)
_JOINT: Final = regex(",? (?:and|or) |, ")
_NO_MEMBERS: Final = frozenset(
    (
        *("more", "other", "others", "similar", "so", "nearly"),  # Chinese says 等 of these
        *("too", "however", "namely", "each", "all", "they", "we", "you", "it", "then", "perhaps"),
        *("therefore", "of", "course", "for", "example", "if", "not", "but", "is", "are", "can"),
    )
)
"""Words of sentences that have commas between them, and no list."""

_OPENERS: Final = frozenset(
    (
        *("Yesterday", "Today", "Tomorrow", "Then", "Later", "Now", "However", "So", "Well", "Yes"),
        *("No", "Oh", "Hey", "Hello", "Hi", "Also", "Besides", "Meanwhile", "Moreover", "Sorry"),
        *("Furthermore", "Therefore", "Sometimes", "Here", "There", "First", "Second", "Next"),
        *("Please", "Still", "Instead", "Otherwise", "Afterwards", "Please", "Thanks", "Indeed"),
    )
)
_PREPOSITIONS: Final = frozenset(
    (
        *("In", "On", "At", "From", "After", "Before", "During", "Since", "Near", "For", "With"),
        *("By", "Until", "To", "Unlike", "Like"),
    )
)
_LEADING: Final = regex(
    rf"(?:\A|[.!?] )(?:According to|{'|'.join(sorted(_PREPOSITIONS))})(?: [\w-]{{1,20}}){{0,4}} \Z"
)
"""What begins an aside: by default, according to plans."""

_WORDS: Final = "和|与|與|及|以及|或|或者|还是|還是|跟|还有|還有|and|or"
_PARTED: Final = regex(f"(?:[”’》」] ?[“‘《「]| ?(?:[、，,;；/&—]|{_WORDS}) ?)+")
"""What parts the members of a list in Chinese; several together part two of them."""

_LISTED: Final = regex(
    f"(?:[”’》」][ 到]?[“‘《「]|(?<=[A-Za-z]), (?=[A-Z])|[，,]? ?(?:[、;；/&—]|{_WORDS}) ?)+"
)
"""The same without the commas that part clauses, where members are parted by 、."""


def lists(text: str) -> tuple[Listed, ...]:
    """Return the lists of three names or more, or of four things, in an English text."""
    if ", " not in text or not (" and " in text or " or " in text):
        return ()
    found = [*_listed(text, names=True)]
    for each in _listed(text, names=False):
        if all(each.span.end <= one.span.start or one.span.end <= each.span.start for one in found):
            found.append(each)
    return tuple(sorted(found, key=lambda each: each.span.start))


def _listed(text: str, *, names: bool) -> Iterator[Listed]:
    least = 3 if names else 4
    for found in (_NAMES if names else _THINGS).finditer(text):
        start, members = found.start(), list[Span]()
        for joint in _JOINT.finditer(text, found.start(), found.end()):
            members.append(Span(start, joint.start()))
            start = joint.end()
        members.append(Span(start, found.end()))
        if _is_aside(text, members[0]):
            members = members[1:]
        if len(members) < least or any(each.of(text) in _NO_MEMBERS for each in members):
            continue
        yield Listed(Span(members[0].start, found.end()), tuple(members))


def _is_aside(text: str, first: Span) -> bool:
    """Tell whether what comes before a comma is no member: when or where, or a word to begin."""
    word = first.of(text)
    if word in _OPENERS or (word.endswith("ly") and word.isalpha()):
        return True
    if word.split(" ")[0] in _PREPOSITIONS:
        return True
    return word.islower() and _LEADING.search(text[: first.start]) is not None


def lacking(source: str, target: str) -> bool:
    """Tell whether a Chinese translation has fewer members than the lists of its source.

    Args:
        source: An English segment.
        target: Its translation.
    """
    wanted = sum(len(each.members) - 1 for each in lists(source))
    parted = _LISTED if "、" in target else _PARTED
    return wanted > 0 and sum(1 for _ in parted.finditer(target)) < wanted


def members(source: str) -> tuple[Span, ...]:
    """Return the members of the lists of an English text, in order."""
    return tuple(member for each in lists(source) for member in each.members)


def as_list(members: Sequence[str], *, choice: bool) -> str:
    """Write a list as Chinese does."""
    return "、".join(members[:-1]) + ("或" if choice else "和") + members[-1]
