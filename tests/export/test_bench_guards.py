"""What the measurements of the guards count, over a model that is told what to say."""

from dataclasses import fields

import numpy as np

from engine.document import Span
from engine.reading import Offer
from engine.translator import Translator
from engine.types import Guards
from export.bench.guards import CountingModel, choices, clean, measured, table
from export.bench.omissions import lacking
from export.lines import Line
from export.score import Scores
from tests.support.fakes import LetterCodec, SpellingModel, wide_manifest

SAYS = {"We have 12 cats.": "我们有猫。", "He sleeps.": "他睡了。"}
LINES = [Line(source, target) for source, target in SAYS.items()]


def counting() -> tuple[Translator, CountingModel]:
    model = CountingModel(SpellingModel(lambda text: SAYS.get(text, "我们有猫。")))
    return Translator(wide_manifest(), model, LetterCodec()), model


def test_a_choice_leaves_out_one_guard_at_a_time():
    found = choices(each=True)
    assert found["off"] == Guards.off()
    assert found["on"] == Guards()
    assert len(found) == 2 + len(fields(Guards))
    for name, guards in list(found.items())[2:]:
        assert [f"no {f.name}" for f in fields(Guards) if not getattr(guards, f.name)] == [name]


def test_only_what_is_asked_about_once_is_clean():
    translator, model = counting()
    assert clean(translator, model, LINES) == LINES[1:]


def test_questions_changes_and_flags_are_counted():
    translator, model = counting()
    found = measured(translator, model, LINES, choices(each=False), rounds=2)
    assert found["off"].questions == 2 * len(LINES)
    assert found["on"].questions > 2 * len(LINES)
    assert found["off"].outputs == list(SAYS.values())
    assert found["on"].flags == {"number-missing": 1}
    scores = {"off": Scores(30.0, 20.0), "on": Scores(30.5, 19.0)}
    _, _, off, on = table(found, scores, len(LINES), 2).splitlines()
    assert off.startswith("| off | 1.000 | 1.000 | 1.000 | 30.00 (+0.00) |")
    assert on.endswith("| 30.50 (+0.50) | 19.00 (-1.00) | 50.0% |")


def test_a_translation_that_is_cut_off_lacks_something():
    words = ["the", "old", "captain", "told", "them", "about", "storms", "near", "islands"]
    spans, start = [], 0
    for word in words:
        spans.append(Span(start, start + len(word)))
        start += len(word) + 1
    text = "老船长告诉他们岛附近风暴"
    attention = np.zeros((len(text), len(words)), np.float32)
    for row in range(len(text)):
        attention[row, min(len(words) - 1, row * len(words) // len(text))] = 1
    offer = Offer(" ".join(words), text, (), -1.0, (-1.0,), attention, tuple(spans))
    assert not lacking(offer)
    assert lacking(offer, 0.5)
