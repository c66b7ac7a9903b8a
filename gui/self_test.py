"""The self-test that the about box offers: what ``yiwen self-check`` does, behind the window."""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal
from shiboken6 import isValid

from engine.records import record
from gui.log import describe_error

if TYPE_CHECKING:
    from engine.selfcheck import Sample

_LOG = logging.getLogger(__name__)


@record(kw_only=True)
class Outcome:
    """How a self-test went.

    Attributes:
        sample: The sentence that was translated; ``None`` if something does not work.
        problem: What does not work, in English.
        connections: Network connections that the program has open; ``None`` where nobody can tell.
    """

    sample: "Sample | None"
    problem: str = ""
    connections: int | None = None


def self_test() -> Outcome:
    """Open the pack that is used by itself, translate a sentence and look for connections."""
    # The runtime is imported here, in the worker: the window does not wait for it.
    from engine.commands.command import load_translator  # noqa: PLC0415
    from engine.connections import open_connections  # noqa: PLC0415
    from engine.selfcheck import SelfCheckFailed, attempt, translate_sample  # noqa: PLC0415

    try:
        translator = attempt("loading the pack", lambda: load_translator(None, 0))
        sample = translate_sample(translator)
    except SelfCheckFailed as error:
        _LOG.error("the self-test failed with %s", describe_error(error))
        return Outcome(sample=None, problem=str(error))
    return Outcome(sample=sample, connections=open_connections())


class SelfTest(QObject):
    """Runs the self-test in another thread; who asked may be gone when it is done.

    Args:
        test: What to run.
        parent: The owner.

    Signals:
        done(Outcome): It is over.
    """

    done = Signal(object)

    def __init__(
        self, test: Callable[[], Outcome] = self_test, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._test = test

    def start(self) -> None:
        """Begin."""
        # The program waits for this pool before it ends.
        QThreadPool.globalInstance().start(_Run(self, self._test))


class _Run(QRunnable):
    def __init__(self, owner: SelfTest, test: Callable[[], Outcome]) -> None:
        super().__init__()
        self._owner = owner
        self._test = test

    def run(self) -> None:
        outcome = self._test()
        if isValid(self._owner):
            self._owner.done.emit(outcome)
