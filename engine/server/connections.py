"""Connections that are closed when the head of a request does not come."""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class Connection(H11Protocol):
    """A connection that waits for the head of a request as long as it may be idle, and no longer.

    By itself it would wait for ever for a first request and for the rest of a head, and whoever
    opened enough of them would have the server to himself.
    """

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take what came, and wait for the rest of a head."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._calm()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._calm()
        elif self._late is None:
            self._late = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )

    def _calm(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
