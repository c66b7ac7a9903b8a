"""Make a model pack of a checkpoint: read, build, quantise, check, and only then put in place."""

import contextlib
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import onnx

from engine import pack
from engine.errors import EngineError
from engine.pack import (
    AlignmentHead,
    Dimensions,
    Generation,
    PackManifest,
    Quantisation,
    SourceCheckpoint,
    SpecialIds,
)
from export.checkpoint import TOKENIZER, Checkpoint
from export.checkpoint_config import read_json
from export.decoder import build_decoder
from export.encoder import build_encoder
from export.errors import ExportError
from export.graph import OPSET, WeightFile
from export.languages import languages, targets
from export.policies import DEFAULT
from export.quantise import Policy

EXPORTER_VERSION: Final = "0.1.0"
"""The first version of this program whose exporter writes exactly these bytes."""

MAX_SOURCE_TOKENS: Final = 128
"""Longest source that a pack asks for by default; longer sentences are wrapped."""

Check = Callable[[Checkpoint, Path], str]
"""Verifies a staged pack and returns the text of its quality.json; raises when it is no good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertOptions:
    """How to make a pack.

    Attributes:
        policy: Which weight is stored how.
        max_source_tokens: Longest source in tokens, end token included; capped at the positions.
        force: Replace a pack that is there already.
    """

    policy: Policy = DEFAULT
    max_source_tokens: int = MAX_SOURCE_TOKENS
    force: bool = False


def convert(
    checkpoint: Checkpoint, target: Path, check: Check, options: ConvertOptions | None = None
) -> PackManifest:
    """Make a pack of ``checkpoint`` at ``target``; nothing is there unless all went well.

    Whatever goes wrong, interruption included, a pack that was there stays, and so does nothing
    else.

    Args:
        checkpoint: What to convert.
        target: The pack's folder; its parents are made where they are missing.
        check: Verifies the staged pack before it is put in place.
        options: How to make it.

    Raises:
        ExportError: Something is at ``target`` already, or the check failed.
        OSError: Something cannot be written.
    """
    options = options or ConvertOptions()
    refuse_existing(target, force=options.force)
    with (
        _parents(target),
        tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}-") as temporary,
    ):
        staged = Path(temporary) / "new"
        staged.mkdir()
        manifest = build_pack(checkpoint, staged, options)
        (staged / pack.QUALITY).write_bytes(check(checkpoint, staged).encode())
        refuse_existing(target, force=options.force)
        _put(staged, target, Path(temporary) / "old")
    return manifest


def refuse_existing(target: Path, *, force: bool) -> None:
    """Refuse to write over something, unless it is a pack or an empty folder and ``force`` is on.

    A folder is a pack if its manifest is one and it holds nothing that the manifest does not list.

    Raises:
        ExportError: Something that must stay is there.
    """
    if not target.exists() and not target.is_symlink():
        return
    if target.is_symlink() or not target.is_dir():
        found = "a link" if target.is_symlink() else "a file"
        raise ExportError(f"{target}: expected a new or an empty folder, found {found}")
    present = sorted(path.name for path in target.iterdir())
    if not force:
        found = "a folder with files" if present else "an empty folder"
        raise ExportError(f"{target}: expected nothing, found {found}; --force replaces a pack")
    if present:
        _refuse_other(target, present)


def _refuse_other(target: Path, present: list[str]) -> None:
    """Refuse a folder that is no pack, or that holds something else besides."""
    expected = f"{target}: expected a pack or an empty folder to replace"
    if pack.MANIFEST not in present:
        raise ExportError(f"{expected}, found a folder without {pack.MANIFEST}")
    manifest = target / pack.MANIFEST
    try:
        listed = PackManifest.from_dict(read_json(manifest), manifest).files
    except EngineError as error:
        raise ExportError(f"{expected}, found another {pack.MANIFEST}: {error}") from error
    if others := [name for name in present if name not in {*listed, pack.MANIFEST, pack.QUALITY}]:
        raise ExportError(f"{expected}, found one with {others[0]}, which is no part of a pack")


@contextlib.contextmanager
def _parents(target: Path) -> Iterator[None]:
    """Make the missing parents of ``target``, and take them away again on failure."""
    missing = [parent for parent in target.parents if not parent.exists()]
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for parent in missing:
            with contextlib.suppress(OSError):  # never made, or no longer empty
                parent.rmdir()
        raise


def _put(staged: Path, target: Path, retired: Path) -> None:
    """Move a pack to ``target``; what is there goes to ``retired``, and comes back on failure."""
    try:
        if target.exists():
            target.replace(retired)
        staged.replace(target)
    except BaseException:
        if retired.exists() and not target.exists():
            retired.replace(target)
        raise


def build_pack(
    checkpoint: Checkpoint, folder: Path, options: ConvertOptions | None = None
) -> PackManifest:
    """Write every file of a pack into an empty folder, unverified.

    Raises:
        OSError: Something cannot be written.
        PackError: What was written is not a pack, which would be a fault of this program.
    """
    options = options or ConvertOptions()
    manifest = _manifest(checkpoint, options)
    write_graphs(checkpoint, folder, options.policy)
    files = checkpoint.files
    shutil.copyfile(files.vocab, folder / pack.VOCAB)
    if files.target_vocab:
        shutil.copyfile(files.target_vocab, folder / pack.TARGET_VOCAB)
    shutil.copyfile(files.source_spm, folder / pack.SOURCE_SPM)
    shutil.copyfile(files.target_spm, folder / pack.TARGET_SPM)
    (folder / pack.LICENSE).write_bytes(_licence(checkpoint).encode())
    sources = checkpoint.path / pack.SOURCES
    if sources.is_file():
        shutil.copyfile(sources, folder / pack.SOURCES)
    return pack.seal(folder, manifest)


def write_graphs(checkpoint: Checkpoint, folder: Path, policy: Policy) -> None:
    """Write both graphs and the weights that they share, and have onnx check them."""
    weights, file = checkpoint.weights, WeightFile(pack.WEIGHTS)
    alignment = _alignment(checkpoint)
    banned = checkpoint.generation.banned_ids
    models = {
        pack.ENCODER: build_encoder(weights, policy, file),
        pack.DECODER: build_decoder(
            weights, policy, file, alignment=(alignment.layer, alignment.head), banned=banned
        ),
    }
    for name, model in models.items():
        (folder / name).write_bytes(model.SerializeToString(deterministic=True))
    (folder / pack.WEIGHTS).write_bytes(file.content())
    for name in models:
        onnx.checker.check_model(folder / name)


def _alignment(checkpoint: Checkpoint) -> AlignmentHead:
    # Marian's guided alignment trains the first head of the last decoder layer.
    return AlignmentHead(layer=checkpoint.weights.config.decoder_layers - 1, head=0)


def _manifest(checkpoint: Checkpoint, options: ConvertOptions) -> PackManifest:
    config, generation, policy = (
        checkpoint.weights.config,
        checkpoint.generation,
        options.policy,
    )
    path = checkpoint.path / TOKENIZER
    source, target = languages(read_json(path) if path.is_file() else {}, checkpoint.name)
    return PackManifest(
        name=pack_name(checkpoint.name),
        source_language=source,
        target_language=target,
        target_tokens=targets(checkpoint.target_tokens, target),
        special_ids=SpecialIds(
            pad=config.pad_id,
            eos=config.eos_id,
            unk=config.unk_id,
            decoder_start=config.decoder_start_id,
        ),
        dimensions=Dimensions(
            d_model=config.d_model,
            encoder_layers=config.encoder_layers,
            decoder_layers=config.decoder_layers,
            encoder_heads=config.encoder_heads,
            decoder_heads=config.decoder_heads,
            encoder_ffn=config.encoder_ffn,
            decoder_ffn=config.decoder_ffn,
            source_vocab=config.source_vocab,
            target_vocab=config.target_vocab,
            max_positions=config.max_positions,
        ),
        generation=Generation(
            num_beams=generation.num_beams,
            length_penalty=generation.length_penalty,
            early_stopping=generation.early_stopping,
            max_length=min(generation.max_length, config.max_positions),
            forced_eos=generation.forced_eos,
            banned_ids=generation.banned_ids,
        ),
        quantisation=Quantisation(
            scheme=policy.name,
            block_size=policy.block_size if "block8" in policy.schemes() else 0,
            details=policy.details(),
        ),
        alignment=_alignment(checkpoint),
        max_source_tokens=min(options.max_source_tokens, config.max_positions),
        separate_vocabs=config.separate_vocabs,
        licence=_spdx(checkpoint.licence),
        attribution=checkpoint.attribution,
        checkpoint=SourceCheckpoint(name=checkpoint.name, revision=checkpoint.revision),
        exporter_version=EXPORTER_VERSION,
        opset=OPSET,
        files={},
    )


def pack_name(name: str) -> str:
    """Turn a checkpoint's name into one that a folder may have on any system.

    Runs of other characters than letters, digits, dots and underscores become a dash, and the
    name is cut to 64 characters; one that nothing is left of becomes ``model``.
    """
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("._-")
    return plain[:64].rstrip("._-") or "model"


def _spdx(licence: str) -> str:
    """Spell a Creative Commons licence as SPDX does; leave every other as the card has it."""
    return licence.replace(" ", "-") if licence.startswith("CC") else licence


def _licence(checkpoint: Checkpoint) -> str:
    """Return the licence's own text if the checkpoint has it, and else what its card says."""
    if checkpoint.files.licence:
        return checkpoint.files.licence.read_text(encoding="utf-8", errors="replace")
    head = (
        f"{checkpoint.name}\nLicence: {checkpoint.licence}\nAttribution: {checkpoint.attribution}\n"
    )
    card = checkpoint.path / "README.md"
    if not card.is_file():
        return head
    return f"{head}\nThe model card:\n\n{card.read_text(encoding='utf-8', errors='replace')}"
