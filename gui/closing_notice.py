"""A sentence that stays until it is closed; what it says is asked for, also in other languages."""

from PySide6.QtWidgets import QWidget

from gui.panes import Notice
from gui.theme import Theme


class ClosingNotice(Notice):
    """Warns of something, until it is closed.

    Args:
        theme: The colours to begin with.
        parent: The owner.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.clicked.connect(self.hide)

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.button.setToolTip(self.tr("Close this message"))
        self.button.setAccessibleName(self.tr("Close"))
        if not self.isHidden():
            self.label.setText(self.words())
            self.button.setText(self.tr("Close"))

    def apply_theme(self, theme: Theme) -> None:
        """Draw the icon in the colours of ``theme``."""
        self._theme = theme
        super().apply_theme(theme)

    def words(self) -> str:
        """Return what is to be said, in the language of the interface."""
        raise NotImplementedError

    def say(self) -> None:
        """Show what is to be said."""
        self.tell(self.words(), button=self.tr("Close"), sign="warning")
