"""What each route does: read what is asked, have it done, answer."""

import asyncio
from pathlib import Path, PurePath
from typing import cast
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from engine.server.access import check_key
from engine.server.answers import piece_answer, query_answer, text_answer
from engine.server.bodies import Fields, read_fields
from engine.server.detection import detect
from engine.server.downloads import Downloads
from engine.server.jobs import Event, Failed, FileJob, Finished, Piece, TextJob
from engine.server.languages import AUTO, is_language, listing, target_of
from engine.server.refusals import Refusal, json_response
from engine.server.service import Service
from engine.server.settings import Settings
from engine.server.waiting import EventStream, done, refusal_of, while_there
from engine.server.wire import DetectRequest, FileRequest, TranslateRequest
from engine.translation import Translation
from engine.types import Target, TranslationOptions


class Handlers:
    """The work behind the routes.

    Args:
        service: Who translates.
        settings: What may be asked, and by whom.
    """

    def __init__(self, service: Service, settings: Settings) -> None:
        self._service = service
        self._about = settings.about
        self._limits = settings.limits
        self._access = settings.access
        self._downloads = Downloads(Path(settings.downloads))

    async def translate(self, request: Request) -> Response:
        """Translate texts."""
        wanted = TranslateRequest.of(await self._fields(request))
        job = self._job(wanted)
        result = await done(request, self._service, job, self._limits.seconds)
        translations = cast("tuple[Translation, ...]", result)
        if wanted.text is not None:
            answer = text_answer(wanted, translations[0])
        else:
            answer = query_answer(wanted, translations)
        if wanted.source == AUTO and wanted.q is not None:
            found = await asyncio.to_thread(self._detected, job.texts)
            answer["detectedLanguage"] = found if isinstance(wanted.q, list) else found[0]
        return json_response(answer)

    async def stream(self, request: Request) -> Response:
        """Translate a text and send each sentence as soon as it is there."""
        wanted = TranslateRequest.of(await self._fields(request))
        if isinstance(wanted.q, list):
            raise Refusal(400, "q: expected a string, found an array; streams take one text")
        job = self._job(wanted, eager=True)
        events = self._service.events(job)
        try:
            first = await while_there(request.receive, anext(events), self._limits.seconds)
        except BaseException:
            await events.aclose()
            raise
        if isinstance(first, Failed):
            await events.aclose()
            raise refusal_of(first)

        def write(event: Event) -> tuple[str, object]:
            return _event(wanted, event)

        return EventStream(first, events, write, self._limits.seconds)

    async def translate_file(self, request: Request) -> Response:
        """Translate a document."""
        fields = await self._fields(request)
        wanted = FileRequest.of(fields)
        upload = fields.files.get("file")
        if upload is None:
            raise Refusal(400, "file: expected an uploaded file, found none")
        options = TranslationOptions(target=self._target(wanted.source, wanted.target))
        name = PurePath(upload.name.replace("\\", "/")).name
        if not name:
            raise Refusal(400, "file: expected a file with a name, found one without")
        job = FileJob(name=name, data=upload.data, options=options)
        data = cast("bytes", await done(request, self._service, job, self._limits.seconds))
        if wanted.inline:
            return _attachment(data, name)
        kept = await asyncio.to_thread(self._downloads.put, data, PurePath(name).suffix)
        return json_response(
            {"translatedFileUrl": str(request.url_for("download_file", name=kept))}
        )

    async def download(self, name: str) -> Response:
        """Hand out a translated document."""
        return _attachment(await asyncio.to_thread(self._downloads.get, name), name)

    async def detect(self, request: Request) -> Response:
        """Find out which language a text is in."""
        wanted = DetectRequest.of(await self._fields(request))
        self._check_texts("q", (wanted.q,))
        if not wanted.q:
            raise Refusal(400, "q: expected a text, found an empty one")
        return json_response(await asyncio.to_thread(self._detected, (wanted.q,)))

    def languages(self) -> list[dict[str, object]]:
        """Return which languages there are."""
        return list(listing(self._about.source, self._about.native, self._about.targets))

    def health(self) -> dict[str, object]:
        """Return that all is well."""
        return {"status": "ok", "version": self._about.version, "pack": self._about.pack}

    async def figures(self, request: Request) -> bytes:
        """Return the figures."""
        check_key(self._access, request.headers, request.query_params.get("api_key"))
        return await self._service.figures()

    async def _fields(self, request: Request) -> Fields:
        """Read what is asked, and see to it that whoever asks may."""
        fields = await read_fields(request)
        key = fields.values.get("api_key")
        check_key(self._access, request.headers, key if isinstance(key, str) else None)
        return fields

    def _job(self, wanted: TranslateRequest, *, eager: bool = False) -> TextJob:
        if (wanted.text is None) == (wanted.q is None):
            found = "neither" if wanted.q is None else "both"
            raise Refusal(400, f"the request: expected either text or q, found {found}")
        texts = wanted.q if wanted.text is None else wanted.text
        several = tuple(texts) if isinstance(texts, list) else (texts or "",)
        self._check_texts("q" if wanted.text is None else "text", several)
        if not any(several):
            name = "q" if wanted.text is None else "text"
            raise Refusal(400, f"{name}: expected a text, found an empty one")
        if wanted.alternatives > self._limits.alternatives:
            raise Refusal(
                400,
                f"alternatives: expected at most {self._limits.alternatives},"
                f" found {str(wanted.alternatives)[:20]}",
            )
        return TextJob(
            texts=several,
            options=TranslationOptions(
                target=self._target(wanted.source, wanted.target), n_best=1 + wanted.alternatives
            ),
            html=wanted.format == "html",
            eager=eager,
        )

    def _check_texts(self, name: str, texts: tuple[str, ...]) -> None:
        limits = self._limits
        if len(texts) > limits.texts:
            raise Refusal(
                413, f"{name}: expected at most {limits.texts:,} texts, found {len(texts):,}"
            )
        if (size := sum(map(len, texts))) > limits.characters:
            raise Refusal(
                413, f"{name}: expected at most {limits.characters:,} characters, found {size:,}"
            )

    def _target(self, source: str, target: str | None) -> Target | None:
        about = self._about
        if source != AUTO and not is_language(source, about.source):
            raise Refusal(400, f"source: expected {about.source} or auto, found {_shown(source)}")
        if target is None:
            return None
        found = target_of(target)
        if found not in about.targets:
            raise Refusal(
                400, f"target: expected one of {', '.join(about.targets)}, found {_shown(target)}"
            )
        return found

    def _detected(self, texts: tuple[str, ...]) -> list[dict[str, object]]:
        found = (detect(text, self._about.source) for text in texts)
        return [{"language": language, "confidence": sure} for language, sure in found]


def _event(wanted: TranslateRequest, event: Event) -> tuple[str, object]:
    """Return the name and the data of a server-sent event."""
    if isinstance(event, Piece):
        return "segment", piece_answer(wanted, event)
    if isinstance(event, Finished):
        translations = cast("tuple[Translation, ...]", event.result)
        return "done", text_answer(wanted, translations[0])
    return "error", {"error": " ".join(event.message.split())}


def _attachment(data: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}"}
    return Response(data, headers=headers, media_type="application/octet-stream")


def _shown(code: str) -> str:
    return repr(code if len(code) <= 20 else f"{code[:20]}…")
