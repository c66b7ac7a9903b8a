"""What lies beside a checkpoint's weights: vocabularies, SentencePiece models, the model card."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import sentencepiece

from export.checkpoint_config import read_json
from export.errors import CheckpointError
from export.marian import MarianConfig

UNKNOWN_LICENCE: Final = "unknown"

_TARGET_TOKEN: Final = re.compile(r">>[^<>\s]+<<")
_FRONT_MATTER: Final = re.compile(r"\A---\s*\n(.*?)\n---\s*$", re.DOTALL | re.MULTILINE)
_LICENCE_IN_TEXT: Final = re.compile(
    r"\blicen[cs]e\b(?: of (?:the )?\w+)?[\s*_`]*:[\s*_`]*([^,;\n]+)", re.IGNORECASE
)
_ATTRIBUTION_IN_TEXT: Final = re.compile(r"\battribution(?: to\b|[\s*_`]*:)(.+)", re.IGNORECASE)
_MARKUP: Final = " \t\r*_`'\"."
_LICENCE_FILES: Final = ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "LICENCE.txt")


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointFiles:
    """Files that go into a pack as they are.

    Attributes:
        vocab: Ids of the source pieces, and of the target pieces unless they have their own.
        target_vocab: Ids of the target pieces where the vocabularies are separate.
        source_spm: SentencePiece model of the source language.
        target_spm: SentencePiece model of the target language.
        licence: The licence's text, where the folder has it.
    """

    vocab: Path
    target_vocab: Path | None
    source_spm: Path
    target_spm: Path
    licence: Path | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialTokens:
    """How the vocabulary spells its special tokens."""

    unk: str = "<unk>"
    eos: str = "</s>"
    pad: str = "<pad>"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCard:
    """What a README says about rights: the licence's name, and whom to credit for what."""

    licence: str
    attribution: str


def find_files(folder: Path, *, separate_vocabs: bool) -> CheckpointFiles:
    """Find the tokenizer's files and prove that SentencePiece can load its models.

    Raises:
        CheckpointError: A file is missing (all missing ones are named) or is no SentencePiece
            model.
    """
    names = ["vocab.json", "source.spm", "target.spm"]
    names += ["target_vocab.json"] if separate_vocabs else []
    missing = [name for name in names if not (folder / name).is_file()]
    if missing:
        raise CheckpointError(folder, ", ".join(names), f"no {', '.join(missing)}")
    files = CheckpointFiles(
        vocab=folder / "vocab.json",
        target_vocab=folder / "target_vocab.json" if separate_vocabs else None,
        source_spm=folder / "source.spm",
        target_spm=folder / "target.spm",
        licence=licence_file(folder),
    )
    for path in (files.source_spm, files.target_spm):
        check_spm(path)
    return files


def licence_file(folder: Path) -> Path | None:
    """Return the file with the licence's text, if there is one."""
    return next((folder / name for name in _LICENCE_FILES if (folder / name).is_file()), None)


def special_tokens(tokenizer: Mapping[str, Any]) -> SpecialTokens:
    """Take the spelling of special tokens from ``tokenizer_config.json``'s contents."""
    found = {}
    for field in ("unk", "eos", "pad"):
        token = tokenizer.get(f"{field}_token")
        content = token.get("content") if isinstance(token, dict) else token
        if isinstance(content, str):
            found[field] = content
    return SpecialTokens(**found)


def read_vocab(path: Path) -> dict[str, int]:
    """Read a vocabulary, piece to id.

    Raises:
        CheckpointError: The file is no table of distinct, non-negative ids.
    """
    vocab = read_json(path)
    for piece, token in vocab.items():
        if type(token) is not int or token < 0:
            raise CheckpointError(
                path, "a whole number for each piece", f"{token!r:.40} for {piece!r}"
            )
    if len(set(vocab.values())) < len(vocab):
        raise CheckpointError(path, "one piece for each id", "an id with two")
    return vocab


