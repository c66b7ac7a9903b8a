"""Faults of the program itself, told without a word of anybody's text."""

import logging
import sys
import traceback
from pathlib import Path


def where(error: BaseException) -> str:
    """Name an error and the line it came from; its message, which may quote a text, stays out."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "nowhere"
    return f"internal error ({type(error).__name__}, {place})"


def log_to_standard_error() -> None:
    """Have the server's log written as the program's other messages are."""
    logging.basicConfig(format="yiwen: %(message)s", level=logging.WARNING, stream=sys.stderr)
