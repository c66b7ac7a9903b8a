import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from engine.commands import command
from engine.errors import PackError
from engine.pack import STARTER, default_packs
from engine.places import HOME_VARIABLE, packs_folder
from tests.support.command_line import Messages, invoke
from tests.support.sealed_pack import write_pack


@pytest.fixture
def home(tmp_path, monkeypatch) -> Any:
    """The user's own folder, with one sound pack and a damaged one."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    write_pack(packs_folder() / "tiny-en-zh")
    damaged = packs_folder() / "broken"
    damaged.mkdir()
    (damaged / "manifest.json").write_text("{")
    return packs_folder()


def test_packs_are_listed(home):
    done = invoke("packs", "list")
    assert (done.code, done.err, done.asked) == (0, "", [])
    lines = {line.split()[0]: line for line in done.out.splitlines()}
    assert " en → zh-Hans " in lines["tiny-en-zh"]
    assert " CC-BY-SA-4.0 " in lines["tiny-en-zh"]
    assert lines["tiny-en-zh"].endswith(str(home / "tiny-en-zh"))
    assert " damaged " in lines["broken"]
    assert str(home / "broken" / "manifest.json") in lines["broken"]


def test_a_pack_with_a_missing_file_is_listed_as_damaged(home):
    (home / "tiny-en-zh" / "weights.bin").unlink()
    done = invoke("packs", "list")
    (line,) = (line for line in done.out.splitlines() if line.startswith("tiny-en-zh "))
    assert " damaged " in line
    assert " default " not in line
    assert str(home / "tiny-en-zh" / "weights.bin") in line
    assert line.endswith("found no such file")
    assert invoke("packs", "default").out == "en-zh: starter-en-zh\n"


@pytest.mark.parametrize("name", ["tiny-en-zh", STARTER])
def test_a_damaged_pack_stops_only_who_names_it(home, capsys, name):
    """The pack that would translate, or one of the starter's name, which takes it from sight."""
    pack = home / name
    (home / "tiny-en-zh").rename(pack)
    (pack / "weights.bin").unlink()
    made = command.load_translator(None, 1)
    assert made.manifest.name == STARTER
    assert made.translate("Good morning.").text
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        f"yiwen: {name} cannot be used, {STARTER} translates instead: {pack / 'weights.bin'}: "
        "expected a file of 4,096 bytes, found no such file; "
        f"'yiwen packs remove {name}' takes it away"
    )
    with pytest.raises(PackError, match=r"weights\.bin"):
        command.load_translator(name, 1)
    assert invoke("packs", "remove", name).code == 0
    command.load_translator(None, 1)
    assert capsys.readouterr().err == ""


def test_there_may_be_no_packs(monkeypatch):
    monkeypatch.setattr("engine.pack.installed_packs", list)
    done = invoke("packs", "list")
    assert (done.code, done.out, done.line) == (0, "", "yiwen: no model pack is installed")
    done = invoke("packs", "default")
    assert (done.code, done.out, done.err) == (0, "", "")


@pytest.mark.parametrize("by_path", [False, True])
def test_a_pack_says_what_it_is(home, by_path):
    done = invoke("packs", "info", str(home / "tiny-en-zh") if by_path else "tiny-en-zh")
    assert (done.code, done.err) == (0, "")
    facts = dict(line.split(": ", 1) for line in done.out.splitlines())
    assert facts["name"] == "tiny-en-zh"
    assert facts["languages"] == "en → zh-Hans"
    assert facts["licence"] == "CC-BY-SA-4.0"
    assert facts["attribution"] == "由测试而作"
    assert facts["folder"] == str(home / "tiny-en-zh")


def test_a_pack_with_a_damaged_file_is_not_described(home):
    (home / "tiny-en-zh" / "weights.bin").write_bytes(b"x" * 4096)
    for name in ("tiny-en-zh", "broken", "missing"):
        done = invoke("packs", "info", name)
        assert (done.code, done.out) == (2, "")
        assert ": expected " in done.line


