"""What verification accepts, what it refuses, and what it says it left out."""

import json
import sys
import tempfile
from dataclasses import replace

import numpy as np
import pytest

from engine.pack import DECODER, WEIGHTS, ModelPack
from export import verify
from export.checkpoint import read_checkpoint
from export.convert import ConvertOptions, build_pack
from export.errors import VerificationFailed
from export.lines import Line
from export.policies import DEFAULT, FLOAT32
from export.score import Scores
from export.verify import VerifyOptions, compare, measure, never, summary
from export.verify.parity import IdParity, Subject, id_parity, logit_difference
from export.verify.reference import Reference
from tests.support.checkpoints import CHINESE, ENGLISH, save_tiny_checkpoint
from tests.support.requirements import require

LINES = [Line(*pair) for pair in zip(ENGLISH, CHINESE, strict=True)]
QUICK = VerifyOptions(parity_lines=3, score_lines=4)


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    path = tmp_path_factory.mktemp("checkpoint") / "opus-mt-en-zh"
    save_tiny_checkpoint(path, max_positions=24, shared=False)
    return read_checkpoint(path)


@pytest.fixture(scope="module")
def packs(checkpoint, tmp_path_factory):
    found = []
    for policy in (FLOAT32, DEFAULT):
        folder = tmp_path_factory.mktemp(policy.name)
        build_pack(checkpoint, folder, ConvertOptions(policy=policy))
        found.append(ModelPack.open(folder, verify=False))
    return found


@pytest.fixture
def exact(packs):
    return packs[0]


@pytest.fixture
def small(packs):
    return packs[1]


@pytest.fixture(scope="module")
def oracle(checkpoint):
    return Reference(checkpoint.path, never(checkpoint))


def without(monkeypatch, *modules):
    """Let modules be missing, as they are where an extra is not installed."""
    for module in modules:
        for name in [name for name in sys.modules if name.partition(".")[0] == module]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, module, None)


def perturb(folder, name, amount=1.0):
    """Change one number of one weight of a float32 pack."""
    import onnx

    model = onnx.load(folder / DECODER, load_external_data=False)
    (tensor,) = (each for each in model.graph.initializer if each.name == name)
    offset = int(next(each.value for each in tensor.external_data if each.key == "offset"))
    content = bytearray((folder / WEIGHTS).read_bytes())
    number = np.frombuffer(content, "<f4", count=1, offset=offset)
    content[offset : offset + 4] = (number + np.float32(amount)).astype("<f4").tobytes()
    (folder / WEIGHTS).write_bytes(content)


# --- A sound pack ----------------------------------------------------------------------------


@pytest.mark.parity
def test_a_sound_pack_passes_and_its_figures_are_kept(checkpoint, small, oracle):
    require("sacrebleu")
    said: list[str] = []
    options = replace(QUICK, report=said.append)
    quality = verify.verify(checkpoint, small.path, LINES, options)
    assert quality.failures() == []
    assert quality.logits is not None
    assert quality.logits < verify.LOGIT_TOLERANCE / 2
    assert [(each.beams, each.lines, each.different) for each in quality.ids] == [
        (1, 3, 0),
        (4, 3, 0),
    ]
    assert quality.lines == 4
    assert quality.float32 is not None
    assert None not in (quality.int8, quality.agreement)
    assert quality.confidence is None
    assert quality.skipped == ("confidence: needs 20 good and 20 bad translations",)
    kept = json.loads(quality.to_json())
    assert kept["logits"] == quality.logits
    assert kept["ids"][1]["equal"] + kept["ids"][1]["ties"] == 3
    assert kept["float32"] == {"bleu": quality.float32.bleu, "chrf": quality.float32.chrf}
    assert len(said) == 3
    assert len(summary(quality)) == 5


