"""One window for each user; later starts hand over what they were asked to do."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket

from gui import instance as instances
from gui.instance import NoAnswer, Request, SingleInstance, meeting_place

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def place(tmp_path):
    return str(tmp_path / "meet"), tmp_path / "meet.lock"


@pytest.fixture
def first(qapp, place):
    instance = SingleInstance(*place)
    assert instance.claim()
    instance.listen()
    yield instance
    instance.close()


_SECOND = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from gui.instance import Request, SingleInstance
app = QCoreApplication([])
instance = SingleInstance(sys.argv[1], Path(sys.argv[2]))
if instance.claim():
    instance.listen()
    print("first", flush=True)
    if len(sys.argv) > 3:
        app.exec()
else:
    instance.hand_over(Request(text="Grüße 🙂\\n", files=("/a b/c.txt",), translate_clipboard=True))
    print("handed over")
"""


def start(place, *more, script=_SECOND):
    return subprocess.Popen(
        [sys.executable, "-c", script, place[0], str(place[1]), *more],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8",
    )  # fmt: skip


def test_a_second_process_hands_over_and_ends(qtbot, first, place):
    with qtbot.waitSignal(first.requested, timeout=20_000) as handed:
        second = start(place)
    assert handed.args == [
        Request(text="Grüße 🙂\n", files=("/a b/c.txt",), translate_clipboard=True)
    ]
    assert second.communicate(timeout=20)[0] == "handed over\n"
    assert second.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_first_process_that_was_killed_is_no_obstacle(qapp, place):
    killed = start(place, "stay")
    assert killed.stdout.readline() == "first\n"
    instance = SingleInstance(*place)
    assert not instance.claim()
    os.kill(killed.pid, signal.SIGKILL)
    killed.communicate()
    # Its lock and its socket are still there.
    assert Path(place[0]).exists()
    assert place[1].exists()
    assert instance.claim()
    instance.close()


def test_after_an_orderly_end_there_is_another_first(first, place):
    later = SingleInstance(*place)
    assert not later.claim()
    first.close()
    assert later.claim()
    later.close()


def test_one_that_does_not_answer_is_an_error(qapp, place, tmp_path):
    lonely = SingleInstance(str(tmp_path / "nobody"), place[1])
    with pytest.raises(NoAnswer):
        lonely.hand_over(Request(), patience_ms=200)


def test_a_request_that_is_too_long_is_not_sent(qapp, first, place, monkeypatch):
    monkeypatch.setattr(instances, "MESSAGE_LIMIT", 1000)
    with pytest.raises(ValueError, match="1,000 bytes"):
        SingleInstance(*place).hand_over(Request(text="x" * 1000))


def say(qtbot, place, message):
    """Send bytes as no start of ours would, and return the answer."""
    socket = QLocalSocket()
    answer = bytearray()
    socket.readyRead.connect(lambda: answer.extend(socket.readAll().data()))
    socket.connectToServer(place[0])
    assert socket.waitForConnected(1000)
    socket.write(message)
    socket.flush()
    qtbot.waitUntil(lambda: bytes(answer).endswith(b"\n"))
    return bytes(answer)


@pytest.mark.parametrize(
    "message",
    [
        b"\n",
        b"hello\n",
        b"[]\n",
        b'{"text": 1}\n',
        b'{"files": "x"}\n',
        b'{"files": [1]}\n',
        b'{"translate_clipboard": 1}\n',
        b'{"activation": null}\n',
        b"\xff\xfe\n",
        b"[" * 100_000 + b"\n",
    ],
)
def test_nonsense_is_refused(qtbot, first, place, caplog, message):
    with qtbot.assertNotEmitted(first.requested):
        assert say(qtbot, place, message) == b"refused\n"
    assert "hello" not in caplog.text
    # And the next one is served.
    with qtbot.waitSignal(first.requested):
        assert say(qtbot, place, Request(text="ok").to_bytes()) == b"ok\n"


def test_a_message_without_an_end_is_refused_at_the_limit(qtbot, first, place, monkeypatch):
    monkeypatch.setattr(instances, "MESSAGE_LIMIT", 1000)
    assert say(qtbot, place, b"x" * 2000) == b"refused\n"


def test_a_visitor_that_leaves_early_does_no_harm(qtbot, first, place):
    socket = QLocalSocket()
    socket.connectToServer(place[0])
    assert socket.waitForConnected(1000)
    socket.write(b'{"text":')
    socket.flush()
    socket.abort()
    with qtbot.waitSignal(first.requested):
        say(qtbot, place, Request().to_bytes())


def test_a_message_may_come_in_pieces(qtbot, first, place):
    message = Request(text="In pieces.").to_bytes()
    socket = QLocalSocket()
    socket.connectToServer(place[0])
    assert socket.waitForConnected(1000)
    with qtbot.waitSignal(first.requested) as handed:
        for position in range(0, len(message), 10):
            socket.write(message[position : position + 10])
            socket.flush()
            qtbot.wait(1)
    assert handed.args[0].text == "In pieces."


def test_unknown_fields_are_ignored():
    message = json.dumps({"text": "a", "later": [1]}).encode()
    assert Request.from_bytes(message) == Request(text="a")


def test_the_meeting_place_is_the_users_alone(monkeypatch, tmp_path):
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("YIWEN_HOME", str(tmp_path))
    name, _lock = meeting_place()
    monkeypatch.setenv("YIWEN_HOME", str(tmp_path / ("deep" * 30)))
    far, _lock = meeting_place()
    assert far != name
    if sys.platform != "win32":
        for place in (name, far):
            assert len(os.fsencode(place)) <= 104
            folder = Path(place).parent.stat()
            assert folder.st_uid == os.getuid()
            assert not folder.st_mode & 0o022
