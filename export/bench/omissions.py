"""Measure the check for omissions: how much it flags, and how much of what is cut off it notices.

Translations that it finds nothing wrong with are cut short after a share of their tokens, as if the
model had stopped there, and judged again.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from engine.guards.omissions import suspected
from engine.model import MarianModel
from engine.pack import ModelPack, find_pack
from engine.reading import Ask, Manner, Offer, Reader
from engine.search import SearchOptions
from engine.tokenizer import Tokenizer
from export.lines import Line, read_lines, spread
from export.verify.translating import SCORING_BEAMS

KEPT: Final = (0.75, 0.5, 0.25)
"""Shares of a translation's tokens that are left of it."""

_FEWEST_WORDS: Final = 6
"""Words of a sentence of which something can be left out."""


class _Endless:
    """Never stops the work."""

    def cancelled(self) -> bool:
        return False

    def go_on(self) -> None:
        return


def offers(pack: ModelPack, lines: Sequence[Line]) -> list[Offer]:
    """Return the likeliest translation of each line, with nothing around the model."""
    generation, special = pack.manifest.generation, pack.manifest.special_ids
    found = SearchOptions(
        start_id=special.decoder_start,
        eos_id=special.eos,
        beam_size=SCORING_BEAMS,
        max_target_tokens=generation.max_length - 1,
        length_penalty=generation.length_penalty,
        early_stopping=generation.early_stopping,
    )
    manner = Manner(
        search=found, n_best=1, max_target_tokens=None, target_token=None, stop_loops=False
    )
    reader = Reader(pack.manifest, MarianModel.load(pack), Tokenizer.load(pack))
    asks = [Ask(line.source) for line in lines]
    return [each[0] for each in reader.answer(asks, manner, _Endless())]


def lacking(offer: Offer, kept: float = 1.0) -> bool:
    """Tell whether a translation, of which only a share of the tokens is left, is suspected."""
    tokens = max(1, round(len(offer.attention) * kept))
    text = offer.text[: max(1, round(len(offer.text) * kept))]
    cut = replace(offer, text=text, attention=offer.attention[:tokens])
    return suspected(cut.source, cut.text, cut.attention, cut.spans) is not None


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print a table; return 0."""
    parser = argparse.ArgumentParser(prog="python -m export.bench.omissions", description=__doc__)
    parser.add_argument("pack", help="the pack's folder or name")
    parser.add_argument("--eval", type=Path, nargs="+", required=True, help="files of sentences")
    parser.add_argument("--lines", type=int, default=1000, help="of each file, evenly spread")
    arguments = parser.parse_args(argv)
    pack = ModelPack.open(find_pack(arguments.pack))
    cells = ["file", "sentences", "suspected", *(f"noticed with {k:.0%} left" for k in KEPT)]
    rows = [cells, ["---", *["---:"] * (len(cells) - 1)]]
    for path in arguments.eval:
        lines = spread(read_lines(path), arguments.lines)
        made = [each for each in offers(pack, lines) if each.source.count(" ") >= _FEWEST_WORDS - 1]
        whole = [each for each in made if not lacking(each)]
        noticed = [sum(lacking(each, kept) for each in whole) / len(whole) for kept in KEPT]
        share = 1 - len(whole) / len(made)
        rows.append([path.stem, str(len(made)), f"{share:.1%}", *(f"{n:.1%}" for n in noticed)])
    for row in rows:
        print(f"| {' | '.join(row)} |")  # noqa: T201 - this is a command
    return 0


if __name__ == "__main__":
    sys.exit(main())
