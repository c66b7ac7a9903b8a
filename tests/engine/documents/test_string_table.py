import json

import pytest

from engine.errors import InputError
from tests.support.documents import parse, rewritten, translated, units_of

TABLE = """{
    "menu": {"open": "Open the file", "n": 1.50e3, "on": true, "none": null },
  "list":["One.", ["Two."], 3, {"deep": "Three."}],
\t"open": "He said \\"hi\\".\\nThen he left.", "empty": "", "url": "https://a.example/x"
}
"""


def test_values_are_found_with_their_way_and_keys_are_not():
    found = {unit.where: unit.content[0] for unit in units_of("a.json", TABLE.encode())}
    assert found == {
        "menu.open": "Open the file",
        "list.0": "One.",
        "list.1.0": "Two.",
        "list.3.deep": "Three.",
        "open": 'He said "hi".\nThen he left.',
        "url": "https://a.example/x",
    }


def test_everything_but_the_values_stays_to_the_byte(folder):
    path = folder / "a.json"
    path.write_text(TABLE, "utf-8")
    made, report = translated(path)
    wanted = TABLE
    for source, target in (
        ('"Open the file"', '"【OPEN THE FILE】"'),
        ('"One."', '"【ONE.】"'),
        ('"Two."', '"【TWO.】"'),
        ('"Three."', '"【THREE.】"'),
        ('"He said \\"hi\\".\\nThen he left."', '"【HE SAID \\"HI\\".】\\n【THEN HE LEFT.】"'),
    ):
        wanted = wanted.replace(source, target)
    assert made.decode() == wanted
    assert json.loads(made)["menu"]["n"] == 1500
    assert (report.sentences, report.translated, report.copied) == (7, 6, 1)


def test_a_table_that_escapes_every_other_letter_still_does(folder):
    path = folder / "a.json"
    path.write_text('["\\u00e9t\\u00e9"]', "utf-8")
    assert translated(path)[0].decode() == '["\\u3010\\u00c9T\\u00c9\\u3011"]'


@pytest.mark.parametrize(
    "text",
    [
        '"One."',
        "[]",
        "{}",
        '{"a":{"b":[]},"c":"One."}',
        '["\\ud800 half a letter"]',
        "1",
        "[1, [2, {}]]",
    ],
)
def test_any_json_is_written_as_it_was(text):
    assert rewritten("a.json", text.encode()) == text.encode()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"a": "b",}', r"expected JSON, found at line 1, column (?:9|10|11)"),
        ("", "found at line 1, column 1"),
        ('// note\n{"a": "b"}', "found at line 1, column 1"),
    ],
)
def test_what_is_no_json_is_refused_where_it_goes_wrong(text, message):
    with pytest.raises(InputError, match=message):
        parse("a.json", text.encode())


def test_a_table_nested_too_deeply_is_refused(folder):
    path = folder / "a.json"
    path.write_text("[" * 100_000 + '"One."' + "]" * 100_000, "utf-8")
    with pytest.raises(
        InputError, match=r"a\.json: expected a table of strings .* fits into memory"
    ):
        translated(path)


def test_two_languages_do_not_fit_into_a_table(folder):
    path = folder / "a.json"
    path.write_text('{"a": "One."}', "utf-8")
    with pytest.raises(InputError, match="a page with both can be made of it"):
        translated(path, bilingual="inline")
    assert b"ONE." in translated(path, bilingual="page")[0]
