import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.repair import repair

ANYTHING = st.text(st.characters(exclude_categories=()), max_size=40)
INVISIBLE = "\u200b\u2060\ufeff\u00ad\u200e\u200f\u202a\u202e\u2066\u2069\u061c\u180e\x00\x07\ud83d"


@pytest.mark.parametrize(
    ("text", "repaired"),
    [
        ("Zero\u200bwidth, soft\u00adhyphen", "Zerowidth, softhyphen"),
        ("\ufeffHello", "Hello"),
        ("non\u00a0breaking\u2009and\u3000wide\u2028line", "non breaking and wide line"),
        ("before\x00after", "before after"),
        ("bell\x07 rings", "bell rings"),
        ("bad \ud83d text", "bad  text"),
        ("“It’s ‘fine’”", "\"It's 'fine'\""),
        ("don\x92t \x93go\x94", 'don\'t "go"'),
        ("«oui»", '"oui"'),
        ("ＦＵＬＬ　Ｗｉｄｔｈ１２！", "FULL Width12!"),
        ("ﬁnd the oﬃce", "find the office"),
        ("non‑stop, −5, wait…", "non-stop, -5, wait..."),
        ("a–b—c", "a–b—c"),
        ("½ cup, 2½ cups, 3⁄4", "1/2 cup, 2 1/2 cups, 3/4"),
        ("10³ and 10⁻⁶, 5 m²", "10^3 and 10^-6, 5 m²"),
        ("\u202bشكرا\u202c", "شكرا"),
        ("a\ufe0f", "a"),
        ("z" + "\u0301" * 30, "z" + "\u0301" * 4),
        ("t\u0337e\u0337x\u0337t", "text"),
        ("e\u0301\u0337", "e\u0301"),
        ("Next »", "Next »"),
        ("« Prev", "« Prev"),
    ],
)
def test_what_text_picks_up_on_its_way_is_repaired(text, repaired):
    assert repair(text).text == repaired


@pytest.mark.parametrize(
    "text",
    [
        "Plain text, as it is.\tWith a tab.",
        "👨‍👩‍👧 👍🏽 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪",
        "می‌خواهم क्‍ष",
        "naïve café Straße Ω ☃",
        "今天天气很好。",
        "他说：“你好，世界！”（笑）",
        "`code`",
    ],
)
def test_what_means_something_stays(text):
    assert repair(text).text == text


@given(ANYTHING)
def test_nothing_invisible_is_left_and_another_repair_changes_nothing(text):
    once = repair(text).text

    assert not any(unicodedata.category(c) == "Cs" for c in once)
    assert not set(once) & set("\x00\u200b\ufeff\u00ad\u202e\u00a0\u2028")
    assert repair(once).text == once
    once.encode("utf-8")


@given(st.text("abc déf 12,.", max_size=20), st.lists(st.integers(0, 20)), st.data())
def test_invisible_characters_inside_words_change_nothing(text, places, data):
    soiled = text
    for place in sorted(places, reverse=True):
        at = min(place, len(text))
        soiled = soiled[:at] + data.draw(st.sampled_from("\u200b\ufeff\u00ad\u2060")) + soiled[at:]

    assert repair(soiled).text == text


@given(ANYTHING, st.integers(0, 40), st.integers(1, 10))
@example("a\u200bb", 0, 3)
def test_the_map_leads_back_to_the_same_words(text, start, length):
    edited = repair(text)
    span = Span(min(start, len(edited.text)), min(start + length, len(edited.text)))
    back = edited.back(span)

    assert span.of(edited.text) in repair(back.of(text)).text or not back.of(text).isalnum()
    for at, character in enumerate(edited.text):
        if character.isascii() and character.isalpha():
            origin = edited.back(Span(at, at + 1)).of(text)
            assert character in unicodedata.normalize("NFKC", origin)


@given(ANYTHING, st.lists(st.integers(0, 40), max_size=6))
def test_kept_spans_are_not_touched(text, borders):
    borders = sorted(min(border, len(text)) for border in borders)
    spans = [Span(*pair) for pair in zip(borders[::2], borders[1::2], strict=False)]
    edited = repair(text, spans)

    for span in spans:
        if span.end > span.start:
            assert edited.forward(span).of(edited.text) == span.of(text)


def test_only_white_space_is_left_of_invisible_text():
    assert not repair(INVISIBLE).text.strip()


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("𝐇𝐞𝐥𝐥𝐨 𝓌𝑜𝓇𝓁𝒹", "Hello world"),
        ("ℋello ℝ", "Hello R"),
        ("ⓗⓘ 🄷i", "hi Hi"),
        ("𝟏𝟐 hens", "12 hens"),
        # Numbers in circles and letters of other alphabets say something of their own.
        ("① and ℵ", "① and ℵ"),
    ],
)
def test_letters_in_another_shape_are_read_as_letters(text, read):
    assert repair(text).text == read
