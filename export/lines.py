"""Sentences to check a pack with."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from export.errors import CheckpointError

_DEV: Final = Path(__file__).resolve().parent.parent / "assets" / "eval" / "dev.tsv"
_DEV_LANGUAGES: Final = ("en", "zh-Hans")


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence and, where one is known, its reference translation."""

    source: str
    target: str | None


def read_lines(path: Path) -> list[Line]:
    """Read a UTF-8 file: a source, a tab and a reference on each line, or a source alone.

    Further columns are ignored, and so are empty lines.

    Raises:
        CheckpointError: It cannot be read, holds nothing, or a line has no source.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise CheckpointError(path, "sentences", error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise CheckpointError(path, "sentences in UTF-8", "another encoding") from error
    lines = []
    for number, row in enumerate(text.split("\n"), 1):
        source, *columns = row.split("\t")
        if source.strip():
            lines.append(Line(source, columns[0] if columns else None))
        elif row.strip():
            raise CheckpointError(path, f"a source in line {number}", "none")
    if not lines:
        raise CheckpointError(path, "sentences, one a line", "none")
    return lines


def bundled_lines(source: str, target: str) -> list[Line]:
    """Return the bundled sentences for a pair of languages.

    English and Chinese are there with references in both directions. For other pairs the sentences
    are English and have none, which still compares two programs that run the same model.
    """
    lines = read_lines(_DEV)
    if (source, target) == _DEV_LANGUAGES:
        return lines
    if source.startswith("zh"):
        known = target == _DEV_LANGUAGES[0]
        return [Line(line.target or "", line.source if known else None) for line in lines]
    return [Line(line.source, None) for line in lines]


def spread(lines: Sequence[Line], count: int) -> list[Line]:
    """Pick ``count`` of the lines, evenly spread, or all if there are fewer."""
    if count >= len(lines):
        return list(lines)
    return [lines[i * len(lines) // count] for i in range(count)]
