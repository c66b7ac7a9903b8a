from typing import Any

import pytest

from engine.places import HOME_VARIABLE, packs_folder
from tests.support.command_line import invoke
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


def test_there_may_be_no_packs(monkeypatch):
    monkeypatch.setattr("engine.pack.installed_packs", list)
    done = invoke("packs", "list")
    assert (done.code, done.out, done.line) == (0, "", "yiwen: no model pack is installed")


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
