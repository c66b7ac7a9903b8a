import time
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.edits import apply
from engine.guards.number_checks import as_written, missing
from engine.guards.number_forms import correction
from engine.guards.numbers import numbers
from engine.guards.numerals import values
from engine.types import AlignedSpan

EVALUATION = Path(__file__).parents[2] / "data" / "eval"
DIGITS = "零一二三四五六七八九"


def in_chinese(number):
    """Write 0 to 9999 the way it is read."""
    if number < 10:
        return DIGITS[number]
    made, zero = "", False
    for unit, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // unit % 10
        if digit:
            made += ("零" if zero and made else "") + DIGITS[digit] + name
        zero = not digit
    return made.removeprefix("一") if made.startswith("一十") else made


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("Anna has 12 hens.", "安娜有十二只母鸡。"),
        ("twelve hens", "12只母鸡"),
        ("two of them", "他们俩"),
        ("The city has 3 million people.", "这座城市有三百万人。"),
        ("£2.8bn", "28亿英镑"),
        ("£125m", "1.25亿英镑"),
        ("1.23 billion", "12.3亿"),
        ("more than 380,000 people", "超过38万人"),
        ("10 000 people", "1万人"),
        ("two hundred and fifty thousand", "25万"),
        ("twenty-five", "二十五"),
        ("nineteen eighty-four", "1984年"),
        ("In 2019 they left.", "二〇一九年他们离开了。"),
        ("Pay €1,249.50 by 3 March.", "3月3日前支付1249.50欧元。"),
        ("at 18:45", "在18点45分"),
        ("at 7.55am", "早上7:55"),
        ("at 3:05 p.m.", "下午三点零五分"),
        ("at 2pm", "下午二点"),
        ("at 8:30", "八点三十分"),
        ("the 1930s", "20世纪30年代"),
        ("in the early 2000s", "本世纪初"),
        ("the 21st", "21号"),
        ("October 10th, 1972", "1972年10月10日"),
        ("3/4 of it", "四分之三"),
        ("2 1/2 cups", "两杯半"),
        ("2 1/2 cups", "2 1/2杯"),
        ("1 1/2 miles", "1.5英里"),
        ("1 1/2 miles", "一又二分之一英里"),
        ("3 3/4 cups", "三又四分之三杯"),
        ("two-thirds", "三分之二"),
        ("five percent", "百分之五"),
        ("two and a half litres", "两升半"),
        ("two and a half million", "二百五十万"),
        ("half a million", "五十万"),
        ("two and a half billion people", "25亿人"),
        ("twenty-two and a half million", "2250万"),
        ("a million and a half euros", "150万欧元"),
        ("a quarter of a million", "25万"),
        ("three quarters of a million", "75万"),
        ("a half-million", "五十万"),
        ("half a dozen eggs", "半打鸡蛋"),
        ("1 1/2 million", "150万"),
        ("1/2 million", "50万"),
        ("two and a quarter hours", "2.25小时"),
        ("two and three quarters", "二又四分之三"),
        ("a 1 1/4 inch pipe", "一根1又1/4英寸的管子"),
        ("1 1/4 miles", "1和1/4英里"),
        ("the sixties", "六十年代"),
        ("the seventies", "20世纪70年代"),
        ("the nineteen-thirties", "三十年代"),
        ("in the '80s", "八十年代"),
        ("the mid-90s", "90年代中期"),
        ("the 1920s", "1920年代"),
        ("in 1980 and all the 1980s", "在1980年和整个八十年代"),
        ("a woman in her sixties", "一个六十多岁的女人"),
        ("a 30s wait", "等待30秒"),
        ("the ratio is 3:1", "比例是3:1"),
        ("on 12/05/2024", "在12/5/2024"),
        ("a minus of -5 °C and -7", "零下5度和负7"),
        ("Henry VIII", "亨利八世"),
        ("near Three Mile Island", "在Three Mile Island附近"),
        ("7-Eleven is open.", "7-Eleven开着。"),
        ("pages 7,8 and 9", "第7、8和9页"),
        ("a score of 1-0", "0:1落后"),
        ("not in 3.7.2", "不在3.7.2中"),
        ("a 5k run", "5公里跑"),
        ("seven or eight", "七八个"),
        ("fifteen minutes", "一刻钟"),
        ("2 dozen", "24个"),
        ("call 0800 555 111", "拨打0800 555 111"),
        ("one by one, the first of its kind for a second", "一个接一个"),
        ("thousands of people, hundreds of times", "成千上万的人"),
    ],
)
def test_a_number_is_found_however_chinese_writes_it(source, target):
    assert missing(source, target) == ()


