"""``$1`` and ``$2``: what programs fill in, or dollars, told apart by what stands around them."""

from collections.abc import Iterator
from typing import Final

from engine.guards.spans import VerbatimSpan, found
from engine.patterns import regex

_PLACE: Final = regex(
    r"(?<![\w$.,€£¥])\$(?P<number>[1-9])(?![\w$]|[.,]\d|[\s-]?(?:thousand|million|billion|trillion|bn)\b)"
)
_PRICED: Final = regex(
    r"(?i:\b(?:costs?|prices?|priced|pay|pays|paid|paying|payments?|spends?|spent|worth|buys?|bought"
    r"|sells?|sold|sale|cheap|cheaper|expensive|fees?|dollars?|bucks?|cents?|earns?|earned|owes?|owed"
    r"|charges?|charged|saves?|saved|bets?|fares?|tax|taxes|wages?|rent|refunds?|discounts?|money|cash"
    r"|budget|tips?|fines?|fined|donat\w*|bills?|coins?|pocket|purse|wallet|profits?|salary|stocks?"
    r"|shares?|market|bank|loans?|lent|lend|borrow\w*|tickets?|per|each|apiece)\b)"
)
_FILLED: Final = regex(
    r"(?i:\b(?:templates?|placeholders?|arguments?|parameters?|replac\w+|substitut\w+|regex\w*|patterns?"
    r"|groups?|captur\w+|match\w*|variables?|files?|folders?|director\w+|pages?|users?|scripts?|commands?"
    r"|functions?|strings?|messages?|errors?|lines?|rows?|columns?|versions?|fields?)\b)"
)
_CODED: Final = frozenset("/\\|={};`_'\"@#%&+*^~<>[]")
"""What stands right beside a place in code, and not beside dollars."""


def places(text: str) -> Iterator[VerbatimSpan]:
    """Yield what is to be filled in of ``$1`` to ``$9``; sums of money are left out.

    In code, or beside another one, it is no sum; in a sentence about money it is, and in one about
    files and templates it is not.
    """
    all_ = list(_PLACE.finditer(text))
    if not all_:
        return
    given = {int(each["number"]) for each in all_}
    several = len(given) > 1 and given == set(range(1, len(given) + 1))
    opens = text.startswith("$1 ") and text[3:4].islower()
    filled = (several or opens or _FILLED.search(text) is not None) and not _PRICED.search(text)
    for each in all_:
        start, end = each.span()
        if filled or text[start - 1 : start] in _CODED or text[end : end + 1] in _CODED:
            yield found("placeholder", start, end)
