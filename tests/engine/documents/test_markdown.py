import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.support.document_translator import DocumentTranslator
from tests.support.documents import rewritten, translated, units_of

TEXT = """---
title: For readers
layout: for programs
---

# The *red* house ##

> Please **open the file** and read
> the [second page](http://x.example/a_b "T") now.\\
> Then call `main()` first.

- One good day[^1]
  continues _here_.
- [ ] Wash the dishes
  1. deeper

     and deeper

| Name | Price \\| cost |
|:---|---|
| `x` | See ![a small dog](dog.png) here |

```python
print("hello")
```

    indented code

<div class="box">
Block of <b>HTML</b>, <code>f(x)</code>.
<!-- and a comment -->
<img src="dog.png" alt="Our dog">
</div>

- In a list:

  <details>
  <summary>Open it</summary>

  inside

  </details>

> <p>Quoted
> twice</p>

<pre>
kept as it is
</pre>

See <https://a.example> or [the docs][ref] &amp; more \\*stars\\*. <b>Bold</b> and <kbd>Ctrl</kbd>.
One line\x20\x20
another line<br>a third ~~gone~~.

[![Build status](b.svg)](http://ci.example)

Setext title
===

[^1]: A note.

[ref]: http://x.example "t"
"""

MADE = """---
title: 【FOR READERS】
layout: for programs
---

# 【THE *RED* HOUSE】 ##

> 【PLEASE **OPEN THE FILE** AND READ THE [SECOND PAGE](http://x.example/a_b "【T】") NOW.】\\
> 【THEN CALL `main()` FIRST.】

- 【ONE GOOD DAY[^1] CONTINUES *HERE*.】
- [ ] 【WASH THE DISHES】
  1. 【DEEPER】

     【AND DEEPER】

| 【NAME】 | 【PRICE \\| COST】 |
|:---|---|
| `x` | 【SEE![【A SMALL DOG】](dog.png) HERE】 |

```python
print("hello")
```

    indented code

<div class="box">
【BLOCK OF <b>HTML</b>, <code>f(x)</code>.】
<!-- and a comment -->
<img src="dog.png" alt="【OUR DOG】">
</div>

- 【IN A LIST:】

  <details>
  <summary>【OPEN IT】</summary>

  【INSIDE】

  </details>

> <p>【QUOTED TWICE】</p>

<pre>
kept as it is
</pre>

【SEE <https://a.example> OR [THE DOCS][ref] &AMP; MORE \\*STARS\\*.】\
【<b>BOLD</b> AND <kbd>Ctrl</kbd>.】【ONE LINE】\x20\x20
【ANOTHER LINE】<br>【A THIRD ~~GONE~~.】

[![【BUILD STATUS】](b.svg)](http://ci.example)

【SETEXT TITLE】
===

[^1]: 【A NOTE.】

[ref]: http://x.example "【T】"
"""


def save(folder, text=TEXT):
    path = folder / "a.md"
    path.write_bytes(text.encode())
    return path


def test_prose_is_translated_and_nothing_else(folder):
    assert translated(save(folder))[0].decode() == MADE


def test_the_page_keeps_its_structure(folder):
    made = translated(save(folder))[0].decode()

    def shape(text):
        tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
        return [
            (token.type, token.info, {**token.attrs, "title": "title" in token.attrs})
            for each in tokens
            for token in (each, *(child for child in each.children or () if child.type != "text"))
            if token.type not in {"softbreak", "text"} and token.tag != "img"
        ]

    assert shape(made) == shape(TEXT)


def test_lines_may_end_as_on_windows(folder):
    made = translated(save(folder, TEXT.replace("\n", "\r\n")))[0].decode()
    assert made == MADE.replace("\n", "\r\n")