@pytest.mark.parametrize(
    ("source", "target", "lost"),
    [
        ("3 million people", "3万人", ["3 million"]),
        ("item 11 is on shelf 111", "在111号架上", ["11"]),
        ("He ran 1 1/2 miles.", "他跑1/2英里。", ["1 1/2"]),
        ("2 1/2 cups and 3 3/4 teaspoons", "2 1/2杯和3/4茶匙", ["3 3/4"]),
        ("a 1 1/4 inch pipe", "1/4管道", ["1 1/4"]),
        ("a 1 1/4 inch pipe", "1/4 pipe 1/4管道", ["1 1/4"]),
        ("two and a half hours", "半小时", ["two and a half"]),
        ("one and a half million people", "一个半百万人", ["one and a half million"]),
        ("one and a half million people", "一百万人", ["one and a half million"]),
        ("a million and a half euros", "一百万欧元", ["a million and a half"]),
        ("a quarter of a million", "四分之一", ["a quarter of a million"]),
        ("Three quarters of the money is gone.", "没了45。", ["Three quarters"]),
        ("It takes three quarters of an hour.", "需要45分钟。", []),
        ("1 1/2 million", "100万", ["1 1/2 million"]),
        ("the sixties were wild", "六岁很狂野", ["sixties"]),
        ("in the 1980s", "在1980年", ["1980s"]),
        ("in the '80s", "在'80年", ["'80s"]),
        ("the nineteen-eighties", "19岁", ["nineteen-eighties"]),
        ("a man in his forties", "一个4岁的人", ["forties"]),
        ("at 18:45", "在18点", ["18:45"]),
        ("Room 12, 12 people", "12号房", ["12"]),
        ("Eve has 15 dogs and ten cats.", "伊芙有狗和猫。", ["15", "ten"]),
        ("€1,249.50", "1249欧元", ["1,249.50"]),
        ("in 1984", "在那一年", ["1984"]),
        ("3.5%", "35%", ["3.5"]),
        ("at 18:45", "下午6点三刻", ["18:45"]),
        ("at 6 p.m.", "在6点", ["6 p.m"]),
        ("at 7 p.m. ET", "7，今晚", ["7 p.m"]),
        ("one third of it", "第三个", ["one third"]),
        ("in the 1990s", "20年代", ["1990s"]),
        ("our twenty-year-old", "我们十十岁的", ["twenty"]),
        ("£125m", "125年", ["125m"]),
        ("Six officers left.", "Six officers走了。", ["Six"]),
        ("up 3 percent in Q3", "季度增长3%", ["3"]),
        ("-5 °C", "15度", ["-5"]),
    ],
)
def test_a_lost_or_changed_number_is_missing(source, target, lost):
    assert [number.text for number in missing(source, target)] == lost


@given(st.integers(0, 9999))
def test_every_numeral_is_read(number):
    assert Fraction(number) in values(in_chinese(number))
    links = [AlignedSpan(Span(7, 8), Span(1, 2))]
    assert missing(f"It has {number} parts.", f"有{in_chinese(number)}个部分。", links) == ()


@given(st.integers(1, 9999), st.sampled_from([("thousand", "千", 3), ("million", "百万", 6)]))
def test_magnitudes_are_equal_however_they_are_written(number, scale):
    word, character, zeros = scale
    value = number * 10**zeros
    wan = f"{value / 10**4:.1f}".removesuffix(".0")

    for target in (f"{number}{character}", f"{value:,}", f"{value}", f"{wan}万"):
        assert missing(f"{number} {word} trees", target) == ()


