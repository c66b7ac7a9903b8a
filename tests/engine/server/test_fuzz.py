"""Requests made up from the API's own description, sound and otherwise."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

from engine.server.settings import Limits
from tests.support.requirements import require
from tests.support.serving import BatchTranslator, serving

ROUTES = [
    ("POST", "/translate"),
    ("POST", "/translate/stream"),
    ("POST", "/translate_file"),
    ("GET", "/download_file/{name}"),
    ("POST", "/detect"),
    ("GET", "/languages"),
    ("GET", "/health"),
    ("GET", "/metrics"),
]
QUIETLY = settings(
    max_examples=60,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def client():
    with serving(BatchTranslator(), limits=Limits(size=200_000, characters=5_000)) as it:
        yield it


@pytest.fixture(scope="module")
def description(client):
    schemathesis = require("schemathesis")
    found = schemathesis.openapi.from_url(f"{client.url}/openapi.json")
    described = {(each.ok().method.upper(), each.ok().path) for each in found.get_all_operations()}
    assert described == set(ROUTES)
    return found


@pytest.mark.parametrize("mode", ["POSITIVE", "NEGATIVE"])
@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_whatever_is_asked_is_answered_as_described(description, method, path, mode):
    from schemathesis.generation import GenerationMode
    from schemathesis.specs.openapi import checks

    described = [
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]
    operation = description[path][method]
    statuses = set()

    @QUIETLY
    @given(operation.as_strategy(generation_mode=GenerationMode[mode]))
    def check(case):
        response = case.call()
        statuses.add(response.status_code)
        assert response.status_code < 500 or response.status_code == 503
        case.validate_response(response, checks=described)
        if response.status_code >= 400:
            assert list(response.json()) == ["error"]
            assert "Traceback" not in response.text

    try:
        check()
    except Unsatisfiable:
        assert mode == "NEGATIVE"  # there is nothing to get wrong
        assert method == "GET"
    else:
        assert statuses
