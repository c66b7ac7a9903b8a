"""The server as a whole: one engine, one front end in this process or several in others."""

import contextlib
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.records import record
from engine.server.batcher import Batcher
from engine.server.languages import targets
from engine.server.listening import BACKLOG, Front
from engine.server.metrics import Metrics
from engine.server.settings import About, Access, Limits, Settings
from engine.server.workers import Workers
from engine.version import program_version

if TYPE_CHECKING:
    from engine.translator import Translator

_SWITCH: Final = 0.0005
"""Seconds after which Python lets another thread have its turn. Lanes come out of the model often
and for a moment, and the front end must not wait for them."""


@record(kw_only=True)
class Plan:
    """How to serve.

    Attributes:
        limits: How much is taken on.
        access: Who may ask.
        workers: Front ends.
        lanes: Batches that are translated at a time.
    """

    limits: Limits
    access: Access
    workers: int = 1
    lanes: int = 1


def serve(
    translator: "Translator",
    bound: socket.socket,
    plan: Plan,
    ready: Callable[[], object] = lambda: None,
) -> None:
    """Serve until a signal comes, then finish what was begun.

    Args:
        translator: What translates.
        bound: Where; closed in the end.
        plan: How.
        ready: Called when all is set up, before the first request can come in.
    """
    about = About(
        version=program_version(),
        pack=translator.manifest.name,
        source=translator.manifest.source_language,
        native=translator.manifest.target_language,
        targets=targets(translator),
    )
    batcher = Batcher(translator, plan.limits, Metrics(about), lanes=plan.lanes)
    forced = False
    with _downloads() as folder, bound, _switching_often():
        settings = Settings(
            about=about, limits=plan.limits, access=plan.access, downloads=str(folder)
        )
        bound.listen(BACKLOG)  # from here on clients wait instead of being turned away
        try:
            if plan.workers == 1:
                front = Front(batcher, settings)
                ready()
                front.run([bound])
                forced = front.force_exit
            else:
                Workers(batcher, settings, bound, plan.workers).run(ready)
        finally:
            batcher.close(finish=not forced)


@contextlib.contextmanager
def _downloads() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="yiwen-"))  # only this user may look into it
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _switching_often() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH)
    try:
        yield
    finally:
        sys.setswitchinterval(before)
