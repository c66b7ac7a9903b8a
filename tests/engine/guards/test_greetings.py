import pytest

from engine.guards.greetings import greeting
from engine.types import Guards, TranslationOptions
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Best regards,", "祝好，"),
        ("Best regards", "祝好"),
        ("Kind regards!", "祝好！"),
        ("Cheers,", "祝好，"),
        ("Yours sincerely,", "此致敬礼，"),
        ("THANK YOU,", "谢谢，"),
        ("To whom it may concern,", "敬启者："),
        ("Dear Sir or Madam,", "尊敬的先生或女士："),
        ("Hi everyone,", "大家好，"),
        ("Dear Mr. O'Connor,", "尊敬的O'Connor先生："),
        ("Dear Ms Kowalczyk:", "尊敬的Kowalczyk女士："),
        ("Dear Dr. Ana van der Berg,", "尊敬的Ana van der Berg博士："),
        ("Dear Mr. Brown,", "尊敬的布朗先生："),
        ("Dear Mr. Brown, hello", None),
        # What may be something else, and what says more.
        ("Best", None),
        ("Cheers", None),
        ("Thanks", None),
        ("Yours.", None),
        ("Best regards, John", None),
        ("Dear Tom,", None),
        ("", None),
        ("best " * 1000, None),
    ],
)
def test_a_letter_begins_and_ends_as_in_chinese(text, said):
    assert greeting(text) == said


@pytest.mark.parametrize(("target", "said"), [("zh-Hans", "此致敬礼，"), ("zh-TW", "此致敬禮，")])
def test_no_model_is_asked_for_it(target, said):
    model = SpellingModel()
    made = translated(model, "Yours sincerely,", TranslationOptions(target=target))
    assert (made.text, made.flags, model.texts) == (said, (), [])


def test_without_the_guard_the_model_says_it():
    model = SpellingModel(lambda _text: "你的，")
    options = TranslationOptions(guards=Guards(typesetting=False))
    assert translated(model, "Yours sincerely,", options).text == "你的，"
