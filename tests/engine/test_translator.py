"""Texts through the translator, over a model that spells what it is told to."""

import itertools
import math
import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.document import Document, Span
from engine.errors import Cancelled, PackIncompatible
from engine.segmentation import segment
from engine.translator import Translator
from engine.types import TranslationOptions
from tests.support.fakes import (
    LIKELY,
    TARGET_TOKEN,
    UNLIKELY,
    LetterCodec,
    SpellingModel,
    lines,
    spelling_translator,
    wide_manifest,
)

SENTENCES = [f"Sentence {chr(97 + i % 26)}{chr(97 + i // 26)} is here." for i in range(200)]


def shout(text: str) -> str:
    return text.upper()


def chinese(text: str) -> str:
    """Make a translation without a Latin letter."""
    return "".join(chr(0x4E00 + ord(c) % 256) for c in text if c.isalnum()) + "。"


def setting(event: threading.Event, *, at: int):
    """Return a hook that sets an event when it is called with a number."""

    def hook(number: int) -> None:
        if number == at:
            event.set()

    return hook


# Streaming


def test_the_first_segment_comes_before_the_second_is_looked_at():
    model = SpellingModel(shout)
    stream = spelling_translator(model).stream(lines(*SENTENCES))
    assert model.encoded == []
    first = next(stream)
    assert first.text == SENTENCES[0].upper()
    assert model.texts == [[SENTENCES[0]]]
    assert model.steps == len(SENTENCES[0]) + 1


def test_windows_grow_while_the_stream_is_read():
    model = SpellingModel(shout)
    seen = [
        (made.segment.index, sum(len(batch) for batch in model.encoded))
        for made in spelling_translator(model).stream(lines(*SENTENCES))
    ]
    assert [encoded for _, encoded in seen[:9]] == [1, 2, 4, 4, 8, 8, 8, 8, 16]
    assert [index for index, _ in seen] == list(range(200))
    # Nothing is translated further ahead than twice what has been given out, nor than a window.
    assert all(encoded <= min(2 * index, index + 128) for index, encoded in seen[1:])


def test_segments_keep_their_order_whatever_their_length():
    texts = [f"{'x' * (1 + i * 37 % 23)} {i}" for i in range(150)]
    document = lines(*texts)
    made = spelling_translator(SpellingModel(shout)).translate(document)
    assert [each.text for each in made.segments] == [text.upper() for text in texts]
    assert tuple(each.segment for each in made.segments) == document.segments
    assert made.document is document
    assert made.text == "\n".join(texts).upper()


def test_a_text_that_comes_again_in_a_window_is_translated_once():
    model = SpellingModel(shout)
    texts = ["one", "two", "three", "three", "yes", "no", "yes", "yes"]
    made = spelling_translator(model).translate(lines(*texts))
    assert made.text == "\n".join(texts).upper()
    assert [each.segment.index for each in made.segments] == list(range(8))
    encoded = list(itertools.chain.from_iterable(model.texts))
    assert sorted(encoded) == ["no", "one", "three", "two", "yes"]


def test_batches_have_at_most_32_rows_of_similar_length():
    model = SpellingModel(shout)
    spelling_translator(model).translate(lines(*SENTENCES, *("y" * n for n in range(1, 90))))
    assert max(len(batch) for batch in model.encoded) == 32
    for batch in model.encoded:
        assert len(batch) == 1 or len(batch) * max(map(len, batch)) <= 1024


def test_a_generator_that_is_not_read_to_its_end_leaves_nothing_running():
    model = SpellingModel(shout)
    translator = spelling_translator(model)
    before = threading.active_count()
    stream = translator.stream(lines(*SENTENCES))
    next(stream)
    steps = model.steps
    assert isinstance(stream, Generator)
    stream.close()
    assert (model.steps, threading.active_count()) == (steps, before)
    assert translator.translate("Again it works.").text == "AGAIN IT WORKS."


def test_an_empty_text_has_no_segments():
    translator = spelling_translator()
    for text in ("", " \n\t"):
        made = translator.translate(text)
        assert (made.text, made.segments, made.flags) == (text, (), ())


# Text that is not for the model


@pytest.mark.parametrize(
    "text", ["42", "3.14 + 2 = 5.14", "…", "?!", "😀👍🏽", "12:30–13:45", "★★★☆☆", "1️⃣", "\x00"]
)
def test_text_without_a_letter_is_handed_through(text):
    model = SpellingModel(shout)
    made = spelling_translator(model).translate(lines(text, "A word."))
    assert model.texts == [["A word."]]
    handed = made.segments[0]
    assert (handed.text, handed.score, handed.confidence) == (text, 0, 1)
    assert (handed.flags, handed.alignment, handed.alternatives) == ((), (), ())
    assert made.text == f"{text}\nA WORD."


