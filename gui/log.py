"""The log: one small rotating file. What the user writes never gets into it."""

import logging
import logging.handlers
import os
import sys
import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

FILE_NAME = "yiwen.log"
_BYTES = 512 << 10
_KEPT = 2
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class _Wordless(logging.Formatter):
    """Leaves the words of exceptions out: they may quote what the user wrote."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line for ``record``."""
        # Another handler may have left its own idea of the exception there.
        words, record.exc_text = record.exc_text, None
        try:
            return super().format(record)
        finally:
            record.exc_text = words

    def formatException(self, ei: object) -> str:  # noqa: N802 - logging's name
        """Return where the exception came from."""
        error = ei[1] if isinstance(ei, tuple) else None
        return describe_error(error) if isinstance(error, BaseException) else ""


class Unforeseen(Exception):
    """An exception that nobody expected in another thread, without the frames that it held.

    Args:
        error: The exception, or what :func:`describe_error` said of it in another process.

    Attributes:
        where: Its types and places, as :func:`describe_error` gives them.
    """

    def __init__(self, error: BaseException | str) -> None:
        self.where = error if isinstance(error, str) else describe_error(error)
        super().__init__(self.where.split(maxsplit=1)[0])


def describe_error(error: BaseException) -> str:
    """Return the types and the places of an exception and its causes, without their words."""
    parts: list[str] = []
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        parts.append(f"{type(current).__qualname__} at\n{_places(current.__traceback__)}")
        hidden = current.__suppress_context__
        current = current.__cause__ or (None if hidden else current.__context__)
    return "caused by\n".join(parts).rstrip("\n")


def _places(trace: TracebackType | None) -> str:
    return "".join(
        f"  {_module(Path(frame.filename))}:{frame.lineno} in {frame.name}\n"
        for frame in traceback.extract_tb(trace)
    )


def _module(path: Path) -> str:
    # The folders above may have the user's name in them.
    return "/".join(path.parts[-2:])


def set_up(folder: Path) -> None:
    """Write warnings and errors to the log in ``folder``, and to the terminal if there is one.

    A folder that cannot be written is no reason not to start.
    """
    handlers: list[logging.Handler] = []
    # A program without a console has no standard error on Windows.
    if sys.stderr is not None:
        handlers.append(logging.StreamHandler())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            handlers.append(_file_handler(folder / FILE_NAME))
    except OSError:
        pass
    formatter = _Wordless("%(asctime)s %(levelname)s %(name)s: %(message)s")
    root = logging.getLogger()
    root.setLevel(logging.WARNING)
    for handler in handlers:
        handler.setFormatter(formatter)
        root.addHandler(handler)
    logging.captureWarnings(capture=True)
    qInstallMessageHandler(_log_qt)


def _file_handler(path: Path) -> logging.Handler:
    return logging.handlers.RotatingFileHandler(
        path, maxBytes=_BYTES, backupCount=_KEPT, encoding="utf-8", delay=True
    )


def _log_qt(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    category = getattr(context, "category", None) or "default"
    logging.getLogger(f"qt.{category}").log(_LEVELS.get(kind, logging.WARNING), "%s", message)
