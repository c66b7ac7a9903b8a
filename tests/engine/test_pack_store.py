import re
import shutil
from pathlib import Path

import pytest

from engine import pack_store
from engine.errors import PackCorrupt, PackError, PackNotFound
from engine.pack import (
    ModelPack,
    bundled_pack_path,
    find_pack,
    install_pack,
    installed_packs,
)
from tests.support.sealed_pack import write_pack


@pytest.fixture
def packs(tmp_path, monkeypatch):
    monkeypatch.setenv("YIWEN_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "data" / "packs"


@pytest.fixture
def bundled(tmp_path, monkeypatch):
    """A folder of bundled packs, in the place of the program's own."""
    monkeypatch.setattr(pack_store, "__file__", str(tmp_path / "program" / "engine" / "x.py"))
    return tmp_path / "program" / "assets" / "packs"


def test_the_bundled_pack_is_under_assets():
    root = Path(__file__).parents[2]
    assert bundled_pack_path() == root / "assets" / "packs" / "starter-en-zh"
    assert bundled_pack_path("other") == root / "assets" / "packs" / "other"


def test_a_path_wins_over_a_name(packs, bundled, tmp_path, monkeypatch):
    here = write_pack(tmp_path / "here" / "tiny")
    installed = write_pack(packs / "tiny")
    monkeypatch.chdir(tmp_path)
    assert find_pack("tiny") == installed
    assert find_pack(here) == here
    monkeypatch.chdir(tmp_path / "here")
    assert find_pack("tiny") == here


def test_the_users_own_pack_hides_a_bundled_one(packs, bundled):
    write_pack(bundled / "tiny")
    assert find_pack("tiny") == bundled / "tiny"
    assert [(pack.path, pack.bundled) for pack in installed_packs()] == [(bundled / "tiny", True)]
    write_pack(packs / "tiny")
    assert find_pack("tiny") == packs / "tiny"
    assert [(pack.path, pack.bundled) for pack in installed_packs()] == [(packs / "tiny", False)]


def test_what_is_not_found_says_where_it_looked_and_what_there_is(packs, bundled, tmp_path):
    write_pack(bundled / "starter")
    write_pack(packs / "mine")
    with pytest.raises(PackNotFound) as caught:
        find_pack("other")
    message = str(caught.value)
    assert message.startswith("other: expected")
    assert str(packs) in message
    assert str(bundled) in message
    assert "mine, starter" in message
    (tmp_path / "a.zip").write_bytes(b"PK")
    with pytest.raises(PackNotFound, match="a zip or another file"):
        find_pack(tmp_path / "a.zip")


@pytest.mark.parametrize("name", ["../packs/tiny", "tiny/", "", ".", "tiny\0"])
def test_only_a_name_is_looked_up_as_one(packs, bundled, tmp_path, monkeypatch, name):
    write_pack(packs / "tiny")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PackNotFound):
        find_pack(name)


def test_no_packs_at_all(packs, bundled):
    assert installed_packs() == []
    with pytest.raises(PackNotFound, match="installed: none"):
        find_pack("any")


def test_a_broken_pack_is_listed_with_its_problem(packs, bundled):
    write_pack(packs / "good")
    write_pack(packs / "bad")
    (packs / "bad" / "manifest.json").write_text("{")
    (packs / "empty").mkdir()
    (packs / ".hidden").mkdir()
    (packs / "file").write_text("x")
    bad, empty, good = installed_packs()
    assert [pack.name for pack in (bad, empty, good)] == ["bad", "empty", "good"]
    assert isinstance(bad.problem, PackCorrupt)
    assert isinstance(empty.problem, PackNotFound)
    assert bad.manifest is None
    assert good.problem is None
    assert good.manifest == ModelPack.open(packs / "good").manifest


@pytest.mark.parametrize("zipped", [True, False])
def test_a_pack_is_installed_under_its_own_name(packs, tmp_path, zipped):
    source = write_pack(tmp_path / "some folder", content={"quality.json": b"{}"})
    (source / "stray").mkdir()
    if zipped:
        (source / "stray").rmdir()
        source = Path(shutil.make_archive(str(tmp_path / "a"), "zip", source))
    assert install_pack(source) == packs / "tiny-en-zh"
    assert list(packs.iterdir()) == [packs / "tiny-en-zh"]
    assert (packs / "tiny-en-zh" / "quality.json").read_bytes() == b"{}"
    assert not (packs / "tiny-en-zh" / "stray").exists()
    assert find_pack("tiny-en-zh") == ModelPack.open(packs / "tiny-en-zh").path


def test_an_installed_pack_is_replaced_only_when_asked(packs, tmp_path):
    install_pack(write_pack(tmp_path / "old", attribution="old"))
    new = write_pack(tmp_path / "new", attribution="new")
    with pytest.raises(PackError, match="no pack of this name yet"):
        install_pack(new)
    assert ModelPack.open(packs / "tiny-en-zh").manifest.attribution == "old"
    install_pack(new, replace=True)
    assert ModelPack.open(packs / "tiny-en-zh").manifest.attribution == "new"
    assert list(packs.iterdir()) == [packs / "tiny-en-zh"]


def test_a_failing_move_brings_the_old_pack_back(packs, tmp_path, monkeypatch):
    install_pack(write_pack(tmp_path / "old", attribution="old"))
    new = write_pack(tmp_path / "new", attribution="new")
    rename = Path.rename

    def failing(self, target):
        if self.name == "new":
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(PackError, match="No space left"):
        install_pack(new, replace=True)
    assert ModelPack.open(packs / "tiny-en-zh").manifest.attribution == "old"
    assert list(packs.iterdir()) == [packs / "tiny-en-zh"]


def test_an_unsound_pack_is_not_installed(packs, tmp_path):
    source = write_pack(tmp_path / "tiny")
    (source / "weights.bin").write_bytes(b"v" * 4096)
    with pytest.raises(PackCorrupt, match="SHA-256"):
        install_pack(source)
    with pytest.raises(PackNotFound, match="nothing there"):
        install_pack(tmp_path / "nowhere.zip")
    assert list(packs.iterdir()) == []


def test_a_pack_with_a_missing_or_shortened_file_is_listed_with_its_problem(packs, bundled):
    for name in ("missing", "shortened", "sound"):
        write_pack(packs / name)
    (packs / "missing" / "weights.bin").unlink()
    (packs / "shortened" / "weights.bin").write_bytes(b"w")
    missing, shortened, sound = installed_packs()
    assert re.search(r"weights\.bin: .*found no such file$", str(missing.problem))
    assert re.search(r"weights\.bin: .*bytes, found 1$", str(shortened.problem))
    assert missing.manifest
    assert missing.languages is None
    assert sound.problem is None
    assert sound.languages == ("en", "zh-Hans")