@given(st.decimals(0, 10**9, places=2, allow_nan=False), st.integers(2, 10**6))
def test_a_number_as_written_is_found_and_without_it_missing(amount, count):
    source = f"Pay {amount:,} for {count} things."

    assert missing(source, f"为{count}件东西付{amount}。") == ()
    assert missing(source, f"为{count:,}件东西付{amount:,}。") == ()
    assert len(missing(source, "付钱。")) == 2


@given(st.text(st.characters(exclude_categories=()), max_size=40))
def test_any_text_has_all_the_numbers_it_has(text):
    found = numbers(text)

    assert all(number.text == number.span.of(text) for number in found)
    assert [number.span.start for number in found] == sorted({n.span.start for n in found})
    digits = [number for number in found if number.kind == "digits"]
    assert not set(missing(text, text)) & set(digits)


@given(st.text(st.sampled_from("0123456789〇一二十百千万亿两半点分之刻打,./: "), max_size=30))
def test_any_run_of_numerals_can_be_read(text):
    assert isinstance(values(text), Counter)


@pytest.mark.parametrize("name", ["docs.tsv", "news.tsv", "tatoeba.tsv"])
def test_hardly_any_human_translation_is_said_to_lack_a_number(name):
    lines = (EVALUATION / name).read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t")[:2] for line in lines]
    bearing = [(source, target) for source, target in pairs if numbers(source)]
    lacking = [pair for pair in bearing if missing(*pair)]

    assert len(lacking) <= 0.03 * len(bearing)


def test_a_deleted_number_is_noticed_in_most_translations():
    lines = (EVALUATION / "news.tsv").read_text(encoding="utf-8").splitlines()
    bearing = [line.split("\t")[:2] for line in lines if numbers(line.split("\t")[0])]
    cut = [(source, "".join(c for c in target if not c.isdigit())) for source, target in bearing]
    changed = [pair for pair, (_, target) in zip(cut, bearing, strict=True) if pair[1] != target]

    assert sum(bool(missing(*pair)) for pair in changed) >= 0.95 * len(changed)


@pytest.mark.parametrize(
    ("source", "target", "written"),
    [
        ("€1,249.50", "€1249.50", "€1,249.50"),
        ("5 apples", "五个苹果", "5个苹果"),
        ("3% more", "百分之三以上", "3%以上"),
        ("3% more", "百分之3以上", "3%以上"),
        ("at 18:45", "在18点45分", "在18:45"),
        ("at 18:45", "在十八点四十五分", "在18:45"),
        ("05/12/2024", "5/12/2024", "05/12/2024"),
        ("3 million people", "3百万人", "300万人"),
        ("24,500 people", "2.45万人", "24,500人"),
        ("the 21st attempt", "21st尝试", "第21尝试"),
        ("the 21st century", "21st世纪", "21世纪"),
        ("the 2nd half", "2ndnd半", "第2半"),
        ("the 7th street", "第7thth街", "第7街"),
        ("at 6 p.m. today", "今天6 pm", "今天下午6点"),
        ("-5 °C", "5度", "-5度"),
        ("up 3 percent in Q3", "三季度增长3%", "3季度增长3%"),
        ("1920×1080 pixels", "1920 × 1080像素", "1920×1080像素"),
        ("10–20 people", "10 –20人", "10–20人"),
        ("1920 x 1080 pixels", "1920 x 1080像素", "1920 x 1080像素"),
        # What is right already, or no number, stays.
        ("3 boys and a girl", "3个男孩和一个女孩", "3个男孩和一个女孩"),
        ("1 boy", "一个男孩", "一个男孩"),
        ("the 2nd and 5 more", "第二和另外5个", "第二和另外5个"),
        ("3 on Wednesday", "周三的三个", "周三的3个"),
        ("12 in 2012", "2012年12个", "2012年12个"),
        ("twelve hens", "十二只母鸡", "十二只母鸡"),
    ],
)
def test_a_number_in_another_writing_is_written_as_in_the_source(source, target, written):
    made = as_written(source, target)
    assert made.text == written
    assert as_written(source, written).text == written


def test_of_two_numerals_the_linked_one_is_the_number():
    links = [AlignedSpan(Span(0, 1), Span(4, 5)), AlignedSpan(Span(10, 11), Span(0, 1))]
    assert as_written("1 boy saw a girl", "一个女孩一个男孩", links).text == "一个女孩1个男孩"


