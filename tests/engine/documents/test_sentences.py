import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents.content import Close, Item, Open, merged, plain, torn, well_formed
from engine.documents.sentences import cut
from engine.documents.tags import tagged, untagged
from engine.types import TranslationOptions
from tests.support.document_translator import DocumentTranslator

TRANSLATOR = DocumentTranslator()
OPTIONS = TranslationOptions()


@st.composite
def contents(draw):
    """Text with pairs that are nested and closed, none of them empty, and items."""
    parts, opened = [], []
    texts = st.sampled_from(
        [
            "One",
            " two",
            ". Three",
            " ",
            "four! ",
            "Five? Six",
            "\n",
            ", ",
            "<g1>",
            "<x2/>",
            "a. B",
            "﷼",
        ]
    )
    for number, kind in enumerate(draw(st.lists(st.sampled_from("tttoci"), max_size=16))):
        if kind == "t":
            parts.append(draw(texts))
        elif kind == "o":
            parts.append(Open(number))
            opened.append(number)
        elif kind == "c" and opened:
            parts.append(Close(opened.pop()))
        elif kind == "i":
            parts.append(
                Item(number, draw(st.sampled_from(["", "code()", "…"])), draw(st.booleans()))
            )
    return merged((*parts, *(Close(each) for each in reversed(opened))))


def texts_of(content):
    return "".join(part for part in content if isinstance(part, str)).replace(" ", "")


@given(contents())
def test_a_unit_that_nobody_changes_comes_back_as_it_was(content):
    found = cut(content, TRANSLATOR, OPTIONS)
    for sentence in found.sentences:
        assert well_formed(sentence)
        given_to_engine = tagged(sentence)
        back, whole = untagged(given_to_engine.text, given_to_engine)
        assert whole
        assert texts_of(back) == texts_of(sentence)
        if not given_to_engine.tied:  # these come to stand directly behind their words
            assert back == sentence
    assert all(map(well_formed, found.gaps))
    assert found.joined(found.sentences) == content


@given(contents(), st.data())
def test_whatever_a_translation_does_to_tags_the_content_is_sound(content, data):
    for sentence in cut(content, TRANSLATOR, OPTIONS).sentences:
        source = tagged(sentence)
        pieces = [
            piece for piece in source.text.replace(">", ">|").replace("<", "|<").split("|") if piece
        ]
        shuffled = data.draw(st.permutations(pieces))
        kept = shuffled[: data.draw(st.integers(0, len(shuffled)))]
        back, _ = untagged("".join(kept), source)
        assert well_formed(back)
        items = [part for part in sentence if isinstance(part, Item)]
        found = [part for part in back if isinstance(part, Item)]
        assert sorted(found, key=lambda item: item.number) == sorted(
            items, key=lambda item: item.number
        )


@given(contents(), st.lists(st.integers(0, 40), max_size=4).map(sorted))
def test_torn_content_is_sound_and_joins_again(content, cuts):
    pieces = torn(content, cuts)
    assert len(pieces) == len(cuts) + 1
    assert all(map(well_formed, pieces))
    joined = merged(part for piece in pieces for part in piece)
    assert plain(joined) == plain(content)


def pieces_of(*content):
    found = cut(content, TRANSLATOR, OPTIONS)
    return [tagged(each).text for each in found.sentences], found.gaps


def test_a_pair_over_two_sentences_is_torn_at_their_border():
    sentences, gaps = pieces_of("It ", Open(4), "was. It", Close(4), " is.")
    assert sentences == ["It <g1>was.</g1>", "<g1>It</g1> is."]
    assert gaps[1] == (Open(4), " ", Close(4))


def test_formatting_of_a_whole_sentence_and_of_a_word_goes_along():
    sentences, _ = pieces_of(Open(1), "Open the ", Open(2), "file", Close(2), ".", Close(1))
    assert sentences == ["<g1>Open the <g2>file</g2>.</g1>"]


