"""Checkpoints that are refused, because of what they ask for or because they are broken."""

import json
import shutil

import numpy as np
import pytest

from export.checkpoint import read_checkpoint
from export.errors import CheckpointError, UnsupportedCheckpoint
from tests.support.checkpoints import (
    edit_json,
    edit_tensors,
    save_tiny_checkpoint,
    write_json,
)


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """A checkpoint that no test may change."""
    path = tmp_path_factory.mktemp("checkpoint") / "opus-mt-en-zh"
    save_tiny_checkpoint(path)
    return path


@pytest.fixture
def tiny(made, tmp_path):
    """A checkpoint of this test's own."""
    return shutil.copytree(made, tmp_path / "tiny")


# --- What is refused ------------------------------------------------------------------------

UNSUPPORTED_MODEL = {
    "model_type": "bart",
    "architectures": ["MarianForCausalLM"],
    "normalize_before": True,
    "normalize_embedding": True,
    "add_final_layer_norm": True,
    "static_position_embeddings": False,
    "activation_function": "gelu_new",
    "encoder_attention_heads": 3,
    "decoder_attention_heads": 5,
    "quantization_config": {"quant_method": "bitsandbytes"},
    "is_encoder_decoder": False,
}
UNSUPPORTED_GENERATION = {
    "do_sample": True,
    "early_stopping": "never",
    "min_length": 5,
    "min_new_tokens": 2,
    "repetition_penalty": 1.2,
    "no_repeat_ngram_size": 3,
    "encoder_no_repeat_ngram_size": 2,
    "num_beam_groups": 2,
    "diversity_penalty": 0.5,
    "suppress_tokens": [7],
    "begin_suppress_tokens": [7],
    "forced_bos_token_id": 4,
    "forced_eos_token_id": 3,
    "sequence_bias": {"5": 1.0},
    "bad_words_ids": [[5, 6]],
    "pad_token_id": 9,
    "decoder_start_token_id": 9,
}


@pytest.mark.parametrize(
    ("file", "name", "value"),
    [
        *(("config.json", *each) for each in UNSUPPORTED_MODEL.items()),
        *(("generation_config.json", *each) for each in UNSUPPORTED_GENERATION.items()),
    ],
)
def test_each_unsupported_property_is_named(tiny, file, name, value):
    edit_json(tiny / file, **{name: value})
    with pytest.raises(UnsupportedCheckpoint) as caught:
        read_checkpoint(tiny)
    (found,) = caught.value.properties
    assert found.name.removeprefix("generation ") == name
    assert json.loads(found.found) == value
    assert f"{found.name} is {found.found} (supported: {found.supported})" in str(caught.value)


def test_unsupported_properties_are_reported_together(tiny):
    edit_json(tiny / "config.json", **UNSUPPORTED_MODEL)
    edit_json(tiny / "generation_config.json", **UNSUPPORTED_GENERATION)
    with pytest.raises(UnsupportedCheckpoint) as caught:
        read_checkpoint(tiny)
    names = {each.name.removeprefix("generation ") for each in caught.value.properties}
    assert names == UNSUPPORTED_MODEL.keys() | UNSUPPORTED_GENERATION.keys()
    assert len(str(caught.value).splitlines()) == 1


def test_neutral_values_are_supported(tiny):
    neutral = {"no_repeat_ngram_size": 0, "repetition_penalty": 1, "min_length": 0, "top_k": 50}
    edit_json(tiny / "generation_config.json", **neutral, num_beam_groups=1, suppress_tokens=None)
    opus = {"normalize_before": False, "static_position_embeddings": True, "encoder_layerdrop": 0.1}
    edit_json(tiny / "config.json", **opus, add_final_layer_norm=False, extra_pos_embeddings=58101)
    assert read_checkpoint(tiny).generation.num_beams == 4


def test_tensors_that_marian_does_not_have_are_named(tiny):
    def add(tensors):
        tensors["model.encoder.layer_norm.weight"] = np.ones(16, np.float32)

    edit_tensors(tiny, add)
    with pytest.raises(UnsupportedCheckpoint, match=r"model\.encoder\.layer_norm\.weight"):
        read_checkpoint(tiny)


def test_learned_positions_are_named(tiny):
    def add(tensors):
        tensors["model.decoder.embed_positions.weight"] = np.full((64, 16), 0.3, np.float32)

    edit_tensors(tiny, add)
    with pytest.raises(UnsupportedCheckpoint, match=r"decoder\.embed_positions\.weight is learned"):
        read_checkpoint(tiny)


