import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InferenceError, PackNotFound
from engine.jsonl import answer, answers
from engine.types import Flag, TranslationOptions
from tests.support.fake_translator import FakeTranslator, made_of
from tests.support.fakes import spelling_translator


def only(translator):
    """Choose one translator whatever is asked for."""
    return lambda _target: translator


def ask(*lines, translator=None, options=None):
    """Return what the lines, bytes or values of JSON, are answered with, decoded."""
    raw = [line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines]
    found = answers(raw, only(translator or FakeTranslator()), options or TranslationOptions())
    return [json.loads(each.line) for each in found]


def test_an_answer_holds_what_the_contract_says():
    flags: dict[str, tuple[Flag, ...]] = {
        "It costs 5.": ("number-missing", "low-confidence"),
        "5.": ("number-missing",),
    }
    translator = FakeTranslator(flags=lambda sentence: flags.get(sentence, ()))
    text = "  Hi 🙂 you!\r\n\r\nIt costs 5. 5.\n"
    (found,) = ask({"id": 7, "text": text}, translator=translator)
    assert list(found) == ["id", "translation", "segments", "flags", "seconds"]
    assert found["id"] == 7
    assert found["translation"] == "  译HI 🙂 YOU!文\r\n\r\n译IT COSTS 5.文译5.文\n"
    assert found["segments"] == [
        {"source": [2, 11], "text": "译HI 🙂 YOU!文", "flags": [], "confidence": 0.9877},
        {
            "source": [15, 26],
            "text": "译IT COSTS 5.文",
            "flags": ["number-missing", "low-confidence"],
            "confidence": 0.9877,
        },
        {"source": [27, 29], "text": "译5.文", "flags": ["number-missing"], "confidence": 0.9877},
    ]
    assert [text[slice(*segment["source"])] for segment in found["segments"]] == [
        "Hi 🙂 you!",
        "It costs 5.",
        "5.",
    ]
    assert found["flags"] == ["number-missing", "low-confidence"]
    assert 0 <= found["seconds"] < 5


def test_seconds_are_those_of_the_engine():
    translator = FakeTranslator(before=lambda _sentence: time.sleep(0.02))
    (found,) = ask({"id": 1, "text": "One. Two."}, translator=translator)
    assert 0.04 <= found["seconds"] < 5


@pytest.mark.parametrize("text", ["", " \n ", "\r\n"])
def test_text_without_a_sentence(text):
    (found,) = ask({"id": 1, "text": text})
    assert (found["translation"], found["segments"], found["flags"]) == (text, [], [])


@pytest.mark.parametrize(
    "request_id",
    [None, True, 0, -1.5, 10**40, "", "名\u2028\ud83d", [1, {"a": [None]}], {"z": 1, "a": 2}],
)
def test_an_id_may_be_anything_and_comes_back(request_id):
    good, bad = ask({"id": request_id, "text": "Hi"}, {"id": request_id, "text": 1})
    assert good["id"] == bad["id"] == request_id
    assert type(good["id"]) is type(request_id)
    assert "translation" in good
    assert "error" in bad


def test_an_id_may_be_missing():
    assert ask({"text": "Hi"})[0]["id"] is None


def test_unknown_fields_are_ignored():
    assert ask({"id": 1, "text": "Hi", "date": "today"})[0]["translation"] == made_of("Hi")


