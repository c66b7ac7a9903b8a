"""A random model of the very shape of opus-mt-en-zh, with the files of its time, end to end."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.pack import DECODER, ENCODER, QUALITY, WEIGHTS, ModelPack
from engine.translator import Translator
from engine.types import TranslationOptions
from export.bench.opus_shape import PAD
from export.lines import Line
from export.verify.parity import Subject
from tests.support.checkpoints import CHINESE, ENGLISH
from tests.support.exported import ROOT
from tests.support.opus import save_opus_checkpoint

pytestmark = [pytest.mark.parity, pytest.mark.slow]

LINES = [Line(*pair) for pair in zip(ENGLISH[:3], CHINESE[:3], strict=True)]


class Exported:
    """The pack, and what the command said and took."""

    def __init__(self, folder: Path) -> None:
        checkpoint = folder / "opus-mt-en-zh"
        save_opus_checkpoint(checkpoint)
        lines = folder / "lines.tsv"
        lines.write_text("".join(f"{line.source}\t{line.target}\n" for line in LINES), "utf-8")
        arguments = [str(checkpoint), "--output", str(folder / "pack"), "--lines", str(lines)]
        with (folder / "said.txt").open("wb") as said:
            process = subprocess.Popen(
                [sys.executable, "-m", "export", *arguments],
                cwd=ROOT,
                env={**os.environ, "OMP_NUM_THREADS": "1"},
                stderr=said,
            )
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        self.code, self.peak = process.returncode, usage.ru_maxrss * 1024
        self.said = (folder / "said.txt").read_text("utf-8")
        self.weights = (checkpoint / "pytorch_model.bin").stat().st_size
        (checkpoint / "pytorch_model.bin").unlink()
        self.path = folder / "pack"


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("opus")
    yield Exported(folder)
    shutil.rmtree(folder)


def test_it_is_verified(exported):
    """Log-probabilities, greedy ids and the ids of four beams are those of transformers."""
    assert exported.code == 0, exported.said
    figures = json.loads((exported.path / QUALITY).read_text())
    assert figures["logits"] < 1e-3
    assert [each["different"] for each in figures["ids"]] == [0, 0]
    assert [each["lines"] for each in figures["ids"]] == [3, 3]
    assert figures["skipped"] == ["confidence: needs 20 good and 20 bad translations"]


def test_it_is_a_quarter_of_the_weights_in_float32(exported):
    parts = (ENCODER, DECODER, WEIGHTS)
    size = sum((exported.path / name).stat().st_size for name in parts)
    assert exported.weights > 300_000_000
    assert size / exported.weights <= 0.28


def test_making_it_fits_in_the_memory_of_a_laptop(exported):
    assert exported.peak < 3 << 30


def test_the_manifest_has_its_conventions(exported, tmp_path):
    manifest = ModelPack.open(exported.path, cache=tmp_path).manifest
    assert (manifest.special_ids.pad, manifest.special_ids.decoder_start) == (PAD, PAD)
    assert (manifest.special_ids.eos, manifest.special_ids.unk) == (0, 1)
    assert manifest.generation.banned_ids == (PAD,)
    assert (manifest.generation.num_beams, manifest.generation.max_length) == (6, 512)
    assert manifest.generation.forced_eos is True
    assert manifest.dimensions.max_positions == 512
    assert manifest.max_source_tokens == 128
    assert manifest.target_tokens["zh-Hans"] == ">>cmn_Hans<<"
    assert manifest.licence == "apache-2.0"


def test_its_searches_find_something(exported):
    """Outputs that were all empty or all alike would compare nothing."""
    subject = Subject(ModelPack.open(exported.path, verify=False))
    found = [subject.find(subject.ids(text), 1) for text in ENGLISH]
    assert all(found)
    assert len(set(found)) >= min(3, len(ENGLISH))
    assert len({token for ids in found for token in ids}) > 10


def test_it_loads_and_translates(exported):
    translator = Translator.load(exported.path, threads=1)
    options = TranslationOptions(beam_size=2)
    first = translator.translate(ENGLISH[0], options)
    assert first == translator.translate(ENGLISH[0], options)
    assert first.text
