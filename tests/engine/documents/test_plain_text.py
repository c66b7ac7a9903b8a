import pytest

from engine.errors import InputError
from tests.support.documents import parse, rewritten, translated, units_of

TEXT = "Zoë paid £5 – “really”.\r\n\r\n  A second paragraph.\r\n\r\n\r\nThe end"


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"],
)
def test_a_text_is_read_in_the_encoding_that_it_is_in(encoding):
    data = TEXT.encode(encoding)
    assert [unit.content for unit in units_of("a.txt", data)] == [
        ("Zoë paid £5 – “really”.",),
        ("  A second paragraph.",),
        ("The end",),
    ]
    assert rewritten("a.txt", data, encoding="same") == data
    written = rewritten("a.txt", data)
    mark = b"\xef\xbb\xbf" if encoding == "utf-8-sig" else b""
    assert written == mark + TEXT.encode()


@pytest.mark.parametrize(
    "text",
    ["我们的会议在三点开始。\nThe meeting is at three.\n", "价格：5 元。Please pay at the door.\n"],
)
def test_a_chinese_text_of_old_is_read(text):
    data = text.encode("gb18030")
    assert "".join(str(unit.content[0]) for unit in units_of("a.txt", data)) == text.rstrip("\n")
    assert rewritten("a.txt", data, encoding="same") == data
    assert rewritten("a.txt", data) == text.encode()


@pytest.mark.parametrize(
    "text",
    ["It is 25°C.", "don’t", "© 2024 Smith & Sons™", "Café", "“Yes, it’s Zoë’s.” And so on."],
)
def test_a_western_text_of_old_is_not_taken_for_chinese(text):
    assert [unit.content for unit in units_of("a.txt", text.encode("cp1252"))] == [(text,)]


@pytest.mark.parametrize(
    "text", ["", "\n", "\r\n\r\n", " \t\n", "a", "a\n", "a\rb\r\rc\r", "\u2028a"]
)
def test_what_is_not_text_of_a_paragraph_stays_to_the_byte(text):
    data = text.encode()
    assert rewritten("a.txt", data) == data


def test_the_result_is_in_the_encoding_that_is_asked_for(folder):
    path = folder / "a.txt"
    path.write_text("Good morning.\n\nGood night.\n", "utf-8")
    made, _ = translated(path, encoding="gb18030")
    assert made == "【GOOD MORNING.】\n\n【GOOD NIGHT.】\n".encode("gb18030")
    made, _ = translated(path, encoding="utf-16", overwrite=True)
    assert made == "【GOOD MORNING.】\n\n【GOOD NIGHT.】\n".encode("utf-16")
    with pytest.raises(InputError, match="cannot be written in cp1252, which has no '【'"):
        translated(path, encoding="cp1252", overwrite=True)
    assert path.with_name("a.zh.txt").read_bytes() == made


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"%PDF-1.7 text", "found a PDF"),
        (b"{\\rtf1 text}", "found a rich text file"),
        (b"\x89PNG\r\n\x1a\n", "found a picture"),
        (b"\x00\x01\x02\x03 not text at all", "found none of them"),
    ],
)
def test_what_is_no_text_is_refused_by_what_it_is(data, found):
    with pytest.raises(InputError, match=found):
        parse("a.txt", data)


def test_wrapped_lines_are_joined_and_others_are_not(folder):
    path = folder / "a.txt"
    path.write_text(
        "The ferry leaves the harbour at noon and goes to the island, where it\n"
        "waits for the people who went ashore; it returns before dusk, as the\n"
        "captain does not like to sail at night.\n\n"
        "- Two pears.\n- Rye bread.\n",
        "utf-8",
    )
    made = translated(path)[0].decode()
    (first, *others) = made.split("\n\n")
    assert first.count("【") == 1
    assert others == ["- 【TWO PEARS.】\n- 【RYE BREAD.】\n"]


def test_a_log_without_blank_lines_is_read_in_parts():
    data = b"".join(b"Line %d is here.\n" % number for number in range(1200))
    found = units_of("a.txt", data)
    assert [unit.where for unit in found] == ["line 1", "line 513", "line 1025"]
    assert rewritten("a.txt", data) == data
