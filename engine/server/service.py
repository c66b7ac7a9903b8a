"""A desk for asyncio: jobs are awaited, and given up when whoever awaits them is cancelled."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator

from engine.server.jobs import Answered, Desk, Event, Failed, Finished, Job


class Service:
    """Hands jobs in from an event loop.

    Args:
        desk: Where.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def events(self, job: Job) -> AsyncGenerator[Event, None]:
        """Yield what becomes of a job, its end last. To stop early gives the job up."""
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[Event] = asyncio.Queue()

        def listener(event: Event) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(queue.put_nowait, event)

        number = self._desk.submit(job, listener)
        ended = False
        try:
            while not ended:
                event = await queue.get()
                ended = isinstance(event, Finished | Failed)
                yield event
        finally:
            if not ended:
                self._desk.cancel(number)

    async def end(self, job: Job) -> Finished | Failed:
        """Wait for the end of a job."""
        async with contextlib.aclosing(self.events(job)) as events:
            async for event in events:
                if isinstance(event, Finished | Failed):
                    return event
        raise AssertionError("a job came to no end")

    def note(self, answered: Answered) -> None:
        """Count an answer."""
        self._desk.note(answered)

    async def figures(self) -> bytes:
        """Return all figures, as Prometheus reads them."""
        return await asyncio.to_thread(self._desk.figures)
