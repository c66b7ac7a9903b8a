"""Quotation marks inside others, and those that quote nothing."""

import pytest

from engine.guards.chinese import tidy


@pytest.mark.parametrize(
    ("source", "text", "made"),
    [
        ("\"He said 'no' to me,\" she said.", "“他说“不”了，”她说。", "“他说‘不’了，”她说。"),
        ("\"He said 'no' to me,\" she said.", "“他说“不”了，她说。", "“他说‘不’了，她说。”"),
        ('"a", "b".', "“甲”和“乙”。", "“甲”和“乙”。"),
        ('"a", "b".', "“甲“和“乙“。", "“甲”和“乙”。"),
        ("\"a 'b' c\".", "“甲“乙””。", "“甲‘乙’”。"),
        ('"a".', "“甲”“”。", "“甲”。"),
        ("\"'Hello' it is\".", "“你好''”。", "“你好”。"),
        ("Type '' or \"\".", "输入''或“”。", "输入''或“”。"),
    ],
)
def test_marks_are_paired(source, text, made):
    assert tidy(text, source).text == made
