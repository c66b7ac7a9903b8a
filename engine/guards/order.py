"""The guards around the model, in the order in which they run.

Before the model: what needs no translation, dates, input repair, case, verbatim spans. Around it:
loops, lost numbers, untranslated text and omissions have it asked again. After it: verbatim spans
back, script, lost characters and numbers back, typesetting; then the flags.

A segment's way is a generator that yields questions for the model and is sent what the model
offers, so that the questions of many segments can be answered in batches.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from engine.alignment import shifted
from engine.document import Segment, Span
from engine.guards import copied
from engine.guards.casing import normal_case
from engine.guards.chinese import has_han, tidy
from engine.guards.dates import rewrite_dates
from engine.guards.edits import Edited, apply
from engine.guards.language import is_chinese, is_wrong
from engine.guards.loops import is_loop
from engine.guards.numbers import correction, missing
from engine.guards.omissions import suspected
from engine.guards.placing import Candidate, Placed, Placing, place
from engine.guards.repair import repair
from engine.guards.verbatim import find_verbatim
from engine.reading import Ask, Offer
from engine.types import AlignedSpan, Alternative, Flag, Guards, TranslatedSegment

_T = TypeVar("_T")

Answering = Generator[Sequence[Ask], Sequence[Sequence[Offer]], _T]
"""Yields questions, is sent for each what the model offers, best first, and returns something."""

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

_WORD: Final = re.compile(r"(?<![\w@#./])[^\W\d_]{2,}(?![\w@/]|://|\.\w)")
"""A word of prose: no part of an address, a path or a name with digits."""

_PARTS: Final = 3
"""Parts that a sentence is cut into when nothing else stops the model from going in circles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What the guards must know about a request.

    Attributes:
        guards: Which are on.
        source_language: BCP 47 tag of the pack's source language.
        from_english: The source language is English.
        into_chinese: The target language is Chinese.
        knows: Whether a word, or a character, is a single piece of the source vocabulary.
        wrap: Cuts a text that is too long for the model, or into about so many parts anyway.
        convert: Changes the script of a translation, if it is to be changed.
        n_best: Translations wanted.
    """

    guards: Guards
    source_language: str
    from_english: bool
    into_chinese: bool
    knows: Callable[[str], bool]
    wrap: Callable[[str, int], tuple[Span, ...]]
    convert: Callable[[str], str] | None
    n_best: int

    @property
    def both(self) -> bool:
        """Whether English becomes Chinese, which is what most guards know."""
        return self.from_english and self.into_chinese


@dataclass(frozen=True, slots=True)
class _Answer:
    """What the model made of a text.

    Attributes:
        text: The translation.
        links: Its alignment with what was asked.
        used: The offers it was put together from, one for each part of the text.
        others: Other offers, where the text was not cut.
    """

    text: str
    links: tuple[AlignedSpan, ...]
    used: tuple[Offer, ...]
    others: tuple[Offer, ...]


@dataclass(slots=True)
class _State:
    """What is learnt on the way."""

    flags: set[Flag] = field(default_factory=set)
    answers: list[_Answer] = field(default_factory=list)

    @property
    def used(self) -> list[Offer]:
        return [offer for answer in self.answers for offer in answer.used]


def guarded(text: str, setting: Setting) -> Asking:
    """Translate one segment with everything that surrounds the model.

    Args:
        text: The segment's source.
        setting: What is known about the request.
    """
    guards, state = setting.guards, _State()
    segment = Segment(0, Span(0, len(text)), text)
    if not has_words(text) or (setting.into_chinese and guards.language and is_chinese(text)):
        return TranslatedSegment(segment=segment, text=text)
    if guards.language and is_wrong(text, setting.source_language):
        state.flags.add("wrong-language")
    dated = (
        rewrite_dates(text, always=True) if guards.typesetting and setting.both else Edited(text)
    )
    spans = _kept(dated.text, setting)
    repaired = repair(dated.text, spans) if guards.repair else Edited(dated.text)
    read = repaired.text
    if not has_words(read):
        return TranslatedSegment(segment=segment, text=text)
    if guards.case and setting.from_english:
        read = normal_case(read, setting.knows, [repaired.forward(span) for span in spans])

    placed = yield from _placed(read, setting, state)
    if placed.step == "as-is":
        return TranslatedSegment(segment=segment, text=dated.text)
    if placed.step == "source":
        state.flags.add("untranslated")
    kept_words = [span.of(dated.text) for span in spans]
    made, links = text, dated.sources(repaired.sources(placed.links))
    # What the model says nothing about stays as it came.
    if placed.step != "source" or placed.text != read:
        made, links = _finished(placed.text, links, text, kept_words, setting, state)
    _judge(text, made, setting, state)
    alternatives = _alternatives(text, made, setting, state) if placed.step == "plain" else ()
    return TranslatedSegment(
        segment=segment,
        text=made,
        score=_mean([offer.score for offer in state.used], 0.0),
        confidence=_confidence(state.used),
        flags=tuple(flag for flag in _FLAG_ORDER if flag in state.flags),
        alignment=links,
        alternatives=alternatives,
    )


def _kept(text: str, setting: Setting) -> tuple[Span, ...]:
    """Find what must not change, if that is wanted."""
    if not setting.guards.verbatim:
        return ()
    return tuple(each.span for each in find_verbatim(text, chinese=setting.into_chinese))


def has_words(text: str) -> bool:
    """Tell whether there is a letter in a text; without one there is nothing to translate."""
    return any(character.isalpha() for character in text)


# Around the model


def _placed(read: str, setting: Setting, state: _State) -> Answering[Placed]:
    """Translate around verbatim spans; see :mod:`engine.guards.placing`."""
    placing = (
        place(read, chinese=setting.into_chinese) if setting.guards.verbatim else as_it_is(read)
    )
    candidates: list[Candidate] | None = None
    while True:
        try:
            asked = next(placing) if candidates is None else placing.send(candidates)
        except StopIteration as finished:
            placed: Placed = finished.value
            return placed
        # Around stand-ins, another hypothesis may have what the best one lost.
        answer = yield from _answer(asked, setting, state, wide=asked != read)
        state.answers.append(answer)
        candidates = [Candidate(answer.text, answer.links)]
        candidates += (Candidate(offer.text, offer.links) for offer in answer.others)


def as_it_is(read: str) -> Placing:
    """Translate a text as it is, whatever stands in it."""
    best, *_ = yield read
    if not best.text:
        return Placed(read, (), "source")
    return Placed(best.text, best.links, "plain")


def _answer(text: str, setting: Setting, state: _State, *, wide: bool) -> Answering[_Answer]:
    """Ask the model about a text, in parts if it is too long."""
    spans = setting.wrap(text, 1)
    texts = [span.of(text) for span in spans]
    offers = yield from _asked(texts, setting, state, wide=wide)
    if len(offers) == 1:
        best, *others = offers[0]
        return _Answer(best.text, best.links, (best,), tuple(others))
    return _joined(text, spans, [found[0] for found in offers], setting)


def _asked(
    texts: Sequence[str], setting: Setting, state: _State, *, wide: bool
) -> Answering[list[list[Offer]]]:
    """Ask about texts, and ask again in other ways about those whose answer has a fault."""
    offers = [list(found) for found in (yield [Ask(text, wide=wide) for text in texts])]
    least = [_faults(text, found[0], setting) for text, found in zip(texts, offers, strict=True)]
    if any(faults[0] for faults in least):
        state.flags.add("repetition-repaired")
    for way in (Ask.strictly, Ask.as_sentence):
        at_fault = [i for i, faults in enumerate(least) if any(faults)]
        asks = [(i, ask) for i in at_fault if (ask := way(texts[i]))]
        if not asks:
            continue
        answers = yield [ask for _, ask in asks]
        for (i, _), found in zip(asks, answers, strict=True):
            for offer in found:
                faults = _faults(texts[i], offer, setting)
                if faults < least[i]:
                    least[i] = faults
                    offers[i].insert(0, offer)
    for i in [i for i, faults in enumerate(least) if faults[0]]:
        offers[i].insert(0, (yield from _in_parts(texts[i], setting)))
    return offers


def _in_parts(text: str, setting: Setting) -> Answering[Offer]:
    """Translate a text that sends the model in circles in parts: shorter ones seldom do."""
    spans = setting.wrap(text, _PARTS)
    offers = yield [Ask(span.of(text), strict=True) for span in spans]
    answer = _joined(text, spans, [found[0] for found in offers], setting)
    first = answer.used[0]
    return replace(first, source=text, text=answer.text, links=answer.links)


def _joined(text: str, spans: Sequence[Span], offers: Sequence[Offer], setting: Setting) -> _Answer:
    """Put the translations of a text's parts together; a part without one stays as it is."""
    made, links, end = "", list[AlignedSpan](), 0
    for span, offer in zip(spans, offers, strict=True):
        said = offer.text or span.of(text)
        if made:
            made += _joint(made, text[end : span.start], said, setting)
        links += shifted(offer.links, span.start, len(made))
        made, end = made + said, span.end
    return _Answer(made, tuple(links), tuple(offers), ())


