"""Ask the model about a text until it says something without a fault, as far as it can.

Where an answer goes round in circles, says nothing, loses a number or a part, the search's other
hypotheses are looked at; then the text is asked about again: strictly, as a sentence, with its
numbers written otherwise, and at last in parts.
"""

import unicodedata
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import numpy as np

from engine.alignment import shifted
from engine.confidence import Calibration
from engine.document import Span
from engine.guards.chinese import count_han, has_debris, has_han
from engine.guards.edits import Edited
from engine.guards.list_asks import frames, members
from engine.guards.lists import lacking
from engine.guards.loops import is_loop
from engine.guards.negation import as_ban, lacks_negation
from engine.guards.number_asks import NUMBER_WAYS, NumberAsk, whole_numbers
from engine.guards.number_checks import missing
from engine.guards.numbers import Number, numbers
from engine.guards.omissions import suspected
from engine.guards.refrains import refrain
from engine.guards.surplus import surplus
from engine.guards.units import unitless, without_measures
from engine.lazy import Lazy
from engine.patterns import regex
from engine.reading import Ask, Offer
from engine.records import record
from engine.types import AlignedSpan, Guards

_T = TypeVar("_T")

Answering = Generator[Sequence[Ask], Sequence[Sequence[Offer]], _T]
"""Yields questions, is sent for each what the model offers, best first, and returns something."""

_WORD: Final = regex(r"(?<![\w@#./])[^\W\d_]{2,}(?![\w@/]|://|\.\w)")
"""A word of prose: no part of an address, a path or a name with digits."""

_Faults = tuple[int, int, int, int, int]

_DOUBT: Final[_Faults] = (0, 0, 0, 0, 1)
"""Nothing is wrong but that a part seems left out."""

_PARTS: Final = 3
"""Parts that a sentence is cut into when nothing else helps."""

_MOST_NUMBERS: Final = 8
"""Numbers up to which a text is asked about as a whole again."""

_NUMBERS_IN_PART: Final = 5
"""Numbers that a part may have, about."""

_ENDLESS: Final = 300
"""Characters from which on what says one thing over and over is not asked about as a whole."""

_LONG: Final = 15
"""Spaces of a sentence whose parts say more than they lose by being torn apart: where something is
left out of a shorter one, it is only flagged."""


