"""Formulas come out as they went in; what prose joins with the same signs is translated."""

import time

import pytest

from engine.guards.verbatim import find_verbatim


@pytest.mark.parametrize(
    "written",
    [
        "x = 5 + 3 * 2",
        "E = mc^2",
        "a^2 + b^2 = c^2",
        "y = mx + b",
        "PV = nRT",
        "f(x) = 2x + 1",
        "sin(x)^2 + cos(x)^2 = 1",
        "O(n^2)",
        "O(n * log(n))",
        "(a + b) * c",
        "2(x + 1) = 8",
        "((a + b) * 2) / c",
        "x = -b ± √(b^2 - 4ac)",
        "x² + y² = z²",
        "α + β = 180°",
        "a_1 + a_2 = 3",
        "2^{n+1}",
        "0 < x <= 5",
        "p < 0.05",
        "i += 1",
        "x == 5",
        "k != 3",
        "2 * 3 * 4",
        "a*b*c",
        "8 x 5 = 40",
        "10^6",
        "1 km = 1000 m",
        "3/4 + 1/2 = 5/4",
        "1,000 * 3 = 3,000",
        "n! = n * m",
        "$E = mc^2$",
        'y = data["first key"] + 1',
        "5 kg*m/s^2",
    ],
)
@pytest.mark.parametrize("frame", ["Now {} holds.", "Take {}, then go.", "It is {}."])
def test_a_formula_is_one_span(written, frame):
    text = frame.replace("{}", written)
    assert [each.span.of(text) for each in find_verbatim(text, chinese=True)] == [written]


@pytest.mark.parametrize(
    "text",
    [
        "It is red and/or blue; he/she knows.",
        "C++ = hard, they say.",
        "She has 3 + 4 apples, or 2 × 3 m of it.",
        "It takes 5 - 10 days, from 2019-2020.",
        "A+ grades and B+/A- = good.",
        "From 12/05/2020 - 13/05/2020.",
        "I like cats > dogs, and I <3 you.",
        "A & B companies",
        "Price = 5 euros, Total = sum of all.",
        "S = small, M = medium, 1 = yes, 0 = no.",
        "A = the best, I = me.",
        "Press Ctrl+C or Ctrl + C.",
        "It is 18+ only; 24/7 + 365.",
        "4* / 5* hotels, a 5 * hotel and a * note.",
        "TV + PC, he is a - b.",
        "Go to (a) or (b); (s)he did; a/b testing.",
        "It is *so* good * and **so** bad.",
        "1 inch = 2.54 cm",
    ],
)
def test_words_with_signs_between_them_are_translated(text):
    assert not [
        each for each in find_verbatim(text) if each.kind == "code" and each.span.of(text) != "C++"
    ]


@pytest.mark.parametrize(
    "unit",
    ["a=", "a+", "(", "((a", "1,", "a = ", "f(a,", "a_", "x^{", "a[", "-", "√", "(a+(a+", "$1,1"],
)
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.thread_time()
    find_verbatim((unit * 20_000)[:20_000] + " = ")

    assert time.thread_time() - start < 1
