"""Counting words."""

import pytest

from gui.words import count_words


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
