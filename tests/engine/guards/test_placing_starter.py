"""With a real model, verbatim spans stand well."""

import re
from collections.abc import Sequence
from itertools import product

import pytest

from engine.alignment import align
from engine.guards.placing import place
from engine.guards.restoring import Candidate
from engine.model import MarianModel
from engine.search import SearchOptions, search
from engine.tokenizer import Tokenizer
from engine.translator import Translator
from tests.support.placing import drive
from tests.support.span_edges import SPANS, at_edge, is_at_edge, templates

INSIDE = [
    "You can download the manual from {} for free.",
    "If {} does not work, call the support team.",
    "After the update, {} will restart and show a message.",
    "He told me that {} was wrong, but I did not believe him.",
    "Do not delete {} unless you have a backup.",
    "Make sure that {} is correct and press Enter.",
    "When you see {} in the log, restart the machine.",
    "I think {} is the best choice for beginners.",
    "Use {} instead of the old function.",
    "You must enter {} in the first field and click the button.",
]
VALUES = ["https://a.example/b?c=1", "{{user.name}}", "%1$s", "setup.py"]


@pytest.fixture(scope="module")
def translate(starter_pack):
    codec = Tokenizer.load(starter_pack)
    model = MarianModel.load(starter_pack, threads=1)
    special = starter_pack.manifest.special_ids

    def run_model(text: str) -> Sequence[Candidate]:
        tokens = codec.encode(text)
        options = SearchOptions(
            start_id=special.decoder_start,
            eos_id=special.eos,
            beam_size=4,
            n_best=4,
            max_target_tokens=3 * len(tokens.ids) + 16,
        )
        (found,) = search(model.decoder(model.encode([tokens.ids])), 1, options)
        candidates = []
        for hypothesis in found:
            made, spans = codec.decode_with_spans(hypothesis.ids)
            candidates.append(Candidate(made, align(hypothesis.attention, tokens.spans, spans)))
        return candidates

    return run_model


def test_a_real_model_keeps_spans_inside_the_sentence(translate):
    at_edge = []
    for frame, value in product(INSIDE, VALUES):
        placed = drive(place(frame.format(value)), translate)
        assert placed.text.count(value) == 1
        assert placed.step == "copied"
        before, after = placed.text.split(value)
        if not re.search(r"\w", before) or not re.search(r"\w", after):
            at_edge.append(placed.text)
    assert len(at_edge) <= 0.02 * len(INSIDE) * len(VALUES), at_edge


def test_spans_of_every_kind_stay_inside(starter_pack):
    sample = list(templates(seed=5, count=len(SPANS) * 4))
    assert len({each.kind for each in sample}) == len(SPANS)
    found = at_edge(Translator.load(starter_pack, threads=1), sample)
    assert len(found) <= 0.02 * len(sample), found


@pytest.mark.parametrize(
    ("translation", "edge"),
    [("你好 x 吧", False), ("x 你好", True), ("你好 x。", True), ("“x”你好", True)],
)
def test_an_edge_is_told_from_the_inside(translation, edge):
    assert is_at_edge(translation, "x") is edge


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("You <b>must</b> sign both forms today.", "必须"),
        ("Please read the <b>user manual</b> before you open the door.", "手册"),
        ("Click the <b>red button</b> to save your changes.", "按钮"),
    ],
)
def test_a_real_model_puts_tags_around_their_words(translate, text, inside):
    placed = drive(place(text), translate)
    found = re.search(r"<b>(.*)</b>", placed.text)
    assert found
    assert inside in found.group(1)
    assert len(found.group(1)) < len(placed.text) / 2
