import re
import time
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.chinese import has_han, tidy

EVALUATION = Path(__file__).parents[2] / "data" / "eval"
ALPHABET = "他们好。，！？：；（）“”‘’…— ab12.,!?:;()\"'-%🙂\n"
HALF_WIDTH_AFTER_HAN = re.compile("[\u3400-\u9fff][,.?!:;()](?![A-Za-z0-9])")


def spans_of(text, *parts):
    return [Span(text.index(part), text.index(part) + len(part)) for part in parts]


@pytest.mark.parametrize(
    ("source", "text", "tidied"),
    [
        (
            'He asked, "Is 3.5% fine?" (yes); ok: go!',
            '他问,"3.5%可以吗?" (是的); 好的: 去吧!',
            "他问，“3.5%可以吗？”（是的）；好的：去吧！",
        ),
        (
            "The train leaves at 12:30, not at 1:45.",
            "火车 12:30 出发,不是 1:45.",
            "火车12:30出发，不是1:45。",
        ),
        ("Prices: 1,249.50.", "价格: 1,249.50.", "价格：1,249.50。"),
        ("Some 55, 60 minutes.", "大约55，60分钟。", "大约55、60分钟。"),
        (
            "See https://a.b/c?d=e,f now.",
            "现在看 https://a.b/c?d=e,f .",
            "现在看https://a.b/c?d=e,f。",
        ),
        ("AM (Member)", "议员(AM)担心", "议员（AM）担心"),
        ("Use foo(x) now.", "现在使用 foo(x).", "现在使用foo(x)。"),
        ("A, B and C.", "A, B 和 C.", "A, B和C。"),
        ("Wait... what?", "等等... 什么?", "等等……什么？"),
        ("x — y", "甲 — 乙", "甲——乙"),
        ("x, y", "甲 -- 乙", "甲——乙"),
        ("x --- y", "甲 --- 乙", "甲 --- 乙"),
        ("the 'x_y' values", "'x_y'的值", "'x_y'的值"),
        ("Use --help here", "这里用 --help", "这里用 --help"),
        ("A - B", "甲 - 乙", "甲 - 乙"),
        ("the 'word' is", "‘词'是", "‘词’是"),
        ("Tom said: 'Go!'", "汤姆说:'Go!", "汤姆说：‘Go！’"),
        ("the 'word' is", "词'是", "词是"),
        ("the drivers' union", "drivers'联盟", "drivers'联盟"),
        ("He is 6'2\" tall.", "他6'2”高.", "他6'2\"高。"),
        ("x... y", "甲...…乙", "甲……乙"),
        ("The files are here.", "[文件在这里。", "文件在这里。"),
        ("hmm", "嗯 ", "嗯"),
        ("mmm", "mmm ", "mmm"),
        ("aaa", "aaa。", "aaa"),
        (
            "Population: 8,336,817 (2022)",
            "Population： 8,336,817 (2022)",
            "Population: 8,336,817 (2022)",
        ),
        ("Room 101 is on floor 10.", "Room 101  floor 10。", "Room 101 floor 10."),
        ("It's Tom's book.", "这是Tom's书。", "这是Tom's书。"),
        ("two words", "你 好  吗", "你好吗"),
        ("No, no.", "不，，不。。", "不，不。"),
        ("Ok :)", "好的 :)", "好的 :)"),
        ("the .txt file", "文件.txt", "文件.txt"),
        ("Hi 👍 there", "你好 👍 朋友", "你好 👍 朋友"),
    ],
)
def test_a_translation_is_set_as_chinese_is(source, text, tidied):
    assert tidy(text, source).text == tidied


@pytest.mark.parametrize(
    ("source", "text", "tidied"),
    [
        ("pear", "珍珠。", "珍珠"),
        ("pear.", "珍珠", "珍珠。"),
        ("Really?", "真的。", "真的？"),
        ("Really?!", "真的", "真的？！"),
        ("Go!!!", "去。", "去！！！"),
        ("In short:", "总之。", "总之："),
        ("first,", "首先", "首先，"),
        ("and so on...", "等等。", "等等……"),
        ('He said "yes."', "他说“是”", "他说“是。”"),
        ("(See below.)", "（见下文）", "（见下文。）"),
        ("Why not", "为什么不？", "为什么不？"),
        ("**Note:**", "**注**", "**注：**"),
    ],
)
def test_a_translation_ends_as_its_source_ends(source, text, tidied):
    assert tidy(text, source).text == tidied


@pytest.mark.parametrize(
    ("source", "text", "tidied"),
    [
        ('"Yes" and "no"', '"是"和"不"', "“是”和“不”"),
        ('"Yes" and "no"', "”是“和”不”", "“是”和“不”"),
        ('"I came.', '"我来了。', "“我来了。"),
        ('I saw."', '我看到了。"', "我看到了。”"),
        ('He said "yes."', "他说“是”。”", "他说“是”。"),
        ("\"He said 'yes'!\"", "“他说“是”！", "“他说‘是’！”"),
        ('She said "yes" twice', "她说“是两次", "她说“是两次”"),
    ],
)
def test_quotation_marks_are_paired_as_far_as_the_source_pairs_them(source, text, tidied):
    assert tidy(text, source).text == tidied


def test_no_debris_of_the_model_is_left_unless_the_source_has_it():
    assert tidy("你<unk>好⁇\ufffd<0xE2>▁", "Hi").text == "你好"
    assert tidy("Hi \ufffd", "Hi ⁇").text == "Hi "
    assert tidy("什么是⁇", "What is ⁇").text == "什么是⁇"


