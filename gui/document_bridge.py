"""Between the page for documents and the rest of the window."""

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QAction, QDropEvent
from PySide6.QtWidgets import QWidget

from engine.types import TranslationOptions
from gui.documents_page import DocumentsPage
from gui.dropping import dropped_files
from gui.manner import Manner
from gui.text_page import TextPage
from gui.unfinished_notice import UnfinishedNotice
from gui.worker import PackInfo, TranslationThread


class DocumentBridge(QObject):
    """Tells the page how to translate, and brings to it what belongs there.

    Args:
        page: The page for documents.
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
        page: DocumentsPage,
        text_page: TextPage,
        manner: Manner,
        thread: TranslationThread,
        show_page: QAction,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._page = page
        self._text_page = text_page
        self._manner = manner
        self._thread = thread
        self._show_page = show_page
        self.notice = UnfinishedNotice(window)
        page.sentence_options = self._sentence_options
        page.wanted.connect(show_page.trigger)
        page.queue.restored.connect(self.notice.offer)
        self.notice.clicked.connect(self._go_on)
        show_page.toggled.connect(self._on_page_shown)
        text_page.documents_wanted.connect(self.bring)
        text_page.session.pack_loaded.connect(self._on_pack_loaded)
        text_page.session.released.connect(page.queue.release_pack)
        window.addActions((page.bar.files, page.bar.folder))
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    @Slot(list)
    def bring(self, paths: list[Path]) -> None:
        """Translate documents, in sight."""
        self._show_page.trigger()
        self._page.add(paths)

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

    def _sentence_options(self) -> tuple[TranslationOptions, str]:
        return self._manner.options, self._manner.languages.target

    @Slot(object)
    def _on_pack_loaded(self, pack: PackInfo) -> None:
        translator = self._thread.translator
        if translator is None:
            return
        wanted = self._text_page.session.wanted
        # A pack that was chosen by its folder would not be found by its name.
        name = wanted if Path(wanted).is_absolute() else pack.name
        self._page.queue.use_pack(name, translator)

    @Slot()
    def _go_on(self) -> None:
        self._show_page.trigger()
        self._page.resume_all()

    @Slot(bool)
    def _on_page_shown(self, shown: bool) -> None:
        if shown:
            self.notice.hide()
