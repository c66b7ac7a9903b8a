"""Who may ask, and how much at a time: all that is decided before a request is looked into.

A web page that the user has open must not reach the server behind his back. Scripts of other pages
can post without asking first, and a name that is pointed at 127.0.0.1 makes a page's own server of
ours; so a foreign ``Origin`` and a foreign ``Host`` are refused.
"""

import asyncio
import contextlib
import hmac
import ipaddress
import logging
import time
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.server.faults import where
from engine.server.jobs import Answered
from engine.server.refusals import Refusal, broken, unavailable
from engine.server.service import Service
from engine.server.settings import Access, Limits

_LOG: Final = logging.getLogger(__name__)

_SPARE: Final = 32
"""Requests that are answered besides those that wait for translations."""

_MOST_SKIPPED: Final = 10
_PATIENCE: Final = 10.0
"""How much more than the largest request is read, and for how many seconds, to be thrown away."""

_FREE: Final = frozenset({"/health", "/metrics"})
"""What must be answered however busy the server is."""

_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}

CLOSED: Final = 499
"""Who asked did not wait for the answer; nobody is sent this."""


class Gate:
    """Lets in what may come in, and counts and closes every answer.

    Args:
        app: What answers.
        service: Where answers are counted.
        access: Who may ask.
        limits: How much.
    """

    def __init__(self, app: ASGIApp, service: Service, access: Access, limits: Limits) -> None:
        self._app = app
        self._service = service
        self._access = access
        self._limits = limits
        self._inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; see the specification of ASGI."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["method"] == "HEAD":  # what is wanted is the head of what GET would get
            scope = {**scope, "method": "GET"}
        start = time.perf_counter()
        out = _Out(send, self._reader(scope))
        body = _Body(receive, self._limits, start)
        self._inside += 1
        try:
            self._let_in(scope)
            await self._app(scope, body, out)
        except Refusal as refusal:
            await body.skip()
            await out.refuse(refusal, scope)
        except asyncio.CancelledError:  # the server ends at once
            await out.refuse(unavailable("the server is being stopped", 1), scope)
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, it is answered in one line
            _LOG.error("%s", where(error))
            await out.refuse(broken(), scope)
        finally:
            self._inside -= 1
            taken = time.perf_counter() - start
            self._service.note(Answered(_route(scope), out.status or CLOSED, taken))

    def _let_in(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not is_known_host(host, self._access.hosts):
            raise Refusal(
                421, "host: expected localhost, an address or a name that --allow-host gives"
            )
        origin = headers.get("origin")
        if origin is not None and not self._is_known_origin(origin, host):
            raise Refusal(
                403, "origin: pages of other sites may not ask, unless --allow-origin names them"
            )
        length = headers.get("content-length", "0")
        if length.isdecimal() and int(length[:20]) > self._limits.size:
            raise too_large(self._limits)
        if self._inside > self._limits.requests + _SPARE and scope["path"] not in _FREE:
            raise unavailable("too many requests at a time; try again later", 1)

    def _reader(self, scope: Scope) -> str | None:
        """Return the other site whose pages may read the answer, if one asks."""
        origin = Headers(scope=scope).get("origin")
        return origin if origin in self._access.origins else None

    def _is_known_origin(self, origin: str, host: str) -> bool:
        own = origin.lower() in {f"http://{host.lower()}", f"https://{host.lower()}"}
        return own or origin in self._access.origins


class _Body:
    """Reads a request, as far as it keeps to size and time.

    Args:
        receive: Where from.
        limits: How much, and for how long.
        start: When the request began, on the clock of ``perf_counter``.
    """

    def __init__(self, receive: Receive, limits: Limits, start: float) -> None:
        self._receive = receive
        self._limits = limits
        self._deadline = start + limits.seconds
        self._size = 0
        self._whole = False

    async def __call__(self) -> Message:
        if self._whole:
            return await self._receive()  # nothing but the end of the connection can come
        try:
            async with asyncio.timeout(self._deadline - time.perf_counter()):
                message = await self._receive()
        except TimeoutError as error:
            raise Refusal(
                408, f"the request: expected it whole within {self._limits.seconds:g} seconds"
            ) from error
        self._size += len(message.get("body", b""))
        if self._size > self._limits.size:
            raise too_large(self._limits)
        self._whole = message["type"] == "http.disconnect" or not message.get("more_body", False)
        return message

    async def skip(self) -> None:
        """Read the rest and forget it: many clients look for an answer only when all is sent."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                while not self._whole and self._size < _MOST_SKIPPED * self._limits.size:
                    message = await self._receive()
                    self._size += len(message.get("body", b""))
                    self._whole = not message.get("more_body", False)


class _Out:
    """Sends an answer, with the headers that every answer has.

    Args:
        send: Where to.
        reader: The other site whose pages may read it, refusals too.
    """

    def __init__(self, send: Send, reader: str | None) -> None:
        self._send = send
        self._reader = reader
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            if self._reader is not None:
                headers["Access-Control-Allow-Origin"] = self._reader
                headers["Access-Control-Expose-Headers"] = "Retry-After"
                if "vary" not in headers:
                    headers["Vary"] = "Origin"
        await self._send(message)

    async def refuse(self, refusal: Refusal, scope: Scope) -> None:
        """Answer with a refusal; whoever was sent the beginning of an answer is cut off."""
        if not self.status:
            await refusal.response()(scope, _nothing, self)


def is_known_host(header: str, names: tuple[str, ...]) -> bool:
    """Tell whether a ``Host`` header may stand for this server.

    An address is no name that anybody could have pointed here, so it always may.

    Args:
        header: The header, with or without a port.
        names: Names besides ``localhost``.
    """
    host = header.strip().lower()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    host = host.removesuffix(".")
    if host == "localhost" or host.endswith(".localhost"):
        return True
    return _is_address(host) or host in {name.lower() for name in names}


def check_key(access: Access, headers: Headers, given: str | None) -> None:
    """See to it that a request brings the right key along, if one is needed.

    Args:
        access: Who may ask.
        headers: The request's.
        given: The key among its fields.

    Raises:
        Refusal: It does not.
    """
    if access.api_key is None:
        return
    scheme, _, token = headers.get("authorization", "").partition(" ")
    bearer = token.strip() if scheme.lower() == "bearer" else None
    key = given or headers.get("x-api-key") or bearer
    if not key:
        raise Refusal(
            401,
            "api_key: expected the server's key, found none",
            {"WWW-Authenticate": "Bearer"},
        )
    wanted = access.api_key.encode("utf-8")
    if not hmac.compare_digest(key.encode("utf-8", "surrogatepass"), wanted):
        raise Refusal(403, "api_key: expected the server's key, found another one")


def too_large(limits: Limits) -> Refusal:
    """Return the refusal of a request that is too large."""
    return Refusal(413, f"the request: expected at most {limits.size:,} bytes, found more")


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def _route(scope: Scope) -> str:
    """Name what was asked for as the API's description does: there are only so many names."""
    return str(getattr(scope.get("route"), "path", "other"))


async def _nothing() -> Message:
    return {"type": "http.disconnect"}
