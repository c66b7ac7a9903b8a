"""Sentences that are too long for the model, and that nothing is lost of them or of any text."""

import itertools
import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.segmentation import segment
from engine.types import TranslationOptions
from tests.support.fakes import (
    LIKELY,
    TARGET_TOKEN,
    SpellingModel,
    lines,
    spelling_translator,
    wide_manifest,
)


def shout(text: str) -> str:
    return text.upper()


def chinese(text: str) -> str:
    """Make a translation without a Latin letter."""
    return "".join(chr(0x4E00 + ord(c) % 256) for c in text if c.isalnum()) + "。"


# Sentences that are too long

LONG = (
    "The committee, which had been meeting every week since the spring, decided on Monday that the "
    "road should be closed, that the bridge would be repaired; and then, 25 days later, opened it "
    "again because the people who lived behind it could not reach the market on foot any more."
)


@pytest.mark.parametrize("limit", [8, 20, 64, 128])
@pytest.mark.parametrize("token", ["", ">>cmn_Hans<<"])
def test_a_long_sentence_is_wrapped_and_loses_nothing(limit, token):
    model = SpellingModel(shout)
    tokens = {"zh-Hans": token} if token else {}
    manifest = wide_manifest(max_source_tokens=limit, target_tokens=tokens)
    (made,) = spelling_translator(model, manifest).translate(lines(LONG)).segments
    assert made.text == LONG.upper()
    assert made.flags == ("wrapped",)
    sources = list(itertools.chain.from_iterable(model.encoded))
    assert all(len(source) <= limit for source in sources)
    assert all((source[0] == TARGET_TOKEN) == bool(token) for source in sources)
    # Letter by letter, each link's source and target are the same place here.
    assert all(link.source == link.target for link in made.alignment)
    linked = {i for link in made.alignment for i in range(link.target.start, link.target.end)}
    assert linked >= {i for i, letter in enumerate(LONG) if not letter.isspace()}
    assert math.isclose(made.score, LIKELY, rel_tol=1e-6)
    assert math.isclose(made.confidence, math.exp(LIKELY), rel_tol=1e-6)


def test_a_sentence_at_the_limit_is_not_wrapped():
    model = SpellingModel(shout)
    text = "Just as long as it may be"
    translator = spelling_translator(model, wide_manifest(max_source_tokens=len(text) + 1))
    (made,) = translator.translate(lines(text)).segments
    assert (made.flags, model.texts) == ((), [[text]])
    (made,) = translator.translate(lines(f"{text}s")).segments
    assert made.flags == ("wrapped",)


def test_parts_are_joined_as_the_target_writes():
    manifest = wide_manifest(max_source_tokens=16)
    made = spelling_translator(SpellingModel(chinese), manifest).translate(lines(LONG))
    assert not any(c.isspace() for c in made.text)
    # Figures and Latin words at a cut must not run together.
    long = "Rooms 1111 2222 3333 4444 5555 6666 7777"
    assert spelling_translator(None, manifest).translate(lines(long)).text == long
    english = replace(manifest, source_language="zh-Hans", target_language="en")
    chars = "这是一个很长很长很长的句子，没有空格，所以要切开，再切开，再切开，一直到它够短。"
    made = spelling_translator(SpellingModel(lambda text: f"Part{len(text)}."), english).translate(
        lines(chars)
    )
    assert made.text.count(". Part") == made.text.count("Part") - 1 > 0


def test_n_best_of_a_wrapped_sentence_has_no_alternatives():
    translator = spelling_translator(SpellingModel(), wide_manifest(max_source_tokens=16))
    (made,) = translator.translate(lines(LONG), TranslationOptions(n_best=2)).segments
    assert (made.alternatives, made.flags) == ((), ("wrapped",))


# Nothing is lost

texts = st.text(
    st.one_of(
        st.sampled_from("aB .,!?\n\t\r\u00a0\u2028，。1é中😀\u200d\ud800\x00\x1c"), st.characters()
    )
)


@settings(deadline=None, max_examples=150)
@given(texts)
def test_any_text_comes_back_from_a_model_that_changes_nothing(text):
    made = spelling_translator().translate(text)
    assert made.text == text
    assert made.flags == ()


@settings(deadline=None, max_examples=150)
@given(texts, st.integers(3, 12))
def test_gaps_are_exact_and_no_letter_is_lost_when_sentences_are_wrapped(text, limit):
    translator = spelling_translator(SpellingModel(), wide_manifest(max_source_tokens=limit))
    made = translator.translate(text)
    assert made.document.gaps == segment(text).gaps
    assert made.document.join([each.segment.text for each in made.segments]) == text
    assert "".join(made.text.split()) == "".join(text.split())
    for each in made.segments:
        for link in each.alignment:
            assert link.source.end <= len(each.segment.text)
            assert link.target.end <= len(each.text)
        starts = [link.target.start for link in each.alignment]
        assert starts == sorted(starts)