@given(
    st.text(st.sampled_from("0123456789,.:/-% apm一二三十百万点分之第年kMst"), max_size=24),
    st.text(st.sampled_from("0123456789,.:/-% apm一二三十百万点分之第年kMst"), max_size=24),
)
def test_writing_numbers_anew_keeps_all_else(source, target):
    made = as_written(source, target)

    assert [c for c in made.text if c not in WRITTEN] == [c for c in target if c not in WRITTEN]
    assert len(missing(source, made.text)) <= len(missing(source, target))


WRITTEN = frozenset("0123456789,.:/-% apmAPMst零一二三四五六七八九十百千万亿点分之第上下午kM")


def corrected(source, target, links=()):
    for number in missing(source, target):
        target = apply(target, [correction(number, source, target, links)]).text
    return target


def test_a_lost_number_is_put_next_to_what_its_noun_became():
    links = [AlignedSpan(Span(4, 7), Span(1, 2)), AlignedSpan(Span(11, 15), Span(2, 4))]

    assert corrected("She has 12 hens.", "她有母鸡。", links) == "她有12母鸡。"


def test_a_lost_number_takes_the_place_of_what_the_model_took_it_for():
    links = [AlignedSpan(Span(8, 17), Span(2, 4)), AlignedSpan(Span(18, 23), Span(4, 6))]

    assert corrected("It took 3 million years.", "花了3万年", links) == "花了300万年"


def test_a_number_that_belongs_to_another_word_stays():
    links = [AlignedSpan(Span(0, 5), Span(0, 3))]

    assert corrected("12 in 30", "30个", links) == "12 30个"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("twenty-five", "25"),
        ("3 million", "300万"),
        ("£2.8bn", "28亿"),
        ("2.5 thousand", "2500"),
        ("two hundred and fifty thousand", "25万"),
        ("1,249.50", "1,249.50"),
        ("18:45", "18:45"),
        ("7.55am", "上午7:55"),
        ("2 p.m.", "下午2点"),
        ("the 1930s", "20世纪30年代"),
        ("the 2000s", "21世纪初"),
        ("the '80s", "80年代"),
        ("the nineteen-eighties", "20世纪80年代"),
        ("the sixties", "60年代"),
        ("in his late fifties", "50多岁"),
        ("one and a half million", "150万"),
        ("two and a half", "2.5"),
        ("a quarter of a million", "25万"),
        ("5k", "5k"),
    ],
)
def test_a_number_is_written_in_digits_as_chinese_does(text, written):
    (number,) = numbers(text)

    assert correction(number, text, "", []).text == written


SOURCES = ["{} hens", "{:,} hens", "{} million hens", "{}.5 bn", "{}%", "at {}", "the {}th", "{}/7"]


@given(
    st.sampled_from(SOURCES),
    st.integers(2, 10**6),
    st.sampled_from(["母鸡", "hens", "", "只7", "她有。", "12只"]),
    st.lists(st.tuples(st.integers(0, 12), st.integers(0, 3)), max_size=3),
)
def test_a_number_put_in_is_found_again(pattern, count, target, places):
    source = pattern.format(count)
    links = [AlignedSpan(Span(s, s + 1), Span(t, t + 1)) for s, t in places]

    assert missing(source, corrected(source, target, links)) == ()


@pytest.mark.parametrize("unit", ["1,", "9", "two ", "1 ", "1.1", "12:3", "1/2", "a hundred and "])
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.process_time()
    missing(unit * 5000, "一千万点" * 5000 + unit * 5000)

    assert time.process_time() - start < 5


@given(
    st.lists(
        st.sampled_from(
            [
                "two",
                "third",
                "thirds",
                "half",
                "a",
                "and",
                "million",
                "an",
                "quarter",
                "IV",
                "9",
                "dozen",
                "of",
                "sixties",
                "nineteen-eighties",
            ]
        )
    )
)
def test_a_quick_look_misses_no_number(words):
    text = " ".join(words)
    # A text that is not ASCII is always read closely.
    assert [each.text for each in numbers(text)] == [each.text for each in numbers(f"é. {text}")]
