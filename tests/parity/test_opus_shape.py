"""A random model of the very shape of opus-mt-en-zh, with the files of its time, end to end.

What sizes alone can break: 65,001 rows in one table that three places share, 512 positions, eight
heads, padding as the last id, everything that searches say about themselves in config.json.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.pack import DECODER, ENCODER, QUALITY, WEIGHTS, ModelPack
from engine.translator import Translator
from engine.types import TranslationOptions
from export.lines import Line
from export.verify.parity import Subject
from tests.support.checkpoints import (
    CHINESE,
    ENGLISH,
    marian_vocab,
    spm_model,
    spm_pieces,
    write_json,
)
from tests.support.exported import ROOT
from tests.support.requirements import require

pytestmark = [pytest.mark.parity, pytest.mark.slow]

VOCABULARY = 65_001
PAD = VOCABULARY - 1
TARGETS = (">>cmn_Hans<<", ">>cmn_Hant<<", ">>yue_Hant<<", ">>lzh_Hans<<")
LINES = [Line(*pair) for pair in zip(ENGLISH[:3], CHINESE[:3], strict=True)]

CONFIG = {
    "activation_dropout": 0.0,
    "activation_function": "swish",
    "add_bias_logits": False,
    "add_final_layer_norm": False,
    "architectures": ["MarianMTModel"],
    "attention_dropout": 0.0,
    "bad_words_ids": [[PAD]],
    "bos_token_id": 0,
    "classif_dropout": 0.0,
    "d_model": 512,
    "decoder_attention_heads": 8,
    "decoder_ffn_dim": 2048,
    "decoder_layerdrop": 0.0,
    "decoder_layers": 6,
    "decoder_start_token_id": PAD,
    "dropout": 0.1,
    "encoder_attention_heads": 8,
    "encoder_ffn_dim": 2048,
    "encoder_layerdrop": 0.0,
    "encoder_layers": 6,
    "eos_token_id": 0,
    "extra_pos_embeddings": VOCABULARY,
    "forced_eos_token_id": 0,
    "id2label": {"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"},
    "init_std": 0.02,
    "is_encoder_decoder": True,
    "max_length": 512,
    "max_position_embeddings": 512,
    "model_type": "marian",
    "normalize_before": False,
    "normalize_embedding": False,
    "num_beams": 6,
    "num_hidden_layers": 6,
    "pad_token_id": PAD,
    "scale_embedding": True,
    "static_position_embeddings": True,
    "transformers_version": "4.10.0",
    "use_cache": True,
    "vocab_size": VOCABULARY,
}
"""As model files of 2020 to 2022 have it: what searches need to know is in there too."""


def save_checkpoint(path):
    """Write a checkpoint of random weights, made so that outputs are varied and end.

    A random model repeats one token for ever. Here the last norm turns a token's own embedding into
    something else, what the source says weighs less, and the end has a high bias.
    """
    torch, transformers = require("torch"), require("transformers")
    torch.set_num_threads(1)
    torch.manual_seed(3)
    sizes = {name: CONFIG[name] for name in CONFIG if name.endswith(("layers", "dim", "heads"))}
    config = transformers.MarianConfig(
        **sizes,
        d_model=512,
        vocab_size=VOCABULARY,
        max_position_embeddings=512,
        activation_function="swish",
        scale_embedding=True,
        pad_token_id=PAD,
        eos_token_id=0,
        decoder_start_token_id=PAD,
        init_std=0.06,
    )
    model = transformers.MarianMTModel(config)
    with torch.no_grad():
        model.model.shared.weight[PAD] = 0
        norm = model.model.decoder.layers[-1].final_layer_norm.weight
        norm.copy_(2.0 * torch.randint(0, 2, norm.shape) - 1)
        for name, parameter in model.model.decoder.named_parameters():
            if "attn." in name:
                parameter.mul_(0.15)
        model.final_logits_bias.normal_(std=0.5)
        model.final_logits_bias[0, 0] = 5
        model.final_logits_bias[0, PAD] = 0
    path.mkdir()
    torch.save(model.state_dict(), path / "pytorch_model.bin")
    write_json(path / "config.json", CONFIG)
    source, target = spm_model(ENGLISH, 120), spm_model(CHINESE, 120)
    pieces = dict.fromkeys([*spm_pieces(source), *spm_pieces(target)])
    filler = [f"▁<{i}>" for i in range(VOCABULARY - len(pieces) - len(TARGETS) - 3)]
    write_json(path / "vocab.json", marian_vocab([*pieces, *filler], TARGETS))
    (path / "source.spm").write_bytes(source)
    (path / "target.spm").write_bytes(target)
    write_json(
        path / "tokenizer_config.json",
        {"source_lang": "eng", "target_lang": "zho", "model_max_length": 512},
    )
    (path / "README.md").write_text("---\nlicense: apache-2.0\n---\n", "utf-8")


class Exported:
    """The pack, and what the command said and took."""

    def __init__(self, folder: Path) -> None:
        checkpoint = folder / "opus-mt-en-zh"
        save_checkpoint(checkpoint)
        lines = folder / "lines.tsv"
        lines.write_text("".join(f"{line.source}\t{line.target}\n" for line in LINES), "utf-8")
        arguments = [str(checkpoint), "--output", str(folder / "pack"), "--lines", str(lines)]
        with (folder / "said.txt").open("wb") as said:
            process = subprocess.Popen(
                [sys.executable, "-m", "export", *arguments],
                cwd=ROOT,
                env={**os.environ, "OMP_NUM_THREADS": "1"},
                stderr=said,
            )
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.code, self.peak = process.returncode, usage.ru_maxrss * 1024
        self.said = (folder / "said.txt").read_text("utf-8")
        self.weights = (checkpoint / "pytorch_model.bin").stat().st_size
        (checkpoint / "pytorch_model.bin").unlink()
        self.path = folder / "pack"


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("opus")
    yield Exported(folder)
    shutil.rmtree(folder)


def test_it_is_verified(exported):
    """Log-probabilities, greedy ids and the ids of four beams are those of transformers."""
    assert exported.code == 0, exported.said
    figures = json.loads((exported.path / QUALITY).read_text())
    assert figures["logits"] < 1e-3
    assert [each["different"] for each in figures["ids"]] == [0, 0]
    assert [each["lines"] for each in figures["ids"]] == [3, 3]
    assert figures["skipped"] == []


def test_it_is_a_quarter_of_the_weights_in_float32(exported):
    parts = (ENCODER, DECODER, WEIGHTS)
    size = sum((exported.path / name).stat().st_size for name in parts)
    assert exported.weights > 300_000_000
    assert size / exported.weights <= 0.28


def test_making_it_fits_in_the_memory_of_a_laptop(exported):
    assert exported.peak < 3 << 30


def test_the_manifest_has_its_conventions(exported, tmp_path):
    manifest = ModelPack.open(exported.path, cache=tmp_path).manifest
    assert (manifest.special_ids.pad, manifest.special_ids.decoder_start) == (PAD, PAD)
    assert (manifest.special_ids.eos, manifest.special_ids.unk) == (0, 1)
    assert manifest.generation.banned_ids == (PAD,)
    assert (manifest.generation.num_beams, manifest.generation.max_length) == (6, 512)
    assert manifest.generation.forced_eos is True
    assert manifest.dimensions.max_positions == 512
    assert manifest.max_source_tokens == 128
    assert manifest.target_tokens["zh-Hans"] == ">>cmn_Hans<<"
    assert manifest.licence == "apache-2.0"


def test_its_searches_find_something(exported):
    """Outputs that were all empty or all alike would compare nothing."""
    subject = Subject(ModelPack.open(exported.path, verify=False))
    found = [subject.find(subject.ids(line.source), 4) for line in LINES]
    assert len(set(found)) == len(LINES)
    assert len({token for ids in found for token in ids}) > 10


def test_it_loads_and_translates(exported):
    translator = Translator.load(exported.path, threads=1)
    options = TranslationOptions(beam_size=2)
    first = translator.translate(ENGLISH[0], options)
    assert first == translator.translate(ENGLISH[0], options)
    assert first.text
