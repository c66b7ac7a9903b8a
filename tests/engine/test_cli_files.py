import json
import os

import pytest

from engine.errors import InferenceError, PackIncompatible
from tests.support.command_line import Messages, invoke
from tests.support.document_translator import DocumentTranslator


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("YIWEN_HOME", str(tmp_path / "home"))
    made = tmp_path / "documents"
    (made / "deep" / "er").mkdir(parents=True)
    (made / "a.txt").write_text("One. Two.\n", "utf-8")
    (made / "b.md").write_text("# Three\n", "utf-8")
    (made / "deep" / "er" / "c.txt").write_text("Four.\n", "utf-8")
    return made


def files(*argv, **options):
    options.setdefault("translator", DocumentTranslator())
    return invoke("files", *map(str, argv), **options)


def names(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_document_is_written_beside_its_source(folder):
    done = files(folder / "a.txt")
    assert (done.code, done.err) == (0, "")
    assert done.out == (
        f"{folder / 'a.zh.txt'}: 2 of 2 sentences translated, 0 copied, 0 to check\n"
    )
    assert (folder / "a.zh.txt").read_text("utf-8") == "【ONE.】【TWO.】\n"


def test_several_files_and_a_folder_at_once(folder):
    done = files(folder / "a.txt", folder)
    assert done.code == 0
    assert names(folder) == [
        "a.txt",
        "a.zh.txt",
        "b.md",
        "b.zh.md",
        "deep/er/c.txt",
        "deep/er/c.zh.txt",
    ]
    # What was made is not taken for a source.
    assert files(folder, "--overwrite").out == done.out


def test_results_of_a_folder_keep_its_structure_elsewhere(folder, tmp_path):
    assert files(folder, "--output", tmp_path / "out").code == 0
    assert names(tmp_path / "out") == ["a.zh.txt", "b.zh.md", "deep/er/c.zh.txt"]
    assert names(folder) == ["a.txt", "b.md", "deep/er/c.txt"]


def test_the_result_of_one_file_can_be_named(folder, tmp_path):
    assert files(folder / "a.txt", "-o", tmp_path / "x" / "mine.txt").code == 0
    assert (tmp_path / "x" / "mine.txt").is_file()
    done = files(folder / "a.txt", "-o", tmp_path / "mine.docx")
    assert done.code == 2
    assert done.line.endswith("mine.docx: expected a name that ends with .txt")


@pytest.mark.parametrize(
    ("argv", "name", "text"),
    [
        (["--bilingual"], "a.zh.txt", "One. Two.\n【ONE.】【TWO.】\n"),
        (["--target", "zh-TW"], "a.zh-TW.txt", "【ONE.】【TWO.】\n"),
        (["--encoding", "same"], "a.zh.txt", "【ONE.】【TWO.】\n"),
    ],
)
def test_options_say_what_is_written(folder, argv, name, text):
    assert files(folder / "a.txt", *argv).code == 0
    assert (folder / name).read_text("utf-8") == text


def test_a_page_with_both_languages(folder):
    assert files(folder / "a.txt", "--side-by-side").code == 0
    assert '<td lang="en">One. Two.</td>' in (folder / "a.txt.zh.html").read_text("utf-8")
    done = files(folder / "a.txt", "--side-by-side", "--bilingual")
    assert done.code == 2
    assert "not allowed with" in done.line


def test_flagged_sentences_are_listed_and_reported(folder):
    (folder / "a.txt").write_text("".join(f"Number {n}.\n\n" for n in range(25)), "utf-8")
    translator = DocumentTranslator(flags=lambda _: ("low-confidence", "number-missing"))
    done = files(folder / "a.txt", "--report", translator=translator)
    lines = done.out.splitlines()
    assert lines[0].endswith("25 of 25 sentences translated, 0 copied, 25 to check")
    assert lines[2] == "  line 3: low-confidence, number-missing: Number 1. → 【NUMBER 1.】"
    assert lines[21] == "  and 5 more; --report writes all of them"
    assert len(lines) == 22
    assert len(json.loads((folder / "a.zh.txt.json").read_text("utf-8"))["doubts"]) == 25


def test_one_file_that_fails_does_not_keep_the_others(folder):
    (folder / "bad.json").write_text("{", "utf-8")
    (folder / "x.exe").write_text("x")
    done = files(folder / "gone.txt", folder / "bad.json", folder / "x.exe", folder / "a.txt")
    assert done.code == 2
    lines = done.err.splitlines()
    assert len(lines) == 3
    assert lines[0] == f"yiwen: {folder / 'gone.txt'}: cannot be read: No such file or directory"
    assert "bad.json: expected JSON" in lines[1]
    assert "x.exe: expected a name in .txt" in lines[2]
    assert (folder / "a.zh.txt").is_file()


def test_what_is_there_already_is_told_with_what_to_do(folder):
    (folder / "a.zh.txt").write_text("mine")
    done = files(folder / "a.txt")
    assert done.code == 1
    assert done.line == f"yiwen: {folder / 'a.zh.txt'}: exists already; --overwrite replaces it"
    assert files(folder / "a.txt", "--overwrite").code == 0


def test_a_model_that_breaks_down_fails_a_file_and_a_pack_that_does_not_fit_fails_all(folder):
    def fail(batch):
        if "Four." in batch:
            raise InferenceError("no more")

    done = files(folder, translator=DocumentTranslator(before=fail))
    assert (done.code, done.line) == (1, "yiwen: no more")
    assert (folder / "a.zh.txt").is_file()

    def refuse(_batch):
        raise PackIncompatible("fake", "a pack that translates into en", "one into zh-Hans")

    done = files(folder, "--overwrite", translator=DocumentTranslator(before=refuse))
    assert (done.code, done.out) == (2, "")
    assert "expected a pack that translates into en" in done.line


def test_ctrl_c_keeps_what_was_done(folder):
    (folder / "a.txt").write_text("".join(f"Number {n}.\n\n" for n in range(100)), "utf-8")
    calls = []

    def stop(batch):
        calls.append(batch)
        if len(calls) == 2:
            raise KeyboardInterrupt

    done = files(folder / "a.txt", translator=DocumentTranslator(before=stop))
    assert done.code == 130
    assert done.line == "yiwen: stopped; the same command goes on from here"
    assert names(folder) == ["a.txt", "b.md", "deep/er/c.txt"]
    again = DocumentTranslator()
    assert files(folder / "a.txt", translator=again).code == 0
    assert len(again.asked) == 36


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "PATH: expected a document or a folder, found nothing"),
        (["--encoding", "klingon", "a.txt"], "expected an encoding such as utf-8, found 'klingon'"),
        (["--encoding", "rot13", "a.txt"], "expected an encoding such as utf-8, found 'rot13'"),
        (["--nonsense"], "unknown option '--nonsense'"),
    ],
)
def test_a_command_line_that_makes_no_sense(argv, message):
    done = files(*argv)
    assert (done.code, done.asked) == (2, [])
    assert message in done.line


