"""What a pack's probabilities are worth."""

import json
import math
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.confidence import (
    UNCALIBRATED_LOW,
    Calibration,
    confidence,
    expit,
    is_low,
    read_calibration,
)
from engine.errors import PackCorrupt
from engine.pack import QUALITY
from engine.translator import Translator
from engine.types import Guards, TranslationOptions
from tests.support.fakes import (
    LIKELY,
    LetterCodec,
    SpellingModel,
    lines,
    spelling_translator,
    wide_manifest,
)

CURVE = Calibration(intercept=2.0, slope=3.0, flag_below=0.4, good_chrf=15.0, lines=100)

LOG_PROBS = st.lists(st.floats(-50, 0), min_size=1, max_size=20)


def test_without_a_calibration_it_is_the_mean_probability_of_a_token():
    assert math.isclose(confidence([math.log(0.5), math.log(0.125)], None), 0.25)
    assert confidence([1e-7], None) == 1
    assert confidence([], None) == confidence([], CURVE) == 0


def test_with_one_it_follows_the_curve():
    assert math.isclose(confidence([-1.0, -1 / 3], CURVE), 0.5)
    assert math.isclose(confidence([0.0], CURVE), 1 / (1 + math.exp(-2)))


@given(LOG_PROBS, LOG_PROBS)
def test_a_likelier_translation_never_has_less_of_it(one, other):
    one, other = sorted((one, other), key=lambda found: sum(found) / len(found))
    for curve in (None, CURVE):
        assert 0 <= confidence(one, curve) <= confidence(other, curve) <= 1


def test_it_is_low_below_the_packs_own_threshold():
    assert [is_low(value, CURVE) for value in (0.39, 0.4)] == [True, False]
    assert [is_low(value, None) for value in (UNCALIBRATED_LOW - 0.01, UNCALIBRATED_LOW)] == [
        True,
        False,
    ]


def test_odds_of_any_size_are_a_probability():
    assert (expit(-1e6), expit(0), expit(1e6)) == (0, 0.5, 1)


def test_a_segment_has_the_packs_confidence_and_flag():
    curve = Calibration(intercept=0.0, slope=0.0, flag_below=0.6, good_chrf=15.0, lines=1)
    manifest, model = wide_manifest(), SpellingModel()
    translator = Translator(manifest, model, LetterCodec(), calibration=curve)
    only = Guards(**(asdict(Guards.off()) | {"confidence": True}))
    (made,) = translator.translate(lines("abc"), TranslationOptions(guards=only)).segments
    assert (made.confidence, made.flags) == (0.5, ("low-confidence",))
    unguarded = TranslationOptions(guards=Guards.off())
    (made,) = translator.translate(lines("abc"), unguarded).segments
    assert (made.confidence, made.flags) == (0.5, ())
    (made,) = spelling_translator().translate(lines("abc")).segments
    assert math.isclose(made.confidence, math.exp(LIKELY), rel_tol=1e-6)


# What a pack says


def test_a_pack_keeps_it_among_its_measured_figures(tmp_path):
    assert read_calibration(tmp_path) is None
    write(tmp_path, {"lines": 3})
    assert read_calibration(tmp_path) is None
    write(tmp_path, {"confidence": None})
    assert read_calibration(tmp_path) is None
    fields = {"intercept": 2, "slope": 3.0, "flag_below": 0.4, "good_chrf": 15.0, "lines": 100}
    write(tmp_path, {"confidence": fields})
    assert read_calibration(tmp_path) == CURVE


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("slope", -1.0, r"expected a number from 0 to 100 in field confidence\.slope"),
        ("intercept", "2", r"expected a number from -100 to 100 in field confidence\.intercept"),
        ("flag_below", 2.0, r"expected a number from 0 to 1 in field confidence\.flag_below"),
        ("lines", 0, r"expected a whole number of 1 or more in field confidence\.lines"),
        ("good_chrf", None, r"expected a number from 0 to 100 in field confidence\.good_chrf"),
    ],
)
def test_a_wrong_one_is_named(tmp_path, name, value, message):
    fields = {"intercept": 2.0, "slope": 3.0, "flag_below": 0.4, "good_chrf": 15.0, "lines": 100}
    write(tmp_path, {"confidence": fields | {name: value}})
    with pytest.raises(PackCorrupt, match=message):
        read_calibration(tmp_path)


def test_one_that_is_no_object_is_named(tmp_path):
    write(tmp_path, {"confidence": 0.5})
    with pytest.raises(PackCorrupt, match="expected an object in confidence"):
        read_calibration(tmp_path)


def write(folder, figures):
    (folder / QUALITY).write_text(json.dumps(figures), "utf-8")
