"""Whether a text is in the language that a pack translates from."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Protocol

from engine.document import Span
from engine.guards.foreign import (
    is_foreign_phrase,
    is_used_in_english,
    may_be_foreign,
    without_names,
)
from engine.patterns import regex

_FUNCTION_WORDS: Final = frozenset(
    word
    for line in (
        "the and of to with that this these those you your yours have has had are were been being",
        "they them their from which who whom would will what when where why how my mine it its",
        "he she his her hers our ours we us if than then there here not never should could can",
        "i'm it's don't doesn't didn't can't won't isn't aren't wasn't i've you're let's",
        "please after before because about every any some each both into onto over under until",
        "up out off down by but be or does did just only very too also again",
        # And what is most common besides: a text with one of these is seldom another language's.
        "said say says saying think thinks thought know knows known knew want wants wanted like",
        "liked look looks looked looking go goes going gone went make makes making take takes",
        "taken took give gives giving given gave get gets got getting seen tell told ask asked",
        "work works worked working try tried trying need needs needed feel felt keep kept",
        "happen happened bring begin began show shown heard played lived believe learn",
        "understand watch follow followed speak speaking read write walk remember love buy",
        "bought wait waiting stay found called people year years day days week month night",
        "morning afternoon evening today tomorrow yesterday thing things something anything",
        "nothing everything someone anyone everyone woman women child children world life",
        "school house family friend friends father mother brother sister money water book word",
        "words question country other another same such few many much less own old new good",
        "great little high small next early young important able first second third two three",
        "four five seven eight nine ten hundred always often sometimes usually soon already yet",
        "almost enough quite really maybe perhaps however instead together ago away around",
        "through during within without between among against towards while whether though",
        "although since upon across behind below above using used being better",
        "wrote spoke sings sang shouted painted designs designed wins won founded directs directed",
        "resigns lives opens opened closed starts started causes attracts hosts beats arrived",
    )
    for word in line.split(" ")
)
"""English words of which few are common words of another language."""

_LANGUAGES: Final = (
    "af ca cs cy da de en eo es et eu fi fr ga gl hr hu id is it lt lv ms mt nl no pl pt ro sk sl"
    " so sq sv sw tl tr vi"
)
"""Languages in Latin script that a text is told apart from; rarer ones are mistaken too often."""

_LETTERS: Final = regex("[A-Za-z]+")
_WORD: Final = regex(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")

_CHINESE: Final = regex(
    "[\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]"
    "(?:[，。？！：；、（）《》“”‘’…—·\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]"
    "|[ 0-9%.]{1,12}(?=[\u3400-\u9fff]))*"
)

_LONGEST: Final = 400
"""Characters that are looked at; more say nothing new."""

_ENOUGH: Final = 0.15
"""Share of function words that no other language reaches."""

_SURE: Final = frozenset(
    word
    for line in (
        "the and with that this these those your they them their which who whom would when where",
        "why how should could because about said says thought knew wrote spoke sang shouted was",
        "were plays sings lives wins opens closed designs directs painted arrived founded called",
    )
    for word in line.split(" ")
)
"""Words of which one makes a short text English."""

_SHORT: Final = 8
_SHORT_MARGIN: Final = 20.0
_SHORT_MARGIN_PER_LETTER: Final = 1.25

_FEWEST_WORDS: Final = 4
_FEWEST_LETTERS: Final = 14
_MARGIN: Final = 14.0
_MARGIN_PER_LETTER: Final = 0.55
"""Natural logarithms by which another language must be likelier than the expected one."""


def is_common(word: str) -> bool:
    """Tell whether a word is one of English's commonest, in small letters."""
    return word in _FUNCTION_WORDS


class Identifier(Protocol):
    """Tells the language of a text."""

    def rank(self, text: str) -> Sequence[tuple[str, float]]:
        """Return languages and their scores, natural logarithms, the likeliest first."""
        ...

    def set_languages(self, langs: Sequence[str]) -> None:
        """Know no other languages than these."""
        ...


def is_wrong(text: str, language: str = "en") -> bool:
    """Tell whether a text is surely in another language than the one expected.

    Names, code and what has enough of the expected language's function words never are; short
    texts are only if their words are common ones of another language. Nor is Chinese in a text for
    a pack that translates into it: that stays as it is.

    Args:
        text: A segment.
        language: BCP 47 tag of the language that the pack translates from.
    """
    primary = language.lower().partition("-")[0]
    if primary == "en" and _is_plainly_english(text[:_LONGEST]):
        return False
    letters = _letters(text[: 4 * _LONGEST])
    if primary in {"zh", "cmn", "yue"}:
        return letters["han"] == 0 and letters["latin"] + letters["other"] >= 16
    many = 4 if letters["latin"] else 2
    if letters["other"] >= many and letters["other"] > letters["latin"]:
        return primary in _LANGUAGES.split()
    return _is_wrong_latin(text, primary)


