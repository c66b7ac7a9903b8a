import subprocess
import sys

import pytest
import sentencex
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.document import Document
from engine.segmentation import piece_ends, segment, sentence_cuts


def sentences(text: str, language: str = "en") -> list[str]:
    return [part.text for part in segment(text, language).segments]


def assert_lossless(document: Document, text: str) -> None:
    assert document.text == text
    assert document.join([part.text for part in document.segments]) == text
    for index, part in enumerate(document.segments):
        assert part.index == index
        assert part.span.of(text) == part.text
        assert part.text
        assert part.text == part.text.strip()
        assert len(part.text.splitlines()) == 1
        assert "\t" not in part.text


# Each case is written as its sentences, with a bar where one ends.
SENTENCES = [
    "Dr. Ames met Mr. Bell at 5 p.m. on St. Mary's St.| They spoke for 20 minutes.",
    "Wait... what?| No!| I said 42.",
    "It was over...| Then it began.",
    "I waited…| Then I left.",
    "It costs 3.14 dollars.| Version 1.2.3 is out.| It was .5 before.",
    "See https://a.org/B.c?D=e!F.G and www.Foo.Com/Bar.| Next.",
    "Write to Ann.Bell@Foo.Com.| She answers.",
    "Edit main.py and README.Md with Node.js or ASP.NET Core.| Done.",
    "Call pandas.DataFrame now.| Then save.",
    "J. R. R. Tolkien wrote it.| J.K. Rowling did not.",
    "George W. Bush won.| John F. Kennedy had won before.",
    "Use e.g. Python, i.e. this one, vs. the rest etc. and so on.| Good.",
    "The U.S. Army grew.| I live in the U.S.| They do too.",
    "Mr. Smith went to Washington, D.C.| He liked it.",
    "Meet at 5 p.m. tomorrow.| It ended at 5 p.m.| Then we left at 7:30 a.m. sharp.",
    "SEE NO. 5 FOR DETAILS.| Flight No. 5 left at 5 p.m.| No. 6 (or no. 7) did not.",
    'I chose No. 5, No. 6 and "No. 8".| Is it No. 5?| We live at no. 5 Main Street.',
    "Room No. 5 is free.| See Fig. 3 and Vol. 2, pp. 3-4, ch. 4.| Read on.",
    "It took approx. 5 hours, est. 1900.| Fine.",
    "I ate a fig.| Then I slept.| I love this app.| 5 stars.",
    "The answer is no.| Five people came.",
    "I am ill.| Bob is OK.| Ann is not.",
    "Mr. He met Ms. You.| Dr. So was there.",
    "He lives at 5 Oak Dr.| It is big.",
    "He got a Ph.D.| She has a B.A. in history.",
    "Plan B failed.| I got a B.| We left.",
    'She said "Stop."| Then she left.',
    "“Go away.”| He left.",
    "He said “No!” and left.",
    'Is it "What?" he asked.',
    'He said: "I am here.| You are there.| Go away."| Then he left.',
    "“He said ‘One came.| Two left.’| Fine.”| End.",
    "(This is one.| This is two.)| And three.",
    "(It is so.)| He left (see p. 5) at once.",
    'A 5" screen.| A 6" screen.| Both.',
    "**Bold.**| Next.| `code.`| _It._| End.",
    "<b>One.</b>| Two.|<br>Three.",
    '<img alt="A cat. It sits."> Here.| <a href="x" title="Go. Now.">Click.</a>| Next.',
    "You have {n, plural, one {One. Just that.} other {# files. All.}} left.| Fine.",
    "Run `a. B c` now.| Then `d`.| End.",
    "[Click here.](https://a.example/a_b?c=d.E)| It is free.| ![A cat. It sits](x.png) is here.",
    "See [the. Guide](a_b).| Fine.| See [this][one].| Next.",
    "She left.[1]| He stayed.(2)| They slept.³| End.",
    "Really?!| Yes!!!| Sure . . .| No ! !| Fine .",
    "Hello!|Are you there?|Yes.",
    "I was there.|Then he left.",
    "I love Yahoo! Mail.| You do not.",
    "hello.| lower case here.| another one",
    "Buy milk.| 1. Fresh.| 2. Cold.",
    "Steps:| 1. Boil it.| 2. Eat it.",
    "Group A:| 1. Brazil 2. Spain 3. Chile",
    "The goals are:| i. growth, ii. safety and iii. health.",
    "The answer is 1.| Then it is 2.| Both are right.",
    "One.\u00a0|Two.\u3000|Three.",
    "你好。|我是小明！|How are you?| 他说：“好。”|然后走了。",
    "我用iPhone。|it works。|好的……吧。",
    "他说：“好。|行！”|她走了。",
    "《怎么办？》是一本书。|价格是３．５元。",
    "“好。”，他说。",
    "(C. 5) ok",
    "Great!| 😀",
    "2024.| That was a year.",
    "Well… I think it is… nice",
]


