"""Choosing, removing and exporting installed packs."""

import json
import shutil
import zipfile

import pytest

from engine import pack_store
from engine.errors import PackCorrupt, PackError, PackNotFound
from engine.pack import (
    default_pack,
    default_packs,
    direction,
    disk_use,
    find_pack,
    forget_default_pack,
    install_pack,
    installed_pack,
    installed_packs,
    measured_quality,
    open_default,
    pack_to_zip,
    packs_folder,
    remove_pack,
    set_default_pack,
    stored_report,
)
from engine.pack_manage import quality_text
from engine.pack_report import Finding, PackReport
from engine.places import data_folder, system_packs_folder
from engine.translator import Translator
from tests.support.sealed_pack import write_pack


@pytest.fixture(autouse=True)
def packs(tmp_path, monkeypatch):
    """A machine with a pack of the program's, one of the system's and three of the user's."""
    monkeypatch.setenv("YIWEN_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(pack_store, "__file__", str(tmp_path / "program" / "engine" / "x.py"))
    program = tmp_path / "program" / "assets" / "packs"
    write_pack(program / "starter-en-zh", name="starter-en-zh")
    write_pack(system_packs_folder() / "school-en-zh", name="school-en-zh")
    write_pack(packs_folder() / "opus-en-zh", name="opus-en-zh")
    write_pack(
        packs_folder() / "opus-zh-en",
        name="opus-zh-en",
        source_language="zh",
        target_language="en",
        target_tokens={},
    )
    damaged = packs_folder() / "damaged"
    damaged.mkdir()
    (damaged / "manifest.json").write_text("{")
    return packs_folder()


def test_the_users_own_come_first_then_the_systems_then_the_programs():
    assert [(pack.name, pack.place) for pack in installed_packs()] == [
        ("damaged", "user"),
        ("opus-en-zh", "user"),
        ("opus-zh-en", "user"),
        ("school-en-zh", "system"),
        ("starter-en-zh", "program"),
    ]
    assert find_pack("school-en-zh").parent == system_packs_folder()
    write_pack(packs_folder() / "school-en-zh", name="school-en-zh")
    assert installed_pack("school-en-zh").place == "user"


def name_of(pack):
    return pack and pack.name


def test_without_a_choice_the_users_own_pack_translates(packs):
    assert name_of(default_pack("en", "zh-Hans")) == "opus-en-zh"
    assert name_of(default_pack("zh-Hans", "en-GB")) == "opus-zh-en"
    assert default_pack("en", "fr") is None
    remove_pack("opus-en-zh")
    assert name_of(default_pack("en", "zh")) == "school-en-zh"


def test_a_choice_is_kept_for_its_direction():
    assert set_default_pack("starter-en-zh") == "en-zh"
    assert name_of(default_pack("en", "zh-TW")) == "starter-en-zh"
    assert name_of(default_pack("zh", "en")) == "opus-zh-en"
    assert set_default_pack("opus-zh-en") == "zh-en"
    assert dict(default_packs()) == {"en-zh": "starter-en-zh", "zh-en": "opus-zh-en"}
    assert [path.name for path in data_folder().iterdir() if path.is_file()] == ["defaults.json"]
    forget_default_pack("starter-en-zh")
    assert name_of(default_pack("en", "zh")) == "opus-en-zh"
    assert dict(default_packs()) == {"zh-en": "opus-zh-en"}


def test_what_cannot_be_chosen():
    with pytest.raises(PackNotFound, match="installed: damaged, opus-en-zh"):
        set_default_pack("nothing")
    with pytest.raises(PackCorrupt):
        set_default_pack("damaged")
    assert dict(default_packs()) == {}


@pytest.mark.parametrize("content", ["", "{", "[]", '{"en-zh": 7}', '{"en-zh": "gone"}', "\0"])
def test_a_damaged_choice_is_none(content):
    (data_folder() / "defaults.json").write_text(content)
    assert name_of(default_pack("en", "zh")) == "opus-en-zh"
    set_default_pack("school-en-zh")
    assert name_of(default_pack("en", "zh")) == "school-en-zh"


def test_a_choice_that_cannot_be_written_is_one_line():
    (data_folder() / "defaults.json").mkdir()
    with pytest.raises(PackError, match="a file to write to"):
        set_default_pack("school-en-zh")
    assert sorted(path.name for path in data_folder().iterdir()) == ["defaults.json", "packs"]


def test_directions():
    assert direction("en-GB", "zh-Hant") == "en-zh"
    assert direction("cmn", "EN") == "zh-en"


def test_a_pack_of_ones_own_is_removed_with_the_choice_of_it(packs):
    set_default_pack("opus-en-zh")
    assert remove_pack("opus-en-zh").name == "opus-en-zh"
    assert sorted(path.name for path in packs.iterdir()) == ["damaged", "opus-zh-en"]
    assert dict(default_packs()) == {}
    remove_pack("damaged")
    assert sorted(path.name for path in packs.iterdir()) == ["opus-zh-en"]


@pytest.mark.parametrize("name", ["starter-en-zh", "school-en-zh"])
def test_only_ones_own_are_removed(name):
    with pytest.raises(PackError, match="a pack of the user's own"):
        remove_pack(name)
    assert installed_pack(name).manifest


@pytest.mark.parametrize("name", ["", ".", "..", "../packs/opus-en-zh", "nothing"])
def test_only_names_of_packs_are_removed(packs, name):
    before = sorted(packs.iterdir())
    with pytest.raises(PackNotFound):
        remove_pack(name)
    assert sorted(packs.iterdir()) == before


def test_one_that_was_hidden_is_in_sight_again(packs):
    write_pack(packs / "starter-en-zh", name="starter-en-zh")
    assert remove_pack("starter-en-zh").place == "user"
    assert installed_pack("starter-en-zh").place == "program"


def test_a_pack_goes_to_another_machine_in_a_zip(packs, tmp_path):
    (packs / "opus-en-zh" / "quality.json").write_text('{"int8": {"bleu": 1.5, "chrf": 2.5}}')
    (packs / "opus-en-zh" / "stray.txt").write_text("mine")
    path = pack_to_zip("opus-en-zh", tmp_path)
    assert path == tmp_path / "opus-en-zh.zip"
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    assert "opus-en-zh/manifest.json" in names
    assert not any("stray" in name for name in names)
    assert not path.stat().st_mode & 0o111
    remove_pack("opus-en-zh")
    assert install_pack(path) == packs / "opus-en-zh"
    assert measured_quality(packs / "opus-en-zh")["int8"] == {"bleu": 1.5, "chrf": 2.5}


def test_a_zip_is_not_written_over_and_a_damaged_pack_not_exported(packs, tmp_path):
    path = tmp_path / "there.zip"
    path.write_text("mine")
    with pytest.raises(PackError, match="no file of this name yet"):
        pack_to_zip("opus-en-zh", path)
    assert path.read_text() == "mine"
    assert zipfile.is_zipfile(pack_to_zip("opus-en-zh", path, replace=True))
    (packs / "opus-en-zh" / "weights.bin").write_bytes(b"v" * 4096)
    with pytest.raises(PackCorrupt, match="SHA-256"):
        pack_to_zip("opus-en-zh", tmp_path / "other.zip")
    with pytest.raises(PackError, match="a file to write to"):
        pack_to_zip("opus-zh-en", tmp_path / "no" / "such.zip")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["home", "program", "there.zip"]


def test_figures_and_the_report_stand_in_one_file(packs):
    folder = packs / "opus-en-zh"
    assert (dict(measured_quality(folder)), stored_report(folder)) == ({}, None)
    report = PackReport(findings=(Finding(check="speed", verdict="warnings", detail="慢"),))
    (folder / "quality.json").write_text(quality_text(report, {"lines": 3}), "utf-8")
    assert measured_quality(folder)["lines"] == 3
    assert stored_report(folder) == report
    for content in ("{", "[]", json.dumps({"examination": {"findings": 3}}), '{"examination": 1}'):
        (folder / "quality.json").write_text(content)
        assert stored_report(folder) is None


def test_disk_use_counts_every_file_and_no_link(packs, tmp_path):
    folder = packs / "opus-en-zh"
    before = disk_use(folder)
    assert before == sum(path.stat().st_size for path in folder.iterdir())
    (folder / "more").mkdir()
    (folder / "more" / "file").write_bytes(b"x" * 100)
    (folder / "link").symlink_to(folder / "weights.bin")
    assert disk_use(folder) == before + 100
    assert disk_use(tmp_path / "nowhere") == 0


def test_a_pack_in_use_can_be_removed_and_replaced(packs, starter_pack, tmp_path):
    """What is loaded goes on translating where files may be deleted while they are open."""
    translator = Translator.load(install_pack(starter_pack.path), threads=1)
    remove_pack("starter-en-zh")
    assert not (packs / "starter-en-zh").exists()
    assert translator.translate("Good morning.").text == "早上好。"
    install_pack(starter_pack.path)
    install_pack(starter_pack.path, replace=True)
    assert translator.translate("Thank you.").text


def spoil(folder, how):
    """Damage a pack so that its manifest, its files' sizes or only their hashes betray it."""
    if how == "manifest":
        (folder / "manifest.json").write_text("{")
    elif how == "size":
        (folder / "weights.bin").write_bytes(b"w")
    else:
        size = (folder / "weights.bin").stat().st_size
        (folder / "weights.bin").write_bytes(b"~" * size)


def opened_default():
    told = []
    opened = open_default("en", "zh", lambda *about: told.append(about))
    return opened and opened.path, [(pack.path, instead.path) for pack, _, instead in told]


@pytest.mark.parametrize("how", ["size", "hash"])
def test_a_damaged_default_is_passed_over_and_that_is_told_once(packs, how):
    own, school = packs / "opus-en-zh", system_packs_folder() / "school-en-zh"
    assert opened_default() == (own, [])
    spoil(own, how)
    assert opened_default() == (school, [(own, school)])
    spoil(school, how)
    path, told = opened_default()
    assert (path.name, told) == ("starter-en-zh", [(own, path)])
    spoil(path, how)
    with pytest.raises(PackCorrupt, match="opus-en-zh"):
        opened_default()
    assert open_default("fr", "zh", lambda *_: None) is None


@pytest.mark.parametrize("how", ["manifest", "size", "hash"])
def test_a_damaged_pack_of_the_starters_name_does_not_take_its_place(packs, how):
    remove_pack("opus-en-zh")
    shutil.rmtree(system_packs_folder())
    own = write_pack(packs / "starter-en-zh", name="starter-en-zh")
    spoil(own, how)
    path, told = opened_default()
    assert path == pack_store.bundled_pack_path()
    assert told == [(own, path)]
    assert find_pack("starter-en-zh").parent == packs


@pytest.mark.parametrize("how", ["manifest", "size", "hash"])
def test_a_damaged_choice_is_passed_over(packs, how):
    set_default_pack("school-en-zh")
    spoil(system_packs_folder() / "school-en-zh", how)
    own, school = packs / "opus-en-zh", system_packs_folder() / "school-en-zh"
    assert opened_default() == (own, [(school, own)])
