"""A segment on its way through the guards, which may ask the model several times.

Whoever holds many of them chooses what is asked together: a segment's second question may share a
batch with the first one of another.
"""

from collections.abc import Sequence

from engine.guards.order import Asking
from engine.reading import Ask, Offer
from engine.types import TranslatedSegment


class Way:
    """One segment's way, which is at its first questions already.

    Attributes:
        asks: What the model is asked next; empty at the end.
        made: What the segment has become, at the end.

    Args:
        asking: Leads through the guards.
    """

    def __init__(self, asking: Asking) -> None:
        self._asking = asking
        self.asks: Sequence[Ask] = ()
        self.made: TranslatedSegment | None = None
        self._step(None)

    def advance(self, offered: Sequence[Sequence[Offer]]) -> None:
        """Go on to the next questions or to the end.

        Args:
            offered: For each of ``asks`` what the model offers, best first.
        """
        self._step(offered)

    def _step(self, offered: Sequence[Sequence[Offer]] | None) -> None:
        self.asks = ()
        try:
            asks = next(self._asking) if offered is None else self._asking.send(offered)
            while not asks:  # nothing to ask after all
                asks = self._asking.send(())
            self.asks = asks
        except StopIteration as finished:
            self.made = finished.value
