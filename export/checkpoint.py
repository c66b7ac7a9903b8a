"""Reading a MarianMT checkpoint: a folder as transformers saves it, without transformers."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from export.checkpoint_config import (
    parse_config,
    parse_generation,
    read_json,
    unsupported_properties,
)
from export.checkpoint_files import (
    CheckpointFiles,
    check_vocab,
    find_files,
    read_card,
    read_vocab,
    revision,
    special_tokens,
    target_tokens,
    unknown_id,
)
from export.checkpoint_weights import build_weights
from export.errors import CheckpointError, UnsupportedCheckpoint
from export.languages import languages
from export.marian import (
    Activation,
    Array,
    Attention,
    DecoderLayer,
    EncoderLayer,
    GenerationDefaults,
    LayerNorm,
    Linear,
    MarianConfig,
    MarianWeights,
    sinusoids,
)
from export.tensors import INDEX, PYTORCH, SAFETENSORS, load_tensors, weight_files

__all__ = [
    "Activation",
    "Array",
    "Attention",
    "Checkpoint",
    "CheckpointFiles",
    "DecoderLayer",
    "EncoderLayer",
    "GenerationDefaults",
    "LayerNorm",
    "Linear",
    "MarianConfig",
    "MarianWeights",
    "read_checkpoint",
    "sinusoids",
]

CONFIG: Final = "config.json"
GENERATION: Final = "generation_config.json"
TOKENIZER: Final = "tokenizer_config.json"

# Where the hub's client keeps a snapshot, the folder itself is named by a commit.
_HUB_FOLDER: Final = re.compile(r"models--(?:.*--)?(.+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """A MarianMT checkpoint, read and checked.

    Attributes:
        path: The folder it was read from.
        name: The folder's name, or the model's on the hub where the folder is its local copy.
        weights: Configuration and tensors.
        generation: How it wants to be searched; ids that no piece names are banned.
        source_language: BCP 47 tag of the language it reads; ``und`` if nothing names it.
        target_language: BCP 47 tag of the language it writes; likewise.
        target_tokens: Its ``>>id<<`` tokens in the order of their ids, if there are any.
        files: What goes into a pack as it is.
        licence: Name of the licence as the model card gives it, or ``unknown``.
        attribution: Whom or what to credit.
        revision: SHA-256 over every file that was read, the model card excepted.
    """

    path: Path
    name: str
    weights: MarianWeights
    generation: GenerationDefaults
    source_language: str
    target_language: str
    target_tokens: tuple[str, ...]
    files: CheckpointFiles
    licence: str
    attribution: str
    revision: str


def read_checkpoint(path: Path, name: str | None = None) -> Checkpoint:
    """Read a folder with config.json, the weights, the vocabulary and two SentencePiece models.

    Generation settings come from generation_config.json alone where it exists, and else from
    config.json, as in transformers.

    Args:
        path: The folder.
        name: What the checkpoint is called, where its folder is not named after it.

    Raises:
        CheckpointError: Something is missing, truncated or malformed, or two files contradict each
            other.
        UnsupportedCheckpoint: It is a model of another kind, or asks for what the exported graphs
            and the engine's search do not do; everything of that sort is listed.
    """
    if not path.is_dir():
        raise CheckpointError(
            path, "a checkpoint's folder", "a file" if path.exists() else "nothing"
        )
    raw = read_json(path / CONFIG)
    has_generation = (path / GENERATION).is_file()
    generation_path = path / (GENERATION if has_generation else CONFIG)
    raw_generation = read_json(generation_path)
    if unsupported := unsupported_properties(raw, raw_generation):
        raise UnsupportedCheckpoint(path, unsupported)

    tokenizer = read_json(path / TOKENIZER) if (path / TOKENIZER).is_file() else {}
    special = special_tokens(tokenizer)
    separate = tokenizer.get("separate_vocabs") is True
    files = find_files(path, separate_vocabs=separate)
    vocab = read_vocab(files.vocab)
    target_vocab = read_vocab(files.target_vocab) if files.target_vocab else vocab
    config = parse_config(
        path / CONFIG,
        raw,
        unk_id=unknown_id(files.vocab, vocab, special),
        separate_vocabs=separate,
    )
    check_vocab(files.vocab, vocab, config.source_vocab, special, config)
    if files.target_vocab:
        check_vocab(files.target_vocab, target_vocab, config.target_vocab, special, config)
    generation = parse_generation(generation_path, raw_generation, config)

    weights = weight_files(path)
    optional = [path / CONFIG, path / GENERATION, path / TOKENIZER]
    optional += [path / (name + INDEX) for name in (SAFETENSORS, PYTORCH) if len(weights) > 1]
    spm_and_vocab = (files.vocab, files.target_vocab, files.source_spm, files.target_spm)
    read = [each for each in (*optional, *spm_and_vocab) if each is not None and each.is_file()]
    name = name or _name(path)
    card = read_card(path, name)
    source_language, target_language = languages(tokenizer, name)
    return Checkpoint(
        path=path,
        name=name,
        weights=build_weights(path, load_tensors(weights), config),
        generation=without_nameless(generation, target_vocab.values(), config),
        source_language=source_language,
        target_language=target_language,
        target_tokens=target_tokens(vocab),
        files=files,
        licence=card.licence,
        attribution=card.attribution,
        revision=revision([*read, *weights]),
    )


def _name(path: Path) -> str:
    folder = path.resolve()
    if folder.parent.name == "snapshots" and (
        match := _HUB_FOLDER.fullmatch(folder.parent.parent.name)
    ):
        return match[1]
    return folder.name


def without_nameless(
    generation: GenerationDefaults, named: Iterable[int], config: MarianConfig
) -> GenerationDefaults:
    """Ban the ids of a padded table, which stand for no text."""
    nameless = set(range(config.target_vocab)) - set(named) - {config.pad_id, config.eos_id}
    return replace(generation, banned_ids=tuple(sorted(nameless | set(generation.banned_ids))))
