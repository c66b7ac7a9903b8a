"""Whatever the model does, verbatim spans come through, and with a real one they stand well."""

import re
from collections.abc import Sequence

import pytest

from engine.document import Span
from engine.guards.elements import cuts, elements
from engine.guards.placing import Placed, is_kept, place
from engine.guards.restoring import Candidate, restore
from engine.guards.standins import FAMILIES, protect
from engine.guards.verbatim import find_verbatim
from engine.types import AlignedSpan
from tests.support.placing import drive, drive_all


def word_by_word(text: str) -> Candidate:
    """Translate each word into a Han character, in order; copy what is not a plain word."""
    made, links = "", []
    for match in re.finditer(r"\s+|\w\S*\w|\S", text):
        written = match.group()
        if written.isspace():
            continue
        plain = written.isalpha() and written.isascii()
        word = chr(0x4E00 + sum(map(ord, written)) % 1000) if plain else written
        links.append(AlignedSpan(Span(*match.span()), Span(len(made), len(made) + len(word))))
        made += word
    return Candidate(made, tuple(links))


def han(word: str) -> str:
    """Return what :func:`word_by_word` makes of a word."""
    return word_by_word(word).text


def run(text: str, *ways) -> tuple[Placed, list[str]]:
    """Place a text with a model that offers what each of ``ways`` makes of what it is given."""
    asked: list[str] = []

    def translate(given_text: str) -> Sequence[Candidate]:
        asked.append(given_text)
        return [way(given_text) for way in ways]

    return drive(place(text), translate), asked


def without(pattern: str):
    """Return a model that drops what a pattern matches, and keeps no link to it."""

    def way(text: str) -> Candidate:
        made = word_by_word(text)
        match = re.search(pattern, made.text)
        if match is None:
            return made
        start, end = match.span()
        links = [
            AlignedSpan(link.source, Span(link.target.start - shift, link.target.end - shift))
            for link in made.links
            for shift in [end - start if link.target.start >= end else 0]
            if link.target.end <= start or link.target.start >= end
        ]
        return Candidate(made.text[:start] + made.text[end:], tuple(links))

    return way


