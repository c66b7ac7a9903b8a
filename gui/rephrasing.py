"""Putting another translation in the place of a sentence's."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, QRect, Signal, Slot
from PySide6.QtGui import QTextCursor

from engine.document import Document
from engine.types import TranslatedSegment
from gui.alternatives_popup import AlternativesPopup
from gui.choices import Choices
from gui.companion import Companion
from gui.errors import describe
from gui.page_actions import PageActions
from gui.session import TranslationSession
from gui.target_view import TargetView
from gui.text_view import MARGIN
from gui.worker import Alternatives


class Rephrasing(QObject):
    """Asks for other translations of a sentence and shows the one that the user chooses.

    Args:
        session: Looks for other translations.
        companion: Knows which sentence the user is at.
        view: Where the translation is shown.
        actions: Ask for other translations; take a choice back.
        parent: The owner.

    Signals:
        replaced(): Another translation was put in place of one, or taken back.
    """

    replaced = Signal()

    def __init__(
        self,
        session: TranslationSession,
        companion: Companion,
        view: TargetView,
        actions: PageActions,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._companion = companion
        self._view = view
        self._actions = actions
        self._choices = Choices()
        # What the model said first of the sentences that a choice was made for.
        self._originals: dict[str, TranslatedSegment] = {}
        self._asked: TranslatedSegment | None = None
        self.popup = AlternativesPopup(view)
        self.popup.chosen.connect(self._on_chosen)
        self.popup.closed.connect(session.stop_looking)
        session.alternatives_found.connect(self._on_found)
        session.alternatives_failed.connect(self._on_failed)
        actions.alternatives.triggered.connect(self._ask)
        actions.undo_choice.triggered.connect(self._undo)
        view.alternatives_requested.connect(self._ask_at)
        view.updated.connect(self._update_actions)

    def begin(self, document: Document) -> None:
        """Forget what was chosen for sentences that are not in ``document``."""
        self._choices.use_target(self._session.options.target)
        sources = {segment.text for segment in document.segments}
        self._choices.keep_only(sources)
        self._originals = {s: t for s, t in self._originals.items() if s in sources}

    def clear(self) -> None:
        """Forget every choice."""
        self._choices.clear()
        self._originals.clear()
        self._update_actions()

    def applied(self, segments: Iterable[TranslatedSegment]) -> list[TranslatedSegment]:
        """Return what to show of ``segments``."""
        shown: list[TranslatedSegment] = []
        for segment in segments:
            applied = self._choices.applied(segment)
            if applied is not segment:
                self._originals[segment.segment.text] = segment
            shown.append(applied)
        return shown

    @Slot()
    def _ask(self) -> None:
        index = self._companion.sentence
        translated = None if index is None else self._view.translated(index)
        if translated is not None:
            self._look_for(translated)

    @Slot(int)
    def _ask_at(self, position: int) -> None:
        translated = self._companion.segment_at(position)
        if translated is not None:
            self._look_for(translated)

    def _look_for(self, translated: TranslatedSegment) -> None:
        self._asked = translated
        start, end = self._view.ranges[translated.segment.index]
        self._view.show_range((start, end))
        self.popup.wait_at(self._lines(start, end), self._view.width() - 2 * MARGIN)
        self._session.look_for_alternatives(translated.segment.text)

    def _lines(self, start: int, end: int) -> QRect:
        """Return where a part of the translation stands on the screen."""
        cursor = QTextCursor(self._view.document())
        cursor.setPosition(start)
        first = self._view.cursorRect(cursor)
        cursor.setPosition(end)
        area = first.united(self._view.cursorRect(cursor)).intersected(self._view.viewport().rect())
        area.setLeft(MARGIN)
        return QRect(self._view.viewport().mapToGlobal(area.topLeft()), area.size())

    @Slot(object)
    def _on_found(self, found: Alternatives) -> None:
        if self._asked is None or not self.popup.isVisible():
            return
        original = self._originals.get(self._asked.segment.text)
        texts = found.texts if original is None else (original.text, *found.texts)
        self.popup.fill(tuple(dict.fromkeys(texts)), self._asked.text)

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        if self.popup.isVisible():
            self.popup.fail(describe(error))

    @Slot(str)
    def _on_chosen(self, text: str) -> None:
        asked, self._asked = self._asked, None
        if asked is None:
            return
        source = asked.segment.text
        original = self._originals.setdefault(source, asked)
        chosen = self._choices.choose(asked, text)
        self._show(source, original if text == original.text else chosen)

    @Slot()
    def _undo(self) -> None:
        change = self._choices.undo()
        if change is not None:
            self._show(change.source, change.before)

    def _show(self, source: str, translated: TranslatedSegment) -> None:
        # A sentence that stands in the text several times is replaced everywhere.
        self._view.replace(source, translated)
        self._update_actions()
        self.replaced.emit()

    @Slot()
    def _update_actions(self) -> None:
        self._actions.undo_choice.setEnabled(self._choices.can_undo)
        self._actions.alternatives.setEnabled(self._view.done > 0)
