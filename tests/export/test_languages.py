"""Language tags of checkpoints, however their files spell them."""

import pytest

from export.languages import languages, tag, targets


@pytest.mark.parametrize(
    ("tokenizer", "name", "expected"),
    [
        ({"source_lang": "eng", "target_lang": "zho"}, "anything", ("en", "zh-Hans")),
        ({"source_lang": "en", "target_lang": "zh"}, "opus-mt-fr-de", ("en", "zh-Hans")),
        ({"source_lang": "zho", "target_lang": "eng"}, "x", ("zh", "en")),
        ({"source_lang": "en", "target_lang": "zh-TW"}, "x", ("en", "zh-TW")),
        ({"source_lang": "eng", "target_lang": "cmn"}, "x", ("en", "zh-Hans")),
        ({}, "opus-mt-en-zh", ("en", "zh-Hans")),
        ({}, "opus-mt-tc-big-en-cmn", ("en", "zh-Hans")),
        ({}, "opus-mt-de-en", ("de", "en")),
        ({"source_lang": "eng"}, "opus-mt-en-fi", ("en", "fi")),
        ({"source_lang": None, "target_lang": ""}, "opus-mt-en-fi", ("en", "fi")),
        ({}, "my model", ("und", "und")),
        ({"source_lang": "not a code", "target_lang": 7}, "x", ("und", "und")),
        ({}, "", ("und", "und")),
    ],
)
def test_languages(tokenizer, name, expected):
    assert languages(tokenizer, name) == expected


@pytest.mark.parametrize(
    ("tokens", "target", "expected"),
    [
        ([], "zh-Hans", {}),
        ([">>cmn_Hans<<"], "zh-Hans", {"zh-Hans": ">>cmn_Hans<<"}),
        # Traditional Chinese is made from Simplified, so it is no target of the model's own.
        ([">>cmn_Hans<<", ">>cmn_Hant<<"], "zh-Hans", {"zh-Hans": ">>cmn_Hans<<"}),
        ([">>cmn_Hant<<"], "zh-Hant", {"zh-Hant": ">>cmn_Hant<<"}),
        ([">>zho<<"], "zh-Hans", {"zh-Hans": ">>zho<<"}),
        ([">>cmn<<", ">>cmn_Hans<<"], "zh-Hans", {"zh-Hans": ">>cmn_Hans<<"}),
        ([">>fra<<", ">>deu<<"], "fr", {"fr": ">>fra<<", "de": ">>deu<<"}),
        ([">>fra<<", ">>fr<<"], "fr", {"fr": ">>fra<<"}),
        ([">>?<<"], "und", {}),
    ],
)
def test_targets(tokens, target, expected):
    assert targets(tokens, target) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("eng", "en"),
        ("cmn_Hans", "zh-Hans"),
        ("zho", "zh"),
        ("yue", "yue"),
        ("zh_TW", "zh-TW"),
        ("", None),
        ("12", None),
        ("a b", None),
        ("x-private", None),
        ("i-klingon", "tlh"),
    ],
)
def test_tags(code, expected):
    assert tag(code) == expected
