"""How thorough a translation is."""

from itertools import pairwise

from engine.types import TranslationOptions
from gui.quality import Quality, quality_explanation, quality_name
from gui.settings import QUALITIES


def test_better_qualities_search_wider():
    assert tuple(quality.value for quality in Quality) == QUALITIES
    assert Quality.FAST.beam_size == 1
    assert all(a.beam_size < b.beam_size for a, b in pairwise(Quality))
    for quality in Quality:
        TranslationOptions(beam_size=quality.beam_size)


def test_each_says_what_it_changes():
    assert len({quality_name(quality) for quality in Quality}) == len(Quality)
    assert str(Quality.BALANCED.beam_size) in quality_explanation(Quality.BALANCED)
    assert str(Quality.BEST.beam_size) in quality_explanation(Quality.BEST)