class TestWays:
    def test_a_text_without_spans_goes_to_the_model_as_it_is(self):
        placed, asked = run("Good day, friend.", word_by_word)
        assert asked == ["Good day, friend."]
        assert placed.step == "plain"
        assert placed.text == word_by_word("Good day, friend.").text

    def test_a_text_of_nothing_but_spans_does_not_go_to_the_model(self):
        placed, asked = run("<p>https://a.example/b – {x}!</p>", word_by_word)
        assert (placed.text, placed.step, asked) == (
            "<p>https://a.example/b – {x}!</p>",
            "as-is",
            [],
        )

    def test_the_model_sees_a_stand_in_and_the_reader_the_span(self):
        placed, asked = run("Open {{user.name}} now", word_by_word)
        assert asked == ["Open x1.com now"]
        assert placed.step == "copied"
        assert placed.text == f"{han('Open')} {{{{user.name}}}} {han('now')}"

    def test_another_family_is_tried_when_a_stand_in_is_lost(self):
        placed, asked = run("Open %d and `x` now", without(r"x\d\.com"))
        assert asked == ["Open x1.com and x2.com now", "Open n1.com and n2.com now"]
        assert placed.step == "copied"
        assert placed.text.index("%d") < placed.text.index("`x`")

    def test_the_second_best_translation_serves_where_the_best_lost_a_stand_in(self):
        placed, asked = run("Open %d now", without(r"x\d\.com"), word_by_word)
        assert len(asked) == 1
        assert placed.step == "copied"

    def test_alignment_finds_the_place_of_what_every_family_loses(self):
        placed, asked = run("Open %d right now", without(r"[xn]1\.com|x_1|\[1"))
        assert len(asked) == len(FAMILIES)
        assert placed.step == "aligned"
        assert placed.text == f"{han('Open')} %d {han('right')}{han('now')}"

    def test_alignment_finds_what_a_stand_in_was_changed_into(self):
        def garbled(text):
            made = word_by_word(text)
            return Candidate(re.sub(r"[xn]1\.com|x_1|\[1\]", "乱", made.text, count=1), ())

        def aligned(text):
            start = text.index("1") - 1
            links = (
                AlignedSpan(Span(0, 4), Span(0, 1)),
                AlignedSpan(Span(start, start + 2), Span(1, 2)),
                AlignedSpan(Span(len(text) - 3, len(text)), Span(2, 3)),
            )
            return Candidate("开乱了", links)

        assert run("Open %d now", garbled)[0].step == "split"
        placed, _ = run("Open %d now", aligned)
        assert (placed.text, placed.step) == ("开 %d 了", "aligned")

    def test_a_doubled_stand_in_is_put_back_once(self):
        def twice(text):
            made = word_by_word(text)
            return Candidate(re.sub(r"([xn]1\.com|x_1|\[1\])", r"\1 \1", made.text), made.links)

        placed, _ = run("Open %d now", twice)
        assert placed.text.count("%d") == 1
        assert "x1" not in placed.text

    def test_nothing_of_a_mangled_stand_in_is_left(self):
        def mangled(text):
            start = text.find("1") - 1
            if start < 0:
                return Candidate("好", ())  # a piece of the split
            links = (
                AlignedSpan(Span(0, 4), Span(0, 1)),
                AlignedSpan(Span(start, start + 2), Span(1, 2)),
                AlignedSpan(Span(len(text) - 3, len(text)), Span(4, 5)),
            )
            return Candidate("开乱..了" if "com" in text else "开乱__了", links)

        placed, _ = run("Open %d now", mangled)
        assert (placed.text, placed.step) == ("好 %d 好", "split")

    def test_the_sentence_is_split_in_the_last_resort(self):
        def first_word(text):
            return Candidate(han(text.split()[0]), ())

        placed, _ = run("Open %d right now", first_word)
        assert placed.step == "split"
        assert placed.text == f"{han('Open')} %d {han('right')}"

    def test_a_model_that_says_nothing_leaves_the_source(self):
        placed, _ = run("Open %d now", lambda text: Candidate(" ", ()))
        assert (placed.text, placed.step) == ("Open %d now", "source")

    def test_a_model_that_invents_a_span_is_not_believed(self):
        placed, _ = run("Open setup.py now", lambda text: Candidate("setup.py setup.py", ()))
        assert placed.text.count("setup.py") == 1

    def test_what_stands_inside_is_not_left_at_an_end_if_the_model_knows_better(self):
        def outside(text):
            made = word_by_word(text).text
            word = re.search(r"[xn]1\.com", made)
            return Candidate((word.group() if word else "") + re.sub(r"[xn]1\.com", "", made), ())

        placed, asked = run("Open %d now", outside)
        assert len(asked) == 3
        assert placed.text == f"{han('Open')} %d {han('now')}"

    def test_a_bracket_around_a_stand_in_is_kept_with_its_partner(self):
        def careless(text):
            made = word_by_word(text)
            return Candidate(made.text.replace("(x1.com)", "x1.com)"), made.links)

        placed, asked = run("Your total (${total}) is low", careless)
        assert asked[1] == "Your total n1.com is low"
        assert "(${total})" in placed.text

    def test_the_sentence_is_split_where_next_to_nothing_was_said(self):
        text = "Fish &amp; chips cost &lt;5 &euro; here"

        def translate(given_text):
            thin = Candidate("&<5€", ())
            return [thin if "&" in given_text else word_by_word(given_text)]

        made = drive(place(text, chinese=True), translate)
        assert made.step == "split"
        assert made.text.count("&amp;") == made.text.count("&lt;") == 1
        for word in ("Fish", "chips", "cost", "here"):
            assert han(word) in made.text

    def test_the_sentence_is_split_where_a_span_always_comes_to_an_end_of_it(self):
        def outside(text):
            made = word_by_word(text).text
            word = re.search(r"[xn]1\.com|x_1|\[1\]", made)
            rest = re.sub(r"[xn]1\.com|x_1|\[1\]", "", made)
            return [Candidate((word.group() if word else "") + rest, ())]

        made = drive(place("Open the %d right now", chinese=True), outside)
        assert (made.step, made.text.index("%d") > 0) == ("split", True)

    def test_spans_that_are_known_are_not_looked_for(self):
        text = "Open %d now"
        made = drive(place(text, spans=()), lambda text: [Candidate(text, ())])
        assert made.step == "plain"

    def test_where_no_translation_keeps_the_spans_the_source_stays_and_says_so(self):
        placed, _ = run("Open %d right now", lambda _text: Candidate("<i>打开</i>", ()))
        assert (placed.text, placed.step, placed.lost) == ("Open %d right now", "source", True)
        assert not run("Open %d now", lambda _text: Candidate("", ()))[0].lost

    def test_links_lead_to_the_source(self):
        source = "Open {{user.name}} <b>right now</b> please"
        placed, _ = run(source, word_by_word)
        pairs = {link.source.of(source): link.target.of(placed.text) for link in placed.links}
        assert pairs["Open"] == han("Open")
        assert pairs["please"] == han("please")
        assert "{{user.name}}" in pairs["{{user.name}}"]


