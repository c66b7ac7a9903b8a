import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.corners import corners, curly
from engine.guards.edits import apply
from engine.types import TranslationOptions
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


def cornered(text: str, kept=()) -> str:
    return apply(text, sorted(corners(text, kept))).text


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("他說：“你好。”", "他說：「你好。」"),
        ("他說：“她說‘好’。”", "他說：「她說『好』。」"),
        ("他說：‘好’。", "他說：「好」。"),
        ("“一”和“二‘三’”。", "「一」和「二『三』」。"),
        ("《“甲”》", "《「甲」》"),
        ("“La La Land”很好看。", "「La La Land」很好看。"),
        # Apostrophes, Latin words and what has no partner.
        ("“Tchaikovsky’s”的“Guns N’ Roses”", "「Tchaikovsky’s」的「Guns N’ Roses」"),
        ("我看了 The “Big” Sleep 一書", "我看了 The “Big” Sleep 一書"),
        ("甲”乙", "甲”乙"),
        ("甲“乙", "甲“乙"),
        ("甲“乙‘丙”丁", "甲「乙‘丙」丁"),
        ("no “Chinese” here", "no “Chinese” here"),
        ("5’10”高", "5’10”高"),
    ],
)
def test_quotation_marks_get_corners(text, made):
    assert cornered(text) == made


def test_what_is_kept_keeps_its_marks():
    assert cornered("見“乙”和“丙”", [Span(1, 4)]) == "見“乙”和「丙」"


@given(st.text(st.sampled_from("甲乙ab “”‘’「」"), max_size=16))
def test_corners_come_in_pairs_and_nothing_else_changes(text):
    made = cornered(text)
    assert len(made) == len(text)
    assert made.count("「") - text.count("「") == made.count("」") - text.count("」")
    assert all(a == b or (a in "“”‘’" and b in "「」『』") for a, b in zip(text, made, strict=True))


@given(st.lists(st.sampled_from(["“甲”", "乙", "“丙‘丁’”", "。"]), max_size=6))
def test_curly_marks_and_corners_are_each_others_reverse(parts):
    text = "".join(parts)
    assert curly(cornered(text)) == text


TEXT = 'He said: "Good."'


@pytest.mark.parametrize(
    ("target", "made"),
    [
        ("zh-TW", "他說：「好。」"),
        ("zh-HK", "他説：「好。」"),
        ("zh-Hant", "他說：「好。」"),
        ("zh-Hans", "他说：“好。”"),
        (None, "他说：“好。”"),
    ],
)
@pytest.mark.parametrize("said", ["他说：“好。”", '他说:"好。"', "他說：「好。」"])
def test_each_script_has_its_marks_whatever_the_model_says(target, made, said):
    options = TranslationOptions(target=target)
    assert translated(SpellingModel(lambda _text: said), TEXT, options).text == made


@pytest.mark.parametrize(("target", "made"), [("zh-TW", "他說「好」。"), ("zh-Hans", "他说“好”。")])
def test_chinese_for_which_no_model_is_asked_has_them_too(target, made):
    options = TranslationOptions(target=target)
    assert translated(SpellingModel(), "他说“好”。", options).text == made


# One script and no other.


@pytest.mark.parametrize(
    ("said", "made"),
    [
        ("他們在這裡。", "他们在这里。"),
        ("他们在這裡等你。", "他们在这里等你。"),
        ("他们在这里。", "他们在这里。"),
        ("陶喆在这里。", "陶喆在这里。"),
    ],
)
def test_what_the_model_says_is_simplified(said, made):
    model = SpellingModel(lambda _text: said)
    assert translated(model, "They are waiting here.").text == made


def test_a_mixture_becomes_traditional_with_the_words_of_the_region():
    model = SpellingModel(lambda _text: "這個软件在網络上。")
    options = TranslationOptions(target="zh-TW")
    assert translated(model, "This software is online.", options).text == "這個軟體在網路上。"


@pytest.mark.parametrize(
    ("target", "made"),
    [(None, "今天牌子上写着繁體字几个字。"), ("zh-TW", "今天牌子上寫著繁體字幾個字。")],
)
def test_what_was_written_in_chinese_stays_but_for_a_script_that_is_asked_for(target, made):
    model = SpellingModel(lambda _text: "今天牌子上写着x1.com几个字。")
    options = TranslationOptions(target=target)
    assert translated(model, "The sign says 繁體字 today.", options).text == made


def test_a_model_of_traditional_chinese_is_left_to_it():
    model = SpellingModel(lambda _text: "他說：“好”。")
    made = translated(model, TEXT, target_language="zh-Hant")
    assert made.text == "他說：「好」。"