# --- What is broken -------------------------------------------------------------------------


def test_every_missing_and_wrong_tensor_is_named(tiny):
    def spoil(tensors):
        del tensors["model.encoder.layers.1.fc1.weight"]
        del tensors["model.shared.weight"]
        tensors["model.decoder.layers.0.encoder_attn.q_proj.bias"] = np.ones(3, np.float32)
        tensors["model.decoder.layers.1.fc2.bias"][2] = np.nan
        tensors["model.encoder.layers.0.fc2.weight"][0, 0] = np.inf

    edit_tensors(tiny, spoil)
    with pytest.raises(CheckpointError) as caught:
        read_checkpoint(tiny)
    for words in (
        "no model.encoder.layers.1.fc1.weight",
        "no model.encoder.embed_tokens.weight",
        "no lm_head.weight",
        "model.decoder.layers.0.encoder_attn.q_proj.bias [3] instead of [16]",
        "model.decoder.layers.1.fc2.bias with infinite or undefined numbers",
        "model.encoder.layers.0.fc2.weight with infinite or undefined numbers",
    ):
        assert words in str(caught.value)


def test_fewer_layers_in_the_configuration_than_in_the_file(tiny):
    edit_json(tiny / "config.json", encoder_layers=1)
    with pytest.raises(UnsupportedCheckpoint, match=r"encoder\.layers\.1.* and 4 more"):
        read_checkpoint(tiny)


def test_more_layers_in_the_configuration_than_in_the_file(tiny):
    edit_json(tiny / "config.json", decoder_layers=3)
    with pytest.raises(CheckpointError, match=r"26 problems: no model\.decoder\.layers\.2"):
        read_checkpoint(tiny)


def test_overflowing_doubles_are_noticed(tmp_path):
    save_tiny_checkpoint(tmp_path / "m", dtype="float64")

    def spoil(tensors):
        tensors["model.encoder.layers.0.fc1.bias"][0] = 1e300

    edit_tensors(tmp_path / "m", spoil)
    with pytest.raises(CheckpointError, match=r"layers\.0\.fc1\.bias with infinite"):
        read_checkpoint(tmp_path / "m")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("config.json", "config.json: expected a file of the checkpoint, found no such file"),
        ("model.safetensors", "expected model.safetensors or pytorch_model.bin, found neither"),
        ("vocab.json", "found no vocab.json"),
        ("source.spm", "found no source.spm"),
        ("target.spm", "found no target.spm"),
    ],
)
def test_a_missing_file_is_named(tiny, name, message):
    (tiny / name).unlink()
    with pytest.raises(CheckpointError) as caught:
        read_checkpoint(tiny)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["generation_config.json", "tokenizer_config.json"])
def test_optional_files_may_be_missing(tiny, name):
    (tiny / name).unlink()
    assert read_checkpoint(tiny).weights.config.unk_id == 1


def test_a_missing_target_vocabulary_is_named(tiny):
    edit_json(tiny / "tokenizer_config.json", separate_vocabs=True)
    with pytest.raises(CheckpointError, match=r"found no target_vocab\.json"):
        read_checkpoint(tiny)


@pytest.mark.parametrize(
    "name",
    [
        "config.json",
        "generation_config.json",
        "tokenizer_config.json",
        "model.safetensors",
        "vocab.json",
        "source.spm",
        "target.spm",
    ],
)
def test_a_truncated_file_is_named(tiny, name):
    data = (tiny / name).read_bytes()
    for size in (0, 5, len(data) // 2, len(data) - 2):
        (tiny / name).write_bytes(data[:size])
        with pytest.raises(CheckpointError) as caught:
            read_checkpoint(tiny)
        assert caught.value.path == tiny / name


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"d_model": ...}, "no d_model"),
        ({"d_model": "512"}, "d_model '512'"),
        ({"encoder_layers": 0}, "encoder_layers 0"),
        ({"vocab_size": True}, "vocab_size True"),
        ({"pad_token_id": None}, "no pad_token_id"),
        ({"pad_token_id": 5000}, "pad_token_id 5000 in a vocabulary of"),
        ({"eos_token_id": -1}, "eos_token_id -1"),
        ({"decoder_start_token_id": 4000}, "decoder_start_token_id 4000 in a vocabulary of"),
        ({"decoder_vocab_size": 90}, "one embedding for vocabularies of"),
        ({"tie_word_embeddings": "yes"}, "tie_word_embeddings 'yes'"),
    ],
)
def test_a_bad_configuration_is_explained(tiny, changes, words):
    ids = ("pad_token_id", "eos_token_id", "decoder_start_token_id")
    edit_json(tiny / "generation_config.json", **dict.fromkeys((*ids, "forced_eos_token_id"), ...))
    edit_json(tiny / "config.json", **changes)
    with pytest.raises(CheckpointError) as caught:
        read_checkpoint(tiny)
    assert caught.value.path == tiny / "config.json"
    assert words in str(caught.value)


