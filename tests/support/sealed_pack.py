"""A tiny sealed pack. Its graphs are not graphs: opening a pack does not parse them."""

import json
import os
from dataclasses import replace
from pathlib import Path

from engine.pack import (
    AlignmentHead,
    Dimensions,
    Generation,
    PackManifest,
    Quantisation,
    SourceCheckpoint,
    SpecialIds,
    seal,
)

VOCABULARY = {
    "</s>": 0,
    "<unk>": 1,
    "▁a": 2,
    "b": 3,
    "▁译": 4,
    "文": 5,
    ">>cmn_Hans<<": 6,
    "<pad>": 7,
}

CONTENT = {
    "encoder.int8.onnx": b"encoder",
    "decoder.int8.onnx": b"decoder",
    "weights.bin": b"w" * 4096,
    "vocab.json": json.dumps(VOCABULARY).encode(),
    "source.spm": b"source model",
    "target.spm": b"target model",
    "LICENSE": b"MIT\n",
}


def tiny_manifest(**changes) -> PackManifest:
    """Return a manifest that fits ``CONTENT``, without its table of files."""
    manifest = PackManifest(
        name="tiny-en-zh",
        source_language="en",
        target_language="zh-Hans",
        target_tokens={"zh-Hans": ">>cmn_Hans<<"},
        special_ids=SpecialIds(pad=7, eos=0, unk=1, decoder_start=7),
        dimensions=Dimensions(
            d_model=8,
            encoder_layers=2,
            decoder_layers=1,
            encoder_heads=2,
            decoder_heads=4,
            encoder_ffn=16,
            decoder_ffn=16,
            source_vocab=8,
            target_vocab=8,
            max_positions=32,
        ),
        generation=Generation(
            num_beams=4,
            length_penalty=1.0,
            early_stopping="never",
            max_length=32,
            forced_eos=True,
            banned_ids=(7,),
        ),
        quantisation=Quantisation(scheme="blocks", block_size=32, details={"bits": 8, "by": "row"}),
        alignment=AlignmentHead(layer=0, head=3),
        max_source_tokens=30,
        separate_vocabs=False,
        licence="CC-BY-SA-4.0",
        attribution="由测试而作",
        checkpoint=SourceCheckpoint(name="tiny", revision="0123abcd"),
        exporter_version="0.1.0",
        opset=21,
        files={},
    )
    return replace(manifest, **changes)


def write_pack(folder: Path, *, content=None, settled: bool = True, **changes) -> Path:
    """Write and seal a pack.

    Args:
        folder: Made if it is not there.
        content: Files that differ from ``CONTENT``; ``None`` as content leaves a file out.
        settled: Set the files' times back, so that they may be stamped.
        changes: Fields of the manifest that differ.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in {**CONTENT, **(content or {})}.items():
        if data is not None:
            (folder / name).write_bytes(data)
            if settled:
                os.utime(folder / name, (1_700_000_000, 1_700_000_000))
    seal(folder, tiny_manifest(**changes))
    return folder
