"""Inputs that translators are known to stumble over, through the starter pack."""

import json
import time
from pathlib import Path

import pytest

from engine.translator import Translator
from engine.types import TranslationOptions
from tests.support.case_checks import Outcome, failures

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "cases.jsonl").read_text("utf-8").splitlines()
]


@pytest.fixture(scope="module")
def translator(starter_pack):
    return Translator.load(starter_pack, threads=1)


def test_every_known_failure_is_a_case():
    identifiers = [case["id"] for case in CASES]
    assert len(set(identifiers)) == len(identifiers) >= 60


@pytest.mark.parametrize(
    ("text", "checks"),
    [pytest.param(each["input"], each["checks"], id=each["id"]) for each in CASES],
)
def test_case(translator, text, checks):
    options = TranslationOptions(target=checks.get("target", "zh-Hans"))
    calm = checks.get("same_as_case_folded")
    start = time.perf_counter()
    made = translator.translate(text, options)
    seconds = time.perf_counter() - start
    outcome = Outcome(
        source=text,
        text=made.text,
        flags=made.flags,
        seconds=seconds,
        calm=translator.translate(calm, options).text if calm else None,
    )
    assert list(failures(outcome, checks)) == [], made.text


@pytest.mark.parametrize(
    ("name", "wanted", "text"),
    [
        ("contains", ["12"], "一共有112只"),
        ("contains_any", [["一", "二"], ["三"]], "一二"),
        ("crlf", True, "甲\n乙\n"),
        ("equals", "甲", "乙"),
        ("flags", ["wrapped"], "甲"),
        ("han_min", 2, "甲a"),
        ("han_ratio_min", 0.6, "甲ab"),
        ("line_prefix", {"1": "- "}, "- 甲"),
        ("max_chars", 2, "甲乙丙"),
        ("max_ratio", 2, "甲" * 17),
        ("no_4gram_loop", True, "甲" * 11),
        ("no_halfwidth_after_han", True, "甲,乙"),
        ("no_kana", True, "甲の"),
        ("nonempty", True, " \n"),
        ("not_contains", ["⁇"], "甲⁇"),
        ("once", ["a"], "甲aa"),
        ("one_of", ["甲", "乙"], "丙"),
        ("ordered", ["a", "b"], "甲ba"),
        ("same_as_case_folded", "a", "甲。"),
        ("same_indents", True, "  甲"),
        ("same_lines", True, "甲\n"),
        ("script", "hans", "這"),
        ("script", "hant", "这"),
        ("seconds", 1, "甲"),
    ],
)
def test_a_check_can_fail(name, wanted, text):
    made = Outcome(source="a\r\nb", text=text, flags=(), seconds=2, calm="乙")
    assert list(failures(made, {name: wanted})) == [name]


def test_what_is_not_translated_is_noticed():
    made = Outcome(source="one for the road", text="一", flags=(), seconds=0)
    assert list(failures(made, {})) == ["translated"]
    assert list(failures(made, {"free": True})) == []
    with pytest.raises(KeyError):
        list(failures(made, {"no_such_check": True}))
