"""Packs that another version of the program made: they open, or say how to get one that does."""

import json
import shutil
from pathlib import Path

import pytest

from engine.errors import PackCorrupt, PackError, PackIncompatible
from engine.pack import (
    MANIFEST,
    QUALITY,
    ModelPack,
    default_pack,
    find_pack,
    installed_pack,
    stored_report,
)
from engine.places import HOME_VARIABLE, packs_folder
from engine.translator import Translator
from tests.support.checkpoints import edit_json
from tests.support.command_line import invoke

NAME = "mine-en-zh"


@pytest.fixture
def mine(starter_pack, tmp_path, monkeypatch) -> Path:
    """A pack of the user's own, whose maker is older than any there is."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    folder = packs_folder() / NAME
    shutil.copytree(starter_pack.path, folder)
    edit_json(folder / MANIFEST, name=NAME, exporter_version="0.0.1")
    return folder


def without(folder: Path, *fields: str) -> None:
    """Take fields out of the measured figures, all of which some version began to write."""
    assert set(fields) <= set(json.loads((folder / QUALITY).read_text("utf-8")))
    edit_json(folder / QUALITY, **dict.fromkeys(fields, ...))


@pytest.mark.parametrize(
    "missing",
    [("confidence",), ("examination",), ("confidence", "examination", "agreement"), None],
    ids=["no calibration", "not examined", "hardly any figures", "no figures"],
)
def test_a_pack_with_fewer_figures_translates(mine, missing):
    if missing is None:
        (mine / QUALITY).unlink()
    else:
        without(mine, *missing)
    translation = Translator.load(find_pack(NAME), threads=1).translate("Good morning.")
    assert translation.text == "早上好。"
    assert 0 < translation.segments[0].confidence <= 1
    examined = missing == ("confidence",)
    assert (stored_report(mine) is not None) == examined

    shown = invoke("packs", "info", NAME)
    assert (shown.code, shown.err) == (0, "")
    assert "made by: yiwen 0.0.1, format 1\n" in shown.out
    assert ("examined: " in shown.out) == examined


def test_what_a_newer_version_adds_is_left_alone(mine):
    edit_json(mine / MANIFEST, exporter_version="99.0", colour="red")
    edit_json(mine / QUALITY, comet=0.8)
    assert Translator.load(mine, threads=1).translate("Good morning.").text == "早上好。"


@pytest.mark.parametrize(
    ("version", "kind", "state", "words"),
    [
        (0, PackCorrupt, "damaged", "format 0, which is read no more; import the model it was"),
        (9, PackIncompatible, "incompatible", "needs version 0.0.1 of this program or later; "),
    ],
)
def test_a_pack_of_an_unknown_format_says_how_to_get_one_anew(mine, version, kind, state, words):
    edit_json(mine / MANIFEST, format_version=version)
    with pytest.raises(PackError) as caught:
        ModelPack.open(mine)
    assert type(caught.value) is kind
    said = str(caught.value)
    assert words in said
    assert "import the model" in said
    assert said.endswith("from again")
    assert "\n" not in said
    # It is listed with that, and keeps no other pack from translating.
    assert installed_pack(NAME).manifest is None
    (line,) = [line for line in invoke("packs", "list").out.splitlines() if NAME in line]
    assert line.split()[1] == state
    assert line.endswith("from again")
    chosen = default_pack("en", "zh")
    assert chosen is not None
    assert chosen.name != NAME