@pytest.mark.parametrize("nothing", ["", "  "])
def test_a_text_the_model_says_nothing_about_stays_and_is_flagged(nothing):
    model = SpellingModel(lambda text: nothing if "mute" in text else text.upper())
    made = spelling_translator(model).translate(lines("Speak.", "Be mute.", "Speak up."))
    assert made.text == "SPEAK.\nBe mute.\nSPEAK UP."
    assert made.flags == ("untranslated",)
    mute = made.segments[1]
    assert (mute.flags, mute.alignment) == (("untranslated",), ())
    assert math.isfinite(mute.score)
    assert 0 < mute.confidence < 1


def test_a_part_the_model_says_nothing_about_stays_too():
    model = SpellingModel(lambda text: "" if "mute" in text else text.upper())
    translator = spelling_translator(model, wide_manifest(max_source_tokens=16))
    (made,) = translator.translate(lines("Speak now, but be mute, and then stop.")).segments
    assert made.text.casefold() == made.segment.text.casefold()
    assert "mute" in made.text
    assert "SPEAK" in made.text
    assert made.flags == ("untranslated", "wrapped")


def test_what_stays_is_not_converted():
    translator = spelling_translator(SpellingModel(lambda _text: ""))
    made = translator.translate("电脑 is a computer.", TranslationOptions(target="zh-TW"))
    assert made.text == "电脑 is a computer."


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


# Stopping


def test_nothing_is_done_when_cancelled_before_the_start():
    model = SpellingModel()
    cancel = threading.Event()
    cancel.set()
    for document in (lines("Some text."), lines("42")):
        stream = spelling_translator(model).stream(document, cancel=cancel)
        with pytest.raises(Cancelled):
            next(stream)
        assert next(stream, None) is None
    assert (model.encoded, model.steps) == ([], 0)


def test_cancelling_between_segments_stops_although_the_window_is_done():
    cancel = threading.Event()
    stream = spelling_translator(SpellingModel()).stream(lines(*SENTENCES[:8]), cancel=cancel)
    for _ in range(5):  # the fifth is the first of a window of four
        next(stream)
    cancel.set()
    with pytest.raises(Cancelled):
        next(stream)
    assert next(stream, None) is None


def test_cancelling_between_batches_stops_before_the_next():
    cancel = threading.Event()
    model = SpellingModel(on_encode=setting(cancel, at=3))
    with pytest.raises(Cancelled):
        spelling_translator(model).translate(lines(*SENTENCES), cancel=cancel)
    assert len(model.encoded) == 3
    assert model.steps == 2 * (len(SENTENCES[0]) + 1)


@pytest.mark.parametrize("beam_size", [1, 3])
def test_cancelling_at_any_step_stops_right_after_it(beam_size):
    document = lines("One.", "Two.", "Three of them.", "4")
    options = TranslationOptions(beam_size=beam_size)
    whole = SpellingModel(shout)
    spelling_translator(whole).translate(document, options)
    for step in range(1, whole.steps + 1):
        cancel = threading.Event()
        model = SpellingModel(shout, on_step=setting(cancel, at=step))
        translator = spelling_translator(model)
        stream = translator.stream(document, options, cancel=cancel)
        with pytest.raises(Cancelled):
            list(stream)
        assert model.steps == step
        assert next(stream, None) is None
        cancel.clear()
        made = translator.translate(document, options, cancel=cancel)
        assert made.text == "ONE.\nTWO.\nTHREE OF THEM.\n4"


def test_an_event_that_is_never_set_changes_nothing():
    made = spelling_translator().translate("A text.", cancel=threading.Event())
    assert made.text == "A text."


# Options


def test_alternatives_are_the_n_best_without_the_best():
    options = TranslationOptions(beam_size=4, n_best=3)
    (made,) = spelling_translator().translate(lines("abc"), options).segments
    assert made.text == "abc"
    assert len(made.alternatives) == 2
    assert all(each.text.count("X") == 1 for each in made.alternatives)
    scores = [made.score, *(each.score for each in made.alternatives)]
    assert scores == sorted(scores, reverse=True)
    assert math.isclose(scores[1], (4 * LIKELY + UNLIKELY) / 5, rel_tol=1e-6)  # "abcX"


def test_alternatives_that_read_alike_are_named_once():
    class Deaf(LetterCodec):
        """Reads one letter as another."""

        def decode_with_spans(self, ids):
            text, spans = super().decode_with_spans(ids)
            return text.replace("X", "a"), spans

    translator = Translator(wide_manifest(), SpellingModel(), Deaf())
    options = TranslationOptions(beam_size=6, n_best=6)
    (made,) = translator.translate(lines("aa"), options).segments
    assert made.text == "aa"
    others = [each.text for each in made.alternatives]
    assert "aa" not in others
    assert len(set(others)) == len(others)


