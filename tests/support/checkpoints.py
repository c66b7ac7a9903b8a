"""Tiny MarianMT checkpoints with every property that real ones have, made by transformers itself.

A checkpoint takes a fraction of a second to make. Its vocabulary is trained on a few sentences and
follows the conventions of OPUS-MT: the end token is 0, the unknown one is 1, padding comes last
and starts the decoder; the ids are not SentencePiece's.
"""

import functools
import io
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import sentencepiece

from tests.support.requirements import require

Format = Literal["safetensors", "bin", "legacy-bin"]
Dtype = Literal["float32", "float16", "bfloat16", "float64"]

ENGLISH = (
    "The cat sat on the mat.",
    "Where is the nearest railway station?",
    "I would like a cup of tea, please.",
    "She has been learning Chinese for 3 years.",
    "Please close the window before you leave.",
    "It will rain tomorrow morning in Beijing.",
    "This book costs 25 dollars.",
    "He didn't know what to say.",
    "We went to the market and bought fresh fruit.",
    "Thank you very much for your help!",
)
CHINESE = (
    "猫坐在垫子上。",
    "最近的火车站在哪里？",
    "我想要一杯茶，谢谢。",
    "她学中文已经三年了。",
    "离开之前请关上窗户。",
    "明天早上北京会下雨。",
    "这本书二十五美元。",
    "他不知道该说什么。",
    "我们去市场买了新鲜水果。",
    "非常感谢你的帮助！",
)


@functools.cache
def spm_model(lines: tuple[str, ...], pieces: int) -> bytes:
    """Train a SentencePiece unigram model of at most ``pieces`` pieces; the same one every time."""
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=model,
        vocab_size=pieces,
        hard_vocab_limit=False,
        character_coverage=1.0,
        num_threads=1,
        minloglevel=2,
    )
    return model.getvalue()


def spm_pieces(model: bytes) -> list[str]:
    """List a SentencePiece model's ordinary pieces in its own order."""
    processor = sentencepiece.SentencePieceProcessor(model_proto=model)
    pieces = range(processor.get_piece_size())
    return [processor.id_to_piece(i) for i in pieces if not processor.is_control(i)][1:]


def marian_vocab(pieces: Sequence[str], targets: Sequence[str] = ()) -> dict[str, int]:
    """Number pieces as OPUS-MT does: end, unknown, pieces, target tokens, and padding last."""
    names = dict.fromkeys(["</s>", "<unk>", *pieces, *targets, "<pad>"])
    return {piece: i for i, piece in enumerate(names)}


