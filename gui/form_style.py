"""The part of the style sheet for pages and dialogs: fields, lists, push buttons."""

from PySide6.QtGui import QColor

from gui.icons import ICON_FOLDER
from gui.theme import Theme, contrast

_WHITE, _VISIBLE = QColor("#ffffff"), 3.0
"""What a check mark is drawn in wherever that can be seen; else it is nearly black."""


def form_style(theme: Theme) -> str:
    """Return the style sheet for fields, lists and push buttons in the colours of ``theme``.

    No icon of Qt's own is left in it: those are made for light windows.
    """
    base, text, muted = theme.base.name(), theme.text.name(), theme.muted.name()
    mode = "dark" if theme.dark else "light"
    up, down, right = (_image(f"field-{way}-{mode}") for way in ("up", "down", "right"))
    line, hover, pressed = theme.separator.name(), theme.hover.name(), theme.pressed.name()
    accent, disabled = theme.accent.name(), theme.disabled.name()
    return f"""
    QDialogButtonBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
    QDialog, QMessageBox, QScrollArea, QWidget#page, QStackedWidget {{ background: {base}; }}
    QLabel#heading, QLabel#title, QLabel#field, QCheckBox, QMessageBox QLabel {{ color: {text}; }}
    QLabel#heading {{ font-weight: 600; }}
    QLabel#title {{ font-size: 20px; font-weight: 600; }}
    QLabel#command {{
        color: {text}; background: {hover}; border-radius: 6px; padding: 7px 10px;
    }}
    QToolButton#tab {{ color: {muted}; padding: 3px 10px; }}
    QToolButton#tab[narrow="true"] {{ padding: 3px 5px; }}
    QToolButton#tab:checked {{ color: {text}; background: {hover}; }}
    QToolButton#tab:hover {{ color: {text}; }}
    QLineEdit, QPlainTextEdit, QTextBrowser, QComboBox, QSpinBox {{
        background: {base}; color: {text}; border: 1px solid {line}; border-radius: 6px;
        padding: 5px 8px;
        selection-background-color: {theme.selection.name()};
        selection-color: {theme.selected_text.name()};
    }}
    QLineEdit, QPlainTextEdit {{ placeholder-text-color: {muted}; }}
    QSpinBox QLineEdit {{ border: none; padding: 0 8px; }}
    QLineEdit:focus, QPlainTextEdit:focus, QTextBrowser:focus, QComboBox:focus, QSpinBox:focus {{
        border-color: {accent};
    }}
    QComboBox:hover, QComboBox:on {{ background: {hover}; }}
    QComboBox::drop-down {{ border: none; width: 26px; }}
    QComboBox::down-arrow {{ image: {down}; width: 14px; height: 14px; }}
    QComboBox {{ combobox-popup: 0; }}
    QComboBox QAbstractItemView {{
        background: {base}; color: {text}; border: 1px solid {line}; outline: none; padding: 3px;
    }}
    QComboBox QAbstractItemView::item {{
        min-height: 28px; padding: 0 6px; border-radius: 4px; color: {text};
    }}
    QComboBox QAbstractItemView::item:selected {{ background: {hover}; color: {text}; }}
    QSpinBox {{ padding-right: 28px; }}
    QSpinBox::up-button, QSpinBox::down-button {{
        subcontrol-origin: border; border: none; background: transparent; width: 26px;
    }}
    QSpinBox::up-button {{ subcontrol-position: top right; }}
    QSpinBox::down-button {{ subcontrol-position: bottom right; }}
    QSpinBox::up-button:hover, QSpinBox::down-button:hover {{
        background: {hover}; border-radius: 6px;
    }}
    QSpinBox::up-arrow {{ image: {up}; width: 12px; height: 12px; }}
    QSpinBox::down-arrow {{ image: {down}; width: 12px; height: 12px; }}
    QSpinBox::up-arrow:off, QSpinBox::down-arrow:off {{ image: none; }}
    QCheckBox {{ spacing: 8px; min-height: 28px; }}
    QCheckBox::indicator {{
        width: 16px; height: 16px; border: 1px solid {muted}; border-radius: 4px;
    }}
    QCheckBox::indicator:hover {{ background: {hover}; }}
    QCheckBox::indicator:checked {{
        background: {accent}; border-color: {accent}; image: {_check(theme.accent)};
    }}
    QCheckBox:focus {{ color: {accent}; }}
    QPushButton {{
        color: {text}; background: {base}; border: 1px solid {line}; border-radius: 6px;
        padding: 5px 14px; min-height: 18px;
    }}
    QPushButton:hover {{ background: {hover}; }}
    QPushButton:pressed {{ background: {pressed}; }}
    QPushButton:focus {{ border-color: {accent}; }}
    QPushButton:disabled {{ color: {disabled}; }}
    QListView {{ background: {base}; border: none; outline: none; }}
    QMessageBox QLabel#qt_msgbox_label, QMessageBox QLabel#qt_msgbox_informativelabel {{
        min-width: 280px;
    }}
    QToolButton#remark:disabled {{ color: {muted}; }}
    QMenu::indicator {{ width: 14px; height: 14px; left: 8px; }}
    QMenu::indicator:checked {{ image: {_check(theme.base)}; }}
    QMenu::right-arrow {{ image: {right}; width: 12px; height: 12px; right: 8px; }}
    """


def _image(name: str) -> str:
    return f'url("{(ICON_FOLDER / f"{name}.svg").as_posix()}")'


def _check(background: QColor) -> str:
    visible = contrast(_WHITE, background) >= _VISIBLE
    return _image("field-check-light" if visible else "field-check-dark")
