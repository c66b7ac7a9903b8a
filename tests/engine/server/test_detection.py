"""Which language a text is in."""

import pytest

from engine.server.detection import detect


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Hello World", "en"),
        ("Good morning, how are you today?", "en"),
        ("Bonjour", "fr"),
        ("Bonjour le monde, comment allez-vous ?", "fr"),
        ("Guten Morgen", "de"),
        ("Gracias", "es"),
        ("Привет, как дела?", "ru"),
        ("こんにちは世界", "ja"),
        ("안녕하세요", "ko"),
        ("你好，世界", "zh-Hans"),
        ("这是一个测试", "zh-Hans"),
        ("這是一個測試", "zh-Hant"),
        ("學習漢語", "zh-Hant"),
    ],
)
def test_a_text_is_in_a_language(text, language):
    found, sure = detect(text, "en")
    assert found == language
    assert 0 < sure <= 100


def test_a_longer_text_is_surer():
    assert detect("Where is the library, please?", "en")[1] > 99
    assert detect("Hello", "en")[1] < 90


@pytest.mark.parametrize("text", ["", "  ", "1234", "!?", "\0", "😀", "\ufffd"])
def test_a_text_without_a_letter_is_in_the_expected_one_for_want_of_a_better(text):
    assert detect(text, "en") == ("en", 0.0)
    assert detect(text, "zh-Hans") == ("zh-Hans", 0.0)


@pytest.mark.parametrize("text", ["Hi", "OK", "Go!", "Cat", "I"])
def test_a_text_too_short_to_tell_is_in_the_expected_one(text):
    language, sure = detect(text, "en")
    assert language == "en"
    assert 50 < sure < 90


def test_a_very_long_text_is_no_harder():
    assert detect("Where is the library? " * 50_000, "en")[0] == "en"
    assert detect("的" * 100_000, "en")[0] == "zh-Hans"
