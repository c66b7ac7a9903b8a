import pytest

from engine.guards.gaps import tidy_gap


@pytest.mark.parametrize(
    ("gap", "before", "after", "tidied"),
    [
        (" ", "甲。", "乙。", ""),
        (" ", "甲。", "A", ""),
        (" ", "甲", "乙", ""),
        (" ", "甲", "A", " "),
        (" ", "OK.", "甲", " "),
        (" ", "他说“甲。”", "“乙。”", ""),
        ("  ", "甲。", "乙。", "  "),
        ("\n", "甲。", "乙。", "\n"),
        (" \n ", "甲。", "乙。", " \n "),
        ("\t", "甲", "乙", "\t"),
        (" ", "", "乙", " "),
        (" ", "甲", "", " "),
        (" - ", "甲", "乙", " - "),
        ("", "甲", "乙", ""),
        # Chinese sentences follow each other without one; English ones do not.
        ("", "Hello.", "Good morning.", " "),
        ("", "He said “Yes.”", "“No”", " "),
        ("", "It went up by 5%!", "3 more", " "),
        ("", "OK.", "甲", ""),
        ("", "甲。", "OK", ""),
        ("", "", "OK", ""),
        ("", "item", "OK", ""),
    ],
)
def test_only_a_single_space_between_sentences_disappears_or_appears(gap, before, after, tidied):
    assert tidy_gap(gap, before, after) == tidied
