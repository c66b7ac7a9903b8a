"""Measure word alignments: how far those read off a pack's attention agree with links made by hand.

A pack aligns what it wrote itself, and nobody aligned that by hand. So the decoder is fed the
reference translation, token by token, and the alignment head is read as if the pack had written it;
from there on the product's own code makes the links. They are compared with links made by hand,
sure ones and possible ones, by the alignment error rate of Och and Ney (2003). Punctuation does not
count. Beside the pack stands the diagonal, which knows nothing but both lengths.
"""

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import sentencepiece

from engine.alignment import align
from engine.document import Span
from engine.model import MarianModel
from engine.pack import TARGET_SPM, VOCAB, ModelPack, find_pack, read_vocabulary
from engine.search import FloatArray
from engine.tokenizer import Tokenizer
from engine.types import AlignedSpan
from export.arguments import Parser
from export.bench.complaints import complaining
from export.bench.process import ROOT
from export.errors import CheckpointError

PAIRS: Final = ROOT / "tests" / "data" / "alignments.tsv"
"""Fifty pairs that were aligned by hand; tests/data/README.md says how."""

Link = tuple[int, int]
"""A unit of the source and a unit of the target, by their number in the sentence, from 0."""

_HAN: Final = r"\u3400-\u9fff"
_LETTERS: Final = rf"[^\W{_HAN}]+"
_UNIT: Final = re.compile(rf"[{_HAN}]|{_LETTERS}(?:[.'’-]{_LETTERS})*")
_LINK: Final = re.compile(r"(\d+)([-?])(\d+)")
_COLUMNS: Final = 4


@dataclass(frozen=True, slots=True)
class Pair:
    """A sentence, its translation, and which of their units belong together.

    Attributes:
        source: The sentence.
        target: Its translation.
        sure: Links that hold wherever the two words meet.
        possible: Further links that may be made or left out.
        origin: Where the pair is from: a file's name, a colon, the line.
    """

    source: str
    target: str
    sure: frozenset[Link]
    possible: frozenset[Link]
    origin: str


@dataclass(frozen=True, slots=True)
class Tally:
    """Links counted over some pairs.

    Attributes:
        made: Links that were made.
        right: Those of them that are sure or possible.
        found: Those of them that are sure.
        sure: All that are sure.
    """

    made: int
    right: int
    found: int
    sure: int

    @property
    def precision(self) -> float:
        """Share of the links made that are sure or possible."""
        return self.right / self.made if self.made else float("nan")

    @property
    def recall(self) -> float:
        """Share of the sure links that were made."""
        return self.found / self.sure if self.sure else float("nan")

    @property
    def error_rate(self) -> float:
        """Return the alignment error rate, from 0 to 1: the less the better."""
        links = self.made + self.sure
        return 1 - (self.found + self.right) / links if links else float("nan")


def tally(made: Iterable[Link], sure: Iterable[Link], possible: Iterable[Link]) -> Tally:
    """Compare links; those that are sure need not be among the possible ones too."""
    links, certain = set(made), set(sure)
    right = links & (certain | set(possible))
    return Tally(len(links), len(right), len(links & certain), len(certain))


def total(counted: Iterable[Tally]) -> Tally:
    """Add up what was counted, so that every link weighs the same."""
    parts = list(counted)
    return Tally(
        made=sum(each.made for each in parts),
        right=sum(each.right for each in parts),
        found=sum(each.found for each in parts),
        sure=sum(each.sure for each in parts),
    )


def units(text: str) -> tuple[Span, ...]:
    """Find what is linked: each Chinese character and each run of other letters and digits.

    A point, an apostrophe or a dash inside of a run belongs to it. Nothing else is a unit.
    """
    return tuple(Span(*found.span()) for found in _UNIT.finditer(text))


