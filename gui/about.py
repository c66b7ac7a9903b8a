"""Who made what, under which licence, and what a report about a fault should say."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.records import record
from gui.self_test import Outcome, SelfTest, self_test


@record
class Work:
    """Something that is part of the program or works with it, such as a pack.

    Attributes:
        name: What it is called.
        licence: SPDX expression, or a name.
        attribution: Who made it, from what.
    """

    name: str
    licence: str
    attribution: str


PARTS = (
    Work("Python", "PSF-2.0", "Python Software Foundation"),
    Work("Qt and Qt for Python", "LGPL-3.0-only", "The Qt Company and contributors"),
    Work("ONNX Runtime", "MIT", "Microsoft Corporation"),
    Work("ONNX", "Apache-2.0", "ONNX contributors"),
    Work("NumPy", "BSD-3-Clause", "NumPy developers"),
    Work("SentencePiece", "Apache-2.0", "Taku Kudo and contributors"),
    Work("sentencex", "MIT", "Santhosh Thottingal and contributors"),
    Work("OpenCC", "Apache-2.0", "Carbo Kuo (BYVoid) and contributors"),
    Work("lxml", "BSD-3-Clause", "lxml developers"),
    Work("markdown-it-py", "MIT", "Alex Kocharin, Vitaly Puzrin, Chris Sewell"),
    Work("mdit-py-plugins", "MIT", "Chris Sewell and contributors"),
    Work("mdurl", "MIT", "Vitaly Puzrin, Alex Kocharin, Taneli Hukkinen"),
    Work("polib", "MIT", "David Jean Louis"),
    Work("PyYAML", "MIT", "Kirill Simonov and contributors"),
    Work("charset-normalizer", "MIT", "Ahmed TAHRI"),
    Work("langcodes", "MIT", "Elia Robyn Speer"),
    Work("safetensors", "Apache-2.0", "Nicolas Patry and contributors"),
    Work("platformdirs", "MIT", "platformdirs developers"),
    Work("py3langid", "BSD-3-Clause", "Marco Lui, Adrien Barbaresi"),
    Work("tqdm", "MPL-2.0 AND MIT", "tqdm developers"),
    Work("filelock", "MIT", "tox-dev"),
    Work("Protocol Buffers", "BSD-3-Clause", "Google LLC"),
    Work("FlatBuffers", "Apache-2.0", "Google LLC"),
    Work("ml_dtypes", "Apache-2.0", "ml_dtypes authors"),
    Work("packaging", "Apache-2.0 OR BSD-2-Clause", "Donald Stufft and contributors"),
    Work("typing_extensions", "PSF-2.0", "Guido van Rossum and contributors"),
    Work("huggingface_hub", "Apache-2.0", "Hugging Face, Inc."),
    Work("hf-xet", "Apache-2.0", "Hugging Face, Inc."),
    Work("fsspec", "BSD-3-Clause", "Martin Durant"),
    Work("httpx2", "BSD-3-Clause", "Tom Christie and contributors"),
    Work("httpcore2", "BSD-3-Clause", "Tom Christie and contributors"),
    Work("Requests", "Apache-2.0", "Kenneth Reitz and contributors"),
    Work("urllib3", "MIT", "Andrey Petrov and contributors"),
    Work("h11", "MIT", "Nathaniel J. Smith"),
    Work("AnyIO", "MIT", "Alex Grönholm"),
    Work("idna", "BSD-3-Clause", "Kim Davies"),
    Work("certifi", "MPL-2.0", "Kenneth Reitz"),
    Work("truststore", "MIT", "Seth Michael Larson, David Glick"),
    Work("opentelemetry-api", "Apache-2.0", "OpenTelemetry Authors"),
    Work("click", "BSD-3-Clause", "Pallets"),
    Work("Colorama", "BSD-3-Clause", "Jonathan Hartley"),
    Work("FastAPI", "MIT", "Sebastián Ramírez"),
    Work("fastapi-standalone-docs", "MIT", "IOXIO Ltd"),
    Work("Starlette", "BSD-3-Clause", "Tom Christie and contributors"),
    Work("Uvicorn", "BSD-3-Clause", "Tom Christie and contributors"),
    Work("Pydantic", "MIT", "Samuel Colvin and contributors"),
    Work("pydantic_core", "MIT", "Samuel Colvin and contributors"),
    Work("annotated-types", "MIT", "Annotated Types contributors"),
    Work("annotated-doc", "MIT", "Sebastián Ramírez"),
    Work("typing-inspection", "MIT", "Victorien Plot"),
    Work("python-multipart", "Apache-2.0", "Andrew Dunham"),
    Work("prometheus_client", "Apache-2.0 AND BSD-2-Clause", "The Prometheus Authors"),
    Work("PyInstaller", "GPL-2.0-or-later WITH Bootloader-exception", "PyInstaller team"),
)
"""What the program is made with, as the parts say it of themselves."""


def works_of_packs() -> list[Work]:
    """Return the packs on this machine that can be read, with what they say of themselves."""
    # Looking at packs takes a moment, so it is done when somebody asks.
    from engine.pack_store import installed_packs  # noqa: PLC0415

    return [
        Work(pack.name, pack.manifest.licence, pack.manifest.attribution)
        for pack in installed_packs()
        if pack.manifest is not None
    ]


class AboutDialog(QDialog):
    """The about box.

    Args:
        version: The program's version.
        packs: The packs on this machine.
        diagnostics: Returns what a report about a fault should say.
        icon: The program's icon.
        parent: The owner.
        test: Finds out whether the program works here; called in another thread.
    """

    def __init__(
        self,
        version: str,
        packs: Iterable[Work],
        diagnostics: Callable[[], str],
        icon: QIcon,
        parent: QWidget | None = None,
        *,
        test: Callable[[], Outcome] = self_test,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._version = version
        self._packs = tuple(packs)
        self._diagnostics = diagnostics
        picture = QLabel(self)
        picture.setPixmap(icon.pixmap(64, 64))
        self.title = QLabel(self)
        self.title.setObjectName("title")
        self._promise = QLabel(self)
        self._promise.setWordWrap(True)
        self.licences = QPlainTextEdit(self)
        self.licences.setReadOnly(True)
        self.licences.setTabChangesFocus(True)
        self.copy = QPushButton(self)
        self.copy.clicked.connect(self._copy)
        self.outcome = QLabel(self)
        self.outcome.setWordWrap(True)
        self.outcome.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.outcome.hide()
        self._outcome: Outcome | None = None
        self._self_test = SelfTest(test, self)
        self._self_test.done.connect(self._on_tested)
        self.check = QPushButton(self)
        self.check.clicked.connect(self._check)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.addButton(self.check, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.copy, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.reject)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addStretch(1)
        words.addWidget(self.title)
        words.addWidget(self._promise)
        words.addStretch(1)
        head = QHBoxLayout()
        head.setSpacing(16)
        head.addWidget(picture)
        head.addLayout(words, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 16)
        layout.setSpacing(16)
        layout.addLayout(head)
        layout.addWidget(self.licences, 1)
        layout.addWidget(self.outcome)
        layout.addWidget(buttons)
        self.resize(520, 440)
        buttons.button(QDialogButtonBox.StandardButton.Close).setFocus()
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language of the interface."""
        self.setWindowTitle(self.tr("About Yiwen"))
        self.title.setText(self.tr("Yiwen {version}").format(version=self._version))
        self._promise.setText(self.tr("Translates on this computer. Nothing you write leaves it."))
        self.licences.setAccessibleName(self.tr("Licences"))
        self.licences.setPlainText(self._licences())
        self.check.setText(self.tr("&Self-test"))
        self.check.setToolTip(
            self.tr("Open the model, translate a sentence and look for network connections")
        )
        self._show_outcome()
        self.copy.setText(self.tr("Copy &diagnostics"))
        self.copy.setToolTip(
            self.tr("Versions, platform and settings for a report; nothing of your texts")
        )

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Follow the interface into another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _licences(self) -> str:
        sections = [
            (self.tr("Yiwen"), [Work("Yiwen", "MIT", self.tr("The authors of Yiwen"))]),
            (self.tr("Translation models"), self._packs),
            (self.tr("Made with"), PARTS),
        ]
        return "\n\n".join(
            "\n".join([title, *map(_described, works)]) for title, works in sections if works
        )

    @Slot()
    def _check(self) -> None:
        self.check.setEnabled(False)
        self._outcome = None
        self.outcome.show()
        self._show_outcome()
        self._self_test.start()

    @Slot(object)
    def _on_tested(self, outcome: Outcome) -> None:
        self._outcome = outcome
        self.check.setEnabled(True)
        self._show_outcome()

    def _show_outcome(self) -> None:
        self.outcome.setText(self._words_of(self._outcome))

    def _words_of(self, outcome: Outcome | None) -> str:
        if outcome is None:
            return self.tr("Testing…")
        if outcome.sample is None:
            return self.tr("Something does not work here: {problem}").format(
                problem=outcome.problem
            )
        sample = outcome.sample
        works = self.tr("All is well: “{source}” became “{translation}” in {seconds} s.").format(
            source=sample.source,
            translation=sample.translation,
            seconds=self.locale().toString(sample.seconds, "f", 2),
        )
        if outcome.connections is None:
            return works
        if outcome.connections == 0:
            none = self.tr("Yiwen has no network connection open.")
            return f"{works} {none}"
        some = self.tr("Network connections that Yiwen has open: {count}.")
        return f"{works} {some.format(count=self.locale().toString(outcome.connections))}"

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._diagnostics())


def _described(work: Work) -> str:
    return f"  {work.name}: {work.licence}\n    {work.attribution}"
