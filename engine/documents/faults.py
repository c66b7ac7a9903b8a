"""Whatever goes wrong with a document, as one line that names it."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from engine.documents.format import Format
from engine.documents.refusals import DocumentDamaged, DocumentTooLarge
from engine.documents.results import ResultFailed
from engine.errors import Cancelled, EngineError, InputError


@contextlib.contextmanager
def reading(path: Path, form: Format) -> Iterator[None]:
    """Name the document in what goes wrong while it is read; libraries raise errors of any kind.

    Raises:
        InputError: Something did; of the type that the format chose.
        DocumentTooLarge: There is not enough memory.
        DocumentDamaged: The library broke down.
    """
    try:
        yield
    except InputError as error:
        raise type(error)(f"{path}: {error}") from error
    except (EngineError, Cancelled):
        raise
    except (MemoryError, RecursionError) as error:
        raise DocumentTooLarge(f"{path}: expected {form.name} that fits into memory") from error
    except Exception as error:
        raise DocumentDamaged(
            f"{path}: expected {form.name}, found a damaged one ({type(error).__name__})"
        ) from error


@contextlib.contextmanager
def writing(path: Path, form: Format) -> Iterator[None]:
    """Do likewise while it is written; an ``OSError`` is the result's fault, and passes.

    Raises:
        InputError: The format refused.
        ResultFailed: The library behind it broke down.
    """
    try:
        yield
    except InputError as error:
        raise type(error)(f"{path}: {error}") from error
    except (EngineError, Cancelled, OSError):
        raise
    except Exception as error:
        raise ResultFailed(
            f"{path}: {form.name} that cannot be written back ({type(error).__name__})"
        ) from error
