"""What is marked in a pane: the sentence one looks at, words that belong together, doubts."""

from collections.abc import Iterable

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit

from engine.records import record
from gui.positions import Range
from gui.theme import Theme


@record
class Marks:
    """Ranges to be marked, in UTF-16 units.

    Attributes:
        sentence: The sentence one looks at, or its counterpart.
        words: The words that belong together.
        doubts: Sentences to be checked, as far as they are in view.
    """

    sentence: Range | None = None
    words: tuple[Range, ...] = ()
    doubts: tuple[Range, ...] = ()


def selections(
    document: QTextDocument, marks: Marks, theme: Theme
) -> list[QTextEdit.ExtraSelection]:
    """Return how ``marks`` are drawn; what lies beyond the end of the document is left out."""
    found: list[QTextEdit.ExtraSelection] = []
    if marks.sentence is not None:
        found += _drawn(document, (marks.sentence,), _background(theme.sentence))
    doubt = QTextCharFormat()
    doubt.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DashUnderline)
    doubt.setUnderlineColor(theme.caution)
    found += _drawn(document, marks.doubts, doubt)
    # The later ones win where they overlap.
    found += _drawn(document, marks.words, _background(theme.word))
    return found


def faded(document: QTextDocument, theme: Theme) -> QTextEdit.ExtraSelection:
    """Return how a whole text is drawn that no longer counts."""
    char_format = QTextCharFormat()
    char_format.setForeground(theme.muted)
    selection = QTextEdit.ExtraSelection()
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    selection.cursor = cursor  # type: ignore[misc,assignment,unused-ignore]
    selection.format = char_format  # type: ignore[misc,assignment,unused-ignore]
    return selection


def _background(colour: QColor) -> QTextCharFormat:
    char_format = QTextCharFormat()
    char_format.setBackground(colour)
    return char_format


def _drawn(
    document: QTextDocument, ranges: Iterable[Range], char_format: QTextCharFormat
) -> list[QTextEdit.ExtraSelection]:
    last = document.characterCount() - 1
    drawn: list[QTextEdit.ExtraSelection] = []
    for start, end in ranges:
        if not 0 <= start < end <= last:
            continue
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(document)
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        # The stubs declare these as if they could not be assigned.
        selection.cursor = cursor  # type: ignore[misc,assignment,unused-ignore]
        selection.format = char_format  # type: ignore[misc,assignment,unused-ignore]
        drawn.append(selection)
    return drawn
