"""Reading fields of known types out of a JSON object, with one clear line when one is wrong."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeGuard

from engine.errors import PackCorrupt
from engine.records import record


@record
class Fields:
    """The fields of one JSON object.

    Every reader raises :class:`PackCorrupt`, which names the field, what it should be and what it
    is. A field that nobody asks for is ignored: newer writers may add some.

    Attributes:
        values: The object.
        path: The file it was read from, for messages.
        prefix: Where the object stands in that file, such as ``"dimensions."``.
    """

    values: Mapping[str, object]
    path: Path
    prefix: str = ""

    @classmethod
    def of(cls, value: object, path: Path, where: str = "") -> "Fields":
        """Take ``value``, which must be a JSON object, apart."""
        if not isinstance(value, dict):
            raise wrong(path, where or "the whole file", "an object", value)
        return cls(value, path, f"{where}." if where else "")

    def get(self, name: str, expected: str) -> object:
        """Return a field as it is; ``expected`` says in words what it should be."""
        if name not in self.values:
            where = f"field {self.prefix}{_shown(name)}"
            raise PackCorrupt(self.path, f"{expected} in {where}", "no such field")
        return self.values[name]

    def text(self, name: str, pattern: str = r"(?s).*\S.*", like: str = "a text") -> str:
        """Return a text that matches ``pattern`` as a whole; ``like`` is the pattern in words."""
        value = self.get(name, like)
        if not isinstance(value, str) or not re.fullmatch(pattern, value):
            raise self.fault(name, like, value)
        return value

    def integer(self, name: str, low: int, high: int | None = None) -> int:
        """Return a whole number from ``low`` to ``high``."""
        expected = f"a whole number of {low} or more"
        if high is not None:
            expected = f"a whole number from {low} to {high}"
        value = self.get(name, expected)
        if not _is_integer(value) or value < low or (high is not None and value > high):
            raise self.fault(name, expected, value)
        return value

    def number(self, name: str, low: float, high: float) -> float:
        """Return a number from ``low`` to ``high``."""
        expected = f"a number from {low:g} to {high:g}"
        value = self.get(name, expected)
        # A whole number can be too large for a float.
        if isinstance(value, float) or (_is_integer(value) and abs(value) <= 2**53):
            number = float(value)
            if low <= number <= high:
                return number
        raise self.fault(name, expected, value)

    def boolean(self, name: str) -> bool:
        """Return true or false."""
        value = self.get(name, "true or false")
        if not isinstance(value, bool):
            raise self.fault(name, "true or false", value)
        return value

    def integers(self, name: str) -> tuple[int, ...]:
        """Return a list of whole numbers, none of them negative."""
        expected = "a list of whole numbers of 0 or more"
        value = self.get(name, expected)
        if not isinstance(value, list) or not all(
            _is_integer(item) and item >= 0 for item in value
        ):
            raise self.fault(name, expected, value)
        return tuple(value)

    def fields(self, name: str) -> "Fields":
        """Return the object in a field."""
        return Fields.of(self.get(name, "an object"), self.path, f"{self.prefix}{_shown(name)}")

    def each(self) -> Iterator[str]:
        """Return the names of all fields, sorted."""
        return iter(sorted(self.values))

    def fault(self, name: str, expected: str, value: object) -> PackCorrupt:
        """Return the error for a field whose value is not what was expected."""
        return wrong(self.path, f"field {self.prefix}{_shown(name)}", expected, value)


def wrong(path: Path, where: str, expected: str, value: object) -> PackCorrupt:
    """Return the error for a value in a file that is not what was expected."""
    return PackCorrupt(path, f"{expected} in {where}", _cut(repr(value)))


def _shown(name: str) -> str:
    """Return a field's name so that it fits into one line, whatever it is."""
    return _cut(name if name.isprintable() else repr(name))


def _cut(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"


def _is_integer(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
