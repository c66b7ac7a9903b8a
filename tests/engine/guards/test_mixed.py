"""Chinese with English in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.guards.mixed import english_parts
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("他说：“Hello world”，然后走了。", ["Hello world"]),
        ("他说：“I don't know, sorry.”然后走了，再也没有回来过。", ["I don't know, sorry."]),
        ("我喜欢 machine learning 这门课。", ["machine learning"]),
        ("我用 Python 和 GitHub 开发软件。", []),
        ("她回答“Yes”。", []),
        ("“Good morning”，他说。", ["Good morning"]),
        ("他说：“Hello world”。", ["Hello world"]),
        ("这本书叫《The Old Man and the Sea》。", ["The Old Man and the Sea"]),
        ("“你好” means hello.", None),
        ("“你好” (hello there)", None),
        ("今天天气很好，abc。", []),
        ("The word 你好 means hello.", None),
        ("Tom 说 hello.", None),
        ("今天天气很好。", []),
        ("请看 https://a.example/b 上的说明，谢谢。", None),
        ("他说「привет」，然后走了。", None),
        ("All English.", None),
        ("é", None),
    ],
)
def test_the_english_of_chinese_is_found(text, parts):
    found = english_parts(text)

    assert (None if found is None else [span.of(text) for span in found]) == parts


@pytest.mark.parametrize("marks", ["“”", "‘’", "「」", '""', "《》", "（）"])
def test_both_marks_stay_around_what_is_translated(marks):
    one, other = marks
    said = {"Hello world": "你好，世界”", "hello there": "你好”"}
    model = SpellingModel(lambda text: said[text])
    made = translated(model, f"他说：{one}Hello world{other}，然后走了。")

    assert model.texts == [["Hello world"]]
    assert made.text.startswith(f"他说：{one}你好，世界")
    assert made.text.endswith(f"{other}，然后走了。")


def test_chinese_with_names_stays_as_it_is():
    text = "我用 Python 和“GitHub”开发软件。"
    model = SpellingModel(lambda _text: "错")
    made = translated(model, text)

    assert (made.text, made.flags, model.texts) == (text, (), [])


def test_spaces_go_where_both_sides_are_chinese_now():
    says = {"machine learning": "机器学习"}
    model = SpellingModel(lambda text: says.get(text, "Deep Fakes"))

    made = translated(model, "我喜欢 machine learning 这门课程。")
    assert made.text == "我喜欢机器学习这门课程。"
    made = translated(model, "我不喜欢 deep fakes 这种东西。")
    assert made.text == "我不喜欢 Deep Fakes 这种东西。"


def test_a_fault_in_a_part_is_told_of_the_whole():
    made = translated(SpellingModel(lambda text: text), "他走进来，说：“hello world”，然后走了。")

    assert made.text == "他走进来，说：“hello world”，然后走了。"
    assert "untranslated" in made.flags


@given(st.text("ab c。，“”你好1'", max_size=30))
def test_all_that_is_not_english_stays(text):
    for span in english_parts(text) or ():
        assert span.of(text).isascii()
        assert span.of(text)[0].isalpha()


@given(st.text(st.characters(exclude_categories=()), max_size=40))
def test_any_text_can_be_asked_about(text):
    assert english_parts(text) is None or english_parts(text) == english_parts(text)
