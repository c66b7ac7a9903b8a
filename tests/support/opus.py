"""Random models of the very shape of opus-mt-en-zh and opus-mt-zh-en, with the files of their time.

What sizes alone can break: 65,001 rows in one table that three places share, 512 positions, eight
heads, padding as the last id, everything that searches say about themselves in config.json.
"""

from pathlib import Path

from export.bench.opus_shape import CONFIG, PAD, VOCABULARY
from tests.support.checkpoints import (
    CHINESE,
    ENGLISH,
    marian_vocab,
    spm_model,
    spm_pieces,
    write_json,
)
from tests.support.requirements import require

TARGETS = (">>cmn_Hans<<", ">>cmn_Hant<<", ">>yue_Hant<<", ">>lzh_Hans<<")


def save_opus_checkpoint(path: Path, *, into_chinese: bool = True, seed: int = 3) -> None:
    """Write a checkpoint of random weights, made so that outputs are varied and end.

    Args:
        path: The folder, which is made.
        into_chinese: As opus-mt-en-zh, which knows several targets, or else as opus-mt-zh-en, which
            knows one.
        seed: Seed of the weights.

    A random model repeats one token for ever. Here the last norm turns a token's own embedding into
    something else, what the source says weighs less, and the end has a high bias.
    """
    torch, transformers = require("torch"), require("transformers")
    torch.set_num_threads(1)
    torch.manual_seed(seed)
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
    save_companions(path, into_chinese=into_chinese)


def save_companions(path: Path, *, into_chinese: bool) -> None:
    """Write what lies beside the weights, which fit either direction."""
    source, target = (spm_model(lines, 120) for lines in (ENGLISH, CHINESE))
    targets: tuple[str, ...] = TARGETS
    languages = ("eng", "zho")
    if not into_chinese:
        source, target, targets, languages = target, source, (), ("zho", "eng")
    pieces = dict.fromkeys([*spm_pieces(source), *spm_pieces(target)])
    filler = [f"▁<{i}>" for i in range(VOCABULARY - len(pieces) - len(targets) - 3)]
    write_json(path / "config.json", CONFIG)
    write_json(path / "vocab.json", marian_vocab([*pieces, *filler], targets))
    (path / "source.spm").write_bytes(source)
    (path / "target.spm").write_bytes(target)
    write_json(
        path / "tokenizer_config.json",
        {"source_lang": languages[0], "target_lang": languages[1], "model_max_length": 512},
    )
    (path / "README.md").write_text("---\nlicense: apache-2.0\n---\n", "utf-8")