def save_tiny_checkpoint(
    path: Path,
    *,
    d_model: int = 16,
    heads: int = 2,
    encoder_layers: int = 2,
    decoder_layers: int = 2,
    ffn: int = 24,
    decoder_heads: int | None = None,
    decoder_ffn: int | None = None,
    max_positions: int = 64,
    pieces: int = 120,
    activation: str = "swish",
    scale_embedding: bool = True,
    tied: bool = True,
    shared: bool = True,
    separate_vocabs: bool = False,
    multi_target: Sequence[str] = (">>cmn_Hans<<", ">>cmn_Hant<<"),
    final_logits_bias: bool = True,
    dtype: Dtype = "float32",
    format: Format = "safetensors",  # noqa: A002 (what it is called)
    shard_size: str | None = None,
    generation: Mapping[str, Any] | None = None,
    seed: int = 1,
) -> Any:
    """Save a random model with all its companions, and return the model.

    Args:
        path: Folder to make.
        d_model: Width of the model.
        heads: Attention heads of the encoder, and of the decoder unless it has its own.
        encoder_layers: Number of encoder layers.
        decoder_layers: Number of decoder layers.
        ffn: Inner width of the encoder's feed-forward blocks, and of the decoder's unless it has
            its own.
        decoder_heads: Attention heads of the decoder.
        decoder_ffn: Inner width of the decoder's feed-forward blocks.
        max_positions: Longest sequence.
        pieces: Pieces of each SentencePiece model, at most.
        activation: As transformers names it.
        scale_embedding: Multiply embeddings by the square root of the width.
        tied: The projection is the target embedding.
        shared: Source and target have one embedding; not possible with separate vocabularies.
        separate_vocabs: Source and target ids come from vocab.json and target_vocab.json.
        multi_target: Target tokens in the (source) vocabulary.
        final_logits_bias: Random biases, a high one for the end token and −10,000 for padding;
            zeros otherwise.
        dtype: Number type in the file.
        format: File format of the weights.
        shard_size: Split safetensors so that no file is larger, such as ``"10KB"``.
        generation: Settings to add to, or by ``None`` to take out of, generation_config.json.
        seed: Seed of every random number.
    """
    torch, transformers = require("torch"), require("transformers")
    source_spm, target_spm = spm_model(ENGLISH, pieces), spm_model(CHINESE, pieces)
    source, target = spm_pieces(source_spm), spm_pieces(target_spm)
    if separate_vocabs:
        shared = False
        vocab, target_vocab = marian_vocab(source, multi_target), marian_vocab(target)
        # Padding has one id in the configuration, so the smaller table is filled up to it.
        rows = max(len(vocab), len(target_vocab))
        vocab, target_vocab = _filled(vocab, rows), _filled(target_vocab, rows)
    else:
        vocab = target_vocab = marian_vocab([*source, *target], multi_target)
    pad = vocab["<pad>"]
    config = transformers.MarianConfig(
        vocab_size=len(vocab),
        decoder_vocab_size=len(target_vocab),
        d_model=d_model,
        encoder_layers=encoder_layers,
        decoder_layers=decoder_layers,
        encoder_attention_heads=heads,
        decoder_attention_heads=decoder_heads or heads,
        encoder_ffn_dim=ffn,
        decoder_ffn_dim=decoder_ffn or ffn,
        max_position_embeddings=max_positions,
        activation_function=activation,
        scale_embedding=scale_embedding,
        share_encoder_decoder_embeddings=shared,
        tie_word_embeddings=tied,
        pad_token_id=pad,
        eos_token_id=0,
        bos_token_id=0,
        decoder_start_token_id=pad,
        forced_eos_token_id=0,
        # Wide enough for a random model to have clear preferences.
        init_std=0.3,
    )
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    model = transformers.MarianMTModel(config).eval()
    _randomise(torch, model, pad, final_logits_bias)
    settings = {"num_beams": 4, "max_length": max_positions, "bad_words_ids": [[pad]]}
    model.generation_config.update(**(settings | dict(generation or {})))
    model.to(getattr(torch, dtype))
    path.mkdir(parents=True, exist_ok=True)
    _save_model(torch, model, path, format, shard_size)
    write_json(path / "vocab.json", vocab)
    if separate_vocabs:
        write_json(path / "target_vocab.json", target_vocab)
    (path / "source.spm").write_bytes(source_spm)
    (path / "target.spm").write_bytes(target_spm)
    tokenizer = {
        "tokenizer_class": "MarianTokenizer",
        "source_lang": "eng",
        "target_lang": "zho",
        "separate_vocabs": separate_vocabs,
        "model_max_length": max_positions,
        "unk_token": "<unk>",
        "eos_token": "</s>",
        "pad_token": "<pad>",
    }
    write_json(path / "tokenizer_config.json", tokenizer)
    return model


def write_json(path: Path, value: object) -> None:
    """Write ``value`` as JSON in UTF-8."""
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1), encoding="utf-8")


def edit_json(path: Path, **changes: Any) -> None:
    """Set fields of a JSON object in a file; those that are set to ``...`` are taken out."""
    value = json.loads(path.read_text(encoding="utf-8")) | changes
    write_json(path, {key: each for key, each in value.items() if each is not ...})


def edit_tensors(path: Path, change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """Let ``change`` edit the tensors in a checkpoint's model.safetensors, and return them."""
    numpy = require("safetensors.numpy")
    tensors: dict[str, Any] = numpy.load_file(path / "model.safetensors")
    change(tensors)
    numpy.save_file(tensors, path / "model.safetensors")
    return tensors


def _filled(vocab: Mapping[str, int], size: int) -> dict[str, int]:
    *pieces, pad = sorted(vocab, key=lambda piece: vocab[piece])
    filler = [f"▁<{i}>" for i in range(size - len(vocab))]
    return {piece: i for i, piece in enumerate([*pieces, *filler, pad])}


def _randomise(torch: Any, model: Any, pad: int, final_logits_bias: bool) -> None:
    """Give every bias and norm a value of its own, and padding the zero row that Marian has."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "embed_positions" in name:
                continue
            if name.endswith("bias") or "layer_norm" in name:
                parameter.add_(0.2 * torch.randn_like(parameter))
            if "self_attn" in name or "encoder_attn" in name or "fc" in name:
                # Otherwise a token's own embedding drowns what the layers say about it, and every
                # search repeats one token for ever.
                parameter.mul_(2)
            if "embed_tokens" in name or "shared" in name:
                parameter[pad] = 0
        if final_logits_bias:
            model.final_logits_bias.copy_(0.3 * torch.randn_like(model.final_logits_bias))
            model.final_logits_bias[0, pad] = -10_000
            model.final_logits_bias[0, 0] = 2


def _save_model(
    torch: Any,
    model: Any,
    path: Path,
    file_format: Format,
    shard_size: str | None,
) -> None:
    model.save_pretrained(path, **({"max_shard_size": shard_size} if shard_size else {}))
    if file_format == "safetensors":
        return
    state = model.state_dict()
    torch.save(
        state,
        path / "pytorch_model.bin",
        _use_new_zipfile_serialization=file_format == "bin",
    )
    for file in path.glob("model*.safetensors*"):
        file.unlink()
