"""The server, run by tests: in a thread on a port of its own, and asked over the wire."""

import contextlib
import http.client
import json
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from engine.document import Segment, Span
from engine.errors import Cancelled
from engine.guards.order import Asking
from engine.reading import Ask, Offer
from engine.server.batcher import Batcher
from engine.server.languages import targets
from engine.server.listening import Front, bind, url_of
from engine.server.metrics import Metrics
from engine.server.settings import About, Access, Limits, Settings
from engine.translator import Translator
from engine.types import AlignedSpan, Alternative, TranslatedSegment, TranslationOptions
from engine.ways import Way
from tests.support.fake_translator import FakeTranslator

PATIENCE = 20.0
"""Seconds after which a test gives up on what should happen at once."""


class BatchTranslator(FakeTranslator):
    """Translates segments together, and remembers which.

    Args:
        before_batch: Called with the texts of each batch and its ``cancel`` before it is
            translated; may raise.
        rounds: How often the model is asked about a segment.
    """

    def __init__(
        self,
        *,
        before_batch: Callable[[Sequence[str], threading.Event | None], object] = lambda *_: None,
        rounds: Callable[[str], int] = lambda _text: 1,
        **rest,
    ) -> None:
        super().__init__(**rest)
        self.before_batch = before_batch
        self.rounds = rounds
        self.batches: list[list[str]] = []

    def translate_segments(
        self,
        texts: Sequence[str],
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
    ) -> list[TranslatedSegment]:
        ways = self.ways(texts, options)
        for way, offered in zip(ways, self.ask(ways, options, cancel=cancel), strict=True):
            way.advance(offered)
        return [way.made for way in ways if way.made is not None]

    def ways(self, texts: Sequence[str], options: TranslationOptions | None = None) -> list[Way]:
        return [Way(self._asking(text, options or TranslationOptions())) for text in texts]

    def ask(
        self,
        ways: Sequence[Way],
        options: TranslationOptions | None = None,
        *,
        cancel: threading.Event | None = None,
    ) -> list[list[Sequence[Offer]]]:
        texts = [ask.text for way in ways for ask in way.asks]
        self.wanted.append(options or TranslationOptions())
        self.batches.append(texts)
        self.before_batch(texts, cancel)
        if cancel is not None and cancel.is_set():
            raise Cancelled
        return [[() for _ in way.asks] for way in ways]

    def _asking(self, text: str, options: TranslationOptions) -> Asking:
        for _ in range(self.rounds(text)):
            yield [Ask(text)]
        return self._made(text, options)

    def _made(self, text: str, options: TranslationOptions) -> TranslatedSegment:
        made = self.render(text)
        return TranslatedSegment(
            segment=Segment(0, Span(0, len(text)), text),
            text=made,
            flags=self.flags(text),
            confidence=self.confidence,
            alignment=(AlignedSpan(Span(0, len(text)), Span(0, len(made))),),
            alternatives=tuple(
                Alternative(f"{made}{number}", -float(number))
                for number in range(1, options.n_best)
            ),
        )


def about(translator: Translator) -> About:
    """Return what a server says of itself."""
    return About(
        version="1.2.3",
        pack=translator.manifest.name,
        source=translator.manifest.source_language,
        native=translator.manifest.target_language,
        targets=targets(translator),
    )


@dataclass
class Reply:
    """An answer over the wire."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def error(self) -> str:
        """The one line of a refusal."""
        assert list(self.json) == ["error"], self.json
        line: str = self.json["error"]
        assert "\n" not in line
        assert "Traceback" not in line
        return line


@dataclass
class Client:
    """Asks a server; each time over a connection of its own."""

    url: str
    headers: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Reply:
        connection = self.connect()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(method, path, body, {**self.headers, **named})
            answer = connection.getresponse()
            return Reply(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def connect(self) -> http.client.HTTPConnection:
        """Return a connection."""
        place = urlsplit(self.url)
        assert place.hostname is not None
        return http.client.HTTPConnection(place.hostname, place.port, timeout=PATIENCE)

    def get(self, path: str, **headers: str) -> Reply:
        return self.ask("GET", path, None, **headers)

    def post(self, path: str, value: object, **headers: str) -> Reply:
        """Send a value as JSON."""
        body = json.dumps(value).encode()
        return self.ask("POST", path, body, **{"Content_Type": "application/json", **headers})

    def figure(self, name: str) -> float:
        """Return one of the server's figures."""
        text = self.get("/metrics").body.decode()
        found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
        return float(found[1]) if found else 0.0


@contextlib.contextmanager
def serving(
    translator: Translator,
    *,
    limits: Limits | None = None,
    access: Access | None = None,
    lanes: int = 1,
) -> Iterator[Client]:
    """Serve in a thread, and stop gracefully in the end."""
    limits, access = limits or Limits(), access or Access()
    said = about(translator)
    batcher = Batcher(translator, limits, Metrics(said), lanes=lanes)
    with tempfile.TemporaryDirectory() as folder, bind("127.0.0.1", 0) as bound:
        settings = Settings(about=said, limits=limits, access=access, downloads=folder)
        front = Front(batcher, settings)
        thread = threading.Thread(target=front.run, args=([bound],))
        thread.start()
        try:
            wait_until(lambda: front.started)
            yield Client(url_of(bound))
        finally:
            front.stop()
            thread.join(PATIENCE)
            batcher.close(finish=False)
            assert not thread.is_alive()


def wait_until(condition: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.005)


def multipart(data: bytes, name: str, **fields: str) -> tuple[bytes, str]:
    """Pack a file and fields as a browser does; return the body and its content type."""
    boundary = "0a1b2c3d4e"
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
        for key, value in fields.items()
    ]
    head = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n"
    )
    parts += head.encode(), data, f"\r\n--{boundary}--\r\n".encode()
    return b"".join(parts), f"multipart/form-data; boundary={boundary}"
