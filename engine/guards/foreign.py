"""Short texts in another language, told by its commonest words.

Statistics say little of four words, and mistake names for them: these are words that no English
text, name or dish has, or seldom two of together.
"""

from collections.abc import Sequence
from typing import Final

_COMMON: Final = {
    "de": (
        "ich nicht ist sind bin bist und für ihr ihre ihren ihnen vielen dank danke bitte wir sie"
        " auch haben habe kann können wie geht geht's gibt wo mich dich mir dir ein eine einen sehr"
        " guten gute schön schönen heute kein keine weiß liebe warum wer kommt tag abend nacht"
        " morgen wiedersehen freundlichen grüßen sehr geehrte geehrter wohne heiße habt"
    ),
    "fr": (
        "je suis sais pas vous nous est c'est qu'est-ce que où une très merci beaucoup avec dans"
        " mais bien aujourd'hui êtes s'il plaît allez-vous parlez-vous elle sont ne j'ai n'est ça"
        " t'aime quelle quel bonjour bonsoir m'appelle votre pour"
    ),
    "es": (
        "dónde cómo está están estás qué buenos buenas días noches tardes gracias muchas muy tengo"
        " quiero usted también pero cuánto cuesta hablo hablas me llamo te quién eres"
    ),
    "it": (
        "grazie mille buongiorno buonasera buona notte sono che perché questo molto bene dov'è"
        " favore ti amo non capisco scusi stai sta è quanto costa"
    ),
    "pt": (
        "obrigado obrigada bom boa dia noite tarde não você muito onde está eu falo isso quanto"
        " tudo bem"
    ),
    "nl": "ik niet het een dank je wel u goedemorgen hoe gaat jij bedankt voor waar",
    "sv": "jag inte är tack och det så mycket hur mår du förstår älskar dig",
    "da": "jeg ikke tak mange hvordan har du det og er hvor",
    "pl": "dziękuję dzień dobry nie jest proszę jak się masz wiem bardzo gdzie co to",
    "tr": "teşekkür ederim merhaba günaydın nasılsın nasılsınız ne çok bir iyi geceler",
    "id": "terima kasih selamat pagi malam siang apa kabar saya tidak mengerti",
}
_WORDS: Final = {language: frozenset(words.split()) for language, words in _COMMON.items()}
_ALL: Final = frozenset().union(*_WORDS.values())

_ALONE: Final = frozenset(
    (
        *("danke", "dankeschön", "entschuldigung", "tschüss", "obrigado", "obrigada", "dziękuję"),
        *("teşekkürler", "goedemorgen", "bedankt", "buongiorno", "buonasera", "günaydın"),
    )
)
"""Words that are no names and that English has not taken over."""

_ENGLISH: Final = (
    "c'est la vie",
    "je ne sais quoi",
    "bona fide",
    "que sera",
    "mi casa",
    "bon appétit",
    "sturm und drang",
    "n'est-ce pas",
    "plus ça change",
    "merci beaucoup",
    "mille miglia",
    "gute nacht",  # as one sings it
    "hasta la vista",
    "la dolce vita",
    "joie de vivre",
    "crème de la crème",
    "creme de la creme",
    "pièce de résistance",
    "raison d'être",
    "feliz navidad",
    "día de los muertos",
    "vis-à-vis",
    "lorem ipsum",
    "das auto",
    "cosa nostra",
    "terra incognita",
    "magnum opus",
)
"""What English says, too, and what are names."""

_HINTS: Final = _ALL.union(
    *(
        line.split(" ")
        for line in (
            "mit der die das den dem des im am vom zum zur auf aus von zu bei nach wenn aber oder",
            "le les des aux sur du une il ils elles et ou leur notre cette ces",
            "el los las y por su sus mis con para una del al se lo",
            "il gli nel nella della di con per una si mi ci",
            "o os as em na no da do das dos um uma com por para",
            "de het op van voor met zijn som på av en ett till og på til af w z na się i do jest",
        )
    )
)
"""Words that tell another language only together with the letters of all the others."""

_PARTICLES: Final = frozenset(
    (
        *("von", "van", "der", "den", "de", "del", "della", "dei", "di", "da", "das", "dos", "do"),
        *("du", "des", "la", "le", "les", "los", "las", "el", "al", "bin", "ibn", "ben", "abu"),
        *("ter", "ten", "zu", "zum", "zur", "af", "av", "y", "e", "et", "und", "d", "'t", "op"),
    )
)
"""Small words within names."""

_FEWEST_ITEMS: Final = 3
_MOST_WORDS_OF_ITEM: Final = 3

_MOST_WORDS: Final = 8
_SHARE: Final = 0.5
_SPANISH_MARKS: Final = ("¿", "¡")


def is_foreign_phrase(text: str, words: Sequence[str]) -> bool:
    """Tell whether a short text is surely in another language than English.

    Args:
        text: A segment.
        words: Its words.
    """
    if not 0 < len(words) <= _MOST_WORDS:
        return False
    if text.lstrip(" \"'“‘(").startswith(_SPANISH_MARKS):
        return True
    folded = [word.casefold().replace("’", "'") for word in words]
    if len(folded) == 1:
        return folded[0] in _ALONE
    found = _ALL.intersection(folded)
    if len(found) < 2 or _is_idiom(folded):
        return False
    return any(
        len(own) >= 2 and sum(word in own for word in folded) >= _SHARE * len(folded)
        for own in (found & common for common in _WORDS.values())
    )


def is_used_in_english(text: str, words: Sequence[str]) -> bool:
    """Tell whether a short text is a phrase that English uses, too, or a list of things.

    Args:
        text: A segment.
        words: Its words.
    """
    if not 0 < len(words) <= _MOST_WORDS:
        return False
    folded = [word.casefold().replace("’", "'") for word in words]
    if _is_idiom(folded):
        return True
    items = text.split(",")
    short = all(len(item.split()) <= _MOST_WORDS_OF_ITEM for item in items)
    return len(items) >= _FEWEST_ITEMS and short and _ALL.isdisjoint(folded)


def _is_idiom(folded: Sequence[str]) -> bool:
    said = " ".join(folded)
    return any(phrase in said for phrase in _ENGLISH)


def may_be_foreign(words: Sequence[str]) -> bool:
    """Tell whether a text that is too short for statistics has a small word of another language."""
    return not _HINTS.isdisjoint(word.lower() for word in words)


def is_particle(word: str) -> bool:
    """Tell whether a word is one of the small ones within names: ``van``, ``de``."""
    return word in _PARTICLES


def without_names(words: Sequence[str]) -> list[str]:
    """Return the words of a text that are no names: those in small letters, and its first one.

    Small words within names (``Ursula von der Leyen``) are parts of them, and so is a first word
    that a name begins with.
    """
    within: set[int] = set()
    run: list[int] = []
    after_name = False
    for index, word in enumerate(words):
        if word in _PARTICLES:
            run += (index,) if after_name else ()
            continue
        after_name = word[0].isupper()
        within.update(run if after_name else ())
        run = []
    return [
        word
        for index, word in enumerate(words)
        if index not in within and not (word[0].isupper() and (index or 1 in within))
    ]
