"""Waiting for a translation, but no longer than whoever asked does, nor than is allowed."""

import asyncio
import contextlib
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from engine.server.jobs import Event, Failed, Job
from engine.server.refusals import Refusal, unavailable
from engine.server.service import Service
from engine.translation import Translation

T = TypeVar("T")


class Gone(Exception):
    """Whoever asked is gone; there is nobody to answer."""


class Unsent(Response):
    """The answer to nobody."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send nothing."""


async def done(
    request: Request, service: Service, job: Job, seconds: float
) -> tuple[Translation, ...] | bytes:
    """Have a job done and return its result.

    Args:
        request: Who asks.
        service: Who does it.
        job: What is asked.
        seconds: How long it may take.

    Raises:
        Gone: Nobody waits for it any more; the job was given up.
        Refusal: There is no room, no time, or no way to do it.
    """
    end = await while_there(request.receive, service.end(job), seconds)
    if isinstance(end, Failed):
        raise refusal_of(end)
    return end.result


async def while_there(receive: Receive, work: Awaitable[T], seconds: float) -> T:
    """Await work as long as somebody is there for it.

    Args:
        receive: Where the end of the connection is heard of.
        work: The work; cancelled if nobody is there, or when it takes too long.
        seconds: How long it may take.

    Raises:
        Gone: Nobody is there any more.
        Refusal: It took too long.
    """
    task = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(receive))
    try:
        await asyncio.wait({task, leaving}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        if leaving.done():
            raise Gone
        raise too_slow(seconds)
    finally:
        for each in (task, leaving):
            if not each.done():
                each.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await each


class EventStream(Response):
    """Server-sent events.

    Args:
        first: The first event of a job; not a failure.
        rest: The others; closed when nobody listens any more.
        write: Turns an event into its name and its data.
        seconds: How long all of it may take.
    """

    media_type = "text/event-stream"

    def __init__(
        self,
        first: Event,
        rest: AsyncGenerator[Event, None],
        write: Callable[[Event], tuple[str, object]],
        seconds: float,
    ) -> None:
        super().__init__()
        del self.headers["content-length"]
        self.headers["x-accel-buffering"] = "no"  # have nginx hand each event on at once
        self._first = first
        self._rest = rest
        self._write = write
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send the events as they come."""
        async with contextlib.aclosing(self._rest):
            with contextlib.suppress(Gone):
                await while_there(receive, self._send_all(send), self._seconds + 1)

    async def _send_all(self, send: Send) -> None:
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        await self._send(send, self._first)
        try:
            async with asyncio.timeout(self._seconds):
                async for event in self._rest:
                    await self._send(send, event)
        except TimeoutError:
            await self._send(send, Failed("busy", too_slow(self._seconds).message))
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send(self, send: Send, event: Event) -> None:
        name, data = self._write(event)
        line = json.dumps(data, ensure_ascii=False, allow_nan=False)
        body = f"event: {name}\ndata: {line}\n\n".encode()
        await send({"type": "http.response.body", "body": body, "more_body": True})


def refusal_of(failed: Failed) -> Refusal:
    """Return how a job's failure is told."""
    if failed.why in {"busy", "stopping"}:
        return unavailable(failed.message, failed.retry_after)
    return Refusal(400 if failed.why == "refused" else 500, failed.message)


def too_slow(seconds: float) -> Refusal:
    """Return the refusal of what takes too long."""
    return unavailable(f"the translation took longer than {seconds:g} seconds", 1)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