def test_what_has_no_words_is_tied_to_the_word_in_front_of_it():
    sentences, gaps = pieces_of("He said", Item(1), Item(2), ", she left.", Item(3), " So.")
    assert sentences == ["He <a1>said</a1>, she left.", "So."]
    assert gaps[1] == (Item(3), " ")
    source = tagged(("He said", Item(1), Item(2), ", she left."))
    assert untagged("她走了，他<a1>说</a1>。", source)[0] == (
        "她走了，他说",
        Item(1),
        Item(2),
        "。",
    )


def test_what_reads_as_a_word_stays_a_word_of_its_sentence():
    sentences, _ = pieces_of(Item(7, "main()"), " returns ", Item(8, "a.b. C"), ".")
    assert sentences == ["<var>x1</var> returns <var>x2</var>."]


def test_two_spaces_beside_an_item_are_one_for_the_engine():
    assert tagged(("Press  ", Item(1, "Tab"), "  now,  twice")).text == (
        "Press <var>x1</var> now, twice"
    )
    assert tagged(("Name    Price",)).text == "Name    Price"


def test_links_in_a_row_are_sentences_of_their_own():
    row = (
        Open(1),
        "Home",
        Close(1),
        " | ",
        Open(2),
        "About us",
        Close(2),
        " · ",
        Open(3),
        "Go",
        Close(3),
    )
    found = cut(row, DocumentTranslator(), TranslationOptions())
    assert [plain(each) for each in found.sentences] == ["Home", "About us", "Go"]
    assert found.gaps[1:3] == ((" | ",), (" · ",))
    assert found.joined(found.sentences) == row
    prose = (Open(1), "Home", Close(1), " and | ", Open(2), "us", Close(2))
    assert len(cut(prose, DocumentTranslator(), TranslationOptions()).sentences) == 1


def test_nothing_goes_on_behind_a_line_break():
    sentences, gaps = pieces_of("Name", Item(1, breaks=True), "Age")
    assert sentences == ["Name", "Age"]
    assert gaps[1] == (Item(1, breaks=True),)


def test_text_that_looks_like_tags_stays_text():
    content = ("a <g1>b</g1> <yx1/> ", Open(3), "c", Close(3))
    source = tagged(content)
    assert source.text == "a <g1>b</g1> <yx1/> <yyg1>c</yyg1>"
    assert untagged(source.text, source) == (content, True)


@pytest.mark.parametrize(
    ("text", "wanted", "whole"),
    [
        ("<g1>甲</g1>乙<x1/>", (Open(5), "甲", Close(5), "乙", Item(6)), True),
        ("甲<x1/>乙", ("甲", Item(6), "乙"), True),
        ("甲乙", ("甲乙", Item(6)), False),
        ("甲<x1/><x1/>", ("甲", Item(6)), False),
        ("</g1>甲<g1>乙<x1/>", ("甲", Open(5), "乙", Item(6), Close(5)), True),
        ("<g9>甲</g0><x9/><x1/>", ("甲", Item(6)), True),
    ],
)
def test_a_translation_is_read_back_whatever_became_of_its_tags(text, wanted, whole):
    source = tagged((Item(6), Open(5), "b", Close(5), "c"))
    assert source.text == "<x1/><g1>b</g1>c"
    assert untagged(text, source) == (wanted, whole)


def test_of_a_single_space_between_sentences_chinese_leaves_nothing():
    content = ("One.", Open(1), " ", Close(1), "Two.  Three.")
    found = cut(content, TRANSLATOR, OPTIONS)
    assert found.joined([("一。",), ("二。",), ("三。",)]) == ("一。二。  三。",)
    assert found.joined(found.sentences) == content


def test_lines_of_code_are_not_for_the_engine():
    found = cut(("Call it so:\nresult = run(1);\nThen wait.",), TRANSLATOR, OPTIONS)
    assert [found.sentences[index] for index in found.code] == [("result = run(1);",)]


def test_english_sentences_that_were_chinese_ones_get_a_space_between_them():
    found = cut(("猫坐在垫子上。离开之前请关上窗户。",), TRANSLATOR, OPTIONS)
    assert len(found.sentences) == 2
    made = [("The cat sat on the mat.",), ("Close the window.",)]
    assert found.joined(made) == ("The cat sat on the mat. Close the window.",)
    assert found.joined(found.sentences) == ("猫坐在垫子上。离开之前请关上窗户。",)
