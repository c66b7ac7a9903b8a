"""How much time a translation may take."""

from enum import Enum

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication


class Quality(Enum):
    """How many candidates for each sentence the search keeps in view; more take more time."""

    FAST = "fast"
    BALANCED = "balanced"
    BEST = "best"

    @property
    def beam_size(self) -> int:
        """Hypotheses kept while searching."""
        return _BEAMS[self]


# Measured on the starter pack, eight beams take about three times as long as one. Beyond that the
# scores of Marian models stop rising.
_BEAMS = {Quality.FAST: 1, Quality.BALANCED: 4, Quality.BEST: 8}

_NAMES = {
    Quality.FAST: QT_TRANSLATE_NOOP("Quality", "Fast"),
    Quality.BALANCED: QT_TRANSLATE_NOOP("Quality", "Balanced"),
    Quality.BEST: QT_TRANSLATE_NOOP("Quality", "Best"),
}
_EXPLANATIONS = {
    Quality.FAST: QT_TRANSLATE_NOOP(
        "Quality", "Takes the likeliest next word each time. For slow computers and long texts."
    ),
    Quality.BALANCED: QT_TRANSLATE_NOOP(
        "Quality", "Weighs 4 versions of each sentence. Takes up to twice as long as Fast."
    ),
    Quality.BEST: QT_TRANSLATE_NOOP(
        "Quality", "Weighs 8 versions of each sentence. Takes about twice as long as Balanced."
    ),
}


def quality_name(quality: Quality) -> str:
    """Return the name of a quality in the language of the window."""
    return QCoreApplication.translate("Quality", str(_NAMES[quality]))


def quality_explanation(quality: Quality) -> str:
    """Return what a quality changes, in the language of the window."""
    return QCoreApplication.translate("Quality", str(_EXPLANATIONS[quality]))
