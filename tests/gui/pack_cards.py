"""Cards in every state, for whoever wants to look at all of them."""

from pathlib import Path

from engine.pack_report import Example, Finding, PackReport
from gui.import_process import Examination, Failure, Import, Outcome, Result, Step
from gui.pack_card import PackCard
from gui.pack_content import Job, Phase, job_content
from gui.pack_details import PackDetails

NAME = "fake-en-zh"


def finding(check, verdict, count=0, of=0):
    return Finding(check=check, verdict=verdict, detail="", count=count, of=of)


EXAMPLES = (Example("1.", "1。"),)
GOOD = PackReport(
    findings=(
        finding("runs", "good"), finding("parity", "good", 98, 100), finding("short", "good", 0, 8),
        finding("loops", "good", 0, 8), finding("script", "good", 0, 8), finding("speed", "good"),
    ),
    seconds=0.1,
    examples=EXAMPLES,
)  # fmt: skip
WARNED = PackReport(
    findings=(
        finding("runs", "good"), finding("parity", "warnings", 85, 100),
        finding("short", "warnings", 2, 8), finding("loops", "warnings", 1, 8),
        finding("script", "warnings", 3, 8), finding("speed", "warnings"),
    ),
    seconds=4.2,
)  # fmt: skip
BROKEN = PackReport(findings=(finding("runs", "broken"),))
PACK = PackDetails(
    name=NAME, path=Path("/"), place="system", size=1_000_000, installed=1_700_000_000,
    source_language="en", target_languages=("zh-Hans",), licence="MIT", attribution="1",
    report=GOOD, default=True,
)  # fmt: skip
IMPORT, HUB = Import(source=f"/{NAME}"), Import(source=NAME, from_hub=True)


def result(report, *, installed=True):
    return Result(name=NAME, installed=installed, report=report)


def fails(*kinds, **more):
    return Failure(kinds=kinds, **more)


STATES: tuple[tuple[Import | Examination, Phase, Step, Outcome | None], ...] = (
    (IMPORT, "waiting", Step("start"), None),
    *((HUB, "running", Step(stage, 1, 4), None) for stage in (
        "start", "download", "read", "convert", "check", "install",
    )),
    (HUB, "running", Step("download"), None),
    (IMPORT, "stopping", Step("start"), None),
    (IMPORT, "ended", Step("start"), result(GOOD)),
    (IMPORT, "ended", Step("start"), result(WARNED)),
    (IMPORT, "ended", Step("start"), result(BROKEN, installed=False)),
    (IMPORT, "ended", Step("start"), fails("export.errors.LanguagesUnknown",
                                           languages=("und", "und"))),
    (IMPORT, "ended", Step("start"), fails("engine.errors.PackExists")),
    (IMPORT, "ended", Step("start"), fails("engine.errors.PackIncompatible", version="9")),
    (IMPORT, "ended", Step("start"), fails("builtins.OSError")),
    (Examination(name=NAME), "running", Step("check", 1, 2), None),
    (Examination(name=NAME), "ended", Step("start"), result(GOOD)),
    (Examination(name=NAME), "ended", Step("start"), result(BROKEN)),
    (Examination(name=NAME), "ended", Step("start"), fails("engine.errors.PackCorrupt")),
)  # fmt: skip


def show_all(page):
    """Put a card in each state on the page with the models."""
    jobs = page.jobs
    jobs.show_details(PACK, GOOD, usable=True)
    for number, (task, phase, step, outcome) in enumerate(STATES):
        card = PackCard(jobs._theme, jobs)
        job = Job(1000 + number, task, phase, step, outcome)
        card.show_content(job_content(job, jobs.locale()))
        jobs._jobs[card] = job
        jobs.add(card)
