import calendar
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.dates import rewrite_dates
from engine.guards.number_checks import missing


@pytest.mark.parametrize(
    ("text", "rewritten"),
    [
        ("在3 March付款", "在3月3日付款"),
        ("在March 3, 2020付款", "在2020年3月3日付款"),
        ("他生于 Oct. 10th, 1972。", "他生于 1972年10月10日。"),
        ("the 2nd of May 见", "the 5月2日 见"),
        ("30 september 1999年", "1999年9月30日"),
        ("May I go 去", "May I go 去"),
        ("March 45 人", "March 45 人"),
        ("March 3.5 吨", "March 3.5 吨"),
        ("3 Marching 人", "3 Marching 人"),
        ("see you on 3 March", "see you on 3 March"),
    ],
)
def test_english_dates_in_chinese_are_rewritten(text, rewritten):
    assert rewrite_dates(text).text == rewritten


@given(st.integers(1, 12), st.integers(1, 31), st.integers(1000, 2999), st.booleans())
def test_every_date_keeps_its_numbers(month, day, year, american):
    name = calendar.month_name[month]
    date = f"{name} {day}, {year}" if american else f"{day} {name} {year}"
    made = rewrite_dates(f"日期：{date}。").text

    assert made == f"日期：{year}年{month}月{day}日。"
    assert missing(date, made) == ()


def test_kept_spans_are_not_touched():
    assert rewrite_dates("见 3 March", [Span(2, 9)]).text == "见 3 March"


@pytest.mark.parametrize("unit", ["3 ", "March ", "3 March ", "May 3, "])
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.process_time()
    rewrite_dates("日" + unit * 20000)

    assert time.process_time() - start < 5
