"""What the window remembers between two starts."""

import logging
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar, overload

from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

_LOG = logging.getLogger(__name__)
_Value = TypeVar("_Value", bound=bool | int | str)

FONT_SIZE = 16
FONT_SIZE_MIN = 10
FONT_SIZE_MAX = 40
COLOUR_SCHEMES = ("system", "light", "dark")
INTERFACE_LANGUAGES = ("", "en", "zh_CN")
"""What the interface may speak; nothing stands for the system's language."""
HISTORY_LIMITS = (10, 100_000)
CLIPBOARD_LIMITS = (100, 100_000)
THREADS_MAX = 64
QUALITIES = ("fast", "balanced", "best")
CHINESE_TARGETS = ("zh-Hans", "zh-TW", "zh-HK")
"""The ways of writing Chinese that the window offers; any pack that writes one writes them all."""
DOCUMENT_LAYOUTS = ("none", "inline", "page")
_SHARE_MIN, _SHARE_MAX = 0.1, 0.9


class Setting(Generic[_Value]):
    """One value among the settings, as an attribute of theirs.

    Args:
        key: Its name in the store.
        default: Its value as long as there is no other.
        read: Makes a value of what the store holds, or ``None`` of what cannot be one.
        limit: Returns the nearest value that is allowed.
    """

    def __init__(
        self,
        key: str,
        default: _Value,
        read: Callable[[object], _Value | None],
        limit: Callable[[_Value], _Value] = lambda value: value,
    ) -> None:
        self.key = key
        self.default = default
        self.read = read
        self._limit = limit
        self._name = key

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, settings: None, owner: type) -> "Setting[_Value]": ...

    @overload
    def __get__(self, settings: "Settings", owner: type) -> _Value: ...

    def __get__(self, settings: "Settings | None", owner: type) -> "_Value | Setting[_Value]":
        if settings is None:
            return self
        value = self.read(settings.store.value(self.key))
        return self.default if value is None else value

    def __set__(self, settings: "Settings", value: _Value) -> None:
        value = self._limit(value)
        if value != self.__get__(settings, Settings):
            settings.store.setValue(self.key, value)
            settings.tell(self._name)


def _number(value: object) -> float | None:
    # An ini file hands back strings, the native stores numbers.
    if not isinstance(value, str | int | float):
        return None
    try:
        return float(value)
    except ValueError:
        return None


def whole_number(key: str, default: int, low: int, high: int) -> Setting[int]:
    """Return a setting for a whole number; what is set outside its range is moved into it."""

    def read(value: object) -> int | None:
        number = _number(value)
        return round(number) if number is not None and low <= number <= high else None

    return Setting(key, default, read, lambda value: min(max(value, low), high))


def switch(key: str, *, default: bool) -> Setting[bool]:
    """Return a setting that is on or off."""
    words = {"true": True, "1": True, "false": False, "0": False}
    return Setting(key, default, lambda value: words.get(str(value).lower()))


def choice(key: str, default: str, allowed: tuple[str, ...]) -> Setting[str]:
    """Return a setting for one of several words; another word that is set counts as the default."""
    return Setting(
        key,
        default,
        lambda value: value if isinstance(value, str) and value in allowed else None,
        lambda value: value if value in allowed else default,
    )


def _name(value: object) -> str | None:
    return value if isinstance(value, str) else None


