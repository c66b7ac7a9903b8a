"""The API over the wire: what is asked, and what is answered."""

import http.client
import json
import socket
import threading
import time
from urllib.parse import urlsplit

import pytest

from engine.server import handlers, listening
from engine.server.settings import Limits
from tests.support.fake_translator import made_of
from tests.support.serving import PATIENCE, BatchTranslator, multipart, serving, wait_until

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def client():
    def flags(sentence):
        return ("low-confidence",) if "odd" in sentence else ()

    with serving(BatchTranslator(flags=flags), limits=Limits(size=100_000, characters=5_000)) as it:
        yield it


# What is answered


def test_a_text_is_answered_with_its_translation(client):
    reply = client.post("/translate", {"text": "Hello there."})
    assert reply.status == 200
    assert reply.headers["content-type"] == JSON
    assert reply.json == {"translation": made_of("Hello there.")}


def test_json_is_read_under_the_content_type_that_curl_gives_it(client):
    body = b'{"text":"Hello & good = bye + all."}'
    for kind in (FORM, f"{FORM}; charset=utf-8", "application/json; charset=utf-8", "text/json"):
        reply = client.ask("POST", "/translate", body, Content_Type=kind)
        assert reply.json == {"translation": made_of("Hello & good = bye + all.")}, kind


def test_json_without_a_content_type_is_read(client):
    connection = client.connect()
    connection.putrequest("POST", "/translate")
    connection.putheader("Content-Length", "15")
    connection.endheaders(b'{"text":"Dogs"}')
    assert json.loads(connection.getresponse().read()) == {"translation": made_of("Dogs")}
    connection.close()


def test_segments_flags_and_alignments_come_on_request(client):
    text = "😀 Good dog.\nAn odd cat."
    answer = client.post("/translate", {"text": text, "flags": True, "segments": True}).json
    assert answer["flags"] == ["low-confidence"]
    assert [text[slice(*each["source"])] for each in answer["segments"]] == [
        "😀 Good dog.",
        "An odd cat.",
    ]
    assert answer["segments"][1] == {
        "source": [12, 23],
        "text": made_of("An odd cat."),
        "flags": ["low-confidence"],
        "confidence": 0.9877,
    }
    aligned = client.post("/translate", {"text": "Good dog.", "alignments": True}).json
    assert aligned["segments"][0]["alignment"] == [
        {"source": [0, 9], "target": [0, len(made_of("Good dog."))]}
    ]


def test_a_query_is_answered_as_libretranslate_does(client):
    asked = {"q": "Good dog.", "source": "en", "target": "zh", "format": "text"}
    assert client.post("/translate", asked).json == {"translatedText": made_of("Good dog.")}
    several = {**asked, "q": ["Good dog.", "", "Two. Cats."], "alternatives": 2}
    assert client.post("/translate", several).json == {
        "translatedText": [made_of("Good dog."), "", "译TWO.文译CATS.文"],
        "alternatives": [
            [f"{made_of('Good dog.')}1", f"{made_of('Good dog.')}2"],
            [],
            ["译TWO.文1 译CATS.文1", "译TWO.文2 译CATS.文2"],
        ],
    }


def test_the_language_is_detected_where_it_is_auto(client):
    asked = {"q": "Where is the library, please?", "source": "auto", "target": "zh"}
    answer = client.post("/translate", asked).json
    assert answer["detectedLanguage"]["language"] == "en"
    assert 90 < answer["detectedLanguage"]["confidence"] <= 100
    answer = client.post("/translate", {**asked, "q": [asked["q"], "Où est la bibliothèque ?"]})
    assert [each["language"] for each in answer.json["detectedLanguage"]] == ["en", "fr"]


def test_a_form_is_read_like_json(client):
    body = b"q=Good+dog.&q=Bad+cat.&source=en&target=zt&format=html&alternatives=0&flags=true"
    reply = client.ask("POST", "/translate", body, Content_Type=FORM)
    assert reply.json == {
        "translatedText": [made_of("Good dog."), made_of("Bad cat.")],
        "flags": [[], []],
    }


