"""How tests bring models and look at the page with them."""

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMessageBox

from engine.pack_report import Finding, PackReport
from tests.gui.fakes import FakeManifest, FakeTranslator

GOOD = PackReport(findings=(Finding(check="runs", verdict="good", detail="it runs"),))
LOOPING = PackReport(
    findings=(
        Finding(check="runs", verdict="good", detail="it runs"),
        Finding(check="loops", verdict="broken", detail="it loops", count=7, of=8),
    )
)
DIRECTIONS = {"one-en-zh": ("en", "zh-Hans"), "two-en-zh": ("en", "zh-Hans"),
              "back-zh-en": ("zh", "en")}  # fmt: skip


def fake(name):
    return lambda: FakeTranslator(manifest=FakeManifest(name, *DIRECTIONS[name]))


def names(window):
    return [pack.name for pack in window.packs_page.list.packs.packs]


def choose(window, name):
    window.packs_page.list.choose(name)
    return window.packs_page.list


def listed(window, name):
    return next(pack for pack in window.packs_page.list.packs.packs if pack.name == name)


def card(window, place=-1):
    return window.packs_page.jobs.cards[place]


def lines(card):
    return [words for _, words in card.content.lines]


def end(window, number, outcome):
    window.packs_page.jobs.imports.ended.emit(number, outcome)


def answer(box, role):
    button = next(each for each in box.buttons() if box.buttonRole(each) == role)
    button.click()


def agree(qtbot, window):
    box = window.packs_page.findChild(QMessageBox)
    answer(box, QMessageBox.ButtonRole.DestructiveRole)


def files(*paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drop(target, data):
    """Drag over a widget and let go; tell whether it was wanted."""
    arguments = (
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter = QDragEnterEvent(QPoint(30, 30), *arguments)
    QApplication.sendEvent(target, enter)
    if enter.isAccepted():
        QApplication.sendEvent(target, QDropEvent(QPointF(30, 30), *arguments))
    return enter.isAccepted()