@pytest.mark.parity
def test_without_references_int8_is_compared_with_float32_alone(checkpoint, exact, small):
    require("sacrebleu")
    lines = [Line(text, None) for text in ENGLISH]
    quality = measure(checkpoint, exact, small, lines, QUICK)
    assert quality.float32 is quality.int8 is None
    assert quality.agreement is not None
    assert quality.skipped == ("BLEU against references: there are none for these languages",)
    assert any("int8 against float32" in line for line in summary(quality))


# --- A faulty one ----------------------------------------------------------------------------


@pytest.mark.parity
@pytest.mark.parametrize(
    "name", ["decoder.1.fc2.weight", "decoder.0.attention.qkv.weight", "projection.bias"]
)
def test_one_wrong_number_in_one_weight_fails(checkpoint, small, monkeypatch, name):
    def build_wrong(checkpoint, folder, options):
        build_pack(checkpoint, folder, options)
        perturb(folder, name)

    monkeypatch.setattr(verify, "build_pack", build_wrong)
    with pytest.raises(VerificationFailed) as raised:
        verify.verify(checkpoint, small.path, LINES, QUICK)
    assert raised.value.path == small.path
    assert raised.value.failures[0].startswith("logits: expected within 0.001 of transformers'")


class Fake:
    """An oracle that agrees with the pack but for what is changed about it.

    Args:
        subject: The pack.
        other: What it finds in place of what the pack finds.
        gap: By how much the log-probability of what differs is lower.
        off: Added to the log-probability of one token.
        ruled_out: A token that it never allows.
    """

    def __init__(self, subject, *, other=None, gap=0.0, off=0.0, ruled_out=None):
        self.subject, self.other, self.gap = subject, other, gap
        self.off, self.ruled_out = off, ruled_out

    def log_probs(self, source, target):
        found = self.subject.log_probs(source, target).copy()
        found[0, 2] += self.off
        if self.ruled_out is not None:
            found[:, self.ruled_out] = -np.inf
        if self.other is not None:
            ours = (*self.subject.find(source, 1), self.subject.manifest.special_ids.eos)
            theirs = (*self.other, self.subject.manifest.special_ids.eos)
            at = next(i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b)
            if at < len(found):
                found[at, theirs[at]] = found[at, ours[at]] - self.gap
        return found

    def generate(self, source, *, beams, length_penalty, max_new_tokens):
        return self.subject.find(source, beams) if self.other is None else self.other

    def score(self, source, target, length_penalty):
        return -1.0 - self.gap * (tuple(target[:-1]) == self.other)


@pytest.fixture
def subject(exact):
    return Subject(exact)


def test_an_oracle_that_agrees_agrees(subject):
    logits, ids = compare(subject, Fake(subject), LINES[:2])
    assert logits == 0
    assert ids == tuple(
        IdParity(beams=beams, lines=2, equal=2, ties=0, different=0) for beams in (1, 4)
    )


@pytest.mark.parametrize("off", [0.5, -0.02])
def test_the_largest_difference_of_all_is_reported(subject, off):
    found = logit_difference(subject, Fake(subject, off=off), LINES[:2])
    assert found == pytest.approx(abs(off), rel=1e-4)


def test_a_token_that_only_one_of_them_allows_is_no_small_difference(subject):
    assert logit_difference(subject, Fake(subject, ruled_out=5), LINES[:1]) == float("inf")


@pytest.mark.parametrize("beams", [1, 4])
@pytest.mark.parametrize(("gap", "ties", "different"), [(0, 2, 0), (5e-4, 2, 0), (2e-3, 0, 2)])
def test_other_ids_count_as_ties_only_if_they_are_as_good(subject, beams, gap, ties, different):
    other = Fake(subject, other=(7, 7, 7), gap=gap)
    assert all(subject.find(subject.ids(line.source), beams) != (7, 7, 7) for line in LINES[:2])
    assert id_parity(subject, other, LINES[:2], beams) == IdParity(
        beams=beams, lines=2, equal=0, ties=ties, different=different
    )


