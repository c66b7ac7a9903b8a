"""What flags mean to the reader."""

from typing import get_args

from engine.types import Flag
from gui.flags import FLAGS, explain_flag, explain_flags


def test_every_flag_is_explained_in_a_sentence_of_its_own():
    assert get_args(Flag) == FLAGS
    sentences = [explain_flag(flag) for flag in FLAGS]
    assert len(set(sentences)) == len(FLAGS)
    assert all(text.endswith(".") and "-" not in text.split()[0] for text in sentences)


def test_several_flags_take_a_line_each():
    both = explain_flags(("number-missing", "low-confidence"))
    assert both.splitlines() == [explain_flag("number-missing"), explain_flag("low-confidence")]
    assert explain_flags(()) == ""
