"""Who may ask: hosts, origins, keys."""

import re

import pytest

from engine.server.access import is_known_host
from engine.server.settings import Access, Limits
from tests.support.fake_translator import made_of
from tests.support.serving import BatchTranslator, multipart, serving

KEY = "correct-horse"
ASKED = {"text": "Hello."}


@pytest.fixture(scope="module")
def client():
    access = Access(hosts=("translate.example",), origins=("https://good.example",))
    with serving(BatchTranslator(), access=access) as it:
        yield it


@pytest.fixture(scope="module")
def locked():
    with serving(BatchTranslator(), access=Access(api_key=KEY)) as it:
        yield it


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8000",
        "localhost.:8000",
        "yiwen.localhost",
        "127.0.0.1",
        "127.0.0.1:8000",
        "192.168.1.7:8000",
        "[::1]",
        "[::1]:8000",
        "[fe80::1%eth0]:8000",
        "translate.example",
        "Translate.Example:443",
    ],
)
def test_own_names_and_addresses_are_known(host):
    assert is_known_host(host, ("Translate.Example",))


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.1.nip.io:8000",
        "translate.example.evil.example",
        "xtranslate.example",
        "localhost@evil.example",
        "[::1",
        "0x7f.1",
    ],
)
def test_names_that_anybody_can_point_here_are_not(host):
    assert is_known_host(host, ("translate.example",)) is (host == "[::1")


def test_a_request_under_a_foreign_name_is_refused(client):
    for method, path in (("GET", "/health"), ("GET", "/languages"), ("POST", "/translate")):
        reply = client.ask(method, path, Host="evil.example")
        assert reply.status == 421
        assert reply.error.startswith("host: expected localhost, an address or a name")
    assert client.post("/translate", ASKED, Host="translate.example").status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "https://good.example.evil"])
def test_pages_of_other_sites_may_not_ask(client, origin):
    for kind in ("application/json", "application/x-www-form-urlencoded", "text/plain"):
        reply = client.post("/translate", ASKED, Origin=origin, Content_Type=kind)
        assert reply.status == 403
        assert reply.error.startswith("origin: pages of other sites may not ask")
        assert reply.headers["access-control-allow-origin"] is None
    assert client.ask("OPTIONS", "/translate", Origin=origin).status == 403


def test_the_servers_own_page_may_ask(client):
    assert client.post("/translate", ASKED, Origin=client.url).status == 200


def test_a_site_that_was_named_may_ask_and_read_the_answer(client):
    reply = client.post("/translate", ASKED, Origin="https://good.example")
    assert reply.json == {"translation": made_of("Hello.")}
    assert reply.headers["access-control-allow-origin"] == "https://good.example"
    preflight = client.ask(
        "OPTIONS",
        "/translate",
        Origin="https://good.example",
        Access_Control_Request_Method="POST",
        Access_Control_Request_Headers="content-type",
    )
    assert preflight.status == 200
    assert preflight.headers["access-control-allow-origin"] == "https://good.example"


def test_pages_that_may_ask_can_read_why_they_are_refused():
    access = Access(origins=("https://good.example",))
    with serving(BatchTranslator(), access=access, limits=Limits(size=20)) as client:
        reply = client.post("/translate", {"text": "A long text."}, Origin="https://good.example")
    assert reply.status == 413
    assert reply.headers["access-control-allow-origin"] == "https://good.example"
    assert reply.headers["access-control-expose-headers"] == "Retry-After"
    assert reply.headers["vary"] == "Origin"


def test_no_answer_allows_other_sites_by_default():
    with serving(BatchTranslator()) as client:
        for reply in (client.get("/languages"), client.post("/translate", ASKED)):
            assert not [name for name in reply.headers if name.lower().startswith("access-control")]
            assert reply.headers["cross-origin-resource-policy"] == "same-origin"
            assert reply.headers["x-content-type-options"] == "nosniff"


def test_work_needs_the_key_where_there_is_one(locked):
    body, kind = multipart(b"One.", "a.txt")
    replies = [
        locked.post("/translate", ASKED),
        locked.post("/translate/stream", ASKED),
        locked.post("/detect", {"q": "Hello."}),
        locked.ask("POST", "/translate_file", body, Content_Type=kind),
        locked.get("/metrics"),
    ]
    for reply in replies:
        assert reply.status == 401
        assert reply.error == "api_key: expected the server's key, found none"
        assert reply.headers["www-authenticate"] == "Bearer"
    assert locked.get("/health").status == 200
    assert locked.get("/languages").status == 200


def test_the_key_may_come_in_several_ways(locked):
    body, kind = multipart(b"One.", "a.txt", api_key=KEY, inline="true")
    replies = [
        locked.post("/translate", {**ASKED, "api_key": KEY}),
        locked.post("/translate", ASKED, Authorization=f"Bearer {KEY}"),
        locked.post("/translate", ASKED, X_API_Key=KEY),
        locked.ask("POST", "/translate_file", body, Content_Type=kind),
        locked.get("/metrics", Authorization=f"bearer {KEY}"),
        locked.get(f"/metrics?api_key={KEY}"),
    ]
    assert [reply.status for reply in replies] == [200] * 6


@pytest.mark.parametrize("key", ["wrong-horse", KEY + "x", KEY[:-1], "ключ", "\udcff", KEY.upper()])
def test_another_key_is_refused(locked, key):
    reply = locked.post("/translate", {**ASKED, "api_key": key})
    assert reply.status == 403
    assert reply.error == "api_key: expected the server's key, found another one"


def test_a_key_with_half_a_character_is_another_one(locked):
    assert locked.post("/translate", {**ASKED, "api_key": f"{KEY}\ud800"}).status == 403


def test_a_key_of_another_type_is_none(locked):
    assert locked.post("/translate", {**ASKED, "api_key": [KEY]}).status == 401
    assert locked.post("/translate", {**ASKED, "api_key": None}).status == 401


def test_more_requests_at_a_time_than_can_wait_are_refused_before_they_are_read():
    with serving(BatchTranslator(), limits=Limits(requests=1)) as client:
        slow = []
        for _ in range(40):
            connection = client.connect()
            connection.putrequest("POST", "/translate")
            connection.putheader("Content-Length", "10")
            connection.endheaders(b"{")
            slow.append(connection)
        for _ in range(100):
            reply = client.get("/languages")
            if reply.status == 503:
                break
        assert reply.status == 503
        assert reply.headers["retry-after"] == "1"
        assert client.get("/health").status == 200
        for connection in slow:
            connection.close()


def test_a_header_without_end_is_cut_off(client):
    connection = client.connect()
    connection.putrequest("GET", "/health")
    connection.putheader("X-Long", "a" * 200_000)
    connection.endheaders()
    assert connection.getresponse().status == 400
    connection.close()


def test_the_key_is_shown_nowhere():
    assert not re.search(KEY, repr(Access(api_key=KEY)))
