"""Names and other words that a translation copied with mistakes, written as the source does.

Small models spell a word piece by piece and skip, double or run pieces together: ``Mconald``,
``W-Fi``, ``PulpFiction``. A Latin word of the translation that the source has not, but which is
close to one of its own, is that word.
"""

from collections.abc import Iterator, Sequence, Set
from typing import Final, NamedTuple

from engine.document import Span
from engine.guards.edits import Edit, Edited, apply, outside
from engine.guards.language import is_common
from engine.guards.letters import LATIN, has_latin, plain
from engine.patterns import regex
from engine.records import record

_WORD: Final = regex(rf"[{LATIN}][{LATIN}0-9]*+(?:['’&-][{LATIN}0-9]++)*+")
_RUN_ON: Final = regex(f"[{LATIN}0-9]")
_JOINTS: Final = regex("['’&-]")
_OWNS: Final = regex("['’][sS]?\\Z")

_SHORTEST: Final = 4
"""Letters of a word that may be mistaken for another one."""

_LONG: Final = 8
"""Letters of a word of which a fourth, and not just one, may be wrong."""

_ENDINGS: Final = ("s", "es", "d", "ed", "ing", "er", "ers", "or", "ors", "ly", "al", "ion", "ions")
"""What English adds to a word and a copy in a Chinese sentence does without."""

_SAME_IN_ONE: Final = frozenset(("wifi", "email"))
"""Words that are written with a hyphen or without."""

_MOST_WORDS: Final = 3
"""Words of the source that may have been run together."""

_MOST_UNKNOWN: Final = 24
_MOST_KNOWN: Final = 600
"""Words that are compared with each other; a text with more is none that a model was given."""


@record
class Respelt:
    """A translation with its words mended.

    Attributes:
        edited: The translation.
        doubtful: Words that may be one or the other of the source's.
    """

    edited: Edited
    doubtful: tuple[str, ...] = ()


class _Known(NamedTuple):
    """A word of the source, or several with no more than a space between them.

    Attributes:
        text: As the source writes it.
        plain: Its letters and digits, in small letters without marks on them.
        words: How many words it is.
    """

    text: str
    plain: str
    words: int


def respelt(source: str, target: str, kept: Sequence[Span] = ()) -> Respelt:
    """Write the Latin words of a translation as its source writes them.

    Args:
        source: An English segment.
        target: Its Chinese translation.
        kept: Spans of the target that are not touched, in order.
    """
    if not has_latin(target):
        return Respelt(Edited(target))
    words = set(_WORD.findall(source))
    unknown = [found for found in _WORD.finditer(target) if found.group() not in words]
    if not unknown or len(unknown) > _MOST_UNKNOWN or len(words) > _MOST_KNOWN:
        return Respelt(Edited(target))
    known = _known(source)
    parts = {_squeezed(part) for word in words for part in _JOINTS.split(word)}
    edits: list[Edit] = []
    doubtful: list[str] = []
    for run in unknown:
        written = run.group()
        bare = _OWNS.sub("", written)
        meant = _meant(bare, known, parts, target)
        if len(meant) == 1:
            edits.append(Edit(run.start(), run.start() + len(bare), meant[0]))
        elif meant:
            doubtful.append(written)
    made = apply(target, outside(_without_doubles(target, edits), kept))
    return Respelt(made, tuple(doubtful))