@pytest.mark.parametrize(
    "text",
    [
        "A *word*.\n",
        "- one\n- two\n\n  more\n",
        "# Title\n\ntext `code`\n",
        "| a | b |\n|---|---|\n| c | d |\n",
        "a\\\nb\n",
        "[a](b) ![c](d) <e@f.example>\n",
        "",
        "```\ncode\n```\n",
        "***bold and italic*** and **bold *both***\n",
    ],
)
def test_what_nobody_changes_comes_back(text):
    assert rewritten("a.md", text.encode()).decode() == text


@given(st.text(alphabet="ab *_`[]()!<>\\&#-+|~\n1.:\"'$^{}=>", max_size=40))
def test_any_text_can_be_read_and_written(text):
    once = rewritten("a.md", text.encode()).decode()

    def marks(text):  # wrapped lines are joined, and emphasis is written with asterisks
        return sorted(each for each in text.replace("_", "*") if each not in " \n\\")

    assert marks(once) == marks(text)


def test_each_paragraph_is_followed_by_its_translation(folder):
    text = "# Title\n\n- One\n  more\n- Two\n\n> Three\n\n| a |\n|---|\n| Four |\n"
    assert translated(save(folder, text), bilingual="inline")[0].decode() == (
        "# Title / 【TITLE】\n\n- One\n  more\n\n  【ONE MORE】\n- Two\n\n  【TWO】\n\n"
        "> Three\n>\n> 【THREE】\n\n| a<br>【A】 |\n|---|\n| Four<br>【FOUR】 |\n"
    )


@pytest.mark.parametrize(
    ("source", "answer", "wanted"),
    [
        ("This is **important** to all", "这是<g1>重点。</g1>然后", "这是**重点**。然后"),
        ("He says **yes** now", "他说<g1>“是”</g1>了", "他说“**是**”了"),
        ("This is _it_ here", "这是<g1>它</g1>了", "这是*它*了"),
        ("An __old__ one", "一个<g1> 旧 </g1>的", "一个 **旧** 的"),
        ("See [it](x_y).", "看<g1>它。</g1>吧", "看[它。](x_y)吧"),
    ],
)
def test_emphasis_beside_chinese_is_still_emphasis(folder, source, answer, wanted):
    translator = DocumentTranslator(render=lambda _: answer)
    made = translated(save(folder, source), translator)[0].decode()
    assert made == wanted
    tags = MarkdownIt("commonmark").render(made)
    assert ("<strong>" in tags) == ("**" in source or "__" in source)
    assert "*" not in tags
    assert "_" not in tags.replace("x_y", "")


def test_a_bar_in_a_cell_stays_in_it(folder):
    translator = DocumentTranslator(render=lambda text: f"{text}|好")
    made = translated(save(folder, "| a |\n|---|\n| b |\n"), translator)[0].decode()
    assert made == "| a\\|好 |\n|---|\n| b\\|好 |\n"


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("title: Good day", "title: 【GOOD DAY】"),
        ('title: "Say \\"hi\\": now"  # note', 'title: "【SAY \\"HI\\": NOW】"  # note'),
        ("title: 'It''s here'", "title: '【IT''S HERE】'"),
        ("description: A day", "description: 【A DAY】"),
        ("title: |\n  Good day", None),
        ("title: Good day\n  and more", None),
        ("title: &anchor Good day", None),
        ("title: Good: day", None),
        ("title: 2024-01-01", None),
        ("layout: Good day", None),
        ("nested:\n  title: Good day", None),
    ],
)
def test_front_matter_says_the_same_to_programs(folder, source, wanted):
    text = f"---\n{source}\ntags: [a, b]\n---\n\nOne.\n"
    made = translated(save(folder, text))[0].decode()
    assert made == text.replace(source, wanted or source).replace("One.", "【ONE.】")


