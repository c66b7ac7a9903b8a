"""The two models that users bring: imported from checkpoints of their very shapes and conventions.

The weights are random; what the real ones say cannot be tested without them.
"""

import shutil

import pytest

from engine.pack import ModelPack, PackReport, default_pack
from engine.pack_doctor import examine
from engine.pack_report import Finding
from engine.tokenizer import Tokenizer
from engine.translator import Translator
from engine.types import TranslationOptions
from export.bench.opus_shape import PAD, VOCABULARY
from export.checkpoint import read_checkpoint
from export.convert import ConvertOptions, ImportOptions, build_pack, import_model
from tests.support.opus import TARGETS, save_companions, save_opus_checkpoint
from tests.support.requirements import require

pytestmark = pytest.mark.slow

STORED = {"final_logits_bias", "model.shared.weight"}
"""What newer files store besides the layers."""

GOOD = PackReport(findings=(Finding(check="runs", verdict="good", detail="not examined"),))


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("opus")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YIWEN_HOME", str(folder / "home"))
        yield folder
    shutil.rmtree(folder)  # some gigabyte


@pytest.fixture(scope="module")
def en_zh(home):
    """As opus-mt-en-zh: a pack made of its pytorch_model.bin elsewhere, and brought here.

    No stand-in for its projection is looked for, which takes long; for the other one it is.
    """
    save_opus_checkpoint(home / "opus-mt-en-zh")
    folder = home / "pack"
    folder.mkdir()
    options = ConvertOptions(screen="never")
    build_pack(read_checkpoint(home / "opus-mt-en-zh"), folder, options)
    return import_model(folder, lambda *_, **__: GOOD)


@pytest.fixture(scope="module")
def zh_en(home, en_zh):
    """As opus-mt-zh-en, imported from its model.safetensors in half precision, and examined."""
    torch, safetensors = require("torch"), require("safetensors.torch")
    folder = home / "opus-mt-zh-en"
    folder.mkdir()
    save_companions(folder, into_chinese=False)
    state = torch.load(home / "opus-mt-en-zh" / "pytorch_model.bin")
    kept = {
        name: tensor.half()
        for name, tensor in state.items()
        if name in STORED or ".layers." in name
    }
    safetensors.save_file(kept, folder / "model.safetensors")
    return import_model(folder, examine, ImportOptions(keep_broken=lambda _: True))


def test_both_have_the_conventions_of_opus_mt(en_zh, zh_en):
    for made in (en_zh, zh_en):
        manifest = ModelPack.open(made.path).manifest
        assert (manifest.special_ids.pad, manifest.special_ids.decoder_start) == (PAD, PAD)
        assert (manifest.special_ids.eos, manifest.special_ids.unk) == (0, 1)
        assert manifest.dimensions.source_vocab == manifest.dimensions.target_vocab == VOCABULARY
        assert manifest.generation.banned_ids == (PAD,)
        assert (manifest.generation.num_beams, manifest.generation.max_length) == (6, 512)
        assert manifest.licence == "apache-2.0"


def test_english_is_asked_for_simplified_chinese_by_its_token(en_zh):
    pack = ModelPack.open(en_zh.path)
    assert pack.manifest.target_tokens["zh-Hans"] == ">>cmn_Hans<<"
    assert (pack.manifest.source_language, pack.manifest.target_language) == ("en", "zh-Hans")
    tokenizer = Tokenizer.load(pack)
    ids = tokenizer.encode("The cat", target_token=">>cmn_Hans<<").ids
    assert ids[0] == PAD - len(TARGETS)
    assert ids[-1] == 0
    # What the user types is text, whatever it looks like.
    assert ids[0] not in tokenizer.encode(">>cmn_Hans<< The cat").ids


def test_chinese_needs_no_token(zh_en):
    manifest = ModelPack.open(zh_en.path).manifest
    assert (manifest.source_language, manifest.target_language) == ("zh", "en")
    assert manifest.target_tokens == {}


def test_the_examination_sees_that_random_weights_say_nothing(zh_en):
    found = {each.check: each for each in zh_en.report.findings}
    assert found["runs"].verdict == "good"
    assert found["parity"].count > 0.7 * found["parity"].of
    assert found["script"].verdict == "broken"
    assert zh_en.report.seconds < 60


def test_both_are_there_for_their_direction_and_translate(en_zh, zh_en):
    options = TranslationOptions(beam_size=1, max_target_tokens=16)
    for languages, made, text in (
        (("en", "zh-Hans"), en_zh, "The cat sat on the mat."),
        (("zh", "en"), zh_en, "猫坐在垫子上。"),
    ):
        pack = default_pack(*languages)
        assert pack is not None
        assert pack.path == made.path
        assert Translator.load(pack.path, threads=1).translate(text, options).text
