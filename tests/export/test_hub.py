"""Finding checkpoints: folders, names, a stand-in for the hub on this machine, and no network."""

import contextlib
import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from export.errors import CheckpointError
from export.hub import resolve
from tests.support.requirements import require

COMMIT = "0123456789abcdef0123456789abcdef01234567"
SMALL = {"config.json": b"{}", "vocab.json": b"{}", "source.spm": b"s", "target.spm": b"t"}
SAFE = {"model.safetensors": b"safe" * 5000}
PICKLED = {"pytorch_model.bin": b"pickled" * 3000}
OTHERS = {"tf_model.h5": b"big", "rust_model.ot": b"big", "flax_model.msgpack": b"big"}

PROGRAM = """
import sys
from engine.errors import Cancelled
from export.errors import CheckpointError
from export.hub import resolve
seen = []
def report(done, total):
    seen.append(done)
    if "cancel" in sys.argv:
        raise Cancelled
try:
    folder = resolve(sys.argv[1], on_progress=report)
    print(folder, *sorted(p.name for p in folder.iterdir()))
    print(seen == sorted(set(seen)) and seen[-1:])
except CheckpointError as error:
    print("CheckpointError", error)
except Cancelled:
    print("Cancelled")
"""


@contextlib.contextmanager
def hub(files):
    """Serve ``org/model`` with the few addresses that the hub's client asks for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self, body, *, headers=(), status=200):
            self.send_response(status)
            for name, value in headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        def do_GET(self):
            path = self.path.partition("?")[0]
            resolved = f"/org/model/resolve/{COMMIT}/"
            if path == "/api/models/org/model/revision/main":
                self.answer(json.dumps({"id": "org/model", "sha": COMMIT}).encode())
            elif path == f"/api/models/org/model/tree/{COMMIT}":
                tree = [
                    {"type": "file", "path": name, "size": len(data), "oid": f"{i:040x}"}
                    for i, (name, data) in enumerate(files.items())
                ]
                self.answer(json.dumps(tree).encode())
            elif path.startswith(resolved) and path.removeprefix(resolved) in files:
                name = path.removeprefix(resolved)
                asked.append(name)
                etag = f'"{list(files).index(name):040x}"'
                self.answer(files[name], headers=[("ETag", etag), ("X-Repo-Commit", COMMIT)])
            else:
                self.answer(b"", headers=[("X-Error-Code", "RepoNotFound")], status=404)

        def do_HEAD(self):
            self.do_GET()

        def log_message(self, *arguments):
            pass

    class Quiet(ThreadingHTTPServer):
        def handle_error(self, *arguments):
            """A client that gives up closes its connections, which is no news."""

    server = Quiet(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def run(name, endpoint, home, *arguments, **environment):
    require("huggingface_hub")
    variables = {
        "HF_ENDPOINT": endpoint,
        "HF_HOME": str(home),
        "HF_HUB_DISABLE_XET": "1",
        "NO_PROXY": "*",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, name, *arguments],
        env=os.environ | variables | environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "Downloading" not in done.stderr  # progress goes to whoever asked for it
    return done.stdout.splitlines()


def test_a_folder_is_itself(tmp_path):
    assert resolve(tmp_path) == tmp_path
    assert resolve(str(tmp_path)) == tmp_path


def test_a_folder_that_looks_like_a_hub_name_is_itself(tmp_path, monkeypatch):
    (tmp_path / "org" / "model").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert resolve("org/model") == Path("org/model")


@pytest.mark.parametrize(
    "name", ["nowhere", "./a/b", "/no/such/folder", "a/b/c", "a b/c", "org/", "../x", "中/文"]
)
def test_neither_a_folder_nor_a_name(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CheckpointError, match=r"organisation/model, found neither"):
        resolve(name)


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "model.bin").write_bytes(b"x")
    with pytest.raises(CheckpointError, match="expected a checkpoint's folder, found a file"):
        resolve(tmp_path / "model.bin")


def test_without_the_hubs_client_the_message_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(CheckpointError, match="nor the package huggingface_hub") as caught:
        resolve("org/model")
    assert len(str(caught.value).splitlines()) == 1


def test_only_what_is_needed_is_downloaded(tmp_path):
    with hub(SMALL | SAFE | PICKLED | OTHERS) as (endpoint, asked):
        first, progress = run("org/model", endpoint, tmp_path)
    folder, *names = first.split()
    assert names == sorted(SMALL | SAFE)
    assert set(asked) == set(names)
    assert Path(folder).name == COMMIT
    assert (Path(folder) / "model.safetensors").read_bytes() == SAFE["model.safetensors"]
    assert progress == f"[{sum(map(len, (SMALL | SAFE).values()))}]"


def test_pickled_weights_come_where_there_are_no_others(tmp_path):
    with hub(SMALL | PICKLED | OTHERS) as (endpoint, asked):
        first, _ = run("org/model", endpoint, tmp_path)
    assert first.split()[1:] == sorted(SMALL | PICKLED)
    assert not set(asked) & OTHERS.keys()


@pytest.mark.parametrize("files", [SMALL | SAFE, SMALL | PICKLED], ids=["safe", "pickled"])
def test_a_downloaded_model_is_found_without_a_network(tmp_path, files):
    with hub(files) as (endpoint, _):
        online, _ = run("org/model", endpoint, tmp_path)
    unreachable, _ = run("org/model", endpoint, tmp_path)
    offline, _ = run("org/model", endpoint, tmp_path, HF_HUB_OFFLINE="1")
    assert online == unreachable == offline


@pytest.mark.parametrize("offline", ["0", "1"])
def test_without_a_network_the_message_is_one_line(tmp_path, offline):
    # Port 9 on loopback: nothing listens there.
    (line,) = run("org/model", "http://127.0.0.1:9", tmp_path, HF_HUB_OFFLINE=offline)
    assert line == (
        "CheckpointError org/model: expected a folder, or a model on the hub, found no answer from "
        "it and no complete copy of an earlier download"
    )


def test_an_unknown_name_is_one_line(tmp_path):
    with hub(SMALL) as (endpoint, _):
        (line,) = run("org/unknown", endpoint, tmp_path)
    assert line == (
        "CheckpointError org/unknown: expected a folder, or a model on the hub, found no model of "
        "that name there that is open to everyone"
    )


def test_a_download_can_be_cancelled(tmp_path):
    with hub(SMALL | SAFE) as (endpoint, _):
        assert run("org/model", endpoint, tmp_path, "cancel") == ["Cancelled"]
