"""Packs for the engine's tests: the starter, and a tiny one of random weights."""

from pathlib import Path

import pytest

from engine.pack import MANIFEST, STARTER, ModelPack, bundled_pack_path
from tests.support.checkpoints import save_tiny_checkpoint
from tests.support.requirements import require

ROOT = Path(__file__).parents[2]


def _build(checkpoint: Path, folder: Path) -> ModelPack:
    require("onnx")
    from export.checkpoint import read_checkpoint
    from export.convert import build_pack

    folder.mkdir()
    build_pack(read_checkpoint(checkpoint), folder)
    return ModelPack.open(folder, verify=False)


@pytest.fixture(scope="session")
def starter_pack(tmp_path_factory) -> ModelPack:
    """The bundled pack, or one made of the same checkpoint; no test may change it."""
    bundled = bundled_pack_path(STARTER)
    if (bundled / MANIFEST).is_file():
        return ModelPack.open(bundled, verify=False)
    checkpoint = ROOT / "assets" / "checkpoints" / STARTER
    return _build(checkpoint, tmp_path_factory.mktemp("starter") / STARTER)


@pytest.fixture(scope="session")
def tiny_pack(tmp_path_factory) -> ModelPack:
    """A pack of random weights with two target tokens; no test may change it."""
    folder = tmp_path_factory.mktemp("tiny")
    save_tiny_checkpoint(folder / "tiny-en-zh")
    return _build(folder / "tiny-en-zh", folder / "pack")
