"""What the hub's client needs to transfer files: a way through a proxy, and a bar that it moves."""

import contextlib
import io
import os
from collections.abc import Callable, Iterator
from typing import Any, Final

from tqdm.asyncio import tqdm_asyncio

_PROXIES: Final = ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")


@contextlib.contextmanager
def through(proxy: str | None) -> Iterator[None]:
    """Let the hub's client and its helpers, each of which reads the environment, use a proxy."""
    if proxy is None:
        yield
        return
    from huggingface_hub import close_session  # noqa: PLC0415 - slow to load

    before = {name: os.environ.get(name) for name in _PROXIES}
    os.environ.update(dict.fromkeys(_PROXIES, proxy))
    close_session()  # one that is open goes another way
    try:
        yield
    finally:
        close_session()
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def progress_bar(
    on_progress: Callable[[int, int], None], before: int, total: int
) -> "type[tqdm_asyncio[Any]]":
    """Make the class of bar that the hub's client wants, one that reports instead of drawing.

    Args:
        on_progress: Told the bytes that are there and the bytes of the whole.
        before: Bytes of the whole that are there already, before the file the bar is for.
        total: Bytes of the whole.
    """

    class Reporter(tqdm_asyncio):  # type: ignore[type-arg]  # generic in its type stubs only
        def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 (tqdm's own)
            kwargs.pop("name", None)
            super().__init__(*args, **(kwargs | {"file": io.StringIO(), "disable": False}))

        def update(self, n: float | None = 1) -> bool | None:
            drawn = super().update(n)
            # A file that a server sends from its beginning again counts back; nobody is told.
            if n is not None and n > 0:
                on_progress(before + int(self.n), total)
            return drawn

        def display(self, *_: object, **__: object) -> None:
            """Draw nothing."""

    return Reporter