def unknown_id(path: Path, vocab: Mapping[str, int], special: SpecialTokens) -> int:
    """Look up the id of unknown pieces.

    Raises:
        CheckpointError: The vocabulary has none.
    """
    if special.unk not in vocab:
        raise CheckpointError(path, f"an id for {special.unk}", "none")
    return vocab[special.unk]


def check_vocab(
    path: Path, vocab: Mapping[str, int], rows: int, special: SpecialTokens, config: MarianConfig
) -> None:
    """Compare a vocabulary with the embedding it indexes and with the configured special ids.

    It may name fewer ids than there are rows (padded tables occur), never more.

    Raises:
        CheckpointError: An id has no row, or the end or padding has another id than configured;
            everything that is wrong is named.
    """
    problems = []
    largest = max(vocab.values(), default=-1)
    if largest >= rows:
        problems.append(f"id {largest}")
    if vocab.get(special.eos) != config.eos_id:
        problems.append(f"{special.eos} with id {vocab.get(special.eos)}, not {config.eos_id}")
    if vocab.get(special.pad, config.pad_id) != config.pad_id:
        problems.append(f"{special.pad} with id {vocab[special.pad]}, not {config.pad_id}")
    if problems:
        expected = f"ids below {rows} and the special ids of config.json"
        raise CheckpointError(path, expected, "; ".join(problems))


def target_tokens(vocab: Mapping[str, int]) -> tuple[str, ...]:
    """List the ``>>id<<`` tokens by which a multi-target model is told its target, by their id."""
    found = [piece for piece in vocab if _TARGET_TOKEN.fullmatch(piece)]
    return tuple(sorted(found, key=lambda piece: vocab[piece]))


def read_card(folder: Path, name: str) -> ModelCard:
    """Read licence and attribution from ``README.md``: its front matter first, then its text.

    A card that does not name a licence gives ``unknown``; one that asks for no attribution gives
    ``name``.
    """
    path = folder / "README.md"
    text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    front = _FRONT_MATTER.search(text)
    fields = _front_matter(front[1]) if front else {}
    licence = fields.get("license", "")
    if licence.lower() in ("", "other"):
        licence = fields.get("license_name", licence)
    body = text[front.end() :] if front else text
    return ModelCard(
        licence=licence or _first(_LICENCE_IN_TEXT, body) or UNKNOWN_LICENCE,
        attribution=_first(_ATTRIBUTION_IN_TEXT, body) or name,
    )


def revision(paths: Iterable[Path]) -> str:
    """Identify the contents of files by one SHA-256, in hexadecimal.

    It is the digest of what ``sha256sum`` prints for the files' names in sorted order, so that a
    user can check it: ``sha256sum $(ls) | sha256sum``.
    """
    total = hashlib.sha256()
    for path in sorted(paths, key=lambda each: each.name):
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        total.update(f"{digest}  {path.name}\n".encode())
    return total.hexdigest()


def check_spm(path: Path) -> None:
    """Prove that SentencePiece can load a model.

    Raises:
        CheckpointError: It cannot.
    """
    try:
        size = sentencepiece.SentencePieceProcessor(model_file=str(path)).get_piece_size()
    except (RuntimeError, OSError, ValueError) as error:
        raise CheckpointError(path, "a SentencePiece model", "something else") from error
    if not size:
        raise CheckpointError(path, "a SentencePiece model", "an empty one")


def _front_matter(block: str) -> dict[str, str]:
    """Read the plain top-level fields of a YAML block, and the first item of short lists."""
    fields: dict[str, str] = {}
    key = ""
    for line in block.splitlines():
        if match := re.match(r"(\w+):\s*(.*)", line):
            key, value = match[1], match[2].strip().strip("[]").split(",")[0].strip(_MARKUP)
            fields[key] = value
        elif (match := re.match(r"\s*-\s+(.+)", line)) and key and not fields[key]:
            fields[key] = match[1].strip(_MARKUP)
    return fields


def _first(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return re.split(r"\.\s", match[1])[0].strip(_MARKUP) if match else ""
