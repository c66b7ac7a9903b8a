"""What was translated before, in one file on this computer."""

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.records import record
from gui.storage import make_private, touch_private

FILE_NAME = "history.sqlite3"
_SCHEMA_VERSION = 1
_BUSY_SECONDS = 5.0
_SCHEMA = """
    CREATE TABLE IF NOT EXISTS entry (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        time REAL NOT NULL,
        source TEXT NOT NULL,
        translation TEXT NOT NULL,
        source_language TEXT NOT NULL,
        target_language TEXT NOT NULL,
        starred INTEGER NOT NULL DEFAULT 0 CHECK (starred IN (0, 1))
    );
    CREATE INDEX IF NOT EXISTS entry_time ON entry (time);
"""
_COLUMNS = "id, time, source, translation, source_language, target_language, starred"
# What a file is called, and what SQLite keeps beside it.
_SUFFIXES = ("", "-wal", "-shm")


@record(kw_only=True)
class Entry:
    """One translation.

    Attributes:
        id: Its number; 0 before it is stored.
        time: When it was made, in seconds since 1970.
        source: The text.
        translation: Its translation.
        source_language: BCP 47 tag.
        target_language: BCP 47 tag.
        starred: The user wants to keep it: the size cap passes it over.
    """

    id: int = 0
    time: float
    source: str
    translation: str
    source_language: str
    target_language: str
    starred: bool = False


class NewerHistory(Exception):
    """A newer version of this program wrote the file; it is left alone."""


class History:
    """The stored translations. For one thread at a time; other processes may use the file too.

    Every change is one transaction in a write-ahead log, so that a process that is killed leaves
    either all or nothing of it. What is deleted is overwritten.

    Args:
        path: The database file; it is made, with its folder, if it is not there.

    Raises:
        NewerHistory: A newer version of this program wrote the file.
        sqlite3.Error: The file cannot be used.
        OSError: The folder cannot be made.
    """

    def __init__(self, path: Path) -> None:
        make_private(path.parent)
        # What SQLite puts beside the file gets the permissions of the file.
        touch_private(path)
        for suffix in _SUFFIXES[1:]:
            if (beside := path.with_name(path.name + suffix)).exists():
                touch_private(beside)
        self._connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
        try:
            self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def put(self, entry: Entry, limit: int) -> int:
        """Store ``entry`` in the place of the one with its id, or of the same text; return its id.

        Beyond ``limit``, the oldest entries without a star go.
        """
        with self._change() as database:
            # The same text once more moves up instead of being there twice, and keeps its star.
            languages = entry.source_language, entry.target_language
            same = database.execute(
                "DELETE FROM entry WHERE id = ? OR (source = ? AND source_language = ? "
                "AND target_language = ?) RETURNING id, starred",
                (entry.id, entry.source, *languages),
            ).fetchall()
            starred = entry.starred or any(row[1] for row in same)
            number = entry.id if any(row[0] == entry.id for row in same) else None
            added = database.execute(
                f"INSERT INTO entry ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
                (number, entry.time, entry.source, entry.translation, *languages, starred),
            ).lastrowid
            self._shorten(database, limit)
        return added or 0

    def search(self, words: str = "", *, starred: bool = False, limit: int = 200) -> list[Entry]:
        """Return the newest entries that have every word of ``words`` in either text.

        Args:
            words: Words, or parts of some; case is ignored in English.
            starred: Only those with a star.
            limit: At most so many.
        """
        condition, patterns = _condition(words, starred=starred)
        rows = self._connection.execute(
            f"SELECT {_COLUMNS} FROM entry WHERE {condition} "  # noqa: S608
            "ORDER BY time DESC, id DESC LIMIT ?",
            (*patterns, limit),
        )
        return [_entry(row) for row in rows]

    def count(self, words: str = "", *, starred: bool = False) -> int:
        """Return how many entries a search without a limit would find."""
        condition, patterns = _condition(words, starred=starred)
        query = f"SELECT count(*) FROM entry WHERE {condition}"  # noqa: S608
        return int(self._connection.execute(query, patterns).fetchone()[0])

    def star(self, number: int, *, starred: bool) -> None:
        """Give the entry with that id a star, or take it away."""
        with self._change() as database:
            database.execute("UPDATE entry SET starred = ? WHERE id = ?", (starred, number))

    def delete(self, numbers: Iterable[int]) -> None:
        """Delete the entries with these ids."""
        with self._change() as database:
            database.executemany("DELETE FROM entry WHERE id = ?", [(each,) for each in numbers])
        self._empty_log()

    def restore(self, entries: Iterable[Entry]) -> None:
        """Put deleted entries back as they were."""
        with self._change() as database:
            database.executemany(
                f"INSERT OR IGNORE INTO entry ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
                [_row(entry) for entry in entries],
            )

    def clear(self) -> None:
        """Delete everything, and leave no trace of it in the file."""
        with self._change() as database:
            database.execute("DELETE FROM entry")
        self._connection.execute("VACUUM")
        self._empty_log()

    def __len__(self) -> int:
        return self.count()

    def _prepare(self) -> None:
        execute = self._connection.execute
        version = int(execute("PRAGMA user_version").fetchone()[0])
        if version > _SCHEMA_VERSION:
            raise NewerHistory(f"expected version {_SCHEMA_VERSION}, found {version}")
        execute("PRAGMA journal_mode = WAL")
        execute("PRAGMA synchronous = NORMAL")
        execute("PRAGMA secure_delete = ON")
        if version < _SCHEMA_VERSION:
            self._connection.executescript(_SCHEMA)
            execute(f"PRAGMA user_version = {_SCHEMA_VERSION}")

    def _empty_log(self) -> None:
        # The log would keep what was deleted until it is written over some day.
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield self._connection
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")

    @staticmethod
    def _shorten(database: sqlite3.Connection, limit: int) -> None:
        database.execute(
            "DELETE FROM entry WHERE id IN (SELECT id FROM entry WHERE NOT starred "
            "ORDER BY time DESC, id DESC LIMIT -1 OFFSET "
            "max(0, ? - (SELECT count(*) FROM entry WHERE starred)))",
            (limit,),
        )


