"""The fields of a request, however they are packed: JSON, a form, or JSON that says it is a form.

``curl -d '{"text": "Hello"}'`` sends JSON under the content type of forms.
"""

import json
import re
from typing import Final, cast
from urllib.parse import parse_qsl

from starlette.datastructures import Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from engine.records import record
from engine.server.refusals import Refusal

_FORM: Final = "application/x-www-form-urlencoded"
_MULTIPART: Final = "multipart/form-data"
_JSON: Final = re.compile(r"application/(?:[\w.-]+\+)?json|text/json")
_BYTEWISE: Final = "latin-1"
_MOST_FIELDS: Final = 4_000
_MOST_PARTS: Final = 32
_ERROR_OF_UTF8: Final = "the request: expected UTF-8, found byte 0x{:02x} at offset {}"


@record
class Upload:
    """An uploaded file: its name, as whoever sent it says, and its bytes."""

    name: str
    data: bytes


@record
class Fields:
    """What a request says.

    Attributes:
        values: By name; from a form all of them are strings, or lists of strings where a name
            comes again.
        typed: The values have types of their own, as in JSON.
        files: What was uploaded, by the field's name.
    """

    values: dict[str, object]
    typed: bool
    files: dict[str, Upload]


async def read_fields(request: Request) -> Fields:
    """Read the fields of a request.

    Raises:
        Refusal: They cannot be read.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == _MULTIPART:
        return await _multipart(request)
    body = await request.body()
    # No form begins with a brace: a browser would have written %7B.
    if _JSON.fullmatch(kind) or not kind or (kind == _FORM and body.lstrip()[:1] in {b"{", b"["}):
        return Fields(_object(body), typed=True, files={})
    if kind == _FORM:
        return Fields(_form(body), typed=False, files={})
    raise Refusal(415, f"content-type: expected application/json or a form, found {kind}")


def _object(body: bytes) -> dict[str, object]:
    try:
        value = json.loads(_text(body), parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise Refusal(
            400, f"the request: expected JSON, found at character {error.pos}: {error.msg}"
        ) from error
    except RecursionError as error:
        raise Refusal(400, "the request: expected JSON that is not nested so deeply") from error
    except ValueError as error:
        raise Refusal(
            400, "the request: expected numbers of JSON, found NaN, an infinity or an endless one"
        ) from error
    if not isinstance(value, dict):
        raise Refusal(400, "the request: expected a JSON object, found another JSON value")
    return cast("dict[str, object]", value)


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is none")


def _form(body: bytes) -> dict[str, object]:
    try:
        pairs = parse_qsl(
            _text(body),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=_MOST_FIELDS,
        )
    except UnicodeDecodeError as error:
        raise Refusal(400, _wrong_utf8(error)) from error
    except ValueError as error:
        raise Refusal(400, f"the request: expected at most {_MOST_FIELDS} fields") from error
    return _gathered(pairs)


async def _multipart(request: Request) -> Fields:
    try:
        form = await _reader(request).parse()
    except MultiPartException as error:
        raise Refusal(400, f"the request: expected a form: {error.message}") from error
    pairs, files = [], {}
    try:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                called = _characters("file", value.filename or "")
                files[name] = Upload(called, await value.read())
            else:
                field = _characters("the request", name)
                pairs.append((field, _characters(field, value)))
    finally:
        await form.close()
    return Fields(_gathered(pairs), typed=False, files=files)


def _reader(request: Request) -> MultiPartParser:
    """Return a reader of forms that gives every byte of a field as one character.

    By itself it takes for Latin-1 what is no UTF-8, and nobody could tell afterwards.
    """
    headers = dict(request.headers)
    headers["content-type"] += f"; charset={_BYTEWISE}"
    return MultiPartParser(Headers(headers), request.stream(), max_files=1, max_fields=_MOST_PARTS)


def _characters(name: str, value: str) -> str:
    try:
        return value.encode(_BYTEWISE).decode("utf-8")
    except UnicodeDecodeError as error:
        found = f"byte 0x{error.object[error.start]:02x} at offset {error.start}"
        raise Refusal(400, f"{name}: expected UTF-8, found {found}") from error


def _gathered(pairs: list[tuple[str, str]]) -> dict[str, object]:
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return {name: values[0] if len(values) == 1 else values for name, values in found.items()}


def _text(body: bytes) -> str:
    try:
        return body.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise Refusal(400, _wrong_utf8(error)) from error


def _wrong_utf8(error: UnicodeDecodeError) -> str:
    return _ERROR_OF_UTF8.format(error.object[error.start], error.start)
