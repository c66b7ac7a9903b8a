"""What makes installers, with a stand-in for the bundle: quick, and without a network."""

import argparse
import itertools
import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from engine.cli import command_parser
from engine.documents.formats import SUFFIXES
from engine.pack import ModelPack
from gui.app import window_parser
from installers.__main__ import main
from installers.debian import debian_version
from installers.errors import BuildError
from installers.icons import png, write_icns, write_ico
from installers.manpages import manual
from installers.packs import only_pack, prepare_pack
from installers.selfextracting import build_run
from installers.tools import run_tool
from installers.windows import build_setup
from installers.wrapping import Wrapping
from tests.packaging.conftest import ROOT
from tests.support.checkpoints import edit_json, save_tiny_checkpoint
from tests.support.requirements import program

DAY = date(2026, 1, 2)
ICON = ROOT / "assets/icons/yiwen.svg"
linux = pytest.mark.skipif(sys.platform != "linux", reason="what is installed is for Linux")


@pytest.fixture
def wrapping(tmp_path):
    """A bundle that only says which it is."""
    bundle = tmp_path / "bundle"
    (bundle / "_internal").mkdir(parents=True)
    for name in ("yiwen", "yiwen-app"):
        (bundle / name).write_text(f'#!/bin/sh\necho {name} "$(basename "$0")" "$@"\n', "utf-8")
        (bundle / name).chmod(0o755)
    (bundle / "_internal/data 数据").write_text("x", "utf-8")
    return Wrapping(bundle=bundle, version="1.2.3", day=DAY, compression="fast")


@pytest.mark.parametrize(
    ("label", "version"),
    [
        ("1.2.3", "1.2.3"),
        ("1.2.3rc1", "1.2.3~rc1"),
        ("1.2.dev4", "1.2~~dev4"),
        ("1.2a1", "1.2~a1"),
        ("1.2.3+opus-mt-en-zh", "1.2.3+opus.mt.en.zh"),
    ],
)
def test_versions_as_debian_writes_them(label, version):
    assert debian_version(label) == version


@linux
def test_debian_sorts_them_as_they_come():
    versions = [debian_version(each) for each in ("1.2.dev4", "1.2a1", "1.2rc1", "1.2", "1.2+x-y")]
    for older, newer in itertools.pairwise(versions):
        assert subprocess.run(
            [program("dpkg"), "--compare-versions", older, "lt", newer], check=False
        ).returncode == 0  # fmt: skip


@pytest.mark.parametrize("parser", [command_parser(), window_parser()])
def test_a_manual_page_tells_of_every_command_and_option(parser):
    page = manual(parser, "do it", "1.2.3", DAY).replace("\\-", "-")
    assert page.startswith(f'.TH {parser.prog.upper()} 1 "2026-01-02" "Yiwen 1.2.3"')

    def check(each: argparse.ArgumentParser, below: str) -> None:
        for action in each._actions:
            if isinstance(action, argparse._SubParsersAction):
                for name, child in action.choices.items():
                    check(child, f"{below} {name}")
            else:
                assert all(option in page for option in action.option_strings)
        if not any(isinstance(action, argparse._SubParsersAction) for action in each._actions):
            assert f"B {below}\n" in page

    check(parser, parser.prog)


def test_nothing_in_a_manual_page_is_taken_for_an_instruction():
    parser = argparse.ArgumentParser(prog="x", description=".so /etc/passwd\n'quoted\nback\\slash")
    lines = manual(parser, "y", "1", DAY).splitlines()
    assert r"\&.so /etc/passwd" in lines
    assert r"\&'quoted" in lines
    assert r"back\eslash" in lines


def test_icons_come_in_every_size(qapp, tmp_path):
    from PIL import Image

    for size in (16, 48):
        data = png(ICON, size)
        assert int.from_bytes(data[16:20]) == size
    write_ico(ICON, tmp_path / "x.ico")
    write_icns(ICON, tmp_path / "x.icns")
    with Image.open(tmp_path / "x.ico") as icon:
        assert {(16, 16), (48, 48), (256, 256)} <= set(icon.info["sizes"])
    with Image.open(tmp_path / "x.icns") as icon:
        assert icon.size == (1024, 1024)


@pytest.mark.qt_log_ignore("Cannot read file")
def test_what_is_no_picture_is_no_icon(qapp):
    with pytest.raises(BuildError, match="expected an SVG picture"):
        png(ROOT / "LICENSE", 16)


_OFFICE = "application/vnd.openxmlformats-officedocument"
_OPEN = "application/vnd.oasis.opendocument"
_SUFFIXES = {
    "text/plain": ".txt",
    "text/markdown": ".md",
    "text/vtt": ".vtt",
    "text/html": ".html",
    "text/x-gettext-translation": ".po",
    "text/x-gettext-translation-template": ".pot",
    "application/json": ".json",
    "application/x-subrip": ".srt",
    "application/xhtml+xml": ".xhtml",
    "application/epub+zip": ".epub",
    f"{_OFFICE}.wordprocessingml.document": ".docx",
    f"{_OFFICE}.wordprocessingml.template": ".dotx",
    f"{_OFFICE}.presentationml.presentation": ".pptx",
    f"{_OFFICE}.presentationml.slideshow": ".ppsx",
    "application/vnd.ms-word.document.macroEnabled.12": ".docm",
    "application/vnd.ms-powerpoint.presentation.macroEnabled.12": ".pptm",
    f"{_OPEN}.text": ".odt",
    f"{_OPEN}.text-template": ".ott",
    f"{_OPEN}.presentation": ".odp",
    f"{_OPEN}.spreadsheet": ".ods",
}
"""Names of documents by their types, as the shared MIME database of desktops has them."""
_TWINS = {".markdown", ".htm"}