def test_chinese_comes_as_it_is_and_lone_surrogates_go(client):
    reply = client.ask("POST", "/translate", b'{"text":"A \\ud800 dog."}', Content_Type=JSON)
    assert "译A � DOG.文".encode() in reply.body


def test_html_is_cut_at_its_blocks_and_keeps_its_tags(client):
    html = "<ul><li>One <b>dog</b>\nbarks.<li>Two cats</ul><script>if (a) b();</script>"
    answer = client.post("/translate", {"q": html, "target": "zh", "format": "html"}).json
    one, two = made_of("One <b>dog</b> barks."), made_of("Two cats")
    assert answer["translatedText"] == (f"<ul><li>{one}<li>{two}</ul><script>if (a) b();</script>")


def test_languages_are_listed_as_libretranslate_does(client):
    first, *others = client.get("/languages").json
    assert first == {
        "code": "en",
        "name": "English",
        "targets": ["zh-Hans", "zh-Hant", "zh-TW", "zh-HK"],
    }
    assert [each["code"] for each in others] == first["targets"]


def test_a_language_is_detected(client):
    (found,) = client.post("/detect", {"q": "你好，世界"}).json
    assert found["language"] == "zh-Hans"
    assert found["confidence"] > 90


def test_health_says_what_serves(client):
    assert client.get("/health").json == {
        "status": "ok",
        "version": "1.2.3",
        "pack": "tiny-en-zh",
    }


def test_figures_count_requests_and_hold_no_word_of_a_text(client):
    route = 'yiwen_requests_total{route="/translate",status="200"}'
    before = client.figure(route)
    client.post("/translate", {"text": "A very secret word."})
    client.get("/translate/secret")
    assert client.figure(route) == before + 1
    assert client.figure('yiwen_requests_total{route="other",status="404"}') >= 1
    assert b"secret" not in client.get("/metrics").body.lower()


def test_the_description_is_shown_without_any_other_server(client):
    page = client.get("/docs")
    assert page.status == 200
    assert b"//" not in page.body.replace(b"http://www.w3.org", b"").replace(b"<!-- ", b"")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    for asset in ("/assets/swagger/swagger-ui-bundle.js", "/assets/swagger/swagger-ui.css"):
        assert asset.encode() in page.body
        assert client.get(asset).status == 200
    assert client.get("/").headers["location"].endswith("/docs")
    assert "/translate" in client.get("/openapi.json").json["paths"]


# Streams


def test_a_stream_sends_each_segment_and_then_the_whole(client):
    reply = client.post(
        "/translate/stream", {"text": "One dog. Two cats.\n\nThree.", "flags": True}
    )
    assert reply.headers["content-type"].startswith("text/event-stream")
    events = [
        dict(line.split(": ", 1) for line in block.split("\n"))
        for block in reply.body.decode().strip().split("\n\n")
    ]
    assert [each["event"] for each in events] == ["segment"] * 3 + ["done"]
    told = [json.loads(each["data"]) for each in events]
    assert [each["index"] for each in told[:-1]] == [0, 1, 2]
    assert [each["source"] for each in told[:-1]] == [[0, 8], [9, 18], [20, 26]]
    whole = client.post("/translate", {"text": "One dog. Two cats.\n\nThree."}).json
    assert "".join(each["lead"] + each["text"] for each in told[:-1]) == whole["translation"]
    assert told[-1] == {**whole, "flags": []}


def test_a_stream_refuses_before_it_begins(client):
    assert client.post("/translate/stream", {"q": ["One.", "Two."]}).status == 400
    assert client.post("/translate/stream", {"text": ""}).status == 400


# Files


def test_a_file_is_translated_and_fetched(client):
    body, kind = multipart(b"One dog.\n\nTwo cats.\n", "../my letter.TXT", source="en", target="zh")
    reply = client.ask("POST", "/translate_file", body, Content_Type=kind)
    address = reply.json["translatedFileUrl"]
    assert address.startswith(client.url)
    fetched = client.get(urlsplit(address).path)
    wanted = f"{made_of('One dog.')}\n\n{made_of('Two cats.')}\n"
    assert fetched.body.decode() == wanted
    assert fetched.headers["content-disposition"].startswith("attachment")
    assert fetched.headers["x-content-type-options"] == "nosniff"
    body, kind = multipart(b"One dog.\n\nTwo cats.\n", "letter.txt", inline="true")
    assert client.ask("POST", "/translate_file", body, Content_Type=kind).body.decode() == wanted


