import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.copied import emoji, foreign, lost, restore, unseen
from engine.types import AlignedSpan

EMOJI = ["👍", "🔑", "🙂", "👨‍👩‍👧", "👍🏽", "❤️", "🇩🇪", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "☃"]


def linked(source, target, *pairs):
    return [
        AlignedSpan(
            Span(source.index(left), source.index(left) + len(left)),
            Span(target.index(right), target.index(right) + len(right)),
        )
        for left, right in pairs
    ]


def shown(text):
    return [span.of(text) for span in emoji(text)]


@given(st.lists(st.sampled_from(EMOJI), max_size=6))
def test_an_emoji_is_whole_with_all_that_belongs_to_it(pictures):
    assert shown(" a ".join(pictures)) == pictures


def test_a_number_or_mark_is_no_emoji():
    assert not emoji("1 # * 2024 ,.!? 你好 é")


def test_lost_emoji_are_put_where_their_words_went():
    source, target = "See you tomorrow 👍 bring the keys 🔑.", "明天见，带上钥匙。"
    links = linked(source, target, ("tomorrow", "明天"), ("bring", "带上"), ("keys", "钥匙"))

    assert restore(source, target, links).text == "明天见 👍，带上钥匙 🔑。"


def test_emoji_in_the_right_order_stay_where_the_model_put_them():
    assert restore("A 👍 b 🔑.", "👍🔑甲乙。", []).text == "👍🔑甲乙。"


def test_emoji_that_the_model_made_up_go():
    assert restore("Hello there.", "你好🙂。", []).text == "你好。"


def test_symbols_that_the_model_made_up_go_and_those_that_chinese_uses_stay():
    assert restore("one line", "一\u20d8行\ue000", []).text == "一行"
    assert restore("one 👍", "一\u20d8\ue000 🙂🙂\u20d8", []).text == "一 👍"
    assert restore("20 degrees", "20℃", []).text == "20℃"
    assert restore("a \ue000", "甲\ue000", []).text == "甲\ue000"


@given(
    st.lists(
        st.tuples(st.sampled_from(["tree", "go,", "home"]), st.sampled_from(EMOJI)), max_size=5
    ),
    st.text([*"树回家，。 a", *"👍🔑"], max_size=12),
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 12)), max_size=5),
)
def test_every_emoji_is_there_in_order_whatever_the_model_did(pairs, target, places):
    source = " ".join(f"{word} {picture}" for word, picture in pairs)
    links = [AlignedSpan(Span(s, s + 1), Span(t, t + 1)) for s, t in places]
    edited = restore(source, target, links)

    assert shown(edited.text) == [picture for _, picture in pairs]
    letters = [c for c in target if c.isalnum()]
    kept = edited.text
    for picture in sorted(EMOJI, key=len, reverse=True):
        kept = kept.replace(picture, "")
    assert [c for c in kept if c.isalnum()] == letters


def test_foreign_words_and_symbols_are_found_and_own_ones_are_not():
    text = "The sign says شكرا لك, Ω or привет мир → ™; naïve café “quoted” — 你好，世界！"

    assert [span.of(text) for span in foreign(text)] == ["شكرا لك", "Ω", "привет мир", "→", "™"]


def test_a_word_that_the_vocabulary_cannot_spell_is_foreign_as_a_whole():
    text = "The Straße is naïve."

    assert [span.of(text) for span in foreign(text, lambda c: c != "ß")] == ["Straße"]
    assert not foreign(text, lambda c: True)


def test_what_is_lost_is_counted():
    source = "Ω and Ω and ☃"

    assert lost(source, "Ω和", foreign(source)) == (Span(6, 7), Span(12, 13))
    assert lost(source, "Ω和Ω和☃", foreign(source)) == ()


def test_lost_foreign_words_are_copied_to_their_place():
    source, target = "The sign says شكرا in Arabic.", "牌子上写着阿拉伯语。"
    links = linked(source, target, ("sign", "牌子"), ("says", "写着"), ("Arabic", "阿拉伯语"))

    assert restore(source, target, links).text == "牌子上写着 شكرا 阿拉伯语。"


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), st.text(max_size=20))
def test_nothing_foreign_is_lost_of_any_text(source, target):
    made = restore(source, target, []).text

    assert not lost(source, made, foreign(source))
    assert shown(made) == [t for s in foreign(source) for t in shown(s.of(source))]


