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
        " morgen wiedersehen"
    ),
    "fr": (
        "je suis sais pas vous nous est c'est qu'est-ce que où une très merci beaucoup avec dans"
        " mais bien aujourd'hui êtes s'il plaît allez-vous parlez-vous elle sont ne j'ai n'est ça"
        " t'aime quelle quel bonjour bonsoir"
    ),
    "es": (
        "dónde cómo está están estás qué buenos buenas días noches tardes gracias muchas muy tengo"
        " quiero usted también pero cuánto cuesta hablo hablas llamo te quién eres"
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
)
"""What English says, too, and what are names."""

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
    if len(found) < 2:
        return False
    if not any(
        len(own) >= 2 and sum(word in own for word in folded) >= _SHARE * len(folded)
        for own in (found & common for common in _WORDS.values())
    ):
        return False
    said = " ".join(folded)
    return not any(phrase in said for phrase in _ENGLISH)
