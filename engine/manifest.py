"""What a model pack says about itself in ``manifest.json``."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Literal

from engine.errors import PackCorrupt, PackIncompatible
from engine.fields import Fields
from engine.pack_names import MANIFEST, UNLISTED
from engine.patterns import regex
from engine.records import record

FORMAT_VERSION = 1
"""The format this version writes, and the newest one it reads."""

OLDEST_FORMAT = 1
"""The oldest format this version reads."""

NAME_PATTERN = r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?"
"""A pack's name is also the name of its folder, on any system."""

_LANGUAGE = r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*"
_TARGET_PIECE = r">>[^<>\s]+<<"
_SHA256 = r"[0-9a-f]{64}"
MOST_BEAMS = 32
"""Most hypotheses that a search may keep."""

STRONGEST_PENALTY = 5.0
"""Largest magnitude of a length penalty: beyond it, float32 cannot hold the scores."""

_MANIFEST_LIMIT = 1 << 20
# Windows takes these for devices, whatever follows the first dot.
_DEVICE = regex(r"(?i)(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?")


@record(kw_only=True)
class SpecialIds:
    """Vocabulary ids with a meaning; they come from the checkpoint and differ between models.

    Attributes:
        pad: Fills short rows.
        eos: Ends a source and a target sentence.
        unk: Stands for a piece that is not in the vocabulary.
        decoder_start: What the decoder is given first.
    """

    pad: int
    eos: int
    unk: int
    decoder_start: int


@record(kw_only=True)
class Dimensions:
    """Sizes of the model.

    Attributes:
        d_model: Width of the residual stream.
        encoder_layers: Layers of the encoder.
        decoder_layers: Layers of the decoder.
        encoder_heads: Attention heads of an encoder layer.
        decoder_heads: Attention heads of a decoder layer.
        encoder_ffn: Width of an encoder layer's feed-forward block.
        decoder_ffn: Width of a decoder layer's feed-forward block.
        source_vocab: Entries of the vocabulary that source ids come from.
        target_vocab: Entries of the vocabulary that target ids come from.
        max_positions: Positions that the model knows, on either side.
    """

    d_model: int
    encoder_layers: int
    decoder_layers: int
    encoder_heads: int
    decoder_heads: int
    encoder_ffn: int
    decoder_ffn: int
    source_vocab: int
    target_vocab: int
    max_positions: int


@record(kw_only=True)
class Generation:
    """How to search when the user does not say otherwise.

    Attributes:
        num_beams: Hypotheses kept; 1 is greedy search.
        length_penalty: Exponent of the length by which a hypothesis' score is divided.
        early_stopping: When a sentence is done: true, as soon as ``num_beams`` hypotheses are
            finished; false, when no running one is likely to do better; "never", when none can.
        max_length: Longest output in tokens, the start token included.
        forced_eos: The last token allowed by ``max_length`` is always eos.
        banned_ids: Ids that are never produced.
    """

    num_beams: int
    length_penalty: float
    early_stopping: bool | Literal["never"]
    max_length: int
    forced_eos: bool
    banned_ids: tuple[int, ...]


@record(kw_only=True)
class Quantisation:
    """How the weights are stored.

    Attributes:
        scheme: Name of the scheme.
        block_size: Weights that share one scale; 0 when blocks are not used.
        details: Whatever else the scheme wants recorded.
    """

    scheme: str
    block_size: int
    details: Mapping[str, str | int]


@record(kw_only=True)
class AlignmentHead:
    """The cross-attention head that follows word alignments best, both counted from 0."""

    layer: int
    head: int


@record(kw_only=True)
class SourceCheckpoint:
    """What the pack was made from.

    Attributes:
        name: The checkpoint's name.
        revision: A hash of the content of its files.
    """

    name: str
    revision: str


@record(kw_only=True)
class FileEntry:
    """One file of a pack: SHA-256 in lower-case hexadecimal, and size in bytes."""

    sha256: str
    size: int


