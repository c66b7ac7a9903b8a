"""The package on a new Debian without Python, without a network, used as its users would.

    YIWEN_DEBIAN="bookworm trixie" python run.py test tests/packaging/test_machine.py

makes each of these machines (root and a package mirror are needed) and takes some ten minutes.
``YIWEN_DEB`` names a package to try instead of one that is made for it in a hurry. Pictures of the
window are left in ``artefacts``.
"""

import os
import re
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests.gui.screen import screen
from tests.packaging.conftest import NEW, OLD, ROOT
from tests.support import desk
from tests.support.debian_machine import MISSING, Machine

SUITES = os.environ.get("YIWEN_DEBIAN", "").split()
ARTEFACTS = ROOT / "artefacts"

pytestmark = [
    pytest.mark.packaging,
    pytest.mark.slow,
    pytest.mark.machine,
    pytest.mark.skipif(not SUITES, reason="YIWEN_DEBIAN names no Debian to install into"),
]

NOTHING = "(?!)"
HISTORY = r"\S+ \S+ ERROR gui\.history_thread: the history failed with \w+"
FONTS = "Fontconfig error: No writable cache directories"

# A home that cannot be written to, and so on: the environment, what is done before, and what may
# be said about it (the window tells its user, too).
ODD = {
    "usual": ({}, "", NOTHING),
    "no locale": ({"LANG": "C", "LC_ALL": "C"}, "", NOTHING),
    "no runtime folder": ({"XDG_RUNTIME_DIR": "/run/user/4711"}, "", NOTHING),
    "folders that are not there": (
        {f"XDG_{name}_HOME": f"/home/alice/no/{name}" for name in ("CACHE", "CONFIG", "DATA")},
        "", NOTHING,
    ),
    "spaces and Chinese": (
        {"HOME": "/home/alice/我的 文件 夹"},
        'mkdir -p "$ROOT/home/alice/我的 文件 夹"; chown 1000:1000 "$ROOT/home/alice/我的 文件 夹"',
        NOTHING,
    ),
    "read-only home": (
        {},
        'mount --bind "$ROOT/home" "$ROOT/home"; mount -o remount,ro,bind "$ROOT/home"',
        HISTORY,
    ),
    "no home": ({"HOME": "/nonexistent"}, "", f"{HISTORY}|{FONTS}"),
}  # fmt: skip


@pytest.fixture(scope="module", params=SUITES or ["none"])
def machine(request, debs, tmp_path_factory):
    """A machine with two users that had the old version, used it, and then got the new one."""
    assert os.geteuid() == 0, "a machine can only be made by root"
    missing = [*MISSING, *(name for name in desk.NEEDED if shutil.which(name) is None)]
    assert missing == [], "these programs are needed"
    root = tmp_path_factory.mktemp(request.param) / "root"
    made = Machine.install(root, request.param)
    made.add_user("alice")
    made.add_user("bob")
    made.apt("update")
    made.notes["clean"] = made.state()
    made.apt("install", f"/tmp/{debs[OLD].name}", parcel=debs[OLD])
    made.notes["kept"] = use_as_alice(made, tmp_path_factory.mktemp("screen"))
    new = Path(os.environ.get("YIWEN_DEB") or debs[NEW]).absolute()
    made.apt("install", f"/tmp/{new.name}", parcel=new)
    yield made
    shutil.rmtree(root)


def use_as_alice(machine: Machine, folder: Path) -> dict[str, object]:
    """Translate, choose larger letters, bring a pack; return what is to be there afterwards."""
    packs = ROOT / "assets/packs/starter-en-zh"
    shutil.copytree(packs, machine.root / "home/alice/mine")
    manifest = machine.root / "home/alice/mine/manifest.json"
    manifest.write_text(
        manifest.read_text("utf-8").replace('"name": "starter-en-zh"', '"name": "mine-en-zh"'),
        "utf-8",
    )
    done = machine.run("yiwen", "packs", "import", "/home/alice/mine", "--default", user="alice")
    assert done.returncode == 0, done.stderr
    with screen(folder) as shown:
        window = open_window(machine, shown)
        desk.paste_and_translate(shown)
        shown.do("key", "ctrl+equal")
        shown.do("key", "ctrl+equal")
        assert quit_window(shown, window) == ""
    return kept_by_alice(machine)


def kept_by_alice(machine: Machine) -> dict[str, object]:
    home = machine.root / "home/alice"
    with sqlite3.connect(home / ".local/share/yiwen/history.sqlite3") as history:
        names = [row[0] for row in history.execute("select name from sqlite_master")]
        assert names
        dumped = [line for line in history.iterdump() if line.startswith("INSERT")]
    settings = (home / ".config/Yiwen/yiwen.conf").read_text("utf-8")
    return {
        "history": dumped,
        "font": re.findall(r"^.*font.*$", settings, re.MULTILINE),
        "packs": machine.run("yiwen", "packs", "default", user="alice").stdout,
    }


def open_window(machine: Machine, shown, *arguments: str, user="alice", env=None, setup=""):
    environment = {"DISPLAY": shown.environment["DISPLAY"], "LANG": "C.UTF-8", **(env or {})}
    window = machine.start("yiwen-app", *arguments, user=user, env=environment, setup=setup)
    desk.wait_for_window(shown)
    return window