def test_more_hypotheses_are_searched_when_more_are_wanted():
    manifest = wide_manifest()  # one beam by default
    (made,) = (
        spelling_translator(None, manifest)
        .translate(lines("abcd"), TranslationOptions(n_best=4))
        .segments
    )
    assert len(made.alternatives) == 3


def test_more_hypotheses_than_beams_are_refused_at_once():
    with pytest.raises(ValueError, match=r"n_best must be at most beam_size \(2\), found 3"):
        spelling_translator().stream("A text.", TranslationOptions(beam_size=2, n_best=3))


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("beam_size", 0, "beam_size must be from 1 to 32, found 0"),
        ("beam_size", 33, "beam_size must be from 1 to 32, found 33"),
        ("n_best", 0, "n_best must be from 1 to 32, found 0"),
        ("max_target_tokens", 0, "max_target_tokens must be from 1 to 100000, found 0"),
        ("target", "zh", "target must be one of .*, found 'zh'"),
        ("length_penalty", 6.0, "length_penalty must be from -5 to 5, found 6.0"),
        ("length_penalty", math.nan, "length_penalty must be from -5 to 5, found nan"),
    ],
)
def test_an_option_out_of_range_is_refused_before_anything_is_done(name, value, message):
    model = SpellingModel()
    with pytest.raises(ValueError, match=message):
        spelling_translator(model).stream("A text.", TranslationOptions(**{name: value}))
    assert model.encoded == []


def test_confidence_and_score_are_what_the_tokens_say():
    (made,) = spelling_translator().translate(lines("abc")).segments
    assert math.isclose(made.confidence, math.exp(LIKELY), rel_tol=1e-6)
    assert math.isclose(made.score, LIKELY, rel_tol=1e-6)
    sum_only = TranslationOptions(length_penalty=0.0)
    (made,) = spelling_translator().translate(lines("abc"), sum_only).segments
    assert math.isclose(made.score, 4 * LIKELY, rel_tol=1e-6)


def test_confidence_is_never_above_one(monkeypatch):
    monkeypatch.setattr("tests.support.fakes.LIKELY", 1e-6)
    (made,) = spelling_translator().translate(lines("abc")).segments
    assert made.confidence == 1


# Limits


def test_the_default_limit_grows_with_the_source():
    def endless(text: str) -> str:
        return "la" * 5000

    for text in ("Go.", "Go on and on and on."):
        model = SpellingModel(endless)
        (made,) = spelling_translator(model).translate(lines(text)).segments
        assert model.longest == len(made.text) == 3 * (len(text) + 1) + 16


@pytest.mark.parametrize(("forced", "letters"), [(False, 5), (True, 4)])
def test_the_option_limits_the_output_end_token_included(forced, letters):
    generation = replace(wide_manifest().generation, forced_eos=forced)
    translator = spelling_translator(None, wide_manifest(generation=generation))
    options = TranslationOptions(max_target_tokens=5)
    (made,) = translator.translate(lines("abcdefgh"), options).segments
    assert made.text == "abcdefgh"[:letters]


@pytest.mark.parametrize("wanted", [None, 100_000])
@pytest.mark.parametrize("max_length", [512, 300])
def test_the_models_positions_are_never_exceeded(wanted, max_length):
    manifest = wide_manifest()
    manifest = replace(
        manifest,
        max_source_tokens=500,
        dimensions=replace(manifest.dimensions, max_positions=512),
        generation=replace(manifest.generation, max_length=max_length),
    )
    model = SpellingModel(lambda _text: "la" * 5000)
    spelling_translator(model, manifest).translate(
        lines("word " * 99), TranslationOptions(max_target_tokens=wanted)
    )
    assert model.longest == max_length - 1


def test_a_pack_may_allow_a_single_token():
    generation = replace(wide_manifest().generation, max_length=1)
    translator = spelling_translator(None, wide_manifest(generation=generation))
    assert translator.translate(lines("abc")).text == "a"


# Targets

SIMPLIFIED = "这个软件在信息网络里。"


def written(target, *, native="zh-Hans", tokens=None, says=SIMPLIFIED):
    """Return what comes out for a target, and the first id the model is given."""
    model = SpellingModel(lambda _text: says)
    manifest = wide_manifest(target_language=native, target_tokens=tokens or {})
    (made,) = (
        spelling_translator(model, manifest)
        .translate(lines("Some text."), TranslationOptions(target=target))
        .segments
    )
    return made, model.encoded[0][0][0]


