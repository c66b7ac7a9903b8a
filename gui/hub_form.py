"""Asking for a model on the hub: the one use of the network, and only when somebody asks."""

import os
import re
import urllib.parse
import urllib.request

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from gui.settings import Settings
from gui.text_view import MARGIN

_NAME = re.compile(r"[\w-][\w.-]*/[\w-][\w.-]*", re.ASCII)
_HUB = "https://huggingface.co"
_EXAMPLE = "Helsinki-NLP/opus-mt-en-zh"


def hub_name(text: str) -> str:
    """Return the name of a model on the hub, also out of its page's address; nothing if it is none.

    Args:
        text: What somebody typed or pasted.
    """
    address = urllib.parse.urlsplit(text.strip())
    path = address.path.strip("/")
    if address.scheme or address.netloc:
        # The address of a file in the model goes on behind the name.
        path = "/".join(path.split("/")[:2])
    return path if _NAME.fullmatch(path) else ""


def hub_host() -> str:
    """Return the host that models are downloaded from."""
    address = os.environ.get("HF_ENDPOINT") or _HUB
    return urllib.parse.urlsplit(address).hostname or address


def shown_proxy(address: str) -> str:
    """Return the host and the port of a proxy's address, without a password that it may hold."""
    parts = urllib.parse.urlsplit(address if "//" in address else f"//{address}")
    host = parts.hostname or ""
    try:
        port = parts.port
    except ValueError:
        port = None
    return f"{host}:{port}" if port else host


class HubForm(QWidget):
    """A line for the name of a model, and what downloading it means.

    Args:
        settings: Where the proxy is.
        parent: The owner.

    Signals:
        asked(str): The model of this name should be downloaded.
        settings_requested(): One wants to change the proxy.
    """

    asked = Signal(str)
    settings_requested = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.name = QLineEdit(self)
        # A file that is dropped here is meant for the page.
        self.name.setAcceptDrops(False)
        self.download = QPushButton(self)
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.proxy = QPushButton(self)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.name, 1)
        row.addWidget(self.download)
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self.note, 1)
        below.addWidget(self.proxy)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 12, MARGIN, 12)
        column.setSpacing(8)
        column.addLayout(row)
        column.addLayout(below)
        self.name.textChanged.connect(self._on_changed)
        self.name.returnPressed.connect(self.download.click)
        self.download.clicked.connect(self._ask)
        self.proxy.clicked.connect(self.settings_requested)
        settings.changed.connect(self.retranslate)
        self.retranslate()
        self._on_changed()

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        example = self.tr("Name of a model, such as {name}").format(name=_EXAMPLE)
        self.name.setPlaceholderText(example)
        self.name.setAccessibleName(self.tr("Name of the model on the hub"))
        self.download.setText(self.tr("Download"))
        self.proxy.setText(self.tr("Proxy…"))
        self.proxy.setAccessibleName(self.tr("Change the proxy in the settings"))
        network = self.tr(
            "This needs the network: the files are loaded from {host}. Nothing you write is sent."
        ).format(host=hub_host())
        self.note.setText(f"{network} {self._proxy_words()}")
        self.name.setAccessibleDescription(self.note.text())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 - Qt's name
        """Say which proxy it is now."""
        super().showEvent(event)
        self.retranslate()

    def _proxy_words(self) -> str:
        if self._settings.proxy:
            words = self.tr("Proxy, from the settings: {proxy}.")
            return words.format(proxy=shown_proxy(self._settings.proxy))
        found = urllib.request.getproxies()
        system = found.get("https") or found.get("all") or found.get("http")
        if system:
            words = self.tr("Proxy, as the system has it: {proxy}.")
            return words.format(proxy=shown_proxy(system))
        return self.tr("No proxy is set.")

    @Slot()
    def _on_changed(self) -> None:
        self.download.setEnabled(bool(hub_name(self.name.text())))

    @Slot()
    def _ask(self) -> None:
        name = hub_name(self.name.text())
        if name:
            self.asked.emit(name)
            self.name.clear()
