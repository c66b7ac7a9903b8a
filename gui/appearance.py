"""Light, dark, or as the system has it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette

from gui.theme import luminance

_SCHEMES = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
_COLOURS = {
    "light": {"window": "#f3f3f3", "base": "#ffffff", "text": "#1b1b1b", "accent": "#0b6bcb",
              "highlight": "#b9d7f7", "highlighted": "#1b1b1b"},
    "dark": {"window": "#2b2b2e", "base": "#1e1e20", "text": "#ececec", "accent": "#4c9aff",
             "highlight": "#2f5f9e", "highlighted": "#ffffff"},
}  # fmt: skip


def use_colour_scheme(choice: str) -> None:
    """Show the program in a light or a dark scheme, or follow the system.

    Args:
        choice: One of ``gui.settings.COLOUR_SCHEMES``.
    """
    hints = QGuiApplication.styleHints()
    scheme = _SCHEMES.get(choice)
    if scheme is None:
        hints.unsetColorScheme()
        QGuiApplication.setPalette(QPalette())
        return
    hints.setColorScheme(scheme)
    # Where the system has no such scheme to offer, the colours are ours.
    palette = QGuiApplication.palette()
    base, text = palette.color(palette.ColorRole.Base), palette.color(palette.ColorRole.Text)
    if (luminance(base) < luminance(text)) != (choice == "dark"):
        QGuiApplication.setPalette(own_palette(choice))


def own_palette(scheme: str) -> QPalette:
    """Return a palette of our own, for ``light`` or ``dark``."""
    colours = _COLOURS[scheme]
    role = QPalette.ColorRole
    palette = QPalette(QColor(colours["window"]), QColor(colours["window"]))
    text = QColor(colours["text"])
    for each in (role.Text, role.WindowText, role.ButtonText, role.ToolTipText):
        palette.setColor(each, text)
    for each in (role.Base, role.ToolTipBase):
        palette.setColor(each, QColor(colours["base"]))
    faint = QColor(text)
    faint.setAlphaF(0.4)
    for each in (role.Text, role.WindowText, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, each, faint)
    palette.setColor(role.Accent, QColor(colours["accent"]))
    palette.setColor(role.Highlight, QColor(colours["highlight"]))
    palette.setColor(role.HighlightedText, QColor(colours["highlighted"]))
    return palette
