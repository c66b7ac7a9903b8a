import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.script import converter, region

# Characters that exist in Simplified only, and their Traditional counterparts: a text that holds
# one of them is not in the other script.
SIMPLIFIED = "们这对时来为说国动过还没会从点问间见现关门开车书长东马鸟鱼龙语读谁谢让认识请话该计讲"
TRADITIONAL = "們這對時來為說國動過還沒會從點問間見現關門開車書長東馬鳥魚龍語讀誰謝讓認識請話該計講"

LONG = (
    "我们昨天在网络上看到了这个消息，没有人对它感到惊讶。你说过你会来帮忙，为什么现在还不开门？"
    "请把这本书读完以后还给图书馆。这个国家的东边有一条很长的河，河里有鱼，天上有鸟。"
    "谁让你从后门进来的？该软件会自动保存文件，请参阅“帮助”菜单。\n\n"
    "  * 打开计算机；\n  * 用鼠标点击“开始”。\r\n"
)


def convert(text, target, native="zh-Hans"):
    function = converter(target, native)
    assert function is not None
    return function(text)


@pytest.mark.parametrize(
    ("simplified", "taiwan", "hong_kong"),
    [
        ("软件", "軟體", "軟件"),
        ("鼠标", "滑鼠", "滑鼠"),
        ("网络", "網路", "網絡"),
        ("出租车", "計程車", "出租車"),
        ("服务器", "伺服器", "伺服器"),
        ("这里面", "這裡面", "這裏面"),
        ("看着他说", "看著他說", "看着他説"),
        ("头发发现", "頭髮發現", "頭髮發現"),
        ("皇后在后面", "皇后在後面", "皇后在後面"),
        ("干净的树干", "乾淨的樹幹", "乾淨的樹幹"),
        ("吃面条", "吃麵條", "吃麪條"),
    ],
)
def test_words_and_characters_of_each_region(simplified, taiwan, hong_kong):
    assert convert(simplified, "zh-TW") == taiwan
    assert convert(simplified, "zh-HK") == hong_kong


def test_traditional_without_a_region_is_taiwans():
    assert convert("软件在网络上", "zh-Hant") == convert("软件在网络上", "zh-TW") == "軟體在網路上"


@pytest.mark.parametrize(
    ("text", "native", "simplified"),
    [
        ("滑鼠和軟體都在這裡", "zh-Hant", "鼠标和软件都在这里"),
        ("滑鼠和軟體都在這裡", "zh-TW", "鼠标和软件都在这里"),
        ("看著網路", "zh-TW", "看着网络"),
        ("這裏的麪包", "zh-HK", "这里的面包"),
    ],
)
def test_simplified_from_a_traditional_model(text, native, simplified):
    assert convert(text, "zh-Hans", native) == simplified


def test_one_traditional_region_from_another():
    assert convert("這裡看著他說", "zh-HK", "zh-TW") == "這裏看着他説"
    assert convert("這裡看著他說", "zh-HK", "zh-Hant") == "這裏看着他説"
    assert convert("這裏看着他説", "zh-TW", "zh-HK") == "這裡看著他說"


@pytest.mark.parametrize(
    ("target", "native"),
    [
        ("zh-Hans", "zh-Hans"),
        ("zh-Hans", "zh"),
        ("zh-Hans", "zh-CN"),
        ("zh-TW", "zh-Hant"),
        ("zh-Hant", "zh-TW"),
        ("zh-HK", "zh-Hant-HK"),
        ("en", "en"),
        ("en", "de"),
    ],
)
def test_nothing_to_be_done(target, native):
    assert converter(target, native) is None


@pytest.mark.parametrize(("target", "native"), [("zh-TW", "en"), ("en", "zh-Hans")])
def test_other_languages_do_not_become_chinese(target, native):
    with pytest.raises(ValueError, match=f"found {native} to be made {target}"):
        converter(target, native)


@pytest.mark.parametrize(
    ("tag", "found"),
    [
        ("zh", "Hans"),
        ("cmn-Hans", "Hans"),
        ("ZH-hans-HK", "Hans"),
        ("zh-SG", "Hans"),
        ("cmn-Hant", "TW"),
        ("zh-MO", "HK"),
        ("zh-hant-hk", "HK"),
        ("en-HK", None),
        ("ja", None),
    ],
)
def test_language_tags(tag, found):
    assert region(tag) == found


@pytest.mark.parametrize("target", ["zh-TW", "zh-HK"])
@pytest.mark.parametrize(
    "kept",
    [
        "Hello, world! naïve café",
        "👩‍💻🇹🇼 🙂 x² ≤ ½ № ™",
        "https://example.org/软件/网络?q=鼠标#历史",
        "www.example.org/软件",
        "mail@example.org",
        "`print(软件)`",
        "```python\n# 网络\nprint('软件')\n```",
        "ﾊﾛｰ カタカナ 안녕",
        "{{name}} %s <b>",
        "\0",
        "\ud800",
        "\ue000\ue001",
        "\u200b\ufeff",
        "\r\n\t \u3000",
    ],
)
def test_other_text_is_left_alone(target, kept):
    assert convert(kept, target) == kept
    assert convert(f"这个 {kept} 东西。", target) == f"這個 {kept} 東西。"


@pytest.mark.parametrize("character", ["\0", "\ud800"])
def test_text_after_what_opencc_cannot_take_is_not_lost(character):
    assert convert(f"软件{character}网络{character}", "zh-TW") == f"軟體{character}網路{character}"


@pytest.mark.parametrize(
    ("text", "converted"),
    [
        ("请访问https://example.org查看软件", "請訪問https://example.org檢視軟體"),
        ("见 https://example.org/a，软件在那里。", "見 https://example.org/a，軟體在那裡。"),
        ("（https://example.org/软件）网络", "（https://example.org/软件）網路"),
        ("`未完的软件", "`未完的軟體"),
    ],
)
def test_an_address_ends_where_prose_begins(text, converted):
    assert convert(text, "zh-TW") == converted


@pytest.mark.parametrize("target", ["zh-TW", "zh-HK", "zh-Hant"])
def test_long_text_does_not_mix_scripts(target):
    text = LONG * 50 + SIMPLIFIED
    converted = convert(text, target)
    assert set(converted) & set(SIMPLIFIED) == set()
    # The only changes are between Chinese characters.
    assert [c for c in converted if not c.isalpha()] == [c for c in text if not c.isalpha()]

    back = convert(converted, "zh-Hans", target)
    assert set(back) & set(TRADITIONAL) == set()
    assert back == text


@given(st.text())
def test_any_text_can_be_converted(text):
    converted = convert(text, "zh-TW")
    assert bool(converted) == bool(text)
    if text.isascii():
        assert converted == text


@pytest.mark.parametrize(
    "text",
    ["a" * 200_000 + "软", "`" * 100_001 + "软", "`a" * 50_000 + "软", "www." * 50_000 + "软"],
)
def test_takes_time_in_proportion_to_the_text(text):
    start = time.process_time()
    assert len(convert(text, "zh-TW")) == len(text)
    assert time.process_time() - start < 2


def test_threads_share_a_converter():
    function = converter("zh-TW", "zh-Hans")
    assert function is not None
    expected = function(LONG)
    found = []
    threads = [threading.Thread(target=lambda: found.append(function(LONG * 20))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected * 20] * 4
