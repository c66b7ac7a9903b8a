"""Examining packs: a sound one, and what each check finds in one that is not."""

import shutil
import threading
from dataclasses import replace

import pytest

from engine.errors import Cancelled
from engine.pack import ENCODER, ModelPack, seal
from engine.pack_doctor import examine
from engine.pack_report import Example, Finding, PackReport
from engine.pack_samples import sentences, short_inputs
from tests.support.checkpoints import save_tiny_checkpoint
from tests.support.exported import make_pack


def found(report, check):
    (finding,) = (each for each in report.findings if each.check == check)
    return finding


def test_the_starter_is_good(starter_pack):
    told = []
    report = examine(starter_pack, on_progress=lambda *now: told.append(now))
    assert report.verdict == "good", report.reasons
    assert report.reasons == ()
    assert [each.check for each in report.findings] == ["runs", "short", "loops", "script", "speed"]
    assert report.seconds > 0
    assert [each.source for each in report.examples] == list(sentences("en"))
    assert all(each.translation for each in report.examples)
    total = len(sentences("en")) + len(short_inputs("en"))
    assert told == [(done, total) for done in range(total + 1)]


def test_a_pack_agrees_with_itself(starter_pack):
    parity = found(examine(starter_pack, starter_pack), "parity")
    assert (parity.verdict, parity.count) == ("good", parity.of)
    assert parity.of > 40


def test_a_pack_that_says_something_else_is_broken(tiny_pack, other_pack):
    parity = found(examine(tiny_pack, other_pack), "parity")
    assert parity.verdict == "broken"
    assert parity.count < parity.of / 2


@pytest.fixture(scope="session")
def other_pack(tmp_path_factory):
    """A pack of the same pieces and of other random weights."""
    folder = tmp_path_factory.mktemp("other")
    save_tiny_checkpoint(folder / "tiny-en-zh", seed=7)
    return make_pack(folder / "tiny-en-zh", folder / "pack")


def test_random_weights_are_broken(tiny_pack):
    """A model that has learnt nothing writes for ever, or not in Chinese, or nothing at all."""
    report = examine(tiny_pack)
    assert report.verdict == "broken"
    assert any(found(report, check).verdict == "broken" for check in ("short", "loops", "script"))
    assert report.reasons


def test_a_graph_that_is_none_is_one_line(tiny_pack, tmp_path):
    folder = shutil.copytree(tiny_pack.path, tmp_path / "pack")
    (folder / ENCODER).write_bytes(b"no graph")
    seal(folder, tiny_pack.manifest)
    report = examine(ModelPack.open(folder, verify=False))
    assert report.verdict == "broken"
    (finding,) = report.findings
    assert finding.check == "runs"
    assert ENCODER in finding.detail
    assert len(finding.detail.splitlines()) == 1
    assert report.examples == ()


def test_another_language_is_not_judged_by_what_it_says(starter_pack):
    """There are no samples of French here; English ones prove that the graphs run, and no more."""
    french = replace(starter_pack, manifest=replace(starter_pack.manifest, source_language="fr"))
    report = examine(french)
    assert report.verdict == "good"
    assert [each.check for each in report.findings] == ["runs", "script", "speed"]


def test_chinese_into_english_is_judged_by_its_script(starter_pack):
    """The starter writes Chinese, which is wrong where English is promised."""
    manifest = replace(
        starter_pack.manifest, source_language="zh", target_language="en", target_tokens={}
    )
    report = examine(replace(starter_pack, manifest=manifest))
    assert found(report, "script").verdict == "broken"
    assert {each.source for each in report.examples} == set(sentences("zh-Hant"))


def test_an_examination_can_be_cancelled(starter_pack):
    cancel = threading.Event()

    def tell(done, _total):
        if done == 3:
            cancel.set()

    with pytest.raises(Cancelled):
        examine(starter_pack, on_progress=tell, cancel=cancel)


def test_the_worst_finding_is_the_verdict_and_comes_first():
    report = PackReport(
        findings=(
            Finding(check="runs", verdict="good", detail="it runs"),
            Finding(check="speed", verdict="warnings", detail="it is slow"),
            Finding(check="loops", verdict="broken", detail="it loops", count=5, of=8),
        ),
        seconds=4.5,
        examples=(Example("Hello", "你好"),),
    )
    assert report.verdict == "broken"
    assert report.reasons == ("it loops", "it is slow")
    assert PackReport.from_dict(report.to_dict()) == report
    assert report.to_dict()["verdict"] == "broken"
    assert PackReport(findings=()).verdict == "good"


@pytest.mark.parametrize(
    "data", [{}, {"findings": 1}, {"findings": [{"check": "x"}], "seconds": 0, "examples": []}]
)
def test_what_is_no_report(data):
    with pytest.raises(ValueError, match="no report"):
        PackReport.from_dict(data)
