"""What the user chose."""

from engine.document import Segment, Span
from engine.types import AlignedSpan, TranslatedSegment
from gui.choices import Change, Choices


def made(source="One.", text="一。", index=0):
    return TranslatedSegment(
        segment=Segment(index, Span(0, len(source)), source),
        text=text,
        flags=("low-confidence",),
        alignment=(AlignedSpan(Span(0, 3), Span(0, 1)),),
    )


def test_a_choice_is_applied_wherever_its_sentence_stands():
    choices = Choices()
    chosen = choices.choose(made(), "壹。")
    assert (chosen.text, chosen.flags, chosen.alignment) == ("壹。", (), ())
    later = choices.applied(made(index=7))
    assert (later.text, later.segment.index) == ("壹。", 7)
    other = made("Two.")
    assert choices.applied(other) is other


def test_choices_are_forgotten_with_their_sentence():
    choices = Choices()
    choices.choose(made(), "壹。")
    choices.keep_only(["One.", "Two."])
    assert choices.applied(made()).text == "壹。"
    choices.keep_only(["Two."])
    assert not choices.can_undo
    assert choices.applied(made()).text == "一。"


def test_choices_are_taken_back_one_by_one():
    choices = Choices()
    first = choices.choose(made(), "壹。")
    choices.choose(first, "甲。")
    assert choices.undo() == Change("One.", first)
    assert choices.applied(made()).text == "壹。"
    assert choices.undo() == Change("One.", made())
    assert choices.applied(made()) == made()
    assert choices.undo() is None


def test_each_way_of_writing_has_its_own():
    choices = Choices()
    choices.use_target("zh-Hans")
    choices.choose(made(), "壹。")
    choices.use_target("zh-TW")
    assert not choices.can_undo
    assert choices.applied(made()).text == "一。"
    choices.use_target("zh-Hans")
    assert choices.applied(made()).text == "壹。"
    choices.clear()
    assert choices.applied(made()).text == "一。"
