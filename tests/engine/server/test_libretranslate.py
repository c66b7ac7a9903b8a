"""A client that others wrote for LibreTranslate, against a server with a real pack."""

import urllib.error

import pytest

from engine.server.settings import Access
from engine.translator import Translator
from engine.types import Target, TranslationOptions
from tests.support.requirements import require
from tests.support.serving import serving

KEY = "correct-horse"


@pytest.fixture(scope="module")
def translator(starter_pack):
    return Translator.load(starter_pack, threads=1)


@pytest.fixture(scope="module")
def url(translator):
    with serving(translator, access=Access(api_key=KEY)) as client:
        yield client.url


@pytest.fixture
def api(url):
    return require("libretranslatepy").LibreTranslateAPI(url, KEY)


def test_it_translates(api, translator):
    text = "Good morning. Where is the library?\n\nI don't know & don't care."
    codes: dict[str, Target] = {"zh": "zh-Hans", "zt": "zh-Hant", "zh-HK": "zh-HK"}
    for code, target in codes.items():
        wanted = translator.translate(text, TranslationOptions(target=target)).text
        assert api.translate(text, "en", code) == wanted
    assert api.translate("Good morning.", "auto", "zh") == "早上好。"


def test_it_detects(api):
    (found,) = api.detect("Hello World")
    assert found["language"] == "en"
    assert found["confidence"] > 0


def test_it_lists_the_languages(api):
    codes = [each["code"] for each in api.languages()]
    assert codes == ["en", "zh-Hans", "zh-Hant", "zh-TW", "zh-HK"]


def test_it_hears_of_errors(url):
    client = require("libretranslatepy").LibreTranslateAPI
    with pytest.raises(urllib.error.HTTPError) as wrong_key:
        client(url, "wrong-horse").translate("Hello.", "en", "zh")
    assert wrong_key.value.code == 403
    wrong_key.value.close()
    with pytest.raises(urllib.error.HTTPError) as wrong_language:
        client(url, KEY).translate("Hello.", "en", "xx")
    assert wrong_language.value.code == 400
    assert b'"error": "target: expected one of' in wrong_language.value.read()
    wrong_language.value.close()
