"""What is remembered, and what becomes of nonsense."""

import pytest
from PySide6.QtCore import QByteArray, QSettings

from gui.settings import FONT_SIZE, FONT_SIZE_MAX, FONT_SIZE_MIN, Setting, Settings


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


NONSENSE = ["maybe", "", "-1", "1e99", "nan", ["1", "2"], "\x00", "-17.5"]


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_every_unreadable_setting_is_reset_alone(qapp, store, nonsense):
    settings = {
        name: each
        for name, each in vars(Settings).items()
        # The name of a pack may be any word.
        if isinstance(each, Setting) and each.read(nonsense) is None
    }
    assert len(settings) >= 10
    for each in settings.values():
        store.setValue(each.key, nonsense)
    store.setValue("history/limit", 123)
    opened = reopened(store)
    found = {name: getattr(opened, name) for name in settings}
    assert found == {**{name: each.default for name, each in settings.items()},
                     "history_limit": 123}  # fmt: skip
    # What could not be read is gone, so that it is said once and not at every start.
    kept = {each.key for each in settings.values() if opened.store.contains(each.key)}
    assert kept == {"history/limit"}


def test_every_setting_survives(qapp, store):
    settings = Settings(store)
    changed: dict[str, object] = {}
    for name, value in settings.values().items():
        if isinstance(value, bool):
            changed[name] = not value
        elif isinstance(value, int):
            changed[name] = value + 3
    changed |= {"interface_language": "zh_CN", "colour_scheme": "dark"}
    for name, new in changed.items():
        setattr(settings, name, new)
    kept = reopened(store).values()
    assert {name: kept[name] for name in changed} == changed


def test_a_change_is_told_once(qtbot, store):
    settings = Settings(store)
    with qtbot.waitSignal(settings.changed) as told:
        settings.history_limit = 99
    assert told.args == ["history_limit"]
    with qtbot.assertNotEmitted(settings.changed):
        settings.history_limit = 99
        settings.colour_scheme = "system"


def test_what_is_not_allowed_is_moved_into_range(qapp, store):
    settings = Settings(store)
    settings.history_limit = 10**9
    assert settings.history_limit == 100_000
    settings.colour_scheme = "dark"
    settings.colour_scheme = "purple"
    assert settings.colour_scheme == "system"


def test_reset_tells_what_changed_and_keeps_the_layout(qtbot, store):
    settings = Settings(store)
    defaults = settings.values()
    settings.source_share = 0.3
    settings.history = False
    settings.font_size = 20
    told: list[str] = []
    settings.changed.connect(told.append)
    settings.reset()
    assert settings.values() == defaults
    assert sorted(told) == ["font_size", "history"]
    assert settings.source_share == pytest.approx(0.3)
