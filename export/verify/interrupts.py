"""Ctrl-C while a library starts."""

import contextlib
import signal
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def held_back() -> Iterator[None]:
    """Let Ctrl-C wait until the block is done.

    A KeyboardInterrupt amid the start-up code of PyTorch, which is not all Python, ends the process
    at once, and what was being made stays where it is.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
