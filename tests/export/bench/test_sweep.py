"""Which settings are tried, and which of them are taken."""

import pytest

from export.bench import rivals
from export.bench.sweep import KINDS, Trial, batches, choose, first, loads


def trial(settings, batch, beam, seconds):
    return Trial("someone", 2, "file", settings, batch, beam, seconds)


def test_the_settings_that_take_least_for_all_beams_together_win():
    one, two = {"intra": 1}, {"intra": 2}
    trials = [
        trial(one, 512, 1, 1.0),  # the best with one beam, but not by much
        trial(one, 512, 4, 9.0),
        trial(one, 1024, 1, 3.0),
        trial(one, 1024, 4, 8.0),
        trial(two, 512, 1, 1.5),
        trial(two, 512, 4, 5.0),
        trial(two, 1024, 1, 1.2),
        trial(two, 1024, 4, 6.0),
    ]
    chosen = choose(trials)
    assert chosen.settings == two
    assert chosen.batches == {1: 1024, 4: 512}


def test_without_trials_there_is_no_choice():
    with pytest.raises(ValueError, match="found none"):
        choose([])


@pytest.mark.parametrize("name", rivals.NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_engine_has_settings_to_be_loaded_with(name, kind):
    chosen = first(name, 2, kind, (1, 4))
    assert chosen.settings in loads(name, 2, kind)
    assert set(chosen.batches) == {1, 4}
    assert set(chosen.batches.values()) <= set(batches(name, kind))


def test_ctranslate2_may_divide_its_threads_only_where_there_is_more_than_a_sentence():
    sides = {(each["inter"], each["intra"]) for each in loads("ctranslate2", 4, "file")}
    assert sides == {(1, 4), (2, 2), (4, 1)}
    assert {each["inter"] for each in loads("ctranslate2", 4, "single")} == {1}
