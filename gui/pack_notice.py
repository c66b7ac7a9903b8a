"""The sentence about a model that was passed over because it is damaged."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from gui.closing_notice import ClosingNotice
from gui.theme import Theme


class PackNotice(ClosingNotice):
    """Says that another model translates than the one that should, until it is closed.

    Args:
        theme: The colours to begin with.
        parent: The owner.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._names = ("", "")

    @Slot(str, str)
    def warn(self, damaged: str, instead: str) -> None:
        """Say it of two packs, by their names."""
        self._names = damaged, instead
        self.say()

    def words(self) -> str:
        """Return what is to be said, in the language of the interface."""
        damaged, instead = self._names
        return self.tr(
            "The model {damaged} is damaged or cannot be used here, so {instead} translates "
            "instead. The page Models says what is wrong; remove it there or import it again."
        ).format(damaged=damaged, instead=instead)
