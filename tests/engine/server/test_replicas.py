"""Two servers behind nginx, as docs/scaling.md says; one is killed under load."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine.translator import Translator
from tests.support.server_process import server_process
from tests.support.serving import PATIENCE, Client, wait_until

SCALING = Path(__file__).parents[3] / "docs" / "scaling.md"
CLIENTS, REQUESTS = 8, 240
SENTENCES = ["Good morning.", "Where is the library?", "I have two dogs.", "Thank you very much."]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def documented(ports: dict[int, int]) -> str:
    """Return the configuration of the documentation, with other ports."""
    found = re.search(r"```nginx\n(.*?)```", SCALING.read_text("utf-8"), re.DOTALL)
    assert found
    text = found[1]
    for old, new in ports.items():
        assert f":{old}" in text
        text = text.replace(f":{old}", f":{new}")
    return text


@contextlib.contextmanager
def nginx(folder: Path, ports: dict[int, int]):
    """Run nginx with the documented configuration, all its files in a folder."""
    program = shutil.which("nginx", path=os.environ["PATH"] + os.pathsep + "/usr/sbin")
    if program is None:
        assert os.environ.get("CI") != "true", "nginx is not installed"
        pytest.skip("nginx is not installed")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "\n".join(f"{kind}_temp_path {folder / kind};" for kind in kinds)
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"pid {folder / 'pid'};\nworker_processes 1;\nerror_log stderr crit;\n"
        f"events {{ worker_connections 256; }}\n"
        f"http {{\naccess_log off;\n{paths}\n{documented(ports)}\n}}\n",
        "utf-8",
    )
    command = [program, "-p", str(folder), "-c", str(configuration), "-g", "daemon off;"]
    with subprocess.Popen(command) as process:
        try:
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)


def served(client: Client) -> float:
    return client.figure('yiwen_requests_total{route="/translate",status="200"}')


def test_a_replica_that_is_killed_costs_no_client_an_answer(tmp_path, starter_pack):
    translator = Translator.load(starter_pack, threads=1)
    wanted = {text: translator.translate(text).text for text in SENTENCES}
    with (
        server_process("--threads", "1") as first,
        server_process("--threads", "1") as second,
    ):
        port = free_port()
        places = [int(each.client.url.rpartition(":")[2]) for each in (first, second)]
        with nginx(tmp_path, {8000: port, 8001: places[0], 8002: places[1]}):
            client = Client(f"http://127.0.0.1:{port}")
            wait_until(lambda: answers(client))
            done = threading.Semaphore(0)

            def ask(number: int) -> tuple[str, int, bytes]:
                text = SENTENCES[number % len(SENTENCES)]
                reply = client.post("/translate", {"text": text})
                done.release()
                return text, reply.status, reply.body

            with ThreadPoolExecutor(CLIENTS) as pool:
                asked = pool.map(ask, range(REQUESTS))
                for _ in range(REQUESTS // 4):
                    done.acquire()
                assert served(first.client) > 0
                wait_until(lambda: first.client.figure("yiwen_jobs") > 0)
                first.tell(signal.SIGKILL)
                replies = list(asked)
            assert first.ended() == -signal.SIGKILL
            assert {status for _, status, _ in replies} == {200}
            for text, _, body in replies:
                assert wanted[text].encode() in body
            assert served(second.client) > REQUESTS / 4
            assert client.post("/translate", {"text": SENTENCES[0]}).status == 200


def test_a_stream_comes_through_piece_by_piece(tmp_path):
    with server_process("--threads", "1") as server:
        port, place = free_port(), int(server.client.url.rpartition(":")[2])
        with nginx(tmp_path, {8000: port, 8001: place, 8002: place}):
            client = Client(f"http://127.0.0.1:{port}")
            wait_until(lambda: answers(client))
            connection = client.connect()
            body = '{"text": "' + "Good morning. " * 30 + "The dogs bark. " * 400 + '"}'
            connection.request(
                "POST", "/translate/stream", body, {"Content-Type": "application/json"}
            )
            reply = connection.getresponse()
            assert reply.readline() == b"event: segment\n"
            assert client.figure("yiwen_jobs") == 1  # the others are still to come
            rest = reply.read()
            assert rest.count(b"event: segment") == 429
            assert b"event: done" in rest
            connection.close()


def answers(client: Client) -> bool:
    try:
        return client.get("/health").status == 200
    except OSError:
        time.sleep(0.05)
        return False
