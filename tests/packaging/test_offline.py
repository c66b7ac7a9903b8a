"""The bundled program never opens a socket that a network could reach: every call is looked at."""

import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.gui.screen import screen
from tests.support import desk
from tests.support.requirements import program

NETWORK = re.compile(r"\bsocket\((AF_INET6?|AF_PACKET)\b")

pytestmark = [pytest.mark.packaging, pytest.mark.slow]


def traced(log: Path, *command: str | Path) -> list[str | Path]:
    """Return what runs a command, and all that it starts, with every network call in ``log``."""
    return [program("strace"), "-f", "-qq", "-e", "trace=network", "-o", log, *command]


def test_the_window_opens_no_network_socket(bundle, tmp_path):
    for name in ("Xvfb", "openbox", "xdotool", "xclip"):
        program(name)
    letter = tmp_path / "letter.txt"
    letter.write_text("The cat sleeps.\n", "utf-8")
    logs = [tmp_path / "first.log", tmp_path / "second.log"]
    home = tmp_path / "home"
    home.mkdir()
    with screen(home) as shown:
        window = subprocess.Popen(
            traced(logs[0], bundle / "yiwen-app"),
            env=shown.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        desk.wait_for_window(shown)
        assert desk.paste_and_translate(shown)
        for page in ("ctrl+comma", "ctrl+h", "ctrl+1"):
            shown.do("key", page)
        opened = subprocess.run(
            traced(logs[1], bundle / "yiwen-app", letter),
            env=shown.environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )
        assert (opened.returncode, opened.stdout, opened.stderr) == (0, "", "")
        shown.do("key", "ctrl+q")
        said, _ = window.communicate(timeout=120)
    assert (window.returncode, said) == (0, "")
    for log in logs:
        calls = log.read_text("utf-8", "replace")
        assert "socket(AF_UNIX" in calls  # the screen's: the calls are seen
        assert NETWORK.findall(calls) == []


@pytest.mark.parametrize(
    "arguments", [["self-check"], ["translate", "Good morning."], ["files", "letter.txt"]]
)
def test_the_command_line_opens_no_network_socket(bundle, tmp_path, arguments):
    (tmp_path / "letter.txt").write_text("The cat sleeps.\n", "utf-8")
    log = tmp_path / "calls.log"
    done = subprocess.run(
        traced(log, bundle / "yiwen", *arguments),
        cwd=tmp_path,
        env={"HOME": str(tmp_path), "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert NETWORK.findall(log.read_text("utf-8", "replace")) == []


def test_a_network_socket_would_be_seen(bundle, tmp_path):
    """The server opens one, because that is what it is for."""
    log = tmp_path / "calls.log"
    server = subprocess.Popen(
        traced(log, bundle / "yiwen", "serve", "--port", "0"),
        env={"HOME": str(tmp_path), "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        desk.wait_for(
            lambda: log.exists() and NETWORK.search(log.read_text("utf-8", "replace")),
            "a socket of the server's",
        )
    finally:
        os.killpg(server.pid, signal.SIGTERM)  # strace by itself would wait for the server
        server.wait(timeout=60)


def test_the_processor_may_be_an_old_one(bundle, tmp_path):
    """Without AVX512 and VNNI, emulated; one process only, so nothing escapes the emulation."""
    log = tmp_path / "calls.log"
    internal = bundle / "_internal"
    # The frozen program would start itself again to be found its libraries, past the emulator.
    environment = {
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "PATH": "/usr/bin:/bin",
        "LD_LIBRARY_PATH": str(internal),
        "_PYI_APPLICATION_HOME_DIR": str(internal),
        "_PYI_ARCHIVE_FILE": str(bundle / "yiwen"),
        "_PYI_PARENT_PROCESS_LEVEL": "0",
    }
    emulated = [program("qemu-x86_64"), "-cpu", "Haswell", bundle / "yiwen"]
    done = subprocess.run(
        [program("strace"), "-f", "-qq", "-e", "trace=execve", "-o", log,
         *emulated, "translate", "Good morning.", "--threads", "1"],
        env=environment, capture_output=True, encoding="utf-8", check=False, timeout=300,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "早上好。\n"), done.stderr
    assert re.findall(r"execve\(\"([^\"]*)\"", log.read_text("utf-8")) == [
        shutil.which("qemu-x86_64")
    ]