@pytest.mark.parametrize("marked", SENTENCES)
def test_sentences_end_where_a_reader_would_end_them(marked):
    text = marked.replace("|", "")

    assert sentences(text) == [part.strip() for part in marked.split("|")]


# What is structure stands between braces, and so does what a reader would not see.
STRUCTURE = [
    "{  }Indented.{  \n\n\t}Next.{\r\n}Third.{\r}Fourth.{\n}",
    "{- }Milk{\n* }Eggs{\n+ }Tea{\n• }Rice{\n•}Oil{\n– }Salt{\n  - }Fine",
    "{- [ ] }Open{\n- [x] }Done",
    "{1.1 }Aims{\n1.1.2 }Limits of it{\n}1.5 million people{\n}2.5 Million{\n}1.5 GB of it",
    "{| }Quoted{\n|  }again",
    "{1. }One{\n2) }Two{\n(3) }Three{\n4.1. }Four{\n[5] }Five{\n10. }Ten",
    "{a) }One{\n(b) }Two{\niv. }Four{\n(iv) }Four{\nII. }Two{\nb. }Second",
    "{A. }Paris{\nB. }London",
    "{I. }Introduction{\n\nII. }Methods",
    "A. Ames wrote it.{\n}Then he left.",
    "A. Ames wrote it.{\n}C. Bell read it.",
    "3.5 million people{\n}5 apples{\n}-5 degrees{\n}*bold* words",
    "(s)he left{\n}(c) 1999 Bell{\n}c. 1900 it was{\n}a. m. is morning",
    "{> }Quoted.{\n> > }Twice.{\n>> }Twice.{\n>}Tight.{\n>\n> - }Item{\n}Mine.",
    ">= 5 is{\n}>:( no{\n}>>cmn_Hans<< is text",
    "{# }Title{\n### 1. }Part{ ##\n}#hashtag{\n}C #",
    "{> ## - 1. }All of it",
    "Name{\t}Age{\t\t}City{\n}Bell{\t}5{\t}York",
    "{| }Name{ | }Age{ |\n|}---{|}---{|\n}|x| is small",
    "{\ufeff}Start{\u2028}Line{\x85}Next{\x0b}Last{\x0c\u200b}End{\u200e\x00\u2029}",
    "{①}第一{\n一、}第二{\n（三）}第三{\n4、}第四{\n5.}第五",
    "---{\n}42{\n}***{\n}😀{\n}…",
    "{> \n\t\n>>\n}#{\n}-",
]


@pytest.mark.parametrize("marked", STRUCTURE)
def test_structure_stays_out_of_the_segments(marked):
    pieces = marked.replace("}", "{").split("{")
    # A text that begins with a body has an empty gap in front.
    document = segment("".join(pieces))

    inside, between = [], [""]
    for index, piece in enumerate(pieces):
        if index % 2:
            between[-1] = piece
        elif piece:
            inside.append(piece)
            between.append("")
    assert [part.text for part in document.segments] == inside
    assert list(document.gaps) == between
    assert_lossless(document, "".join(pieces))


ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=80)
BREAKS = ["\n", "\r\n", "\r", "\u2028", "\x85", "\x1c", "\t", " ", "\u3000", "\u00a0", "   "]
MARKS = ["> ", ">", "- ", "* ", "• ", "1. ", "(a) ", "iv. ", "A. ", "B. ", "# ", "#", "|", "[1]"]
QUOTES = ["(", ")", '"', "“", "”", "‘", "’", "「", "」", "（", "）", "</b>", "*", "_"]
STOPS = [".", "!", "?", "...", "…", "。", "！", "，", ";"]
WORDS = ["Mr.", "e.g.", "U.S.", "No.", "no.", "p.m.", "5", "3.14", "J.", "word", "Word", "The", "A"]
ADDRESSES = ["https://a.org/b?C=d.E", "a@b.org", "www.A.B!"]
ODD = ["好", "你好", "😀", "e\u0301", "\ud83d", "\udc00", "\ufeff", "\u200b", "\u200d", "\x00"]
STRUCTURED_TEXT = st.lists(
    st.sampled_from([*BREAKS, *MARKS, *QUOTES, *STOPS, *WORDS, *ADDRESSES, *ODD]), max_size=40
).map("".join)


