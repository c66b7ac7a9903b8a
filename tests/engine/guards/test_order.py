"""All guards around a model that says what it is told to, through the real translator."""

from dataclasses import replace
from typing import get_args

import pytest

from engine.document import Document, Span
from engine.guards.loops import is_loop
from engine.guards.order import _FLAG_ORDER
from engine.types import Flag, Guards, TranslationOptions
from tests.support.fakes import SpellingModel, guarded_translator, lines, wide_manifest
from tests.support.guarding import translated

LONG = "The committee met on Monday in the old town hall again."
CIRCLE = "一二三四五六七八九十甲乙丙丁戊" * 4
"""Goes round in longer circles than the search sees."""

GERMAN = wide_manifest(target_language="de")


def chinese(text: str) -> str:
    """Make a translation that says something else of every text, in Simplified Chinese."""
    return "".join(_simplified(ord(c) * 7 + i) for i, c in enumerate(text[::2]))


def _simplified(number: int) -> str:
    return bytes((0xB0 + number // 94 % 39, 0xA1 + number % 94)).decode("gb2312")


class Answers:
    """Says the next of some answers each time that a text is asked about, and then the last."""

    def __init__(self) -> None:
        self._answers: dict[str, list[str]] = {}

    def of(self, text: str, *answers: str) -> "Answers":
        self._answers[text] = list(answers)
        return self

    def __call__(self, text: str) -> str:
        left = self._answers.get(text)
        if not left:
            return chinese(text)
        return left.pop(0) if len(left) > 1 else left[0]


def model_of(text: str, *answers: str) -> SpellingModel:
    return SpellingModel(Answers().of(text, *answers))


# Asking again


def test_a_clean_translation_is_asked_for_once():
    model = model_of("The cat sleeps.", "猫睡着了。")
    made = translated(model, "The cat sleeps.")
    assert (made.text, made.flags) == ("猫睡着了。", ())
    assert model.texts == [["The cat sleeps."]]
    assert model.steps == len("猫睡着了。") + 1


def test_a_loop_is_asked_about_again():
    model = model_of(LONG, CIRCLE, "委员会星期一又在旧市政厅开会了。")
    made = translated(model, LONG)
    assert (made.text, made.flags) == ("委员会星期一又在旧市政厅开会了。", ("repetition-repaired",))
    assert model.texts == [[LONG], [LONG]]


def test_what_loops_again_is_translated_in_parts():
    model = model_of(LONG, CIRCLE)
    made = translated(model, LONG)
    assert made.flags == ("repetition-repaired",)
    assert not is_loop(LONG, made.text)
    whole, again, parts = model.texts
    assert whole == again == [LONG]
    asked = sorted(parts, key=LONG.index)
    assert len(asked) >= 2
    assert " ".join(asked) == LONG
    assert made.text == "".join(map(chinese, asked)) + "。"


def test_what_loops_in_parts_too_stays_as_it_came():
    model = SpellingModel(lambda _text: CIRCLE)
    made = translated(model, LONG)
    assert (made.text, made.flags) == (LONG, ("repetition-repaired", "untranslated"))
    assert made.alignment == ()


def test_a_token_that_repeats_is_stopped_while_it_is_said():
    model = SpellingModel(lambda _text: "好" * 60)
    off = TranslationOptions(guards=replace(Guards(), loops=False))
    assert "好" * 60 in translated(model, LONG, off).text
    made = translated(model, LONG)
    assert "好" * 5 not in made.text
    assert model.longest <= 2 * (len(LONG) + 1) + 16


def test_a_word_that_stays_is_asked_for_as_a_sentence():
    model = SpellingModel(Answers().of("hello", "hello").of("Hello.", "你好。"))
    made = translated(model, "hello")
    assert (made.text, made.flags) == ("你好", ())
    assert model.texts == [["hello"], ["hello"], ["Hello."]]
    assert made.alignment


@pytest.mark.parametrize("text", ["hello there", "Run the tests!"])
def test_what_stays_in_english_is_flagged(text):
    made = translated(SpellingModel(lambda text: text), text)
    assert made.text.casefold().strip("。.！!") == text.casefold().strip("!")
    assert made.flags == ("untranslated",)


@pytest.mark.parametrize("name", ["Paris", "NASA", "iPhone 15", "R2-D2"])
def test_a_name_may_stay(name):
    made = translated(SpellingModel(lambda text: text), name)
    assert "untranslated" not in made.flags


def test_a_translation_that_says_little_is_asked_for_again():
    text = "Fish and chips cost more here."
    model = model_of(text, "Fish and chips 多 here.", "炸鱼薯条在这里更贵。")
    assert translated(model, text).text == "炸鱼薯条在这里更贵。"
    assert model.texts == [[text], [text]]


def test_a_number_that_is_lost_is_asked_for_again():
    text, again = "We have twelve cats at home.", "We have 12 cats at home."
    says = {text: "我们家里有几只猫。", again: "我们家里有12只猫。"}
    model = SpellingModel(says.__getitem__)
    made = translated(model, text)
    assert (made.text, made.flags) == ("我们家里有12只猫。", ())
    assert model.texts == [[text], [again]]


def test_a_number_that_stays_lost_is_put_in_place():
    text = "We have 12 cats at home."
    made = translated(model_of(text, "我们家里有15只猫。"), text)
    assert made.flags == ("number-missing",)
    assert "12" in made.text
    assert made.text.startswith("我们")


def test_a_worse_second_answer_is_not_taken():
    text = "We have 12 cats and 15 dogs."
    model = model_of(text, "我们有12只猫和狗。", "我们有猫和狗。")
    made = translated(model, text)
    assert made.text.count("12") == made.text.count("15") == 1
    assert made.flags == ("number-missing",)


def test_what_seems_left_out_of_a_long_sentence_is_asked_for_in_parts():
    text = "The old man who lived by the sea told us a long story about his youth there."
    said = iter(["老人", "住在海边", "海告诉我们一个故事", "关于他的青年时代"])
    model = SpellingModel(lambda asked: "老人。" if asked == text else next(said))
    made = translated(model, text)
    assert made.text != "老人。"
    assert made.flags == ()
    assert all(part in text for part in model.texts[1])


def test_what_seems_left_out_still_is_flagged():
    text = "The old man who lived by the sea told us a long story about his youth there."
    made = translated(SpellingModel(lambda asked: "老人。" if asked == text else "好"), text)
    assert (made.text, made.flags) == ("老人。", ("omission-suspected",))


def test_what_seems_left_out_of_a_short_sentence_is_flagged():
    text = "The old man who lived by the sea told us a story about his youth."
    model = SpellingModel(lambda _: "住在海边的老人。")
    assert translated(model, text).flags == ("omission-suspected",)
    assert len(model.texts) == 1
    assert translated(model_of(text, "住在海边的老人给我们讲了他年轻时的故事。"), text).flags == ()


# Flags


def test_the_order_of_flags_is_closed():
    assert sorted(_FLAG_ORDER) == sorted(get_args(Flag))


def test_flags_come_in_order():
    text = "The cat sits on the chair for 25 minutes already and still watches the snow fall."
    model = SpellingModel(lambda text: CIRCLE if "cat" in text else text)
    made = translated(model, text, max_source_tokens=40)
    assert made.flags == ("wrapped", "repetition-repaired", "untranslated")
    numbers = SpellingModel(lambda _text: "猫坐在椅子上已经有几分钟了还在看雪。")
    made = translated(numbers, text, max_source_tokens=60)
    assert made.flags == ("wrapped", "number-missing")


# Switches


@pytest.mark.parametrize(
    ("name", "source", "asked"),
    [
        ("repair", "so\u00adft words", "soft words"),
        ("case", "PLEASE CLOSE THE DOOR", "Please close the door"),
    ],
)
def test_a_switch_says_what_the_model_reads(name, source, asked):
    model = SpellingModel(lambda _text: "请关上门吧")
    translated(model, source)
    off = TranslationOptions(guards=replace(Guards(), **{name: False}))
    translated(model, source, off)
    assert model.texts == [[asked], [source]]


def test_a_language_is_not_named_when_nobody_wants_to_know():
    off = TranslationOptions(guards=replace(Guards(), language=False))
    model = SpellingModel(lambda _text: "猫坐在椅子上看雪花飘落下来。")
    text = "Le chat est assis sur la chaise et regarde la neige tomber."
    made = translated(model, text)
    assert (made.text, made.flags) == (text, ("wrong-language", "untranslated"))
    assert model.texts == []
    assert translated(model, text, off).flags == ()
    assert translated(SpellingModel(), "привет", off).flags == ("untranslated",)


@pytest.mark.parametrize(
    ("name", "source", "says", "on", "off"),
    [
        ("numbers", "We have 12 cats.", "我们有猫。", "12", None),
        ("copied", "See you there 🙂 my friend.", "在那里见，我的朋友。", "🙂", None),
        ("typesetting", "Hello, my friend.", "你好,朋友.", "你好，朋友。", "你好,朋友."),
        (
            "verbatim",
            "See https://a.example/b for more.",
            "请看。",
            "https://a.example/b",
            "请看。",
        ),
        ("loops", LONG, CIRCLE, LONG, f"{CIRCLE}。"),
    ],
)
def test_a_switch_says_what_becomes_of_the_answer(name, source, says, on, off):
    model = SpellingModel(lambda _text: says)
    assert on in translated(model, source).text
    made = translated(model, source, TranslationOptions(guards=replace(Guards(), **{name: False})))
    assert on not in made.text
    assert made.text == (off or says)


def test_omissions_are_not_flagged_when_nobody_wants_to_know():
    text = "The old man who lived by the sea told us a story about his youth."
    off = TranslationOptions(guards=replace(Guards(), omissions=False))
    assert translated(model_of(text, "老人说了故事。"), text, off).flags == ()


def test_without_guards_the_model_is_asked_once_and_believed():
    for text in ("HELLO 12 `x` 🙂 WORLD", "今天天气很好。", "so\u00adft", "a b"):
        model = SpellingModel(lambda text: f"{text},,")
        made = translated(model, text, TranslationOptions(guards=Guards.off()))
        assert (made.text, made.flags, model.texts) == (f"{text},,", (), [[text]])


@pytest.mark.parametrize("text", ["Pay 12 € by 3 March, friend 🙂.", "Say a to me: hello"])
def test_what_knows_chinese_only_rests_for_other_languages(text):
    model = SpellingModel(lambda _text: "Guten Tag, Freund. Bis bald")
    (made,) = guarded_translator(model, GERMAN).translate(lines(text)).segments
    assert (made.text, made.flags) == ("Guten Tag, Freund. Bis bald", ())
    assert model.texts == [[text]]


# Alternatives


def test_alternatives_are_finished_alike():
    options = TranslationOptions(beam_size=3, n_best=3)
    text = "Well, my friend 🙂."
    made = translated(SpellingModel(lambda _text: "好,朋友."), text, options)
    assert made.text == "好，朋友 🙂。"
    assert made.alternatives
    for each in made.alternatives:
        assert "🙂" in each.text
        assert "," not in each.text
        assert each.score < made.score
    assert len({made.text, *(each.text for each in made.alternatives)}) == 3


@pytest.mark.parametrize("says", ["我们有12只猫。", "我们有猫。"])
def test_more_translations_wanted_do_not_change_the_first(says):
    text = "We have 12 cats."
    one, three = (
        translated(model_of(text, says), text, TranslationOptions(beam_size=3, n_best=n))
        for n in (1, 3)
    )
    assert (one.text, one.flags) == (three.text, three.flags)


# Batches


def test_questions_of_a_round_go_to_the_model_together():
    texts = [f"The cat sleeps by day {word}." for word in ("red", "green", "blue", "white")]
    model = SpellingModel(lambda text: "猫在白天睡着了。" if "e." in text else f"{text[:6]}")
    document = lines("A cat.", "B cat.", "C cat.", "D cat.", *texts)  # windows of 1, 1, 2, 4
    list(guarded_translator(model).stream(document))
    last = [batch for batch in model.texts if set(batch) <= set(texts)]
    assert [sorted(batch) for batch in last] == [
        sorted(texts),
        sorted(text for text in texts if "e." not in text),
    ]


def test_what_needs_no_model_costs_no_question():
    model = SpellingModel(lambda _text: "好的，朋友。")
    document = lines("42", "今天天气很好。", "https://a.example/b", "привет", "`x = 1`", "🙂")
    made = guarded_translator(model).translate(document)
    assert made.text == document.text
    assert model.encoded == []


def test_a_segment_does_not_know_where_it_stands():
    text = "One cat. One cat."
    document = Document.from_spans(text, [Span(0, 8), Span(9, 17)])
    made = guarded_translator(SpellingModel(lambda _text: "一只猫。")).translate(document)
    first, second = made.segments
    assert (first.alignment, first.text) == (second.alignment, second.text)
    assert [each.segment.index for each in made.segments] == [0, 1]