@pytest.mark.parametrize(
    "name", ["x.txt", "../../etc/passwd", "%2e%2e%2fpasswd", "a" * 32 + ".txt"]
)
def test_there_are_no_other_files(client, name):
    assert client.get(f"/download_file/{name}").status == 404


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.exe", b"MZ", "a.exe: expected a name in .txt, "),
        ("a", b"One.", "a: expected a name in .txt, "),
        ("", b"One.", "file: expected a file with a name, found one without"),
        ("notes/", b"One.", "notes: expected a name in .txt, "),
        ("a.txt", b"\0\1\2", "a.txt: expected a text"),
        ("信.docx", b"PK", "信.docx: expected a Word document"),
        ("a.po", b"\xff\xfe", "a.po: expected a catalogue"),
        ("a.json", b"[" * 50_000, "a.json: expected a table of strings (JSON) that fits into"),
        ("a.json", b"[" + b"9" * 5_000 + b"]", "a.json: expected a table of strings (JSON)"),
    ],
)
def test_files_that_cannot_be_read_are_refused_by_name(client, name, data, said):
    body, kind = multipart(data, name)
    reply = client.ask("POST", "/translate_file", body, Content_Type=kind)
    assert reply.status == 400
    assert reply.error.startswith(said)


def test_the_head_of_what_can_be_had_is_had_without_the_rest(client):
    for path in ("/health", "/languages", "/docs"):
        whole = client.get(path)
        head = client.ask("HEAD", path)
        assert (head.status, head.body) == (200, b"")
        assert head.headers["content-length"] == str(len(whole.body))
    assert client.ask("HEAD", "/translate").status == 405


def test_a_file_keeps_its_name_in_any_script(client):
    body, kind = multipart(b"One dog.", "信 é.txt", inline="true")
    reply = client.ask("POST", "/translate_file", body, Content_Type=kind)
    assert reply.headers["content-disposition"].endswith("''%E4%BF%A1%20%C3%A9.txt")


# Time, room and those who leave


def test_a_request_that_takes_too_long_is_given_up():
    stopped = threading.Event()

    def before(_texts, cancel) -> None:
        assert cancel.wait(PATIENCE)
        stopped.set()

    with serving(BatchTranslator(before_batch=before), limits=Limits(seconds=0.2)) as client:
        reply = client.post("/translate", {"text": "Hello."})
        assert reply.status == 503
        assert reply.headers["retry-after"] == "1"
        assert reply.error == "the translation took longer than 0.2 seconds"
        assert stopped.wait(PATIENCE)


def test_a_request_that_never_ends_is_refused():
    with serving(BatchTranslator(), limits=Limits(seconds=0.2)) as client:
        connection = client.connect()
        connection.putrequest("POST", "/translate")
        connection.putheader("Content-Length", "100")
        connection.endheaders(b'{"text":')
        assert connection.getresponse().status == 408
        connection.close()


def test_a_full_server_says_so_and_when_to_come_again():
    go_on = threading.Event()
    translator = BatchTranslator(before_batch=lambda *_: go_on.wait(PATIENCE))
    with serving(translator, limits=Limits(requests=1)) as client:
        waiting = threading.Thread(target=client.post, args=("/translate", {"text": "First."}))
        waiting.start()
        wait_until(lambda: translator.batches)
        for path in ("/translate", "/translate/stream"):
            reply = client.post(path, {"text": "Second."})
            assert reply.status == 503
            assert 1 <= int(reply.headers["retry-after"]) <= 60
            assert reply.error == "1 requests are waiting already; try again later"
        assert client.get("/health").status == 200
        go_on.set()
        waiting.join(PATIENCE)
        assert client.post("/translate", {"text": "Third."}).status == 200


