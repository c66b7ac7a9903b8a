"""``yiwen serve``: its options, its signals, its front ends; as a process and over the wire."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from engine.cli import command_parser
from engine.server.listening import stopping
from tests.support.command_line import invoke
from tests.support.server_process import server_process
from tests.support.serving import wait_until

KEY = "correct-horse-battery"
ASKED = {"text": "Good morning."}
ANSWER = {"translation": "早上好。"}


# Options


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--host", "0.0.0.0"], "--host: expected --api-key-file or YIWEN_API_KEY as well"),
        (["--host", "no such host"], "--host: expected a name or an address, found"),
        (["--port", "70000"], "--port: expected a whole number from 0 to 65535, found '70000'"),
        (["--workers", "0"], "--workers: expected a whole number from 1 to 64, found '0'"),
        (["--api-key-file", "/no/such/file"], "--api-key-file: /no/such/file: expected a file"),
        (["--batch", "x"], "--batch: expected a whole number from 1 to 1024, found 'x'"),
        (["--allow-host", "http://a.example/"], "--allow-host: expected a name such as"),
        (["--allow-host", "a.example:80"], "--allow-host: expected a name such as"),
        (["--allow-host", "*"], "--allow-host: expected a name such as"),
        (["--allow-origin", "*"], "--allow-origin: expected a site such as https://example.org"),
        (["--allow-origin", "a.example"], "--allow-origin: expected a site such as"),
        (["--allow-origin", "https://a.example/page"], "--allow-origin: expected a site such as"),
        (["word"], "unexpected argument 'word'"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_loaded(argv, said):
    done = invoke("serve", *argv)
    assert done.code == 2
    assert done.line.startswith(f"yiwen: {said}")
    assert done.asked == []


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("https://example.org", "https://example.org"),
        ("https://Example.org/", "https://example.org"),
        ("https://example.org:443", "https://example.org"),
        ("http://example.org:8080", "http://example.org:8080"),
        ("http://[::1]:3000", "http://[::1]:3000"),
        ("chrome-extension://abcdef", "chrome-extension://abcdef"),
    ],
)
def test_a_site_is_kept_as_browsers_write_it(typed, kept):
    arguments = command_parser().parse_args(["serve", "--allow-origin", typed])
    assert arguments.allow_origin == [kept]


def test_a_name_is_kept_as_it_is_compared():
    arguments = command_parser().parse_args(["serve", "--allow-host", "Example.ORG."])
    assert arguments.allow_host == ["example.org"]


@pytest.mark.parametrize("key", [b"", b"short", b"with a space", "ключ-ключ".encode(), b"\xff" * 9])
def test_a_key_that_is_none_is_refused_and_not_shown(tmp_path, key):
    file = tmp_path / "key"
    file.write_bytes(key)
    done = invoke("serve", "--api-key-file", str(file))
    assert done.code == 2
    assert done.line.startswith(f"yiwen: --api-key-file: {file}: expected a")
    assert not key or key.decode("utf-8", "replace") not in done.err


def test_an_address_that_is_taken_is_refused_before_the_model_is_loaded():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = invoke("serve", "--port", port)
    assert done.code == 2
    assert done.line.startswith(f"yiwen: 127.0.0.1:{port}: expected an address to listen on, found")
    assert done.asked == []


@pytest.mark.parametrize("missing", ["fastapi", "prometheus_client", "uvicorn"])
def test_without_the_extra_it_says_what_to_install(missing):
    code = f"""