def _joint(before: str, gap: str, after: str, setting: Setting) -> str:
    """Return what goes between two parts of a text; ``gap`` stood there before."""
    if not setting.into_chinese:
        return gap or " "
    wide = any(unicodedata.east_asian_width(c) in "WF" for c in (before[-1], after[0]))
    return "" if wide else gap


def _faults(text: str, offer: Offer, setting: Setting) -> tuple[int, int, int, int]:
    """Count what is wrong with an offer, the worst first.

    A loop, nothing translated, numbers lost, a part that seems left out.
    """
    guards, both = setting.guards, setting.both
    loop = guards.loops and both and is_loop(text, offer.text)
    said = offer.text and (has_han(offer.text) or not setting.into_chinese)
    nothing = guards.loops and not said
    lost = len(missing(text, offer.text)) if guards.numbers and both else 0
    left_out = guards.omissions and both and bool(offer.text) and _lacks(offer)
    return (int(loop), int(nothing), lost, int(left_out))


def _lacks(offer: Offer) -> bool:
    return suspected(offer.source, offer.text, offer.attention, offer.spans) is not None


# After the model


def _finished(
    made: str,
    links: tuple[AlignedSpan, ...],
    source: str,
    kept_words: Sequence[str],
    setting: Setting,
    state: _State,
) -> tuple[str, tuple[AlignedSpan, ...]]:
    """Change the script, put back what was lost, and set the text; return it and its links."""
    guards = setting.guards
    if setting.convert is not None:
        made, links = _converted(made, links, kept_words, setting.convert)
    if not setting.both:
        return made, links
    if guards.copied:
        made, links = _edited(copied.restore(source, made, links, setting.knows), links)
    if guards.numbers:
        for number in missing(source, made):
            state.flags.add("number-missing")
            made, links = _edited(apply(made, [correction(number, source, made, links)]), links)
    if guards.typesetting:
        made, links = _edited(tidy(made, source, occurrences(made, kept_words)), links)
    return made, links


