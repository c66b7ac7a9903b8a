"""Reading files of text."""

import pytest

from engine.errors import InputError
from gui.text_files import LARGEST, decode, read_text_file

TEXT = "Hello 你好，世界！ Grüße 🙂\nSecond line"


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030"],
)
def test_common_encodings_are_told_apart(tmp_path, encoding):
    path = tmp_path / "text.txt"
    path.write_bytes(TEXT.encode(encoding))
    assert read_text_file(path) == TEXT


def test_a_mark_for_big_endian_is_seen():
    assert decode(b"\xfe\xff" + TEXT.encode("utf-16-be")) == TEXT


@pytest.mark.parametrize("text", ["", "plain", "只有中文，没有别的。"])
@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_short_and_chinese_texts(text, encoding):
    assert decode(text.encode(encoding)) == text


def test_line_ends_become_line_feeds(tmp_path):
    path = tmp_path / "text.txt"
    path.write_bytes(b"a\r\nb\rc\n")
    assert read_text_file(path) == "a\nb\nc\n"


@pytest.mark.parametrize(
    "raw", [b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", b"\xff\xfe\x00", b"PK\x03\x04\x14\x00"]
)
def test_what_is_no_text_is_refused(tmp_path, raw):
    path = tmp_path / "picture.png"
    path.write_bytes(raw)
    with pytest.raises(InputError, match=r"picture\.png"):
        read_text_file(path)


def test_large_files_are_refused(tmp_path):
    path = tmp_path / "large.txt"
    path.write_bytes(b"a" * (LARGEST + 1))
    with pytest.raises(InputError, match="at most"):
        read_text_file(path)
    path.write_bytes(b"a" * LARGEST)
    assert len(read_text_file(path)) == LARGEST


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_text_file(tmp_path / "nowhere.txt")
