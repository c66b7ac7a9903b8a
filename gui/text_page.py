"""The page for text: the two panes and how they follow the session."""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.document import Document, Span
from engine.types import TranslatedSegment
from gui.actions import Actions
from gui.companion import Companion
from gui.doubts import DoubtBar
from gui.dropping import for_documents
from gui.page_actions import PageActions
from gui.page_notice import PageNotice
from gui.panes import SourcePane, TargetPane
from gui.reading import complain, read_files
from gui.rephrasing import Rephrasing
from gui.session import State, TranslationSession
from gui.settings import FONT_SIZE, Settings
from gui.theme import Theme
from gui.widgets import LineSplitter, action_button
from gui.worker import JobReport, TranslationThread

_STACKED_BELOW = 680
_REMARK_MS = 2000


class TextPage(QWidget):
    """A text and its translation, side by side or, where that is too narrow, stacked.

    Args:
        thread: The worker, not yet started; taken over.
        settings: Text size and the share of the panes.
        actions: What can be done; the page says when.
        theme: The colours to begin with.
        parent: The owner.

    Attributes:
        notice: Says why there is no translation, or only a part of one.

    Signals:
        models_requested(): There is no model, and one wants to bring one.
        documents_wanted(list[Path]): Files should be translated as documents.
    """

    models_requested = Signal()
    documents_wanted = Signal(list)

    def __init__(
        self,
        thread: TranslationThread,
        settings: Settings,
        actions: Actions,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._actions = actions
        self.source = SourcePane(settings.font_size, actions.clear, actions.paste, self)
        self.page_actions = PageActions(self)
        actions.extend(self.page_actions.section)
        self.target = TargetPane(
            settings.font_size, actions.copy, self.page_actions.alternatives, self
        )
        self.translate_button = action_button(actions.translate, self.source)
        self.translate_button.hide()
        self.stop_button = action_button(actions.stop, self.source)
        self.stop_button.hide()
        self.source.footer.insertWidget(1, self.translate_button)
        self.source.footer.insertWidget(2, self.stop_button)
        self.splitter = LineSplitter(self)
        self.splitter.addWidget(self.source)
        self.splitter.addWidget(self.target)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)
        self.session = TranslationSession(thread, self.source.view.source_text, self)
        source, target = self.source.view, self.target.view
        self.notice = PageNotice(
            self.target.notice, self.session, actions.translate, self.source.view, self
        )
        self.notice.models_requested.connect(self.models_requested)
        self.notice.documents_wanted.connect(self.documents_wanted)
        self.companion = Companion(source, target, self)
        self.doubts = DoubtBar(target, self.companion, self.page_actions, self.target)
        self.target.footer.insertWidget(0, self.doubts)
        stops = (
            *self.source.stops(self.translate_button, self.stop_button),
            self.splitter.handle(1),
            *self.target.stops(*self.doubts.stops),
        )
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)
        self.rephrasing = Rephrasing(self.session, self.companion, target, self.page_actions, self)
        self._manner: object = None
        self._remark_timer = QTimer(self)
        self._remark_timer.setSingleShot(True)
        self._remark_timer.setInterval(_REMARK_MS)
        self._remark_timer.timeout.connect(self.target.remark.clear)
        self._connect_session()
        self._connect_actions()
        self.apply_theme(theme)
        self._name_divider()
        self._update_actions()
        self._wanted_share = settings.source_share
        self._divide(self._wanted_share)
        # Only told when somebody drags the handle.
        self.splitter.splitterMoved.connect(self._on_divided)

    def remember(self) -> None:
        """Store how the panes are divided."""
        self._settings.source_share = self._wanted_share

    def enter(self) -> None:
        """Take the focus where one would begin."""
        self.source.view.setFocus()

    def apply_theme(self, theme: Theme) -> None:
        """Draw what the style sheet does not reach in the colours of ``theme``."""
        self.splitter.set_line_colours(theme.separator, theme.accent)
        self.target.notice.apply_theme(theme)
        self.page_actions.apply_theme(theme)
        self.doubts.apply_theme(theme)
        for view in (self.source.view, self.target.view):
            view.apply_theme(theme)

    def restore(self, source: str, translation: str) -> None:
        """Show a text with the translation it was given before, instead of what is there."""
        self.session.adopt(source)
        view = self.source.view
        view.replace_text(source)
        if self.session.state is State.DONE:
            document = Document.from_spans(source, [Span(0, len(source))])
            self._begin(document)
            whole = TranslatedSegment(segment=document.segments[0], text=translation)
            self.target.view.add([whole])
            self.target.view.finish()
        self._update_actions()
        view.setFocus()

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.target.remark.clear()
        self.notice.retranslate()
        self._name_divider()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Put the panes on top of each other where they do not fit side by side."""
        super().resizeEvent(event)
        narrow = self.width() < _STACKED_BELOW
        wanted = Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal
        if self.splitter.orientation() is not wanted:
            self.splitter.setOrientation(wanted)
        # Rounding and the panes' least widths would add up from one size to the next.
        self._divide(self._wanted_share)

    # The session

    def _connect_session(self) -> None:
        session, source = self.session, self.source.view
        source.textChanged.connect(session.source_changed)
        source.pasted.connect(session.text_pasted)
        source.files_dropped.connect(self.take_files)
        source.refused.connect(self.notice.tell_refused)
        source.composing_changed.connect(session.set_composing)
        session.state_changed.connect(self._on_state_changed)
        session.started.connect(self._on_started)
        session.segments_added.connect(self._on_segments_added)
        session.finished.connect(self._on_finished)
        session.failed.connect(self._on_failed)
        session.cancelled.connect(self._on_cancelled)
        session.cleared.connect(self._on_cleared)

    @Slot(object)
    def _on_state_changed(self, state: State) -> None:
        outdated = state is State.OUTDATED
        self.target.view.set_outdated(outdated)
        if outdated:
            self.notice.tell_outdated()
        elif state in (State.TRANSLATING, State.DONE, State.EMPTY):
            self.notice.hide()
        self._update_actions()

    @Slot(bool)
    def show_stop(self, slow: bool) -> None:
        """Offer to stop a translation that takes long, beside the text."""
        self.stop_button.setVisible(slow)

    @Slot(object)
    def _on_started(self, document: Document) -> None:
        self._begin(document)
        self.source.set_sentences(len(document.segments))
        self._update_actions()

    def _begin(self, document: Document) -> None:
        manner = self.session.options, self.session.packs_loaded
        renew, self._manner = manner != self._manner, manner
        self.rephrasing.begin(document)
        self.target.view.begin(document, renew=renew)
        self.companion.begin(document)

    @Slot(object)
    def _on_segments_added(self, segments: Iterable[TranslatedSegment]) -> None:
        self.target.view.add(self.rephrasing.applied(segments))
        self._update_actions()

    @Slot(object)
    def _on_finished(self, _report: JobReport) -> None:
        self.target.view.finish()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self.target.view.settle()
        self.notice.tell_problem(error)

    @Slot(list)
    def take_files(self, paths: list[Path]) -> None:
        """Put the texts of files in the place of what is there, or hand documents on."""
        if for_documents(paths):
            self.documents_wanted.emit(paths)
            return
        reading = read_files(paths)
        taken = reading.text is not None and self.source.view.take_text(reading.text)
        if taken:
            self.session.text_pasted()
        if reading.problems and (taken or reading.problems[1:]):
            # The notice would be gone as soon as the others are translated.
            complain(self, reading.problems, self.documents_wanted.emit)
        elif reading.problems:
            self.notice.tell_unreadable(*reading.problems[0])

    @Slot()
    def _on_cancelled(self) -> None:
        self.target.view.settle()
        self.notice.tell_stopped()

    @Slot()
    def _on_cleared(self) -> None:
        self.target.view.clear_text()
        self.companion.clear()
        self.rephrasing.clear()
        self.notice.hide()
        self._update_actions()

    # What the user does

    def _connect_actions(self) -> None:
        actions, session = self._actions, self.session
        for view in (self.source.view, self.target.view):
            view.zoom_requested.connect(self._zoom)
            self._settings.font_size_changed.connect(view.set_font_size)
        actions.clear.triggered.connect(self._clear)
        actions.paste.triggered.connect(self._paste)
        actions.copy.triggered.connect(self._copy)
        actions.translate.triggered.connect(session.translate_now)
        actions.stop.triggered.connect(session.cancel)
        actions.focus_source.triggered.connect(self._focus_source)
        self.page_actions.other_pane.triggered.connect(self._change_panes)
        actions.larger.triggered.connect(self._enlarge)
        actions.smaller.triggered.connect(self._shrink)
        actions.normal_size.triggered.connect(self._reset_zoom)
        self.source.view.textChanged.connect(self._update_actions)
        QGuiApplication.clipboard().dataChanged.connect(self._update_actions)

    @Slot()
    def _update_actions(self) -> None:
        actions, source = self._actions, self.source.view
        actions.clear.setEnabled(not source.document().isEmpty())
        actions.paste.setEnabled(source.canPaste())
        actions.copy.setEnabled(not self.target.view.document().isEmpty())
        actions.translate.setEnabled(self.session.usable and not source.document().isEmpty())
        if self.stop_button.hasFocus() and not self.session.busy:
            # Whoever pressed it may want to go on.
            offer = self.target.notice.button
            (offer if offer.isVisible() else self.source.view).setFocus()
        actions.stop.setEnabled(self.session.busy)

    @Slot()
    def _clear(self) -> None:
        self.source.view.clear_text()
        self.source.tell_cleared()
        self.source.view.setFocus()

    @Slot()
    def _paste(self) -> None:
        self.source.view.paste()
        self.source.view.setFocus()

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.target.view.translation)
        self.target.remark.setText(self.tr("Copied"))
        self._remark_timer.start()

    @Slot()
    def _focus_source(self) -> None:
        self.source.view.setFocus()
        self.source.view.selectAll()

    @Slot()
    def _change_panes(self) -> None:
        source, target = self.source.view, self.target.view
        (target if source.hasFocus() else source).setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot(int)
    def _zoom(self, steps: int) -> None:
        self._settings.font_size += 2 * steps

    @Slot()
    def _enlarge(self) -> None:
        self._zoom(1)

    @Slot()
    def _shrink(self) -> None:
        self._zoom(-1)

    @Slot()
    def _reset_zoom(self) -> None:
        self._settings.font_size = FONT_SIZE

    # The panes' sizes

    @Slot()
    def _on_divided(self) -> None:
        sizes = self.splitter.sizes()
        if sum(sizes):
            self._wanted_share = sizes[0] / sum(sizes)

    def _name_divider(self) -> None:
        divider = self.splitter.handle(1)
        divider.setAccessibleName(self.tr("Divider between the panes"))
        divider.setAccessibleDescription(self.tr("The arrow keys move it."))

    def _divide(self, share: float) -> None:
        self.splitter.setSizes([round(1000 * share), round(1000 * (1 - share))])