@settings(deadline=None, max_examples=300)
@given(ANY_TEXT | STRUCTURED_TEXT, st.sampled_from(["en", "zh", "xx", ""]))
@example("\ud800. \udc00\x00.\u2028\x85\ufeff", "en")
@example("].A\u2028.No.\u3000A\u3000. B", "en")
def test_nothing_is_lost_whatever_the_text(text, language):
    assert_lossless(segment(text, language), text)


@settings(deadline=None, max_examples=100)
@given(
    st.lists(
        st.sampled_from(["He left.", "Did it rain?", "她走了。", "No!", "It is 5."]), max_size=9
    )
)
def test_sentences_one_after_another_are_told_apart(parts):
    assert sentences(" ".join(parts)) == parts


def test_long_lines_are_handed_to_the_library_in_pieces_of_bounded_length(monkeypatch):
    handed: list[int] = []
    library = sentencex.segment

    class Counting:
        @staticmethod
        def segment(language, text):
            handed.append(len(text))
            return library(language, text)

    monkeypatch.setattr("engine.segmentation.sentencex", Counting)
    text = "This is the sentence. " * 5_000 + "你好吗。" * 5_000

    assert len(sentences(text)) == 10_000
    assert max(handed) <= 2048
    assert sum(handed) < 2 * len(text)


@pytest.mark.parametrize("unit", ["a", "Dr. ", "“", '"Hi. ', "a.", "好", ".)", "! "])
def test_a_long_line_without_a_clear_sentence_is_kept_whole_or_cut_without_loss(unit):
    text = unit * 20_000

    assert_lossless(segment(text), text)


def test_a_sentence_longer_than_the_window_is_not_cut_at_its_border():
    long = "and so " * 1_000 + "on."

    assert sentences(f"First. And {long} Last.") == ["First.", f"And {long}", "Last."]


@pytest.mark.parametrize(
    ("pieces", "ends"),
    [
        (["One. ", "Two. ", "Three."], [5, 10, 16]),
        (["One.", "Two.", "Three."], [4, 9, 16]),
        (["One. ", "TWO. ", "Three."], [5]),
        (["", "One. ", ""], [5]),
        ([], []),
    ],
    ids=["exact", "dropped spaces", "altered", "empty", "none"],
)
def test_pieces_are_found_again_in_the_text(pieces, ends):
    assert piece_ends("One. Two. Three.", pieces) == ends


@pytest.mark.parametrize(
    "pieces", [[], [""], ["something else"], ["One"], ["One. Two. Three. Four."]]
)
def test_a_library_that_misbehaves_loses_nothing(monkeypatch, pieces):
    class Odd:
        @staticmethod
        def segment(language, text):
            return pieces

    monkeypatch.setattr("engine.segmentation.sentencex", Odd)

    for text in ("One. Two. Three.", "One. Two. Three. " * 500):
        assert_lossless(segment(text), text)


def test_a_panic_of_the_library_leaves_the_line_whole(monkeypatch):
    class PanicException(BaseException):
        pass

    class Panicking:
        @staticmethod
        def segment(language, text):
            raise PanicException

    monkeypatch.setattr("engine.segmentation.sentencex", Panicking)

    assert sentences("One came. Two left.\nThree.") == ["One came. Two left.", "Three."]


def test_an_interrupt_in_the_library_is_passed_on(monkeypatch):
    class Interrupted:
        @staticmethod
        def segment(language, text):
            raise KeyboardInterrupt

    monkeypatch.setattr("engine.segmentation.sentencex", Interrupted)

    with pytest.raises(KeyboardInterrupt):
        segment("One came.")


def test_cuts_are_offsets_of_the_next_sentence():
    assert sentence_cuts("😀 One. Two.") == [7]
    assert sentence_cuts("") == []


def test_importing_the_module_is_cheap():
    code = "import sys, engine.segmentation; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.split()

    assert "engine.segmentation" in loaded
    assert not {"numpy", "onnxruntime", "sentencepiece"} & set(loaded)