@pytest.mark.parametrize("path", ["/translate", "/translate/stream"])
def test_who_goes_away_has_the_job_stopped(path):
    stopped = threading.Event()

    def before(texts, cancel) -> None:
        if "First." in texts and cancel.wait(PATIENCE):
            stopped.set()

    translator = BatchTranslator(before_batch=before)
    with serving(translator) as client:
        connection = client.connect()
        connection.request("POST", path, b'{"text": "First."}', {"Content-Type": JSON})
        wait_until(lambda: translator.batches)
        connection.close()
        assert stopped.wait(PATIENCE)
        wait_until(lambda: client.figure("yiwen_cancelled_total") == 1)
        assert client.figure("yiwen_jobs") == 0
        assert client.post("/translate", {"text": "Second."}).status == 200


def test_stopping_finishes_the_request_that_was_begun():
    go_on, replies = threading.Event(), []
    translator = BatchTranslator(before_batch=lambda *_: go_on.wait(PATIENCE))
    with serving(translator) as client:
        asking = threading.Thread(
            target=lambda: replies.append(client.post("/translate", {"text": "First."}))
        )
        asking.start()
        wait_until(lambda: translator.batches)
        threading.Timer(0.3, go_on.set).start()
    asking.join(PATIENCE)
    assert replies[0].json == {"translation": made_of("First.")}


def test_a_fault_of_the_program_is_told_in_one_line_and_logged_without_the_text(caplog):
    def render(sentence: str) -> str:
        raise ValueError(sentence)

    with serving(BatchTranslator(render=render)) as client:
        reply = client.post("/translate", {"text": "A secret."})
        assert reply.status == 500
        assert reply.error == "the text could not be translated: ValueError"
        stream = client.post("/translate/stream", {"text": "A secret."})
        assert stream.status == 500
    assert "ValueError" in caplog.text
    assert "secret" not in caplog.text


def test_a_fault_anywhere_else_is_told_in_the_same_way(client, monkeypatch, caplog):
    def detect(text: str, _source: str) -> None:
        raise LookupError(text)

    monkeypatch.setattr(handlers, "detect", detect)
    reply = client.post("/detect", {"q": "A secret."})
    assert reply.status == 500
    assert reply.error == "internal error; the server's log says where"
    wait_until(lambda: "LookupError" in caplog.text)
    assert "secret" not in caplog.text


@pytest.mark.parametrize("kind", [JSON, "multipart/form-data; boundary=x"])
def test_who_goes_away_while_asking_is_no_fault(kind, caplog):
    with serving(BatchTranslator()) as client:
        connection = client.connect()
        connection.putrequest("POST", "/translate")
        connection.putheader("Content-Type", kind)
        connection.putheader("Content-Length", "100")
        connection.endheaders(b"--x")
        connection.close()
        gone = 'yiwen_requests_total{route="/translate",status="499"}'
        wait_until(lambda: client.figure(gone) == 1)
    assert not caplog.records


@pytest.mark.parametrize("begun", [b"", b"GET /health HTTP/1.1\r\nHost: local"])
def test_a_request_of_which_no_head_comes_is_waited_for_no_longer(begun, monkeypatch):
    monkeypatch.setattr(listening, "_KEEP_ALIVE", 0.3)
    translator = BatchTranslator(before_batch=lambda *_: time.sleep(0.5))
    with serving(translator) as client:
        place = urlsplit(client.url)
        with socket.create_connection((place.hostname, place.port), PATIENCE) as connection:
            connection.sendall(begun)
            assert connection.recv(100) == b""
            assert client.post("/translate", {"text": "One dog."}).status == 200


def test_a_connection_serves_many_requests(client):
    connection = client.connect()
    for number in range(20):
        body = json.dumps({"text": f"Dog {number}."})
        connection.request("POST", "/translate", body, {"Content-Type": JSON})
        reply = connection.getresponse()
        assert json.loads(reply.read()) == {"translation": made_of(f"Dog {number}.")}
    connection.close()
    assert isinstance(connection, http.client.HTTPConnection)