@record(kw_only=True)
class PackManifest:
    """Everything a pack says about itself.

    Attributes:
        format_version: Version of the pack format.
        name: The pack's name, which is also its folder's.
        source_language: BCP 47 tag of the language it reads, such as "en".
        target_language: BCP 47 tag of the language it writes by default, such as "zh-Hans".
        target_tokens: For a model with several targets, the vocabulary piece that asks for each,
            such as ``{"zh-Hans": ">>cmn_Hans<<"}``; empty for a model with one.
        special_ids: Vocabulary ids with a meaning.
        dimensions: Sizes of the model.
        generation: Search defaults.
        quantisation: How the weights are stored.
        alignment: The head to read word alignments from, if one is known.
        max_source_tokens: Longest source sentence in ids, eos included.
        separate_vocabs: Target ids come from a vocabulary file of their own.
        licence: SPDX expression for the weights.
        attribution: Who made the model and from what.
        checkpoint: What the pack was made from.
        exporter_version: Version of this program that made the pack.
        opset: ONNX operator set of the graphs.
        files: Every file of the pack but the manifest and the measured figures.
    """

    format_version: int = FORMAT_VERSION
    name: str
    source_language: str
    target_language: str
    target_tokens: Mapping[str, str]
    special_ids: SpecialIds
    dimensions: Dimensions
    generation: Generation
    quantisation: Quantisation
    alignment: AlignmentHead | None
    max_source_tokens: int
    separate_vocabs: bool
    licence: str
    attribution: str
    checkpoint: SourceCheckpoint
    exporter_version: str
    opset: int
    files: Mapping[str, FileEntry]

    @classmethod
    def from_dict(cls, data: object, path: Path = Path(MANIFEST)) -> "PackManifest":
        """Check a decoded manifest and take it apart. Unknown fields are ignored.

        Args:
            data: What the JSON file holds.
            path: The file, for messages.

        Raises:
            PackIncompatible: A newer version of this program wrote it.
            PackCorrupt: A field is missing or is not what it should be.
        """
        top = Fields.of(data, path)
        _check_format(top)
        dimensions = _dimensions(top.fields("dimensions"))
        separate = top.boolean("separate_vocabs")
        if not separate and dimensions.source_vocab != dimensions.target_vocab:
            raise top.fields("dimensions").fault(
                "target_vocab",
                f"the source's {dimensions.source_vocab}, as the vocabulary is shared",
                dimensions.target_vocab,
            )
        tokens = top.fields("target_tokens")
        files = top.fields("files")
        checkpoint = top.fields("checkpoint")
        return cls(
            format_version=top.integer("format_version", 1),
            name=top.text("name", NAME_PATTERN, "a name of letters, digits, dots and dashes"),
            source_language=_language(top, "source_language"),
            target_language=_language(top, "target_language"),
            target_tokens={
                target: tokens.text(target, _TARGET_PIECE, "a token like >>id<<")
                for target in tokens.each()
            },
            special_ids=_special_ids(top.fields("special_ids"), dimensions),
            dimensions=dimensions,
            generation=_generation(top.fields("generation"), dimensions),
            quantisation=_quantisation(top.fields("quantisation")),
            alignment=_alignment(top, dimensions),
            max_source_tokens=top.integer("max_source_tokens", 1, dimensions.max_positions),
            separate_vocabs=separate,
            licence=top.text("licence"),
            attribution=top.text("attribution"),
            checkpoint=SourceCheckpoint(
                name=checkpoint.text("name"), revision=checkpoint.text("revision")
            ),
            exporter_version=top.text("exporter_version"),
            opset=top.integer("opset", 1),
            files={name: _file_entry(files, name) for name in files.each()},
        )

    def to_dict(self) -> dict[str, object]:
        """Return the manifest as plain JSON values; ``from_dict`` takes it back."""
        data = asdict(self)
        data["generation"]["banned_ids"] = list(self.generation.banned_ids)
        return data

    def to_json(self) -> str:
        """Return the manifest's text, the same bytes every time for the same content."""
        return json.dumps(self.to_dict(), sort_keys=True, indent=2, ensure_ascii=False) + "\n"


def parse_manifest(content: bytes, path: Path) -> PackManifest:
    """Read a manifest from the bytes of its file.

    Args:
        content: The bytes.
        path: Where they come from, for messages.

    Raises:
        PackIncompatible: A newer version of this program wrote it.
        PackCorrupt: It is not JSON, or a field is not what it should be.
    """
    if len(content) > _MANIFEST_LIMIT:
        raise PackCorrupt(path, f"at most {_MANIFEST_LIMIT:,} bytes", f"{len(content):,}")
    return PackManifest.from_dict(parse_json(content, path), path)


