"""The numbers of a finished translation: as its source writes them, none missing, none too many."""

from collections.abc import Callable, Sequence

from engine.guards.counters import stray_units
from engine.guards.currency import has_currency, match_currency
from engine.guards.edits import Edited, apply
from engine.guards.number_checks import as_written, missing
from engine.guards.number_forms import correction
from engine.guards.numbers import numbers
from engine.guards.surplus import said_again, surplus
from engine.guards.units import unitless, units_back
from engine.records import record
from engine.types import AlignedSpan


@record
class Settled:
    """A translation whose numbers are settled, its alignment, and whether they can be trusted."""

    text: str
    links: tuple[AlignedSpan, ...]
    doubtful: bool


def settle_numbers(
    source: str, made: str, links: tuple[AlignedSpan, ...], bare: Callable[[str], str]
) -> Settled:
    """Write the numbers and currencies of a translation as its source has them.

    Those that it lacks are put in. It is doubtful if there were any, or if there is one that
    nothing in the source explains.

    Args:
        source: An English segment, with blanks in the place of what is kept.
        made: Its translation.
        links: Their alignment.
        bare: Puts blanks in the place of what is kept in a translation.
    """
    wanted = numbers(source)
    doubtful = False
    if wanted:
        made, links = _edited(made, as_written(source, bare(made), links), links)
        for number in missing(source, bare(made)):
            doubtful = True
            edit = correction(number, source, made, links)
            made, links = _edited(made, apply(made, [edit]), links)
        if lost := unitless(source, bare(made)):
            doubtful = True
            made, links = _edited(made, apply(made, sorted(units_back(source, lost, made))), links)
        for edits in (said_again(source, bare(made)), stray_units(source, wanted, bare(made))):
            made, links = _edited(made, apply(made, list(edits)), links)
    if has_currency(source):
        made, links = _edited(made, match_currency(source, bare(made)), links)
    return Settled(made, links, doubtful or bool(surplus(source, bare(made))))


def _edited(
    made: str, seen: Edited, links: Sequence[AlignedSpan]
) -> tuple[str, tuple[AlignedSpan, ...]]:
    if not seen.edits:
        return made, tuple(links)
    done = apply(made, seen.edits)
    return done.text, done.targets(links)
