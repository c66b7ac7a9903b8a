"""Colours, taken from the system's palette, and the one style sheet made of them."""

from typing import Self

from PySide6.QtGui import QColor, QPalette

from engine.records import record

_LEGIBLE = 4.5
_VISIBLE = 3.0


def mix(first: QColor, second: QColor, share: float) -> QColor:
    """Return ``first`` with ``share`` (0 to 1) of ``second`` mixed in."""
    pairs = (
        (first.redF(), second.redF()),
        (first.greenF(), second.greenF()),
        (first.blueF(), second.blueF()),
    )
    return QColor.fromRgbF(*(a + (b - a) * share for a, b in pairs))


def luminance(colour: QColor) -> float:
    """Return the relative luminance of WCAG 2.2, from 0 to 1."""

    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: QColor, second: QColor) -> float:
    """Return the contrast ratio of WCAG 2.2, from 1 to 21."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def _distinct(colour: QColor, background: QColor, text: QColor, ratio: float) -> QColor:
    """Move ``colour`` towards the text colour until it stands out from the background."""
    for step in range(11):
        candidate = mix(colour, text, step / 10)
        if contrast(candidate, background) >= ratio:
            return candidate
    return text


@record
class Theme:
    """The colours of the window.

    Attributes:
        base: Background of everything.
        text: Text in the panes.
        muted: Text that explains: counts, states, labels of buttons.
        disabled: What cannot act now.
        separator: Lines between the parts.
        hover: Background of a button under the pointer.
        pressed: Background of a button held down.
        accent: The one accent colour: progress, focus, the dot that says all is well.
        caution: Something is going on, or needs a look.
        danger: Something went wrong.
        sentence: Background of the sentence that one looks at.
        word: Background of words that belong together.
        selection: Background of selected text.
        selected_text: Selected text.
    """

    base: QColor
    text: QColor
    muted: QColor
    disabled: QColor
    separator: QColor
    hover: QColor
    pressed: QColor
    accent: QColor
    caution: QColor
    danger: QColor
    sentence: QColor
    word: QColor
    selection: QColor
    selected_text: QColor

    @classmethod
    def from_palette(cls, palette: QPalette) -> Self:
        """Derive the colours from a palette, light or dark."""
        base = palette.color(QPalette.ColorRole.Base)
        text = palette.color(QPalette.ColorRole.Text)
        accent = _distinct(palette.color(QPalette.ColorRole.Accent), base, text, _VISIBLE)
        return cls(
            base=base,
            text=text,
            muted=_distinct(mix(text, base, 0.4), base, text, _LEGIBLE),
            disabled=mix(text, base, 0.68),
            separator=mix(base, text, 0.13),
            hover=mix(base, text, 0.07),
            pressed=mix(base, text, 0.13),
            accent=accent,
            caution=_distinct(QColor("#c77700"), base, text, _VISIBLE),
            danger=_distinct(QColor("#d13438"), base, text, _LEGIBLE),
            sentence=mix(base, accent, 0.1),
            word=mix(base, accent, 0.3),
            selection=palette.color(QPalette.ColorRole.Highlight),
            selected_text=palette.color(QPalette.ColorRole.HighlightedText),
        )

    @property
    def dark(self) -> bool:
        """Whether the text is lighter than its background."""
        return luminance(self.text) > luminance(self.base)

    def style_sheet(self) -> str:
        """Return the style sheet of the window."""
        return f"""
        QWidget {{ color: {self.muted.name()}; }}
        QMainWindow, QWidget#content {{ background: {self.base.name()}; }}
        QLabel#notice {{ color: {self.text.name()}; }}
        QToolButton#language {{ color: {self.text.name()}; font-weight: 600; }}
        QFrame#popup {{
            background: {self.base.name()}; border: 1px solid {self.separator.name()};
        }}
        QFrame#popup QLabel {{ padding: 0 8px; }}
        QFrame#popup QListWidget {{
            background: {self.base.name()}; color: {self.text.name()}; border: none;
        }}
        QFrame#popup QListWidget::item {{ padding: 6px 8px; border-radius: 4px; }}
        QFrame#popup QListWidget::item:selected, QFrame#popup QListWidget::item:hover {{
            background: {self.hover.name()}; color: {self.text.name()};
        }}
        QTextEdit {{
            border: none; background: {self.base.name()}; color: {self.text.name()};
            selection-background-color: {self.selection.name()};
            selection-color: {self.selected_text.name()};
            placeholder-text-color: {self.muted.name()};
        }}
        QToolButton {{
            border: 1px solid transparent; border-radius: 6px; background: transparent;
            padding: 3px 7px; min-width: 20px; min-height: 20px;
        }}
        QToolButton:hover {{ background: {self.hover.name()}; color: {self.text.name()}; }}
        QToolButton:pressed, QToolButton:open {{ background: {self.pressed.name()}; }}
        QToolButton:focus {{ border-color: {self.accent.name()}; }}
        QToolButton:disabled {{ color: {self.disabled.name()}; }}
        QToolButton::menu-indicator {{ image: none; width: 0; }}
        QFrame#separator {{ background: {self.separator.name()}; border: none; }}
        QProgressBar {{
            border: none;
            background: qlineargradient(x1: 0, y1: 0, x2: 0, y2: 1,
                stop: 0 {self.base.name()}, stop: 0.49 {self.base.name()},
                stop: 0.5 {self.separator.name()}, stop: 1 {self.separator.name()});
        }}
        QProgressBar::chunk {{ background: {self.accent.name()}; }}
        QScrollBar:vertical {{ background: transparent; border: none; width: 12px; margin: 0; }}
        QScrollBar::handle:vertical {{
            background: {self.separator.name()}; border-radius: 3px; min-height: 32px;
            margin: 2px 3px;
        }}
        QScrollBar::handle:vertical:hover {{ background: {self.disabled.name()}; }}
        QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
        QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
        QMenu, QToolTip {{
            background: {self.base.name()}; color: {self.text.name()};
            border: 1px solid {self.separator.name()};
        }}
        QMenu {{ padding: 4px; }}
        QToolTip {{ padding: 2px 3px; }}
        QMenu::item {{ padding: 6px 24px 6px 12px; border-radius: 4px; }}
        QMenu::item:selected {{ background: {self.hover.name()}; }}
        QMenu::item:disabled {{ color: {self.disabled.name()}; }}
        QMenu::separator {{ background: {self.separator.name()}; height: 1px; margin: 4px 8px; }}
        """
