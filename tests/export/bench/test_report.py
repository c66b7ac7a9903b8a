"""The tables, the JSON and the chart of a run."""

import json
from xml.etree import ElementTree as ET

from export.bench.chart import drawn
from export.bench.figures import figure
from export.bench.report import Report, table
from export.bench.step import Step
from export.bench.sweep import Trial
from export.score import Scores
from tests.support.bench_results import result

SVG = "{http://www.w3.org/2000/svg}"

RESULTS = [
    result("transformers", kind=kind, beam=beam, sentences=1 if kind == "single" else 40)
    for kind in ("single", "file")
    for beam in (1, 4)
]
REPORT = Report(
    shape="opus-mt-en-zh",
    protocol="4 sentences",
    machine="a machine",
    versions={"python": "3.11"},
    disk={"transformers": 300 << 20},
    results=RESULTS,
    steps=[Step("yiwen-int8", 2, 60_000_000, 2e10, 0.006, 2.0)],
    scores={"dev": {"transformers": Scores(28.5, 30.1)}},
    trials=[Trial("transformers", 2, "file", {"threads": 2}, 16, 4, 1.0)],
    skipped={"optimum": "not installed"},
    figures=[figure("pack_of_checkpoint", 0.255, "opus-mt-en-zh")],
)


def rows(text, beginning):
    return [line for line in text.splitlines() if line.startswith(f"| {beginning} |")]


def test_the_tables_show_everything():
    text = REPORT.to_markdown()
    single = rows(text, "transformers")[0]
    assert single.startswith(
        "| transformers | 2 | one by one | 1 | 250.0 | 400.0 | 330.0 | 4.0 | 40 "
        "| 200 | 1.50 | 300 | 24.0 "
    )
    assert single.endswith("| threads=2 batch=1 |")
    assert "| transformers | 2 | file | 4 | 6.2 |  | 330.0 | 160.0 |" in text
    assert "| yiwen-int8 | 2 | 6.00 | 60.0 | 20.0 | 2.00 |" in text
    assert "| transformers | 28.5 / 30.1 |" in text
    assert "| 0.255 | 0.28 | 0.26 | goal reached |" in text
    assert "optimum was skipped: not installed" in text


def test_every_row_of_a_table_has_as_many_cells():
    for block in REPORT.to_markdown().split("\n\n"):
        lines = block.splitlines()
        if lines[0].startswith("|"):
            assert {line.count("|") for line in lines} == {lines[0].count("|")}


def test_a_table_without_rows_is_left_out():
    assert table(["a", "b"], []) == ""
    assert Report(shape="s", protocol="p", machine="m", versions={}).to_markdown().count("|") == 0


def test_the_json_has_what_follows_from_the_times():
    made = json.loads(json.dumps(REPORT.to_dict()))
    assert made["results"][0]["median"] == 0.25
    assert made["results"][0]["seconds"] == [0.1, 0.4, 0.2, 0.3]
    assert made["figures"][0]["verdict"] == "goal reached"
    assert made["trials"][0]["batch"] == 16


def test_the_chart_has_a_bar_for_each_engine_in_each_panel():
    odd = result("<&>", kind="file", seconds=[1.0], sentences=10)
    found = [*RESULTS, odd, result("transformers", threads=1)]
    picture = ET.fromstring(drawn(found))
    bars = picture.findall(f"{SVG}rect")
    assert len(bars) == len(RESULTS) + 1
    texts = [each.text for each in picture.findall(f"{SVG}text")]
    assert "<&>" in texts
    assert "ms a sentence, beam 4, 2 threads" in texts
    # Longest and a sixteenth of it: 160 sentences a second against 10.
    widths = sorted(float(bar.get("width", 0)) for bar in bars)
    assert widths[0] == round(widths[-1] / 16, 1)


def test_a_chart_of_nothing_is_a_picture():
    assert ET.fromstring(drawn([])).tag == f"{SVG}svg"
