"""The list of documents that are not finished, kept for the next start."""

import contextlib
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar, get_args

from engine.types import Joining, Target
from gui.document_jobs import BILINGUAL, DocumentJob, DocumentManner
from gui.settings import CHINESE_TARGETS
from gui.storage import make_private, touch_private

_Choice = TypeVar("_Choice")
_TARGETS: tuple[Target | None, ...] = (None, *CHINESE_TARGETS)  # type: ignore[assignment]
_JOINING: tuple[Joining, ...] = get_args(Joining)


def save_jobs(path: Path, jobs: Sequence[DocumentJob]) -> None:
    """Keep jobs, for their user only; where there are none, no file is left.

    Raises:
        OSError: The file cannot be written; what was kept before stays.
    """
    if not jobs:
        path.unlink(missing_ok=True)
        return
    make_private(path.parent)
    part = path.with_name(f"{path.name}.part")
    touch_private(part)
    with part.open("w", encoding="utf-8") as file:
        json.dump([_written(job) for job in jobs], file, ensure_ascii=True, indent=1)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def load_jobs(path: Path) -> list[DocumentJob]:
    """Return the jobs that were kept; what cannot be read is left out."""
    found: list[DocumentJob] = []
    try:
        records = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return found
    for record in records if isinstance(records, list) else ():
        with contextlib.suppress(KeyError, TypeError, ValueError):
            found.append(_read(record))
    return found


def _written(job: DocumentJob) -> dict[str, object]:
    manner = job.manner
    return {
        "source": str(job.source),
        "result": str(job.result),
        "overwrite": job.overwrite,
        "pack": manner.pack,
        "language": manner.language,
        "target": manner.target,
        "beam_size": manner.beam_size,
        "join_lines": manner.join_lines,
        "bilingual": manner.bilingual,
    }


def _read(record: dict[str, object]) -> DocumentJob:
    """Make a job of what was kept of it.

    Raises:
        KeyError: Something is missing.
        TypeError: It is no record at all.
        ValueError: Something is not what it should be.
    """
    beam_size = record["beam_size"]
    if beam_size is not None and not (isinstance(beam_size, int) and 1 <= beam_size <= 64):
        raise ValueError("expected the size of a beam")
    manner = DocumentManner(
        pack=_text(record["pack"]),
        language=_text(record["language"]),
        target=_one_of(record["target"], _TARGETS),
        beam_size=beam_size,
        join_lines=_one_of(record["join_lines"], _JOINING),
        bilingual=_one_of(record["bilingual"], BILINGUAL),
    )
    return DocumentJob(
        source=Path(_text(record["source"])),
        result=Path(_text(record["result"])),
        manner=manner,
        overwrite=record["overwrite"] is True,
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("expected a text")  # noqa: TRY004 - of a file's content
    return value


def _one_of(value: object, allowed: Sequence[_Choice]) -> _Choice:
    for each in allowed:
        if each == value:
            return each
    raise ValueError("expected one of a few words")