def test_an_empty_folder_is_told_and_the_others_go_on(folder, tmp_path):
    (tmp_path / "empty").mkdir()
    done = files(tmp_path / "empty", folder / "a.txt")
    assert done.code == 2
    assert (
        done.line == f"yiwen: {tmp_path / 'empty'}: expected documents in this folder, found none"
    )
    assert (folder / "a.zh.txt").is_file()


def test_of_two_documents_with_one_result_the_second_is_refused(folder, tmp_path):
    done = files(folder / "a.txt", folder / "deep" / "er" / "c.txt", "-o", tmp_path / "out")
    assert done.code == 0
    (folder / "deep" / "a.txt").write_text("Five.", "utf-8")
    other = folder / "deep" / "a.txt"
    done = files(folder / "a.txt", other, folder / "b.md", "-o", tmp_path / "out2")
    assert done.code == 2
    assert done.line == (
        f"yiwen: {other}: expected a result of its own, found that"
        f" {tmp_path / 'out2' / 'a.zh.txt'} is the result of {folder / 'a.txt'}"
    )
    assert names(tmp_path / "out2") == ["a.zh.txt", "b.zh.md"]
    assert (tmp_path / "out2" / "a.zh.txt").read_text("utf-8") == "【ONE.】【TWO.】\n"


def test_the_same_document_is_translated_once_however_it_is_called(folder):
    around = folder / "deep" / ".." / "a.txt"
    done = files(folder / "a.txt", folder / "a.txt", around)
    assert (done.code, len(done.out.splitlines()), done.err) == (0, 1, "")


def test_what_is_not_there_is_told_whatever_its_name(folder):
    done = files(folder / "gone", folder / "a.txt")
    assert done.code == 2
    assert done.line == f"yiwen: {folder / 'gone'}: cannot be read: No such file or directory"
    assert (folder / "a.zh.txt").is_file()
    done = files(folder / f"{'x' * 300}.txt")
    assert (done.code, done.line.endswith("cannot be read: File name too long")) == (2, True)


def test_an_empty_name_is_not_this_folder(folder, monkeypatch):
    monkeypatch.chdir(folder)
    done = files("")
    assert (done.code, done.asked) == (2, [])
    assert "PATH: expected a document or a folder, found an empty name" in done.line
    assert names(folder) == ["a.txt", "b.md", "deep/er/c.txt"]


def test_several_documents_are_not_put_where_one_should_be(folder, tmp_path):
    done = files(folder / "a.txt", folder / "b.md", "-o", tmp_path / "all.txt")
    assert done.code == 2
    assert "all.txt: expected the name of a folder, without an ending" in done.line
    assert not (tmp_path / "all.txt").exists()
    (tmp_path / "all").write_text("mine")
    done = files(folder / "a.txt", folder / "b.md", "-o", tmp_path / "all")
    assert done.err.count("all: expected a folder for the results, found a file") == 2


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_a_folder_that_may_not_be_read_is_told_and_the_others_go_on(folder):
    deep = folder / "deep"
    deep.chmod(0)
    try:
        done = files(folder, deep / "er" / "c.txt")
    finally:
        deep.chmod(0o700)
    assert done.code == 2
    assert done.err == (
        f"yiwen: {deep}: cannot be read: Permission denied\n"
        f"yiwen: {deep / 'er' / 'c.txt'}: cannot be read: Permission denied\n"
    )
    assert (folder / "b.zh.md").is_file()


def test_a_folder_that_cannot_be_listed_is_told_and_the_others_go_on(folder, monkeypatch):
    real = os.scandir

    def scandir(path):
        if str(path).endswith("deep"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    done = files(folder)
    assert done.code == 2
    assert done.line == f"yiwen: {folder / 'deep'}: cannot be read: Permission denied"
    assert (folder / "b.zh.md").is_file()


def test_a_terminal_sees_a_bar(folder):
    done = files(folder / "a.txt", stderr=Messages(terminal=True))
    assert "a.txt" in done.err
    assert "sentences" in done.err
    assert files(folder / "b.md", "--no-progress", stderr=Messages(terminal=True)).err == ""
