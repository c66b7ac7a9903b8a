"""Ranges of money and of large numbers."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.guards.amounts import rewrite_amounts
from engine.guards.numerals import values


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("It costs $1-2 million.", "It costs 100万至200万美元."),
        ("worth $1 billion to $2 billion", "worth 10亿至20亿美元"),
        ("Seats cost €5–7.", "Seats cost 5至7欧元."),
        ("It costs between $3 and $5 million.", "It costs 300万至500万美元."),
        ("£10-£20, £5bn–£7bn", "10至20英镑, 50亿至70亿英镑"),
        ("$500,000 to $1 million", "500,000至100万美元"),
        ("5 to 10 million people", "500万至1000万 people"),
        ("two or three million trees", "200万或300万 trees"),
        ("five to six thousand words", "5000至6000 words"),
        ("between 2 and 3 billion dollars", "20亿至30亿美元"),
        ("3-4 million euros", "300万至400万欧元"),
        ("US$2.5-3.5bn", "25亿至35亿美元"),
        ("HK$5-7 million", "500万至700万港元"),
        ("USD 20-30 or 5 to 10 EUR", "20至30美元 or 5 to 10欧元"),
        ("from $10M to $15M", "from 1000万美元 to 1500万美元"),
        ("from $10 to $15 million", "from 1000万至1500万美元"),
        # No range, or one that needs nothing.
        ("I gave $2 to 3 million people.", "I gave $2 to 3 million people."),
        ("Pay $5 to 10 people.", "Pay $5 to 10 people."),
        ("$5 and $10 million", "$5 and 1000万美元"),
        ("In 2019 - 2 million people", "In 2019 - 2 million people"),
        ("the difference between $1 and $2", "the difference between $1 and $2"),
        ("a score of 3-2, 5-7%, 5-7 m", "a score of 3-2, 5-7%, 5-7 m"),
        ("$5-€7", "$5-€7"),
        ("from $1.20 to $1.35", "from $1.20 to $1.35"),
        ("The stock rose $1.50 to $45.20.", "The stock rose $1.50 to $45.20."),
        ("It fell by $2bn to $30bn.", "It fell by 20亿美元 to 300亿美元."),
        ("one to two hundred", "one to two hundred"),
        ("$1-2-3 and $1-2/3", "$1-2-3 and $1-2/3"),
    ],
)
def test_currency_and_magnitude_belong_to_both_ends(text, made):
    assert rewrite_amounts(text).text == made


@given(
    st.integers(1, 500),
    st.integers(1, 400),
    st.sampled_from([("million", 10**6), ("billion", 10**9), ("thousand", 1000)]),
    st.sampled_from(["-", "–", " to "]),
    st.sampled_from(["$", "€", "£"]),
)
def test_both_ends_keep_their_value(low, more, scale, joint, mark):
    name, zeros = scale
    made = rewrite_amounts(f"It costs {mark}{low}{joint}{mark}{low + more} {name}.").text

    assert values(made)[low * zeros]
    assert values(made)[(low + more) * zeros]


@pytest.mark.parametrize(
    "unit", ["$1-", "$1 to ", "between 1 ", "million 1-2 ", "the mid-", "1/2 "]
)
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.process_time()
    rewrite_amounts(unit * 5000 + "$ million 1980s")

    assert time.process_time() - start < 5
