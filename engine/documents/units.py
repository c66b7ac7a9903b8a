"""From a document's units to the sentences that are translated, and back."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from engine.documents.content import Content, plain
from engine.documents.format import Translated, Unit
from engine.documents.journal import Done
from engine.documents.report import Doubt
from engine.documents.sentences import Cut, Cutter, cut
from engine.documents.tags import Tagged, tagged, untagged
from engine.types import Flag, TranslationOptions


@dataclass(slots=True)
class Tally:
    """Counts sentences while a result is written."""

    sentences: int = 0
    translated: int = 0
    flagged: int = 0
    untranslated: int = 0
    doubts: list[Doubt] = field(default_factory=list)

    @property
    def copied(self) -> int:
        """Those that came out as they were."""
        return self.sentences - self.translated

    def add(self, where: str, source: Content, made: Content, done: Done) -> None:
        """Count one sentence."""
        self.sentences += 1
        self.translated += made != source
        self.flagged += bool(done.flags)
        self.untranslated += bool({"untranslated", "wrong-language"}.intersection(done.flags))
        if done.flags:
            texts = plain(source), plain(made)
            self.doubts.append(Doubt(where, *texts, done.flags, done.confidence))


def planned(units: Iterable[Unit], cutter: Cutter, options: TranslationOptions) -> Iterator[str]:
    """Yield the sentences of units, in order, as they are given to the engine."""
    for unit in units:
        found = cut(unit.content, cutter, options, wrapped=unit.wrapped)
        yield from (each.text for each in _tagged(found) if each is not None)


def translations(
    units: Iterable[Unit],
    cutter: Cutter,
    options: TranslationOptions,
    done: Callable[[str], Done],
    tally: Tally,
) -> Iterator[Translated]:
    """Yield what became of each unit.

    Args:
        units: What :func:`planned` was given.
        cutter: As there.
        options: As there.
        done: Tells what became of a sentence that :func:`planned` yielded.
        tally: Counts the sentences.
    """
    for unit in units:
        found = cut(unit.content, cutter, options, wrapped=unit.wrapped)
        made = [
            _made(source, each, done)
            for source, each in zip(found.sentences, _tagged(found), strict=True)
        ]
        translated = _unit(unit, found, [content for content, _ in made])
        for source, (content, each) in zip(found.sentences, made, strict=True):
            # Of a unit that may not be used, no sentence was translated.
            flags = _distinct(each.flags, translated.flags)
            shown = source if translated.flags else content
            tally.add(unit.where, source, shown, replace(each, flags=flags))
        flags = _distinct(*(each.flags for _, each in made), translated.flags)
        yield replace(translated, flags=flags)


def _distinct(*groups: tuple[Flag, ...]) -> tuple[Flag, ...]:
    return tuple(dict.fromkeys(flag for group in groups for flag in group))


def _unit(unit: Unit, found: Cut, made: list[Content]) -> Translated:
    """Put a unit together; its own content if nothing changed, or if it may not be used."""
    if tuple(made) == found.sentences:
        return Translated(unit, unit.content, changed=False)
    content = found.joined(made)
    if unit.verify is not None and not unit.verify(content):
        return Translated(unit, unit.content, ("verbatim-missing",), changed=False)
    return Translated(unit, content)


def _tagged(found: Cut) -> list[Tagged | None]:
    """Return the sentences for the engine; ``None`` for those that are code."""
    return [
        None if index in found.code else tagged(sentence)
        for index, sentence in enumerate(found.sentences)
    ]


def _made(
    source: Content, given: Tagged | None, done: Callable[[str], Done]
) -> tuple[Content, Done]:
    """Return what became of a sentence, and what is known about that."""
    if given is None:
        return source, Done(plain(source))
    found = done(given.text)
    if found.text == given.text:
        return source, found
    content, whole = untagged(found.text, given)
    if whole:
        return content, found
    return content, replace(found, flags=_distinct(found.flags, ("verbatim-missing",)))
