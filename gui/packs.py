"""The packs that one can choose from, as the window shows them."""

from collections.abc import Sequence
from typing import Protocol

from engine.records import record
from gui.worker import LoadedTranslator


@record
class PackEntry:
    """A pack on this machine.

    Attributes:
        name: What to load it by.
        source_language: BCP 47 tag of the language it reads; empty for a damaged pack.
        target_language: BCP 47 tag of the language it writes; empty for a damaged pack.
    """

    name: str
    source_language: str
    target_language: str

    @property
    def sound(self) -> bool:
        """Whether it says what it is; its files are checked only when it is loaded."""
        return bool(self.source_language and self.target_language)


class PackLibrary(Protocol):
    """Where packs come from; both functions are called in the worker thread."""

    def entries(self) -> Sequence[PackEntry]:
        """Return the packs there are, those to choose for their direction first."""
        ...

    def load(self, name: str) -> LoadedTranslator:
        """Load a pack.

        Raises:
            PackError: It is missing, damaged or cannot be used.
            InferenceError: Its graphs cannot be loaded.
        """
        ...


class InstalledPacks:
    """The packs in the program's folder and in the user's.

    Args:
        threads: Processor cores to use; 0 lets the engine choose.
    """

    def __init__(self, threads: int = 0) -> None:
        self._threads = threads

    def entries(self) -> Sequence[PackEntry]:
        """Return the packs there are, those that are the default for their direction first."""
        from engine.pack import default_pack, installed_packs  # noqa: PLC0415 - not before the window is up

        first, others = list[PackEntry](), list[PackEntry]()
        for pack in installed_packs():
            pair = pack.languages
            if pair is None:
                others.append(PackEntry(pack.name, "", ""))
                continue
            chosen = default_pack(*pair)
            is_chosen = chosen is not None and chosen.name == pack.name
            (first if is_chosen else others).append(PackEntry(pack.name, *pair))
        return [*first, *others]

    def load(self, name: str) -> LoadedTranslator:
        """Load a pack; see ``PackLibrary``."""
        from engine.pack import find_pack  # noqa: PLC0415 - as above
        from engine.translator import Translator  # noqa: PLC0415

        return Translator.load(find_pack(name), threads=self._threads)


def primary(tag: str) -> str:
    """Return the language of a BCP 47 tag without script and region."""
    return tag.lower().split("-")[0]


def same_language(first: str, second: str) -> bool:
    """Tell whether two tags name one language, whatever its script and region."""
    return primary(first) == primary(second)


def find_pair(entries: Sequence[PackEntry], source: str, target: str) -> PackEntry | None:
    """Return the first sound pack from one language to another, if there is one."""
    for entry in entries:
        if (
            entry.sound
            and same_language(entry.source_language, source)
            and same_language(entry.target_language, target)
        ):
            return entry
    return None
