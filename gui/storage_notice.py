"""The sentence about what cannot be kept."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from gui.panes import Notice
from gui.theme import Theme


class StorageNotice(Notice):
    """Says that nothing can be kept, until it is closed.

    Args:
        theme: The colours to begin with.
        parent: The owner.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.clicked.connect(self.hide)

    @Slot()
    def warn(self) -> None:
        """Say it."""
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
        return self.tr(
            "Yiwen cannot write to its folder, so history and settings are not kept. Translating "
            "works as usual."
        )