def _is_wrong_latin(text: str, primary: str) -> bool:
    """Tell it by the words in Latin script."""
    words = [
        found.group() for found in _WORD.finditer(text[:_LONGEST]) if found.group()[0] < "\u0250"
    ]
    if primary == "en":
        if is_used_in_english(text, words):
            return False
        if _share(words) == 0 and is_foreign_phrase(text, words):
            return True
        if len(words) <= _SHORT and not _SURE.isdisjoint(word.lower() for word in words):
            return False
    if not any(map(str.islower, "".join(words))):
        words = [word.lower() for word in words]
    # Names of people and places say nothing, and the nouns of German are not missed.
    telling = without_names(words)
    # A word that comes over and over tells no more than one, and a letter is no word.
    apart = {word for word in telling if len(word) > 1}
    if len(apart) < _FEWEST_WORDS or sum(map(len, apart)) < _FEWEST_LETTERS:
        return primary == "en" and _is_another_shortly(words, telling)
    if primary == "en" and _share(telling) >= _ENOUGH:
        return False
    return _is_another(" ".join(telling), primary)


def _is_another_shortly(words: Sequence[str], telling: Sequence[str]) -> bool:
    """Tell whether a few words are surely no English ones: all letters and a small word say so."""
    plain = any(word.islower() and len(word) > 1 for word in telling)
    if not (plain and may_be_foreign(telling)) or _share(words):
        return False
    if not 2 < len(set(words)) <= len(words) <= _SHORT:
        return False
    text = " ".join(words)
    least = max(_SHORT_MARGIN, _SHORT_MARGIN_PER_LETTER * len(text))
    return _is_another(text, "en", least)


def is_chinese(text: str) -> bool:
    """Whether a text is Chinese already, and so needs no translation into it."""
    if text.isascii():
        return False
    letters = _letters(text)
    return letters["han"] > 0 and letters["latin"] + letters["other"] == 0


def is_latin(text: str) -> bool:
    """Tell whether a text has Latin letters and no others: for a pack from Chinese, no source."""
    letters = _letters(text)
    return letters["latin"] > 0 and letters["han"] == letters["other"] == 0


def split_foreign(text: str) -> tuple[Span, ...]:
    """Return the parts of a text that are Chinese already, in order: they are handed through."""
    return tuple(Span(*found.span()) for found in _CHINESE.finditer(text))


def _letters(text: str) -> dict[str, int]:
    """Count the letters of a text: Han, Latin, and those of other scripts."""
    counts = {"han": 0, "latin": 0, "other": 0}
    if text.isascii():
        return counts | {"latin": sum(map(str.isalpha, text))}
    for character in text:
        if character.isalpha():
            if character < "\u0250" or "\u1e00" <= character <= "\u1eff":
                counts["latin"] += 1
            elif _CHINESE.match(character):
                counts["han"] += 1
            else:
                counts["other"] += 1
    return counts


def _is_plainly_english(text: str) -> bool:
    """Tell quickly of most English texts that they are: enough of all their words tell so."""
    if not text.isascii():
        return False
    plain = "-" not in text and "'" not in text
    words = _LETTERS.findall(text) if plain else _WORD.findall(text)
    return len(_FUNCTION_WORDS.intersection(words)) >= _ENOUGH * len(words)


def _share(words: Sequence[str]) -> float:
    count = sum(word.lower().replace("’", "'") in _FUNCTION_WORDS for word in words)
    return count / max(1, len(words))


def _is_another(text: str, expected: str, least: float | None = None) -> bool:
    ranked = _identifier().rank(text)
    scores = dict(ranked)
    best, score = ranked[0]
    if best == expected or expected not in scores:
        return False
    if least is None:
        least = max(_MARGIN, _MARGIN_PER_LETTER * len(text))
    return score - scores[expected] >= least


@lru_cache(maxsize=1)
def _identifier() -> Identifier:
    return identifier_of(_LANGUAGES)


def identifier_of(languages: str) -> Identifier:
    """Load the detector for some languages.

    Args:
        languages: Their tags, blanks between them.
    """
    # Most texts never need it, and it takes a third of a second and 80 MB.
    from py3langid.langid import (  # type: ignore[import-untyped]  # noqa: PLC0415
        MODEL_FILE,
        LanguageIdentifier,
    )

    identifier: Identifier = LanguageIdentifier.from_model_file(MODEL_FILE)
    identifier.set_languages(languages.split())
    return identifier