class TestText:
    @pytest.mark.parametrize("word", ["x1.com", "x_1", "[1]", "X1", ">>jpn<<", "X1.COM"])
    def test_what_looks_like_a_stand_in_is_text(self, word):
        placed, _ = run(f"Open {word} and %d now", word_by_word)
        assert placed.text.count(word) == 1
        assert placed.text.count("%d") == 1

    def test_what_is_glued_to_a_placeholder_stays_with_it(self):
        _, asked = run("It is %dpx wide, in {a}/{b} or file{n}.txt", word_by_word)
        assert asked == ["It is x1.com wide, in x2.com or x3.com"]

    def test_a_span_does_not_stick_to_a_letter(self):
        def glued(text):
            return Candidate(word_by_word(text).text.replace("x1.com", "。x1.com然后"), ())

        assert "%d 然后" in run("Open %d now", glued)[0].text

    def test_many_spans_are_translated_a_few_at_a_time(self):
        text = ", ".join(f"take {{a{i}}} here" for i in range(40))
        placed, asked = run(text, word_by_word)
        assert len(asked) == 5
        assert re.findall(r"a\d+", placed.text) == [f"a{i}" for i in range(40)]

    def test_hashtags_after_a_sentence_stay_after_it(self):
        placed, asked = run("I love this! #summer #fun", word_by_word)
        assert asked == ["I love this!"]
        assert placed.text.endswith(" #summer #fun")

    def test_thousands_of_tags_are_no_trouble(self):
        text = "<b>a word</b> " * 3000
        placed, _ = run(text, word_by_word)
        assert placed.text.count("<b>") == placed.text.count("</b>") == 3000

    def test_what_looks_like_a_target_token_is_no_part_of_the_sentence(self):
        placed, asked = run(">>jpn<< hello there", word_by_word)
        assert asked == ["hello there"]
        assert placed.text == f">>jpn<< {word_by_word('hello there').text}"

    def test_texts_side_by_side_become_what_they_become_alone(self):
        texts = ["Open %d now", "Good day.", "{x}", "Press <b>Start</b><br>Then {a} waits", ""]
        batches = []

        def translate(asked):
            batches.append(len(asked))
            return [[without(r"x1\.com")(text)] for text in asked]

        together = drive_all([place(text) for text in texts], translate)
        assert together == [run(text, without(r"x1\.com"))[0] for text in texts]
        assert batches[0] == 4


class TestTags:
    def test_pairs_go_around_the_words_they_held(self):
        placed, asked = run("Press <b>Start</b> and <i>wait a</i> bit", word_by_word)
        assert asked == ["Press Start and wait a bit"]
        words = [han(word) for word in ["Press", "Start", "and", "wait", "a", "bit"]]
        assert placed.text == "{}<b>{}</b>{}<i>{}{}</i>{}".format(*words)

    def test_pairs_follow_their_words_to_another_place(self):
        def backwards(text):
            made = word_by_word(text)
            end = len(made.text)
            links = [
                AlignedSpan(link.source, Span(end - link.target.end, end - link.target.start))
                for link in reversed(made.links)
            ]
            return Candidate(made.text[::-1], tuple(links))

        placed, _ = run("Press <b>Start</b> and <i>wait a</i> bit", backwards)
        words = [han(word) for word in ["bit", "a", "wait", "and", "Start", "Press"]]
        assert placed.text == "{}<i>{}{}</i>{}<b>{}</b>{}".format(*words)

    def test_nested_pairs_stay_nested(self):
        placed, _ = run("Go <a href='x'>to <b>the old</b> town</a> now", word_by_word)
        words = [han(word) for word in ["Go", "to", "the", "old", "town", "now"]]
        assert placed.text == "{}<a href='x'>{}<b>{}{}</b>{}</a>{}".format(*words)

    def test_markdown_goes_around_its_words(self):
        placed, asked = run("Read the [user guide](https://a.example/b) **now**, ok", word_by_word)
        assert asked == ["Read the user guide now, ok"]
        words = [han(word) for word in ["Read", "the", "user", "guide", "now", "ok"]]
        assert placed.text == "{}{}[{}{}](https://a.example/b)**{}**,{}".format(*words)

    def test_an_item_inside_a_pair_stays_inside(self):
        placed, _ = run("Go <b>to %d</b> now", without(r"[xn]1\.com|x_1|\[1"))
        assert placed.step == "aligned"
        assert re.search(r"<b>.*%d.*</b>", placed.text)

    def test_without_alignment_what_a_pair_holds_is_translated_by_itself(self):
        placed, asked = run(
            "Press <b>Start now</b> and wait", lambda t: Candidate(word_by_word(t).text, ())
        )
        assert asked == ["Press Start now and wait", "Start now", "Press x1.com and wait"]
        assert placed.step == "apart"
        assert f"<b>{han('Start')}{han('now')}</b>" in placed.text

    def test_a_pair_around_the_whole_text_is_peeled_off(self):
        placed, asked = run("<p><b>Press Start.</b></p>", word_by_word)
        assert asked == ["Press Start."]
        assert placed.text == f"<p><b>{word_by_word('Press Start.').text}</b></p>"

    def test_a_line_break_parts_sentences(self):
        placed, asked = run("Press Start<br>Then wait<br/>", word_by_word)
        assert asked == ["Press Start", "Then wait"]
        assert placed.text == f"{word_by_word(asked[0]).text}<br>{word_by_word(asked[1]).text}<br/>"

    def test_a_pair_around_no_words_is_one_item(self):
        _, asked = run("See <a href='x'>https://a.example</a> now", word_by_word)
        assert asked == ["See x1.com now"]

    @pytest.mark.parametrize(
        "text", ["</b> go <b> on", "<b> go on", "go <i>on <b>now</i>", "a <b></b> c"]
    )
    def test_tags_that_do_not_match_are_kept(self, text):
        placed, _ = run(text, word_by_word)
        assert is_kept(text, placed.text, find_verbatim(text))

    def test_entities_are_read_as_their_characters(self):
        placed, asked = run("Fish &amp; chips &lt; 5&nbsp;6", word_by_word)
        assert asked == ["Fish & chips < 5\xa06"]
        assert placed.step == "copied"
        assert re.sub(r"[\u4e00-\u9fff ]", "", placed.text) == "&amp;&lt;5&nbsp;6"

    def test_an_entity_goes_where_its_character_went(self):
        def with_and(text):
            made = word_by_word(text)
            return Candidate(made.text.replace("&", "与"), made.links)

        assert run("Fish &amp; chips", with_and)[0].text == f"{han('Fish')}&amp;{han('chips')}"