def test_all_that_is_wrong_with_a_configuration_is_reported_together(tiny):
    edit_json(tiny / "config.json", d_model=..., encoder_ffn_dim=-3, scale_embedding="no")
    with pytest.raises(CheckpointError, match=r"no d_model; encoder_ffn_dim -3; .*scale_embedding"):
        read_checkpoint(tiny)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"num_beams": 0}, "num_beams 0"),
        ({"num_beams": 2.5}, "num_beams 2.5"),
        ({"length_penalty": "long"}, "length_penalty 'long'"),
        ({"length_penalty": float("nan")}, "length_penalty nan"),
        ({"max_length": 1}, "max_length 1"),
        ({"bad_words_ids": [[99999]]}, "bad_words_ids [99999]"),
        ({"bad_words_ids": [["the"]]}, "bad_words_ids ['the']"),
        ({"bad_words_ids": [7]}, "bad_words_ids that are no list of lists"),
        ({"renormalize_logits": 1}, "renormalize_logits 1"),
    ],
)
def test_bad_generation_settings_are_explained(tiny, changes, words):
    edit_json(tiny / "generation_config.json", **changes)
    with pytest.raises(CheckpointError) as caught:
        read_checkpoint(tiny)
    assert caught.value.path == tiny / "generation_config.json"
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"</s>": 3, "▁moved": 0}, "</s> with id 3, not 0"),
        ({"<pad>": 2, "▁moved": 168}, "<pad> with id 2"),
        ({"<unk>": ...}, "an id for <unk>, found none"),
        ({"▁far": 9000}, "id 9000"),
        ({"▁again": 7}, "an id with two"),
        ({"▁half": 0.5}, "a whole number for each piece"),
    ],
)
def test_a_vocabulary_that_does_not_fit_is_explained(tiny, changes, words):
    vocab = json.loads((tiny / "vocab.json").read_text(encoding="utf-8"))
    pad = vocab["<pad>"]
    if "▁moved" in changes:
        changes = changes | {"▁moved": pad if "<pad>" in changes else 0}
        taken = set(changes.values())
        vocab = {piece: i for piece, i in vocab.items() if i not in taken}
    vocab |= changes
    write_json(tiny / "vocab.json", {piece: i for piece, i in vocab.items() if i is not ...})
    with pytest.raises(CheckpointError) as caught:
        read_checkpoint(tiny)
    assert caught.value.path == tiny / "vocab.json"
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("index", "words"),
    [
        ("{}", "JSON with a weight_map"),
        ("[]", "JSON with a weight_map"),
        ('{"weight_map": {"a": "../../secret"}}', "shards beside the index"),
        ('{"weight_map": {"a": "model-1.safetensors"}}', "a shard of the weights"),
    ],
)
def test_a_bad_index_of_shards_is_explained(tiny, index, words):
    (tiny / "model.safetensors").unlink()
    (tiny / "model.safetensors.index.json").write_text(index)
    with pytest.raises(CheckpointError, match=words):
        read_checkpoint(tiny)


def test_a_tensor_in_two_shards_is_refused(tiny):
    for name in ("model-1.safetensors", "model-2.safetensors"):
        shutil.copy(tiny / "model.safetensors", tiny / name)
    (tiny / "model.safetensors").unlink()
    table = {"a": "model-1.safetensors", "b": "model-2.safetensors"}
    write_json(tiny / "model.safetensors.index.json", {"weight_map": table})
    with pytest.raises(CheckpointError, match="each tensor in one shard"):
        read_checkpoint(tiny)


def test_what_is_no_folder_is_refused(tmp_path):
    with pytest.raises(CheckpointError, match="found nothing"):
        read_checkpoint(tmp_path / "none")
    (tmp_path / "file").write_text("x")
    with pytest.raises(CheckpointError, match="found a file"):
        read_checkpoint(tmp_path / "file")
