"""Light, dark, or as the system has it."""

import pytest
from PySide6.QtGui import QGuiApplication

from gui.appearance import own_palette, use_colour_scheme
from gui.theme import Theme, contrast


@pytest.fixture(autouse=True)
def as_the_system(qapp):
    yield
    use_colour_scheme("system")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_scheme_is_shown_whatever_the_system_has(scheme):
    use_colour_scheme(scheme)
    assert Theme.from_palette(QGuiApplication.palette()).dark is (scheme == "dark")


def test_the_systems_own_comes_back():
    before = Theme.from_palette(QGuiApplication.palette())
    use_colour_scheme("light" if before.dark else "dark")
    assert Theme.from_palette(QGuiApplication.palette()) != before
    use_colour_scheme("system")
    assert Theme.from_palette(QGuiApplication.palette()) == before


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_our_own_colours_can_be_read(scheme):
    palette = own_palette(scheme)
    theme = Theme.from_palette(palette)
    assert contrast(theme.text, theme.base) >= 7
    assert contrast(theme.muted, theme.base) >= 4.5
    assert contrast(theme.selected_text, theme.selection) >= 4.5
    assert contrast(palette.windowText().color(), palette.window().color()) >= 7


def test_the_window_changes_while_it_is_open(qtbot, open_window):
    window = open_window()
    before = window.inside.theme.dark
    window.settings.colour_scheme = "light" if before else "dark"
    qtbot.waitUntil(lambda: window.inside.theme.dark is not before)
    for page in (window.commands.show_history, window.commands.show_settings):
        page.trigger()
        qtbot.wait(20)
        picture = window.pages.grab().toImage()
        assert (
            picture.pixelColor(picture.width() - 30, 40).name() == window.inside.theme.base.name()
        )
    window.settings.colour_scheme = "system"
    qtbot.waitUntil(lambda: window.inside.theme.dark is before)


def test_the_choice_is_applied_at_the_start(qtbot, open_window, store):
    store.setValue("interface/colours", "dark")
    assert open_window().inside.theme.dark