def test_what_yaml_would_misread_is_put_in_quotes(folder):
    translator = DocumentTranslator(render=lambda _: '注意: "好"')
    made = translated(save(folder, "---\ntitle: Good day\n---\n"), translator)[0].decode()
    assert made == '---\ntitle: "注意: \\"好\\""\n---\n'
    made = translated(save(folder, "+++\ntitle = 'A'\n+++\n"), translator, overwrite=True)[
        0
    ].decode()
    assert made == "+++\ntitle = '注意: \"好\"'\n+++\n"


def test_front_matter_of_toml_is_no_prose(folder):
    text = '+++\ntitle = "Good day"\ndraft = true\n+++\n\nOne.\n'
    made = translated(save(folder, text))[0].decode()
    assert made == '+++\ntitle = "【GOOD DAY】"\ndraft = true\n+++\n\n【ONE.】\n'


def test_a_rule_at_the_top_is_no_front_matter(folder):
    made = translated(save(folder, "---\n\nOne day.\n\n---\n\nTwo.\n"))[0].decode()
    assert made == "---\n\n【ONE DAY.】\n\n---\n\n【TWO.】\n"


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("See [it][] now.", "【SEE [IT][it] NOW.】"),
        ("See [it].", "【SEE [IT][it].】"),
        ("See [the page][it].", "【SEE [THE PAGE][it].】"),
        ("See ![it][] and ![it] now.", "【SEE![【IT】][it] AND![【IT】][it] NOW.】"),
        ('![It is](a.png "A \\"b\\"")', '![【IT IS】](a.png "【A \\"B\\"】")'),
        ("[go](a 'b (c)')", "【[GO](a '【B (C)】')】"),
        ("[go](<a b> (c d))", "【[GO](<a b> (【C D】))】"),
        ("[go](a_b)", "【[GO](a_b)】"),
    ],
)
def test_links_lead_where_they_led(folder, source, wanted):
    text = "{}\n\n[it]: http://x.example\n  'What it is'\n"
    made = translated(save(folder, text.format(source)))[0].decode()
    assert made == text.format(wanted).replace("What it is", "【WHAT IT IS】")

    def targets(text):
        tokens = MarkdownIt("commonmark").parse(text)
        inside = [child for token in tokens for child in token.children or ()]
        return [
            child.attrs.get("href") or child.attrs.get("src") for child in inside if child.attrs
        ]

    assert targets(made) == targets(text.format(source))


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("So $x^2 = y_1$ and $$z$$ here.", "【SO $x^2 = y_1$ AND $$z$$ HERE.】"),
        ("It costs $5 or $10.", "【IT COSTS $5 OR $10.】"),
        ("$$\nx is y\n$$\n\nIt.", "$$\nx is y\n$$\n\n【IT.】"),
        ("> [!NOTE]\n> Wash it.", "> [!NOTE]\n> 【WASH IT.】"),
        ("> [!tip]- \n> Wash it.", "> [!tip]- \n> 【WASH IT.】"),
        ("::: warning\nWash it.\n:::", "::: warning\n【WASH IT.】\n:::"),
        ("A dish\n: What is washed", "【A DISH】\n: 【WHAT IS WASHED】"),
    ],
)
def test_what_markdown_is_written_with_today(folder, source, wanted):
    assert translated(save(folder, f"{source}\n"))[0].decode() == f"{wanted}\n"


def test_html_and_titles_keep_both_languages(folder):
    text = "---\ntitle: Day\n---\n\n<p>\nOne.\n</p>\n"
    assert translated(save(folder, text), bilingual="inline")[0].decode() == (
        '---\ntitle: Day / 【DAY】\n---\n\n<p>\nOne.</p>\n<p lang="zh-Hans">【ONE.】\n</p>\n'
    )


def test_a_place_is_that_in_the_whole_text():
    text = "---\ntitle: Day\n---\n\nOne.\n\n<div>\n<p>Two</p>\n</div>\n\n[a]: b 'See'\n"
    assert [unit.where for unit in units_of("a.md", text.encode())] == [
        "line 2, front matter",
        "line 5",
        "line 8",
        "line 11, title",
    ]
