import shutil
import subprocess
from pathlib import Path

import polib
import pytest

from engine.errors import InputError
from tests.support.document_translator import DocumentTranslator
from tests.support.documents import parse, translated, units_of

DATA = Path(__file__).parents[2] / "data" / "documents"
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: zh_CN\\n"\n\n'
CATALOGUE = (
    HEAD
    + '# A translator\'s note\n#: a.c:1\nmsgid "Open"\nmsgstr "打开"\n\n'
    + '#, fuzzy\n#| msgid "Close"\nmsgid "Close it."\nmsgstr "关"\n\n'
    + 'msgctxt "menu"\nmsgid "Save"\nmsgstr ""\n\n#~ msgid "Old"\n#~ msgstr ""\n'
)


def one(text: str, flags: str = "", plural: str = "") -> bytes:
    second = f'msgid_plural "{plural}"\nmsgstr[0] ""\n' if plural else 'msgstr ""\n'
    mark = f"#, {flags}\n" if flags else ""
    return f'{HEAD}{mark}msgid "{text}"\n{second}'.encode()


def saved(folder, data: bytes):
    path = folder / "a.po"
    path.write_bytes(data)
    return path


def test_only_what_has_no_sure_translation_gets_one(folder):
    made, report = translated(saved(folder, CATALOGUE.encode()))
    entries = {entry.msgid: entry for entry in polib.pofile(made.decode())}
    assert {key: entry.msgstr for key, entry in entries.items()} == {
        "Open": "打开",
        "Close it.": "【CLOSE IT.】",
        "Save": "【SAVE】",
        "Old": "",
    }
    assert not entries["Close it."].fuzzy
    assert entries["Close it."].previous_msgid is None
    assert entries["Save"].msgctxt == "menu"
    assert entries["Open"].tcomment == "A translator's note"
    assert entries["Old"].obsolete
    assert report.sentences == 2


def test_everything_is_translated_on_request(folder):
    made, _ = translated(saved(folder, CATALOGUE.encode()), every_entry=True)
    assert [entry.msgstr for entry in polib.pofile(made.decode())] == [
        "【OPEN】",
        "【CLOSE IT.】",
        "【SAVE】",
        "",
    ]


def test_a_doubtful_translation_is_marked_as_fuzzy(folder):
    translator = DocumentTranslator(
        flags=lambda text: ("low-confidence",) if text == "Save" else ()
    )
    made, _ = translated(saved(folder, CATALOGUE.encode()), translator)
    assert [entry.msgid for entry in polib.pofile(made.decode()) if entry.fuzzy] == ["Save"]


@pytest.mark.parametrize("name", ["xgettext.pot", "msginit.po"])
def test_catalogues_of_gettext_are_filled_so_that_gettext_takes_them(folder, name):
    path = folder / name
    shutil.copy(DATA / name, path)
    made, report = translated(path)
    assert report.result.name == f"{path.stem}.zh.po"
    assert report.translated == 8
    before, after = polib.pofile(str(path)), polib.pofile(made.decode())
    assert [entry.msgid for entry in after] == [entry.msgid for entry in before]
    assert [entry.occurrences for entry in after] == [entry.occurrences for entry in before]
    assert after.percent_translated() == 100
    assert after.metadata["Language"] == "zh_CN"
    assert after.metadata["Plural-Forms"] == "nplurals=1; plural=0;"
    entries = {entry.msgid: entry for entry in after}
    assert entries["%d file was copied.\n"].msgstr_plural == {0: "【%d FILES WERE COPIED.】\n"}
    assert entries["%1$s is in %2$s (%3$d%%)."].msgstr == "【%1$s IS IN %2$s (%3$d%%).】"
    if checker := shutil.which("msgfmt"):
        done = subprocess.run(
            [checker, "--check-format", "-o", folder / "a.mo", report.result],
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("flags", "source", "asked", "answer", "wanted"),
    [
        (
            "c-format",
            "Copy %s to %d.",
            "Copy <var>x1</var> to <var>x2</var>.",
            "到<var>x2</var>复制<var>x1</var>。",
            "到%2$d复制%1$s。",
        ),
        (
            "python-format",
            "%(a)s of %(b)d",
            "<var>x1</var> of <var>x2</var>",
            "<var>x2</var>的<var>x1</var>",
            "%(b)d的%(a)s",
        ),
        (
            "python-brace-format",
            "{a} of {b!r}",
            "<var>x1</var> of <var>x2</var>",
            "<var>x2</var>的<var>x1</var>",
            "{b!r}的{a}",
        ),
        (
            "c-format",
            "%d%% done",
            "<var>x1</var><var>x2</var> done",
            "完成<var>x1</var><var>x2</var>",
            "完成%d%%",
        ),
    ],
)
def test_what_programs_fill_in_keeps_its_meaning_where_it_moves(
    folder, flags, source, asked, answer, wanted
):
    translator = DocumentTranslator(render={asked: answer}.__getitem__)
    made, _ = translated(saved(folder, one(source, flags)), translator)
    assert polib.pofile(made.decode())[0].msgstr == wanted


@pytest.mark.parametrize(
    ("flags", "source", "answer"),
    [
        ("python-format", "%s of %s", "<var>x2</var>的<var>x1</var>"),
        ("python-brace-format", "{} of {}", "<var>x2</var>的<var>x1</var>"),
        ("c-format", "%*d of %s", "<var>x2</var>的<var>x1</var>"),
        ("c-format", "%1$s of %s", "<var>x2</var>的<var>x1</var>"),
    ],
)
def test_what_cannot_move_is_not_entered_and_flagged(folder, flags, source, answer):
    data = one(source, flags) + b'\nmsgid "Yes"\nmsgstr ""\n'
    translator = DocumentTranslator(render=lambda text: answer if "1" in text else "是")
    made, report = translated(saved(folder, data), translator)
    entries = polib.pofile(made.decode())
    assert [entry.msgstr for entry in entries] == ["", "是"]
    (doubt,) = report.doubts
    assert (doubt.source, doubt.translation, doubt.flags) == (source, source, ("verbatim-missing",))
    assert (report.translated, report.copied) == (1, 1)


def test_line_feeds_at_the_ends_are_kept(folder):
    made, _ = translated(saved(folder, one("\\nOne.\\nTwo.\\n")))
    assert polib.pofile(made.decode())[0].msgstr == "\n【ONE.】\n【TWO.】\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"Just a text.\n", "expected a catalogue of messages"),
        (b'msgid "a\nmsgstr ""\n', "expected a catalogue of messages"),
        (b"", "expected a catalogue of messages, found none in it"),
        (HEAD.encode() + b'msgid "a"\nmsgstr "b"\n', "expected messages without a translation"),
        (
            HEAD.replace("zh_CN", "de").encode()
            + b'msgid "a"\nmsgstr "b"\n\nmsgid "c"\nmsgstr ""\n',
            "expected messages in zh-Hans, found translations into de",
        ),
        (HEAD.replace("UTF-8", "klingon").encode(), "expected a known charset, found 'klingon'"),
        (HEAD.encode() + b"# \xff\n", "expected UTF-8, as the header says, found other bytes"),
    ],
)
def test_what_cannot_be_filled_is_refused(data, message):
    with pytest.raises(InputError, match=message):
        parse("a.po", data)


def test_the_charset_of_the_header_is_believed():
    data = HEAD.replace("UTF-8", "ISO-8859-1").encode() + 'msgid "Café."\nmsgstr ""\n'.encode(
        "latin-1"
    )
    assert [unit.content for unit in units_of("a.po", data)] == [("Café.",)]
