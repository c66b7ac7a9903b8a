"""Documents that are zip archives: read within bounds, written back with some members changed."""

import shutil
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import PurePosixPath
from typing import BinaryIO, Final

from engine.documents.refusals import DocumentDamaged, DocumentProtected, DocumentTooLarge
from engine.documents.sources import PROTECTED, kind_of, mebibytes
from engine.errors import InputError

_MOST_MEMBERS: Final = 20_000
_MOST_BYTES: Final = 1 << 30
_LARGEST_READ: Final = 192 << 20
"""Bytes of a member that is taken apart; its tree takes several times as much."""

_ENCRYPTED: Final = 0x1
_MIMETYPE: Final = "mimetype"


class Archive:
    """The members of a zip archive.

    Args:
        data: The archive.
        wanted: What it should be, for messages: "a Word document".

    Raises:
        DocumentProtected: Only a password opens it.
        DocumentDamaged: The archive is damaged.
        InputError: It is no archive, or would unpack to too much or to other places.
    """

    def __init__(self, data: bytes, wanted: str) -> None:
        self._wanted = wanted
        if not data.startswith(b"PK\x03\x04"):
            found = kind_of(data) or "something else"
            refusal = DocumentProtected if found == PROTECTED else InputError
            raise refusal(f"expected {wanted}, found {found}")
        try:
            self._zip = zipfile.ZipFile(BytesIO(data))
        except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError) as error:
            raise DocumentDamaged(f"expected {wanted}, found a damaged zip archive") from error
        self._members = {each.filename: each for each in self._zip.infolist()}
        self._kind = kind_of(data)
        self._refuse_unsafe()

    def __contains__(self, name: str) -> bool:
        return name in self._members

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def refused(self) -> DocumentDamaged:
        """Return what is wrong with an archive that is another one than it should be."""
        kind = self._kind if self._kind != self._wanted else "one without its main part"
        return DocumentDamaged(f"expected {self._wanted}, found {kind}")

    def read(self, name: str) -> bytes:
        """Return a member.

        Raises:
            InputError: It is not there, is damaged, or is too large.
        """
        member = self._members.get(name)
        if member is None:
            raise DocumentDamaged(f"expected {self._wanted}, found an archive without {name}")
        if member.file_size > _LARGEST_READ:
            raise DocumentTooLarge(
                f"expected at most {mebibytes(_LARGEST_READ)} of {name},"
                f" found {mebibytes(member.file_size)}"
            )
        try:
            return self._zip.read(member)
        except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, zlib.error) as error:
            raise DocumentDamaged(f"expected {self._wanted}, found damaged: {name}") from error

    def write(self, file: BinaryIO, changed: Mapping[str, bytes]) -> None:
        """Write the archive again, in the same order and with the same dates.

        A member called ``mimetype`` comes first, as it is, so that programs see what the file is.

        Args:
            file: Where to.
            changed: Members that are other than they were.

        Raises:
            InputError: A member is damaged.
            OSError: It cannot be written.
        """
        with zipfile.ZipFile(file, "w") as made:
            made.comment = self._zip.comment
            for name in sorted(self._members, key=lambda each: each != _MIMETYPE):
                member = self._members[name]
                info = zipfile.ZipInfo(name, member.date_time)
                stored = name == _MIMETYPE or member.is_dir()
                info.compress_type = zipfile.ZIP_STORED if stored else member.compress_type
                info.external_attr = member.external_attr
                info.create_system = member.create_system
                info.comment = member.comment
                if name in changed:
                    made.writestr(info, changed[name])
                else:
                    self._copy(member, info, made)

    def _copy(self, member: zipfile.ZipInfo, info: zipfile.ZipInfo, made: zipfile.ZipFile) -> None:
        info.file_size = member.file_size
        with made.open(info, "w") as target:
            try:
                with self._zip.open(member) as source:
                    shutil.copyfileobj(source, target, 1 << 20)
            except (zipfile.BadZipFile, NotImplementedError, EOFError, zlib.error) as error:
                raise DocumentDamaged(
                    f"expected {self._wanted}, found damaged: {member.filename}"
                ) from error

    def _refuse_unsafe(self) -> None:
        members = self._zip.infolist()
        if len(members) > _MOST_MEMBERS:
            raise DocumentTooLarge(
                f"expected at most {_MOST_MEMBERS} files in the archive, found {len(members)}"
            )
        total = sum(each.file_size for each in members)
        if total > _MOST_BYTES:
            raise DocumentTooLarge(
                f"expected at most {mebibytes(_MOST_BYTES)} unpacked, found {mebibytes(total)}"
            )
        if len(self._members) < len(members):
            raise DocumentDamaged(
                f"expected {self._wanted}, found two files of one name in the archive"
            )
        for each in members:
            if each.flag_bits & _ENCRYPTED:
                raise DocumentProtected(
                    f"expected {self._wanted}, found one protected by a password"
                )
            if not _is_inside(each.filename):
                raise DocumentDamaged(
                    f"expected {self._wanted}, found a file that leads out of the archive:"
                    f" {each.filename!r}"
                )


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return not (path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name[:2])
