"""Fonts that show both scripts well, and Chinese in its own glyphs."""

from collections.abc import Iterable

from PySide6.QtGui import QFont, QFontDatabase

# Han characters share code points between languages, so a fallback chosen by the system may well
# draw Chinese with Japanese shapes. These families draw it as it is written in mainland China.
SIMPLIFIED_CHINESE = (
    "PingFang SC",
    "Microsoft YaHei UI",
    "Microsoft YaHei",
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "Source Han Sans CN",
    "Sarasa UI SC",
    "HarmonyOS Sans SC",
    "Hiragino Sans GB",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "SimHei",
)


def chinese_families(installed: Iterable[str]) -> list[str]:
    """Return the families of the chain that are installed, best first."""
    present = set(installed)
    return [family for family in SIMPLIFIED_CHINESE if family in present]


def text_font(interface: QFont, pixels: int) -> QFont:
    """Return the font of the panes.

    The Chinese family comes first and draws the Latin letters too: lines are then equally high
    whatever they hold, and the two panes share one rhythm.
    """
    font = QFont(interface)
    font.setFamilies([*chinese_families(QFontDatabase.families()), *interface.families()])
    font.setPixelSize(pixels)
    return font


def interface_font(system: QFont) -> QFont:
    """Return the system's font with the Chinese families behind it."""
    font = QFont(system)
    font.setFamilies([*system.families(), *chinese_families(QFontDatabase.families())])
    return font