@pytest.mark.parametrize("target", [None, "zh-Hans"])
def test_the_native_target_is_left_as_it_is(target):
    made, first = written(target)
    assert made.text == SIMPLIFIED
    assert first != TARGET_TOKEN


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("zh-TW", "這個軟體在資訊網路裡。"),
        ("zh-Hant", "這個軟體在資訊網路裡。"),
        ("zh-HK", None),
    ],
)
def test_other_chinese_is_converted(target, expected):
    made, _ = written(target)
    assert made.text != SIMPLIFIED
    assert "這個" in made.text
    if expected:
        assert made.text == expected
    for link in made.alignment:
        assert link.target.end <= len(made.text)


def test_alternatives_are_converted_too():
    model = SpellingModel(lambda _text: "这")
    options = TranslationOptions(target="zh-TW", n_best=2)
    (made,) = spelling_translator(model).translate(lines("This"), options).segments
    assert (made.text, [each.text for each in made.alternatives]) == ("這", ["這X"])


def test_the_alignment_is_dropped_when_conversion_changes_the_length():
    made, _ = written("zh-TW", says="内存")
    assert made.text == "記憶體"
    assert made.alignment == ()
    made, _ = written("zh-TW", says="软件")
    assert made.text == "軟體"
    assert made.alignment


@pytest.mark.parametrize("native", ["zh", "zh-CN", "cmn-Hans"])
def test_a_native_language_may_be_spelt_differently(native):
    assert written("zh-Hans", native=native)[0].text == SIMPLIFIED
    assert written("zh-TW", native=native)[0].text != SIMPLIFIED


def test_traditional_is_converted_back():
    made, _ = written("zh-Hans", native="zh-Hant", says="軟體")
    assert made.text == "软件"
    assert written("zh-TW", native="zh-Hant", says="軟體")[0].text == "軟體"


def test_a_model_with_several_targets_is_asked_by_its_token():
    tokens = {"zh-Hans": ">>cmn_Hans<<", "zh-Hant": ">>cmn_Hant<<"}
    for target in (None, "zh-Hans"):
        made, first = written(target, tokens=tokens)
        assert (made.text, first) == (SIMPLIFIED, TARGET_TOKEN)
    made, first = written("zh-Hant", tokens=tokens)
    assert (made.text, first) == (SIMPLIFIED, TARGET_TOKEN)  # the model's own, unconverted
    made, first = written("zh-HK", tokens=tokens)
    assert first == TARGET_TOKEN
    assert made.text != SIMPLIFIED


def test_the_token_asked_for_is_the_targets():
    asked = []

    class Listening(LetterCodec):
        def encode(self, text, *, target_token=None):
            asked.append(target_token)
            return super().encode(text, target_token=target_token)

    tokens = {"zh-Hans": ">>cmn_Hans<<", "zh-Hant": ">>cmn_Hant<<"}
    translator = Translator(wide_manifest(target_tokens=tokens), SpellingModel(), Listening())
    for target in (None, "zh-Hans", "zh-Hant", "zh-TW"):
        translator.translate(lines("abc"), TranslationOptions(target=target))
    assert asked == [">>cmn_Hans<<", ">>cmn_Hans<<", ">>cmn_Hant<<", ">>cmn_Hans<<"]


def test_a_target_the_pack_cannot_write_is_refused_at_once():
    model = SpellingModel()
    with pytest.raises(PackIncompatible, match=r"tiny-en-zh: .*into en, found one into zh-Hans"):
        spelling_translator(model).stream("Some text.", TranslationOptions(target="en"))
    english = wide_manifest(source_language="zh-Hans", target_language="en")
    with pytest.raises(PackIncompatible, match="into zh-TW, found one into en"):
        spelling_translator(model, english).stream("文字", TranslationOptions(target="zh-TW"))
    assert model.encoded == []
    made = spelling_translator(model, english).translate("文字", TranslationOptions(target="en"))
    assert made.text == "文字"


# Documents


def test_a_document_of_ones_own_is_kept_as_it_is():
    text = "One two. Three four."
    document = Document.from_spans(text, [Span(0, 20)])
    model = SpellingModel(shout)
    made = spelling_translator(model).translate(document)
    assert (made.text, model.texts) == (text.upper(), [[text]])


def test_the_text_is_cut_in_the_packs_source_language():
    english = wide_manifest(source_language="zh-Hans", target_language="en")
    document = spelling_translator(None, english).segment("第一句。第二句。")
    assert [each.text for each in document.segments] == ["第一句。", "第二句。"]


# Threads


def test_threads_share_a_translator():
    translator = spelling_translator(SpellingModel(shout))
    document = lines(*SENTENCES[:60])
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: translator.translate(document).text, range(8)))
    assert set(made) == {document.text.upper()}


def test_streams_of_one_translator_do_not_mix():
    translator = spelling_translator(SpellingModel(shout))
    streams = [translator.stream(lines(*SENTENCES[i::3])) for i in range(3)]
    for row, together in enumerate(zip(*streams, strict=False)):
        assert [each.text for each in together] == [
            SENTENCES[3 * row + i].upper() for i in range(3)
        ]