class TestParts:
    def test_elements(self):
        text = "Go <b>to %d</b> now<img>"
        found = elements(text, find_verbatim(text))
        assert [item.text for item in found.items] == ["%d", "<img>"]
        assert [pair.inside.of(text) for pair in found.pairs] == ["to %d"]

    def test_cuts(self):
        text = "<div><b>One</b> two<br>three <i>four</i></div>"
        assert [span.of(text) for span in cuts(text, find_verbatim(text))] == [
            "<div>",
            "<br>",
            "</div>",
        ]

    def test_restore_refuses_what_is_not_there_exactly_once(self):
        text = "Open %d now"
        protected = protect(text, elements(text, find_verbatim(text)))
        assert protected.text == "Open x1.com now"
        for made in ("打开", "x1.com x1.com", "x1.comips", "x1.com 和 x2.com", "ax1.com", " "):
            assert restore(Candidate(made, ()), protected) is None
        good = restore(Candidate("打开 x1.com。", ()), protected)
        assert good is not None
        assert (good.text, good.edge) == ("打开 %d。", True)


class TestMarkdown:
    """Marks are read as marks only where CommonMark takes them for some."""

    @pytest.mark.parametrize(
        ("text", "made"),
        [
            ("**Note:** Do *not* stop.", "**{Note}:** {Do}*{not}*{stop}."),
            ("**One!** *Two* went", "**{One}!** *{Two}*{went}"),
            ("**One** *Two* went", "**{One}** *{Two}*{went}"),
            ("It is _really_ new", "{It}{is} _{really}_ {new}"),
            ("It is _new_.", "{It}{is} _{new}_."),
            ('Click *"Save"* to go', '{Click} *"{Save}"* {to}{go}'),
            ("It is **very** new", "{It}{is}**{very}**{new}"),
            ("It is (**very**) new", "{It}{is}(**{very}**){new}"),
            ("It ***is!*** so", "{It}***{is}!*** {so}"),
            ("The <b>one:</b> go", "{The}<b>{one}:</b>{go}"),
        ],
    )
    def test_a_mark_is_set_off_where_it_would_be_none(self, text, made):
        expected = re.sub(r"\{(\w+)\}", lambda found: han(found[1]), made)
        assert run(text, word_by_word)[0].text == expected

    def test_marks_that_end_together_are_set_off_once(self):
        placed, _ = run("A **very *new!*** one", word_by_word)
        assert placed.text.count(" ") <= 2


def test_nothing_is_left_of_a_stand_in_that_was_torn_apart():
    def translate(text: str) -> list[Candidate]:
        at = text.find("x1.com")
        if at < 0:
            return [Candidate("好", ())] if text.strip() else []
        # What the model made of a part of it is all that the alignment knows of.
        return [Candidate("你有x1在com里", (AlignedSpan(Span(at, at + 6), Span(2, 4)),))]

    made = drive(place("You have {n, select, a {x} other {y}} in here."), translate)
    assert "com" not in made.text
    assert "{n, select, a {x} other {y}}" in made.text
