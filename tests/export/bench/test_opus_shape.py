"""A checkpoint of given dimensions, made without PyTorch."""

import json

import pytest

from engine.pack import ModelPack
from engine.tokenizer import Tokenizer
from export.bench.contestants import float32_size, size
from export.bench.opus_shape import CONFIG, NAME, PAD, save_opus_shape
from export.checkpoint import read_checkpoint
from export.convert import build_pack
from tests.support.exported import STARTER
from tests.support.requirements import require

ROWS = 21_000
SMALL = dict(CONFIG) | {
    "d_model": 16,
    "encoder_ffn_dim": 24,
    "decoder_ffn_dim": 32,
    "encoder_layers": 2,
    "num_hidden_layers": 2,
    "decoder_layers": 1,
    "vocab_size": ROWS,
    "pad_token_id": ROWS - 1,
    "decoder_start_token_id": ROWS - 1,
    "bad_words_ids": [[ROWS - 1]],
}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("shape") / NAME
    save_opus_shape(path, STARTER, config=SMALL)
    return path


def test_it_becomes_a_pack_that_reads_sentences(made, tmp_path):
    checkpoint = read_checkpoint(made)
    assert (checkpoint.source_language, checkpoint.target_language) == ("en", "zh-Hans")
    assert checkpoint.weights.config.target_vocab == ROWS
    build_pack(checkpoint, tmp_path)
    ids = Tokenizer.load(ModelPack.open(tmp_path)).encode("Good morning, how are you?").ids
    assert len(ids) < 12
    assert 1 not in ids


def test_it_is_the_same_every_time(made, tmp_path):
    save_opus_shape(tmp_path / NAME, STARTER, config=SMALL)
    assert read_checkpoint(tmp_path / NAME).revision == read_checkpoint(made).revision


def test_its_size_is_that_of_its_weights_in_float32(made):
    assert float32_size(made) == pytest.approx(size(made), rel=0.01)


def test_it_has_the_dimensions_of_the_original():
    assert (CONFIG["vocab_size"], CONFIG["pad_token_id"], CONFIG["d_model"]) == (65_001, PAD, 512)
    assert json.loads(json.dumps(CONFIG)) == CONFIG


@pytest.mark.parity
def test_transformers_reads_every_tensor(made):
    transformers = require("transformers")
    _, info = transformers.MarianMTModel.from_pretrained(made, output_loading_info=True)
    assert not info["unexpected_keys"]
    assert not info["mismatched_keys"]
    assert not info["missing_keys"]