@pytest.mark.parametrize("other", [(), (3,), tuple(range(2, 25))], ids=len)
def test_results_of_any_length_can_be_told_apart(subject, other):
    found = id_parity(subject, Fake(subject, other=other, gap=1), LINES[:1], 1)
    assert found.different == 1


SOUND = verify.Quality(
    logits=1e-5,
    ids=(IdParity(beams=4, lines=100, equal=98, ties=2, different=0),),
    lines=1500,
    float32=Scores(20.0, 25.0),
    int8=Scores(19.75, 25.0),
    agreement=Scores(90.0, 90.0),
    confidence=None,
    skipped=(),
)


@pytest.mark.parametrize(
    ("change", "failures"),
    [
        ({}, []),
        ({"logits": 1e-3}, []),
        ({"logits": 0.0011}, ["logits: expected within 0.001 of transformers', found 0.0011"]),
        ({"logits": float("nan")}, ["logits: expected within 0.001 of transformers', found nan"]),
        ({"logits": float("inf")}, ["logits: expected within 0.001 of transformers', found inf"]),
        ({"int8": Scores(19.7, 25.0)}, []),
        (
            {"int8": Scores(19.69, 25.0)},
            ["int8: expected at most 0.3 BLEU less than 20.00, found 19.69"],
        ),
        ({"int8": Scores(21.0, 25.0)}, []),
        ({"logits": None, "ids": (), "float32": None, "int8": None, "agreement": None}, []),
    ],
)
def test_what_fails(change, failures):
    assert replace(SOUND, **change).failures() == failures


def test_ids_that_differ_fail_and_ties_do_not():
    parity = IdParity(beams=4, lines=100, equal=97, ties=2, different=1)
    (failure,) = replace(SOUND, ids=(*SOUND.ids, parity)).failures()
    assert "beam 4" in failure
    assert "1" in failure


def test_every_failure_is_named(checkpoint, small, monkeypatch, tmp_path):
    bad = replace(SOUND, logits=1.0, int8=Scores(1.0, 1.0))
    monkeypatch.setattr(verify, "measure", lambda *_: bad)
    with pytest.raises(VerificationFailed) as raised:
        verify.verify(checkpoint, small.path, LINES)
    assert len(raised.value.failures) == 2
    assert "\n" not in str(raised.value)


# --- Checks that cannot be made --------------------------------------------------------------


def test_what_is_not_installed_is_skipped_and_said(checkpoint, exact, small, monkeypatch):
    without(monkeypatch, "torch", "transformers", "sacrebleu")
    quality = measure(checkpoint, exact, small, LINES, QUICK)
    assert quality.failures() == []
    assert quality.skipped == (
        "logits and ids: torch and transformers are not installed",
        "BLEU and chrF: sacrebleu is not installed",
    )
    assert [line.startswith("skipped ") for line in summary(quality)] == [True, True]


def test_a_pack_that_cannot_run_fails_even_so(checkpoint, exact, small, monkeypatch, tmp_path):
    from engine.errors import EngineError

    without(monkeypatch, "torch", "transformers", "sacrebleu")
    broken = tmp_path / "broken"
    broken.mkdir()
    for path in small.path.iterdir():
        (broken / path.name).write_bytes(path.read_bytes())
    (broken / WEIGHTS).write_bytes(b"")
    with pytest.raises(EngineError):
        measure(checkpoint, exact, replace(small, path=broken), LINES, QUICK)


def test_temporary_packs_go_away(checkpoint, small, monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(verify, "measure", lambda *_: SOUND)
    verify.verify(checkpoint, small.path, LINES)

    def interrupt(*_):
        assert len(list(tmp_path.iterdir())) == 1
        raise KeyboardInterrupt

    monkeypatch.setattr(verify, "measure", interrupt)
    with pytest.raises(KeyboardInterrupt):
        verify.verify(checkpoint, small.path, LINES)
    assert list(tmp_path.iterdir()) == []
