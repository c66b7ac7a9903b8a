"""Ratios against those of an earlier run."""

import json
from typing import Any

import pytest

from export.bench.baseline import Baseline, read_baseline, worse, write_baseline
from export.bench.command import BASELINES
from export.bench.errors import BenchError
from export.bench.figures import figure, goals

SHAPE = "opus-mt-en-zh"
LATENCY, RATE, LOSS = (
    "latency_of_transformers_beam_1",
    "file_rate_to_ctranslate2_beam_4",
    "int8_loss",
)


def figures(latency, rate):
    return [figure(LATENCY, latency, SHAPE), figure(RATE, rate, SHAPE), figure(LOSS, -0.1, SHAPE)]


def baseline(**changes):
    found: dict[str, Any] = {
        "shape": SHAPE,
        "machine": "m",
        "tolerance": 0.1,
        "ratios": {LATENCY: 0.2, RATE: 2.0},
    }
    return Baseline(**(found | changes))


def test_nothing_is_said_within_the_tolerance():
    assert worse(figures(0.219, 1.83), baseline(), SHAPE) == []
    assert worse(figures(0.01, 99.0), baseline(), SHAPE) == []


def test_what_is_worse_is_named_with_both_values():
    (latency,) = worse(figures(0.23, 2.0), baseline(), SHAPE)
    assert "beam 1, of transformers fp32: expected 0.2 within 10%, found 0.23" in latency
    (rate,) = worse(figures(0.2, 1.7), baseline(), SHAPE)
    assert "to CTranslate2 int8: expected 2 within 10%, found 1.7" in rate


def test_what_was_not_measured_is_passed_over_but_not_everything():
    assert worse(figures(0.2, 1.0)[:1], baseline(), SHAPE) == []
    with pytest.raises(BenchError, match="found none"):
        worse(figures(0.2, 1.0)[2:], baseline(), SHAPE)


def test_another_models_baseline_is_refused():
    with pytest.raises(BenchError, match=r"expected a baseline of opus-mt-en-zh, found one of x"):
        worse(figures(0.2, 2.0), baseline(shape="x"), SHAPE)


def test_it_is_read_as_it_was_written_and_other_ratios_stay(tmp_path):
    path = tmp_path / "b.json"
    write_baseline(path, figures(0.21234567, 2.0), SHAPE, "m")
    write_baseline(path, [figure(RATE, 3.0, SHAPE)], SHAPE, "n")
    found = read_baseline(path)
    assert found.ratios == {LATENCY: 0.2123, RATE: 3.0}
    assert found.machine == "n"
    assert [each.name for each in tmp_path.iterdir()] == ["b.json"]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"shape": "x", "machine": "m", "tolerance": 0.1, "ratios": {"a": 0}}']
)
def test_a_file_that_is_no_baseline_is_refused_by_name(tmp_path, text):
    path = tmp_path / "b.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BenchError, match=r"b\.json: expected"):
        read_baseline(path)
    with pytest.raises(BenchError, match=r"gone\.json: expected a baseline, found No such file"):
        read_baseline(tmp_path / "gone.json")


@pytest.mark.parametrize("path", sorted(BASELINES.glob("*.json")), ids=lambda path: path.stem)
def test_the_committed_ones_are_of_figures_that_there_are(path):
    found = read_baseline(path)
    assert found.shape == path.stem
    assert found.ratios
    assert set(found.ratios) <= {name for name, goal in goals().items() if goal.ratio}
    assert json.loads(path.read_text("utf-8"))["tolerance"] > 0