def read_pairs(path: Path) -> list[Pair]:
    """Read pairs: source, target, links and origin, with tabs between them, one pair a line.

    A link is ``3-5`` (sure) or ``3?5`` (possible): a unit of the source and one of the target.

    Raises:
        CheckpointError: The file cannot be read, or a line is not like that.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CheckpointError(path, "aligned pairs", error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise CheckpointError(path, "aligned pairs in UTF-8", "another encoding") from error
    rows = [(number, row) for number, row in enumerate(text.split("\n"), 1) if row.strip()]
    if not rows:
        raise CheckpointError(path, "aligned pairs, one a line", "none")
    return [_pair(path, number, row.split("\t")) for number, row in rows]


def _pair(path: Path, number: int, columns: Sequence[str]) -> Pair:
    if len(columns) != _COLUMNS:
        expected = f"source, target, links and origin in line {number}"
        raise CheckpointError(path, expected, f"{len(columns)} columns")
    source, target, written, origin = columns
    rows, width = len(units(source)), len(units(target))
    kinds: dict[str, set[Link]] = {"-": set(), "?": set()}
    seen = set[Link]()
    for one in written.split():
        match = _LINK.fullmatch(one)
        link = (int(match[1]), int(match[3])) if match else (-1, -1)
        if not match or link[0] >= rows or link[1] >= width or link in seen:
            expected = f"links below {rows}-{width} in line {number}, none twice"
            raise CheckpointError(path, expected, repr(one))
        seen.add(link)
        kinds[match[2]].add(link)
    if not kinds["-"]:
        raise CheckpointError(path, f"a sure link in line {number}", "none")
    return Pair(source, target, frozenset(kinds["-"]), frozenset(kinds["?"]), origin)


def linked(links: Iterable[AlignedSpan], source: str, target: str) -> set[Link]:
    """Return which units the engine's links are about: all that its spans touch."""
    sources, targets = units(source), units(target)
    return {
        (i, j)
        for link in links
        for i in _touched(sources, link.source)
        for j in _touched(targets, link.target)
    }


def _touched(spans: Sequence[Span], part: Span) -> list[int]:
    return [at for at, span in enumerate(spans) if span.start < part.end and part.start < span.end]


