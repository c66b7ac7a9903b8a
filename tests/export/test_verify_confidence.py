"""A pack's probabilities compared with references."""

import json
import math
import random
from dataclasses import asdict

import numpy as np
import pytest

from engine.confidence import Calibration, confidence, expit, read_calibration
from engine.pack import QUALITY
from export.bench.confidence import area, figures, table, write
from export.bench.curve import drawn
from export.verify.confidence import FLAG_PRECISION, GOOD_CHRF, Judged, calibrate


def sentences(count: int, intercept: float, slope: float) -> list[Judged]:
    """Return sentences that are good as often as a curve says."""
    chance = random.Random(7)
    found = []
    for number in range(count):
        log_prob = -2 * chance.random()
        good = chance.random() < expit(intercept + slope * log_prob)
        found.append(Judged(str(number), log_prob, GOOD_CHRF + 1 if good else GOOD_CHRF - 1))
    return found


def test_the_curve_that_made_the_sentences_is_found():
    found = calibrate(sentences(20_000, 2.5, 3.0))
    assert found is not None
    assert math.isclose(found.intercept, 2.5, abs_tol=0.15)
    assert math.isclose(found.slope, 3.0, abs_tol=0.15)
    assert (found.lines, found.good_chrf) == (20_000, GOOD_CHRF)


def test_the_flag_is_as_precise_as_it_should_be_and_no_more_timid():
    judged = sentences(5000, 2.5, 3.0)
    found = calibrate(judged)
    assert found is not None

    def precision(below: float) -> float:
        bad = [not each.good for each in judged if confidence([each.log_prob], found) < below]
        return sum(bad) / len(bad)

    assert precision(found.flag_below) >= FLAG_PRECISION
    assert precision(found.flag_below + 0.01) < FLAG_PRECISION


@pytest.mark.parametrize("good", [True, False])
def test_too_few_of_a_kind_make_no_curve(good):
    judged = [Judged("", -0.5, GOOD_CHRF if good else 0.0)] * 500
    other = [Judged("", -1.0, 0.0 if good else GOOD_CHRF)] * 19
    assert calibrate(judged + other) is None
    assert calibrate([]) is None


def test_a_model_whose_probabilities_say_the_opposite_has_no_curve():
    assert calibrate(sentences(2000, -2.0, -3.0)) is None


def test_a_curve_is_found_where_all_good_ones_are_likelier():
    good = [Judged("", -0.1 - i / 1e4, 80.0) for i in range(100)]
    bad = [Judged("", -1.0 - i / 1e4, 1.0) for i in range(100)]
    found = calibrate(good + bad)
    assert found is not None
    assert confidence([-0.1], found) > 0.9
    assert confidence([-1.0], found) < 0.1


# Figures


def test_the_area_is_the_share_of_pairs_in_the_right_order():
    values = np.array([0.1, 0.4, 0.4, 0.8])
    assert area(values, np.array([False, False, True, True])) == pytest.approx(3.5 / 4)
    assert area(values, np.array([False, False, False, True])) == 1
    assert math.isnan(area(values, np.ones(4, bool)))


def test_figures_are_what_they_say():
    curve = Calibration(intercept=0.0, slope=1.0, flag_below=0.4, good_chrf=GOOD_CHRF, lines=4)
    log_odds = {0.25: False, 0.35: True, 0.45: False, 0.15: False}
    judged = [
        Judged("", math.log(p / (1 - p)), 50.0 if good else 0.0) for p, good in log_odds.items()
    ]
    found = figures(judged, curve)
    assert (found.lines, found.good, found.flagged) == (4, 0.25, 0.75)
    assert found.precision == pytest.approx(2 / 3)
    assert found.recall == pytest.approx(2 / 3)
    assert found.auc == pytest.approx(2 / 3)
    assert found.error == pytest.approx((0.25 + 0.65 + 0.45 + 0.15) / 4)
    assert [count for _, _, count in found.curve] == [1, 1, 1, 1]


def test_figures_are_laid_out_by_file_and_by_confidence():
    judged = sentences(500, 2.5, 3.0)
    found = calibrate(judged)
    assert found is not None
    text = table({"dev": figures(judged, found)})
    assert text.startswith("| file | sentences |")
    assert len(text.splitlines()) == 2 + 1 + 1 + 2 + 10
    picture = drawn({"dev": figures(judged, found).curve})
    assert picture.startswith("<svg ")
    assert picture.count("<circle") <= 10


def test_writing_a_curve_leaves_the_other_figures(tmp_path):
    figure = {"int8": {"bleu": 1.0}, "confidence": None}
    (tmp_path / QUALITY).write_text(json.dumps(figure), "utf-8")
    curve = Calibration(intercept=2.0, slope=1.0, flag_below=0.4, good_chrf=15.0, lines=3)
    write(tmp_path, curve)
    assert read_calibration(tmp_path) == curve
    kept = json.loads((tmp_path / QUALITY).read_text("utf-8"))
    assert kept == {"int8": {"bleu": 1.0}, "confidence": asdict(curve)}
    assert [path.name for path in tmp_path.iterdir()] == [QUALITY]
