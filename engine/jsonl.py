"""Translating JSON lines: one request a line in, one answer a line out, in the same order.

A request is ``{"id": any, "text": str, "target": str, "join_lines": bool}``; only ``text`` must be
there. Its answer is ``{"id", "translation", "segments", "flags", "seconds"}`` or ``{"id",
"error"}``. A request that cannot be understood is answered with an error, and the next one is
taken.
"""

import codecs
import json
import math
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, cast

from engine.errors import EngineError, InferenceError, InputError
from engine.records import record
from engine.translation import Translation
from engine.types import (
    TARGETS,
    Flag,
    Target,
    TranslatedSegment,
    TranslationOptions,
)

if TYPE_CHECKING:
    from engine.translator import Translator

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
# What json.dumps leaves as it is, but some readers take for the end of a line, or UTF-8 for wrong.
_UNSAFE: Final = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")

_KINDS: Final = {
    type(None): "null",
    bool: "a boolean",
    int: "a number",
    float: "a number",
    str: "a string",
    list: "an array",
    dict: "an object",
}


Choose = Callable[[Target | None], "Translator"]
"""Returns what translates into a target, or into whatever it writes by itself (``None``).

It may raise an :class:`~engine.errors.EngineError`, which answers the request."""


class RequestError(InputError):
    """A line is not a request.

    Attributes:
        id: The request's id as far as it could be read, or ``None``.
    """

    def __init__(self, message: str, request_id: object = None) -> None:
        self.id = request_id
        super().__init__(message)


@record(kw_only=True)
class Request:
    """One text to translate.

    Attributes:
        id: Any JSON value; it comes back with the answer.
        text: What to translate, without lone surrogates.
        target: Language and script wanted, if this request says so.
        join_lines: Whether wrapped lines are joined, if this request says so.
        repaired: The text held lone surrogates, each replaced by U+FFFD.
    """

    id: object
    text: str
    target: Target | None = None
    join_lines: bool | None = None
    repaired: bool = False


@record
class Answer:
    """What a request is answered with.

    Attributes:
        line: One line of JSON, its line feed included.
        failed: The engine could not do what it should have; not the request's fault.
    """

    line: str
    failed: bool = False


def answers(
    lines: Iterable[bytes], choose: Choose, options: TranslationOptions
) -> Iterator[Answer]:
    """Answer each line as soon as it is there; blank lines are skipped.

    Args:
        lines: Requests in UTF-8, with or without their line ends; a byte order mark is ignored.
        choose: Finds what translates, for each request.
        options: How to translate; a request may want another target.
    """
    for number, line in enumerate(lines):
        request = line.removeprefix(codecs.BOM_UTF8) if number == 0 else line
        if request.strip():
            yield answer(request, choose, options)


def answer(line: bytes, choose: Choose, options: TranslationOptions) -> Answer:
    """Answer one request."""
    try:
        request = parse_request(line)
    except RequestError as error:
        return Answer(_refusal(error.id, error))
    asked = wanted(request, options)
    try:
        translator = choose(asked.target)
        start = time.perf_counter()
        translation = translator.translate(request.text, asked)
    except EngineError as error:
        return Answer(_refusal(request.id, error), isinstance(error, InferenceError))
    return Answer(translation_line(request, translation, time.perf_counter() - start))


def wanted(request: Request, options: TranslationOptions) -> TranslationOptions:
    """Return how a request is to be translated: as it says, otherwise as ``options`` do."""
    joining = options.join_lines
    if request.join_lines is not None:
        joining = "always" if request.join_lines else "never"
    return replace(options, target=request.target or options.target, join_lines=joining)


def parse_request(line: bytes) -> Request:
    """Read one request.

    Raises:
        RequestError: It is not UTF-8, not JSON, or not a request.
    """
    found = _decoded(line)
    if not isinstance(found, dict):
        raise RequestError(f"expected a JSON object, found {_kind(found)}")
    request_id = found.get("id")
    if not _can_be_echoed(request_id):
        raise RequestError("id: expected a value that is not nested so deeply")
    if "text" not in found:
        raise RequestError("text: expected a string, found nothing", request_id)
    text, target = found["text"], found.get("target")
    if not isinstance(text, str):
        raise RequestError(f"text: expected a string, found {_kind(text)}", request_id)
    if target is not None and target not in TARGETS:
        what = json.dumps(target) if isinstance(target, str) else _kind(target)
        raise RequestError(
            f"target: expected one of {', '.join(TARGETS)}, found {what}", request_id
        )
    join_lines = found.get("join_lines")
    if join_lines is not None and not isinstance(join_lines, bool):
        raise RequestError(
            f"join_lines: expected true or false, found {_kind(join_lines)}", request_id
        )
    whole, repairs = _SURROGATE.subn("\ufffd", text)
    return Request(
        id=request_id,
        text=whole,
        target=cast("Target | None", target),
        join_lines=join_lines,
        repaired=repairs > 0,
    )


def translation_line(request: Request, translation: Translation, seconds: float) -> str:
    """Write the answer to a request as one line, its line feed included.

    Args:
        request: What was asked.
        translation: What became of its text.
        seconds: How long that took.
    """
    flags: Sequence[Flag] = translation.flags
    if request.repaired and "invalid-input" not in flags:
        flags = (*flags, "invalid-input")
    return _line(
        {
            "id": request.id,
            "translation": translation.text,
            "segments": [_segment(segment) for segment in translation.segments],
            "flags": flags,
            "seconds": round(seconds, 4),
        }
    )


def _segment(translated: TranslatedSegment) -> dict[str, object]:
    span = translated.segment.span
    return {
        "source": [span.start, span.end],
        "text": translated.text,
        "flags": translated.flags,
        "confidence": round(translated.confidence, 4),
    }


def _refusal(request_id: object, error: Exception) -> str:
    return _line({"id": request_id, "error": " ".join(str(error).split())})


def _line(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match.group()):04x}", text) + "\n"


def _decoded(line: bytes) -> object:
    line = line.rstrip(b"\r\n")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RequestError(
            f"expected UTF-8, found byte 0x{line[error.start]:02x} at offset {error.start}"
        ) from error
    try:
        return cast("object", json.loads(text, parse_constant=_constant, parse_float=_finite))
    except json.JSONDecodeError as error:
        raise RequestError(
            f"expected one JSON object in a line, found at character {error.pos}: {error.msg}"
        ) from error
    except RecursionError as error:
        raise RequestError("expected a JSON object that is not nested so deeply") from error
    except ValueError as error:
        # json and int() say what is wrong with a number, in one line.
        raise RequestError(f"expected numbers of JSON, found one that is not: {error}") from error


def _constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def _finite(literal: str) -> float:
    value = float(literal)
    if not math.isfinite(value):
        raise ValueError("one is too large")
    return value


def _can_be_echoed(request_id: Any) -> bool:  # noqa: ANN401 - a JSON value
    if not isinstance(request_id, list | dict):
        return True
    try:
        # An answer nests it deeper than the request does, and is written further down the stack.
        _line([[[[[[[[request_id]]]]]]]])
    except RecursionError:
        return False
    return True


def _kind(value: object) -> str:
    return _KINDS[type(value)]
