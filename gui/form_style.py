"""The part of the style sheet for pages and dialogs: fields, lists, push buttons."""

from gui.theme import Theme


def form_style(theme: Theme) -> str:
    """Return the style sheet for fields, lists and push buttons in the colours of ``theme``."""
    base, text, muted = theme.base.name(), theme.text.name(), theme.muted.name()
    line, hover, pressed = theme.separator.name(), theme.hover.name(), theme.pressed.name()
    accent, disabled = theme.accent.name(), theme.disabled.name()
    return f"""
    QDialog, QMessageBox, QScrollArea, QWidget#page, QStackedWidget {{ background: {base}; }}
    QLabel#heading, QLabel#title, QLabel#field, QCheckBox, QMessageBox QLabel {{ color: {text}; }}
    QLabel#heading {{ font-weight: 600; }}
    QLabel#title {{ font-size: 20px; font-weight: 600; }}
    QToolButton#tab {{ color: {muted}; padding: 3px 10px; }}
    QToolButton#tab:checked {{ color: {text}; background: {pressed}; }}
    QToolButton#tab:hover {{ color: {text}; }}
    QLineEdit, QPlainTextEdit, QTextBrowser {{
        background: {base}; color: {text}; border: 1px solid {line}; border-radius: 6px;
        padding: 6px 8px; placeholder-text-color: {muted};
        selection-background-color: {theme.selection.name()};
        selection-color: {theme.selected_text.name()};
    }}
    QLineEdit:focus, QPlainTextEdit:focus, QTextBrowser:focus {{ border-color: {accent}; }}
    QPushButton {{
        color: {text}; background: {base}; border: 1px solid {line}; border-radius: 6px;
        padding: 6px 14px; min-height: 18px;
    }}
    QPushButton:hover {{ background: {hover}; }}
    QPushButton:pressed {{ background: {pressed}; }}
    QPushButton:focus {{ border-color: {accent}; }}
    QPushButton:disabled {{ color: {disabled}; }}
    QComboBox, QSpinBox {{ color: {text}; min-height: 28px; }}
    QComboBox QAbstractItemView {{ background: {base}; color: {text}; }}
    QListView {{ background: {base}; border: none; outline: none; }}
    """