@pytest.mark.parametrize(
    ("line", "request_id", "error"),
    [
        (b"{", None, "found at character 1: Expecting property name"),
        (b'{"id": 1, "text": "Hi"} x', None, "found at character 24: Extra data"),
        (b'{"id": 1, "text": "a\tb"}', None, "found at character 20: Invalid control character"),
        (b'{"id": 1, "text": "Hi"}{"id": 2, "text": "Hi"}', None, "Extra data"),
        (b"Hello", None, "found at character 0"),
        (b"\xff\xfe", None, "expected UTF-8, found byte 0xff at offset 0"),
        (b'{"text": "caf\xe9"}', None, "expected UTF-8, found byte 0xe9 at offset 13"),
        (b"[]", None, "expected a JSON object, found an array"),
        (b'"Hi"', None, "expected a JSON object, found a string"),
        (b"null", None, "expected a JSON object, found null"),
        (b"1", None, "expected a JSON object, found a number"),
        (b"true", None, "expected a JSON object, found a boolean"),
        (b'{"id": 3}', 3, "text: expected a string, found nothing"),
        (b'{"id": 3, "text": null}', 3, "text: expected a string, found null"),
        (b'{"id": 3, "text": 4}', 3, "text: expected a string, found a number"),
        (b'{"id": 3, "text": ["Hi"]}', 3, "text: expected a string, found an array"),
        (b'{"id": 3, "text": "Hi", "target": "fr"}', 3, 'zh-HK, en, found "fr"'),
        (b'{"id": 3, "text": "Hi", "target": ""}', 3, 'found ""'),
        (b'{"id": 3, "text": "Hi", "join_lines": 1}', 3, "true or false, found a number"),
        (b'{"id": 3, "text": "Hi", "target": {}}', 3, "found an object"),
        (b'{"id": 3, "text": "Hi", "target": "en"}', 3, "a pack that translates into en"),
        (b'{"id": NaN, "text": "Hi"}', None, "NaN is not JSON"),
        (b'{"id": -Infinity, "text": "Hi"}', None, "-Infinity is not JSON"),
        (b'{"id": 1e999, "text": "Hi"}', None, "too large"),
        (b'{"id": ' + b"1" * 5000 + b', "text": "Hi"}', None, "expected numbers of JSON"),
        (b"[" * 100_000, None, "not nested so deeply"),
    ],
)
def test_a_bad_line_is_answered_and_the_next_one_is_taken(line, request_id, error):
    first, second = ask(line + b"\n", {"id": "next", "text": "Hi"})
    assert list(first) == ["id", "error"]
    assert first["id"] == request_id
    assert error in first["error"]
    assert "\n" not in first["error"]
    assert second["translation"] == made_of("Hi")


def test_an_id_of_any_depth_is_answered():
    def nested(depth):
        return b"[" * depth + b"1" + b"]" * depth

    def outcome(depth):
        line = b'{"text": "Hi", "id": ' + nested(depth) + b"}"
        found = answer(line, only(FakeTranslator()), TranslationOptions()).line
        accepted = found.startswith('{"id": ' + nested(depth).decode() + ', "translation"')
        assert accepted or "not nested so deeply" in found
        return accepted

    outcomes = [outcome(depth) for depth in range(1, 1100, 3)]
    assert outcomes[0]
    assert not outcomes[-1]
    assert outcomes == sorted(outcomes, reverse=True)


def test_blank_lines_are_skipped():
    assert [found["id"] for found in ask(b"\n", {"id": 1, "text": ""}, b" \t\r\n", b"")] == [1]


def test_a_byte_order_mark_is_dropped_from_the_first_line_only():
    mark = b"\xef\xbb\xbf"
    first, second = ask(mark + b'{"text": "Hi"}\r\n', mark + b'{"text": "Hi"}\r\n')
    assert first["translation"] == made_of("Hi")
    assert "error" in second


def test_a_request_may_want_another_target():
    translator = FakeTranslator()
    options = TranslationOptions(target="zh-TW", beam_size=3)
    ask(
        {"text": "Hi", "target": "zh-HK"},
        {"text": "Hi"},
        {"text": "Hi", "target": None},
        translator=translator,
        options=options,
    )
    assert [each.target for each in translator.wanted] == ["zh-HK", "zh-TW", "zh-TW"]
    assert {each.beam_size for each in translator.wanted} == {3}


def test_a_request_may_want_its_wrapped_lines_joined():
    translator = spelling_translator()
    text = "It goes on\nand on. Well."
    plain, joined = {"text": text}, {"text": text, "join_lines": True}
    first, second = ask(plain, joined, translator=translator)
    assert (first["translation"], second["translation"]) == (text, "It goes on and on. Well.")
    assert [each["source"] for each in second["segments"]] == [[0, 18], [19, 24]]
    options = TranslationOptions(join_lines="always")
    apart = {"text": text, "join_lines": False}
    third, fourth = ask(plain, apart, translator=translator, options=options)
    assert (third["translation"], fourth["translation"]) == ("It goes on and on. Well.", text)


