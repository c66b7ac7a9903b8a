"""The sentence about a model that was passed over because it is damaged."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from gui.panes import Notice
from gui.theme import Theme


class PackNotice(Notice):
    """Says that another model translates than the one that should, until it is closed.

    Args:
        theme: The colours to begin with.
        parent: The owner.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._names = ("", "")
        self.clicked.connect(self.hide)

    @Slot(str, str)
    def warn(self, damaged: str, instead: str) -> None:
        """Say it of two packs, by their names."""
        self._names = damaged, instead
        self.tell(self._words(), button=self.tr("Close"), sign="warning")

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.button.setToolTip(self.tr("Close this message"))
        self.button.setAccessibleName(self.tr("Close"))
        if not self.isHidden():
            self.label.setText(self._words())
            self.button.setText(self.tr("Close"))

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icon in the colours of ``theme``."""
        self._theme = theme
        super().apply_theme(theme)

    def _words(self) -> str:
        damaged, instead = self._names
        return self.tr(
            "The model {damaged} is damaged or cannot be used here, so {instead} translates "
            "instead. The page Models says what is wrong; remove it there or import it again."
        ).format(damaged=damaged, instead=instead)
