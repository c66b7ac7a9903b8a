"""Lines that were only wrapped become one; all others stay."""

import textwrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.document import Span
from engine.joining import flattened, paragraphs, unwrapped
from engine.segmentation import segment
from engine.types import Guards, TranslationOptions
from tests.support.fakes import SpellingModel, guarded_translator, spelling_translator

LETTER = (
    "We have been looking at the plan for the new library and we think that it is a good one. "
    "The only thing that we would like to change is the colour of the door. It should be green, "
    "not red. Please tell Ann and Bob about it when you see them in York on Monday."
)
WORDS = frozenset(("long", "term", "well", "known", "translation"))


def sentences(text: str, how: str) -> list[str]:
    document = segment(text, join_lines=how)  # type: ignore[arg-type]
    return [unwrapped(part.text, WORDS.__contains__).text for part in document.segments]


def whole(text: str, how: str) -> bool:
    """Say whether a text is one paragraph."""
    return len(list(paragraphs(text, how))) == 1  # type: ignore[arg-type]


@pytest.mark.parametrize("width", [45, 60, 72, 78, 100])
@pytest.mark.parametrize("prefix", ["", "> ", ">> ", "    "])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r", " \n", "\u2028"])
def test_a_wrapped_paragraph_is_what_it_was_before(width, prefix, ending):
    lines = textwrap.wrap(LETTER, width)
    text = ending.join(prefix + line for line in lines)
    assert sentences(text, "sure") == sentences(text, "always") == sentences(LETTER, "never")
    assert len(list(paragraphs(text, "never"))) == len(lines)


@pytest.mark.parametrize(
    "text",
    [
        "- " + "\n  ".join(textwrap.wrap(LETTER, 60)),
        "1. " + "\n   ".join(textwrap.wrap(LETTER, 60)),
        "   " + "\n".join(textwrap.wrap(LETTER, 60)),
        "The ferry leaves at\nnoon and returns\nbefore dusk.",
        "The first line is much longer than it would have to be for one of\nthese.",
    ],
    ids=["bullet", "number", "first line stands back", "narrow", "two lines"],
)
def test_a_paragraph_is_joined(text):
    assert whole(text, "sure")
    assert whole(text, "always")


@pytest.mark.parametrize(
    "text",
    [
        "Twinkle, twinkle, little star,\nHow I wonder what you are!\nUp above the world so high,",
        "milk\neggs\nflour",
        "milk for the baby\neggs from the farm\nflour for the cake",
        "- milk and honey\n- eggs\n- flour",
        "1. Open the lid.\n2. add water.\n3. close the lid.",
        "Anna Bell\n5 Oak Street\nYork",
        "from: anna@bell.example\nto: bob@bell.example\nsubject: hello there",
        "# The title of it all\nand what comes next",
        "for i in range(3):\n    print(i)\n    print(i + 1)",
        "```\nthis is what the program says to you and\nit goes on here in the next line\n```",
        "| a | b |\n| c | d |",
        "name\tage\nbell\tfive",
        "> You said so.\nand I did not",
        "He left.\n\nshe stayed here",
        "To buy:\nmilk and honey\neggs",
        "It rained.\nThen the sun came out again.\nAnd it rained.",
        "See\nhttps://a.example/b",
        "Red Blue\n--------\ngreen and yellow",
        "你好\n再见",
    ],
)
@pytest.mark.parametrize("how", ["sure", "always"])
def test_other_lines_stay(text, how):
    assert list(paragraphs(text, how)) == list(paragraphs(text, "never"))


@pytest.mark.parametrize(
    "text",
    [
        "The lights go out and then\nthe town is still",
        "I walk along the shore, I hear the waves,\nand nobody has seen me come,\nthe moon",
    ],
)
def test_what_may_be_verse_is_joined_only_on_request(text):
    assert not whole(text, "sure")
    assert whole(text, "always")


def test_a_salutation_and_a_signature_keep_their_lines():
    body = textwrap.wrap(LETTER, 70)
    text = "\n".join(["Dear Ann,", *body, "", "Best regards,", "Bob Bell"])
    found = [span.of(text) for span in paragraphs(text, "sure")]
    assert found == ["Dear Ann,", "\n".join(body), "Best regards,", "Bob Bell"]


