"""What the API refuses: in one line that says what is wrong, and with nothing broken after it."""

import json

import pytest

from engine.server.settings import Limits
from tests.support.fake_translator import made_of
from tests.support.serving import BatchTranslator, multipart, serving

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def client():
    with serving(BatchTranslator(), limits=Limits(size=100_000, characters=5_000)) as it:
        yield it


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"", 400, "the request: expected JSON"),
        (b"{", 400, "the request: expected JSON, found at character 1"),
        (b"[1]", 400, "the request: expected a JSON object"),
        (b"{}", 400, "the request: expected either text or q, found neither"),
        (b'{"text": "a", "q": "b"}', 400, "the request: expected either text or q, found both"),
        (b'{"text": ""}', 400, "text: expected a text, found an empty one"),
        (b'{"q": []}', 400, "q: expected a text, found an empty one"),
        (b'{"q": ["", ""]}', 400, "q: expected a text, found an empty one"),
        (b'{"text": 3}', 400, "text: expected a string, found a number"),
        (
            b'{"q": ["One.", 2]}',
            400,
            "q: expected a string or a list of strings, found a number as item 2",
        ),
        (
            b'{"text": %s}' % (b"9" * 5_000),
            400,
            "the request: expected numbers of JSON, found NaN, an infinity or an endless one",
        ),
        (b'{"q": {"a": 1}}', 400, "q: expected a string or a list of strings, found an object"),
        (b'{"q": "a", "target": "xx"}', 400, "target: expected one of zh-Hans, "),
        (b'{"q": "a", "target": null}', 200, ""),
        (b'{"q": "a", "source": "fr"}', 400, "source: expected en or auto, found 'fr'"),
        (b'{"q": "a", "format": "pdf"}', 400, 'format: expected "text" or "html", found another'),
        (b'{"q": "a", "alternatives": -1}', 400, "alternatives: expected a whole number"),
        (b'{"q": "a", "alternatives": 1.5}', 400, "alternatives: expected a whole number"),
        (b'{"q": "a", "alternatives": 11}', 400, "alternatives: expected at most 10, found 11"),
        (b'{"q": "a", "alternatives": 1e999}', 400, "alternatives: expected a whole number"),
        (b'{"q": "a", "flags": "yes please"}', 400, "flags: expected true or false"),
        (b'{"q": "a", "alternatives": NaN}', 400, "the request: expected numbers of JSON"),
        (b'{"q": "a", "alternatives": ' + b"9" * 5000 + b"}", 400, "the request: expected numbers"),
        (b'{"q": "a\xff"}', 400, "the request: expected UTF-8, found byte 0xff at offset 8"),
        (b'{"q": ' + b"[" * 50_000, 400, "the request: expected JSON that is not nested so deeply"),
        (
            b'{"q": "' + b"a" * 5_001 + b'"}',
            413,
            "q: expected at most 5,000 characters, found 5,001",
        ),
        (
            b'{"q": [' + b'"",' * 2_000 + b'""]}',
            413,
            "q: expected at most 2,000 texts, found 2,001",
        ),
        (b'{"q": "' + b"a" * 100_000 + b'"}', 413, "the request: expected at most 100,000 bytes"),
        (b'{"q": "' + b"a" * 900_000 + b'"}', 413, "the request: expected at most 100,000 bytes"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(client, body, status, said):
    reply = client.ask("POST", "/translate", body, Content_Type=JSON)
    assert reply.status == status
    if status != 200:
        assert reply.error.startswith(said)


def test_a_form_in_parts_that_has_none_is_refused_and_logged_by_nobody(client, caplog):
    body, kind = b'{"q": "A secret."}', "multipart/form-data; boundary=x"
    reply = client.ask("POST", "/translate", body, Content_Type=kind)
    assert reply.status == 400
    assert reply.error.startswith("the request: expected a form")
    assert not caplog.records


def test_the_fields_of_a_form_in_parts_are_utf_8_and_nothing_else(client):
    body, kind = multipart(b"", "a.txt", q="Café \u00c3\u00a9 信.", target="zh")
    reply = client.ask("POST", "/translate", body, Content_Type=kind)
    assert reply.json["translatedText"] == made_of("Café \u00c3\u00a9 信.")
    wrong = body.replace("信".encode(), b"\xff")
    for declared in (kind, f"{kind}; charset=latin-1", f"{kind}; charset=utf-8"):
        reply = client.ask("POST", "/translate", wrong, Content_Type=declared)
        assert (reply.status, reply.error) == (
            400,
            "q: expected UTF-8, found byte 0xff at offset 11",
        )
    wrong = body.replace(b"a.txt", b"\xff.txt")
    reply = client.ask("POST", "/translate", wrong, Content_Type=kind)
    assert reply.error == "file: expected UTF-8, found byte 0xff at offset 0"


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"q=%ff&target=zh", FORM, 400),
        (b"q=\xff&target=zh", FORM, 400),
        (b"&".join([b"q=a"] * 5000), FORM, 400),
        (b"target=zh", FORM, 400),
        (b"q=a&alternatives=many", FORM, 400),
        (b"Hello", "text/plain", 415),
        (b"<q>a</q>", "application/xml", 415),
        (b"nonsense", "multipart/form-data", 400),
        (b"nonsense", "multipart/form-data; boundary=x", 400),
    ],
)
def test_odd_forms_are_refused_in_one_line(client, body, kind, status):
    reply = client.ask("POST", "/translate", body, Content_Type=kind)
    assert reply.status == status
    assert reply.error


def test_more_than_is_allowed_is_refused_even_if_nobody_says_how_long_it_is(client):
    connection = client.connect()
    chunks = (b"a" * 10_000 for _ in range(100))
    connection.request("POST", "/translate", chunks, {"Content-Type": JSON}, encode_chunked=True)
    reply = connection.getresponse()
    assert reply.status == 413
    assert "100,000 bytes" in json.loads(reply.read())["error"]
    connection.close()


def test_routes_and_methods_that_do_not_exist_are_refused_in_the_same_shape(client):
    assert (client.get("/nothing").status, client.get("/nothing").error) == (404, "Not Found")
    assert client.get("/translate").status == 405
    assert client.get("/translate").error == "Method Not Allowed"
    assert client.post("/detect", {"q": ""}).status == 400
    assert client.post("/detect", {}).error == "q: expected a string, found nothing"
