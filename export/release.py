"""Reading an original OPUS-MT release: what Marian trained, as the project publishes it.

A release is a folder, or a zip of one, with ``decoder.yml``, the model (``*.npz``), two
SentencePiece models, the vocabulary (``*.vocab.yml``) and a README.
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from export.checkpoint import Checkpoint, without_nameless
from export.checkpoint_config import parse_config, parse_generation, unsupported_properties
from export.checkpoint_files import (
    CheckpointFiles,
    SpecialTokens,
    check_spm,
    check_vocab,
    licence_file,
    read_card,
    revision,
    target_tokens,
    unknown_id,
)
from export.checkpoint_weights import build_weights
from export.errors import CheckpointError, UnsupportedCheckpoint
from export.languages import common_language, languages
from export.marian import Array
from export.marian_npz import (
    read_arrays,
    read_settings,
    read_yaml,
    to_tensors,
    unsupported_settings,
)

DECODER: Final = "decoder.yml"

_LANGUAGES: Final = re.compile(
    r"^\W*(source|target) language\(?s?\)?\W*:\s*(.+)$", re.MULTILINE | re.IGNORECASE
)


def is_release(folder: Path) -> bool:
    """Tell whether a folder is a release, complete or not."""
    return (folder / DECODER).is_file() or any(folder.glob("*.npz"))


def read_release(folder: Path, scratch: Path, name: str | None = None) -> Checkpoint:
    """Read a release into what a checkpoint of transformers gives, exactly.

    Args:
        folder: The release.
        scratch: An empty folder for the vocabularies, which are written as JSON.
        name: What the model is called, where the folder is not named after it.

    Raises:
        CheckpointError: Something is missing, truncated or malformed, or two files contradict each
            other.
        UnsupportedCheckpoint: It is a model of another kind; everything of that sort is listed.
    """
    decoder = read_yaml(folder / DECODER, _content(folder / DECODER))
    model = _model_file(folder, decoder)
    arrays = read_arrays(model)
    settings = read_settings(model, arrays)
    if unsupported := unsupported_settings(settings):
        raise UnsupportedCheckpoint(folder, unsupported)
    sources = _vocabulary_files(folder, decoder)
    vocabularies = [_vocabulary(path) for path in sources]
    # Padding comes last; both sides have it under the same id.
    pad = _rows(model, arrays)
    special = SpecialTokens()
    for path, vocabulary in zip(sources, vocabularies, strict=True):
        _add_padding(path, vocabulary, special.pad, pad)
    separate = len(sources) > 1
    files = _files(folder, scratch, vocabularies)
    raw = _as_config(settings, decoder, vocabularies[0], pad, model)
    if unsupported := unsupported_properties(raw, raw):
        raise UnsupportedCheckpoint(folder, unsupported)
    config = parse_config(
        model,
        raw,
        unk_id=unknown_id(sources[0], vocabularies[0], special),
        separate_vocabs=separate,
    )
    for path, vocabulary in zip(sources, vocabularies, strict=True):
        check_vocab(path, vocabulary, config.source_vocab, special, config)
    generation = parse_generation(folder / DECODER, raw, config)
    name = name or folder.resolve().name
    card = read_card(folder, name)
    source_language, target_language = languages(_named_languages(folder), name)
    return Checkpoint(
        path=folder,
        name=name,
        weights=build_weights(folder, to_tensors(arrays, pad + 1), config),
        generation=without_nameless(generation, vocabularies[-1].values(), config),
        source_language=source_language,
        target_language=target_language,
        target_tokens=target_tokens(vocabularies[0]),
        files=files,
        licence=card.licence,
        attribution=card.attribution,
        revision=revision([folder / DECODER, model, *sources, files.source_spm, files.target_spm]),
    )


def _content(path: Path) -> bytes:
    if not path.is_file():
        raise CheckpointError(path, "a file of the release", "no such file")
    return path.read_bytes()


def _model_file(folder: Path, decoder: Mapping[str, Any]) -> Path:
    """Find the model: the one that decoder.yml names, or else the only one that is there."""
    present = sorted(folder.glob("*.npz"))
    named = [path for path in present if path.name in _names(decoder.get("models"))]
    found = named or present
    if len(found) != 1:
        names = ", ".join(path.name for path in found) or "none"
        raise CheckpointError(folder, f"the one .npz file that {DECODER} names", names)
    return found[0]


def _vocabulary_files(folder: Path, decoder: Mapping[str, Any]) -> list[Path]:
    """Find the vocabularies: one, or two if they are separate, the source's first."""
    names = list(dict.fromkeys(_names(decoder.get("vocabs"))))
    present = sorted(path.name for path in folder.glob("*.yml") if path.name != DECODER)
    if not names:
        names = [name for name in present if name.endswith("vocab.yml")]
    if not 1 <= len(names) <= 2 or not set(names) <= set(present):
        found = ", ".join(names or present) or "none"
        raise CheckpointError(folder, f"the vocabulary that {DECODER} names, in YAML", found)
    return [folder / name for name in names]


def _names(value: object) -> list[str]:
    """Return the file names in a list of paths, which are those of another machine."""
    paths = value if isinstance(value, list) else [value]
    return [re.split(r"[/\\]", each)[-1] for each in paths if isinstance(each, str)]


