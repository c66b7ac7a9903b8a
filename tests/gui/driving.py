"""How tests work the window and read its panes."""

from PySide6.QtCore import QMimeData


def source(window):
    return window.page.source.view


def target(window):
    return window.page.target.view


def shown(window):
    return target(window).source_text()


def paste(window, text):
    data = QMimeData()
    data.setText(text)
    source(window).insertFromMimeData(data)


def wait_for(qtbot, window, state):
    qtbot.waitUntil(lambda: window.session.state is state, timeout=20_000)


def record(window):
    """Everything the target pane ever showed."""
    seen = []
    target(window).textChanged.connect(lambda: seen.append(shown(window)))
    return seen


def share_of(window):
    """How much of the room of both panes the source has."""
    sizes = window.page.splitter.sizes()
    return sizes[0] / sum(sizes)
