"""Lists, and members of them that a translation lost."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.guards.lists import as_list, lacking, lists
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated

EVALUATION = Path(__file__).parents[2] / "data" / "eval"
NAMES = ("John", "Peter", "Mary", "Klaus", "Li Wei", "Anna", "Émile", "Mr. Dale")


@pytest.mark.parametrize(
    ("text", "members"),
    [
        ("John, Peter, Mary and Klaus came.", ["John", "Peter", "Mary", "Klaus"]),
        ("I met Tom, Li Wei, and O'Neil.", ["Tom", "Li Wei", "O'Neil"]),
        ("Ask Mr. Brown, Ms. Black or Dr. White.", ["Mr. Brown", "Ms. Black", "Dr. White"]),
        ("We need eggs, milk, butter, and flour.", ["eggs", "milk", "butter", "flour"]),
        ("Yesterday, Tom, Ann and Bob left.", ["Tom", "Ann", "Bob"]),
        ("In Paris, Tom, Ann and Bob left.", ["Tom", "Ann", "Bob"]),
        ("By default, red, green, blue and grey are on.", ["red", "green", "blue", "grey"]),
        ("According to the plans, trees, grass and ponds come.", None),
        ("Sadly, Tom and Ann left.", None),
        ("In Paris, Tom and Ann left.", None),
        ("It is small, red and round.", None),
        ("He came, saw and won.", None),
        ("We sell apps, books, games and more.", None),
        ("In need, however, they and all come.", None),
        ("Tom and Ann, and Bob.", None),
        ("Tom, Ann, Bob", None),
    ],
)
def test_lists_are_found(text, members):
    found = [[span.of(text) for span in each.members] for each in lists(text)]

    assert found == ([] if members is None else [members])


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("John, Peter, Mary and Klaus came.", "约翰，玛丽和克劳斯来了。"),
        ("John, Peter, Mary and Klaus came.", "约翰，玛丽，和克劳斯来了。"),
        ("I met Alice, Bob and Eve.", "我遇见了爱丽丝和伊芙。"),
        ("We need eggs, milk, butter, flour and sugar.", "我们需要鸡蛋、奶油、面粉和糖。"),
        ("Tom, Ann and Bob met Jim, Kay and Lou.", "汤姆、安和鲍勃见了吉姆和卢。"),
        # What parts clauses parts no members.
        (
            "On Monday, Ann, Bob, Lou and Carl left, and the rest, tired, stayed.",
            "星期一，安、鲍勃和卡尔走了，其余的人，累了，留了下来。",
        ),
    ],
)
def test_a_member_that_is_missing_is_told(source, target):
    assert lacking(source, target)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("John, Peter, Mary and Klaus came.", "约翰、彼得、玛丽和克劳斯来了。"),
        ("John, Peter, Mary and Klaus came.", "John、Peter、Mary 和 Klaus 来了。"),
        ("John, Peter, Mary and Klaus came.", "约翰，彼得，玛丽与克劳斯来了。"),
        ("John, Peter, Mary and Klaus came.", "John, Peter, Mary and Klaus 来了。"),
        ("Choose Yes, No, or Cancel.", "选择“是”“否”或“取消”。"),
        ("He read Emma, Ulysses and Dune.", "他读了《爱玛》《尤利西斯》和《沙丘》。"),
        ("Yesterday, Tom, Ann and Bob left.", "昨天汤姆、安和鲍勃走了。"),
        ("In Paris, Tom, Ann and Bob left.", "汤姆、安以及鲍勃离开了巴黎。"),
        ("Tom and Ann left.", "他们走了。"),
    ],
)
def test_a_list_that_is_whole_is_not_however_its_names_are_written(source, target):
    assert not lacking(source, target)


@given(st.lists(st.sampled_from(NAMES), min_size=3, max_size=8), st.booleans())
def test_every_list_of_names_is_counted(names, serial):
    source = f"We saw {', '.join(names[:-1])}{',' * serial} and {names[-1]}."
    said = [f"名{index}" for index in range(len(names))]

    assert not lacking(source, f"我们看见了{as_list(said, choice=False)}。")
    assert lacking(source, f"我们看见了{as_list(said[1:], choice=False)}。")


@pytest.mark.parametrize("name", ["docs.tsv", "news.tsv", "tatoeba.tsv"])
def test_no_human_translation_lacks_a_member(name):
    lines = (EVALUATION / name).read_text(encoding="utf-8").splitlines()

    assert not [line for line in lines if lacking(*line.split("\t")[:2])]


SOURCE = "John, Peter, Mary and Klaus came home."
CALLED = {"John": "约翰", "Peter": "Peter", "Mary": "玛丽", "Klaus": "克劳斯"}


def model_saying(**said: str) -> SpellingModel:
    says = {SOURCE: "约翰，玛丽和克劳斯回家了。", **CALLED, **said}
    return SpellingModel(lambda text: says.get(text, "嗯。"))


def test_the_members_and_the_rest_are_asked_about_apart():
    model = model_saying(**{"John came home.": "约翰回家了。"})
    made = translated(model, SOURCE)

    assert (made.text, made.flags) == ("约翰、Peter、玛丽和克劳斯回家了。", ())
    assert sorted(CALLED) in map(sorted, model.texts)


def test_a_stand_in_is_tried_too():
    made = translated(model_saying(**{"n1.com came home.": "n1.com回家了。"}), SOURCE)

    assert (made.text, made.flags) == ("约翰、Peter、玛丽和克劳斯回家了。", ())


def test_a_member_that_stays_missing_is_flagged():
    made = translated(model_saying(), SOURCE)

    assert made.flags == ("omission-suspected",)


def test_a_whole_list_costs_no_question():
    model = SpellingModel(lambda _text: "约翰、彼得、玛丽和克劳斯回家了。")

    assert translated(model, SOURCE).flags == ()
    assert len(model.encoded) == 1


@given(st.text("Ab, and.or", max_size=40), st.text("、和名", max_size=8))
def test_any_texts_can_be_compared(source, target):
    assert lacking(source, target) in {True, False}


@pytest.mark.parametrize("unit", ["A, ", "a, b and ", "A and ", "A B ", "In A, "])
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.process_time()
    lacking(unit * 20000 + ", and b", "、" * 20000)

    assert time.process_time() - start < 5
