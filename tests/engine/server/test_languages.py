"""Codes of languages, LibreTranslate's and others."""

import pytest

from engine.server.languages import is_language, listing, target_of, targets
from tests.support.fakes import SpellingModel, guarded_translator, wide_manifest


@pytest.mark.parametrize(
    ("code", "target"),
    [
        ("zh", "zh-Hans"),
        ("ZH", "zh-Hans"),
        ("zh-Hans", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh_cn", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-Hans-HK", "zh-Hans"),
        ("cmn", "zh-Hans"),
        ("cmn_Hant", "zh-Hant"),
        ("zt", "zh-Hant"),
        ("ZT", "zh-Hant"),
        ("zh-Hant", "zh-Hant"),
        ("zh-hant", "zh-Hant"),
        ("zh-TW", "zh-TW"),
        ("zh-Hant-TW", "zh-TW"),
        ("zh-HK", "zh-HK"),
        ("zh-MO", "zh-HK"),
        (" zh ", "zh-Hans"),
        ("en", "en"),
        ("en-GB", "en"),
        ("fr", None),
        ("zhx", None),
        ("", None),
        ("-", None),
        ("zh" * 1000, None),
    ],
)
def test_a_code_stands_for_a_target(code, target):
    assert target_of(code) == target


def test_a_language_is_the_same_in_every_region_and_script():
    assert is_language("en-US", "en")
    assert is_language("cmn", "zh-Hans")
    assert is_language("zt", "zh")
    assert not is_language("eng", "en")
    assert not is_language("", "en")


def test_targets_are_what_the_translator_can_write():
    chinese = guarded_translator(SpellingModel())
    assert targets(chinese) == ("zh-Hans", "zh-Hant", "zh-TW", "zh-HK")
    german = guarded_translator(SpellingModel(), wide_manifest(target_language="de"))
    assert targets(german) == ()


def test_every_language_is_listed_once_and_none_translates_into_itself():
    assert list(listing("en", "zh-Hans", ("zh-Hans", "zh-TW", "en"))) == [
        {"code": "en", "name": "English", "targets": ["zh-Hans", "zh-TW"]},
        {"code": "zh-Hans", "name": "Chinese", "targets": []},
        {"code": "zh-TW", "name": "Chinese (Taiwan)", "targets": []},
    ]
    assert [each["code"] for each in listing("zh", "en", ("en",))] == ["zh-Hans", "en"]
    assert [each["code"] for each in listing("fi", "de", ())] == ["fi", "de"]
