"""Colours, icons, fonts, names of languages."""

import re

import pytest
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QIcon, QPalette, QTextLayout

from gui.fonts import SIMPLIFIED_CHINESE, chinese_families, interface_font, text_font
from gui.form_style import form_style
from gui.icons import ICON_FOLDER, SIZE, app_icon, icon
from gui.languages import language_mark, language_name, pack_title
from gui.theme import Theme, contrast, luminance, mix


def palette(base, text, accent="#308cc6"):
    result = QPalette(QColor(base))
    result.setColor(QPalette.ColorRole.Base, QColor(base))
    result.setColor(QPalette.ColorRole.Text, QColor(text))
    result.setColor(QPalette.ColorRole.Accent, QColor(accent))
    return result


PALETTES = [
    palette("#ffffff", "#000000"),
    palette("#1e1e20", "#ececec"),
    palette("#000000", "#ffffff", "#000080"),
    palette("#fdf6e3", "#586e75", "#ffff00"),
]


@pytest.mark.parametrize("colours", PALETTES)
def test_text_is_legible_in_light_and_dark(qapp, colours):
    theme = Theme.from_palette(colours)
    for colour, ratio in ((theme.text, 4.5), (theme.muted, 4.5), (theme.danger, 4.5),
                          (theme.accent, 3.0), (theme.caution, 3.0)):  # fmt: skip
        assert contrast(colour, theme.base) >= ratio


def test_dark_is_told_by_the_colours(qapp):
    assert not Theme.from_palette(PALETTES[0]).dark
    assert Theme.from_palette(PALETTES[1]).dark


def test_contrast_and_mix():
    black, white = QColor("#000000"), QColor("#ffffff")
    assert contrast(black, white) == contrast(white, black) == pytest.approx(21)
    assert contrast(white, white) == 1
    assert luminance(QColor("#777777")) == pytest.approx(0.184, abs=0.001)
    assert mix(black, white, 0) == black
    assert mix(black, white, 1) == white


def test_every_icon_is_a_line_drawing_in_the_current_colour(qapp):
    theme = Theme.from_palette(PALETTES[0])
    # The style sheet takes those of the form fields as they are.
    files = (path for path in ICON_FOLDER.glob("*.svg") if not path.stem.startswith("field-"))
    names = {path.stem for path in files} - {"yiwen"}
    assert {"clear", "copy", "paste", "more", "warning", "stopped"} <= names
    for name in names:
        svg = (ICON_FOLDER / f"{name}.svg").read_text()
        assert "currentColor" in svg
        assert not re.search(r"#[0-9a-fA-F]{3}|<text|<image", svg)
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Disabled):
            image = icon(name, theme).pixmap(SIZE, SIZE, mode).toImage()
            colours = {
                image.pixelColor(x, y).name()
                for x in range(image.width())
                for y in range(image.height())
                if image.pixelColor(x, y).alpha() == 255
            }
            wanted = theme.muted if mode is QIcon.Mode.Normal else theme.disabled
            assert colours <= {wanted.name()}
            assert any(
                image.pixelColor(x, y).alpha() > 128
                for x in range(image.width())
                for y in range(image.height())
            )


def test_the_program_icon_needs_no_font(qapp):
    assert "<text" not in (ICON_FOLDER / "yiwen.svg").read_text()
    image = app_icon().pixmap(256, 256).toImage()
    assert image.pixelColor(128, 30).name() == "#1f6feb"
    assert image.pixelColor(162, 200).name() == "#ffffff"
    assert image.pixelColor(0, 0).alpha() == 0


def test_families_keep_the_order_of_the_chain():
    installed = ["Arial", "Noto Sans CJK JP", "Noto Sans CJK SC", "Microsoft YaHei"]
    assert chinese_families(installed) == ["Microsoft YaHei", "Noto Sans CJK SC"]
    assert not any("JP" in family or "KR" in family for family in SIMPLIFIED_CHINESE)


def test_chinese_is_drawn_by_a_chinese_font(qapp):
    if not chinese_families(QFontDatabase.families()):
        pytest.skip("no font for Simplified Chinese is installed")
    font = text_font(QFont(), 16)
    assert QFontInfo(font).family() in SIMPLIFIED_CHINESE
    assert font.pixelSize() == 16
    layout = QTextLayout("译文直骨角 aé。，“”", font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    for run in layout.glyphRuns():
        assert run.rawFont().familyName() in SIMPLIFIED_CHINESE
        assert 0 not in run.glyphIndexes()
    assert set(interface_font(QFont()).families()) & set(SIMPLIFIED_CHINESE)


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ("en", "English"),
        ("zh-Hans", "中文（简体）"),
        ("zh", "中文（简体）"),
        ("zh-CN", "中文（简体）"),
        ("zh-Hans-HK", "中文（简体）"),
        ("zh-Hant", "中文（繁體，台灣）"),
        ("zh-TW", "中文（繁體，台灣）"),
        ("zh-HK", "中文（繁體，香港）"),
        ("zh-Hant-HK", "中文（繁體，香港）"),
        ("zh-MO", "中文（繁體，澳門）"),
        ("en-GB", "English"),
        ("de", "Deutsch"),
        ("qqq", "qqq"),
    ],
)
def test_languages_are_named_in_their_own_words(qapp, tag, name):
    assert language_name(tag) == name


@pytest.mark.parametrize(("name", "title"), [
    ("starter-en-zh", "Starter en→zh"), ("opus-mt-en-zh", "Opus-mt en→zh"),
    ("mine", "mine"), ("", ""),
])  # fmt: skip
def test_packs_are_named_readably(name, title):
    assert pack_title(name) == title


@pytest.mark.parametrize("colours", PALETTES[:2])
def test_marked_text_can_be_read(qapp, colours):
    theme = Theme.from_palette(colours)
    assert contrast(theme.text, theme.sentence) >= 7
    assert contrast(theme.text, theme.word) >= 4.5
    assert theme.sentence != theme.word != theme.base


@pytest.mark.parametrize("colours", PALETTES)
def test_check_marks_can_be_seen(qapp, colours):
    theme = Theme.from_palette(colours)
    sheet = form_style(theme)
    for rule, background in (
        ("QCheckBox::indicator:checked", theme.accent), ("QMenu::indicator:checked", theme.base)
    ):  # fmt: skip
        (name,) = re.findall(re.escape(rule) + r"[^}]*(field-check-\w+)\.svg", sheet)
        (stroke,) = re.findall(r'stroke="(#\w+)"', (ICON_FOLDER / f"{name}.svg").read_text())
        assert contrast(QColor(stroke), background) >= 3.0
    for name in set(re.findall(r"field-[\w-]+", sheet)):
        assert (ICON_FOLDER / f"{name}.svg").is_file()


@pytest.mark.parametrize("colours", PALETTES)
def test_arrows_of_fields_can_be_seen(qapp, colours):
    theme = Theme.from_palette(colours)
    arrows = set(re.findall(r"field-(?:up|down|right)-\w+", form_style(theme)))
    assert len(arrows) == 3
    for name in arrows:
        (stroke,) = re.findall(r'stroke="(#\w+)"', (ICON_FOLDER / f"{name}.svg").read_text())
        assert contrast(QColor(stroke), theme.base) >= 4.5


def test_marks_of_languages_differ():
    tags = ("en", "de", "zh-Hans", "zh-TW", "zh-HK", "zh-MO")
    marks = [language_mark(tag) for tag in tags]
    assert marks == ["EN", "DE", "简体", "繁體", "港繁", "澳繁"]