class Settings(QObject):
    """Typed access to the stored settings.

    A value that is missing, of the wrong type or out of range reads as its default; the others
    are not affected. Unreadable ones are removed from the store at the start, one by one.

    Args:
        store: Where the values are kept; taken over.
        parent: The owner.

    Attributes:
        store: Where the values are kept.
        font_size: Size of the text in the panes, in pixels.
        interface_language: A locale of :data:`INTERFACE_LANGUAGES`.
        colour_scheme: One of :data:`COLOUR_SCHEMES`.
        translate_while_typing: Without it, one has to ask for each translation.
        join_lines: The lines of paragraphs that are surely wrapped are translated as one.
        history: Translations are kept.
        history_limit: How many of them.
        watch_clipboard: Whatever is copied elsewhere is translated.
        clipboard_limit: Longest text in characters that is taken from the clipboard unasked.
        copy_result: The translation of a text from the clipboard goes back there.
        close_to_tray: Closing the window leaves the program in the tray.
        quality: One of :data:`QUALITIES`.
        target: How Chinese is written, one of :data:`CHINESE_TARGETS`.
        pack: Name of the pack to translate with; nothing stands for the program's own.
        documents_bilingual: Where the source is in translated documents, one of
            :data:`DOCUMENT_LAYOUTS`.
        documents_folder: Where those go; nothing stands for the folder of the original.
        proxy: Address of the proxy for downloads; nothing stands for the system's.
        threads: Processor cores that the engine uses; 0 lets it choose. Counts from the next start.

    Signals:
        changed(str): The attribute of that name changed.
        font_size_changed(int): The size of the text in the panes changed.
    """

    changed = Signal(str)
    font_size_changed = Signal(int)

    font_size = whole_number("text/font_size", FONT_SIZE, FONT_SIZE_MIN, FONT_SIZE_MAX)
    interface_language = choice("interface/language", "", INTERFACE_LANGUAGES)
    colour_scheme = choice("interface/colours", "system", COLOUR_SCHEMES)
    translate_while_typing = switch("translation/while_typing", default=True)
    join_lines = switch("translation/join_lines", default=True)
    history = switch("history/enabled", default=True)
    history_limit = whole_number("history/limit", 1000, *HISTORY_LIMITS)
    watch_clipboard = switch("clipboard/watch", default=False)
    clipboard_limit = whole_number("clipboard/limit", 5000, *CLIPBOARD_LIMITS)
    copy_result = switch("clipboard/copy_result", default=False)
    close_to_tray = switch("window/close_to_tray", default=False)
    quality = choice("translation/quality", "balanced", QUALITIES)
    target = choice("translation/target", "zh-Hans", CHINESE_TARGETS)
    pack = Setting("translation/pack", "", _name)
    documents_bilingual = choice("documents/layout", "none", DOCUMENT_LAYOUTS)
    documents_folder = Setting("documents/folder", "", _name)
    proxy = Setting("network/proxy", "", _name, str.strip)
    threads = whole_number("engine/threads", 0, 0, THREADS_MAX)

    def __init__(self, store: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.store = store
        store.setParent(self)
        self._forget_unreadable()

    def tell(self, name: str) -> None:
        """Emit the signals for a change of the attribute ``name``."""
        self.changed.emit(name)
        if name == "font_size":
            self.font_size_changed.emit(self.font_size)

    def values(self) -> Mapping[str, bool | int | str]:
        """Return every setting by the name of its attribute; the layout is not among them."""
        return {name: getattr(self, name) for name in _settings()}

    def reset(self) -> None:
        """Give every setting its default; the layout of the window stays."""
        before = self.values()
        for setting in _settings().values():
            self.store.remove(setting.key)
        for name, value in self.values().items():
            if value != before[name]:
                self.tell(name)

    @property
    def geometry(self) -> QByteArray | None:
        """The window's geometry as ``saveGeometry`` gave it, or ``None``."""
        value = self.store.value("window/geometry")
        return value if isinstance(value, QByteArray) and not value.isEmpty() else None

    @geometry.setter
    def geometry(self, geometry: QByteArray) -> None:
        self.store.setValue("window/geometry", geometry)

    @property
    def source_share(self) -> float:
        """The part of the window that the source pane takes, from 0 to 1."""
        value = _number(self.store.value("window/source_share"))
        return value if value is not None and _SHARE_MIN <= value <= _SHARE_MAX else 0.5

    @source_share.setter
    def source_share(self, share: float) -> None:
        self.store.setValue("window/source_share", round(share, 4))

    def _forget_unreadable(self) -> None:
        for setting in _settings().values():
            stored = self.store.value(setting.key)
            if stored is not None and setting.read(stored) is None:
                _LOG.warning("the setting %s could not be read and was reset", setting.key)
                self.store.remove(setting.key)


def _settings() -> Mapping[str, Setting[bool] | Setting[int] | Setting[str]]:
    return {name: value for name, value in vars(Settings).items() if isinstance(value, Setting)}