def test_a_short_last_line_ends_a_paragraph():
    one, two = textwrap.wrap(LETTER, 70), textwrap.wrap(LETTER[91:], 70)
    text = "\n".join(one + two)
    assert [span.of(text) for span in paragraphs(text, "sure")] == ["\n".join(one), "\n".join(two)]


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("one\ntwo", "one two"),
        ("one  \r\n\t two", "one two"),
        ("one\n> > two", "one two"),
        ("trans-\nlation", "translation"),
        ("trans\u2010\nlation", "translation"),
        ("trans\u00ad\nlation", "translation"),
        ("long-\nterm", "long-term"),
        ("zig-\nzag", "zigzag"),
        ("Anglo-\nAmerican", "Anglo-American"),
        ("COVID-\n19", "COVID-19"),
        ("one -\ntwo", "one - two"),
        ("one\n>= two", "one >= two"),
        ("one two", "one two"),
    ],
)
def test_the_lines_of_a_sentence_are_put_together(text, made):
    assert unwrapped(text, WORDS.__contains__).text == made


def test_a_paragraph_is_as_long_as_before_when_it_is_flattened():
    assert flattened("one\r\n> two three\nfour") == "one    two three four"


PIECES = ["one", "Two", "three.", "(four", "> ", ">", "- ", "1. ", "  ", " ", "\n", "\r\n", "\n\n"]
PIECES += [
    "\t",
    "-\n",
    "\u00ad\n",
    "\u2028",
    "好",
    "`x`",
    "|",
    "# ",
    "a long line of words that is",
]


@settings(deadline=None, max_examples=200)
@given(
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
    | st.text(st.characters(exclude_categories=()), max_size=60),
    st.sampled_from(["sure", "always"]),
)
def test_nothing_is_lost_when_lines_are_joined(text, how):
    document = segment(text, join_lines=how)
    assert document.join([part.text for part in document.segments]) == text
    for part in document.segments:
        assert part.span.of(text) == part.text == part.text.strip()
        assert len(unwrapped(part.text, bool).text.splitlines()) == 1
        assert len(flattened(part.text)) == len(part.text)
    for index in document.joints:
        assert 0 < index < len(document.segments)
        assert len(document.gaps[index].splitlines()) == 2
        assert document.gap(index) == " "


def test_joined_lines_come_out_as_one_and_lead_back_to_their_source():
    text = "> Open the lid.\n> Then it goes on\n> and on. Good."
    # The first line ends a sentence, and the others are narrow: only the second break is joined.
    options = TranslationOptions(join_lines="always")
    made = spelling_translator().translate(text, options)
    assert made.text == "> Open the lid.\n> Then it goes on and on. Good."
    model = SpellingModel(lambda _text: "继续这样下去吧")
    made = guarded_translator(model).translate(text, options)
    second = made.segments[1]
    assert second.segment.text == second.segment.span.of(text) == "Then it goes on\n> and on."
    assert any("Then it goes on and on." in batch for batch in model.texts)
    assert second.alignment[0].source.start == 0
    assert second.alignment[-1].source.of(second.segment.text) == "o"
    assert second.alignment[-1].source.start == second.segment.text.rindex("o")


def test_sentences_of_a_joined_paragraph_stand_on_one_line():
    text = "\n".join(textwrap.wrap(LETTER, 72)) + "\n\nYes.\n"
    model = SpellingModel(lambda text: "好" * (len(text) // 3) + "。")
    options = TranslationOptions(join_lines="sure", guards=Guards.off())
    made = guarded_translator(model).translate(text, options)
    first, *rest = made.text.splitlines()
    assert first.count("。") == 4
    assert rest == ["", "好。"]
    assert made.text.endswith("\n")


def test_nothing_is_joined_unless_it_is_asked_for():
    text = "The ferry leaves at\nnoon and returns\nbefore dusk."
    assert spelling_translator().translate(text).text == text
    with pytest.raises(ValueError, match="join_lines must be one of never, sure, always"):
        TranslationOptions(join_lines="yes")  # type: ignore[arg-type]


def test_a_span_of_a_paragraph_is_code_points_of_the_text():
    text = "🙂 The ferry leaves at\nnoon."
    assert list(paragraphs(text, "sure")) == [Span(0, len(text))]
