"""The installer around another model, of the very shape of opus-mt-en-zh and with random weights.

    YIWEN_PACK=random python run.py test tests/packaging/test_another_pack.py

builds the Debian package around it and translates with what is in there, which takes minutes.
``YIWEN_PACK`` may name a real model in place of ``random``, as ``run.py build --pack`` takes it.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.pack import STARTER, ModelPack, stored_report
from export.bench.opus_shape import VOCABULARY
from installers.packs import only_pack, prepare_pack
from tests.packaging.conftest import ROOT
from tests.support.opus import save_opus_checkpoint
from tests.support.requirements import program

GIVEN = os.environ.get("YIWEN_PACK", "")
NAME = "opus-mt-en-zh"

pytestmark = [pytest.mark.packaging, pytest.mark.slow]


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give a model that says nothing of sense, but says it in Chinese, as one has to."""
    folder = tmp_path_factory.mktemp("opus")
    path = folder / NAME
    save_opus_checkpoint(
        path, seed=5
    )  # one that answers short inputs without going round in circles
    vocabulary = json.loads((path / "vocab.json").read_text("utf-8"))
    named = {chinese(number, piece): number for piece, number in vocabulary.items()}
    assert len(named) == VOCABULARY
    (path / "vocab.json").write_text(json.dumps(named), "utf-8")
    yield path
    shutil.rmtree(folder)


def chinese(number: int, piece: str) -> str:
    """Return two characters of its own for a piece that only fills the vocabulary up."""
    if not piece.startswith("▁<"):
        return piece
    return chr(0x4E00 + number % 8000) + chr(0x4E00 + number // 8000)


def test_a_pack_of_its_shape_is_made_for_the_installer(checkpoint, tmp_path, capfd):
    packs = prepare_pack(str(checkpoint), tmp_path)
    assert only_pack(packs) == NAME
    pack = ModelPack.open(packs / NAME)
    assert pack.manifest.dimensions.target_vocab == VOCABULARY
    report = stored_report(pack.path)
    assert report is not None
    assert report.verdict != "broken"
    assert f"installed in {packs / NAME}\n" in capfd.readouterr().out
    shutil.rmtree(tmp_path)


@pytest.mark.skipif(not GIVEN, reason="YIWEN_PACK names no model to build an installer around")
def test_the_package_around_it_translates(request, offline, tmp_path):
    source = request.getfixturevalue("checkpoint") if GIVEN == "random" else GIVEN
    dist = tmp_path / "dist"
    built = subprocess.run(
        [sys.executable, "-m", "installers", "--pack", source, "--only", "deb", "--fast",
         "--dist", dist, "--work", tmp_path / "work"],
        cwd=ROOT, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert built.returncode == 0, built.stderr[-4000:]
    name = only_pack(dist / "yiwen/_internal/assets/packs")
    assert name != STARTER
    (package,) = dist.glob(f"yiwen_*+{name.replace('-', '.')}_*.deb")
    shutil.rmtree(dist / "yiwen")
    shutil.rmtree(tmp_path / "work")
    subprocess.run([program("dpkg-deb"), "--extract", package, tmp_path / "root"], check=True)
    assert only_pack(tmp_path / "root/usr/lib/yiwen/_internal/assets/packs") == name

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [*offline, tmp_path / "root/usr/bin/yiwen", *arguments],
            env={"HOME": str(tmp_path), "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"},
            capture_output=True, encoding="utf-8", check=False, timeout=180,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    assert f"\npack: {name} (" in run("self-check")
    said = run("translate", "The train to the coast leaves at half past seven.")
    assert any("\u4e00" <= character <= "\u9fff" for character in said), said
    shutil.rmtree(tmp_path)  # half a gigabyte
