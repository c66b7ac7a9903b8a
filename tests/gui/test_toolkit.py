"""What we rely on the toolkit for."""

import sys

from PySide6.QtCore import QObject, Signal


class Emitter(QObject):
    happened = Signal()


def test_calls_into_qt_do_not_use_up_references(qapp):
    # PySide6 6.12.0 on Python 3.11 gives one reference to None or True too few with each call, and
    # the interpreter aborts after a few thousand of them.
    emitter = Emitter()
    before = [sys.getrefcount(value) for value in (None, True)]
    for _ in range(100):
        emitter.setObjectName("")
        emitter.happened.emit()
    after = [sys.getrefcount(value) for value in (None, True)]
    assert all(abs(x - y) < 50 for x, y in zip(before, after, strict=True))
