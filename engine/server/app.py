"""The application: what is asked for where. See the description it gives of itself at ``/docs``."""

from typing import Any, Final

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp

from engine.server.access import Gate
from engine.server.handlers import Handlers
from engine.server.metrics import CONTENT_TYPE
from engine.server.pages import add_pages
from engine.server.refusals import Refusal, broken, json_response
from engine.server.service import Service
from engine.server.settings import Settings
from engine.server.waiting import Gone, Unsent
from engine.server.wire import (
    Detected,
    DetectRequest,
    ErrorAnswer,
    FileAnswer,
    FileRequest,
    Health,
    Language,
    QueryAnswer,
    TextAnswer,
    TranslateRequest,
    body_of,
)

_REFUSALS: Final = {
    400: "What was asked makes no sense.",
    401: "The server has a key, and none was given.",
    403: "The key is wrong, or a page of another site asks.",
    408: "The request did not arrive in time.",
    413: "The request is too large.",
    415: "The request is packed in a way that is not known.",
    421: "The server was called by a name that is not its own.",
    503: "There is no room or no time; `Retry-After` says when to try again.",
}
_NO_FILE: Final = {404: "There is no such file."}

_TEXT: Final[dict[str, Any]] = {"text/plain": {"schema": {"type": "string"}}}
_EVENTS: Final[dict[str, Any]] = {
    "text/event-stream": {
        "schema": {
            "type": "object",
            "description": "`segment` for each sentence, with its `index`, its place in the text,"
            " what stands in front of it (`lead`) and its translation; `done` with the whole"
            " answer, or `error`, at the end. The data is JSON.",
            "properties": {
                "event": {"enum": ["segment", "done", "error"]},
                "data": {"type": "string"},
            },
            "required": ["event", "data"],
        }
    }
}
_BYTES: Final[dict[str, Any]] = {
    "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}
}


def create_app(service: Service, settings: Settings) -> ASGIApp:
    """Make the application.

    Args:
        service: Who translates.
        settings: What may be asked, and by whom.
    """
    app = FastAPI(
        title="Yiwen",
        summary="Translates on this machine; speaks LibreTranslate's language.",
        version=settings.about.version,
        docs_url=None,
        redoc_url=None,
        responses={code: {"model": ErrorAnswer, "description": t} for code, t in _REFUSALS.items()},
    )
    _add_routes(app, Handlers(service, settings))
    add_pages(app)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(Gone, _gone)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _broken)
    inner: ASGIApp = app
    if settings.access.origins:
        inner = CORSMiddleware(
            app,
            allow_origins=settings.access.origins,
            allow_methods=["GET", "POST"],
            allow_headers=["Authorization", "Content-Type", "X-API-Key"],
        )
    return Gate(inner, service, settings.access, settings.limits)


def _add_routes(app: FastAPI, handlers: Handlers) -> None:
    @app.post(
        "/translate",
        summary="Translate texts",
        response_model=None,
        responses={200: {"model": TextAnswer | QueryAnswer}},
        openapi_extra=body_of(TranslateRequest),
    )
    async def translate(request: Request) -> Response:
        return await handlers.translate(request)

    @app.post(
        "/translate/stream",
        summary="Translate a text and send each sentence as soon as it is there",
        response_model=None,
        responses={200: {"content": _EVENTS}},
        openapi_extra=body_of(TranslateRequest),
    )
    async def stream(request: Request) -> Response:
        return await handlers.stream(request)

    @app.post(
        "/translate_file",
        summary="Translate a document",
        response_model=None,
        responses={200: {"model": FileAnswer, "content": _BYTES}},
        openapi_extra=body_of(FileRequest, upload=True),
    )
    async def translate_file(request: Request) -> Response:
        return await handlers.translate_file(request)

    @app.get(
        "/download_file/{name}",
        summary="Fetch a translated document",
        response_model=None,
        responses={
            200: {"content": _BYTES},
            **{code: {"model": ErrorAnswer, "description": t} for code, t in _NO_FILE.items()},
        },
    )
    async def download_file(name: str) -> Response:
        return await handlers.download(name)

    @app.post(
        "/detect",
        summary="Find out which language a text is in",
        response_model=None,
        responses={200: {"model": list[Detected]}},
        openapi_extra=body_of(DetectRequest),
    )
    async def detect(request: Request) -> Response:
        return await handlers.detect(request)

    @app.get("/languages", summary="Which languages there are", response_model=list[Language])
    async def languages() -> Response:
        return json_response(handlers.languages())

    @app.get("/health", summary="Whether the server is up", response_model=Health)
    async def health() -> Response:
        return json_response(handlers.health())

    @app.get(
        "/metrics",
        summary="Figures for Prometheus",
        response_model=None,
        responses={200: {"content": _TEXT}},
    )
    async def metrics(request: Request) -> Response:
        return Response(await handlers.figures(request), media_type=CONTENT_TYPE)


async def _refused(_request: Request, error: Exception) -> Response:
    if isinstance(error, Refusal):
        return error.response()
    if isinstance(error, HTTPException):
        return Refusal(error.status_code, error.detail, error.headers).response()
    raise error


async def _broken(_request: Request, _error: Exception) -> Response:
    return broken().response()  # the gate, which is handed the error next, logs it


async def _gone(_request: Request, _error: Exception) -> Response:
    return Unsent()
