"""What a job has done so far, on the disk: a killed one goes on from there.

A journal is an SQLite database in write-ahead mode: each of its records carries a checksum, and
what was torn by a power failure is left out when it is opened again. It also is the job's memory,
so that the memory of the process does not grow with the document. It holds the user's text: only
its user can read it, and it is deleted with the job.
"""

import contextlib
import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final, cast

from engine.documents.results import ResultFailed
from engine.errors import EngineError
from engine.records import record
from engine.types import Flag

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS sentence (
    key BLOB PRIMARY KEY, source TEXT NOT NULL, size INTEGER NOT NULL, times INTEGER NOT NULL,
    text TEXT, flags TEXT, confidence REAL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS waiting ON sentence (size DESC, key) WHERE text IS NULL;
CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
_OLDEST: Final = 30 * 24 * 3600
"""Seconds after which nobody will go on with a job."""

RESULT: Final = "result"
"""The fact that names the file a job is to make."""

_SIDE_FILES: Final = ("", "-wal", "-shm", "-journal")


class JobBusy(EngineError):
    """Another process is at the same job."""


@record
class Done:
    """A sentence that was translated.

    Attributes:
        text: What became of it, tags and all.
        flags: What a reader should check.
        confidence: From 0 to 1.
    """

    text: str
    flags: tuple[Flag, ...] = ()
    confidence: float = 1.0


@record
class Totals:
    """How far a job is: sentences as often as they occur, and characters of different ones."""

    sentences: int
    done: int
    characters_left: int


class Journal:
    """The journal of one job. Not for several threads.

    Args:
        path: The database; one that cannot be made is replaced by a temporary one, which ends
            with the process.

    Raises:
        JobBusy: Another process has it open.
    """

    def __init__(self, path: Path) -> None:
        self._path: Path | None = path
        # Counting anew after each batch would take time with the square of a document's length.
        self._totals: Totals | None = None
        self._times: dict[str, int] = {}
        try:
            self._database = _opened(path)
        except (OSError, sqlite3.OperationalError) as error:
            if _is_busy(error):
                raise JobBusy("is being translated already, by another process") from None
            self._path = None
            self._database = _connected("")
        except sqlite3.DatabaseError:  # damaged: what it knew is worked out again
            _delete(path)
            self._database = _opened(path)

    @property
    def lasting(self) -> bool:
        """Whether a killed job could go on with it."""
        return self._path is not None

    @property
    def planned(self) -> bool:
        """Whether it knows what is to be translated."""
        return self.fact("planned") is not None

    def fact(self, name: str) -> str | None:
        """Return what was noted under a name."""
        row = self._database.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def note(self, name: str, value: str) -> None:
        """Note something, for good."""
        with self._writing() as database:
            database.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (name, value))

    def plan(self, sentences: Iterable[str]) -> None:
        """Take down what is to be translated, all or nothing.

        Args:
            sentences: In the order of the document, as often as they occur.
        """
        self._totals = None
        with self._writing() as database:
            database.execute("DELETE FROM sentence")
            database.executemany(
                "INSERT INTO sentence (key, source, size, times) VALUES (?, ?, ?, 1)"
                " ON CONFLICT (key) DO UPDATE SET times = times + 1",
                ((_key(each), each, len(each)) for each in sentences),
            )
            database.execute("INSERT OR REPLACE INTO fact VALUES ('planned', '1')")

    def waiting(self, count: int) -> list[str]:
        """Return sentences that are still to be translated, of like length, the longest first."""
        rows = self._database.execute(
            "SELECT source, times FROM sentence WHERE text IS NULL ORDER BY size DESC, key LIMIT ?",
            (count,),
        )
        self._times = dict(rows.fetchall())
        return list(self._times)

    def keep(self, made: Iterable[tuple[str, Done]]) -> None:
        """Keep what became of sentences that :meth:`waiting` returned last, for good."""
        kept, before = list(made), self.totals()
        with self._writing() as database:
            database.executemany(
                "UPDATE sentence SET text = ?, flags = ?, confidence = ? WHERE key = ?",
                (
                    (done.text, json.dumps(done.flags), done.confidence, _key(source))
                    for source, done in kept
                ),
            )
        sentences = [source for source, _ in kept]
        self._totals = replace(
            before,
            done=before.done + sum(self._times[each] for each in sentences),
            characters_left=before.characters_left - sum(map(len, sentences)),
        )

    def done(self, source: str) -> Done:
        """Return what became of a sentence.

        Raises:
            KeyError: It was not translated yet.
        """
        row = self._database.execute(
            "SELECT text, flags, confidence FROM sentence WHERE key = ?", (_key(source),)
        ).fetchone()
        if row is None or row[0] is None:
            raise KeyError(_key(source).hex())
        flags = cast("list[Flag]", json.loads(row[1]))
        return Done(row[0], tuple(flags), row[2])

    def totals(self) -> Totals:
        """Count what is done and what is left."""
        if self._totals is not None:
            return self._totals
        row = self._database.execute(
            "SELECT total(times), total(CASE WHEN text IS NULL THEN 0 ELSE times END),"
            " total(CASE WHEN text IS NULL THEN size ELSE 0 END) FROM sentence"
        ).fetchone()
        self._totals = Totals(*map(int, row))
        return self._totals

    def close(self, *, delete: bool) -> None:
        """Let go of the journal.

        Args:
            delete: The job is over, one way or the other; one that knows nothing yet goes, too.
        """
        with contextlib.suppress(sqlite3.Error):
            delete = delete or not self.planned
        self._database.close()
        if delete and self._path is not None:
            _delete(self._path)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Make changes that are kept all together, and safely, or not at all."""
        try:
            self._database.execute("BEGIN IMMEDIATE")
            with self._database:
                yield self._database
        except sqlite3.OperationalError as error:
            raise ResultFailed(f"{self._path}: cannot be written: {error}") from error


def prune(folder: Path) -> None:
    """Delete the journals of jobs that nobody went on with for a month."""
    with contextlib.suppress(OSError):
        for path in folder.glob("*.job"):
            if time.time() - path.stat().st_mtime > _OLDEST:
                _delete(path)


def discard(folder: Path, result: str) -> None:
    """Delete the journals of jobs that were to make a file; one that is at work keeps its own."""
    for path in folder.glob("*.job"):
        with contextlib.suppress(OSError, sqlite3.Error, EngineError):
            journal = Journal(path)
            journal.close(delete=journal.fact(RESULT) == result)


def _key(sentence: str) -> bytes:
    return hashlib.sha256(sentence.encode("utf-8", "surrogatepass")).digest()


def _opened(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # The files that SQLite puts beside it get the same permissions.
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    return _connected(str(path))


def _connected(name: str) -> sqlite3.Connection:
    # Pausing a job in a window may let another thread go on with it; never two at once.
    database = sqlite3.connect(name, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.executescript(_SCHEMA)
    except BaseException:
        database.close()
        raise
    return database


def _is_busy(error: Exception) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    return code in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def _delete(path: Path) -> None:
    for ending in _SIDE_FILES:
        with contextlib.suppress(OSError):
            path.with_name(path.name + ending).unlink(missing_ok=True)