def quit_window(shown, window: subprocess.Popen[str]) -> str:
    """Quit, and return all that the program has said."""
    shown.do("key", "ctrl+q")
    said, _ = window.communicate(timeout=60)
    assert window.returncode == 0, said
    return said


def test_there_is_no_python(machine):
    found = [path.name for path in (machine.root / "usr/bin").glob("python*")]
    assert found == []


def test_what_the_user_kept_is_there_after_an_upgrade(machine, tmp_path):
    assert machine.notes["kept"]["history"]
    assert machine.notes["kept"]["font"]
    assert "mine-en-zh" in machine.notes["kept"]["packs"]
    with screen(tmp_path) as shown:
        window = open_window(machine, shown)
        assert quit_window(shown, window) == ""
    assert kept_by_alice(machine) == machine.notes["kept"]


def test_the_self_check_says_that_all_is_well(machine):
    done = machine.run("yiwen", "self-check", user="bob")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    named = dict(line.split(": ", 1) for line in lines if ": " in line)
    assert {"yiwen", "python", "platform", "onnxruntime"} <= set(named)
    assert named["pack"].startswith("starter-en-zh (")
    assert named["network connections"] == "none"
    assert any("→ 早上好" in line for line in lines)
    assert lines[-1] == "ok"


def test_the_window_translates_what_is_pasted(machine, tmp_path):
    before = machine.state()
    with screen(tmp_path) as shown:
        window = open_window(machine, shown, user="bob")
        translation = desk.paste_and_translate(shown)
        picture = desk.screenshot(shown, ARTEFACTS / f"window-{machine.suite}.png")
        shown.do("key", "ctrl+comma")
        assert quit_window(shown, window) == ""
    assert desk.share_read(translation, picture) > 0.8
    assert machine.state() == before  # nothing is written but what is the user's


def test_boxes_in_place_of_chinese_would_be_seen(machine, tmp_path):
    """Without fonts of Chinese the test above would fail, so it tests something."""
    with screen(tmp_path) as shown:
        hide = 'mount -t tmpfs tmpfs "$ROOT/usr/share/fonts"'
        window = open_window(machine, shown, user="bob", setup=hide)
        translation = desk.paste_and_translate(shown)
        picture = desk.screenshot(shown, tmp_path / "boxes.png")
        quit_window(shown, window)
    assert desk.share_read(translation, picture) < 0.3


def test_two_users_at_once(machine, tmp_path):
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    with screen(tmp_path / "first") as first, screen(tmp_path / "second") as second:
        windows = [
            open_window(machine, shown, user=user)
            for shown, user in ((first, "alice"), (second, "bob"))
        ]
        for shown in (first, second):
            assert desk.paste_and_translate(shown)
        assert [quit_window(*each) for each in zip((first, second), windows, strict=True)] == [
            "",
            "",
        ]


@pytest.mark.parametrize("kind", ODD)
def test_odd_surroundings(machine, tmp_path, kind):
    env, setup, listed = ODD[kind]
    done = machine.run(
        "yiwen",
        "translate",
        "Good morning.",
        user="alice",
        env={"LANG": "C.UTF-8", **env},
        setup=setup,
    )
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "早上好。\n")
    with screen(tmp_path) as shown:
        window = open_window(machine, shown, env=env, setup=setup)
        assert desk.paste_and_translate(shown, "Good morning.").startswith("早上好")
        said = quit_window(shown, window).splitlines()
    assert [line for line in said if not re.fullmatch(listed, line)] == []


def test_the_self_extracting_file_installs_for_one_user(machine, run_file, tmp_path):
    before = machine.state()
    done = machine.run("sh", f"/tmp/{run_file.name}", user="bob", parcel=run_file, timeout=600)
    assert done.returncode == 0, done.stderr
    assert done.stderr.strip() == "SHA256 checksums are OK."
    assert "Yiwen is installed in /home/bob/.local/opt/yiwen." in done.stdout
    done = machine.run("/home/bob/.local/bin/yiwen", "translate", "Good morning.", user="bob")
    assert (done.returncode, done.stdout, done.stderr) == (0, "早上好。\n", "")
    with screen(tmp_path) as shown:
        environment = {"DISPLAY": shown.environment["DISPLAY"], "LANG": "C.UTF-8"}
        window = machine.start("/home/bob/.local/bin/yiwen-app", user="bob", env=environment)
        desk.wait_for_window(shown)
        assert desk.paste_and_translate(shown)
        assert quit_window(shown, window) == ""
    done = machine.run("sh", "/home/bob/.local/opt/yiwen/uninstall.sh", user="bob")
    assert (done.returncode, done.stderr) == (0, "")
    left = [path for path in (machine.root / "home/bob/.local").rglob("*") if path.is_file()]
    own = machine.root / "home/bob/.local/share/yiwen"
    assert [path for path in left if own not in path.parents] == []
    assert left  # what bob kept with it is there
    assert machine.state() == before


def test_removal_leaves_nothing_but_what_is_the_users(machine):
    kept = {path for path in (machine.root / "home").rglob("*") if path.is_file()}
    machine.apt("purge", "yiwen")
    machine.apt("autoremove", "--purge")
    left = {name for name in machine.state() if "yiwen" in name.lower()} - set(
        machine.notes["clean"]
    )
    assert {name for name in left if not name.startswith("var/lib/apt/")} == set()
    assert {path for path in (machine.root / "home").rglob("*") if path.is_file()} == kept