@pytest.mark.parametrize("unit", ["👍 ", "я👍", "я", "Ω ", "👍\u200d", "é🙂a"])
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.process_time()
    restore(unit * 3000, "👍я" * 3000, [])

    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("🙂 hi", "hi"),
        ("I ❤️ pizza 🍕 and beer 🍺.", "I pizza and beer."),
        ("Good morning! 🙂 How are you?", "Good morning! How are you?"),
        ("the ★ key", "the ★ key"),
        ("привет 🙂 friend", "привет friend"),
    ],
)
def test_the_model_does_not_see_pictures_that_it_cannot_spell(text, seen):
    assert unseen(text, lambda c: c == "★").text == seen


def test_what_is_kept_is_seen():
    assert unseen("`🙂` 🙂", lambda _c: False, [Span(0, 3)]).text == "`🙂`"


@given(st.text(st.sampled_from("ab 🙂👍🏽❤️★→①ж.你"), max_size=16))
def test_only_what_comes_back_is_left_out(text):
    made = unseen(text, lambda _c: False)
    gone = [Span(edit.start, edit.end).of(text).strip() for edit in made.edits]
    back = restore(text, made.text, ()).text
    # Modifiers without a picture may come back in other company.
    assert all(back.count(c) >= text.count(c) for each in gone for c in each)
    assert [c for c in made.text if c.isalnum()] == [c for c in text if c.isalnum()]


def test_a_picture_between_two_sentences_stays_there():
    links = [AlignedSpan(Span(16, 19), Span(4, 7)), AlignedSpan(Span(24, 27), Span(3, 4))]
    source, target = "Good morning! 🙂 How are you?", "早上！你怎么样？"
    assert restore(source, target, links).text == "早上！🙂 你怎么样？"


@pytest.mark.parametrize("picture", ["1️⃣", "#️⃣", "\u0378", "☃"])
def test_a_picture_that_nobody_can_spell_is_not_shown_and_comes_back(picture):
    source = f"See {picture} first"
    shown_to_it = unseen(source, str.isascii).text

    assert shown_to_it == "See first"
    assert picture in restore(source, "首先看", (), str.isascii).text


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Zoë met Björn.", "Zoe met Bjorn."),
        ("the Straße", "the Strasse"),
        ("a naïve café", "a naive cafe"),
        ("his résumé and Renée's", "his résumé and Renee's"),
    ],
)
def test_the_model_reads_letters_without_marks_that_it_cannot_spell(text, seen):
    assert unseen(text, str.isascii).text == seen
    assert unseen(text, lambda _character: True).text == text


def spells_ascii(text: str) -> bool:
    return len(text) == 1 and text.isascii()


@pytest.mark.parametrize(
    ("target", "pairs", "made"),
    [
        ("她见了佐伊。", [("Zoë", "佐伊"), ("met", "见了")], "她见了Zoë。"),
        ("她见了佐。", [("Zo", "佐"), ("met", "见了")], "她见了Zoë。"),
        ("她见了Zoë。", [("Zoë", "Zoë")], "她见了Zoë。"),
        ("她见了。", [("met", "见了")], "她见了 Zoë。"),
    ],
)
def test_what_became_of_a_name_that_the_model_cannot_spell_is_the_name(target, pairs, made):
    source = "She met Zoë."
    links = linked(source, target, *pairs)
    assert restore(source, target, links, spells_ascii).text == made


def test_two_names_side_by_side_are_parted_as_in_english():
    source, target = "José García came.", "乔斯·加西亚来了。"
    links = linked(source, target, ("José", "乔斯"), ("García", "·加西亚"), ("came", "来了"))
    assert restore(source, target, links, spells_ascii).text == "José García来了。"


def test_a_name_that_the_model_knows_without_its_marks_may_become_chinese():
    source, target = "Zürich is old.", "苏黎世很古老。"
    links = linked(source, target, ("Zürich", "苏黎世"), ("old", "古老"))
    knows = {"Zurich", "Z", "r", "i", "c", "h"}.__contains__
    assert restore(source, target, links, knows).text == target


@pytest.mark.parametrize("day", ["周三", "星期三", "礼拜天"])
def test_nothing_is_put_into_the_name_of_a_day(day):
    source, target = "Come Ω on Wednesday", f"{day}来"
    at = len(day) - 1
    links = [AlignedSpan(Span(0, 4), Span(0, at)), AlignedSpan(Span(7, 9), Span(at, at + 1))]
    assert restore(source, target, links).text.replace(" ", "") == f"Ω{day}来"


def test_what_stands_before_a_day_stays_there():
    assert restore("Ω Wednesday", "周三", []).text.replace(" ", "") == "Ω周三"
