"""What a translator makes of a text, over a model that spells what it is told to; guards rest."""

import math
from dataclasses import replace

import pytest

from engine.document import Document, Span
from engine.errors import PackIncompatible
from engine.types import TranslationOptions
from tests.support.fakes import (
    LIKELY,
    TARGET_TOKEN,
    UNLIKELY,
    LetterCodec,
    RawTranslator,
    SpellingModel,
    lines,
    spelling_translator,
    wide_manifest,
)


def shout(text: str) -> str:
    return text.upper()


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
    assert made.flags == ("wrapped", "untranslated")


def test_what_stays_is_not_converted():
    translator = spelling_translator(SpellingModel(lambda _text: ""))
    made = translator.translate("电脑 is a computer.", TranslationOptions(target="zh-TW"))
    assert made.text == "电脑 is a computer."


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

    translator = RawTranslator(wide_manifest(), SpellingModel(), Deaf())
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
        assert model.longest == len(made.text) == 2 * (len(text) + 1) + 16


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


def test_the_alignment_is_kept_when_conversion_changes_the_length():
    made, _ = written("zh-TW", says="内存")
    assert made.text == "記憶體"
    assert {link.target.of(made.text) for link in made.alignment} == {"記憶體"}
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
    translator = RawTranslator(wide_manifest(target_tokens=tokens), SpellingModel(), Listening())
    asked.clear()
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
