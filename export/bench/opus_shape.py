"""A checkpoint of random weights at the very dimensions of opus-mt-en-zh, made without PyTorch.

Speed and size depend on dimensions and on what a sentence becomes in tokens, not on what the
weights say. So anyone can measure at the size of the original without having it: the tables have
its 65,001 rows, and the SentencePiece models of the starter checkpoint cut sentences into about as
many tokens as its own would.
"""

import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from safetensors.numpy import save_file
from sentencepiece import SentencePieceProcessor

from export.marian import Array

NAME: Final = "opus-mt-en-zh"

VOCABULARY: Final = 65_001
PAD: Final = VOCABULARY - 1

CONFIG: Final[Mapping[str, Any]] = {
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

_TOKENIZER: Final = {"source_lang": "eng", "target_lang": "zho", "model_max_length": 512}
_CARD: Final = "---\nlicense: cc0-1.0\n---\n\nRandom weights, to measure speed with.\n"
_SPREAD: Final = 0.06
"""Standard deviation of the weights."""


def save_opus_shape(
    path: Path, pieces: Path, *, config: Mapping[str, Any] = CONFIG, seed: int = 3
) -> None:
    """Write the checkpoint.

    Args:
        path: Its folder, which is made.
        pieces: A folder with source.spm and target.spm.
        config: Its dimensions.
        seed: Seed of the weights.

    Raises:
        OSError: Something cannot be read or written.
    """
    path.mkdir(parents=True)
    vocabulary = _vocabulary(pieces, int(config["vocab_size"]))
    for name, value in (
        ("config.json", config),
        ("vocab.json", vocabulary),
        ("tokenizer_config.json", _TOKENIZER),
    ):
        (path / name).write_text(json.dumps(value, ensure_ascii=False, indent=1), "utf-8")
    for name in ("source.spm", "target.spm"):
        shutil.copyfile(pieces / name, path / name)
    (path / "README.md").write_text(_CARD, "utf-8")
    save_file(dict(tensors(config, seed)), path / "model.safetensors", {"format": "pt"})


def tensors(config: Mapping[str, Any], seed: int) -> Iterator[tuple[str, Array]]:
    """Yield every weight by name.

    A random model repeats one token for ever. Here the decoder's last norm turns a token's own
    embedding into something else, and what the source says weighs less, so outputs are varied.
    """
    random = np.random.default_rng(seed)
    width, rows = int(config["d_model"]), int(config["vocab_size"])
    table = _normal(random, rows, width)
    table[config["pad_token_id"]] = 0
    yield "model.shared.weight", table
    bias = _normal(random, 1, rows) * np.float32(0.5 / _SPREAD)
    bias[0, config["pad_token_id"]] = 0
    yield "final_logits_bias", bias
    for side, blocks, weight in (("encoder", 1, 1.0), ("decoder", 2, 0.15)):
        inner, layers = int(config[f"{side}_ffn_dim"]), int(config[f"{side}_layers"])
        for layer in range(layers):
            prefix = f"model.{side}.layers.{layer}"
            for block in ("self_attn", "encoder_attn")[:blocks]:
                for part in ("q_proj", "k_proj", "v_proj", "out_proj"):
                    values = _normal(random, width, width) * np.float32(weight)
                    yield f"{prefix}.{block}.{part}.weight", values
                    yield f"{prefix}.{block}.{part}.bias", np.zeros(width, np.float32)
                yield from _norm(f"{prefix}.{block}_layer_norm", np.ones(width, np.float32))
            for name, outputs, inputs in (("fc1", inner, width), ("fc2", width, inner)):
                yield f"{prefix}.{name}.weight", _normal(random, outputs, inputs)
                yield f"{prefix}.{name}.bias", np.zeros(outputs, np.float32)
            signs = np.ones(width, np.float32)
            if side == "decoder" and layer == layers - 1:
                signs = np.where(random.random(width) < 0.5, -signs, signs)
            yield from _norm(f"{prefix}.final_layer_norm", signs)


def _normal(random: np.random.Generator, *shape: int) -> Array:
    return random.standard_normal(shape, np.float32) * np.float32(_SPREAD)


def _norm(prefix: str, scale: Array) -> Iterator[tuple[str, Array]]:
    yield f"{prefix}.weight", scale
    yield f"{prefix}.bias", np.zeros(len(scale), np.float32)


def _vocabulary(pieces: Path, rows: int) -> dict[str, int]:
    """Number pieces as OPUS-MT does: end, unknown, pieces, padding last; filled up in between."""
    names = ["</s>", "<unk>"]
    for name in ("source.spm", "target.spm"):
        model = SentencePieceProcessor(model_file=str(pieces / name))
        numbers = range(model.get_piece_size())
        names += [model.id_to_piece(i) for i in numbers if not model.is_control(i)]
    found = list(dict.fromkeys(names))[: rows - 1]
    found += [f"▁<{i}>" for i in range(rows - 1 - len(found))]
    return {piece: i for i, piece in enumerate([*found, "<pad>"])}
