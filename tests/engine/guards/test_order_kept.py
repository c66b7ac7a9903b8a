"""What stays as it is with all guards, whatever a model says."""

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.guards.verbatim import find_verbatim
from engine.types import Guards, TranslationOptions
from tests.support.fakes import SpellingModel, guarded_translator
from tests.support.guarding import check_links, translated

ITEMS = [
    "https://shop.example/a_b?q=1&l=en#top",
    "billing+eu@shop.example",
    "{{user.name}}",
    "{0}",
    "%d",
    "%1$s",
    "${total}",
    "`inbox.py`",
    "/etc/hosts",
    "v2.13.0",
    "@maple_leaf",
    "#greenroof",
    "<br/>",
    "&amp;",
    "foo_bar(x, y=2)",
]
WORDS = ["the", "cat", "Please", "open", "now", "and", "wait", "for", "me.", "Then", "stop,", "it"]
MANGLERS = [
    lambda text, _rng: "",
    lambda text, _rng: text,
    lambda text, _rng: text * 2,
    lambda text, _rng: text[::-1],
    lambda text, _rng: text.upper(),
    lambda text, _rng: "好" * (len(text) // 2),
    lambda text, rng: "".join(rng.sample(text, len(text))),
    lambda text, rng: "".join(c for c in text if rng.random() < 0.8),
    lambda text, rng: "译文" + text[rng.randrange(len(text)) :] + "。",
    lambda text, _rng: f"<b>{text}</b> {{0}} %d https://shop.example/",
]


@settings(deadline=None, max_examples=120)
@given(st.lists(st.sampled_from(ITEMS + WORDS), min_size=1, max_size=9), st.integers(0, 2**32))
def test_nothing_verbatim_is_lost_or_added_whatever_the_model_says(parts, seed):
    rng = random.Random(seed)
    model = SpellingModel(lambda text: rng.choice(MANGLERS)(text, rng))
    source = " ".join(parts)
    made = guarded_translator(model).translate(source)
    for item in {part for part in parts if part in ITEMS}:
        assert made.text.count(item) == source.count(item)
    for each in made.segments:
        check_links(each)


@settings(deadline=None, max_examples=80)
@given(
    st.lists(
        st.sampled_from([*ITEMS[:-1], "42", " ", "\n", "\t- ", "  ", "* ", "…", "🙂", "| ", "—"]),
        max_size=12,
    )
)
def test_text_without_words_is_exact(parts):
    source = " ".join(parts)
    model = SpellingModel(lambda text: f"坏{text}")
    assert guarded_translator(model).translate(source).text == source


@settings(deadline=None, max_examples=100)
@given(
    st.text(st.one_of(st.sampled_from("aB 1,.é中🙂\u200d\u00ad\ud800ﬁ—%{}<>"), st.characters())),
    st.integers(0, 2**32),
    st.sampled_from([None, "zh-TW"]),
)
def test_links_stay_within_the_text_whatever_comes(text, seed, target):
    rng = random.Random(seed)
    model = SpellingModel(lambda text: rng.choice(MANGLERS)(text, rng))
    options = TranslationOptions(target=target, beam_size=2, n_best=2)
    for each in guarded_translator(model).translate(text, options).segments:
        check_links(each)
        assert each.text.strip()
        assert 0 <= each.confidence <= 1


def test_a_change_of_script_leaves_what_is_kept_alone():
    text = "Open `软件.txt` or https://a.example/软件 with the new software now."
    made = translated(
        SpellingModel(lambda _text: "请把这里说到的这些东西都打开然后用上新软件"),
        text,
        TranslationOptions(target="zh-TW"),
    )
    assert "`软件.txt`" in made.text
    assert "https://a.example/软件" in made.text
    assert "軟體" in made.text


def test_chinese_in_an_english_sentence_is_kept_in_the_script_asked_for():
    text = "The word 软件 means software."
    model = SpellingModel(lambda _text: "这个词的意思是")
    assert "软件" in translated(model, text).text
    made = translated(model, text, TranslationOptions(target="zh-TW"))
    assert "軟體" in made.text
    assert "這個" in made.text


@pytest.mark.parametrize(
    ("target", "expected"), [(None, "我们付了600万和700万。"), ("zh-TW", "我們付了600萬和700萬。")]
)
def test_numbers_are_written_alike_in_every_script(target, expected):
    model = SpellingModel(lambda _text: "我们付了6百万和7百万。")
    made = translated(model, "We paid 6 million and 7 million.", TranslationOptions(target=target))
    assert made.text == expected
    assert made.flags == ()


def test_a_date_is_written_as_chinese_does_before_the_model_reads_it():
    model = SpellingModel(lambda text: f"请于{text[-6:-1]}之前付款。")
    made = translated(model, "Please pay by 3 March.")
    assert "3月3日" in made.text
    assert "March" not in made.text
    assert made.flags == ()


def test_an_amount_is_written_as_chinese_does_before_the_model_reads_it_but_not_in_code():
    model = SpellingModel(lambda text: f"请看{text}")
    made = translated(model, "Set `$90k` for $90k.", TranslationOptions(target="zh-TW"))
    assert made.text.count("`$90k`") == made.text.count("9萬美元") == 1
    assert "$90k" not in made.text.replace("`$90k`", "")


def test_code_of_a_document_is_handed_through():
    fence = "```sh\nls -la /tmp | grep the cat\n```"
    code = "    return the_cat;"
    model = SpellingModel(lambda _text: "请运行这个，然后关上窗口。")
    made = guarded_translator(model).translate(f"Run this:\n{fence}\n{code}\nThen close it.")
    assert fence in made.text
    assert code in made.text
    assert not any("cat" in text for batch in model.texts for text in batch)
    raw = TranslationOptions(guards=replace(Guards(), verbatim=False))
    made = guarded_translator(model).translate(f"Run this:\n{fence}\n", raw)
    assert fence not in made.text


def test_words_beside_an_item_at_the_edge_are_translated():
    made = translated(SpellingModel(lambda _text: "你好啊"), ">>jpn<< hello there")
    assert (made.text, made.flags) == (">>jpn<< 你好啊", ())


@pytest.mark.parametrize("text", ["привет", "Привет мир", "안녕하세요", "こんにちは", "مرحبا"])
def test_what_the_model_cannot_read_is_handed_through(text):
    model = SpellingModel(lambda _text: "胡说八道")
    made = translated(model, text)
    assert (made.text, made.flags) == (text, ("wrong-language", "untranslated"))
    assert model.encoded == []


def test_characters_that_were_repaired_do_not_come_back():
    made = translated(SpellingModel(lambda _text: "好的流程"), "\ufb01ne \ufb02ow")
    assert (made.text, made.flags) == ("好的流程", ())


def test_a_span_that_the_model_drops_is_put_back_by_a_split():
    model = SpellingModel(
        lambda text: "现在就打开这些" if "x1" not in text else "请打开看看这些东西吧"
    )
    made = translated(model, "Please open the %d right now")
    assert made.text.count("%d") == 1
    assert "verbatim-missing" not in made.flags


def test_a_sentence_whose_spans_no_translation_keeps_stays_and_is_flagged():
    made = translated(SpellingModel(lambda _text: "<i>打开</i>"), "Please open %d right now")
    assert made.text == "Please open %d right now"
    assert made.flags == ("untranslated", "verbatim-missing")


@pytest.mark.parametrize(
    "text",
    [
        "The log says 2024-05-06T14:30:15Z for now.",
        "The address is 2001:db8::8a2e:370:7334 for now.",
        "Use ISBN 0-306-40615-2, or v1.2.3-rc.1, for now.",
        "Write &pound;20 or more &hellip;",
    ],
)
def test_what_is_kept_counts_for_no_number_and_no_mark(text):
    model = SpellingModel(
        lambda asked: "现在我们就用这个" + "".join(re.findall(r"[xn]\d\.com|[£…]|\b20\b", asked))
    )
    made = translated(model, text)
    for each in find_verbatim(text):
        assert made.text.count(each.span.of(text)) == 1
    assert "number-missing" not in made.flags
    assert not made.text.endswith("；")


def test_spans_are_looked_for_once(monkeypatch):
    calls = []

    def counting(text, **options):
        calls.append(text)
        return find_verbatim(text, **options)

    for module in ("order", "placing"):
        monkeypatch.setattr(f"engine.guards.{module}.find_verbatim", counting)
    translated(SpellingModel(lambda text: text.replace("open", "打开看看")), "Please open %d now")
    assert calls == ["Please open %d now"]


@pytest.mark.parametrize("text", ["<b>Go on.</b>", "**Go on.**", "Go <b>on.</b>", "Go **on.**"])
def test_a_mark_within_tags_is_not_repeated_behind_them(text):
    made = translated(SpellingModel(lambda _text: "请接着走。"), text)
    assert made.text.count("。") == 1


def test_a_number_within_a_tag_is_none_of_the_sentence():
    text = "Go <a href='x17'>on with it</a> now"
    made = translated(SpellingModel(lambda _text: "请你现在接着走吧"), text)
    assert made.text.count("17") == 1
    assert "number-missing" not in made.flags


def test_tags_are_no_words_of_another_language():
    made = translated(SpellingModel(lambda _text: "第二项"), "<ul><li>Second item</li></ul>")
    assert (made.text, made.flags) == ("<ul><li>第二项</li></ul>", ())
