"""Amounts of money with a mark or a code."""

import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.guards.amounts import rewrite_amounts
from engine.guards.currencies import CODES, MARKS, SCALES
from engine.guards.numerals import values


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("She earns $90k and he $60K.", "She earns 9万美元 and he 6万美元."),
        ("£1.2k, €3.5m, $2bn", "1200英镑, 350万欧元, 20亿美元"),
        ("$1.5M, £20 k or $3 billion", "150万美元, £20 k or 30亿美元"),
        ("a £11million deal, a $5-million deal", "a 1100万英镑 deal, a 500万美元 deal"),
        ("$2 trillion", "2万亿美元"),
        ("$5 million dollars", "500万美元"),
        ("US$45, A$500 or HK$20,000", "45美元, 500澳元 or 20,000港元"),
        ("C$300 or NT$1,500", "300加元 or 1,500元新台币"),
        ("R$1.5bn, AU$3 million", "15亿雷亚尔, 300万澳元"),
        ("USD 20, 20 USD, $20 USD, USD $20", "20美元, 20美元, 20美元, 20美元"),
        ("$20 CAD, CHF 1'250.50, 500 kr", "20加元, 1'250.50瑞士法郎, 500克朗"),
        ("a 500-EUR fine", "a 500欧元 fine"),
        ("₹500, ₩10,000, Rs. 300", "500卢比, 10,000韩元, 300卢比"),
        ("a loss of -£3m", "a loss of 负300万英镑"),
        ("$90k/year, €950/month, -$25/hour.", "9万美元/年, €950/月, -$25/小时."),
        ("¥3m in Japan", "300万日元 in Japan"),
        ("A Chinese firm paid ¥3m.", "A Chinese firm paid 300万元人民币."),
        ("20 quid or 50 bucks", "20英镑 or 50美元"),
        ("The fee is CAD 20.", "The fee is 20加元."),
        # What has a plain mark alone, may be something else, or is of nobody knows what currency.
        ("$5, £20.50, €1,249 and ¥300", "$5, £20.50, €1,249 and ¥300"),
        ("¥3m", "¥3m"),
        ("100 CAD drawings", "100 CAD drawings"),
        ("$90km, $2bnx, X$1, TT$50", "$90km, $2bnx, X$1, TT$50"),
        ("USD/EUR 1.08, EURO 2016", "USD/EUR 1.08, EURO 2016"),
        ("10k, 5 m, 3M", "10k, 5 m, 3M"),
    ],
)
def test_amounts_are_written_as_chinese_does(text, made):
    assert rewrite_amounts(text).text == made
    assert rewrite_amounts(made).text == made


@given(
    st.sampled_from(sorted(MARKS)),
    st.integers(1, 999),
    st.sampled_from(["k", "m", "bn", " million", " billion", " trillion"]),
)
def test_a_magnitude_keeps_its_value_and_its_currency(mark, number, scale):
    made = rewrite_amounts(f"It costs {mark}{number}{scale}.").text

    assert values(made)[Fraction(number * SCALES[scale.strip()])]
    assert made.count(MARKS[mark]) == 1
    assert mark not in made


@given(st.sampled_from(sorted({*CODES} - {"CAD"})), st.integers(1, 10**9), st.booleans())
def test_digits_stay_and_a_code_becomes_one_name(code, number, before):
    amount = f"{code} {number:,}" if before else f"{number:,} {code}"

    assert rewrite_amounts(f"It is {amount}.").text == f"It is {number:,}{CODES[code]}."


@pytest.mark.parametrize("unit", ["$", "$1", "USD ", "1 USD", "1,000", "US$5 million ", "-$1k"])
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.process_time()
    rewrite_amounts(unit * 5000 + "$ USD million")

    assert time.process_time() - start < 5
