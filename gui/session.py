"""When to translate what: between the source pane and the worker thread."""

import enum
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from engine.document import Document
from engine.errors import PackNotFound
from engine.types import TranslationOptions
from gui.debounce import Debouncer
from gui.worker import (
    Alternatives,
    JobReport,
    LoadedTranslator,
    PackInfo,
    TranslationThread,
)


class State(enum.Enum):
    """What the window is doing.

    In ``OUTDATED`` the text was changed after it was translated, and nobody asked for more.
    """

    LOADING = enum.auto()
    EMPTY = enum.auto()
    TRANSLATING = enum.auto()
    DONE = enum.auto()
    OUTDATED = enum.auto()
    CANCELLED = enum.auto()
    ERROR = enum.auto()
    NO_PACK = enum.auto()
    SWITCHING = enum.auto()


_UNUSABLE = (State.ERROR, State.NO_PACK)


class TranslationSession(QObject):
    """Keeps the translation in step with the source text.

    Args:
        thread: The worker; the session starts and stops it.
        source_text: Returns the text as it stands.
        parent: The owner.

    Attributes:
        wanted: Name or path of the pack that was asked for last, usable or not; may be empty.

    Signals:
        state_changed(State): The state is another one.
        pack_loaded(PackInfo): The model is there.
        started(Document): A translation begins; whatever is shown belongs to an older text.
        segments_added(tuple[TranslatedSegment, ...]): The next segments.
        finished(JobReport): The translation is complete.
        failed(Exception): The pack could not be loaded, or the translation broke off.
        cancelled(): The user stopped the translation; what is done stays.
        cleared(): There is nothing to translate.
        alternatives_found(Alternatives): What one sentence could be called instead.
        alternatives_failed(Exception): Nothing could be found out about it.
        switch_failed(): Another pack cannot be used; ``failed`` says why.
        released(): The pack was let go of.
    """

    state_changed = Signal(object)
    pack_loaded = Signal(object)
    started = Signal(object)
    segments_added = Signal(object)
    finished = Signal(object)
    failed = Signal(object)
    cancelled = Signal()
    cleared = Signal()
    alternatives_found = Signal(object)
    alternatives_failed = Signal(object)
    switch_failed = Signal()
    released = Signal()

    def __init__(
        self,
        thread: TranslationThread,
        source_text: Callable[[], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._thread = thread
        thread.setParent(self)
        self._source_text = source_text
        self.wanted = ""
        self._text = ""
        # The text whose translation is complete and on display; of another one, a part may be.
        self._complete: str | None = None
        self._shown = False
        self._request: int | None = None
        self._loaded = False
        self._unusable = False
        self._automatic = True
        self._options = TranslationOptions()
        self._packs_loaded = 0
        self._switching = False
        self._resume = False
        self._inquiry: int | None = None
        self._state = State.LOADING
        self._debouncer = Debouncer(self._submit, self)
        thread.ready.connect(self._on_ready)
        thread.load_failed.connect(self._on_load_failed)
        thread.translation_started.connect(self._on_started)
        thread.segments_translated.connect(self._on_segments)
        thread.translation_finished.connect(self._on_finished)
        thread.translation_failed.connect(self._on_failed)
        thread.switch_failed.connect(self._on_switch_failed)
        thread.released.connect(self._on_released)
        thread.alternatives_found.connect(self._on_alternatives)
        thread.alternatives_failed.connect(self._on_no_alternatives)

    @property
    def state(self) -> State:
        """What is going on."""
        return self._state

    @property
    def options(self) -> TranslationOptions:
        """How texts are translated."""
        return self._options

    @property
    def packs_loaded(self) -> int:
        """How many packs have been loaded so far, one after the other."""
        return self._packs_loaded

    @property
    def usable(self) -> bool:
        """Whether a pack is there or still on its way."""
        return not self._unusable

    @property
    def busy(self) -> bool:
        """Whether there is something to stop."""
        return self._request is not None or self._debouncer.waiting

    def start(self) -> None:
        """Begin to load the pack."""
        self._thread.start()

    def stop(self) -> None:
        """Stop everything and wait for the thread to end."""
        self._debouncer.cancel()
        self._request = None
        self._thread.stop()

    @Slot()
    def source_changed(self) -> None:
        """Take note of a change: what runs is outdated, the new text follows after a pause."""
        text = self._source_text()
        if text == self._text:
            # Qt reports changes of layout too, for instance while an input method composes.
            return
        self._text = text
        self._call_off()
        if text.strip():
            if self._automatic:
                self._debouncer.trigger()
            else:
                self._debouncer.cancel()
                self._enter(self._resting)
        else:
            self._debouncer.cancel()
            self._shown, self._complete = False, None
            self.cleared.emit()
            self._enter(State.EMPTY)

    def set_automatic(self, automatic: bool) -> None:
        """Translate what is typed and pasted by itself, or only when asked to."""
        if automatic == self._automatic:
            return
        self._automatic = automatic
        if not automatic:
            if self._debouncer.waiting:
                self._debouncer.cancel()
                self._enter(self._resting)
        elif self._text.strip() and self._state in (State.EMPTY, State.OUTDATED):
            self._debouncer.trigger()

    def adopt(self, text: str) -> None:
        """Take ``text`` as translated already; whoever calls puts it and its translation in place.

        While the pack is not there, the text will be translated like any other.
        """
        if not self._loaded:
            return
        self._debouncer.cancel()
        self._call_off()
        self._text = self._complete = text
        self._shown = True
        self._enter(State.DONE)

    @Slot()
    def text_pasted(self) -> None:
        """Translate a text that came in as a whole, unless one wants to be asked."""
        if self._automatic:
            self.translate_now()

    @Slot()
    def translate_now(self) -> None:
        """Translate without waiting for a pause, also after a stop or an error."""
        if self._text.strip() and self._request is None:
            self._debouncer.trigger()
            self._debouncer.flush()

    @Slot(bool)
    def set_composing(self, composing: bool) -> None:
        """Hold back while an input method is composing."""
        self._debouncer.set_held(composing)

    @Slot()
    def cancel(self) -> None:
        """Stop translating and keep what is done."""
        if not self.busy:
            return
        self._debouncer.cancel()
        self._call_off()
        self.cancelled.emit()
        self._enter(State.CANCELLED)

    def set_options(self, options: TranslationOptions) -> None:
        """Translate in another way from now on, beginning with what is there."""
        if options == self._options:
            return
        self._options = options
        self._complete = None
        if self._translated or self._request is not None:
            self._call_off()
            self.translate_now()

    def switch(self, load: Callable[[], LoadedTranslator], name: str = "") -> None:
        """Go over to another pack; what is there, or failed before, will be translated anew.

        Args:
            load: Returns the translator.
            name: The pack's name or path, to be told if it cannot be used.
        """
        self.wanted = name
        waiting = self._translated or self._request is not None or self._state in _UNUSABLE
        self._resume = self._resume or waiting
        self._call_off()
        self._complete = None
        self._switching = True
        self._thread.switch(load)
        self._unusable = False
        self._enter(State.SWITCHING)

    def release(self) -> None:
        """Let go of the pack, because it is going to be deleted and there is no other."""
        self._call_off()
        self._debouncer.cancel()
        self._switching = False
        self._thread.release()

    def look_for_alternatives(self, sentence: str) -> None:
        """Ask for other translations of a sentence, instead of any asked for before."""
        self._inquiry = self._thread.inquire(sentence, self._options)

    @Slot()
    def stop_looking(self) -> None:
        """Ask for no other translations any more."""
        if self._inquiry is not None:
            self._inquiry = None
            self._thread.cancel_inquiry()

    @property
    def _translated(self) -> bool:
        return self._state in (State.DONE, State.TRANSLATING)

    @property
    def _resting(self) -> State:
        """How a text stands that is not to be translated before somebody asks."""
        if not self._shown:
            return State.EMPTY
        return State.DONE if self._text == self._complete else State.OUTDATED

    def _submit(self) -> None:
        if self._unusable:
            return
        self._request = self._thread.submit(self._text, self._options)
        self._enter(State.TRANSLATING)

    def _call_off(self) -> None:
        self._thread.cancel()
        self._request = None

    def _enter(self, state: State) -> None:
        if self._unusable and state not in _UNUSABLE:
            return
        if state not in _UNUSABLE:
            if self._switching:
                state = State.SWITCHING
            elif not self._loaded:
                state = State.LOADING
        if state is not self._state:
            self._state = state
            self.state_changed.emit(state)

    @Slot(object)
    def _on_ready(self, pack: PackInfo) -> None:
        self._loaded = True
        self._packs_loaded += 1
        self._unusable = False
        self._switching, resume, self._resume = False, self._resume, False
        self.pack_loaded.emit(pack)
        if resume and not self.busy:
            self.translate_now()
        if not self._text.strip() or not (self._automatic or self.busy):
            self._enter(self._resting)
        else:
            self._enter(State.TRANSLATING if self.busy else State.CANCELLED)

    @Slot(object)
    def _on_switch_failed(self, error: Exception) -> None:
        self._switching = self._resume = False
        self._unusable = not self._loaded
        self.failed.emit(error)
        self._enter(State.ERROR)
        self.switch_failed.emit()

    @Slot()
    def _on_released(self) -> None:
        if self._switching:
            # Another one was asked for meanwhile.
            return
        self._loaded, self._unusable, self._complete = False, True, None
        self.wanted = ""
        self.released.emit()
        self.failed.emit(PackNotFound("", "a model pack", "none"))
        self._enter(State.NO_PACK)

    @Slot(int, object)
    def _on_alternatives(self, request: int, found: Alternatives) -> None:
        if request == self._inquiry:
            self._inquiry = None
            self.alternatives_found.emit(found)

    @Slot(int, object)
    def _on_no_alternatives(self, request: int, error: Exception) -> None:
        if request == self._inquiry:
            self._inquiry = None
            self.alternatives_failed.emit(error)

    @Slot(object)
    def _on_load_failed(self, error: Exception) -> None:
        if self._switching:
            # Another pack is on its way already.
            return
        self._unusable = True
        self._request = None
        self._debouncer.cancel()
        self.failed.emit(error)
        self._enter(State.NO_PACK if isinstance(error, PackNotFound) else State.ERROR)

    @Slot(int, object)
    def _on_started(self, request: int, document: Document) -> None:
        if request == self._request:
            self._shown, self._complete = True, None
            self.started.emit(document)

    @Slot(int, object)
    def _on_segments(self, request: int, segments: object) -> None:
        if request == self._request:
            self.segments_added.emit(segments)

    @Slot(int, object)
    def _on_finished(self, request: int, report: JobReport) -> None:
        if request != self._request:
            return
        self._request = None
        fresh = report.segments - report.reused
        if fresh > 0:
            self._debouncer.note_cost(report.seconds / fresh)
        self._complete = self._text
        self.finished.emit(report)
        self._enter(State.DONE)

    @Slot(int, object)
    def _on_failed(self, request: int, error: Exception) -> None:
        if request != self._request:
            return
        self._request = None
        self.failed.emit(error)
        self._enter(State.ERROR)
