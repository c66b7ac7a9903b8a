"""Reading files of text."""

import os

import pytest

from gui.text_files import LARGEST, FileTooLarge, NoText, NotText, decode, read_text_file

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
    with pytest.raises(NotText, match=r"picture\.png"):
        read_text_file(path)


def test_large_files_are_refused(tmp_path):
    path = tmp_path / "large.txt"
    path.write_bytes(b"a" * (2 * LARGEST))
    with pytest.raises(FileTooLarge, match="at most") as refused:
        read_text_file(path)
    assert (refused.value.size, refused.value.limit) == (2 * LARGEST, LARGEST)
    path.write_bytes(b"a" * LARGEST)
    assert len(read_text_file(path)) == LARGEST


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_text_file(tmp_path / "nowhere.txt")


@pytest.mark.parametrize("raw", [b"", b" \r\n\t", b"\xef\xbb\xbf", "\u3000\n".encode()])
def test_an_empty_file_holds_no_text(tmp_path, raw):
    path = tmp_path / "empty.txt"
    path.write_bytes(raw)
    with pytest.raises(NoText, match=r"empty\.txt"):
        read_text_file(path)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(IsADirectoryError):
        read_text_file(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NotText, match="pipe"):
        read_text_file(tmp_path / "pipe")
