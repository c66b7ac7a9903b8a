"""The language that the interface speaks, and changing it while the window is open."""

from pathlib import Path

# Not the classes that English does without: the binding makes each when it is first named.
from PySide6 import QtCore
from PySide6.QtCore import QCoreApplication, QLocale, QObject, Signal

CATALOGUES = Path(__file__).resolve().parent / "translations"
ENGLISH = "en"
CHINESE = "zh_CN"
OWN_NAMES = {ENGLISH: "English", CHINESE: "简体中文"}
"""Each language that the interface speaks, as those who speak it call it."""


def language_of(preferred: list[str]) -> str:
    """Return the language to speak to someone who prefers these, best first.

    Args:
        preferred: BCP 47 tags, as ``QLocale.uiLanguages`` gives them.
    """
    for tag in preferred:
        language = tag.replace("_", "-").split("-")[0].lower()
        if language == "zh":
            return CHINESE
        if language == "en":
            return ENGLISH
    return ENGLISH


def catalogue(language: str) -> Path:
    """Return the file with the interface's words in ``language``."""
    return CATALOGUES / f"yiwen_{language}.qm"


class Interface(QObject):
    """Puts the words of a language in place; Qt then tells every widget.

    Args:
        parent: The owner.

    Signals:
        language_changed(str): The interface speaks another language.
    """

    language_changed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._language = ENGLISH
        self._translators: list[QtCore.QTranslator] = []

    @property
    def language(self) -> str:
        """The language that the interface speaks."""
        return self._language

    @property
    def locale(self) -> QLocale:
        """How to write numbers and dates: as the system does, if it speaks the same language."""
        system, spoken = QLocale.system(), QLocale(self._language)
        return system if system.language() == spoken.language() else spoken

    def use(self, choice: str) -> None:
        """Speak ``choice``, or the system's language if it is empty."""
        language = choice or language_of(QLocale.system().uiLanguages())
        if language == self._language:
            return
        self._language = language
        for translator in self._translators:
            QCoreApplication.removeTranslator(translator)
            translator.deleteLater()
        self._translators.clear()
        if language != ENGLISH:
            # Ours is asked first: the last one that is installed comes first.
            qt = QtCore.QLibraryInfo.path(QtCore.QLibraryInfo.LibraryPath.TranslationsPath)
            self._install(Path(qt) / f"qtbase_{language}.qm")
            self._install(catalogue(language))
        # Qt tells the widgets when it comes round to it; who asks now wants to see it now.
        QCoreApplication.sendPostedEvents(None, QtCore.QEvent.Type.LanguageChange.value)
        self.language_changed.emit(language)

    def _install(self, file: Path) -> None:
        translator = QtCore.QTranslator(self)
        if translator.load(str(file)):
            QCoreApplication.installTranslator(translator)
            self._translators.append(translator)
        else:
            translator.deleteLater()
