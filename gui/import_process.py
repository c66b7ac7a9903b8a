"""Importing a model and examining a pack, each in a process of its own.

Both work in Python for seconds at a time, which the window would be felt to stumble over, and need
memory that is given back only when a process ends. Nothing here knows Qt.
"""

import contextlib
import signal
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, Literal

from engine.errors import Cancelled, EngineError, PackIncompatible
from engine.pack_report import PackReport
from engine.records import record
from gui.log import describe_error

Stage = Literal["start", "download", "read", "convert", "check", "install"]
"""What is being done; those after ``start`` are the stages of ``export.convert``."""

_PAUSE: Final = 0.05
"""Seconds between two messages about one stage."""


@record(kw_only=True)
class Import:
    """A model to import.

    Attributes:
        source: Absolute path of a folder or a zip, or the name of a model on the hub.
        from_hub: It is a name, and the network may be used.
        source_language: BCP 47 tag of the language it reads, where the model does not say it.
        target_language: BCP 47 tag of the language it writes, likewise.
        replace: Put it in the place of an installed one of the same name.
        proxy: Address of the proxy to download through; the system's by default.
    """

    source: str
    from_hub: bool = False
    source_language: str | None = None
    target_language: str | None = None
    replace: bool = False
    proxy: str | None = None

    @property
    def title(self) -> str:
        """What to call it before it has a name."""
        return self.source if self.from_hub else Path(self.source).name


@record(kw_only=True)
class Examination:
    """An installed pack to examine.

    Attributes:
        name: The pack's name.
    """

    name: str


Task = Import | Examination


@record
class Step:
    """How far a task is: what of how much, bytes or sentences; 0 where that is not known."""

    stage: Stage
    done: int = 0
    total: int = 0


@record(kw_only=True)
class Result:
    """What became of a task that was carried out.

    Attributes:
        name: The pack's name.
        installed: Whether it is installed; one that is broken is not.
        report: What the examination found.
    """

    name: str
    installed: bool
    report: PackReport


@record(kw_only=True)
class Failure:
    """Why a task could not be carried out, without the words of the error.

    Attributes:
        kinds: Full names of the error's types, its own first.
        version: The version of the program that would be needed, if that is known.
        languages: What a model that does not name its languages says all the same: two tags, each
            ``und`` for a language that nothing names; ``None`` after any other error.
        where: For what nobody foresaw, types and places as ``describe_error`` gives them.
    """

    kinds: tuple[str, ...]
    version: str = ""
    languages: tuple[str, str] | None = None
    where: str = ""


@record
class Stopped:
    """The task was cancelled, and nothing is left of it."""


Outcome = Result | Failure | Stopped


def failure(error: BaseException) -> Failure:
    """Return what the window has to know about an error."""
    foreseen = isinstance(error, EngineError | OSError | MemoryError)
    languages = None
    if type(error).__name__ == "LanguagesUnknown":
        # The exporter is loaded in the other process only.
        languages = str(getattr(error, "source", "und")), str(getattr(error, "target", "und"))
    return Failure(
        kinds=tuple(f"{kind.__module__}.{kind.__qualname__}" for kind in type(error).__mro__),
        version=error.version if isinstance(error, PackIncompatible) else "",
        languages=languages,
        where="" if foreseen else describe_error(error),
    )


def work(task: Task, connection: Connection) -> None:
    """Carry out a task: what the process runs.

    Args:
        task: What to do.
        connection: Takes each :class:`Step`, and at the end the outcome. Anything that comes from
            the other side, its end included, cancels the task.
    """
    # Ctrl+C in the terminal is for the window, whose end is told by the connection.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cancel = threading.Event()
    threading.Thread(target=_listen, args=(connection, cancel), daemon=True).start()
    teller = _Teller(connection, cancel)
    outcome: Outcome
    try:
        if isinstance(task, Examination):
            outcome = _examine(task, teller.tell, cancel)
        else:
            outcome = _import(task, teller.tell, cancel)
    except Cancelled:
        outcome = Stopped()
    except Exception as error:  # noqa: BLE001 - the boundary between two processes
        # A library may wrap what stopped it.
        outcome = Stopped() if cancel.is_set() else failure(error)
    with contextlib.suppress(OSError):
        connection.send(outcome)


def _listen(connection: Connection, cancel: threading.Event) -> None:
    with contextlib.suppress(EOFError, OSError):
        connection.recv()
    cancel.set()


@dataclass(slots=True)
class _Teller:
    """Tells how far the task is, though not too often, from whichever thread knows it."""

    connection: Connection
    cancel: threading.Event
    last: Step = field(default_factory=lambda: Step("start"))
    told: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def tell(self, step: Step) -> None:
        if self.cancel.is_set():
            raise Cancelled
        with self.lock:
            now = time.monotonic()
            same = step.stage == self.last.stage and step.done != step.total
            if same and now < self.told + _PAUSE:
                return
            self.last, self.told = step, now
            try:
                self.connection.send(step)
            except OSError:
                self.cancel.set()
                raise Cancelled from None


def _import(task: Import, tell: Callable[[Step], None], cancel: threading.Event) -> Result:
    from engine.pack_doctor import examine  # noqa: PLC0415 - loads ONNX Runtime
    from export.convert import ImportOptions, import_model  # noqa: PLC0415 - loads onnx

    options = ImportOptions(
        source_language=task.source_language,
        target_language=task.target_language,
        replace=task.replace,
        proxy=task.proxy,
    )
    if not task.from_hub and not Path(task.source).exists():
        # Else what was there a moment ago would be taken for a name, and asked for on the hub.
        raise FileNotFoundError(task.source)
    made = import_model(
        task.source,
        examine,
        options,
        on_progress=lambda now: tell(Step(now.stage, now.done, now.total)),
        cancel=cancel,
    )
    return Result(name=made.name, installed=made.path is not None, report=made.report)


def _examine(task: Examination, tell: Callable[[Step], None], cancel: threading.Event) -> Result:
    from engine.pack import ModelPack, find_pack  # noqa: PLC0415 - not needed in the window
    from engine.pack_doctor import examine  # noqa: PLC0415 - loads ONNX Runtime

    tell(Step("read"))
    # Where nothing was verified yet, every file is read.
    with tempfile.TemporaryDirectory(prefix="yiwen-") as fresh:
        pack = ModelPack.open(find_pack(task.name), cache=Path(fresh))
    report = examine(
        pack, on_progress=lambda done, total: tell(Step("check", done, total)), cancel=cancel
    )
    return Result(name=task.name, installed=True, report=report)
