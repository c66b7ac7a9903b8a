"""What the notice under a translation says, and what its button does."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from engine.errors import PackError
from gui.errors import describe, describe_opening, describe_pack
from gui.languages import pack_title
from gui.packs import PackLibrary
from gui.panes import Notice
from gui.session import TranslationSession
from gui.text_files import FileTooLarge


class PageNotice(QObject):
    """Says why there is no translation, or only a part of one, and how to go on.

    Args:
        notice: Where it is said.
        session: Goes on when asked to.
        translate: Action that translates, which the button may stand for.
        source: Gets the focus when the button goes away under it.
        parent: The owner.

    Attributes:
        library: The packs that one could choose instead of one that cannot be used.

    Signals:
        models_requested(): There is no model, and one wants to bring one.
        documents_wanted(list[Path]): Files should be translated as documents.
    """

    models_requested = Signal()
    documents_wanted = Signal(list)

    def __init__(
        self,
        notice: Notice,
        session: TranslationSession,
        translate: QAction,
        source: QWidget,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.library: PackLibrary | None = None
        self._notice = notice
        self._session = session
        self._translate = translate
        self._source = source
        self._again: Callable[[], None] | None = None
        self._offered: Path | None = None
        notice.clicked.connect(self._go_on)

    def hide(self) -> None:
        """Say nothing any more."""
        # Whoever pressed its button should not end up anywhere.
        if self._notice.button.hasFocus():
            self._source.setFocus()
        self._notice.hide()

    def retranslate(self) -> None:
        """Say the same in the language of the interface."""
        if self._again is not None and not self._notice.isHidden():
            self._again()

    def tell_problem(self, error: Exception) -> None:
        """Say what went wrong with a translation."""
        self._tell(partial(self._say_problem, error))

    def tell_unreadable(self, path: Path, error: Exception) -> None:
        """Say why a file was not put into the pane."""
        self._tell(partial(self._say_unreadable, path, error))

    def tell_refused(self, error: Exception) -> None:
        """Say why a text was not put into the pane."""
        self._tell(partial(self._say_refused, error))

    def tell_stopped(self) -> None:
        """Say that the user stopped the translation."""
        self._tell(self._say_stopped)

    def tell_outdated(self) -> None:
        """Say that the translation is of another text."""
        self._tell(self._say_outdated)

    def _tell(self, say: Callable[[], None]) -> None:
        self._again, self._offered = say, None
        say()

    def _say_problem(self, error: Exception) -> None:
        # Without a pack there is nothing to try again with.
        text = self._words_for(error)
        if self._session.usable:
            button, tip = self.tr("Try a&gain"), self.tr("Translate what is missing")
        else:
            button, tip = self.tr("&Get a model"), self.tr("Go to the page with the models")
        self._notice.tell(text, button=button, tip=tip, sign="warning")

    def _words_for(self, error: Exception) -> str:
        name = self._session.wanted
        if isinstance(error, PackError) and name and self.library is not None:
            others = (entry for entry in self.library.entries() if entry.name != name)
            if any(entry.sound for entry in others):
                # Of a folder, its last part says enough.
                return describe_pack(error, pack_title(Path(name).name or name))
        return describe(error)

    def _say_unreadable(self, path: Path, error: Exception) -> None:
        problem = describe_opening(error, self._notice.locale())
        text = self.tr("“{name}”: {problem}").format(name=path.name, problem=problem)
        button = tip = ""
        if isinstance(error, FileTooLarge):
            self._offered = path
            button = self.tr("Translate as a docum&ent")
            tip = self.tr("Write the translation into a file of its own")
        self._notice.tell(text, button=button, tip=tip, sign="warning")

    def _say_refused(self, error: Exception) -> None:
        self._notice.tell(describe_opening(error, self._notice.locale()), sign="warning")

    def _say_stopped(self) -> None:
        self._notice.tell(
            self.tr("Stopped. What is done stays."),
            button=self.tr("Continu&e"),
            tip=self.tr("Go on where it stopped"),
        )

    def _say_outdated(self) -> None:
        self._notice.tell(
            self.tr("The text has changed since it was translated."),
            button=self._translate.iconText(),
            tip=self._translate.toolTip(),
            sign="changed",
        )

    @Slot()
    def _go_on(self) -> None:
        if self._offered is not None:
            self.hide()
            self.documents_wanted.emit([self._offered])
        elif self._session.usable:
            self._session.translate_now()
        else:
            self.models_requested.emit()
