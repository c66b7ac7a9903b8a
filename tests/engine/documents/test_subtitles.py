import re
from io import BytesIO

import pytest

from engine.documents.content import plain
from engine.documents.format import Translated
from engine.documents.line_lengths import columns, line_breaks, shares
from engine.errors import InputError
from tests.support.document_translator import DocumentTranslator
from tests.support.documents import parse, rewritten, translated, units_of

SRT = (
    "1\r\n00:00:01,000 --> 00:00:02,500 X1:10 X2:20\r\n<i>We went to the market and</i>\r\n\r\n"
    "2\r\n00:00:03,000 --> 00:00:05,000\r\nbought some bread\r\nfor the children.\r\n\r\n"
    "3\r\n00:00:06,000 --> 00:00:07,000\r\n- Hello, <b>Tom</b>!\r\n- Good morning.\r\n\r\n\r\n"
    "4\r\n00:00:08,000 --> 00:00:09,000\r\n\r\n"
    "5\r\n00:00:10,000 --> 00:00:12,000\r\n{\\an8}So long"
)
VTT = """WEBVTT - A title

STYLE
::cue { color: red }

NOTE A comment

intro
00:01.000 --> 00:04.000 align:start position:0%
<v Roger>We are in <i>New York</i>.

01:00:05.000 --> 01:00:06.000
It is <c.loud>cold &amp; <00:05.500>wet</c>.
"""


@pytest.mark.parametrize(("name", "text"), [("a.srt", SRT), ("a.vtt", VTT)])
def test_what_is_not_translated_stays_to_the_byte(name, text):
    parsed = parse(name, text.encode())
    file = BytesIO()
    parsed.write(file, (Translated(u, u.content, changed=False) for u in list(parsed.units())))
    assert file.getvalue() == text.encode()


def test_a_sentence_in_two_cues_is_translated_as_one():
    assert [plain(unit.content) for unit in units_of("a.srt", SRT.encode())] == [
        "We went to the market and bought some bread for the children.",
        "- Hello, Tom!\n- Good morning.",
        "So long",
    ]


def test_only_the_words_of_cues_change(folder):
    path = folder / "a.srt"
    path.write_bytes(SRT.encode())
    made = translated(path, DocumentTranslator(render=CHINESE.__getitem__))[0].decode()
    assert made == (
        SRT.replace("We went to the market and", "我们去了市场，")
        .replace("bought some bread\r\nfor the children.", "给孩子们买了面包。")
        .replace("Hello, <b>Tom</b>!", "<b>汤姆</b>你好！")
        .replace("Good morning.", "早上好。")
        .replace("So long", "再见")
    )


CHINESE = {
    "We went to the market and bought some bread for the children.": "我们去了市场，"
    "给孩子们买了面包。",
    "Hello, <g1>Tom</g1>!": "<g1>汤姆</g1>你好！",
    "Good morning.": "早上好。",
    "So long": "再见",
    "We are in <g1>New York</g1>.": "我们在<g1>纽约</g1>。",
}


def test_notes_styles_settings_and_times_stay(folder):
    path = folder / "a.vtt"
    path.write_text(VTT, "utf-8")
    made = translated(path)[0].decode()
    wanted = VTT.replace("We are in <i>New York</i>.", "【WE ARE IN <i>NEW YORK</i>.】").replace(
        "It is <c.loud>cold &amp; <00:05.500>wet</c>.",
        "【IT IS <c.loud>COLD &AMP; <00:05.500>WET</c>.】",
    )
    assert made == wanted


def test_source_and_translation_share_a_cue(folder):
    path = folder / "a.srt"
    path.write_bytes(SRT.encode())
    made = translated(path, DocumentTranslator(render=CHINESE.__getitem__), bilingual="inline")[
        0
    ].decode()
    assert "\r\n<i>We went to the market and</i>\r\n<i>我们去了市场，</i>\r\n\r\n2\r\n" in made
    assert made.endswith("{\\an8}So long\r\n{\\an8}再见")


def test_long_lines_are_broken_at_a_comma_or_in_the_middle(folder):
    path = folder / "a.srt"
    path.write_text("1\n00:00:01,000 --> 00:00:02,000\nA long line.\n", "utf-8")
    long = "图书馆每天都开门到晚上，只要愿意，人人都可以来看书。"
    made = translated(path, DocumentTranslator(render=lambda _: long))[0].decode()
    assert made.splitlines()[2:] == ["图书馆每天都开门到晚上，", "只要愿意，人人都可以来看书。"]
    assert all(columns(line) <= 32 for line in made.splitlines()[2:])


@pytest.mark.parametrize(
    ("text", "limit", "lines"),
    [
        ("短", 32, ["短"]),
        ("一二三四五六七八九十", 10, ["一二三四五", "六七八九十"]),
        ("一二三四五（六七八九十", 12, ["一二三四五", "（六七八九十"]),
        ("打开 yiwen.example 这个网站", 16, ["打开 ", "yiwen.example ", "这个网站"]),
        ("a" * 50, 20, ["a" * 50]),
    ],
)
def test_lines_break_where_they_may(text, limit, lines):
    cuts = line_breaks(text, limit)
    made = [text[start:end] for start, end in zip([0, *cuts], [*cuts, None], strict=True)]
    assert made == lines


def test_a_translation_too_short_to_be_divided_is_shown_in_every_cue(folder):
    assert shares("好", [1, 1]) == []
    path = folder / "a.srt"
    path.write_bytes(SRT.encode())
    made = translated(path, DocumentTranslator(render=lambda _: "好"))[0].decode()
    assert "\r\n<i>好</i>\r\n\r\n2\r\n" in made
    assert "00:00:05,000\r\n好\r\n" in made


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.srt", "Just a text.\n", "expected subtitles with times"),
        ("a.vtt", SRT, "expected WEBVTT in the first line"),
        ("a.vtt", "WEBVTT\n", "expected subtitles with times"),
    ],
)
def test_what_are_no_subtitles_is_refused(name, text, message):
    with pytest.raises(InputError, match=message):
        parse(name, text.encode())


@pytest.mark.parametrize("line_end", ["\r\n", "\n", "\r"])
def test_line_ends_stay_as_they_are(line_end):
    source = SRT.replace("bread\r\nfor", "bread for").replace("\r\n", line_end)
    made = rewritten("a.srt", source.encode()).decode()
    assert re.findall("\r\n|\r|\n", made) == [line_end] * (source.count(line_end) + 1)
