"""The sentence about what cannot be kept."""

from PySide6.QtCore import Slot

from gui.closing_notice import ClosingNotice


class StorageNotice(ClosingNotice):
    """Says that nothing can be kept, until it is closed."""

    @Slot()
    def warn(self) -> None:
        """Say it."""
        self.say()

    def words(self) -> str:
        """Return what is to be said, in the language of the interface."""
        return self.tr(
            "Yiwen cannot write to its folder, so history and settings are not kept. Translating "
            "works as usual."
        )
