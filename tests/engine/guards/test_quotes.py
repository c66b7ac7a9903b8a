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
        ('A 6" pipe and a 4" hose.', '一根6"管和4"软管。', '一根6"管和4"软管。'),
        ('A 6" pipe.', "一根6”管。", '一根6"管。'),
        ('The 6" "pipe" is here.', '6"的"管子"在这里。', '6"的“管子”在这里。'),
        ('The 6" "pipe" is here.', "6“的”管子“在这里。", '6"的“管子”在这里。'),
        ('He is 5\' 10" tall, "big".', "他5' 10\"高，“大”。", "他5' 10\"高，“大”。"),
        ('He said "I am 5".', '他说"我5"。', "他说“我5”。"),
        ('"I am 5," he said.', "“我5”，他说。", "“我5”，他说。"),
        ("I love \"rock 'n' roll\" music.", "我喜欢“摇滚”滚”音乐。", "我喜欢“摇滚滚”音乐。"),
        ("rock 'n' roll", "摇滚'n'滚", "摇滚'n'滚"),
        ("'Tis the '90s.", "这是'90年代。", "这是'90年代。"),
        ("From 5' to 6'.", "从5'到6'。", "从5'到6'。"),
        ("'Page 5' is it.", "'第5'页。", "‘第5’页。"),
        ("'Tis 'good'.", "这是'好'的。", "这是‘好’的。"),
        ('He said "hello.', "他说“你好。", "他说“你好。"),
        ('He said hello" and left.', "他说你好”就走了。", "他说你好”就走了。"),
        ("Type '' or \"\".", "输入''或“”。", "输入''或“”。"),
    ],
)
def test_marks_are_paired(source, text, made):
    assert tidy(text, source).text == made