import sys
sys.modules[{missing!r}] = None
from engine.cli import main
sys.exit(main(["serve"]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        f'yiwen: serve: expected the extra "serve" to be installed, found no {missing};'
        " pip install 'yiwen[serve]'\n"
    )


# As a process


def test_it_answers_until_it_is_stopped():
    with server_process("--threads", "1") as server:
        assert server.client.url.startswith("http://127.0.0.1:")
        assert server.client.post("/translate", ASKED).json == ANSWER
        server.tell(signal.SIGINT)
        assert server.ended() == 0
    assert server.said.count("\n") == 1


def test_curl_gets_an_answer():
    with server_process("--threads", "1") as server:
        body = json.dumps(ASKED)
        done = subprocess.run(
            ["curl", "--silent", "--noproxy", "*", "-d", body, f"{server.client.url}/translate"],
            capture_output=True,
            check=True,
        )
    assert json.loads(done.stdout) == ANSWER


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_it_finishes_what_it_began_when_it_is_stopped(number, tmp_path):
    text = " ".join(f"This is sentence number {n} of a long text." for n in range(60))
    with server_process("--threads", "1", "--batch", "2", TMPDIR=str(tmp_path)) as server:
        replies = []
        asking = threading.Thread(
            target=lambda: replies.append(server.client.post("/translate", {"text": text}))
        )
        asking.start()
        wait_until(lambda: server.client.figure("yiwen_jobs") == 1)
        server.tell(number)
        asking.join()
        assert replies[0].status == 200
        assert len(replies[0].json["translation"]) > 60
        assert server.ended() == 0
    assert not list(tmp_path.glob("yiwen-*"))  # no translated file stays behind


def test_a_hang_up_that_is_ignored_stays_so():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert signal.SIGHUP not in stopping()
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_second_interrupt_ends_it_at_once_and_says_so_to_whoever_waits():
    text = " ".join(f"This is sentence number {n} of a long text." for n in range(2_000))
    with server_process("--threads", "1", "--batch", "2") as server:
        replies = []
        asking = threading.Thread(
            target=lambda: replies.append(server.client.post("/translate", {"text": text}))
        )
        asking.start()
        wait_until(lambda: server.client.figure("yiwen_jobs") == 1)
        server.tell(signal.SIGINT)
        wait_until(lambda: not listens(server.client.url))
        server.tell(signal.SIGINT)
        asking.join()
        assert server.ended() == 0
    assert (replies[0].status, replies[0].json) == (503, {"error": "the server is being stopped"})
    assert replies[0].headers["retry-after"] == "1"


def listens(url: str) -> bool:
    host, port = url.removeprefix("http://").split(":")
    try:
        socket.create_connection((host, int(port))).close()
    except OSError:
        return False
    return True


def test_elsewhere_the_key_is_needed(tmp_path):
    with server_process("--host", "0.0.0.0", "--threads", "1", YIWEN_API_KEY=KEY) as server:
        address = server.client.url.replace("0.0.0.0", "127.0.0.1")
        server.client.url = address
        assert server.client.post("/translate", ASKED).status == 401
        assert server.client.post("/translate", {**ASKED, "api_key": KEY}).json == ANSWER
        assert KEY not in server.said
        assert KEY not in Path(f"/proc/{server.process.pid}/cmdline").read_text("utf-8")
    with server_process("--host", "0.0.0.0", "--insecure", "--threads", "1") as server:
        server.client.url = server.client.url.replace("0.0.0.0", "127.0.0.1")
        assert server.client.post("/translate", ASKED).json == ANSWER


def test_nothing_listens_where_it_was_not_told_to():
    with server_process("--threads", "1") as server:
        port = int(server.client.url.rpartition(":")[2])
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.2", port), 5)


# Front ends


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    commands = {int(each): Path(f"/proc/{each}/cmdline").read_bytes() for each in found}
    return [child for child, command in commands.items() if b"spawn_main" in command]


def answering(client, times: int = 20) -> None:
    for _ in range(times):
        assert client.post("/translate", ASKED).json == ANSWER


@pytest.fixture(scope="module")
def team():
    with server_process("--threads", "1", "--workers", "2") as server:
        answering(server.client)
        yield server


def test_front_ends_share_one_engine_and_its_figures(team):
    pids = children(team.process.pid)
    assert len(pids) == 2
    for pid in pids:  # no front end has loaded the runtime, let alone the model
        assert "onnxruntime" not in Path(f"/proc/{pid}/maps").read_text("utf-8")
    route = 'yiwen_requests_total{route="/translate",status="200"}'
    before = team.client.figure(route)
    answering(team.client)
    wait_until(lambda: team.client.figure(route) == before + 20)


def test_streams_and_files_go_through_any_front_end(team):
    for _ in range(6):
        reply = team.client.post("/translate/stream", {"text": "Good morning. Good morning."})
        assert reply.body.count(b"event: segment") == 2
        assert "早上好。早上好。" in reply.body.decode()


def test_a_front_end_that_dies_is_replaced(team):
    first, _ = before = children(team.process.pid)
    os.kill(first, signal.SIGKILL)
    wait_until(
        lambda: len(now := children(team.process.pid)) == 2 and first not in now and now != before
    )
    answering(team.client)
    assert "a front end ended with code -9; starting another" in team.said


def test_front_ends_finish_what_they_began_and_end_together():
    text = " ".join(f"This is sentence number {n} of a long text." for n in range(60))
    with server_process("--threads", "1", "--batch", "2", "--workers", "2") as server:
        answering(server.client, 4)
        pids = children(server.process.pid)
        replies = []
        asking = threading.Thread(
            target=lambda: replies.append(server.client.post("/translate", {"text": text}))
        )
        asking.start()
        wait_until(lambda: server.client.figure("yiwen_jobs") == 1)
        server.tell(signal.SIGTERM)
        asking.join()
        assert replies[0].status == 200
        assert server.ended() == 0
        assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]


def test_an_interrupt_of_all_processes_finds_none_unprepared():
    with server_process("--threads", "1", "--workers", "2") as server:
        for pid in [*children(server.process.pid), server.process.pid]:
            os.kill(pid, signal.SIGINT)  # as Ctrl-C does, while front ends are being set up
        assert server.ended() == 0
    assert server.said.count("\n") == 1


def test_front_ends_end_when_the_engine_is_killed():
    with server_process("--threads", "1", "--workers", "2") as server:
        answering(server.client, 2)
        pids = children(server.process.pid)
        assert len(pids) == 2
        server.tell(signal.SIGKILL)
        assert server.ended() == -signal.SIGKILL
        wait_until(lambda: not [pid for pid in pids if _runs(pid)])


def _runs(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2][:3]
    except FileNotFoundError:
        return False
    finally:
        time.sleep(0.01)