def test_a_text_without_chinese_stays_as_it_is():
    for text in ("zxq zxq, zxq.", "(a) 'b'...", "........", "?", "7"):
        assert tidy(text, text).text == text


def test_kept_spans_are_not_touched_and_addresses_are_set_off():
    text = "关注 @maple ,和#green今天 {a , b} 看。"
    kept = spans_of(text, "@maple", "#green", "{a , b}")

    assert tidy(text, "Follow @maple, and #green {a , b} today.", kept).text == (
        "关注 @maple，和#green 今天 {a , b} 看。"
    )


@st.composite
def texts_and_kept(draw):
    text = draw(st.text(ALPHABET, max_size=30))
    borders = sorted(draw(st.lists(st.integers(0, len(text)), max_size=6)))
    spans = [Span(*pair) for pair in zip(borders[::2], borders[1::2], strict=False)]
    return text, [span for span in spans if span.end > span.start]


@given(texts_and_kept(), st.text("ab .?!\"':", max_size=10))
def test_kept_spans_and_letters_survive_and_are_found_through_the_map(given_, source):
    text, kept = given_
    assume("他他" not in text)  # which nobody says
    edited = tidy(text, source, kept)

    assert all(edited.forward(span).of(edited.text) == span.of(text) for span in kept)
    letters = [c for c in text if c.isalnum() or c == "🙂"]
    assert [c for c in edited.text if c.isalnum() or c == "🙂"] == letters
    for at, character in enumerate(text):
        if character.isalnum():
            assert edited.forward(Span(at, at + 1)).of(edited.text) == character


@given(st.text(ALPHABET, max_size=30), st.text("ab .?!\"':", max_size=10))
def test_chinese_has_no_space_inside_and_no_half_width_mark_after_it(text, source):
    made = tidy(text, source).text

    if has_han(text):
        assert not re.search("[\u3400-\u9fff] +[\u3400-\u9fff]", made)
        assert not re.search("[\u3400-\u9fff] +[a-z0-9]|[a-z0-9] +[\u3400-\u9fff]", made)
        faces = re.sub("[:;]-?[()]", "", made)
        assert not HALF_WIDTH_AFTER_HAN.search(faces) or set(source) & set(":;")


@pytest.mark.parametrize("name", ["docs.tsv", "news.tsv", "tatoeba.tsv"])
def test_human_translations_lose_no_letter(name):
    for line in (EVALUATION / name).read_text(encoding="utf-8").splitlines():
        source, text = line.split("\t")[:2]
        made = tidy(text, source).text
        meant = text.replace("咄咄逼人的的人", "咄咄逼人的人")  # a slip of the hand
        assert [c for c in made if c.isalnum()] == [c for c in meant if c.isalnum()]


@given(
    st.text(st.sampled_from("你好很，。？！：、A9b .,:_-"), max_size=12),
    st.sampled_from([".", "?!", ""]),
)
def test_what_is_well_set_already_needs_no_closer_look(text, end):
    # A span that is kept, even an empty one, has every step taken.
    assert tidy(text, f"Hello{end}").text == tidy(text, f"Hello{end}", [Span(0, 0)]).text


@pytest.mark.parametrize(
    "unit", ["中( ", '中" ', "中 , ", "中a@", "a.a@", "中'", "。.", ") (", "中:)"]
)
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.process_time()
    tidy("中" + unit * 5000, unit * 5000)

    assert time.process_time() - start < 5


def test_a_space_that_the_model_doubled_is_one():
    assert tidy("Holly  Willby离开", "Holly Willby left").text == "Holly Willby离开"
    assert tidy("Holly  Willby离开", "Holly  Willby left").text == "Holly  Willby离开"


@pytest.mark.parametrize(
    ("source", "text", "made"),
    [
        ("Smith & Sons Ltd.", "史密斯父子Ltd。", "史密斯父子Ltd."),
        ("We asked Smith Inc.", "我们问了Smith Inc.", "我们问了Smith Inc."),
        ("It is GitLab B.V.", "是GitLab B.V。", "是GitLab B.V."),
        ("We asked Smith Inc.", "我们问了史密斯公司.", "我们问了史密斯公司。"),
        ("He asked.", "他问了A.", "他问了A。"),
        ("“Good!” – Daily News", "“好！”– 每日新闻", "“好！”——每日新闻"),
        ("good – or bad", "好 – 或者坏", "好——或者坏"),
        ("from 2 – 3 hours", "2 – 3小时", "2 – 3小时"),
        ("Monday–Friday", "周一–周五", "周一–周五"),
        # What was said twice.
        ("Please call Tom.", "请请打电话给汤姆。", "请打电话给汤姆。"),
        ("my book", "我的的书", "我的书"),
        ("but I, I do not", "但我我不", "但我我不"),
        ("Please apply.", "请申请请假。", "请申请请假。"),
        ("his aim", "他的目的的", "他的目的的"),
        ("my taxi", "我的的士", "我的的士"),
        ("the others", "其他他", "其他他"),
        ("me, me", "我我我", "我我我"),
        ("Please call.", "请请请打电话。", "请打电话。"),
        ("“Good!” – Daily News", "“好！”–每日新闻", "“好！”——每日新闻"),
        ("Paris–Dakar is hard", "巴黎–达喀尔很难", "巴黎–达喀尔很难"),
    ],
)
def test_ends_dashes_and_doubled_words_are_set(source, text, made):
    assert tidy(text, source).text == made


@pytest.mark.parametrize("name", ["C#", "C++", ".NET"])
def test_names_that_begin_or_end_with_a_mark_are_words(name):
    text = f"用 {name} 编写"
    assert tidy(text, f"written in {name}", [Span(2, 2 + len(name))]).text == f"用{name}编写"