@record(kw_only=True)
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
        calibration: What the pack's probabilities are worth, if that is known.
        simplified: The model writes Simplified Chinese.
        traditional: Traditional Chinese is wanted.
    """

    guards: Guards
    source_language: str
    from_english: bool
    into_chinese: bool
    knows: Callable[[str], bool]
    wrap: Callable[[str, int], tuple[Span, ...]]
    convert: Callable[[str], str] | None
    n_best: int
    calibration: Calibration | None = None
    simplified: bool = False
    traditional: bool = False

    @property
    def both(self) -> bool:
        """Whether English becomes Chinese, which is what most guards know."""
        return self.from_english and self.into_chinese


@record
class Answer:
    """What the model made of a text.

    Attributes:
        text: The translation.
        links: Its alignment with what was asked.
        used: The offers it was put together from, one for each part of the text.
        others: Other offers, where the text was not cut.
        circled: The model went in circles at first.
        left_out: A part of the text seems to be left out.
    """

    text: str
    links: tuple[AlignedSpan, ...]
    used: tuple[Offer, ...]
    others: Sequence[Offer] = ()
    circled: bool = False
    left_out: bool = False


def answer(text: str, setting: Setting, *, wide: bool) -> Answering[Answer]:
    """Ask the model about a text, in parts if it is too long.

    Args:
        text: What to translate.
        setting: What is known about the request.
        wide: Return every hypothesis, not only as many as are wanted.
    """
    if len(text) > _ENDLESS and setting.guards.loops:
        # No model says so much over and over again without losing count, and it takes long.
        sung = yield from _copy_by_copy(text)
        if sung is not None:
            return Answer(sung.text, sung.links, (sung,))
    spans = setting.wrap(text, 1)
    texts = [span.of(text) for span in spans]
    found = yield [Ask(text, wide=True) for text in texts]
    tries = [_tried(part, each, setting) for part, each in zip(texts, found, strict=True)]
    if faulty := [each for each in tries if any(each.least)]:
        yield from _ask_again(faulty, setting)
    circled = any(each.circled for each in tries)
    left_out = any(each.least[4] for each in tries)
    if len(tries) == 1:
        offers = tries[0].offers
        best, count = offers[0], len(offers) if wide else min(len(offers), setting.n_best)
        others = Lazy(count - 1, lambda index: offers[index + 1])
        return Answer(best.text, best.links, (best,), others, circled=circled, left_out=left_out)
    joined = _joined(text, spans, [each.offers[0] for each in tries], setting)
    return replace(joined, circled=circled, left_out=left_out)


@dataclass(slots=True)
class _Tried:
    """What was offered for a text so far.

    Attributes:
        text: What was asked about.
        offers: Best first.
        least: What is wrong with the first of them.
        circled: The model went in circles at first.
    """

    text: str
    offers: Sequence[Offer]
    least: _Faults
    circled: bool

    def hear(self, found: Sequence[Offer], setting: Setting) -> None:
        """Put those that have fewer faults than the first offer before it."""
        judged = [(_faults(self.text, offer, setting), offer) for offer in found]
        better = sorted((e for e in judged if e[0] < self.least), key=lambda each: each[0])
        if better:
            self.offers = [*(offer for _, offer in better), *self.offers]
            self.least = better[0][0]


def _tried(text: str, offers: Sequence[Offer], setting: Setting) -> _Tried:
    """Judge what was offered first; where the likeliest has no fault, the others are not read."""
    faults = _faults(text, offers[0], setting)
    circled = bool(faults[0])
    if not any(faults):
        return _Tried(text, offers, faults, circled)
    others = [_faults(text, offer, setting) for offer in offers[1:]]
    ranked = sorted(zip((faults, *others), offers, strict=True), key=lambda each: each[0])
    found, better = ranked[0]
    if faults == _DOUBT and not any(found) and count_han(better.text) <= count_han(offers[0].text):
        # What says no more and seems to lack nothing shows that the likeliest lacks nothing.
        return _Tried(text, offers, found, circled)
    return _Tried(text, [offer for _, offer in ranked], ranked[0][0], circled)


def _ask_again(tries: Sequence[_Tried], setting: Setting) -> Answering[None]:
    """Ask in other ways about texts whose answer has a fault, and put what is better in front."""
    for each in tries:
        if each.least[0] and (sung := (yield from _copy_by_copy(each.text))) is not None:
            each.hear([sung], setting)
    # A whole row of numbers is better asked about in parts at once.
    whole = [each for each in tries if len(numbers(each.text)) <= _MOST_NUMBERS]
    # What did not repeat itself comes out of a stricter search as it was.
    astray = [each for each in whole if each.least[0] or each.least[1] or each.least[3]]
    for way, chosen in ((as_ban, astray), (Ask.strictly, astray), (Ask.as_sentence, whole)):
        asks = [(each, ask) for each in chosen if any(each.least) and (ask := way(each.text))]
        answers = (yield [ask for _, ask in asks]) if asks else []
        for (each, _), found in zip(asks, answers, strict=True):
            each.hear(_about(each.text, found), setting)
    if setting.guards.numbers and setting.both:
        yield from _ask_for_numbers(whole, setting)
    if setting.guards.omissions and setting.both:
        yield from _ask_for_members(whole, setting)
    for each in tries:
        looped, _, lost, _, left_out = each.least
        if looped or lost or (left_out and each.text.count(" ") >= _LONG):
            offer = yield from _in_parts(each.text, setting)
            if looped:
                each.offers, each.least = [offer], _faults(each.text, offer, setting)
            else:
                each.hear([offer], setting)


def _ask_for_numbers(tries: Sequence[_Tried], setting: Setting) -> Answering[None]:
    """Ask again where numbers were lost, in one way after the other."""
    for way in NUMBER_WAYS:
        asks: list[tuple[_Tried, NumberAsk]] = []
        for each in tries:
            first = each.offers[0]
            # Of those that were said twice or made up, nobody knows which was meant.
            wrong = each.least[2] > 0
            lost = (_lost_numbers(each.text, first) or numbers(each.text)) if wrong else ()
            if lost and (ask := way(each.text, lost)) is not None:
                asks.append((each, ask))
        answers = (yield [ask.ask for _, ask in asks]) if asks else []
        for (each, ask), found in zip(asks, answers, strict=True):
            made = [offer for one in found if (offer := ask.answered(one)) is not None]
            each.hear(made, setting)


def _ask_for_members(tries: Sequence[_Tried], setting: Setting) -> Answering[None]:
    """Ask again where members of a list were lost: for them, and for what stands around them."""
    for each in tries:
        lost = each.least[4] and not each.least[0] and lacking(each.text, each.offers[0].text)
        if not (lost and (asks := members(each.text))):
            continue
        found = yield asks
        framed = frames(each.text, [first for first, *_ in found])
        answers = yield [ask.ask for ask in framed]
        for ask, offers in zip(framed, answers, strict=True):
            each.hear([made for one in offers if (made := ask.answered(one)) is not None], setting)


def _about(text: str, offers: Sequence[Offer]) -> list[Offer]:
    """Return offers for a text that was asked about with a full stop as offers for the text."""
    return [
        replace(
            offer,
            links=tuple(
                AlignedSpan(Span(link.source.start, min(link.source.end, len(text))), link.target)
                for link in offer.links
                if link.source.start < len(text)
            ),
        )
        for offer in offers
    ]


def _copy_by_copy(text: str) -> Answering[Offer | None]:
    """Translate what a refrain says once, and say it as often as the refrain does."""
    found = refrain(text)
    if found is None:
        return None
    ((first, *_),) = yield [Ask(found.unit, strict=True)]
    said = first.text.rstrip("。.")
    if not said:
        return None
    joint = found.joint if has_han(said) else found.gap
    own = [link for link in first.links if link.target.end <= len(said)]
    links = [
        link
        for i, copy in enumerate(found.copies)
        for link in shifted(own, copy.start, i * (len(said) + len(joint)))
    ]
    made = joint.join([said] * len(found.copies)) + found.end
    return replace(first, source=text, text=made, links=tuple(links))


def _in_parts(text: str, setting: Setting) -> Answering[Offer]:
    """Translate a text in parts: shorter ones seldom send the model in circles or lose anything.

    A part that does go round, or all of the text if it still does, has no translation.
    """
    checked = setting.guards.numbers and setting.both
    # A number is not parted from its magnitude.
    read = whole_numbers(text) if checked else Edited(text)
    parts = max(_PARTS, -(-len(numbers(text)) // _NUMBERS_IN_PART))
    spans = setting.wrap(read.text, parts)
    texts = [span.of(read.text) for span in spans]
    found = yield [Ask(part, strict=True) for part in texts]
    tries = [_tried(part, each, setting) for part, each in zip(texts, found, strict=True)]
    if checked:
        yield from _ask_for_numbers(tries, setting)
    straight = [
        _silent(each.offers[0]) if is_loop(each.text, each.offers[0].text) else each.offers[0]
        for each in tries
    ]
    joined = _joined(read.text, spans, straight, setting)
    whole = _as_one(text, read, spans, straight, joined)
    said = any(offer.text for offer in straight) and not is_loop(text, joined.text)
    return whole if said else _silent(whole)


def _as_one(
    text: str, read: Edited, spans: Sequence[Span], offers: Sequence[Offer], joined: Answer
) -> Offer:
    """Return the offers for a text's parts as one for the text."""
    rows = sum(len(offer.attention) for offer in offers)
    attention = np.zeros((rows, sum(len(offer.spans) for offer in offers)), np.float32)
    row = column = 0
    for offer in offers:
        there = offer.attention[:, : len(offer.spans)]
        attention[row : row + len(there), column : column + there.shape[1]] = there
        row, column = row + len(there), column + there.shape[1]
    return Offer(
        source=text,
        text=joined.text,
        links=read.sources(joined.links),
        score=sum(offer.score for offer in offers) / len(offers),
        log_probs=tuple(value for offer in offers for value in offer.log_probs),
        attention=attention,
        spans=tuple(
            read.back(Span(each.start + span.start, each.end + span.start))
            for span, offer in zip(spans, offers, strict=True)
            for each in offer.spans
        ),
    )