def test_info_says_what_was_measured_and_what_was_not_checked(home):
    quality = home / "tiny-en-zh" / "quality.json"
    finding = {"check": "speed", "verdict": "warnings", "detail": "slow", "count": 0, "of": 0}
    figures = {
        "int8": {"bleu": 21.5, "chrf": 30.1},
        "examination": {"findings": [finding], "seconds": 4.0, "examples": []},
    }
    quality.write_text(json.dumps(figures))
    done = invoke("packs", "info", "tiny-en-zh")
    facts = dict(line.split(": ", 1) for line in done.out.splitlines())
    assert facts["quality"] == "BLEU 21.5, chrF 30.1"
    assert facts["examined"] == "usable with warnings; slow"
    assert "'yiwen packs check'" in facts["files"]


def test_a_flipped_bit_that_no_date_betrays_is_found_by_check(home):
    """The disk went wrong: size, time and inode are those of the file that was verified."""
    assert invoke("packs", "info", "tiny-en-zh").code == 0
    path = home / "tiny-en-zh" / "weights.bin"
    before = path.stat()
    with path.open("r+b") as file:
        file.write(b"v")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert invoke("packs", "info", "tiny-en-zh").code == 0
    done = invoke("packs", "check", "tiny-en-zh")
    assert (done.code, done.err) == (1, "")
    first, last = done.out.splitlines()
    assert re.match(r"broken: .*weights\.bin: expected SHA-256 ", first)
    assert last == "tiny-en-zh: broken"


def test_a_pack_that_does_not_run_is_broken(home):
    done = invoke("packs", "check", "tiny-en-zh")
    assert done.code == 1
    first, second, last = done.out.splitlines()
    assert first == "ok: 7 files are what the manifest says"
    assert second.startswith("broken: the model does not run: ")
    assert last == "tiny-en-zh: broken"


def test_the_starter_is_checked(home):
    done = invoke("packs", "check", STARTER, "--threads", "1")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-1] == "starter-en-zh: good"
    assert "Could you tell me where the nearest pharmacy is? → " in done.out


def test_the_default_is_shown_and_chosen(home):
    assert invoke("packs", "default").out == "en-zh: tiny-en-zh\n"
    done = invoke("packs", "default", STARTER)
    assert (done.code, done.out) == (0, "en-zh: starter-en-zh\n")
    assert invoke("packs", "default").out == "en-zh: starter-en-zh\n"
    lines = {line.split()[0]: line for line in invoke("packs", "list").out.splitlines()}
    assert " default " in lines[STARTER]
    assert " default " not in lines["tiny-en-zh"]
    done = invoke("packs", "default", "nothing")
    assert (done.code, done.out) == (2, "")
    assert "installed: " in done.line


def test_the_default_translates(home):
    """Without a choice it is the user's own pack, whose graphs are none here."""
    found = command.load_translator
    with pytest.raises(PackError, match="tiny-en-zh"):
        found(None, 1)
    invoke("packs", "default", STARTER)
    assert found(None, 1).manifest.name == STARTER


def test_english_is_translated_into_by_a_pack_that_can(home):
    done = invoke("translate", "--target", "en", "你好")
    assert (done.code, done.out, done.asked) == (2, "", [])
    assert "yiwen packs import Helsinki-NLP/opus-mt-zh-en" in done.line
    back = write_pack(
        home / "zh-en",
        name="zh-en",
        source_language="zh",
        target_language="en",
        target_tokens={},
    )
    assert invoke("translate", "--target", "en", "你好").asked == [(str(back), 0)]
    assert invoke("translate", "--target", "en", "--pack", "x", "你好").asked == [("x", 0)]


