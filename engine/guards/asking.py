"""Ask the model about a text until it says something without a fault, as far as it can.

Where an answer goes round in circles, says nothing, loses a number or a part, the text is asked
about again: strictly, then as a sentence, and what still loops in parts.
"""

import re
import unicodedata
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from engine.alignment import shifted
from engine.confidence import Calibration
from engine.document import Span
from engine.guards.chinese import has_han
from engine.guards.edits import Edited
from engine.guards.loops import is_loop
from engine.guards.number_asks import NUMBER_WAYS, NumberAsk, whole_numbers
from engine.guards.number_checks import missing
from engine.guards.omissions import suspected
from engine.reading import Ask, Offer
from engine.types import AlignedSpan, Guards

_T = TypeVar("_T")

Answering = Generator[Sequence[Ask], Sequence[Sequence[Offer]], _T]
"""Yields questions, is sent for each what the model offers, best first, and returns something."""

_WORD: Final = re.compile(r"(?<![\w@#./])[^\W\d_]{2,}(?![\w@/]|://|\.\w)")
"""A word of prose: no part of an address, a path or a name with digits."""

_Faults = tuple[int, int, int, int, int]

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
        calibration: What the pack's probabilities are worth, if that is known.
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

    @property
    def both(self) -> bool:
        """Whether English becomes Chinese, which is what most guards know."""
        return self.from_english and self.into_chinese


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model made of a text.

    Attributes:
        text: The translation.
        links: Its alignment with what was asked.
        used: The offers it was put together from, one for each part of the text.
        others: Other offers, where the text was not cut.
        circled: The model went in circles at first.
    """

    text: str
    links: tuple[AlignedSpan, ...]
    used: tuple[Offer, ...]
    others: tuple[Offer, ...] = ()
    circled: bool = False


def answer(text: str, setting: Setting, *, wide: bool) -> Answering[Answer]:
    """Ask the model about a text, in parts if it is too long.

    Args:
        text: What to translate.
        setting: What is known about the request.
        wide: Hear every hypothesis, and take the one with the fewest faults.
    """
    spans = setting.wrap(text, 1)
    texts = [span.of(text) for span in spans]
    found = yield [Ask(text, wide=wide) for text in texts]
    offers = [
        _best_first(text, each, setting) if wide else list(each)
        for text, each in zip(texts, found, strict=True)
    ]
    circled = yield from _ask_again(texts, offers, setting)
    if len(offers) == 1:
        best, *others = offers[0]
        return Answer(best.text, best.links, (best,), tuple(others), circled=circled)
    joined = _joined(text, spans, [each[0] for each in offers], setting)
    return replace(joined, circled=circled)


def _best_first(text: str, offers: Sequence[Offer], setting: Setting) -> list[Offer]:
    """Put those with fewer faults first; of two alike, the likelier stays in front."""
    if not any(_faults(text, offers[0], setting)):
        return list(offers)
    return sorted(offers, key=lambda offer: _faults(text, offer, setting))


def _ask_again(
    texts: Sequence[str], offers: Sequence[list[Offer]], setting: Setting
) -> Answering[bool]:
    """Ask in other ways about texts whose answer has a fault, and put what is better in front.

    Returns:
        Whether an answer went in circles at first.
    """
    least = [_faults(text, found[0], setting) for text, found in zip(texts, offers, strict=True)]
    circled = any(faults[0] for faults in least)
    for way in (Ask.strictly, Ask.as_sentence):
        at_fault = [i for i, faults in enumerate(least) if any(faults)]
        asks = [(i, ask) for i in at_fault if (ask := way(texts[i]))]
        if not asks:
            continue
        answers = yield [ask for _, ask in asks]
        for (i, _), found in zip(asks, answers, strict=True):
            least[i] = _put_first(texts[i], _about(texts[i], found), offers[i], least[i], setting)
    if setting.guards.numbers and setting.both:
        yield from _ask_for_numbers(texts, offers, least, setting)
    for i in [i for i, faults in enumerate(least) if faults[0] or faults[2]]:
        offer = yield from _in_parts(texts[i], setting)
        if least[i][0]:
            offers[i][:] = [offer]
        else:
            _put_first(texts[i], [offer], offers[i], least[i], setting)
    return circled


def _put_first(
    text: str, found: Sequence[Offer], offers: list[Offer], least: _Faults, setting: Setting
) -> _Faults:
    """Put the offers that have fewer faults than the first one before it; return what is left."""
    judged = [(_faults(text, offer, setting), offer) for offer in found]
    better = sorted((each for each in judged if each[0] < least), key=lambda each: each[0])
    offers[:0] = [offer for _, offer in better]
    return better[0][0] if better else least


def _ask_for_numbers(
    texts: Sequence[str], offers: Sequence[list[Offer]], least: list[_Faults], setting: Setting
) -> Answering[None]:
    """Ask again where numbers were lost, in one way after the other."""
    for way in NUMBER_WAYS:
        asks: list[tuple[int, NumberAsk]] = []
        for i in [i for i, faults in enumerate(least) if faults[2]]:
            first = offers[i][0]
            ask = way(texts[i], missing(texts[i], first.text, first.links))
            if ask is not None:
                asks.append((i, ask))
        answers = (yield [each.ask for _, each in asks]) if asks else []
        for (i, each), found in zip(asks, answers, strict=True):
            made = [offer for one in found if (offer := each.answered(one)) is not None]
            least[i] = _put_first(texts[i], made, offers[i], least[i], setting)


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


def _in_parts(text: str, setting: Setting) -> Answering[Offer]:
    """Translate a text that sends the model in circles in parts: shorter ones seldom do.

    A part that does nevertheless, or all of the text if it still goes round, has no translation.
    """
    checked = setting.guards.numbers and setting.both
    # A number is not parted from its magnitude.
    read = whole_numbers(text) if checked else Edited(text)
    spans = setting.wrap(read.text, _PARTS)
    texts = [span.of(read.text) for span in spans]
    found = yield [Ask(part, strict=True) for part in texts]
    offers = [list(each) for each in found]
    if checked:
        least = [_faults(part, each[0], setting) for part, each in zip(texts, offers, strict=True)]
        yield from _ask_for_numbers(texts, offers, least, setting)
    straight = [
        each[0] if not is_loop(part, each[0].text) else _silent(each[0])
        for part, each in zip(texts, offers, strict=True)
    ]
    joined = _joined(read.text, spans, straight, setting)
    links = read.sources(joined.links)
    whole = replace(straight[0], source=text, text=joined.text, links=links)
    said = any(offer.text for offer in straight) and not is_loop(text, joined.text)
    return whole if said else _silent(whole)


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

    A loop, nothing translated, numbers lost, little translated, a part that seems left out.
    """
    guards, both = setting.guards, setting.both
    loop = guards.loops and both and is_loop(text, offer.text)
    said = offer.text and (has_han(offer.text) or not setting.into_chinese)
    nothing = guards.loops and not said
    lost = len(missing(text, offer.text, offer.links)) if guards.numbers and both else 0
    left_out = guards.omissions and both and bool(offer.text) and lacks_part(offer)
    little = guards.loops and both and _says_little(text, offer.text)
    return (int(loop), int(nothing), lost, int(little), int(left_out))


def _says_little(source: str, target: str) -> bool:
    """Tell whether a translation has less than a Chinese character for two words of prose."""
    words = sum(len(word) > 2 for word in _WORD.findall(source))
    return 2 * sum(map(has_han, target)) < words


def lacks_part(offer: Offer) -> bool:
    """Tell whether a translation seems to lack part of its source."""
    return suspected(offer.source, offer.text, offer.attention, offer.spans) is not None


def is_prose(source: str) -> bool:
    """Tell whether a source has a word that a translation would have changed."""
    return any(word == word.lower() for word in _WORD.findall(source))