def _silent(offer: Offer) -> Offer:
    return replace(offer, text="", links=())


def _joined(text: str, spans: Sequence[Span], offers: Sequence[Offer], setting: Setting) -> Answer:
    """Put the translations of a text's parts together; a part without one stays as it is."""
    made, links, end = "", list[AlignedSpan](), 0
    for span, offer in zip(spans, offers, strict=True):
        said = offer.text or span.of(text)
        if made:
            made += _joint(made, text[end : span.start], said, setting)
        links += shifted(offer.links, span.start, len(made))
        made, end = made + said, span.end
    return Answer(made, tuple(links), tuple(offers))


def _joint(before: str, gap: str, after: str, setting: Setting) -> str:
    """Return what goes between two parts of a text; ``gap`` stood there before."""
    if not setting.into_chinese:
        return gap or " "
    wide = any(unicodedata.east_asian_width(c) in "WF" for c in (before[-1], after[0]))
    return "" if wide else gap


def _faults(text: str, offer: Offer, setting: Setting) -> _Faults:
    """Count what is wrong with an offer, the worst first.

    A loop, nothing translated, numbers lost, doubled or made up, little translated or the contrary
    said, a part that seems left out.
    """
    guards, both = setting.guards, setting.both
    loop = guards.loops and both and is_loop(text, offer.text)
    said = offer.text and (has_han(offer.text) or not setting.into_chinese)
    said = said and not has_debris(offer.text, text)
    nothing = guards.loops and not said
    lost = _wrong_numbers(text, offer) if guards.numbers and both else 0
    left_out = guards.omissions and both and bool(offer.text) and _lacks_part(offer)
    little = guards.loops and both and _says_little(text, offer.text)
    if guards.omissions and both and said and lacks_negation(text, offer.text):
        little = left_out = True
    return (int(loop), int(nothing), lost, int(little), int(left_out))


def _wrong_numbers(text: str, offer: Offer) -> int:
    # One that was taken for another is one fault.
    return max(len(_lost_numbers(text, offer)), len(surplus(text, offer.text)))


def _lost_numbers(text: str, offer: Offer) -> tuple[Number, ...]:
    lost = missing(text, offer.text, offer.links)
    return (*lost, *(each for each in unitless(text, offer.text) if each not in lost))


def _says_little(source: str, target: str) -> bool:
    """Tell whether a translation has less than a Chinese character for two words of prose."""
    said = 2 * count_han(target)
    # Words of three letters and what parts them: there can be no more.
    if said >= (len(source) + 1) // 4:
        return False
    return said < sum(len(word) > 2 for word in _WORD.findall(source))


def _lacks_part(offer: Offer) -> bool:
    """Tell whether a translation seems to lack part of its source."""
    return suspected(offer.source, offer.text, offer.attention, offer.spans) is not None


def is_prose(source: str) -> bool:
    """Tell whether a source has a word that a translation would have changed."""
    return any(word == word.lower() for word in _WORD.findall(without_measures(source)))
