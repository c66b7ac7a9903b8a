"""Counting words."""

import pytest

from gui.words import count_words, unbroken


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", 0),
        ("   \n\t", 0),
        ("--- … ?!", 0),
        ("Hello", 1),
        ("Don't touch the well-known 3.5 mm plug.", 7),
        ("one—two… three -- four and/or", 6),
        ("https://example.org/a", 3),
        ("你好，世界！", 4),
        ("Use 微信 now", 4),
        ("한국어 문장", 2),
        ("𠮷野家", 3),
        ("naïve café", 2),
    ],
)
def test_count(text, words):
    assert count_words(text) == words


@pytest.mark.parametrize(
    ("text", "long"),
    [
        ("abc de fghij", False),
        ("abc defghijk", True),
        ("1234\u00a0567", True),
        ("1234\u2029567", False),
        ("你好世界你好世界", False),
        ("ab，cd。efg你hijkl", False),
        ("==========", True),
    ],
)
def test_runs_without_a_break(text, long):
    assert unbroken(text, 5) is long
