"""Fixtures that every part of the test suite shares."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from tests.support.spreading import GroupScheduling

# Before any Qt import: the suite needs no display.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Before any test imports it by itself: see engine/runtime.py.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
if "PYTEST_XDIST_WORKER" in os.environ:
    # Before any test imports PyTorch: of several processes each has a processor.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    # Before any test is read: how long an example takes by the clock is the others' doing too.
    settings.register_profile(
        "beside others", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("beside others")


_TOLD = "told"


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Say in the end of a run what a test measured, whichever process it is in."""
    return lambda text: record_property(_TOLD, text)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what tests told, above what failed."""
    reports = [
        each
        for outcome in ("passed", "failed")
        for each in terminalreporter.getreports(outcome)
        if isinstance(each, pytest.TestReport) and each.when == "call"
    ]
    told = [
        f"{each.nodeid}: {text}"
        for each in reports
        for name, text in each.user_properties
        if name == _TOLD
    ]
    if told:
        terminalreporter.section("measured")
        for line in told:
            terminalreporter.line(line)


@pytest.hookimpl(optionalhook=True, tryfirst=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Say how many processes ``-n auto`` means, unless the environment says it."""
    from tests.support.spreading import memory, processes, processors

    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return processes(processors(), memory())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> "GroupScheduling":
    """Keep together what shares something: see there."""
    from tests.support.spreading import GroupScheduling

    return GroupScheduling(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes long, where several processes share the work."""
    if hasattr(config, "workerinput"):
        from tests.support.spreading import slowest_first

        items[:] = slowest_first(items)
