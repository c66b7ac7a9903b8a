import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.rewriting import rewrite, rewrite_only
from engine.script import converter
from engine.types import TranslationOptions
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated

TAIWAN = converter("zh-TW", "zh-Hans") or str.strip


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("我们用鼠标点击网络软件。", "软件", "軟體"),
        ("激光打印机很好", "打印机", "印表機"),
        ("激光打印机很好", "激光", "雷射"),
        ("互联网和出租车都好", "出租车", "計程車"),
        ("互联网和出租车都好", "都好", "都好"),
    ],
)
def test_each_word_has_its_place(text, old, new):
    made = rewrite(text, TAIWAN)
    assert made.text == TAIWAN(text)
    start = text.index(old)
    assert made.forward(Span(start, start + len(old))).of(made.text) == new


CHINESE = st.text(
    st.sampled_from("我们用鼠标点击网络软件激光打印机出租车很好的。，a1 里面发头"), max_size=30
)


@given(CHINESE)
def test_any_text_becomes_what_opencc_makes_of_it(text):
    assert rewrite(text, TAIWAN).text == TAIWAN(text)


@given(CHINESE, CHINESE, CHINESE)
def test_only_what_is_meant_changes(before, middle, after):
    span = Span(len(before), len(before + middle))
    text = before + middle + after
    assert rewrite(text, TAIWAN, [span]).text == TAIWAN(before) + middle + TAIWAN(after)
    assert rewrite_only(text, TAIWAN, [span]).text == before + TAIWAN(middle) + after


def test_the_alignment_outlives_another_script():
    taiwan = TranslationOptions(target="zh-TW")
    model = SpellingModel(lambda _text: "激光打印机打印这个文件。")
    made = translated(model, "The laser printer prints this file.", taiwan)
    assert made.text == "雷射印表機列印這個檔案。"
    assert len(made.alignment) > 3


@pytest.mark.parametrize(
    ("text", "target", "kept"),
    [
        ("网络软件很好", "zh-TW", "網路軟體很好"),
        ("网络软件很好", None, "网络软件很好"),
        ("網路軟體很好", None, "網路軟體很好"),
        ("He said 网络软件 to me.", "zh-TW", "網路軟體"),
        ("He said 网络软件 to me.", None, "网络软件"),
        ("Run `打印(网络)` now.", "zh-TW", "`打印(网络)`"),
    ],
)
def test_what_is_chinese_already_is_written_in_the_script_asked_for(text, target, kept):
    model = SpellingModel(lambda asked: "他对我说" + "".join(re.findall(r"x\d\.com", asked)))
    made = translated(model, text, TranslationOptions(target=target)).text
    assert kept in made
    assert ("网络" in made) == ("网络" in kept)
