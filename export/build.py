"""Write the files of a pack: graphs, weights, vocabulary, licence and manifest."""

import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

import onnx

from engine import pack
from engine.pack import (
    AlignmentHead,
    Dimensions,
    Generation,
    ModelPack,
    PackManifest,
    Quantisation,
    SourceCheckpoint,
    SpecialIds,
)
from export.checkpoint import Checkpoint
from export.choices import masked_bias
from export.decoder import build_decoder
from export.encoder import build_encoder
from export.errors import LanguagesUnknown
from export.graph import OPSET, WeightFile
from export.languages import UNKNOWN, chosen, targets
from export.policies import DEFAULT
from export.quantise import Policy
from export.screening import CANDIDATES, Judgement, Screen, choose, possible, worth
from export.states import SPOKEN, states_of_lines

EXPORTER_VERSION: Final = "0.1.0"
"""The first version of this program whose exporter writes exactly these bytes."""

MAX_SOURCE_TOKENS: Final = 128
"""Longest source that a pack asks for by default; longer sentences are wrapped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertOptions:
    """How to make a pack.

    Attributes:
        policy: Which weight is stored how.
        max_source_tokens: Longest source in tokens, end token included; capped at the positions.
        source_language: What the model reads, where the checkpoint does not say or is wrong.
        target_language: What the model writes, likewise.
        screen: Whether a narrow stand-in finds the tokens that the projection scores: if that saves
            time and is ``judged`` good enough on the model's own hidden states, ``always`` if the
            vocabulary has tokens enough, or ``never``.
        force: Replace a pack that is there already.
        on_growth: Told the bytes of weights written so far; may raise to stop the work.
    """

    policy: Policy = DEFAULT
    max_source_tokens: int = MAX_SOURCE_TOKENS
    source_language: str | None = None
    target_language: str | None = None
    screen: Literal["judged", "always", "never"] = "judged"
    force: bool = False
    on_growth: Callable[[int], None] | None = None


def build_pack(
    checkpoint: Checkpoint, folder: Path, options: ConvertOptions | None = None
) -> PackManifest:
    """Write every file of a pack into an empty folder, unverified.

    Raises:
        LanguagesUnknown: Neither the checkpoint nor ``options`` name the languages.
        OSError: Something cannot be written.
        PackError: What was written is not a pack, which would be a fault of this program.
    """
    options = options or ConvertOptions()
    manifest = _manifest(checkpoint, options)
    _copy_files(checkpoint, folder)
    found = _screen(checkpoint, ModelPack(folder, manifest), options)
    write_graphs(checkpoint, folder, options, found[0] if found else None)
    if found:
        details = {**manifest.quantisation.details, **_details(*found)}
        quantisation = replace(manifest.quantisation, details=details)
        manifest = replace(manifest, quantisation=quantisation)
    return pack.seal(folder, manifest)


def _copy_files(checkpoint: Checkpoint, folder: Path) -> None:
    """Put the tokenizer's files, the licence and the sources into the pack."""
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


def _screen(
    checkpoint: Checkpoint, model: ModelPack, options: ConvertOptions
) -> tuple[Screen, Judgement] | None:
    """Find a stand-in for the projection, if one is wanted and there is a good one."""
    policy, weights = options.policy, checkpoint.weights
    schemes = {policy.scheme(name) for name in ("embedding", "projection")}
    if options.screen == "never" or schemes != {"row8"}:
        return None
    if model.manifest.source_language.split("-")[0] not in SPOKEN:
        return None
    judged = options.screen == "judged"
    if not possible(len(weights.projection)) or (judged and not worth(*weights.projection.shape)):
        return None
    report = options.on_growth or (lambda _written: None)
    states = states_of_lines(checkpoint, model, policy, lambda: report(0))
    bias = masked_bias(weights, checkpoint.generation.banned_ids)
    return choose(states, weights.projection, bias, judged=judged)


def _details(screen: Screen, judgement: Judgement) -> dict[str, str | int]:
    """Return what a manifest records of a stand-in."""
    return {
        "screen.width": screen.width,
        "screen.candidates": CANDIDATES,
        "screen.states": judgement.states,
        "screen.missed": f"{judgement.missed:.4f}",
        "screen.error": f"{judgement.error:.4f}",
    }


def write_graphs(
    checkpoint: Checkpoint, folder: Path, options: ConvertOptions, screen: Screen | None
) -> None:
    """Write both graphs and the weights that they share, and have onnx check them."""
    weights, file = checkpoint.weights, WeightFile(pack.WEIGHTS, options.on_growth)
    alignment = _alignment(checkpoint)
    models = {
        pack.ENCODER: build_encoder(weights, options.policy, file),
        pack.DECODER: build_decoder(
            weights,
            options.policy,
            file,
            alignment=(alignment.layer, alignment.head),
            banned=checkpoint.generation.banned_ids,
            screen=screen,
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
    source, target = pack_languages(checkpoint, options)
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


def pack_languages(checkpoint: Checkpoint, options: ConvertOptions) -> tuple[str, str]:
    """Return the languages of a pack: what the options say, and else what the checkpoint does.

    Raises:
        LanguagesUnknown: Neither says it, or what the options say is no language.
    """
    source = chosen(options.source_language, checkpoint.source_language)
    target = chosen(options.target_language, checkpoint.target_language, target=True)
    if UNKNOWN in (source, target):
        raise LanguagesUnknown(checkpoint.path, source, target)
    return source, target


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
