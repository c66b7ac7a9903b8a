"""The states of the page for models that are pictured."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication

from engine.errors import PackNotFound
from engine.pack_report import Example, Finding, PackReport
from gui.import_process import Failure, Import, Outcome, Result, Step
from gui.pack_card import PackCard
from gui.pack_content import Job, job_content
from gui.pack_details import PackDetails
from gui.session import State
from gui.window import MainWindow
from tests.gui.scenes import Scene, Studio

_Act = Callable[[Studio, MainWindow], None]
_FOLDER = Path("/home/tom/.local/share/yiwen/packs")
_EXAMPLES = (
    Example("The train to the coast leaves at half past seven.", "去海边的火车七点半开。"),
    Example("Could you tell me where the nearest pharmacy is?", "请问最近的药店在哪里？"),
)
GOOD = PackReport(
    findings=(
        Finding(check="runs", verdict="good", detail=""),
        Finding(check="parity", verdict="good", detail="", count=193, of=196),
        Finding(check="short", verdict="good", detail="", of=8),
        Finding(check="loops", verdict="good", detail="", of=8),
        Finding(check="script", verdict="good", detail="", of=8),
        Finding(check="speed", verdict="good", detail=""),
    ),
    seconds=0.21,
    examples=_EXAMPLES,
)
WARNED = PackReport(
    findings=(
        *GOOD.findings[:2],
        Finding(check="short", verdict="warnings", detail="", count=2, of=8),
        *GOOD.findings[3:],
    ),
    seconds=0.21,
    examples=_EXAMPLES[:1],
)
BROKEN = PackReport(
    findings=(
        GOOD.findings[0],
        Finding(check="parity", verdict="good", detail="", count=193, of=196),
        Finding(check="loops", verdict="broken", detail="", count=7, of=8),
        Finding(check="script", verdict="broken", detail="", count=8, of=8),
    ),
    seconds=0.9,
)
_OPUS = PackDetails(
    name="opus-mt-en-zh",
    path=_FOLDER / "opus-mt-en-zh",
    place="user",
    size=81_400_000,
    installed=1_760_000_000,
    source_language="en",
    target_languages=("zh-Hans",),
    licence="Apache-2.0",
    attribution="Helsinki-NLP/opus-mt-en-zh, Language Technology Research Group at the University "
    "of Helsinki, trained on OPUS",
    bleu=31.4,
    chrf=27.6,
    report=GOOD,
    default=True,
)
PACKS = (
    _OPUS,
    replace(
        _OPUS, name="opus-mt-zh-en", path=_FOLDER / "opus-mt-zh-en", size=81_200_000, bleu=36.1,
        chrf=58.9, source_language="zh", target_languages=("en",), report=WARNED,
    ),
    PackDetails(
        name="old-model", path=_FOLDER / "old-model", place="user", size=61_000_000,
        installed=1_700_000_000, problem=PackNotFound("", "", ""),
    ),
    PackDetails(
        name="starter-en-zh", path=_FOLDER, place="program", size=12_000_000, source_language="en",
        target_languages=("zh-Hans",), licence="CC-BY-SA-4.0",
        attribution="the sources listed in SOURCES.md", bleu=28.7, chrf=29.1, report=GOOD,
    ),
)  # fmt: skip
_SOURCE = Import(source="/home/tom/Downloads/opus-mt-en-zh.zip")
_HUB = Import(source="Helsinki-NLP/opus-mt-en-zh", from_hub=True)


def _page(studio: Studio, window: MainWindow) -> None:
    window.commands.show_packs.trigger()
    page = window.packs_page
    studio.until(lambda: bool(page.list.packs.packs) or page.empty.isVisible())
    studio.rest(0.3)
    page.keeper.listed.emit(PACKS)
    page.use("starter-en-zh")
    page.list.choose("opus-mt-en-zh")


def _show(window: MainWindow, task: Import, step: Step | None, outcome: Outcome | None) -> None:
    jobs = window.packs_page.jobs
    card = PackCard(window.inside.theme, jobs)
    phase = "ended" if outcome else "running" if step else "waiting"
    job = Job(0, task, phase, step or Step("start"), outcome)  # type: ignore[arg-type]
    card.show_content(job_content(job, window.locale()))
    jobs.add(card)


def _importing(studio: Studio, window: MainWindow) -> None:
    _page(studio, window)
    _show(window, _HUB, Step("download", 187_000_000, 312_000_000), None)
    _show(window, _SOURCE, None, None)


def _with(outcome: Outcome, task: Import = _SOURCE) -> _Act:
    def act(studio: Studio, window: MainWindow) -> None:
        _page(studio, window)
        _show(window, task, None, outcome)

    return act


def _asking_hub(studio: Studio, window: MainWindow) -> None:
    _page(studio, window)
    window.packs_page.ask_hub.trigger()
    window.packs_page.hub.name.setText("Helsinki-NLP/opus-mt-en-zh")


def _details(studio: Studio, window: MainWindow) -> None:
    _page(studio, window)
    window.packs_page.list.details.trigger()


def _menu(studio: Studio, window: MainWindow) -> None:
    _page(studio, window)
    view = window.packs_page.list
    QApplication.postEvent(
        view, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(), QPoint())
    )


def _question(studio: Studio, window: MainWindow) -> None:
    _page(studio, window)
    window.packs_page.confirm_removal("opus-mt-zh-en")


def _stopped(studio: Studio, window: MainWindow) -> None:
    _page(studio, window)
    window.packs_page.jobs.stopped.emit(_SOURCE)


def _none(studio: Studio, window: MainWindow) -> None:
    window.commands.show_packs.trigger()
    studio.rest(0.3)
    window.packs_page.keeper.listed.emit(())


def _loading(_studio: Studio, window: MainWindow) -> None:
    window.packs_page.keeper.look = lambda: None  # type: ignore[method-assign]
    window.commands.show_packs.trigger()


def _missing() -> NoReturn:
    raise PackNotFound("", "a model pack", "nothing")


def _result(report: PackReport, *, installed: bool = True) -> Result:
    return Result(name="opus-mt-en-zh", installed=installed, report=report)


PACK_SCENES = {
    "models": Scene(state=State.EMPTY, then=_page),
    "models-menu": Scene(state=State.EMPTY, then=_menu),
    "models-details": Scene(state=State.EMPTY, then=_details),
    "models-loading": Scene(state=State.EMPTY, then=_loading),
    "models-none": Scene(state=State.NO_PACK, load=_missing, then=_none),
    "models-hub": Scene(state=State.EMPTY, then=_asking_hub),
    "models-importing": Scene(state=State.EMPTY, then=_importing),
    "models-good": Scene(state=State.EMPTY, then=_with(_result(GOOD))),
    "models-warnings": Scene(state=State.EMPTY, then=_with(_result(WARNED))),
    "models-broken": Scene(state=State.EMPTY, then=_with(_result(BROKEN, installed=False))),
    "models-failed": Scene(
        state=State.EMPTY, then=_with(Failure(kinds=("export.errors.DownloadFailed",
            "export.errors.CheckpointError", "export.errors.ExportError")), _HUB)
    ),
    "models-languages": Scene(
        state=State.EMPTY, then=_with(Failure(kinds=("export.errors.LanguagesUnknown",),
            languages=("und", "zh-Hans")))
    ),
    "models-stopped": Scene(state=State.EMPTY, then=_stopped),
    "models-question": Scene(state=State.EMPTY, then=_question),
}  # fmt: skip
