"""Buttons that open a menu."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QEnterEvent
from PySide6.QtWidgets import QApplication


@pytest.mark.parametrize("stays", [True, False])
def test_a_button_whose_menu_is_closed_is_not_left_under_a_pointer_that_went(
    qtbot, open_window, stays
):
    window = open_window()
    manner = window.manner
    for button in (
        manner.pack_button, manner.quality_button, manner.languages.source_button,
        manner.languages.target_button, window.menu_button,
    ):  # fmt: skip
        inside = button.mapToGlobal(button.rect().center())
        QCursor.setPos(inside)
        middle = QPointF(button.rect().center())
        QApplication.sendEvent(button, QEnterEvent(middle, middle, QPointF(inside)))
        assert button.underMouse()
        if not stays:
            QCursor.setPos(inside + QPoint(0, 300 if button is window.menu_button else -300))
        button.menu().aboutToHide.emit()
        qtbot.waitUntil(lambda button=button: button.underMouse() is stays)
        QApplication.sendEvent(button, QEvent(QEvent.Type.Leave))


def test_the_menu_reads_from_left_to_right_though_its_button_is_turned_round(open_window):
    button = open_window().manner.pack_button
    assert button.layoutDirection() is Qt.LayoutDirection.RightToLeft
    assert button.menu().layoutDirection() is Qt.LayoutDirection.LeftToRight