def parse_json(content: bytes, path: Path) -> object:
    """Decode UTF-8 JSON.

    Raises:
        PackCorrupt: It is neither.
    """
    try:
        return json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise PackCorrupt(path, "JSON in UTF-8", str(error)) from error


def is_plain_name(name: str) -> bool:
    """Tell whether ``name`` is that of a file in the folder itself, on any system."""
    return (
        bool(re.fullmatch(r"[^/\\:*?\"<>|\x00-\x1f\x7f]{1,200}", name))
        and not name.endswith((".", " "))
        and not _DEVICE.fullmatch(name)
    )


def _check_format(top: Fields) -> None:
    version = top.integer("format_version", 0)
    if version < OLDEST_FORMAT:
        # To its user it is as good as damaged: no other version helps, importing again does.
        raise PackCorrupt(
            top.path,
            f"a pack of format {OLDEST_FORMAT} or newer",
            f"format {version}, which is read no more; import the model it was made from again",
        )
    if version > FORMAT_VERSION:
        writer = top.values.get("exporter_version")
        needed = f"version {writer}" if isinstance(writer, str) else "a newer version"
        raise PackIncompatible(
            top.path,
            f"a pack of format {FORMAT_VERSION} or older",
            f"format {version}, which needs {needed} of this program or later; "
            "update it, or import the model that the pack was made from again",
            version=writer if isinstance(writer, str) else "",
        )


def _language(top: Fields, name: str) -> str:
    return top.text(name, _LANGUAGE, "a language tag like en or zh-Hans")


def _dimensions(part: Fields) -> Dimensions:
    sizes = {field.name: part.integer(field.name, 1) for field in fields(Dimensions)}
    for name in ("encoder_heads", "decoder_heads"):
        if sizes["d_model"] % sizes[name]:
            raise part.fault(name, f"a divisor of d_model {sizes['d_model']}", sizes[name])
    return Dimensions(**sizes)


def _special_ids(part: Fields, dimensions: Dimensions) -> SpecialIds:
    source, target = dimensions.source_vocab - 1, dimensions.target_vocab - 1
    return SpecialIds(
        pad=part.integer("pad", 0, source),
        eos=part.integer("eos", 0, min(source, target)),
        unk=part.integer("unk", 0, source),
        decoder_start=part.integer("decoder_start", 0, target),
    )


def _generation(part: Fields, dimensions: Dimensions) -> Generation:
    early: bool | Literal["never"] = "never"
    if part.get("early_stopping", 'true, false or "never"') != "never":
        early = part.boolean("early_stopping")
    banned = part.integers("banned_ids")
    if any(token >= dimensions.target_vocab for token in banned):
        raise part.fault("banned_ids", f"ids below {dimensions.target_vocab}", list(banned))
    return Generation(
        num_beams=part.integer("num_beams", 1, MOST_BEAMS),
        length_penalty=part.number("length_penalty", -STRONGEST_PENALTY, STRONGEST_PENALTY),
        early_stopping=early,
        max_length=part.integer("max_length", 1, dimensions.max_positions),
        forced_eos=part.boolean("forced_eos"),
        banned_ids=banned,
    )


def _quantisation(part: Fields) -> Quantisation:
    details = part.fields("details")
    checked: dict[str, str | int] = {}
    for name in details.each():
        value = details.values[name]
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise details.fault(name, "a text or a whole number", value)
        checked[name] = value
    return Quantisation(
        scheme=part.text("scheme"), block_size=part.integer("block_size", 0), details=checked
    )


def _alignment(top: Fields, dimensions: Dimensions) -> AlignmentHead | None:
    if top.get("alignment", "an object or null") is None:
        return None
    part = top.fields("alignment")
    return AlignmentHead(
        layer=part.integer("layer", 0, dimensions.decoder_layers - 1),
        head=part.integer("head", 0, dimensions.decoder_heads - 1),
    )


def _file_entry(files: Fields, name: str) -> FileEntry:
    if not is_plain_name(name) or name in UNLISTED:
        raise PackCorrupt(files.path, "plain names of listed files in field files", repr(name))
    entry = files.fields(name)
    return FileEntry(
        sha256=entry.text("sha256", _SHA256, "a SHA-256 in lower-case hexadecimal"),
        size=entry.integer("size", 0),
    )