def set_aside(path: Path) -> Path:
    """Rename a history that cannot be read, so that a new one can begin; return its new name."""
    aside = path.with_name(f"{path.name}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
    for suffix in _SUFFIXES:
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.replace(aside.with_name(aside.name + suffix))
    return aside


def delete_set_aside(path: Path) -> None:
    """Delete every history that was set aside from ``path``.

    Raises:
        OSError: One cannot be deleted.
    """
    for aside in path.parent.glob(f"{path.name}.damaged-*"):
        aside.unlink(missing_ok=True)


def sound(path: Path) -> bool:
    """Return whether SQLite finds nothing wrong with the file."""
    with closing(sqlite3.connect(path)) as connection:
        return bool(connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok")


def _condition(words: str, *, starred: bool) -> tuple[str, list[str]]:
    """Return what entries have to be to be found, and the values that it leaves open."""
    conditions = ["starred" if starred else "1"]
    patterns: list[str] = []
    for word in words.split():
        escaped = word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        conditions.append("(source LIKE ? ESCAPE '\\' OR translation LIKE ? ESCAPE '\\')")
        patterns += [f"%{escaped}%"] * 2
    return " AND ".join(conditions), patterns


def _entry(row: Sequence[object]) -> Entry:
    number, moment, source, translation, source_language, target_language, starred = row
    return Entry(
        id=int(str(number)),
        time=float(str(moment)),
        source=str(source),
        translation=str(translation),
        source_language=str(source_language),
        target_language=str(target_language),
        starred=bool(starred),
    )


def _row(entry: Entry) -> tuple[object, ...]:
    return (
        entry.id, entry.time, entry.source, entry.translation,
        entry.source_language, entry.target_language, entry.starred,
    )  # fmt: skip
