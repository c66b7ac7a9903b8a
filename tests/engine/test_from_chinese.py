"""The other direction: a pack that turns Chinese into English, on weights that know neither."""

import pytest

from engine.errors import PackIncompatible
from engine.segmentation import segment
from engine.translator import Translator
from engine.types import TranslationOptions
from tests.support.checkpoints import edit_json, save_tiny_checkpoint
from tests.support.exported import make_pack

INTO_ENGLISH = TranslationOptions(target="en", beam_size=1, max_target_tokens=8)


@pytest.fixture(scope="module")
def translator(tmp_path_factory):
    folder = tmp_path_factory.mktemp("back")
    save_tiny_checkpoint(folder / "tiny-zh-en", multi_target=())
    edit_json(folder / "tiny-zh-en" / "tokenizer_config.json", source_lang="zho", target_lang="eng")
    return Translator.load(make_pack(folder / "tiny-zh-en", folder / "pack"), threads=1)


def test_chinese_is_cut_into_its_sentences():
    text = "你好。早上好！她说：“好的。”价格是3.5元。\n我们走吧"
    found = [each.text for each in segment(text, "zh").segments]
    assert found == ["你好。", "早上好！", "她说：“好的。”", "价格是3.5元。", "我们走吧"]


def test_every_sentence_is_translated_and_nothing_is_set_as_chinese_is(translator):
    made = translator.translate("猫坐在垫子上。这本书二十五美元。\n\n- 我们走吧", INTO_ENGLISH)
    assert len(made.segments) == 3
    assert all(each.text and each.text != each.segment.text for each in made.segments)
    assert made.text.count("\n\n- ") == 1
    assert not set("，。！？（）：；") & set(made.text)
    assert "untranslated" not in made.flags


def test_english_comes_out_as_it_went_in(translator):
    text = "This is English already, and stays: 3.5 (see below)."
    made = translator.translate(text, INTO_ENGLISH)
    assert (made.text, made.flags) == (text, ())


def test_addresses_stay_as_they_are(translator):
    made = translator.translate("请看 https://example.org/a?b=1 谢谢。", INTO_ENGLISH)
    assert "https://example.org/a?b=1" in made.text


@pytest.mark.parametrize("target", ["zh-Hans", "zh-TW"])
def test_it_cannot_write_chinese(translator, target):
    with pytest.raises(PackIncompatible, match="one into en"):
        translator.translate("你好", TranslationOptions(target=target))
