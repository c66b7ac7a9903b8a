"""Original OPUS-MT releases, made of checkpoints: the same weights as Marian itself stores them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from tests.support.requirements import require

README = """# opus-2020-07-17.zip

* dataset: opus
* model: transformer-align
* source language(s): eng
* target language(s): cjy_Hans cmn cmn_Hans cmn_Hant yue_Hant
* pre-processing: normalization + SentencePiece (spm32k,spm32k)
"""

MODEL = "opus.spm32k-spm32k.transformer-align.model1.npz.best-perplexity.npz"

LAYER = {
    "self_Wq": "self_attn.q_proj.weight",
    "self_bq": "self_attn.q_proj.bias",
    "self_Wk": "self_attn.k_proj.weight",
    "self_bk": "self_attn.k_proj.bias",
    "self_Wv": "self_attn.v_proj.weight",
    "self_bv": "self_attn.v_proj.bias",
    "self_Wo": "self_attn.out_proj.weight",
    "self_bo": "self_attn.out_proj.bias",
    "self_Wo_ln_scale": "self_attn_layer_norm.weight",
    "self_Wo_ln_bias": "self_attn_layer_norm.bias",
    "ffn_W1": "fc1.weight",
    "ffn_b1": "fc1.bias",
    "ffn_W2": "fc2.weight",
    "ffn_b2": "fc2.bias",
    "ffn_ffn_ln_scale": "final_layer_norm.weight",
    "ffn_ffn_ln_bias": "final_layer_norm.bias",
}
CROSS = {
    name.replace("self_", "context_"): place.replace("self_attn", "encoder_attn")
    for name, place in LAYER.items()
    if name.startswith("self_")
}
"""What Marian calls a layer's parameters, written down once more: the product has its own list."""


def save_release(checkpoint: Path, folder: Path) -> Path:
    """Write the model in a checkpoint's model.safetensors as an OPUS-MT release.

    The checkpoint must have a zero row and bias for padding, as every conversion from Marian has.
    """
    tensors = require("safetensors.numpy").load_file(checkpoint / "model.safetensors")
    config = json.loads((checkpoint / "config.json").read_text())
    generation = json.loads((checkpoint / "generation_config.json").read_text())
    folder.mkdir(parents=True)
    separate = (checkpoint / "target_vocab.json").is_file()
    shared = config.get("share_encoder_decoder_embeddings", True)
    tied = config.get("tie_word_embeddings", True)
    arrays = _tables(tensors, shared=shared, tied=tied)
    for side, count in (("encoder", "encoder_layers"), ("decoder", "decoder_layers")):
        names = LAYER | (CROSS if side == "decoder" else {})
        for layer in range(config[count]):
            for ours, theirs in names.items():
                tensor = tensors[f"model.{side}.layers.{layer}.{theirs}"].astype(np.float32)
                array = tensor.T if tensor.ndim == 2 else tensor[None, :]
                arrays[f"{side}_l{layer + 1}_{ours}"] = np.ascontiguousarray(array)
    settings = model_settings(config, shared=shared, tied=tied)
    arrays["special:model.yml"] = as_bytes(yaml.safe_dump(settings))
    np.savez(folder / MODEL, **arrays)
    vocabularies = ["opus.src.vocab.yml", "opus.trg.vocab.yml"] if separate else ["opus.vocab.yml"]
    for name, source in zip(vocabularies, ("vocab.json", "target_vocab.json"), strict=False):
        write_vocabulary(folder / name, json.loads((checkpoint / source).read_text("utf-8")))
    decoder = {
        "models": [f"/home/tiedeman/train/{MODEL}"],
        "vocabs": [f"/home/tiedeman/train/{name}" for name in (vocabularies * 2)[:2]],
        "beam-size": generation["num_beams"],
        "normalize": 1,
        "word-penalty": 0,
        "relative-paths": False,
    }
    (folder / "decoder.yml").write_text(yaml.safe_dump(decoder), "utf-8")
    (folder / "README.md").write_text(README, "utf-8")
    for name in ("source.spm", "target.spm"):
        (folder / name).write_bytes((checkpoint / name).read_bytes())
    return folder


def as_bytes(text: str) -> Any:
    """Return a text as Marian puts it among the arrays."""
    return np.frombuffer(text.encode() + b"\0", np.int8)


def write_vocabulary(path: Path, vocabulary: dict[str, int]) -> None:
    """Write a vocabulary as Marian does, without padding."""
    lines = [
        f"{json.dumps(piece, ensure_ascii=False) if index % 2 else _plain(piece)}: {index}\n"
        for piece, index in vocabulary.items()
        if piece != "<pad>"
    ]
    path.write_text("".join(lines), "utf-8")


def model_settings(config: dict[str, Any], *, shared: bool, tied: bool) -> dict[str, Any]:
    """Return what Marian notes of a model, as far as it matters."""
    return {
        "type": "transformer",
        "dim-emb": config["d_model"],
        "dim-vocabs": [config["vocab_size"] - 1] * 2,
        "enc-depth": config["encoder_layers"],
        "dec-depth": config["decoder_layers"],
        "transformer-heads": config["encoder_attention_heads"],
        "transformer-dim-ffn": config["encoder_ffn_dim"],
        "transformer-ffn-activation": config["activation_function"],
        "transformer-ffn-depth": 2,
        "transformer-no-projection": False,
        "transformer-postprocess": "dan",
        "transformer-postprocess-emb": "d",
        "transformer-preprocess": "",
        "transformer-train-position-embeddings": False,
        "transformer-decoder-autoreg": "self-attention",
        "transformer-tied-layers": [],
        "tied-embeddings": tied,
        "tied-embeddings-src": shared,
        "tied-embeddings-all": shared and tied,
        "layer-normalization": False,
        "right-left": False,
        "ulr-dim-emb": 0,
        "lemma-dim-emb": 0,
        "version": "v1.8.2 9b7ab2a 2020-01-27",
    }


def _plain(piece: str) -> str:
    """Spell a piece without quotation marks where YAML allows that, as older releases do."""
    return piece if piece.isalpha() else json.dumps(piece)


def _tables(tensors: dict[str, Any], *, shared: bool, tied: bool) -> dict[str, Any]:
    """Return the tables without the row for padding, which comes last."""
    # transformers writes a table once under one of its names, or apart where nothing ties it.
    encoder, decoder = (f"model.{side}.embed_tokens.weight" for side in ("encoder", "decoder"))
    source = _first(tensors, encoder, "model.shared.weight", decoder, "lm_head.weight")
    target = _first(tensors, decoder, "model.shared.weight", "lm_head.weight")
    if shared:
        arrays = {"Wemb": source[:-1]}
    else:
        arrays = {"encoder_Wemb": source[:-1], "decoder_Wemb": target[:-1]}
    if not tied:
        arrays["decoder_ff_logit_out_W"] = np.ascontiguousarray(tensors["lm_head.weight"][:-1].T)
    arrays["decoder_ff_logit_out_b"] = tensors["final_logits_bias"][:, :-1]
    return {name: array.astype(np.float32) for name, array in arrays.items()}


def _first(tensors: dict[str, Any], *names: str) -> Any:
    return next(tensors[name] for name in names if name in tensors)