def test_json_lines_open_the_pack_for_each_direction_when_it_is_wanted(home):
    lines = b"".join(
        json.dumps({"text": "Hi", "target": target}).encode() + b"\n"
        for target in ("zh-TW", "en", "zh-HK", "en", None)
    )
    done = invoke("translate", "--jsonl", stdin=lines)
    assert (done.code, done.asked) == (0, [(None, 0)])
    errors = [json.loads(line).get("error", "") for line in done.out.splitlines()]
    assert "yiwen packs import Helsinki-NLP/opus-mt-zh-en" in errors[1]
    assert [bool(each) for each in errors] == [False, True, False, True, False]
    changes: Any = {"source_language": "zh", "target_language": "en", "target_tokens": {}}
    back = (str(write_pack(home / "zh-en", name="zh-en", **changes)), 0)
    assert invoke("translate", "--jsonl", stdin=lines).asked == [(None, 0), back]
    assert invoke("translate", "--jsonl", "--target", "en", stdin=lines).asked == [back, (None, 0)]
    assert invoke("translate", "--jsonl", "--pack", "x", stdin=lines).asked == [("x", 0)]


def test_a_pack_is_exported_removed_and_imported(home, tmp_path):
    done = invoke("packs", "export", "tiny-en-zh", str(tmp_path))
    assert (done.code, done.out) == (0, f"{tmp_path / 'tiny-en-zh.zip'}\n")
    assert "one that is there" in invoke("packs", "export", "tiny-en-zh", str(tmp_path)).line
    assert invoke("packs", "export", "tiny-en-zh", str(tmp_path), "--force").code == 0
    done = invoke("packs", "remove", "tiny-en-zh")
    assert (done.code, done.out) == (0, "removed tiny-en-zh, 0.0 MB\n")
    assert invoke("packs", "remove", "tiny-en-zh").code == 2
    done = invoke("packs", "import", str(tmp_path / "tiny-en-zh.zip"))
    assert done.code == 1
    assert done.line == (
        "yiwen: tiny-en-zh is broken and was not installed; --keep-broken installs it all the same"
    )
    assert not (home / "tiny-en-zh").exists()
    done = invoke("packs", "import", str(tmp_path / "tiny-en-zh.zip"), "--keep-broken", "--default")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-1] == f"installed in {home / 'tiny-en-zh'}"
    assert dict(default_packs()) == {"en-zh": "tiny-en-zh"}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nowhere.zip", "neither"),
        ("/no/such/folder", "neither"),
        (".", "none of them"),
        ("", "found nothing"),
        (" ", "found nothing"),
        ("half.zip", "half.zip: expected a zip file, found none, or not the whole of one"),
    ],
)
def test_what_cannot_be_imported_is_one_line(home, tmp_path, monkeypatch, name, words):
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    if name == "half.zip":
        whole = tmp_path / "whole.zip"
        invoke("packs", "export", "tiny-en-zh", str(whole))
        Path(name).write_bytes(whole.read_bytes()[:-100])
    done = invoke("packs", "import", name)
    assert (done.code, done.out) == (2, "")
    assert words in done.line


def test_an_installed_pack_is_replaced_only_on_request(home, tmp_path):
    pack = invoke("packs", "export", "tiny-en-zh", str(tmp_path)).out.strip()
    done = invoke("packs", "import", pack, "--keep-broken")
    assert (done.code, done.out) == (2, "")
    assert done.line.endswith("found an installed one; --replace takes its place")


@pytest.mark.parametrize("address", ["rubbish", "localhost:3128", "http://", "http://a:x", "", "h"])
def test_a_proxy_that_is_none_is_refused_before_it_is_tried(home, address):
    done = invoke("packs", "import", "organisation/model", "--proxy", address)
    assert (done.code, done.out) == (2, "")
    assert done.line.startswith("yiwen: --proxy: expected an address such as http://")


def test_progress_is_shown_on_a_terminal_and_nowhere_else(home, tmp_path):
    pack = invoke("packs", "export", "tiny-en-zh", str(tmp_path)).out.strip()
    invoke("packs", "remove", "tiny-en-zh")
    done = invoke("packs", "import", pack, "--keep-broken", stderr=Messages(terminal=True))
    assert "reading" in done.err
    assert "checking" in done.err
    arguments = ("packs", "import", pack, "--keep-broken", "--replace", "--no-progress")
    assert invoke(*arguments, stderr=Messages(terminal=True)).err == ""
