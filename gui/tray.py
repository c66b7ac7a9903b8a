"""The icon in the desktop's tray, where there is one."""

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication, QMenu, QSystemTrayIcon, QWidget


class Tray(QObject):
    """An icon with a menu: show or hide the window, translate the clipboard, quit.

    Args:
        window: The window it stands for.
        icon: The program's icon.
        actions: What else can be done from the menu.

    Signals:
        toggled(): The window should show itself, or hide.
    """

    toggled = Signal()

    def __init__(self, window: QWidget, icon: QIcon, actions: tuple[QAction, ...]) -> None:
        super().__init__(window)
        self._window = window
        self._icon = QSystemTrayIcon(icon, self)
        self.menu = QMenu(window)
        self.toggle = QAction(self)
        self.toggle.triggered.connect(self.toggled)
        self.menu.addAction(self.toggle)
        self.menu.addActions(actions)
        self.menu.insertSeparator(actions[-1])
        self.menu.aboutToShow.connect(self.retranslate)
        self._icon.setContextMenu(self.menu)
        self._icon.activated.connect(self._on_activated)
        self.retranslate()

    @property
    def present(self) -> bool:
        """Whether the desktop shows the icon."""
        return self._icon.isVisible() and QSystemTrayIcon.isSystemTrayAvailable()

    def appear(self) -> None:
        """Show the icon if the desktop has a place for it."""
        if QSystemTrayIcon.isSystemTrayAvailable():
            self._icon.show()

    def vanish(self) -> None:
        """Take the icon away."""
        self._icon.hide()

    @Slot()
    def retranslate(self) -> None:
        """Say everything in the language of the interface, and what the first item would do."""
        name = self.tr("Yiwen")
        self._icon.setToolTip(name)
        self.menu.setAccessibleName(name)
        hide = self._window.isVisible() and not self._window.isMinimized()
        self.toggle.setText(self.tr("&Hide Yiwen") if hide else self.tr("&Show Yiwen"))

    @Slot(QSystemTrayIcon.ActivationReason)
    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.Trigger:
            self.toggled.emit()


def session_ends() -> bool:
    """Tell whether the user is logging out, so that nothing may stay behind."""
    app = QApplication.instance()
    return isinstance(app, QGuiApplication) and app.isSavingSession()
