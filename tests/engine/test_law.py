"""The law: a sentence's translation does not depend on what it is translated with.

Run on the starter pack and lines of the evaluation sets.
"""

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.translator import Translator
from engine.types import TranslatedSegment, TranslationOptions
from tests.support.fakes import lines

EVAL = Path(__file__).parents[1] / "data" / "eval"
GREEDY = TranslationOptions(beam_size=1)
BEAMS = TranslationOptions(beam_size=3, n_best=2)


def sentences() -> list[str]:
    """Return 60 lines from the shortest to the longest of the evaluation sets."""
    files = sorted(EVAL.glob("*.tsv"))
    found = {row.split("\t")[0] for file in files for row in file.read_text("utf-8").splitlines()}
    ordered = sorted((line for line in found if line.strip()), key=lambda line: (len(line), line))
    return ordered[:: len(ordered) // 59][:60]


SENTENCES = sentences()


@pytest.fixture(scope="module")
def translator(starter_pack):
    return Translator.load(starter_pack, threads=1)


def essence(made: TranslatedSegment):
    """Return all of a translation but the place of its segment."""
    return (made.text, made.score, made.confidence, made.flags, made.alignment, made.alternatives)


@pytest.fixture(scope="module")
def alone(translator):
    """What becomes of each sentence when there is no other."""
    return {
        (text, options): essence(translator.translate(lines(text), options).segments[0])
        for text in SENTENCES
        for options in (GREEDY, BEAMS)
    }


def test_the_sentences_are_of_mixed_lengths():
    assert len(SENTENCES) == 60
    lengths = [len(text) for text in SENTENCES]
    assert min(lengths) < 20
    assert max(lengths) > 200


@settings(deadline=None, max_examples=4, derandomize=True)
@given(st.integers(0, 2**32 - 1), st.sampled_from([GREEDY, BEAMS]))
def test_together_is_as_alone(translator, alone, seed, options):
    shuffled = random.Random(seed).sample(SENTENCES, len(SENTENCES))
    made = translator.translate(lines(*shuffled), options)
    for text, each in zip(shuffled, made.segments, strict=True):
        assert essence(each) == alone[text, options]


@settings(deadline=None, max_examples=15, derandomize=True)
@given(st.lists(st.sampled_from(SENTENCES), min_size=2, max_size=6))
def test_a_few_together_are_as_alone(translator, alone, chosen):
    made = translator.translate(lines(*chosen), GREEDY)
    assert [essence(each) for each in made.segments] == [alone[text, GREEDY] for text in chosen]


def test_threads_together_are_as_alone(translator, alone):
    def translated(seed):
        shuffled = random.Random(seed).sample(SENTENCES[:45], 20)
        made = translator.translate(lines(*shuffled), GREEDY)
        return zip(shuffled, made.segments, strict=True)

    with ThreadPoolExecutor(2) as pool:
        for found in pool.map(translated, range(4)):
            for text, each in found:
                assert essence(each) == alone[text, GREEDY]


def test_lanes_and_helping_threads_change_nothing(starter_pack, alone):
    shared = Translator.load(starter_pack, threads=2)
    made = shared.translate(lines(*SENTENCES), GREEDY)
    for text, each in zip(SENTENCES, made.segments, strict=True):
        assert essence(each) == alone[text, GREEDY]
    for text in SENTENCES[::6]:
        (each,) = shared.translate(lines(text), BEAMS).segments
        assert essence(each) == alone[text, BEAMS]


def test_nothing_is_lost_of_real_text(translator, alone):
    for text in SENTENCES:
        words, score, confidence, flags, links, _ = alone[text, GREEDY]
        assert words.strip()
        assert score <= 0
        assert 0 < confidence <= 1
        assert "untranslated" not in flags
        for link in links:
            assert link.source.end <= len(text)
            assert link.target.end <= len(words)
