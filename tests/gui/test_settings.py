"""What is remembered, and what becomes of nonsense."""

import pytest
from PySide6.QtCore import QByteArray, QSettings

from gui.settings import FONT_SIZE, FONT_SIZE_MAX, FONT_SIZE_MIN, Settings


def reopened(store):
    store.sync()
    return Settings(QSettings(store.fileName(), QSettings.Format.IniFormat))


def test_defaults(qapp, store):
    settings = Settings(store)
    assert settings.font_size == FONT_SIZE
    assert settings.geometry is None
    assert settings.source_share == 0.5


def test_values_survive(qapp, store):
    settings = Settings(store)
    settings.font_size = 22
    settings.geometry = QByteArray(b"\x01\x02geometry")
    settings.source_share = 0.37
    again = reopened(store)
    assert again.font_size == 22
    assert again.geometry == QByteArray(b"\x01\x02geometry")
    assert again.source_share == pytest.approx(0.37)


@pytest.mark.parametrize("nonsense", ["large", "", "-3", "1e9", "nan", ["1", "2"], None])
def test_an_unreadable_value_falls_back_alone(qapp, store, nonsense):
    store.setValue("text/font_size", nonsense)
    store.setValue("window/geometry", nonsense)
    store.setValue("window/source_share", "0.25")
    settings = reopened(store)
    assert settings.font_size == FONT_SIZE
    assert settings.geometry is None
    assert settings.source_share == 0.25
    store.setValue("text/font_size", 20)
    store.setValue("window/source_share", nonsense)
    settings = reopened(store)
    assert settings.font_size == 20
    assert settings.source_share == 0.5


def test_a_file_that_is_no_settings_file(qapp, tmp_path):
    path = tmp_path / "broken.ini"
    path.write_bytes(b"\x00\xff[[[=\n%%%")
    assert Settings(QSettings(str(path), QSettings.Format.IniFormat)).font_size == FONT_SIZE


def test_font_size_is_limited_and_told(qtbot, store):
    settings = Settings(store)
    with qtbot.waitSignal(settings.font_size_changed) as blocker:
        settings.font_size = 1000
    assert blocker.args == [FONT_SIZE_MAX]
    with qtbot.assertNotEmitted(settings.font_size_changed):
        settings.font_size = FONT_SIZE_MAX
    settings.font_size = 1
    assert settings.font_size == FONT_SIZE_MIN
