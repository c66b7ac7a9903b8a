"""What is different on a real screen: focus, the clipboard of others, coming to the front."""

import subprocess
import sys

import pytest

from tests.gui.screen import MISSING, NEIGHBOUR, PROGRAM, ROOT, screen

pytestmark = pytest.mark.skipif(
    bool(MISSING) or not sys.platform.startswith("linux"),
    reason=f"needs an X server of its own; not installed here: {', '.join(MISSING) or 'X'}",
)


@pytest.fixture
def x(tmp_path):
    with screen(tmp_path) as shown:
        yield shown


@pytest.fixture
def program(x):
    """The program, whose window is active."""
    program = x.run(PROGRAM)
    program.until(lambda seen: seen["active"] and seen["state"] == "EMPTY")
    return program


def neighbour(x, program, *clipboard):
    """Put another program's window in front."""
    other = x.run(NEIGHBOUR, *clipboard)
    other.until(lambda seen: seen.get("said") == "shown")
    x.do("search", "--sync", "--name", "^neighbour$", "windowactivate", "--sync")
    program.until(lambda seen: not seen["active"])
    return other


def own_window(x):
    return x.do("search", "--onlyvisible", "--name", "Yiwen").split()[0]


def again(x, *arguments):
    """Start the program a second time."""
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=ROOT, env=x.environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_one_can_type_at_once(x, program):
    assert program.last["focus"] == "source"
    x.do("type", "Hello.")
    program.until(lambda seen: seen["target"] == "译<HELLO.>")


def test_what_another_program_copied_is_pasted_and_translated(x, program):
    neighbour(x, program, "From elsewhere.")
    x.do("windowactivate", "--sync", own_window(x))
    program.until(lambda seen: seen["active"] and seen["focus"] == "source")
    x.do("key", "ctrl+v")
    program.until(lambda seen: seen["target"] == "译<FROM ELSEWHERE.>")
    assert program.last["source"] == "From elsewhere."


def test_a_second_start_brings_the_first_to_the_front(x, program):
    neighbour(x, program)
    second = again(x, "--text", "Handed over.")
    assert (second.returncode, second.stderr) == (0, "")
    program.until(lambda seen: seen["active"] and seen["target"] == "译<HANDED OVER.>")
    assert program.last["focus"] == "source"


def test_a_second_start_brings_the_first_back_from_the_task_bar(x, program):
    x.do("windowminimize", "--sync", own_window(x))
    program.until(lambda seen: seen["minimized"])
    assert again(x).returncode == 0
    program.until(lambda seen: seen["active"] and not seen["minimized"])


def test_the_program_comes_back_with_the_caret_where_it_was(x, program):
    x.do("type", "Hello.")
    program.until(lambda seen: seen["state"] == "DONE")
    x.do("key", "F6")
    program.until(lambda seen: seen["focus"] == "target")
    neighbour(x, program)
    x.do("windowactivate", "--sync", own_window(x))
    program.until(lambda seen: seen["active"] and seen["focus"] == "target")
    x.do("key", "End")
    program.until(lambda seen: seen["cursor"] == len("译<HELLO.>"))


def test_a_letter_with_alt_acts_or_does_nothing(x, program):
    x.do("type", "Hello.")
    program.until(lambda seen: seen["state"] == "DONE")
    x.do("key", "ctrl+a")
    program.until(lambda seen: seen["selected"])
    # Nobody has the first. The second opens a list, which Esc closes.
    x.do("key", "alt+j")
    x.do("key", "alt+m")
    program.until(lambda seen: seen["popup"] == "QMenu")
    assert program.last["source"] == "Hello."
    x.do("key", "Escape")
    program.until(lambda seen: seen["popup"] == "" and seen["focus"] == "source")
    x.do("key", "alt+l")
    program.until(lambda seen: seen["source"] == seen["target"] == "")


def test_another_translation_is_chosen_by_key(x, program):
    x.do("type", "Hello.")
    program.until(lambda seen: seen["state"] == "DONE")
    x.do("key", "ctrl+shift+a")
    program.until(lambda seen: seen["popup"] and seen["focus"] == "list")
    x.do("key", "Down", "Return")
    program.until(lambda seen: seen["target"] == "乙" and not seen["popup"])
    program.until(lambda seen: seen["active"] and seen["focus"] == "source")
    x.do("key", "ctrl+shift+r")
    program.until(lambda seen: seen["target"] == "译<HELLO.>")


def test_the_menu_gives_the_focus_back(x, program):
    x.do("key", "F10")
    program.until(lambda seen: seen["popup"] == "QMenu")
    x.do("key", "Escape")
    program.until(lambda seen: seen["popup"] == "" and seen["focus"] == "source")
    x.do("type", "Go on.")
    program.until(lambda seen: seen["target"] == "译<GO ON.>")


def test_a_second_start_has_what_another_program_copied_translated(x, program):
    neighbour(x, program, "From elsewhere.")
    assert again(x, "--translate-clipboard").returncode == 0
    program.until(lambda seen: seen["active"] and seen["target"] == "译<FROM ELSEWHERE.>")
    assert program.last["source"] == "From elsewhere."


def test_a_first_start_can_translate_the_clipboard(x):
    other = x.run(NEIGHBOUR, "From elsewhere.")
    other.until(lambda seen: seen.get("said") == "shown")
    program = x.run(PROGRAM, "--translate-clipboard")
    program.until(lambda seen: seen["target"] == "译<FROM ELSEWHERE.>")
