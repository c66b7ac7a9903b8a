"""Tags of forums and tags written with entities do as tags of HTML do."""

import pytest

from engine.guards.tags import as_html
from engine.guards.verbatim import find_verbatim, is_code_line
from engine.segmentation import segment
from tests.support.fakes import SpellingModel, guarded_translator
from tests.support.guarding import translated

CHINESE = str.maketrans(
    "abcdefghijklmnopqrstuvwxyz", "甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥天地人和"
)


def tags(text: str) -> list[str]:
    return [each.span.of(text) for each in find_verbatim(text) if each.kind == "markup"]


def letter_by_letter(text: str) -> str:
    """Say something Chinese for each letter, and all else as it stands."""
    return text.lower().translate(CHINESE)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[b]bold[/b] and [I]so[/I]", ["[b]", "[/b]", "[I]", "[/I]"]),
        ("See [url=http://x.io]here[/url].", ["[url=http://x.io]", "[/url]"]),
        ('[quote="Tom, 5"]I was[/quote] there', ['[quote="Tom, 5"]', "[/quote]"]),
        ("[*]Milk", ["[*]"]),
        ("[i]This goes on.", ["[i]"]),
        ("It ends here.[/i]", ["[/i]"]),
        ("He said [sic] [i] and [b] notes [1] [s].", []),
        (
            "See &lt;a href=&quot;u&quot;&gt;it&lt;/a&gt;",
            ["&lt;a href=&quot;u&quot;&gt;", "&lt;/a&gt;"],
        ),
        ("&amp;lt;p&amp;gt;Hello&amp;lt;/p&amp;gt;", ["&amp;lt;p&amp;gt;", "&amp;lt;/p&amp;gt;"]),
        ("If a &lt; b and c &gt; d, I &lt;3 you.", []),
    ],
)
def test_tags_of_all_sorts_are_found(text, wanted):
    assert tags(text) == wanted


def test_what_a_forum_takes_as_it_is_stays_whole():
    text = "Use [code]foo bar[/code], [img]http://a.io/b.png[/img] or [code]."
    found = [each.span.of(text) for each in find_verbatim(text)]
    assert found == ["[code]foo bar[/code]", "[img]http://a.io/b.png[/img]"]


def test_an_address_ends_before_a_tag():
    text = "[url]http://a.example/b[/url] is down."
    assert "http://a.example/b" in [each.span.of(text) for each in find_verbatim(text)]


@pytest.mark.parametrize(
    ("written", "html"),
    [
        ("[quote=x]", "<blockquote>"),
        ("[/b]", "</b>"),
        ("[*]", "<li/>"),
        ("&lt;br/&gt;", "<br/>"),
        ("<p>", "<p>"),
        ("[x]", "[x]"),
    ],
)
def test_a_tag_is_read_as_one_of_html(written, html):
    assert as_html(written) == html


@pytest.mark.parametrize(
    ("text", "made"),
    [
        (
            "[b]cat[/b] and [url=http://x]bed[/url]",
            "[b]丙甲酉[/b] 甲卯丁 [url=http://x]乙戊丁[/url]",
        ),
        ('[quote="Tom"]so it is[/quote] me', '[quote="Tom"]申辰 壬酉 壬申[/quote] 寅戊'),
        (
            "&lt;p&gt;so &lt;b&gt;it&lt;/b&gt; is&lt;/p&gt;",
            "&lt;p&gt;申辰 &lt;b&gt;壬酉&lt;/b&gt; 壬申&lt;/p&gt;",
        ),
        ("[list]\n[*]cat\n[*] bed\n[/list]", "[list]\n[*]丙甲酉\n[*] 乙戊丁\n[/list]"),
    ],
)
def test_words_are_translated_between_them(text, made):
    found = guarded_translator(SpellingModel(letter_by_letter)).translate(text).text
    assert found.replace(" ", "") == made.replace(" ", "")


@pytest.mark.parametrize("tag", ["[b]{}[/b]", "&lt;b&gt;{}&lt;/b&gt;", "[url=a.io]{}[/url]"])
def test_they_stay_in_order_whatever_the_model_says(tag):
    text = f"so {tag.format('it')} is"
    made = translated(SpellingModel(lambda _text: "好"), text).text
    opening, closing = tag.split("{}")
    assert made.count(opening) == made.count(closing) == 1
    assert made.index(opening) < made.index(closing)


def test_a_closing_tag_stays_with_its_sentence():
    document = segment("[B]Note.[/B] Go on.&lt;/p&gt;&lt;p&gt;It is.")
    found = [each.text for each in document.segments]
    assert found == ["[B]Note.[/B]", "Go on.&lt;/p&gt;", "&lt;p&gt;It is."]


def test_a_post_is_no_code():
    assert not is_code_line('[quote="Tom"]I was there[/quote] Me too!')
    assert is_code_line('names["Tom"] = "x"')
