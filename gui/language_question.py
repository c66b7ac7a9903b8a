"""From which language into which a model translates that does not say it itself."""

from PySide6.QtCore import QEvent, QLocale
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStyledItemDelegate,
    QWidget,
)

from gui.languages import language_name

_FIRST = ("en", "zh")


class LanguageQuestion(QWidget):
    """Two lists of languages.

    Args:
        parent: The owner.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source, self.target = QComboBox(self), QComboBox(self)
        self._source_label, self._target_label = QLabel(self), QLabel(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for label, box in ((self._source_label, self.source), (self._target_label, self.target)):
            # Its own would draw items as the style does, whatever the style sheet says.
            box.setItemDelegate(QStyledItemDelegate(box))
            box.setObjectName("languages")
            box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            box.setMinimumContentsLength(8)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            label.setBuddy(box)
            row.addWidget(label)
            row.addWidget(box, 1)
        self.retranslate()

    @property
    def languages(self) -> tuple[str, str]:
        """BCP 47 tags of the languages that are chosen, the one to read first."""
        return str(self.source.currentData()), str(self.target.currentData())

    def guess(self, source: str, target: str) -> None:
        """Offer every language, these first; ``und`` is none of them."""
        known = [tag for tag in (source, target) if tag != "und"]
        guesses = (source, target)
        if not known:
            guesses = _FIRST
        elif source == "und":
            guesses = (_other(target), target)
        elif target == "und":
            guesses = (source, _other(source))
        for box, guessed in zip((self.source, self.target), guesses, strict=True):
            box.clear()
            for tag in dict.fromkeys((*_FIRST, guessed, *_all_languages())):
                box.addItem(language_name(tag) if tag != "zh" else "中文", tag)
            box.setCurrentIndex(box.findData(guessed))

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        for label, box, words in (
            (self._source_label, self.source, self.tr("From")),
            (self._target_label, self.target, self.tr("Into")),
        ):
            label.setText(words)
            box.setAccessibleName(words)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()


def _other(tag: str) -> str:
    return "en" if tag.startswith("zh") else "zh"


def _all_languages() -> list[str]:
    """Return the two-letter codes of the languages that Qt knows, by their names."""
    codes = {QLocale.languageToCode(language) for language in QLocale.Language}
    return sorted((code for code in codes if len(code) == 2), key=language_name)