def test_lone_surrogates_are_replaced_and_flagged():
    first, second = ask(rb'{"text": "a\ud800b. \ud83d\ude42"}', rb'{"text": "\ud83d\ude42"}')
    assert first["translation"] == "译A\ufffdB.文译🙂文"
    assert first["segments"][0]["source"] == [0, 4]
    assert first["flags"] == ["invalid-input"]
    assert second["flags"] == []


def test_the_flag_of_bad_input_is_given_once():
    translator = FakeTranslator(flags=lambda _sentence: ("invalid-input", "untranslated"))
    (found,) = ask(rb'{"text": "\udc00"}', translator=translator)
    assert found["flags"] == ["invalid-input", "untranslated"]


def test_an_answer_is_one_line_for_any_reader():
    text = "a\u2028b\u2029c\u0085d\x0be\x0cf\x1cg\x7f. \r\n 译"
    (found,) = answers(
        [json.dumps({"id": text, "text": text}).encode()],
        only(FakeTranslator()),
        TranslationOptions(),
    )
    assert found.line.endswith("}\n")
    assert len(found.line.splitlines()) == 1
    assert "译" in found.line
    assert json.loads(found.line)["id"] == text


def test_a_failure_of_the_engine_is_answered_and_told_apart():
    def fail(sentence):
        if sentence == "Bad":
            raise InferenceError("the decoder:\n  no memory")

    lines = [b'{"id": 1, "text": "Bad"}', b'{"id": 2, "text": "Good"}', b"nonsense"]
    found = list(answers(lines, only(FakeTranslator(before=fail)), TranslationOptions()))
    assert [each.failed for each in found] == [True, False, False]
    assert json.loads(found[0].line) == {"id": 1, "error": "the decoder: no memory"}


def test_each_line_is_translated_by_what_writes_its_target():
    made = {target: FakeTranslator(render=f"{target} ".__add__) for target in (None, "zh-TW")}

    def choose(target):
        if target not in made:
            raise PackNotFound("packs", "a pack that writes it", "none")
        return made[target]

    targets = (None, "zh-TW", "en", None)
    lines = [json.dumps({"id": n, "text": "Hi", "target": t}) for n, t in enumerate(targets)]
    found = list(answers([each.encode() for each in lines], choose, TranslationOptions()))
    said = [json.loads(each.line) for each in found]
    assert [each.get("translation") for each in said] == ["None Hi", "zh-TW Hi", None, "None Hi"]
    assert said[2] == {"id": 2, "error": "packs: expected a pack that writes it, found none"}
    assert not any(each.failed for each in found)


def test_lines_are_answered_as_they_come():
    taken = []

    def lines():
        for number in range(3):
            taken.append(number)
            yield b'{"text": "Hi"}\n'

    found = answers(lines(), only(FakeTranslator()), TranslationOptions())
    assert taken == []
    next(found)
    assert taken == [0]
    next(found)
    assert taken == [0, 1]


def test_a_very_long_line():
    text = "word " * 200_000 + "end."
    (found,) = ask({"id": 1, "text": text})
    assert found["translation"] == made_of(text)


@given(st.binary(max_size=60))
def test_any_bytes_get_one_line(line):
    found = answer(line, only(FakeTranslator()), TranslationOptions()).line
    assert len(found.splitlines()) == 1
    assert {"error", "translation"} & set(json.loads(found))


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    # Surrogates too: they can be written as escapes.
    | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@given(_JSON, st.text(st.characters()) | _JSON)
def test_every_request_gets_one_line_with_its_id(request_id, text):
    line = json.dumps({"id": request_id, "text": text}).encode()
    found = answer(line, only(FakeTranslator()), TranslationOptions()).line
    assert found.encode("utf-8").endswith(b"}\n")
    assert len(found.splitlines()) == 1
    decoded = json.loads(found)
    assert decoded["id"] == request_id
    assert ("translation" in decoded) == isinstance(text, str)
