"""Ratios, floors and goals."""

import dataclasses

import pytest

from export.bench.contestants import Contestant
from export.bench.figures import (
    figure,
    goals,
    of_results,
    of_scores,
    of_sizes,
    of_steps,
)
from export.bench.step import Step, median_ratio
from export.score import Scores
from tests.support.bench_results import result

SHAPE = "opus-mt-en-zh"


def values(figures):
    return {each.name: each.value for each in figures}


def test_a_result_tells_what_follows_from_its_times():
    single = result("someone", seconds=[0.1] * 94 + [1.0] * 6, words=1000)
    assert single.median == 0.1
    assert single.p95 == 1.0
    assert single.sentences_per_second == pytest.approx(100 / 15.4)
    assert single.words_per_second == pytest.approx(1000 / 15.4)
    file = result("someone", kind="file", seconds=[2.0, 9.0, 4.0], sentences=100, words=1000)
    assert file.sentences_per_second == 25
    assert file.words_per_second == 250


def test_latencies_are_compared_sentence_by_sentence():
    ours = result("yiwen-int8", seconds=[0.1, 0.2, 9.0], peak=100 << 20)
    others = [
        result("transformers", seconds=[0.4, 0.8, 1.0], peak=400 << 20),
        result("ctranslate2", seconds=[0.2, 0.4, 1.0], peak=100 << 20),
        result("optimum", seconds=[0.1, 0.1, 0.1]),
    ]
    assert values(of_results([*others, ours], SHAPE)) == {
        "latency_of_transformers_beam_4": pytest.approx(0.25),
        "latency_of_ctranslate2_beam_4": pytest.approx(0.5),
        "peak_of_transformers_single": 0.25,
        "peak_of_ctranslate2_single": 1.0,
    }


def test_rates_of_a_file_are_the_other_way_round():
    ours = result("yiwen-int8", kind="file", seconds=[2.0, 2.0], peak=None)
    other = result("ctranslate2", kind="file", seconds=[3.0, 5.0])
    assert values(of_results([other, ours], SHAPE)) == {"file_rate_to_ctranslate2_beam_4": 2.0}


def test_only_the_most_threads_count():
    found = [
        result("yiwen-int8", seconds=[1.0]),
        result("transformers", seconds=[4.0]),
        result("yiwen-int8", seconds=[1.0], threads=1),
        result("transformers", seconds=[1.0], threads=1),
    ]
    assert values(of_results(found, SHAPE))["latency_of_transformers_beam_4"] == 0.25


def test_sizes_steps_and_scores(tmp_path):
    contestants = [
        Contestant("transformers", tmp_path, 100),
        Contestant("yiwen-int8", tmp_path, 26),
    ]
    assert values(of_sizes(contestants, 100, SHAPE)) == {"pack_of_checkpoint": 0.26}
    steps = [
        Step("yiwen-int8", threads, 10, 1e9, 0.1, ratio) for threads, ratio in ((1, 4), (2, 3))
    ]
    assert values(of_steps(steps, SHAPE)) == {"step_in_reads": 3}
    scores = {
        "dev": {"yiwen-float32": Scores(30.0, 1.0), "yiwen-int8": Scores(30.4, 1.0)},
        "news": {"yiwen-float32": Scores(5.3, 1.0), "yiwen-int8": Scores(5.1, 1.0)},
        "docs": {"yiwen-int8": Scores(1.0, 1.0)},
    }
    assert values(of_scores(scores, SHAPE)) == {"int8_loss": pytest.approx(0.2)}


def test_a_step_is_as_many_reads_as_its_time_holds():
    assert median_ratio([0.2, 0.4, 0.1], 1000, [10_000, 5_000, 10_000]) == 2


@pytest.mark.parametrize(
    ("name", "value", "verdict"),
    [
        ("latency_of_transformers_beam_1", 0.2, "goal reached"),
        ("latency_of_transformers_beam_1", 0.29, "floor held"),
        ("latency_of_transformers_beam_1", 0.3, "FLOOR MISSED"),
        ("file_rate_to_ctranslate2_beam_4", 1.6, "goal reached"),
        ("file_rate_to_ctranslate2_beam_4", 1.25, "floor held"),
        ("file_rate_to_ctranslate2_beam_4", 1.2, "FLOOR MISSED"),
        ("peak_of_ctranslate2_file", 1.2, "goal missed"),
        ("start_of_bare_sessions", 9.0, ""),
    ],
)
def test_a_figure_is_judged_where_its_goal_holds(name, value, verdict):
    assert figure(name, value, SHAPE).verdict == verdict


def test_no_goal_is_worse_than_its_floor():
    for name, goal in goals().items():
        assert goal.better in {"lower", "higher"}, name
        assert goal.floor is None or goal.reached(goal.goal, goal.floor), name
        assert goal.reached(goal.goal, goal.goal), name
        assert dataclasses.asdict(goal)["shape"] in {"opus-mt-en-zh", "starter-en-zh"}, name
