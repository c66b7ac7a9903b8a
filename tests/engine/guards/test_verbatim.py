"""What must come out of a translation as it went in is found, and nothing else is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.document import Span
from engine.guards.verbatim import _searched, find_verbatim, is_only_verbatim

SPANS = {
    "url": [
        "https://shop.example/a_b?q=1&l=en#top",
        "http://localhost:8080/x",
        "ftp://files.example.org/pub/",
        "https://en.wikipedia.org/wiki/Foo_(bar)",
        "https://x.io/{id}/edit",
        "http://[::1]:80/",
        "s3://bucket/key",
        "mailto:jane@example.com",
        "<https://a.example/b>",
        "www.example.org",
        "example.com/path?x=1",
        "docs.example.co.uk",
        "localhost:8080",
        "foo.bar/baz?x=1",
        "api.internal/v1/users",
        "backend:8080/health",
        "//cdn.example.com/x.js",
        "/search?q=foo&lang=en",
        "index.php?id=5",
    ],
    "email": [
        "billing+eu@shop.example",
        "john.doe@mail.example.co.uk",
        "o_k@x.io",
        "<ann@bell.example>",
    ],
    "ip": ["192.168.0.17", "10.0.0.0/8", "127.0.0.1:8080", "2001:db8::8a2e:370:7334", "fe80::1"],
    "phone": [
        "+44 20 7946 0018",
        "+1-202-555-0143",
        "+86 138 0013 8000",
        "+1 (555) 010-9999",
        "(020) 7946 0018",
        "555-010-9999",
        "555-0134",
        "010-6552-9988",
        "07700 900123",
        "1-800-FLOWERS",
    ],
    "path": [
        "/etc/hosts",
        "/usr/local/bin/",
        "~/notes.txt",
        "./run.sh",
        "../up/one",
        "src/main.py",
        r"C:\Users\Public\readme.txt",
        r"C:\Program Files\App\x.exe",
        r"\\server\share\x.doc",
        r"\\server01\shared docs\plan 2024.xlsx",
        r"C:\Users\Ann Bell\My report final.docx",
        r"/home/me/my\ file.txt",
        "~/Documents/my work/",
        "/home/ann/Holiday photos 2024/May/",
        r"OFFICE\ann.bell",
        r"HKEY_CURRENT_USER\Software\Yiwen",
        "D:/data/in.csv",
        "deploy@web01:/srv/app/current",
        "git@code.example:team/app.git",
        "me@10.0.0.2:notes.txt",
        "ann@host:~/work",
        "web01:/var/log/nginx",
        "setup.py",
        "report.docx",
        "backup.tar.gz",
        ".gitignore",
    ],
    "handle": ["@maple_leaf", "@scope/pkg", "@user@host.social"],
    "hashtag": ["#1234", "#greenroof", "#Summer2026", "#été"],
    "code": [
        "`inbox.py`",
        "``a ` b``",
        "foo_bar(x, y=2)",
        "foo.bar(x)",
        "os.path.join(a, b)",
        "print()",
        "print('a b')",
        "parse(x, 1)",
        "snake_case",
        "MAX_VALUE",
        "__init__",
        "std::sort",
        "a->b",
        "<code>a b</code>",
        "PATH=/usr/bin:$PATH",
        "DEBUG=1",
        "arr[i]",
        "x = 5;",
        'row["first name"]',
        "grid[i + 1][0]",
        "items[-1]",
        "x[1:3]",
        "x=5",
        "arr[12]",
        "argv[1].name",
        "users[3].first_name()",
        "m[2][3]",
        'table["key"][0].id',
        "rows[len(rows)-1]",
        "dict[key]",
        "List[int]",
        "s/(a)(b)/$2$1/",
        "s/cat/dog/g",
        "s|/usr|/opt|",
        "'s/old text/new text/g'",
        r"%s/a\/b/b c/gc",
    ],
    "markup": ["<b>", "</b>", "<br/>", "<a href='x'>", '<img src="a b.png" alt="">', "<!-- no -->"],
    "entity": ["&amp;", "&lt;", "&euro;", "&nbsp;", "&#39;", "&#x27;"],
    "placeholder": [
        "{{user.name}}",
        "{count}",
        "{0!r}",
        "{count:>4}",
        "{}",
        "${total}",
        "#{user}",
        "%{count}",
        "{%if x%}",
        "{time, date, short}",
        "{count, plural, one {# item} other {# items in it}}",
        "%s",
        "%d",
        "%1$s",
        "%@",
        "%ld",
        "%.2f",
        "%-5s",
        "%(name)s",
        "%%",
        "%PATH%",
        "$HOME",
        ">>jpn<<",
        "--force=yes",
        ":param",
        ":user_id",
        ":smile:",
        "-v",
        r"\n",
        r"\t",
        r"\u00e9",
        r"\x41",
        r"\alpha",
        r"\"",
        "[^1]",
        r"%APPDATA%\Yiwen",
        "%05d",
        "%+.2f",
        "{n, plural, one {# file} other {# files}}",
    ],
    "hash": [
        "9f8e7d6c5b4a",
        "d41d8cd98f00b204e9800998ecf8427e",
        "0xDEADBEEF",
        "#ff8800",
        "dGhpcyBpcyBhIHRlc3QgMTIz==",
        "AKIAIOSFODNN7EXAMPLE",
        "aB3" * 300,
    ],
    "id": [
        "123e4567-e89b-12d3-a456-426614174000",
        "978-3-16-148410-0",
        "9783161484100",
        "0-306-40615-2",
        "CVE-2024-12345",
        "10.1000/xyz123",
        "doi:10.1000/182",
        ".NET",
        "arXiv:2101.00001v2",
        "3 Mb/s",
        "3.2 GHz",
        "1,200 kWh",
        "512GiB/s",
        "m²",
        "1,000 km²",
        "x³",
        "10⁻⁶",
        "01:23:45:67:89:ab",
    ],
    "version": ["v1.2.3", "v2.13.0", "3.11.7", "5.0.0-beta.2", "1.0.0+build.5", "python3.11"],
    "date": [
        "YYYY-MM-DD",
        "dd/MM/yyyy",
        "HH:mm:ss",
        "h:mm A",
        "hh:mm:ss a",
        "d/M/yyyy",
        "M/d/yy h:mm tt",
        "DD / MM / YYYY",
        "MM / YY",
        "HH : mm",
        "yyyy-MM-dd'T'HH:mm",
        "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'",
        "yyyyMMdd",
        "%Y-%m-%d %H:%M",
        "2026-03-09",
        "2026-03-09T14:00:00+08:00",
        "2025-12-24T10:00Z",
        "14:00:05",
        "09:30Z",
        "20260309T1400Z",
        "P1DT2H",
    ],
    "symbol": ["-->", "=>", "&&", "!=", ">=", "<<", "R&D", "AT&T", "Q&A", "T&Cs", "A&B&C", "q&a"],
}
"""Of each kind, spans that stand alone between two words."""

PROSE = [
    "Take the stairs and/or the lift; he/she may be late, 24/7.",
    "It's the U.S. version, e.g. for Dr. Ames, i.e. at 5 p.m. or 7 a.m.",
    "She is the #1 choice for all and has 100% support.",
    "We paid $5.50 (about 4.20 euros) in 2019-2020, or US$5, or $100k.",
    "The item(s), the file(s), class(es), child(ren) and function(al) words.",
    "Google(the company) said so.",
    "It is 3.5% of 1,000,000 and 50% off; 20 % s of it; 10%c.",
    "I was tired -- very tired... really!!! Why??",
    "If a < b and c > d, then x<y and z>w.",
    "A & B companies, Tom&Jerry and salt&pepper.",
    "The list[1] is long, the items[3] and word[1][2] have notes, value[s] too.",
    "I read the list [see page 3] of data [old].",
    "s/he went; S/M/L; his/hers/theirs; John's/Mary's/Ann's; yes/no/maybe/later.",
    "At 5 m/s, 3 s/mm or H.M. Smith, M.D., 7 a.m.: DD MM, d.h.",
    "Use either:/or, or see note:/etc; ask Bob:/",
    "The score was 4-1 in 100-200 games, 9/11, 3:2, 1990-1995.",
    "Between red/green/blue, km/h and €5/kg.",
    "It cost 100 200 300 dollars, or 1 000 000.",
    "Wait.It is late.In fact, no.",
    "F-16, COVID-19, B2B, 4K, 3x, A/B and TCP/IP.",
    "At 12:30, not at 1:45, on 12/05/2020.",
    "A state-of-the-art mother-in-law defaced a facade for a decade.",
    "His well-known-self-employed-brother-in-law-and-friends came.",
    "My iPhone plays YouTube while he reads eBay.",
    "This is {curly but quite long prose here} and [sic].",
    "See no. 5, p. 6, vol. 3 and the V8 engine.",
    "“Quoted,” he said – and left — at once…",
    "He was 6'2\" tall.",
    "The city[1] and letter[s] are old[12], x - y, twenty-one, and he left -I think.",
    "The note² and the town¹² are old.",
    "It has 512 GB, 8 kg and 5 Watts.",
    "Go to A/B or 3/4 of it.",
    "Note : this is at 12:30, and a:b is a ratio; foo:bar.",
    "A * is a mark, and so is **, as in [sic].",
    "我们说 hello。",
    "",
]


@pytest.mark.parametrize(
    ("kind", "written"), [(kind, each) for kind, spans in SPANS.items() for each in spans]
)
@pytest.mark.parametrize("frame", ["Now {} is here.", "Now take ({}) there.", "Now “{}”, then."])
def test_a_span_is_found_whole(kind, written, frame):
    if kind == "date" and written == "P1DT2H" and "(" in frame:
        frame = "Now {} then."
    text = frame.replace("{}", written)
    found = find_verbatim(text)
    assert [each.span.of(text) for each in found] == [written]
    assert found[0].kind == kind


@pytest.mark.parametrize(
    "written",
    [
        each
        for kind in ("url", "email", "ip", "path", "handle", "hashtag", "code", "version", "id")
        for each in SPANS[kind]
        if each[-1].isalnum()
    ],
)
@pytest.mark.parametrize("end", [".", ",", "?", "!", ":", "...", ".)", "。", "，然后"])
def test_the_punctuation_of_the_sentence_is_not_part_of_a_span(written, end):
    text = f"Now take {written}{end}"
    assert [each.span.of(text) for each in find_verbatim(text)] == [written]


@pytest.mark.parametrize("text", PROSE)
def test_prose_holds_no_span(text):
    assert find_verbatim(text) == ()


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("The 6月3日 is a Monday.", ["6月3日"]),
        ("It was on 2021年5月12日 there.", ["2021年5月12日"]),
        ("About 3.5万 people, x12你好.", ["3.5万", "你好"]),
    ],
)
def test_a_number_belongs_to_the_chinese_behind_it(text, spans):
    assert [each.span.of(text) for each in find_verbatim(text, chinese=True)] == spans


def test_several_spans_are_found_in_order():
    text = "Hi {{user.name}}, %d <b>new</b> in `inbox.py` (${total}), see https://a.example/{id}."
    assert [each.span.of(text) for each in find_verbatim(text)] == [
        "{{user.name}}",
        "%d",
        "<b>",
        "</b>",
        "`inbox.py`",
        "${total}",
        "https://a.example/{id}",
    ]


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("Read the [user guide](https://a.example/b_c) now", ["[", "](https://a.example/b_c)"]),
        ('See ![A house](img/a.png "My title").', ["![", '](img/a.png "My title")']),
        ("See [the [old] one](a_(b)).", ["[", "](a_(b))"]),
        ("See [the guide][ref] now.", ["[", "][ref]"]),
        (
            "It is **very important** and *not* ~~old~~, _really_.",
            ["**"] * 2 + ["*"] * 2 + ["~~"] * 2 + ["_"] * 2,
        ),
        ("A **[link](x)** here.", ["**", "[", "](x)", "**"]),
        ("f[0](x) and a_b_c", ["f[0](x)", "a_b_c"]),
        ("**A sentence of several.", ["**"]),
        ("The last of several.**", ["**"]),
        ("*a note", ["*"]),
        ("A price*", ["*"]),
    ],
)
def test_marks_of_markdown_stand_around_words(text, marks):
    assert [each.span.of(text) for each in find_verbatim(text)] == marks


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        (r"Open C:\temp and report.txt now.", [r"C:\temp", "report.txt"]),
        ('Open "my report (final).pdf" first.', ["my report (final).pdf"]),
        ("He said “I never saw main.py”.", ["main.py"]),
        (r"Copy C:\a.txt to D:\b.txt first.", [r"C:\a.txt", r"D:\b.txt"]),
        (
            "Put /usr/bin and /etc/hosts on ~/a or /b/c/d.",
            ["/usr/bin", "/etc/hosts", "~/a", "/b/c/d"],
        ),
        (r"It failed.\nTry again, ERROR\nStop.", [r"\n", r"\n"]),
        (r"Hello\nworld", [r"\n"]),
    ],
)
def test_a_path_ends_before_the_words_of_the_sentence(text, spans):
    assert [each.span.of(text) for each in find_verbatim(text)] == spans


@given(st.text(st.sampled_from("ab1 .:/@#%${}<>()[]&;\"'`\\-_=+\n\ud800é中"), max_size=60))
def test_spans_are_in_order_and_inside_any_text(text):
    end = 0
    for each in find_verbatim(text):
        assert end <= each.span.start < each.span.end <= len(text)
        end = each.span.end


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("https://a.example/b", True),
        ("<b>{x}</b>: %d, `y`!", True),
        (" @a_b  #c ", True),
        ("+44 20 7946 0018", True),
        ("https://a.example now", False),
        ("Now https://a.example", False),
        ("7", False),
        ("...", False),
        ("", False),
    ],
)
def test_only_spans(text, only):
    assert is_only_verbatim(text) is only


@pytest.mark.parametrize("letter", ["a", "é", "A1"])
def test_an_endless_word_is_nobodys_language(letter):
    word = letter * 200
    assert [each.span for each in find_verbatim(f"See {word} there.")] == [Span(4, 4 + len(word))]


def test_a_long_chinese_text_is_no_endless_word():
    assert find_verbatim("我们今天" * 100) == ()


@given(
    st.lists(
        st.sampled_from(
            [
                *"aB .,;:!?'’\"“”()-–—",
                " ",
                " ",
                "word",
                "don't",
                "RFC",
                "www",
                "data",
                "com",
                "localhost",
            ]
        )
    ).map("".join)
)
def test_prose_that_is_spared_the_search_holds_no_span(text):
    assert find_verbatim(text, chinese=True) == _searched(text, chinese=True)
