"""Which answer is taken of several, and how the parts of one are put together."""

from collections.abc import Sequence

import numpy as np
import pytest

from engine.document import Span
from engine.guards.asking import Setting, answer, is_prose
from engine.reading import Ask, Offer
from engine.types import Guards, TranslationOptions
from tests.support.fakes import ALTERNATIVE, SpellingModel
from tests.support.guarding import translated


@pytest.mark.parametrize(
    "text",
    ["hello", "Go on.", "don't", "see https://a.example/b", "привет", "مرحبا", "(ok)", "a cat's"],
)
def test_a_word_in_small_letters_is_prose(text):
    assert is_prose(text)


@pytest.mark.parametrize(
    "text",
    [
        "Paris",
        "NASA",
        "0a",
        "x y z",
        "user_name",
        "foo.py",
        "/etc/hosts",
        "#tag",
        "@who",
        "a@b.io",
        "https://a.example/b",
        "iPhone 15",
        "R2-D2",
        "42 %",
        "",
    ],
)
def test_names_and_addresses_are_none(text):
    assert not is_prose(text)


SETTING = Setting(
    guards=Guards(),
    source_language="en",
    from_english=True,
    into_chinese=True,
    knows=lambda _word: True,
    wrap=lambda text, _parts: (Span(0, len(text)),),
    convert=None,
    n_best=1,
)


def offer(text: str, source: str) -> Offer:
    even = np.full((len(text), 1), 1, np.float32)
    return Offer(source, text, (), -1.0, (-1.0,), even, (Span(0, len(source)),))


def driven(source: str, says: Sequence[Sequence[str]], *, wide: bool):
    """Return the answer, and the questions that led to it, each answered by the next of says."""
    way, offers = answer(source, SETTING, wide=wide), None
    asked: list[Ask] = []
    for texts in [*says, None]:
        try:
            asked += next(way) if offers is None else way.send(offers)
        except StopIteration as finished:
            return finished.value, asked
        assert texts is not None
        offers = [[offer(text, source) for text in texts]]
    raise AssertionError("it goes on asking")


def test_around_an_item_the_hypothesis_with_the_fewest_faults_is_taken():
    source = "Keep 12 of x1.com for me."
    said = ["为我保留几个x1.com。", "为我保留12个x1.com。", "给我12个x1.com。"]
    found, asked = driven(source, [said], wide=True)
    assert found.text == said[1]
    assert [each.text for each in found.others] == [said[2], said[0]]
    assert asked == [Ask(source, wide=True)]
    assert not found.circled


def test_the_best_of_both_answers_is_taken():
    source = "We keep twelve cats and fifteen dogs."
    first, *again = ["我们养了几只猫和狗。", "我们养12只猫和狗。", "我们养12只猫和15只狗。"]
    found, asked = driven(source, [[first], again], wide=False)
    assert found.text == again[1]
    assert asked == [Ask(source, wide=True), Ask("We keep 12 cats and 15 dogs.", wide=True)]


def test_another_hypothesis_without_a_fault_spares_asking_again():
    source = "We keep 12 cats."
    found, asked = driven(source, [["我们养了几只猫。", "我们养12只猫。", "12只猫。"]], wide=False)
    assert (found.text, found.others) == ("我们养12只猫。", ())
    assert asked == [Ask(source, wide=True)]


def test_only_what_went_astray_is_asked_about_strictly():
    source = "We keep cats."
    found, asked = driven(source, [["好的，" * 40], ["我们养猫。"]], wide=False)
    assert (found.text, found.circled) == ("我们养猫。", True)
    assert asked == [Ask(source, wide=True), Ask.strictly(source)]


def test_a_lost_number_is_asked_for_in_all_ways():
    source = "We keep twelve cats."
    lacking = ["我们养猫。"]
    found, asked = driven(source, [lacking] * 8, wide=False)
    assert found.text == lacking[0]
    ways = [
        Ask("We keep 12 cats.", wide=True),
        Ask("We keep n1.com cats.", wide=True),
        Ask("We keep 12 cats.", strict=True, wide=True, words=("12",)),
    ]
    assert asked == [Ask(source, wide=True), *ways, Ask(source, strict=True), *ways]


def test_a_number_comes_back_in_the_place_of_its_stand_in():
    source = "We keep twelve cats."
    found, _ = driven(source, [["我们养猫。"], ["养猫。"], ["养n1.com只猫。"]], wide=False)
    assert found.text == "养12只猫。"


def test_a_row_of_numbers_comes_back_whole():
    source = "The codes are 481920 593817 204857."
    lacking = ["代码是48192 593。"]
    said = [lacking, ["代码是n1.com。"], ["代码是n1.com。"]]
    found, asked = driven(source, said, wide=False)
    assert asked[-1] == Ask("The codes are n1.com.", wide=True)
    assert found.text == "代码是481920 593817 204857。"


def test_of_answers_with_fewer_faults_all_are_offered():
    source = "We keep twelve cats and fifteen dogs."
    said = ["我们养12只猫和15只狗。", "我们养猫和15只狗。"]
    found, _ = driven(source, [["猫和狗。"], said], wide=True)
    assert [found.text, *(each.text for each in found.others)] == [*said, "猫和狗。"]


def test_what_loops_without_end_has_no_answer():
    source = "We keep cats."
    found, asked = driven(source, [["好的，" * 40]] * 3, wide=False)
    assert (found.text, found.links, found.circled) == ("", (), True)
    assert asked == [Ask(source, wide=True), Ask.strictly(source), Ask(source, strict=True)]


def test_the_likeliest_of_faultless_hypotheses_is_taken():
    model = SpellingModel(lambda _text: "我的朋友们都已经到家了")
    made = translated(model, "My friends got home.", TranslationOptions(beam_size=3))
    assert ALTERNATIVE not in made.text
    assert len(model.encoded) == 1


@pytest.mark.parametrize(
    ("says", "joined"),
    [
        ({"red": "一二三四五六", "gre": "七八九十百千"}, "一二三四五六七八九十百千"),
        ({"red": "一二三四 ABC", "gre": "DEF 五六七"}, "一二三四ABC DEF五六七"),
        ({"red": "一二三四五六", "gre": "DEF 五六七"}, "一二三四五六DEF五六七"),
    ],
)
def test_parts_are_joined_without_a_space_beside_chinese(says, joined):
    model = SpellingModel(lambda text: says[text[:3].lower()])
    made = translated(model, "Red cats are here, grey ones are there", max_source_tokens=24)
    assert made.text.rstrip("。") == joined
    assert made.flags == ("wrapped",)


def test_only_the_part_with_a_fault_is_asked_about_again():
    says = {"red": ["一只红猫在这里"], "gre": ["no", "还有两只在那里"]}
    model = SpellingModel(
        lambda text: says[text[:3].lower()].pop(0) if says[text[:3].lower()] else text
    )
    made = translated(model, "Red cats are here, grey ones are there", max_source_tokens=24)
    first, *again = model.texts
    assert len(first) == 2
    assert again == [["grey ones are there"]]
    assert made.text.startswith("一只红猫在这里还有两只在那里")


def test_what_says_one_thing_endlessly_is_asked_about_once():
    source = "come home, " * 40 + "come home"
    found, asked = driven(source, [["回家"]], wide=False)

    assert asked == [Ask("come home", strict=True)]
    assert found.text == "，".join(["回家"] * 41)