def test_the_desktop_entry_offers_what_the_window_opens():
    lines = (ROOT / "assets/installer/yiwen.desktop").read_text("utf-8").splitlines()
    types = next(line for line in lines if line.startswith("MimeType=")).partition("=")[2]
    assert {_SUFFIXES[kind] for kind in types.rstrip(";").split(";")} == set(SUFFIXES) - _TWINS
    for option in ("%F", "--translate-clipboard"):
        assert any(line.startswith("Exec=yiwen-app") and option in line for line in lines)
    window_parser().parse_args(["--translate-clipboard"])


def test_a_missing_or_failing_tool_is_named():
    with pytest.raises(BuildError, match=r"no-such-tool: expected this program .* the package x"):
        run_tool(["no-such-tool"], package="x")
    with pytest.raises(BuildError, match="ended with 3, and says:\nalas"):
        run_tool([sys.executable, "-c", "import sys; print('alas', file=sys.stderr); sys.exit(3)"])


def test_a_failed_build_is_one_line(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("installers.__main__.freeze", fail)
    monkeypatch.setattr(sys, "argv", ["x", "--dist", str(tmp_path), "--work", str(tmp_path)])
    assert main() == 1
    assert capsys.readouterr().err == "build: it cannot be\n"


def fail(*_arguments):
    raise BuildError("it cannot be")


def test_another_pack_has_to_be_one(tmp_path, capfd):
    with pytest.raises(BuildError, match="expected a model that can be made a pack"):
        prepare_pack(str(tmp_path / "nothing/at/all"), tmp_path)
    assert "nothing" in capfd.readouterr().err


@pytest.mark.slow
def test_another_pack_is_made_as_an_import_makes_it(tmp_path, capfd):
    save_tiny_checkpoint(tmp_path / "opus-mt-tiny")
    packs = prepare_pack(str(tmp_path / "opus-mt-tiny"), tmp_path / "work", keep_broken=True)
    name = only_pack(packs)
    assert ModelPack.open(packs / name).manifest.target_language.startswith("zh")
    # Made again, it takes the place of the one before.
    assert prepare_pack(str(packs / name), tmp_path / "work", keep_broken=True) == packs
    capfd.readouterr()


@pytest.mark.slow
def test_a_pack_for_the_other_direction_is_refused(tmp_path, capfd):
    save_tiny_checkpoint(tmp_path / "zh-en", multi_target=())
    edit_json(tmp_path / "zh-en/tokenizer_config.json", source_lang="zho", target_lang="eng")
    with pytest.raises(BuildError, match="expected a model from en into zh, found zh into en"):
        prepare_pack(str(tmp_path / "zh-en"), tmp_path / "work", keep_broken=True)
    capfd.readouterr()


@linux
@pytest.mark.parametrize("home", ["home", "我的 文件 $HOME & `夹`"])
def test_the_self_extracting_file_installs_upgrades_and_removes(wrapping, tmp_path, home):
    program("makeself")
    program("desktop-file-validate")
    made = build_run(wrapping, tmp_path)
    assert made.name == f"yiwen-1.2.3-{os.uname().machine}.run"
    assert os.fsencode(tmp_path) not in made.read_bytes()
    folder = tmp_path / home
    folder.mkdir()
    (folder / ".local/share/yiwen/packs").mkdir(parents=True)
    kept = folder / ".local/share/yiwen/packs/mine"
    kept.write_text("mine", "utf-8")
    environment = {"HOME": str(folder), "PATH": os.environ["PATH"], "TMPDIR": str(tmp_path)}

    def run(*command: str | Path) -> str:
        done = subprocess.run(
            command, env=environment, capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    prefix = folder / ".local"
    stale = prefix / "opt/yiwen/_internal/stale"
    for _ in range(2):  # the second is an upgrade
        run("sh", made, "--", "--prefix", prefix)
        assert not stale.exists()
        stale.touch()
        assert run(prefix / "bin/yiwen", "hello") == "yiwen yiwen hello\n"
    assert (prefix / "opt/yiwen/_internal/data 数据").is_file()
    entry = prefix / "share/applications/yiwen.desktop"
    run("desktop-file-validate", entry)
    line = next(line for line in entry.read_text("utf-8").splitlines() if line.startswith("Exec="))
    # A desktop undoes the escapes of strings first, then those of quoted arguments.
    found = re.fullmatch(r'Exec="((?:[^"\\]|\\.)*)" %F', line.replace(r"\\", "\\"))
    assert found is not None
    opened = re.sub(r"\\(.)", r"\1", found[1])
    assert Path(opened) == prefix / "opt/yiwen/yiwen-app"

    run("sh", prefix / "opt/yiwen/uninstall.sh")
    left = {path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir()}
    assert left == {kept.relative_to(folder)}


@linux
def test_what_is_not_installed_is_not_removed(tmp_path):
    script = tmp_path / "uninstall.sh"
    script.write_bytes((ROOT / "assets/installer/uninstall.sh").read_bytes())
    (tmp_path / "precious").touch()
    done = subprocess.run(["sh", script], capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("yiwen: expected an installed Yiwen in ")
    assert (tmp_path / "precious").exists()


def test_the_script_for_windows_compiles_without_a_warning(wrapping, tmp_path):
    program("makensis")
    made = build_setup(wrapping, tmp_path)
    assert made.name == "yiwen-1.2.3-setup.exe"
    assert made.read_bytes()[:2] == b"MZ"
    with_pack = Wrapping(
        bundle=wrapping.bundle, version="1.2.3", pack="opus-mt-en-zh", day=DAY, compression="fast"
    )
    assert build_setup(with_pack, tmp_path).name == "yiwen-1.2.3+opus-mt-en-zh-setup.exe"
