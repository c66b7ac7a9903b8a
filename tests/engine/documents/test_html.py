import pytest

from engine.documents.content import Close, Item, Open, plain
from engine.documents.html_strings import translated_html
from engine.documents.html_tokens import tokens
from engine.errors import InputError
from engine.types import TranslationOptions
from tests.support.document_translator import DocumentTranslator
from tests.support.documents import translated, units_of

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="iso-8859-1">
<title>Cars &amp; more</title>
<meta name="description" content="All about cars.">
<meta name="viewport" content="width=device-width">
<script>if (a < b) { say("<p>Not this</p>"); }</script>
<style>p > b { color: red }</style>
</head>
<body class=main>
<h1 id=top>Cars</h1>
<!-- Not this -->
<p class="x">The <b>red</b> car
   is <a href="/x?a=1&amp;b=2" title="A link">very fast</a>.</p>
<pre>int main() { return "Not this"; }</pre>
<p translate="no">Not this <b>either</b></p>
<div class="a notranslate">Nor <div>this</div> one</div>
<ul><li>One point<li>Two points</ul>
<img src=a.png alt="A picture">
<input type=text placeholder="Your name"><input type=submit value='Send it'>
<textarea placeholder="Say it">Not this</textarea>
</body>
</html>
"""


def contents(page, name="a.html"):
    return [unit.content for unit in units_of(name, page.encode())]


def made(folder, page, translator=None, data=None, **options):
    path = folder / "a.html"
    path.write_bytes(data or page.encode())
    return translated(path, translator, **options)[0].decode()


def test_all_but_the_translated_stays_to_the_letter(folder):
    wanted = PAGE
    for source, target in (
        ('lang="en"', 'lang="zh-Hans"'),
        ('charset="iso-8859-1"', 'charset="utf-8"'),
        ("Cars &amp; more", "【CARS &amp; MORE】"),
        ("All about cars.", "【ALL ABOUT CARS.】"),
        (">Cars<", ">【CARS】<"),
        ("The <b>red</b> car\n   is", "【THE <b>RED</b> CAR IS"),
        ("very fast</a>.", "VERY FAST</a>.】"),
        ("A link", "【A LINK】"),
        ("One point", "【ONE POINT】"),
        ("Two points", "【TWO POINTS】"),
        ("A picture", "【A PICTURE】"),
        ("Your name", "【YOUR NAME】"),
        ("value='Send it'", 'value="【SEND IT】"'),
        ("Say it", "【SAY IT】"),
    ):
        assert wanted.count(source) == 1
        wanted = wanted.replace(source, target)
    assert made(folder, PAGE) == wanted


def test_bold_comes_to_stand_around_its_word(folder):
    translator = DocumentTranslator(
        render={"The <g1>red</g1> car.": "那辆<g1>红</g1>车。"}.__getitem__
    )
    assert made(folder, "<p>The <b>red</b> car.", translator) == "<p>那辆<b>红</b>车。"


def test_parts_of_pages_stay_parts(folder):
    assert made(folder, "One. <b>Two</b> three.") == "【ONE.】【<b>TWO</b> THREE.】"


@pytest.mark.parametrize(
    ("page", "content"),
    [
        ("a <b>b</i> c", ("a ", Item(1), "b", Item(2), " c")),
        ("<b>a <i>b</b> c</i>", (Open(1), "a ", Item(2), "b", Close(1), " c", Item(3))),
        ("use <code>go()</code> now", ("use ", Item(1, "go()"), " now")),
        ("<code>go()</code> goes", (Item(1, "go()"), " goes")),
        ("say <i class=x></i> it", ("say ", Item(1), " it")),
        ("one<br>\n two", ("one", Item(1, breaks=True), "two")),
        ("so<sup><a href='#1'>[1]</a></sup> it is", ("so", Item(1), " it is")),
        ("super<wbr>cali", ("supercali",)),
        ("a <!-- b --> c", ("a ", Item(1), " c")),
        ("5 < 6 &lt; 7 &amp; 8 &eacute; x", ("5 < 6 < 7 & 8 é x",)),
        ("this <span translate=no>Big Co</span> is", ("this ", Item(1, "Big Co"), " is")),
        ("<b> so </b>it is", (Open(1), "so", Close(1), " it is")),
        ("a <x-y>", ("a",)),
    ],
)
def test_what_stands_in_a_line_is_read_as_a_reader_does(page, content):
    assert contents(page) == [content]


@pytest.mark.parametrize(
    ("page", "texts"),
    [
        ("<p translate=no>no<p>yes", ["yes"]),
        ("<ul><li translate=no>no<li>yes</ul>", ["yes"]),
        ("<td class=notranslate>no<td>yes", ["yes"]),
        ("<div translate=no><div>no</div>no</div>yes", ["yes"]),
        ("<p>yes<div>two</div>three", ["yes", "two", "three"]),
        ("<script>no</scrip><p>no</script>yes", ["yes"]),
        ("<title>a <b> c</title>yes", ["a <b> c", "yes"]),
        ("<a <b>yes", ["yes"]),
        ('<p title="a > b">yes', ["a > b", "yes"]),
        ("<p title=it's>yes", ["it's", "yes"]),
        ("yes <p", ["yes"]),
        ("<p>yes<!-- no", ["yes"]),
        ("<select><option>one<option>two</select>", ["one", "two"]),
        ("<svg><text>no</text></svg><p>yes", ["yes"]),
    ],
)
def test_broken_pages_are_read_as_a_browser_does(page, texts):
    assert [plain(content) for content in contents(page)] == texts


@pytest.mark.parametrize("page", [PAGE, "<b>a<p>b</b>", "a<", "<", "</", "<!", "&", "<a b='", ""])
def test_tokens_are_all_of_a_page(page):
    assert "".join(token.text for token in tokens(page)) == page


@pytest.mark.parametrize(
    "piece", ["<a ", "<b>", "</b>", "<!--", "&#", "<a b='", "<title>", '<i x="', "<b translate=no>"]
)
def test_many_of_what_is_broken_are_read_in_one_go(piece):
    # Whatever looks back from each of them would not come to an end here.
    page = f"<p>One.</p>{piece * 100_000}"
    assert "".join(token.text for token in tokens(page)) == page
    assert contents(page)[0] == ("One.",)


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ('<meta charset="shift_jis">', "cp932"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=gb2312">', "gb18030"),
        ("<meta charset=latin1>", "cp1252"),
        ("", "utf-8-sig"),
        ("", "utf-16"),
        ('<meta charset="no-such">', "utf-8"),
    ],
)
def test_a_page_is_read_as_it_says_and_written_in_utf_8(folder, head, encoding):
    said = "—" if encoding == "cp1252" else "木"
    page = f"<html><head>{head}</head><p>Good {said} morning."
    written = made(folder, "", data=page.encode(encoding))
    assert f"【GOOD {said} MORNING.】" in written
    assert written.count("charset=") == 1
    assert "utf-8" in written


def test_what_an_encoding_lacks_is_referred_to(folder):
    path = folder / "a.html"
    path.write_bytes('<meta charset="iso-8859-1"><p>café one.'.encode("latin-1"))
    written = translated(path, encoding="same")[0].decode("cp1252")
    assert written == '<meta charset="windows-1252"><p>&#12304;CAFÉ ONE.&#12305;'


def test_source_and_translation_stand_one_behind_the_other(folder):
    page = "<title>Cars</title><p id=a class=b>The <b id=c>red</b> car.</p><li>One point"
    assert made(folder, page, bilingual="inline") == (
        "<title>Cars / 【CARS】</title>"
        '<p id=a class=b>The <b id=c>red</b> car.</p>\n<p lang="zh-Hans" class=b>'
        "【THE <b>RED</b> CAR.】</p>"
        '<li>One point<br /><span lang="zh-Hans">【ONE POINT】</span>'
    )


def test_targets_of_links_are_not_lost_with_their_words(folder):
    translator = DocumentTranslator(render={"The <g1>red</g1> car.": "车。"}.__getitem__)
    page = '<p>The <a id="x">red</a> car.'
    assert made(folder, page, translator) == '<p><a id="x"></a>车。'


def test_another_kind_of_file_is_refused():
    with pytest.raises(InputError, match="found a PDF"):
        units_of("a.html", b"%PDF-1.7")


def test_html_that_is_given_as_text_is_translated():
    page = "<p>One. <b>Two</b> three. One.</p><p translate=no>One."
    translator = DocumentTranslator()
    made_of_it = translated_html(page, translator, TranslationOptions())
    assert made_of_it == "<p>【ONE.】【<b>TWO</b> THREE.】【ONE.】</p><p translate=no>One."
    assert translator.asked == ["One.", "<g1>Two</g1> three."]
