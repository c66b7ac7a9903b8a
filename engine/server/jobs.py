"""What the front of the server asks of the engine, and what comes back."""

from collections.abc import Callable
from typing import Literal, Protocol

from engine.records import record
from engine.translation import Translation
from engine.types import TranslatedSegment, TranslationOptions


@record(kw_only=True)
class TextJob:
    """Texts to translate.

    Attributes:
        texts: The texts of one request.
        options: How to translate them.
        html: They are HTML, not plain text.
        eager: Tell of each segment of the one text as soon as it is there; of the first one soon.
    """

    texts: tuple[str, ...]
    options: TranslationOptions
    html: bool = False
    eager: bool = False

    @property
    def size(self) -> int:
        """Its extent, roughly in characters."""
        return sum(map(len, self.texts))


@record(kw_only=True)
class FileJob:
    """A document to translate.

    Attributes:
        name: Its name, which says what format it is in.
        data: Its bytes.
        options: How to translate it.
    """

    name: str
    data: bytes
    options: TranslationOptions

    @property
    def size(self) -> int:
        """Its extent, roughly in characters."""
        return len(self.data)


Job = TextJob | FileJob


@record
class Piece:
    """A segment of an eager job, in order.

    Attributes:
        lead: What stands in front of it.
        segment: The segment.
    """

    lead: str
    segment: TranslatedSegment


@record
class Finished:
    """The end of a job.

    Attributes:
        result: One translation for each text; the translated document's bytes for a document.
    """

    result: tuple[Translation, ...] | bytes


@record
class Failed:
    """The other end of a job.

    Attributes:
        why: ``busy`` and ``stopping`` are worth another try; ``refused`` is the request's own
            fault; ``broken`` is the engine's.
        message: One line.
        retry_after: Seconds after which another try may do better.
    """

    why: Literal["busy", "stopping", "refused", "broken"]
    message: str
    retry_after: int = 0


Event = Piece | Finished | Failed

Listener = Callable[[Event], None]
"""Told what becomes of a job, on any thread; must not block."""


@record
class Answered:
    """A request was answered; for the figures.

    Attributes:
        route: What was asked for, as the description of the API writes it.
        status: The answer's status code.
        seconds: How long it took.
    """

    route: str
    status: int
    seconds: float


class Desk(Protocol):
    """Where jobs are handed in. Threads may share it."""

    def submit(self, job: Job, listener: Listener) -> int:
        """Hand in a job; whatever becomes of it, the listener hears. Returns its number."""
        ...

    def cancel(self, number: int) -> None:
        """Give a job up, if it is not finished; its listener hears no more."""
        ...

    def note(self, answered: Answered) -> None:
        """Count an answer."""
        ...

    def figures(self) -> bytes:
        """Return all figures, as Prometheus reads them. It may block for a moment."""
        ...