def _vocabulary(path: Path) -> dict[str, int]:
    found: dict[str, int] = {}
    for piece, token in read_yaml(path, _content(path)).items():
        if not isinstance(token, str) or not re.fullmatch(r"[0-9]{1,9}", token):
            raise CheckpointError(
                path, "a whole number for each piece", f"{token!r:.40} for {piece!r:.40}"
            )
        found[piece] = int(token)
    if len(set(found.values())) < len(found):
        raise CheckpointError(path, "one piece for each id", "an id with two")
    return found


def _add_padding(path: Path, vocabulary: dict[str, int], piece: str, pad: int) -> None:
    largest = max(vocabulary.values(), default=-1)
    if piece in vocabulary or largest >= pad:
        found = f"{piece} among them" if piece in vocabulary else f"id {largest}"
        raise CheckpointError(path, f"the {pad} pieces of Marian's own", found)
    vocabulary[piece] = pad


def _rows(model: Path, arrays: Mapping[str, Array]) -> int:
    """Return the rows of the largest embedding."""
    tables = [arrays[name] for name in ("Wemb", "encoder_Wemb", "decoder_Wemb") if name in arrays]
    if not tables or any(table.ndim != 2 for table in tables):
        raise CheckpointError(
            model, "an embedding (Wemb, or encoder_Wemb and decoder_Wemb)", "none"
        )
    return max(len(table) for table in tables)


def _files(
    folder: Path, scratch: Path, vocabularies: Sequence[Mapping[str, int]]
) -> CheckpointFiles:
    """Write the vocabularies as transformers does, and find the SentencePiece models."""
    written = [scratch / name for name in ("vocab.json", "target_vocab.json")]
    for path, vocabulary in zip(written, vocabularies, strict=False):
        ordered = dict(sorted(vocabulary.items(), key=lambda entry: entry[1]))
        path.write_text(json.dumps(ordered, indent=2), encoding="utf-8")
    models = (folder / "source.spm", folder / "target.spm")
    for path in models:
        _content(path)
        check_spm(path)
    return CheckpointFiles(
        vocab=written[0],
        target_vocab=written[1] if len(vocabularies) > 1 else None,
        source_spm=models[0],
        target_spm=models[1],
        licence=licence_file(folder),
    )


def _as_config(
    settings: Mapping[str, Any],
    decoder: Mapping[str, Any],
    vocabulary: Mapping[str, int],
    pad: int,
    model: Path,
) -> dict[str, Any]:
    """Say what ``config.json`` says in the checkpoints that were made of such releases."""
    numbers = {
        name: _whole(model, settings, name)
        for name in ("dim-emb", "enc-depth", "dec-depth", "transformer-heads")
    }
    ffn = _whole(model, settings, "transformer-dim-ffn")
    eos = vocabulary.get(SpecialTokens().eos)
    every = _is_on(settings, "tied-embeddings-all")
    return {
        "model_type": "marian",
        "vocab_size": pad + 1,
        "decoder_vocab_size": pad + 1,
        "d_model": numbers["dim-emb"],
        "encoder_layers": numbers["enc-depth"],
        "decoder_layers": numbers["dec-depth"],
        "encoder_attention_heads": numbers["transformer-heads"],
        "decoder_attention_heads": numbers["transformer-heads"],
        "encoder_ffn_dim": ffn,
        "decoder_ffn_dim": ffn,
        "activation_function": settings.get("transformer-ffn-activation", "swish"),
        # Sinusoids have no end; this is what those checkpoints have.
        "max_position_embeddings": numbers["dim-emb"],
        "scale_embedding": True,
        "share_encoder_decoder_embeddings": every or _is_on(settings, "tied-embeddings-src"),
        "tie_word_embeddings": every or _is_on(settings, "tied-embeddings"),
        "pad_token_id": pad,
        "decoder_start_token_id": pad,
        "eos_token_id": eos,
        "forced_eos_token_id": eos,
        "bad_words_ids": [[pad]],
        "num_beams": _whole(model.parent / DECODER, decoder, "beam-size", 1),
        "length_penalty": _real(model.parent / DECODER, decoder, "normalize", 1.0),
        "max_length": 512,
    }


def _is_on(settings: Mapping[str, Any], name: str) -> bool:
    return str(settings.get(name, "false")).lower() == "true"


def _whole(path: Path, settings: Mapping[str, Any], name: str, default: int | None = None) -> int:
    value = settings.get(name, default)
    if not re.fullmatch(r"[0-9]{1,9}", str(value)):
        raise CheckpointError(path, f"a whole number for {name}", f"{value!r:.40}")
    return int(str(value))


def _real(path: Path, settings: Mapping[str, Any], name: str, default: float) -> float:
    value = settings.get(name, default)
    try:
        return float(str(value))
    except ValueError as error:
        raise CheckpointError(path, f"a number for {name}", f"{value!r:.40}") from error


def _named_languages(folder: Path) -> dict[str, str]:
    """Return the languages that the README names, as tokenizer_config.json would."""
    card = folder / "README.md"
    text = card.read_text(encoding="utf-8", errors="replace") if card.is_file() else ""
    return {
        f"{side.lower()}_lang": common_language(codes.split())
        for side, codes in reversed(_LANGUAGES.findall(text))
    }
