"""Whether a translation says the contrary of its source: a ``not`` that nothing came of."""

from typing import Final

from engine.patterns import regex
from engine.reading import Ask

_SAID: Final = regex("[不没沒無无非勿别別莫禁未否免拒难難缺甭休]|停止|尚待|\\b[Nn]o[nt]?\\b")
"""With one of them a Chinese text denies something, or may."""

_DENIES: Final = regex(
    r"\b(?:not|never|nobody|nothing|nowhere|cannot|none|neither|[Nn]o(?![.-])"
    r"|N(?:ot|ever|obody|othing|one\ of|either))\b(?!\ \d)|n['’]t\b"
)
_IDIOMS: Final = regex(
    r"(?i:, \w+n['’]t \w+ ?\?|\b(?:no (?:later|sooner|fewer|less|more|doubt|wrong|matter|wonder)"
    r"|not (?:only|just|least|bad|to mention|the least)|nothing (?:but|short|less)|if not|or not"
    r"|why not|why don['’]t|never mind|unless|until|till|hesitate|forget|worry|miss|wait"
    r"|help (?:but|\w+ing)|agree more|work|mind)\b"
    r"|\A\W?\w+n['’]t (?:it|that|this|he|she|we|they|you|i|the)\b)"
)
"""What has such words and may be said without them."""

_SIGN: Final = regex(r"[Nn]o ([a-z]+ing\b[^.!?]{0,60})[.!]?")


def lacks_negation(source: str, target: str) -> bool:
    """Tell whether an English text denies something, and its Chinese translation nothing.

    Args:
        source: An English segment.
        target: Its translation.
    """
    if _SAID.search(target) or not _DENIES.search(source):
        return False
    return _IDIOMS.search(source) is None


def as_ban(text: str) -> Ask | None:
    """Ask about a sign as a sentence: ``No smoking`` is that smoking is not allowed."""
    found = _SIGN.fullmatch(text)
    if found is None:
        return None
    return Ask.strictly(f"{found[1][0].upper()}{found[1][1:]} is not allowed.")
