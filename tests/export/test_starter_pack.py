"""The committed starter pack is what the exporter makes of the committed checkpoint."""

from pathlib import Path

from engine.pack import MANIFEST, QUALITY, AlignmentHead, ModelPack, bundled_pack_path
from export.checkpoint import read_checkpoint
from export.convert import build_pack

CHECKPOINT = Path(__file__).parents[2] / "assets" / "checkpoints" / "starter-en-zh"


def test_the_starter_pack_is_made_anew_byte_for_byte(tmp_path):
    committed = bundled_pack_path()
    build_pack(read_checkpoint(CHECKPOINT), tmp_path)
    names = sorted(path.name for path in committed.iterdir() if path.name != QUALITY)
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    different = [
        name for name in names if (tmp_path / name).read_bytes() != (committed / name).read_bytes()
    ]
    assert different == []


def test_the_starter_pack_opens_and_says_what_it_is(tmp_path):
    pack = ModelPack.open(bundled_pack_path(), cache=tmp_path)
    manifest = pack.manifest
    assert (manifest.source_language, manifest.target_language) == ("en", "zh-Hans")
    assert manifest.licence == "CC-BY-SA-4.0"
    assert manifest.max_source_tokens == 128
    assert manifest.alignment == AlignmentHead(layer=2, head=0)
    assert MANIFEST not in manifest.files
