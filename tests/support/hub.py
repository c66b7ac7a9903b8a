"""A stand-in for the Hugging Face hub on this machine: the addresses that its client asks for."""

import contextlib
import hashlib
import json
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

COMMIT = "0123456789abcdef0123456789abcdef01234567"


LARGE = (".safetensors", ".bin", ".spm")
"""Endings of the files that the hub keeps beside Git, with a hash of another kind."""


def git_digest(data: bytes) -> str:
    """Return what Git names a file by."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def lfs_entry(data: bytes) -> dict[str, str | int]:
    """Return what the hub says of a large file."""
    return {"oid": hashlib.sha256(data).hexdigest(), "size": len(data), "pointerSize": 130}


@dataclass
class Hub:
    """What is served: one model, ``org/model``.

    Attributes:
        files: Its files by name.
        endpoint: The server's address, for ``HF_ENDPOINT``.
        asked: The files that were asked for, in order.
        ranges: The ranges that were asked for, by file.
        by_proxy: The addresses that were asked for in full, as a proxy is asked.
        cut_after: Bytes of a file after which the connection breaks; ``None`` to send all.
        stall_after: Bytes of a file after which nothing comes any more until ``go_on`` is set.
        go_on: Ends all waiting.
        sent: Files that are sent instead of those that are listed.
    """

    files: Mapping[str, bytes]
    endpoint: str = ""
    asked: list[str] = field(default_factory=list)
    ranges: dict[str, str] = field(default_factory=dict)
    by_proxy: list[str] = field(default_factory=list)
    cut_after: int | None = None
    stall_after: int | None = None
    go_on: threading.Event = field(default_factory=threading.Event)
    sent: dict[str, bytes] = field(default_factory=dict)


class _Server(ThreadingHTTPServer):
    def __init__(self, hub: Hub) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.hub = hub
        hub.endpoint = f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, *arguments):
        """A client that gives up closes its connections, which is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self):
        hub, path = self.server.hub, self.path.partition("?")[0]
        if path.startswith("http://"):
            hub.by_proxy.append(path)
            path = "/" + path.split("/", 3)[3]
        name = path.removeprefix(f"/org/model/resolve/{COMMIT}/")
        if path == "/api/models/org/model/revision/main":
            self.answer(json.dumps({"id": "org/model", "sha": COMMIT}).encode())
        elif path == f"/api/models/org/model/tree/{COMMIT}":
            self.answer(self.tree())
        elif name in hub.files:
            hub.asked.append(name)
            self.send_file(name)
        else:
            self.answer(b"", {"X-Error-Code": "RepoNotFound"}, status=404)

    def do_HEAD(self):
        self.do_GET()

    def tree(self):
        files = self.server.hub.files
        tree = [
            {"type": "file", "path": name, "size": len(data), "oid": git_digest(data)}
            | ({"lfs": lfs_entry(data)} if name.endswith(LARGE) else {})
            for name, data in files.items()
        ]
        return json.dumps(tree).encode()

    def send_file(self, name):
        hub = self.server.hub
        body, status = hub.sent.get(name, hub.files[name]), 200
        etag = f'"{list(hub.files).index(name):040x}"'
        headers = {"ETag": etag, "X-Repo-Commit": COMMIT, "Accept-Ranges": "bytes"}
        if wanted := self.headers.get("Range"):
            hub.ranges[name] = wanted
            start = int(wanted.removeprefix("bytes=").partition("-")[0])
            headers["Content-Range"] = f"bytes {start}-{len(body) - 1}/{len(body)}"
            body, status = body[start:], 206
        self.answer(body, headers, status=status, cut_after=hub.cut_after)

    def answer(self, body, headers=None, *, status=200, cut_after=None):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            stall_after = self.server.hub.stall_after
            if stall_after is not None and len(body) > stall_after:
                self.wfile.write(body[:stall_after])
                self.server.hub.go_on.wait(60)
                self.close_connection = True
                return
            self.wfile.write(body[:cut_after])
            self.close_connection = cut_after is not None

    def log_message(self, *arguments):
        pass


@contextlib.contextmanager
def hub(files: Mapping[str, bytes]) -> Iterator[Hub]:
    """Serve ``org/model``; the server is a proxy to itself as well."""
    served = Hub(files)
    server = _Server(served)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        served.go_on.set()
        server.shutdown()
        server.server_close()
        thread.join()
