"""Figures about the server for Prometheus. None of them holds a word of anybody's text."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from engine.server.jobs import Answered
from engine.server.settings import About

CONTENT_TYPE = CONTENT_TYPE_LATEST

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)
_SENTENCES = (1, 2, 4, 8, 16, 32, 64, 128)


class Metrics:
    """The figures of one engine.

    Args:
        about: What serves.
    """

    def __init__(self, about: About) -> None:
        self._registry = CollectorRegistry()
        info = Info("yiwen", "What serves.", registry=self._registry)
        info.info({"version": about.version, "pack": about.pack})
        self._requests = Counter(
            "yiwen_requests", "Requests answered.", ("route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "yiwen_request_seconds",
            "Time from a request's first byte to the end of its answer.",
            ("route",),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._batches = Histogram(
            "yiwen_batch_sentences",
            "Sentences translated together.",
            buckets=_SENTENCES,
            registry=self._registry,
        )
        self._busy = Counter(
            "yiwen_engine_seconds", "Time spent translating.", registry=self._registry
        )
        self._characters = Counter(
            "yiwen_characters", "Characters translated.", registry=self._registry
        )
        self._given_up = Counter(
            "yiwen_cancelled", "Jobs given up by who asked.", registry=self._registry
        )
        self._turned_away = Counter(
            "yiwen_turned_away", "Jobs refused because too many waited.", registry=self._registry
        )

    def watch(self, waiting: Callable[[], float]) -> None:
        """Have a function say how many jobs wait or are at work."""
        Gauge("yiwen_jobs", "Jobs that wait or are at work.", registry=self._registry).set_function(
            waiting
        )

    def answered(self, answered: Answered) -> None:
        """Count an answer."""
        self._requests.labels(answered.route, str(answered.status)).inc()
        self._seconds.labels(answered.route).observe(answered.seconds)

    def batch(self, sentences: int, characters: int, seconds: float) -> None:
        """Count a batch."""
        self._batches.observe(sentences)
        self._characters.inc(characters)
        self._busy.inc(seconds)

    def given_up(self) -> None:
        """Count a job that nobody waits for any more."""
        self._given_up.inc()

    def turned_away(self) -> None:
        """Count a job for which there was no room."""
        self._turned_away.inc()

    def text(self) -> bytes:
        """Return all figures."""
        return generate_latest(self._registry)
