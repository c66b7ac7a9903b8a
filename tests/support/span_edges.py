"""How often a span from inside a sentence comes to stand at an end of its translation.

``python -m tests.support.span_edges --seed 7`` generates sentences with the starter pack's kind of
words, a span inside each, and says how many spans ended up at an edge, by kind.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.pack import STARTER
from engine.translator import Translator

FRAMES = (
    "You can {verb} {thing} from {span} for free.",
    "If {span} does not work, call {person}.",
    "After {time}, {span} will restart and show a message.",
    "{name} told me that {span} was wrong, but I did not believe it.",
    "Do not delete {span} unless you have a copy of {thing}.",
    "Make sure that {span} is correct and press Enter.",
    "When you see {span} in {thing}, tell {person}.",
    "I think {span} is the best choice for {person}.",
    "Use {span} instead of {thing} {time}.",
    "You must enter {span} in the first field and click the button.",
    "{name} wrote {span} on {thing} and went home.",
    "We found {span} next to {thing} {time}.",
    "Please send {thing} to {span} and wait for an answer.",
    "The problem with {span} is that nobody knows {thing}.",
    "{name} opened {span} and read {thing} {time}.",
    "There is a new version of {span} on {thing}.",
    "Both {span} and {thing} must be there before you start.",
    "Did {name} say that {span} is better than {thing}?",
)
WORDS = {
    "verb": ("download", "read", "print", "copy", "open", "buy"),
    "thing": ("the manual", "the old list", "your letter", "a map", "the box", "her computer"),
    "person": ("the support team", "your teacher", "my brother", "beginners", "the police"),
    "time": ("the update", "tomorrow", "this evening", "lunch", "last week"),
    "name": ("Tom", "Mary", "My sister", "The boss", "She"),
}
SPANS = {
    "url": ("https://a.example/b?c=1", "www.shop.example", "https://docs.example/en/#top"),
    "email": ("billing+eu@shop.example", "ann@bell.example"),
    "ip": ("192.168.0.17", "2001:db8::8a2e:370:7334"),
    "phone": ("+44 20 7946 0018", "555-0134"),
    "path": ("/etc/hosts", "C:\\Users\\Ann Bell\\list.txt", "setup.py", "~/x"),
    "handle": ("@maple_leaf", "#greenroof"),
    "code": ("`npm start`", "foo_bar(x, y=2)", "main()", "DEBUG=1"),
    "placeholder": ("{{user.name}}", "{0}", "%1$s", "${total}", "%(name)s", "%{count}", ":param"),
    "argument": ("{n, plural, one {# file} other {# files}}",),
    "hash": ("9f8e7d6c5b4a", "0xDEADBEEF"),
    "version": ("v2.13.0", "v1.2.3-rc.1"),
    "date": ("2026-03-09T14:00:00+08:00", "2026-03-09"),
    "number": ("978-3-16-148410-0",),
}


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with a span inside.

    Attributes:
        text: The sentence.
        span: What stands inside of it.
        kind: Of what kind that is.
    """

    text: str
    span: str
    kind: str


def templates(seed: int, count: int) -> Iterator[Template]:
    """Generate sentences, each with one span between words, every kind as often as the others."""
    rng = random.Random(seed)
    kinds = sorted(SPANS)
    for index in range(count):
        kind = kinds[index % len(kinds)]
        span = rng.choice(SPANS[kind])
        words = {name: rng.choice(choices) for name, choices in WORDS.items()}
        yield Template(rng.choice(FRAMES).format(span=span, **words), span, kind)


def is_at_edge(translation: str, span: str) -> bool:
    """Say whether no letter stands before, or none after, the only place of a span."""
    before, found, after = translation.partition(span)
    assert found
    assert span not in after
    return not (any(map(str.isalpha, before)) and any(map(str.isalpha, after)))


def at_edge(translator: Translator, sample: Sequence[Template]) -> list[tuple[Template, str]]:
    """Return the templates whose span came to an edge, and what became of them."""
    made = ((each, translator.translate(each.text).text) for each in sample)
    return [(each, text) for each, text in made if is_at_edge(text, each.span)]


def main() -> None:
    """Measure it, as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=0, help="of the generator (default: 0)")
    parser.add_argument("--count", type=int, default=200, help="sentences (default: 200)")
    parser.add_argument("--pack", default=STARTER, help="name or folder (default: the starter)")
    arguments = parser.parse_args()
    sample = list(templates(arguments.seed, arguments.count))
    found = at_edge(Translator.load(arguments.pack), sample)
    for each, text in found:
        sys.stdout.write(f"{each.kind}: {each.text} -> {text}\n")
    share = 100 * len(found) / len(sample)
    kinds = ", ".join(f"{kind} {n}" for kind, n in Counter(each.kind for each, _ in found).items())
    sys.stdout.write(
        f"{len(found)} of {len(sample)} ({share:.1f} %) at an edge: {kinds or 'none'}\n"
    )


if __name__ == "__main__":
    main()
