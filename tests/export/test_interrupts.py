"""Ctrl-C while a library starts: it waits, and is not lost."""

import signal
import threading

import pytest

from export.verify.interrupts import held_back


def interrupted(action):
    """Press Ctrl-C amid a block that goes on with ``action``."""
    with held_back():
        signal.raise_signal(signal.SIGINT)
        action()


def test_it_waits_until_the_block_is_done():
    done = []
    with pytest.raises(KeyboardInterrupt):
        interrupted(lambda: done.append("all of it"))
    assert done == ["all of it"]


def test_a_failure_of_the_block_is_what_is_raised():
    def fail():
        raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        interrupted(fail)


def test_the_handler_from_before_is_back():
    before = signal.getsignal(signal.SIGINT)
    with held_back():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_in_another_thread_nothing_is_held_back():
    before, seen = signal.getsignal(signal.SIGINT), []

    def work():
        with held_back():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]
