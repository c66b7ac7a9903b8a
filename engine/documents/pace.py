"""How fast a job is, and how long it will take."""

import time

from engine.documents.control import Control


class Pace:
    """Measures a job without its pauses."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._start = time.perf_counter()
        self._characters = 0
        self._at_work = 0.0

    @property
    def seconds(self) -> float:
        """How long the job has been at work."""
        return time.perf_counter() - self._start

    def wait(self) -> None:
        """Rest while the job is to rest.

        Raises:
            Cancelled: It is to end.
        """
        before = time.perf_counter()
        self._control.go_on()
        self._start += time.perf_counter() - before

    def count(self, characters: int, seconds: float) -> None:
        """Note how much was translated, and in what time."""
        self._characters += characters
        self._at_work += seconds

    def left(self, characters: int) -> float | None:
        """Return how many seconds so many characters will take, as far as one can tell."""
        if not self._characters:
            return None
        return self._at_work * characters / self._characters
