"""The guards around the model, in the order in which they run.

Before the model: what needs no translation, dates, input repair with abbreviations, case, verbatim
spans. Around it: loops, lost numbers, untranslated text and omissions have it asked again. After
it: verbatim spans back, script, lost characters and numbers back, typesetting; then the flags.

A segment's way is a generator that yields questions for the model and is sent what the model
offers, so that the questions of many segments can be answered in batches.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Final

from engine.confidence import confidence, is_low
from engine.document import Segment, Span
from engine.guards import copied
from engine.guards.abbreviations import spell_out
from engine.guards.amounts import rewrite_amounts
from engine.guards.answers import answers
from engine.guards.asking import Answer, Answering, Setting, answer, is_prose
from engine.guards.casing import normal_case, recased
from engine.guards.chinese import has_han, tidy
from engine.guards.dates import rewrite_dates
from engine.guards.edits import Edited, apply, composed, outside
from engine.guards.enumerations import enumeration, is_enumerated, part_by_part
from engine.guards.finishing import (
    as_placed,
    blanked,
    cornered,
    edited_links,
    finished,
    occurrences,
)
from engine.guards.greetings import greeting
from engine.guards.language import is_chinese, is_latin, is_wrong, split_foreign
from engine.guards.letters import has_latin
from engine.guards.loops import is_loop
from engine.guards.mixed import english_parts, in_parts
from engine.guards.mnemonics import find_label, labelled
from engine.guards.people import is_people
from engine.guards.placing import Candidate, Placed, Placing, is_kept, place
from engine.guards.repair import repair
from engine.guards.rewriting import rewrite, rewrite_only
from engine.guards.surnames import as_chinese, with_particles
from engine.guards.units import is_measured
from engine.guards.verbatim import VerbatimSpan, find_verbatim
from engine.joining import unwrapped
from engine.lazy import Lazy
from engine.reading import Offer
from engine.script import region
from engine.types import AlignedSpan, Alternative, Flag, TranslatedSegment

__all__ = ["Asking", "Setting", "guarded"]

Asking = Answering[TranslatedSegment]
"""The way of a segment."""

_FLAG_ORDER: Final[tuple[Flag, ...]] = (
    "invalid-input",
    "wrong-language",
    "wrapped",
    "repetition-repaired",
    "untranslated",
    "verbatim-missing",
    "number-missing",
    "omission-suspected",
    "low-confidence",
)


@dataclass(slots=True)
class _State:
    """What is learnt on the way."""

    flags: set[Flag] = field(default_factory=set)
    answers: list[Answer] = field(default_factory=list)

    @property
    def used(self) -> list[Offer]:
        return [offer for found in self.answers for offer in found.used]

    @property
    def log_probs(self) -> list[float]:
        return [value for offer in self.used for value in offer.log_probs]

    @property
    def in_order(self) -> tuple[Flag, ...]:
        return tuple(flag for flag in _FLAG_ORDER if flag in self.flags)


def guarded(text: str, setting: Setting) -> Asking:
    """Translate one segment with everything that surrounds the model.

    Args:
        text: The segment's source, whose lines are put together if it has several.
        setting: What is known about the request.
    """
    flat = unwrapped(text, setting.knows)
    wanted = _in_wanted_script(flat.text, setting)
    made = yield from _unmixed(wanted.text, setting)
    if not (flat.edits or wanted.edits):
        return made
    whole = Segment(0, Span(0, len(text)), text)
    links = flat.sources(wanted.sources(made.alignment))
    return replace(made, segment=whole, alignment=links)


def _in_wanted_script(text: str, setting: Setting) -> Edited:
    """Write what is Chinese already in the script that is asked for, so that none is mixed."""
    if setting.convert is None or not setting.guards.language:
        return Edited(text)
    if is_chinese(text):
        written = rewrite(text, setting.convert)
        marked = setting.traditional and setting.guards.typesetting
        return composed(text, written, cornered(written.text)) if marked else written
    parts = [each.span for each in _kept(text, setting) if each.kind == "chinese"]
    return rewrite_only(text, setting.convert, parts)


def _unmixed(text: str, setting: Setting) -> Asking:
    """Translate one line; of one that is Chinese already, only the English in it."""
    if setting.both and setting.guards.typesetting and (said := greeting(text) or answers(text)):
        return _as_set_phrase(text, said if setting.convert is None else setting.convert(said))
    verbatim = setting.both and setting.guards.verbatim
    if verbatim and (label := find_label(text, setting.knows)) is not None:
        return labelled((yield from _unmixed(label.plain.text, setting)), label)
    parts = english_parts(text) if setting.both and setting.guards.language else None
    if parts is not None:
        return (yield from in_parts(text, parts, partial(_guarded, setting=setting), _FLAG_ORDER))
    made = yield from _enumerated(text, setting)
    guessed = setting.both and setting.guards.copied and is_people(text) and _is_guessed(made)
    if guessed or not verbatim or "wrong-language" in made.flags:
        return _as_set_phrase(text, text) if guessed else made
    named = as_chinese(text, made.text, setting.convert)
    if not named.edits:
        return made
    again = yield from _guarded(named.text, setting)
    if again.text == named.text and setting.guards.typesetting:
        again = replace(again, text=tidy(again.text, text).text, alignment=())
    whole, links = edited_links(with_particles(again.text, named), named.sources(again.alignment))
    return replace(again, segment=made.segment, text=whole, alignment=links)


def _is_guessed(made: TranslatedSegment) -> bool:
    """Tell whether names are likely made up: the model doubts them, or left some of them."""
    return "low-confidence" in made.flags or (has_han(made.text) and has_latin(made.text))


def _as_set_phrase(text: str, said: str) -> TranslatedSegment:
    """Return what is said as the translation of a text for which no model is asked."""
    whole = Span(0, len(text))
    links = (AlignedSpan(whole, Span(0, len(said))),)
    return TranslatedSegment(segment=Segment(0, whole, text), text=said, alignment=links)


def _enumerated(text: str, setting: Setting) -> Asking:
    """Translate one line; part by part if that costs the marks of an enumeration in it."""
    marks = enumeration(text) if setting.both and setting.guards.omissions else ()
    way = partial(_guarded, setting=setting)
    if not (marks and marks[0].span.start == 0):
        made = yield from way(text)
        if not marks or is_enumerated(marks, made.text):
            return made
    return (yield from part_by_part(text, marks, way, _FLAG_ORDER))


def _guarded(text: str, setting: Setting) -> Asking:
    """Translate one line; see :func:`guarded`."""
    guards, state = setting.guards, _State()
    segment = Segment(0, Span(0, len(text)), text)
    told = is_measured(text) if guards.numbers and setting.both else False
    if told or not has_words(text) or (guards.language and _is_wanted(text, setting)):
        return TranslatedSegment(segment=segment, text=text)
    dated = _as_chinese(text, setting)
    found = _kept(dated.text, setting)
    spans = [each.span for each in found]
    repaired = repair(dated.text, spans) if guards.repair else Edited(dated.text)
    if guards.repair and setting.from_english:
        spelled = spell_out(repaired.text, [repaired.forward(span) for span in spans])
        repaired = composed(dated.text, repaired, spelled)
    # A repair may bring to light what nobody could have found before.
    found = _kept(repaired.text, setting) if repaired.edits else found
    read, kept = repaired.text, [each.span for each in found]
    if not _has_words_outside(read, kept):
        return TranslatedSegment(segment=segment, text=dated.text)
    if guards.language and is_wrong(blanked(read, kept), setting.source_language):
        # What it would make of that is a guess.
        flags: tuple[Flag, ...] = ("wrong-language", "untranslated")
        return TranslatedSegment(segment=segment, text=text, confidence=0.0, flags=flags)
    foreign = guards.language and setting.both and not read.isascii()
    if foreign and not _is_readable(read, kept, setting):
        state.flags |= {"untranslated"} if is_prose(read) else set()
        sure = 0.0 if "untranslated" in state.flags else 1.0
        return TranslatedSegment(segment=segment, text=text, confidence=sure, flags=state.in_order)
    shouted = read
    if guards.case and setting.from_english:
        read = normal_case(read, setting.knows, kept)
    shown = copied.unseen(read, setting.knows, kept) if guards.copied else Edited(read)
    placed = yield from _placed(shown.text, _moved(found, shown), setting, state)
    links = shown.sources(placed.links)
    if not state.answers:
        return TranslatedSegment(segment=segment, text=dated.text)
    if placed.step == "source":
        state.flags.add("untranslated")
    if placed.lost:
        state.flags.add("verbatim-missing")
    made = text
    # What the model says nothing about stays as it came.
    if placed.step != "source" or placed.text != shown.text:
        placed = replace(placed, links=links) if shown.edits else placed
        made, links = finished(placed.text, links, read, found, setting, state.flags)
        made, links = edited_links(recased(made, read, shouted), links)
        if found and not is_kept(read, made, found):
            made, links = as_placed(placed, read, kept, setting)
            state.flags |= set() if is_kept(read, made, found) else {"verbatim-missing"}
    sure = confidence(state.log_probs, setting.calibration)
    _judge(text, made, [span.of(read) for span in kept], sure, setting, state)
    alternatives = _alternatives(read, made, setting, state) if placed.step == "plain" else ()
    return TranslatedSegment(
        segment=segment,
        text=made,
        score=_mean([offer.score for offer in state.used], 0.0),
        confidence=sure,
        flags=state.in_order,
        alignment=dated.sources(repaired.sources(links)),
        alternatives=alternatives,
    )


def _as_chinese(text: str, setting: Setting) -> Edited:
    """Write as Chinese does what is the same in all sentences: dates, and amounts of money."""
    if not (setting.guards.typesetting and setting.both):
        return Edited(text)
    dated = rewrite_dates(text, always=True)
    made = dated
    if setting.guards.verbatim:
        made = composed(text, dated, rewrite_amounts(dated.text))
    if not made.edits:
        return made
    # Within code and addresses they stay.
    edits = outside(made.edits, [each.span for each in _kept(text, setting)])
    if setting.convert is not None:
        edits = [edit._replace(text=setting.convert(edit.text)) for edit in edits]
    return apply(text, edits)


def _moved(found: Sequence[VerbatimSpan], edited: Edited) -> Sequence[VerbatimSpan]:
    """Return verbatim spans as they stand in an edited text."""
    if not edited.edits:
        return found
    return [replace(each, span=edited.forward(each.span)) for each in found]


def _is_wanted(text: str, setting: Setting) -> bool:
    """Tell whether a text is in the target language already, of Chinese and English."""
    if setting.into_chinese:
        return is_chinese(text)
    return region(setting.source_language) is not None and is_latin(text)


def _kept(text: str, setting: Setting) -> tuple[VerbatimSpan, ...]:
    """Find what must not change, if that is wanted."""
    if not setting.guards.verbatim:
        return ()
    return find_verbatim(text, chinese=setting.into_chinese)


def has_words(text: str) -> bool:
    """Tell whether there is a letter in a text; without one there is nothing to translate."""
    return any(character.isalpha() for character in text)


def _has_words_outside(text: str, spans: Iterable[Span]) -> bool:
    """Tell whether there is a letter outside of some spans."""
    taken = {at for span in spans for at in range(span.start, span.end)}
    if not taken:
        return has_words(text)
    return any(letter.isalpha() and at not in taken for at, letter in enumerate(text))


def _is_readable(text: str, kept: Sequence[Span], setting: Setting) -> bool:
    """Tell whether a text has a letter that the model can read and that is not Chinese yet."""
    others = copied.foreign(text, setting.knows), split_foreign(text)
    return _has_words_outside(text, (*kept, *chain.from_iterable(others)))


# Around the model


def _placed(
    read: str, found: Sequence[VerbatimSpan], setting: Setting, state: _State
) -> Answering[Placed]:
    """Translate around verbatim spans; see :mod:`engine.guards.placing`."""
    placing = as_it_is(read)
    if setting.guards.verbatim:
        placing = place(read, chinese=setting.into_chinese, spans=found)
    candidates: Sequence[Candidate] | None = None
    while True:
        try:
            asked = next(placing) if candidates is None else placing.send(candidates)
        except StopIteration as finished:
            placed: Placed = finished.value
            return placed
        # Around stand-ins, another hypothesis may have what the best one lost.
        given = yield from answer(asked, setting, wide=asked != read)
        state.answers.append(given)
        if given.circled:
            state.flags.add("repetition-repaired")
        candidates = Lazy(1 + len(given.others), partial(_candidate, given))


def _candidate(given: Answer, index: int) -> Candidate:
    found = given.others[index - 1] if index else given
    return Candidate(found.text, found.links)


def as_it_is(read: str) -> Placing:
    """Translate a text as it is, whatever stands in it."""
    best, *_ = yield read
    if not best.text:
        return Placed(read, (), "source")
    return Placed(best.text, best.links, "plain")


# After the model


def _judge(
    source: str,
    made: str,
    kept_words: Sequence[str],
    sure: float,
    setting: Setting,
    state: _State,
) -> None:
    """Raise the flags that need the finished translation, and its confidence."""
    guards, parts = setting.guards, state.used
    checked = guards.loops and setting.both and not _is_judged(source, made, kept_words, state)
    if checked and is_loop(source, made, occurrences(made, kept_words)):
        state.flags.add("repetition-repaired")
    if any(len(found.used) > 1 for found in state.answers):
        state.flags.add("wrapped")
    judged = setting.guards.loops and setting.into_chinese
    if judged and not has_han(made) and is_prose(source):
        state.flags.add("untranslated")
    if any(not part.text for part in parts):
        state.flags.add("untranslated")
    if state.answers[-1].left_out and "untranslated" not in state.flags:
        state.flags.add("omission-suspected")
    if guards.confidence and is_low(sure, setting.calibration):
        state.flags.add("low-confidence")


def _is_judged(source: str, made: str, kept_words: Sequence[str], state: _State) -> bool:
    """Tell whether a translation was found to be no loop already, but for its spaces."""
    if kept_words or len(state.answers) > 1 or state.answers[0].circled:
        return False
    used = state.answers[0].used
    asked = len(used) == 1 and used[0].source == source
    return asked and "".join(used[0].text.split()) == "".join(made.split())


def _alternatives(
    source: str, made: str, setting: Setting, state: _State
) -> tuple[Alternative, ...]:
    """Return what else the model has to say: each text once, at its best score."""
    if setting.n_best == 1:
        return ()
    found: dict[str, float] = {}
    others = state.answers[-1].others if state.answers else ()
    for offer in others[: setting.n_best - 1]:
        if offer.text:
            other, _ = finished(offer.text, offer.links, source, (), setting, set())
            found.setdefault(other, offer.score)
    found.pop(made, None)
    return tuple(Alternative(text, score) for text, score in found.items())


def _mean(values: Sequence[float], without: float) -> float:
    return sum(values) / len(values) if values else without