def diagonal(source: str, target: str) -> set[Link]:
    """Link each unit of the target to the one that stands as far into the source."""
    rows, width = len(units(source)), len(units(target))
    return {(j * rows // width, j) for j in range(width)} if rows else set()


class Aligner:
    """Aligns a sentence with a translation that is given, as a pack would align its own.

    Args:
        pack: The pack.
    """

    def __init__(self, pack: ModelPack) -> None:
        self._manifest = pack.manifest
        self._model = MarianModel.load(pack, threads=1)
        self._sources = Tokenizer.load(pack)
        self._targets = _target_tokens(pack)
        self._token = pack.manifest.target_tokens.get(pack.manifest.target_language)

    def links(self, source: str, target: str) -> tuple[AlignedSpan, ...]:
        """Return the links.

        Raises:
            CheckpointError: One of the two is longer than the model can take.
        """
        encoded = self._sources.encode(source, target_token=self._token)
        forced = self._targets.encode(target)
        limit = self._manifest.dimensions.max_positions
        longest = max(len(encoded.ids), len(forced.ids))
        if longest > limit:
            what = f"pairs of at most {limit} tokens"
            raise CheckpointError("the aligned pairs", what, f"{longest} in {source[:40]!r}")
        return align(self._attention(encoded.ids, forced.ids), encoded.spans, forced.spans)

    def _attention(self, source: Sequence[int], target: Sequence[int]) -> FloatArray:
        """Feed the target to the decoder: ``[target, source or more]`` of the alignment head."""
        decoder = self._model.decoder(self._model.encode([source]))
        only = np.zeros(1, np.int64)
        fed = (self._manifest.special_ids.decoder_start, *target[:-1])
        steps = [decoder.step(np.array([token]), only, only, 1, None) for token in fed]
        return np.concatenate([each.attention for each in steps])


def _target_tokens(pack: ModelPack) -> Tokenizer:
    """Return what cuts *target* texts into the ids that the decoder writes them with."""
    sizes = pack.manifest.dimensions
    separate = pack.manifest.separate_vocabs
    vocab = read_vocabulary(
        pack.path / (pack.target_vocab_name if separate else VOCAB), sizes.target_vocab
    )
    pieces = sentencepiece.SentencePieceProcessor()
    pieces.LoadFromSerializedProto((pack.path / TARGET_SPM).read_bytes())
    return Tokenizer(
        source=pieces,
        target=pieces,
        source_vocab=vocab,
        target_vocab=vocab,
        special_ids=pack.manifest.special_ids,
    )


def measured(aligner: Aligner, pairs: Sequence[Pair]) -> dict[str, dict[str, Tally]]:
    """Count the links of the pack and of the diagonal: by file, and over all files."""
    found: dict[str, dict[str, list[Tally]]] = {}
    for pair in pairs:
        made = linked(aligner.links(pair.source, pair.target), pair.source, pair.target)
        both = {"pack": made, "diagonal": diagonal(pair.source, pair.target)}
        for name, links in both.items():
            counted = tally(links, pair.sure, pair.possible)
            for file in (pair.origin.split(":")[0], "all"):
                found.setdefault(file, {}).setdefault(name, []).append(counted)
    files = [*(file for file in found if file != "all"), "all"]
    return {file: {name: total(each) for name, each in found[file].items()} for file in files}


def table(found: Mapping[str, Mapping[str, Tally]]) -> str:
    """Lay out what was measured as a Markdown table."""
    rows = [["file", "links by", "AER", "precision", "recall", "links made", "sure links"]]
    for file, ways in found.items():
        for name, one in ways.items():
            shares = [f"{each:.1%}" for each in (one.error_rate, one.precision, one.recall)]
            rows.append([file, name, *shares, str(one.made), str(one.sure)])
    lines = [f"| {' | '.join(row)} |" for row in rows]
    lines.insert(1, f"|---|---{'|---:' * (len(rows[0]) - 2)}|")
    return "\n".join(lines)


def shown(aligner: Aligner, pair: Pair) -> str:
    """Write out one pair's links: ``+`` sure and found, ``~`` possible, ``!`` wrong."""
    sources, targets = units(pair.source), units(pair.target)
    said = [f"{pair.origin}: {pair.source} | {pair.target}"]
    made = linked(aligner.links(pair.source, pair.target), pair.source, pair.target)
    for i, source in enumerate(sources):
        signs = {True: "+", False: "!"}
        words = [
            f"{'~' if (i, j) in pair.possible else signs[(i, j) in pair.sure]}"
            f"{pair.target[target.start : target.end]}"
            for j, target in enumerate(targets)
            if (i, j) in made
        ]
        said.append(f"  {pair.source[source.start : source.end]}: {' '.join(words) or '–'}")
    return "\n".join(said)


def run(argv: Sequence[str]) -> int:
    """Measure and print.

    Raises:
        EngineError: The pack or the pairs are not as they should be.
        OSError: Something cannot be read.
    """
    parser = Parser(prog="python -m export.bench.alignments", description=_description())
    parser.add_argument("pack", help="the pack's folder or name")
    parser.add_argument(
        "--pairs", type=Path, default=PAIRS, metavar="FILE", help="pairs aligned by hand"
    )
    parser.add_argument(
        "--show", nargs="+", default=[], metavar="ORIGIN", help="also write out these pairs' links"
    )
    arguments = parser.parse_args(argv)
    pairs = read_pairs(arguments.pairs)
    aligner = Aligner(ModelPack.open(find_pack(arguments.pack)))
    for pair in pairs:
        if pair.origin in arguments.show:
            _say(shown(aligner, pair))
    _say(table(measured(aligner, pairs)))
    return 0


def _description() -> str:
    return (__doc__ or "").split("\n", 1)[0]


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; return 0, or 2 after saying in one line what is wrong."""
    return complaining(lambda: run(sys.argv[1:] if argv is None else argv))


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - this is a command


if __name__ == "__main__":
    sys.exit(main())
