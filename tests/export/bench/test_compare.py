"""Real engines on a tiny model: what they are asked is the same, so what they say is."""

import json
from contextlib import ExitStack
from xml.etree import ElementTree as ET

import pytest

from export.__main__ import main
from export.bench import rivals
from export.bench.compare import Plan, compare
from export.bench.contestants import prepare
from export.bench.process import Worker
from export.bench.rivals import How
from export.bench.sentences import Sentence
from export.checkpoint import read_checkpoint
from export.lines import Line
from tests.support.requirements import require

pytestmark = pytest.mark.slow

SOURCES = [(5, 9, 14, 20, 0), (7, 3, 0), (30, 31, 32, 33, 34, 35, 0), (11, 0), (6, 8, 10, 0)]
EXACT = ["transformers", "yiwen-float32"]


@pytest.fixture(scope="module")
def field(checkpoint, tmp_path_factory):
    require("transformers")
    names = [*EXACT, "yiwen-int8", "ctranslate2", "optimum"]
    return prepare(read_checkpoint(checkpoint), tmp_path_factory.mktemp("field"), names)


def test_who_cannot_take_part_is_told_why(field):
    assert "--optimum-python" in field.skipped["optimum"]
    assert {each.name for each in field.contestants} >= {*EXACT, "yiwen-int8"}
    sizes = {each.name: each.disk for each in field.contestants}
    assert all(size > 1000 for size in sizes.values())


def test_an_interpreter_without_optimum_is_told_apart(checkpoint, tmp_path):
    read = read_checkpoint(checkpoint)
    nowhere = prepare(read, tmp_path, ["yiwen-int8", "optimum"], optimum_python=tmp_path / "no")
    assert "cannot be run: FileNotFoundError" in nowhere.skipped["optimum"]


@pytest.fixture(scope="module")
def exact(field):
    """The engines of the same weights, each in a process that takes seconds to start."""
    with ExitStack() as stack:
        yield [
            (each, stack.enter_context(Worker(each.name, threads=1)))
            for each in field.contestants
            if each.name in EXACT
        ]


@pytest.mark.parametrize("beam", [1, 4])
@pytest.mark.parametrize("fixed", [False, True])
def test_engines_of_the_same_weights_say_the_same(exact, beam, fixed):
    """At once and one by one, ending by themselves and not."""
    how = How(beam=beam, limit=12, fixed=fixed, batch=2)
    found = {}
    for each, worker in exact:
        settings = {"threads": 1, "fixed": fixed}
        worker.ask("load", rival=each.name, path=str(each.path), settings=settings)
        found[each.name] = worker.run(SOURCES, how).outputs
        assert [worker.run([one], how).outputs[0] for one in SOURCES] == found[each.name]
    ours, theirs = found["yiwen-float32"], found["transformers"]
    assert ours == theirs
    assert {len(ids) for ids in ours} == {12} if fixed else {len(ids) for ids in ours} != {12}


def test_ctranslate2_writes_as_much_as_it_is_asked_to(field):
    require("ctranslate2")
    each = next(one for one in field.contestants if one.name == "ctranslate2")
    settings = {"inter": 1, "intra": 1, "compute": "int8"}
    with Worker(each.name, threads=1) as worker:
        worker.ask("load", rival=each.name, path=str(each.path), settings=settings)
        ran = worker.run(SOURCES, How(beam=4, limit=12, fixed=True, batch=512))
        free = worker.run(SOURCES, How(beam=4, limit=12, batch=512))
    assert {len(ids) for ids in ran.outputs} == {12}
    assert len(free.outputs) == len(SOURCES)


def test_everyone_is_measured_in_every_way(field):
    sentences = [Sentence(Line("two words", None), ids) for ids in SOURCES]
    plan = Plan(single=sentences[:2], file=sentences, fixed=6, rounds=2, trials=2)
    found = compare(field, plan)
    names = [each.name for each in field.contestants]
    assert len(found.results) == 4 * len(names)
    for each in found.results:
        assert len(each.seconds) == 2
        assert each.tokens == 6
        assert each.words == (4 if each.kind == "single" else 10)
        assert each.load_seconds > 0
        assert each.cpu > 0
    assert {each.same for each in found.results if each.rival in EXACT} == {1.0}
    tried = {(each.kind, each.batch) for each in found.trials if each.rival == "transformers"}
    assert tried == {("file", 16), ("file", 32), ("file", 64)}
    assert set(found.choices) == {(name, 1, kind) for name in names for kind in ("single", "file")}


def test_an_engine_that_cannot_be_loaded_falls_out(field, tmp_path):
    broken = field.contestants[0].__class__("yiwen-float32", tmp_path, 1)
    ours = next(each for each in field.contestants if each.name == "yiwen-int8")
    said: list[str] = []
    sentences = [Sentence(Line("a", None), SOURCES[0])]
    plan = Plan(single=sentences, file=sentences, beams=(1,), rounds=1, report=said.append)
    found = compare(type(field)((broken, ours), {}), plan)
    assert {each.rival for each in found.results} == {"yiwen-int8"}
    assert "load failed" in found.skipped["yiwen-float32"]
    assert any(line.startswith("yiwen-float32 is skipped") for line in said)


def test_the_command_prints_writes_and_checks(checkpoint, lines, tmp_path, capsys):
    arguments = ["bench", str(checkpoint), "--rivals", "yiwen-float32", "--threads", "1"]
    arguments += ["--beams", "1", "--rounds", "1", "--sentences", "2", "--lines", str(lines)]
    made = {name: tmp_path / f"{name}.out" for name in ("json", "svg", "write-baseline")}
    for name, path in made.items():
        arguments += [f"--{name}", str(path)]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert out.startswith("tiny-en-zh: 2 sentences one by one, a file of 10 sentences 1 times\n")
    assert "| yiwen-int8 | 1 | file | 1 |" in out
    assert ET.fromstring(made["svg"].read_text("utf-8")).tag.endswith("svg")
    found = json.loads(made["json"].read_text("utf-8"))
    assert set(found["scores"]["lines"]) == {"yiwen-float32", "yiwen-int8"}
    assert [each["threads"] for each in found["steps"]] == [1, 1]

    ratios = json.loads(made["write-baseline"].read_text("utf-8"))
    assert set(ratios["ratios"]) == {"pack_of_checkpoint", "step_in_reads"}
    ratios["ratios"] = {"pack_of_checkpoint": ratios["ratios"]["pack_of_checkpoint"] / 2}
    made["write-baseline"].write_text(json.dumps(ratios), "utf-8")
    checked = [*arguments[: arguments.index("--json")], "--check", str(made["write-baseline"])]
    assert main(checked) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[-1].startswith("worse: pack on disk, of the fp32 checkpoint: expected ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--beams", "0"], "expected a number from 1 up, found '0'"),
        (["--rivals", "marian"], "invalid choice: 'marian'"),
        (["nowhere"], "nowhere: expected a checkpoint's folder, found nothing"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments, said, capsys):
    assert main(["bench", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line


def test_every_engine_has_a_name_of_its_own():
    assert len(set(rivals.NAMES)) == len(rivals.NAMES) == 6