def _edited(edited: Edited, links: tuple[AlignedSpan, ...]) -> tuple[str, tuple[AlignedSpan, ...]]:
    return edited.text, edited.targets(links)


def _converted(
    made: str,
    links: tuple[AlignedSpan, ...],
    kept_words: Sequence[str],
    convert: Callable[[str], str],
) -> tuple[str, tuple[AlignedSpan, ...]]:
    """Change the script of everything but what is kept."""
    parts: list[str] = []
    end = 0
    for span in occurrences(made, kept_words):
        parts += convert(made[end : span.start]), span.of(made)
        end = span.end
    converted = "".join((*parts, convert(made[end:])))
    # Regional words may be longer or shorter; then nobody knows which character is which.
    return converted, links if len(converted) == len(made) else ()


def occurrences(text: str, words: Sequence[str]) -> tuple[Span, ...]:
    """Return where words stand in a text, each as often as it is given, none overlapping."""
    taken: list[Span] = []
    for word in sorted(words, key=len, reverse=True):
        start = text.find(word)
        while start >= 0:
            span = Span(start, start + len(word))
            if word and all(span.end <= one.start or one.end <= span.start for one in taken):
                taken.append(span)
                break
            start = text.find(word, start + 1)
    return tuple(sorted(taken, key=lambda span: span.start))


def _judge(source: str, made: str, setting: Setting, state: _State) -> None:
    """Raise the flags that need the finished translation."""
    parts = state.used
    if any(len(answer.used) > 1 for answer in state.answers):
        state.flags.add("wrapped")
    judged = setting.guards.loops and setting.into_chinese
    if judged and not has_han(made) and _is_prose(source):
        state.flags.add("untranslated")
    if any(not part.text for part in parts):
        state.flags.add("untranslated")
    judged = setting.guards.omissions and setting.both and "untranslated" not in state.flags
    if judged and any(_lacks(part) for part in state.answers[-1].used):
        state.flags.add("omission-suspected")


def _is_prose(source: str) -> bool:
    """Tell whether a source has a word that a translation would have changed."""
    return any(word.islower() for word in _WORD.findall(source))


def _alternatives(
    source: str, made: str, setting: Setting, state: _State
) -> tuple[Alternative, ...]:
    """Return what else the model has to say: each text once, at its best score."""
    found: dict[str, float] = {}
    others = state.answers[-1].others if state.answers else ()
    for offer in others[: setting.n_best - 1]:
        if offer.text:
            other, _ = _finished(offer.text, offer.links, source, (), setting, _State())
            found.setdefault(other, offer.score)
    found.pop(made, None)
    return tuple(Alternative(text, score) for text, score in found.items())


def _confidence(offers: Sequence[Offer]) -> float:
    """Return the mean probability of a token; rounding may leave a logarithm a hair above 0."""
    log_probs = [value for offer in offers for value in offer.log_probs]
    return min(1.0, math.exp(_mean(log_probs, -math.inf)))


def _mean(values: Sequence[float], without: float) -> float:
    return sum(values) / len(values) if values else without
