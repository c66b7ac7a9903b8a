"""What the window says about a pack: numbers, stages and the findings of an examination."""

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from engine.pack_report import Finding, PackReport, Verdict
from gui.import_process import Step
from gui.languages import language_name
from gui.pack_details import PackDetails, Place

_LOCALE_SIZES = QLocale.DataSizeFormat.DataSizeSIFormat


def size_words(size: int, locale: QLocale) -> str:
    """Return a number of bytes as one reads it."""
    return locale.formattedDataSize(size, 0 if size < 10_000_000 else 1, _LOCALE_SIZES)


def day_words(moment: float, locale: QLocale) -> str:
    """Return the day of a moment in seconds since 1970; nothing for 0."""
    if not moment:
        return ""
    date = QDateTime.fromSecsSinceEpoch(int(moment)).date()
    return locale.toString(date, QLocale.FormatType.ShortFormat)


def direction_words(details: PackDetails) -> str:
    """Return from which language into which a pack translates, each in its own words."""
    if not details.sound:
        return ""
    targets = "、" if details.target_languages[0].startswith("zh") else ", "
    names = targets.join(dict.fromkeys(map(language_name, details.target_languages)))
    return f"{language_name(details.source_language)} → {names}"


def quality_words(details: PackDetails, locale: QLocale) -> str:
    """Return the measured quality of a pack; nothing if it was not measured."""
    scores = (("BLEU", details.bleu), ("chrF", details.chrf))
    return " · ".join(
        f"{name} {locale.toString(score, 'f', 1)}" for name, score in scores if score is not None
    )


def place_words(place: Place) -> str:
    """Return who put a pack there; nothing for the user's own."""
    words = {
        "program": QCoreApplication.translate("PackWords", "Comes with Yiwen"),
        "system": QCoreApplication.translate("PackWords", "For all users"),
    }
    return words.get(place, "")


def verdict_words(verdict: Verdict) -> str:
    """Return what to think of a pack, in a word or two."""
    words = {
        "good": QCoreApplication.translate("PackWords", "Good"),
        "warnings": QCoreApplication.translate("PackWords", "Usable with warnings"),
        "broken": QCoreApplication.translate("PackWords", "Broken"),
    }
    return words[verdict]


def verdict_mark(verdict: Verdict) -> str:
    """Return what the mark beside a finding means, for those who do not see it."""
    if verdict == "warnings":
        return QCoreApplication.translate("PackWords", "Warning")
    return verdict_words(verdict)


def finding_words(finding: Finding, report: PackReport, locale: QLocale) -> str:
    """Return what one check found, as a sentence."""
    counted = {
        "count": locale.toString(finding.count),
        "of": locale.toString(finding.of),
        "share": locale.toString(100.0 * finding.count / max(finding.of, 1), "f", 1),
        "seconds": locale.toString(report.seconds, "f", 2),
    }
    return _sentence(finding).format(**counted)


def _sentence(finding: Finding) -> str:
    good = {
        "runs": QCoreApplication.translate("PackWords", "The model runs."),
        "short": QCoreApplication.translate("PackWords", "Short texts are translated."),
        "loops": QCoreApplication.translate("PackWords", "Nothing is repeated without end."),
        "script": QCoreApplication.translate(
            "PackWords", "Sentences come out in the right language."
        ),
    }
    bad = {
        "runs": QCoreApplication.translate("PackWords", "The model does not run."),
        "parity": QCoreApplication.translate(
            "PackWords",
            "The compact weights choose the same word as the full ones {share}% of the time.",
        ),
        "short": QCoreApplication.translate(
            "PackWords", "{count} of {of} short texts get no translation."
        ),
        "loops": QCoreApplication.translate(
            "PackWords", "{count} of {of} short texts are repeated without end."
        ),
        "script": QCoreApplication.translate(
            "PackWords", "{count} of {of} sentences do not come out in the right language."
        ),
        "speed": QCoreApplication.translate(
            "PackWords", "A sentence takes {seconds} seconds on this computer."
        ),
    }
    either = bad[finding.check]
    return good.get(finding.check, either) if finding.verdict == "good" else either


def stage_words(step: Step, locale: QLocale, *, examining: bool = False) -> str:
    """Return what is being done, and how much of it is done where that is counted in bytes."""
    words = {
        "start": QCoreApplication.translate("PackWords", "Starting…"),
        "download": QCoreApplication.translate("PackWords", "Downloading…"),
        "read": QCoreApplication.translate("PackWords", "Reading the files…"),
        "convert": QCoreApplication.translate("PackWords", "Converting…"),
        "check": QCoreApplication.translate("PackWords", "Translating samples to check it…"),
        "install": QCoreApplication.translate("PackWords", "Installing…"),
    }
    if examining and step.stage == "start":
        return words["read"]
    if step.stage != "download" or not step.total:
        return words[step.stage]
    done, total = (
        locale.formattedDataSize(count, 1, _LOCALE_SIZES) for count in (step.done, step.total)
    )
    return QCoreApplication.translate("PackWords", "Downloading… {done} of {total}").format(
        done=done, total=total
    )
