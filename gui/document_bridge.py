"""Between the page for documents and the rest of the window."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QAction, QDropEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from engine.types import TranslationOptions
from gui.dropping import dropped_files
from gui.manner import Manner
from gui.text_page import TextPage
from gui.unfinished_notice import UnfinishedNotice
from gui.worker import PackInfo, TranslationThread

if TYPE_CHECKING:
    from gui.documents_page import DocumentsPage

FILE_NAME = "documents.json"
"""In it are unfinished documents; it stands beside the history."""
FILES_KEY, FOLDER_KEY = "Ctrl+O", "Ctrl+Shift+O"


class DocumentBridge(QObject):
    """Tells the page how to translate, and brings to it what belongs there.

    The page is made when it is first needed: when one turns to it, brings something, or has
    something waiting there from last time.

    Args:
        make: Makes the page.
        store: The file in which unfinished documents are kept.
        text_page: The page for texts, which hands on what is no text.
        manner: How texts are translated; documents are likewise.
        thread: Has the model in use.
        show_page: Turns to the page for documents.
        window: Where files may be dropped.

    Attributes:
        notice: Offers to go on with what was not finished last time.
    """

    def __init__(
        self,
        make: Callable[[], "DocumentsPage"],
        store: Path,
        text_page: TextPage,
        manner: Manner,
        thread: TranslationThread,
        show_page: QAction,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._make = make
        self._store = store
        self._text_page = text_page
        self._manner = manner
        self._thread = thread
        self._show_page = show_page
        self._window = window
        self._page: DocumentsPage | None = None
        self._pack: PackInfo | None = None
        self._started = False
        self.notice = UnfinishedNotice(window)
        self.notice.clicked.connect(self._go_on)
        show_page.toggled.connect(self._on_page_shown)
        text_page.documents_wanted.connect(self.bring)
        text_page.session.pack_loaded.connect(self._on_pack_loaded)
        text_page.session.released.connect(self._on_released)
        # Until there is a page, whose own actions have these keys then.
        self._openers = (
            self._opener(FILES_KEY, lambda: self.page.bar.files),
            self._opener(FOLDER_KEY, lambda: self.page.bar.folder),
        )
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    @property
    def page(self) -> "DocumentsPage":
        """The page, which is made now if there is none yet."""
        if self._page is None:
            self._page = self._make()
            self._connect(self._page)
        return self._page

    @property
    def made(self) -> "DocumentsPage | None":
        """The page, if there is one."""
        return self._page

    def start(self) -> None:
        """Begin, and offer to go on with what was not finished last time."""
        self._started = True
        if self._page is not None:
            self._page.queue.start()
        elif self._store.exists():
            _ = self.page

    def stop(self) -> None:
        """Suspend what is going on, keep what is not finished, and wait for the threads."""
        if self._page is not None:
            self._page.queue.stop()

    @Slot(list)
    def bring(self, paths: list[Path]) -> None:
        """Translate documents, in sight."""
        self._show_page.trigger()
        self.page.add(paths)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Take files that are dropped anywhere on the window, as copies."""
        if isinstance(event, QDropEvent) and event.type() in (
            QEvent.Type.DragEnter,
            QEvent.Type.DragMove,
            QEvent.Type.Drop,
        ):
            files = dropped_files(event.mimeData())
            if files:
                event.setDropAction(Qt.DropAction.CopyAction)
                event.accept()
                if event.type() == QEvent.Type.Drop:
                    self._text_page.take_files(files)
                return True
        return super().eventFilter(watched, event)

    def _opener(self, key: str, action: Callable[[], QAction]) -> QAction:
        opener = QAction(self)
        opener.setShortcut(QKeySequence(key))
        opener.triggered.connect(lambda: action().trigger())
        self._window.addAction(opener)
        return opener

    def _connect(self, page: "DocumentsPage") -> None:
        page.sentence_options = self._sentence_options
        page.wanted.connect(self._show_page.trigger)
        page.queue.restored.connect(self._offer)
        for opener in self._openers:
            # One of them may be what is being carried out.
            opener.setEnabled(False)
            self._window.removeAction(opener)
        self._window.addActions((page.bar.files, page.bar.folder))
        self._hand_over_pack()
        if self._started:
            page.queue.start()

    def _sentence_options(self) -> tuple[TranslationOptions, str]:
        return self._manner.options, self._manner.languages.target

    @Slot(object)
    def _on_pack_loaded(self, pack: PackInfo) -> None:
        self._pack = pack
        self._hand_over_pack()

    @Slot()
    def _on_released(self) -> None:
        self._pack = None
        if self._page is not None:
            self._page.queue.release_pack()

    def _hand_over_pack(self) -> None:
        translator = self._thread.translator
        if self._page is None or self._pack is None or translator is None:
            return
        wanted = self._text_page.session.wanted
        # A pack that was chosen by its folder would not be found by its name.
        name = wanted if Path(wanted).is_absolute() else self._pack.name
        self._page.queue.use_pack(name, translator)

    @Slot(int)
    def _offer(self, count: int) -> None:
        # Whoever looks at the page sees them there.
        if not self._show_page.isChecked():
            self.notice.offer(count)

    @Slot()
    def _go_on(self) -> None:
        self._show_page.trigger()
        self.page.resume_all()

    @Slot(bool)
    def _on_page_shown(self, shown: bool) -> None:
        if shown:
            self.notice.hide()