def _without_doubles(target: str, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Delete rather than mend what stands beside the word itself."""
    for edit in edits:
        before, after = target[: edit.start].rstrip(" "), target[edit.end :].lstrip(" ")
        if after.startswith(edit.text) and not _RUN_ON.match(after, len(edit.text)):
            yield Edit(edit.start, len(target) - len(after), "")
        elif before.endswith(edit.text):
            yield Edit(len(before), edit.end, "")
        else:
            yield edit


def _known(source: str) -> list[_Known]:
    """Return the words of a source, and those that stand side by side as one."""
    found = [match.span() for match in _WORD.finditer(source)]
    known: dict[str, _Known] = {}
    for index, (start, _) in enumerate(found):
        for count in range(1, _MOST_WORDS + 1):
            if index + count > len(found):
                break
            last_start, end = found[index + count - 1]
            if is_common(source[last_start:end]):
                break  # no copy has it
            if count > 1 and source[found[index + count - 2][1] : last_start] != " ":
                break
            text = _OWNS.sub("", source[start:end])
            known.setdefault(text, _Known(text, _squeezed(text), count))
    return list(known.values())


def _squeezed(text: str) -> str:
    return "".join(letter for letter in plain(text).lower() if letter.isalnum())


def _meant(written: str, known: Sequence[_Known], parts: Set[str], target: str) -> list[str]:
    """Return what a word may be a misspelling of; nothing if it is a word of its own."""
    letters = _squeezed(written)
    same = [each for each in known if each.plain == letters]
    if same:
        return _recased(written, same)
    if len(letters) < _SHORTEST - 1 or letters in parts:
        return []
    scored: dict[str, int] = {}
    for each in known:
        score = _score(written, letters, each)
        if score and not (each.text in target and not _is_beside(written, each.text, target)):
            scored[each.text] = score
    least = min(scored.values(), default=0)
    return [text for text, score in scored.items() if score == least]


def _is_beside(written: str, word: str, target: str) -> bool:
    """Tell whether a misspelling and its word stand side by side: it was said twice."""
    return f"{written} {word}" in target or f"{word} {written}" in target


def _recased(written: str, same: Sequence[_Known]) -> list[str]:
    """Return how the source writes a word whose letters are right; nothing if it may stay."""
    texts = [each.text for each in same]
    folded = {text.casefold() for text in texts}
    if written.casefold() in folded:
        # A word in small letters, or one that a sentence begins with, may have capitals or none.
        texts = [text for text in texts if any(map(str.isupper, text[1:]))]
        return texts if len(texts) == 1 and written not in texts else []
    if _squeezed(written) in _SAME_IN_ONE or (texts[0].islower() and same[0].words == 1):
        return []
    return texts if len(texts) == 1 else []


def _score(written: str, letters: str, word: _Known) -> int:
    """Return how far a word is from one of the source; 0 if it is another word altogether."""
    if len(word.plain) < _SHORTEST:
        return 0
    if word.plain[:1] != letters[:1]:
        # It may have lost its first letter, with others.
        first = word.words == 1 and len(letters) > _SHORTEST and word.plain[1:2] == letters[:1]
        whole = first and 2 * len(letters) >= len(word.plain) and _is_within(letters, word.plain)
        return len(word.plain) if whole else 0
    if word.words == 1 and _is_stem(letters, word):
        return 0
    if written.isupper() and not word.text.isupper():
        return 0  # an acronym that Chinese uses
    if word.words > 1:
        # Run together with letters lost.
        whole = word.plain[-1] == letters[-1] and 5 * len(letters) >= 3 * len(word.plain)
        return len(word.plain) if whole and _is_within(letters, word.plain) else 0
    most = 1 if len(word.plain) < _LONG else len(word.plain) // 4
    found = _distance(letters, word.plain, most)
    if found > most:
        half = 2 * len(letters) > len(word.plain) and len(letters) >= _SHORTEST
        found = len(word.plain) if half and _is_within(letters, word.plain) else 0
    return found


def _is_stem(letters: str, word: _Known) -> bool:
    """Tell whether a word lacks nothing but an ending; names have none but for a plural."""
    if word.text[0].isupper():
        return word.plain == letters + "s" and sum(map(str.isupper, word.text)) > 1
    return word.plain.startswith(letters[:-1]) and any(
        word.plain in {letters + ending, letters[:-1] + ending} for ending in _ENDINGS
    )


def _is_within(letters: str, word: str) -> bool:
    """Tell whether a word has some letters in their order, perhaps with others between them."""
    left = iter(word)
    return all(letter in left for letter in letters)


def _distance(one: str, other: str, most: int) -> int:
    """Return how many letters to change, add, drop or swap, up to one more than ``most``."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        last, row, older = row, [i], before
        for j, wanted in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        before = last
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)
