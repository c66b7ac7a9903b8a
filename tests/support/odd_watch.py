"""Two thousand short odd inputs, and what must not become of them, judged without the engine.

    python -m tests.support.odd_watch

translates all of them with the starter pack and names those that loop, say nothing, say far too
much or show what no reader should see. The list is the same each time.
"""

import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from engine.pack import STARTER, bundled_pack_path
from engine.translator import Translator
from engine.types import TranslatedSegment
from tests.support.fakes import lines
from tests.support.odd_inputs import ODD_INPUTS


def _words(text: str) -> list[str]:
    return text.split()


_WORDS = _words(
    """cat dog tree water house love hate green seven Monday yes no maybe please sorry thanks hello
    goodbye run jump sleep beautiful terrible quickly under because upholstery rhubarb kettle
    pneumonia xylophone serendipity knowledge internet computer music child river mountain"""
)
_GREETINGS = """hi|hey|hello|good morning|good evening|see you|bye|thanks a lot|welcome back|cheers|
how do you do|what's up|nice to see you|long time no see|take care|sleep well|get well soon|
happy birthday|merry christmas|congratulations|well done|good luck|safe travels|dear all""".replace(
    "\n", ""
).split("|")
_INTERJECTIONS = _words(
    """ah aha argh aw boo brr eek eh er ew gosh grr ha hey hm hmm huh mhm mm oh oho ooh oops ouch
    ow pff phew pst shh tsk ugh uh um whoa wow yay yikes yippee yuck"""
)
_SOUNDS = _words(
    """bang beep boom buzz clang click crash ding drip fizz hiss honk meow moo oink pop quack
    ribbit splash thud tick vroom whoosh woof zap zoom"""
)
_BRANDS = _words(
    """Adidas Airbus Apple Boeing Canon Disney Ferrari Gucci Honda Intel Lego Nestlé Netflix Nike
    Nokia Oracle PayPal Pepsi Porsche Samsung Siemens Sony Spotify Tesla Toyota Uber Visa
    YouTube eBay iPad WhatsApp"""
)
_SLOGANS = """Think big|Open your mind|Taste the moment|Built to last|Because you matter|
Never stop moving|Live more, worry less|Pure joy|Connecting people|The future is now|Say it loud|
Save now, pay later|Every drop counts|Simply clever|Power to you|Made for walking""".replace(
    "\n", ""
).split("|")
_EMOJI = _words("""🙂 😂 ❤️ 👍🏽 🎉 🚀 🇨🇳 👨‍👩‍👧 🐈 ☕ ⚠️ ✅ ♻️ 1️⃣ 🏳️‍🌈""")
_SYMBOLS = "!?.,;:-_=+*/\\|~^#@&%$€£<>()[]{}'\"…—·•→★☆♪§¶©®™°±×÷√∞≈≠≤≥"
_KEYS = "qwertyuiop", "asdfghjkl", "zxcvbnm"
_CODE = """print(x)|x = 1|a += b|if x:|else:|for i in n|return 0;|null|NaN|None|true|i++|a && b|
!done|foo()|foo.bar|foo_bar|fooBar|<br>|</div>|&nbsp;|%s|{0}|{{name}}|$HOME|~/.bashrc|/etc/passwd|
C:\\temp|ls -la|git push|sudo rm|404|0xFF|1e-9|v2.0|README.md|index.html|a.b.c|user@host|::1|
127.0.0.1|--help|-v|//todo|/* x */|#!/bin/sh|SELECT *|127|x86_64|utf-8|""".replace("\n", "").split(
    "|"
)

Maker = Callable[[random.Random], str]


def _repeated(rng: random.Random) -> str:
    word = rng.choice([*_WORDS, *_INTERJECTIONS, *_SOUNDS])
    return rng.choice([" ", " ", ", ", "! ", "-"]).join([word] * rng.randint(2, 12))


def _laughter(rng: random.Random) -> str:
    unit = rng.choice(["ha", "he", "hi", "ho", "lo", "jaja", "haha", "ke", "xi", "mwaha", "kek"])
    return (unit * rng.randint(2, 12)) + rng.choice(["", "!", "...", " :)", " 😂", "h"])


def _stretched(rng: random.Random) -> str:
    word = rng.choice([*_INTERJECTIONS, *_WORDS])
    at = rng.randrange(len(word))
    return word[:at] + word[at] * rng.randint(3, 20) + word[at + 1 :]


def _mash(rng: random.Random) -> str:
    row = rng.choice([*_KEYS, "".join(_KEYS), "abcdefghijklmnopqrstuvwxyz0123456789"])
    words = ["".join(rng.choices(row, k=rng.randint(3, 10))) for _ in range(rng.randint(1, 4))]
    return " ".join(words)


def _nonsense(rng: random.Random) -> str:
    def word() -> str:
        return "".join(
            rng.choice("bcdfglmnprstvz") + rng.choice("aeiou") for _ in range(rng.randint(1, 4))
        )

    return " ".join(word() + rng.choice(["", "", "n", "sh", "k"]) for _ in range(rng.randint(1, 5)))


def _symbols(rng: random.Random) -> str:
    marks = "".join(rng.choices(_SYMBOLS, k=rng.randint(1, 8)))
    return rng.choice(
        [marks, marks + rng.choice(_WORDS), rng.choice(_WORDS) + marks, f"{marks} a {marks}"]
    )


def _with_emoji(rng: random.Random) -> str:
    parts = [rng.choice(_EMOJI) for _ in range(rng.randint(1, 4))]
    parts += [rng.choice([*_WORDS, *_GREETINGS]) for _ in range(rng.randint(0, 2))]
    rng.shuffle(parts)
    return rng.choice(["", " "]).join(parts)


def _letters(rng: random.Random) -> str:
    letters = "".join(rng.choices("abcdefghijklmnopqrstuvwxyz", k=rng.randint(1, 3)))
    return rng.choice(
        [letters, letters.upper(), letters.capitalize(), ".".join(letters) + ".", " ".join(letters)]
    )


def _cased(rng: random.Random) -> str:
    text = rng.choice([*_GREETINGS, *_SLOGANS, *_WORDS])
    change = rng.choice([str.upper, str.title, str.swapcase, str.capitalize])
    return change(text) + rng.choice(["", ".", "!", "?", "...", "!!!", "?!", ","])


def _tagged(rng: random.Random) -> str:
    words = rng.sample(_WORDS, k=rng.randint(1, 3))
    return " ".join(rng.choice(["#", "#", "@", "#my", ""]) + word for word in words)


def _numbered(rng: random.Random) -> str:
    number = rng.choice(
        ["7", "42", "1,000", "3.14", "12:30", "50%", "$5", "2nd", "1990s", "-3", "№ 5", "½"]
    )
    word = rng.choice([*_WORDS, *_BRANDS])
    return rng.choice(
        [f"{number} {word}", f"{word} {number}", number, f"{word}{number}", f"{number}x {word}"]
    )


def _branded(rng: random.Random) -> str:
    words = [rng.choice(_BRANDS), rng.choice(["Pro", "2", "app", "store", "Inc.", "vs.", "", "™"])]
    return " ".join([*words, rng.choice(["", rng.choice(_BRANDS)])]).strip()


def _joined(rng: random.Random) -> str:
    words = rng.choices([*_WORDS, *_INTERJECTIONS, *_BRANDS], k=rng.randint(2, 5))
    return rng.choice([" ", ", ", " / ", " - ", "_", "", "|", " & ", "\t"]).join(words)


_MAKERS: tuple[Maker, ...] = (
    _repeated, _laughter, _stretched, _mash, _nonsense, _symbols, _with_emoji, _letters, _cased,
    _tagged, _numbered, _branded, _joined,
    lambda rng: rng.choice(_WORDS) + rng.choice(["", ".", "?", "!", " "]),
    lambda rng: rng.choice(_GREETINGS) + rng.choice(["", ".", "!", " everyone", ", mate"]),
    lambda rng: rng.choice(_SLOGANS) + rng.choice(["", ".", "!", "™"]),
    lambda rng: rng.choice(_SOUNDS) + rng.choice(["", "!", " " + rng.choice(_SOUNDS)]),
    lambda rng: rng.choice(_CODE) + rng.choice(["", " " + rng.choice(_WORDS)]),
)  # fmt: skip


def odd_inputs(count: int = 2000) -> list[str]:
    """Return so many different short odd inputs, the written ones first, always the same."""
    rng = random.Random(20261)
    found = dict.fromkeys(ODD_INPUTS)
    turn = 0
    while len(found) < count:
        text = _MAKERS[turn % len(_MAKERS)](rng).strip()
        turn += 1
        if text:
            found[text] = None
    return list(found)[:count]


def loops(source: str, target: str) -> bool:
    """Tell whether a translation repeats itself far more often than its source does."""
    allowed = _most_in_a_row(source)
    return _most_in_a_row(target) > max(3, allowed + 1)


def _most_in_a_row(text: str) -> int:
    """Return how often something of up to twelve characters comes in a row, at least twice."""
    plain = re.sub(r"[\s.…,，。!！?？~_*=\-—·'\"“”]+", "", text.casefold())
    most = 1
    for size in range(1, 13):
        for found in re.finditer(rf"(?=(.{{{size}}})\1+)", plain):
            unit, at, times = found[1], found.start(), 0
            while plain.startswith(unit, at + times * size):
                times += 1
            if not unit.isdigit():
                most = max(most, times)
    return most


_DEBRIS = re.compile("<unk>|</s>|<s>|<pad>|<0x|⁇|▁|\ufffd|[\ue000-\uf8ff]")


def faults(made: TranslatedSegment) -> Iterator[str]:
    """Name what is wrong with a translation of an odd input."""
    source, target = made.segment.text, made.text
    if loops(source, target):
        yield "loops"
    if not target.strip():
        yield "is empty"
    found = _DEBRIS.search(target)
    if found and found.group() not in source:
        yield f"has {found.group()!r}"
    if len(target) > 2 * len(source) + 12:
        yield "is too long"
    if not re.search(r"[^\W\d_]", source) and source != target:
        yield "changes what has no letter"


def flag_counts(segments: Sequence[TranslatedSegment]) -> dict[str, int]:
    """Count the flags of translations."""
    return dict(Counter(flag for made in segments for flag in made.flags))


def main() -> int:
    """Translate them all and report; 1 if anything is wrong with one."""
    translator = Translator.load(bundled_pack_path(STARTER))
    start = time.perf_counter()
    segments = translator.translate(lines(*odd_inputs())).segments
    seconds = time.perf_counter() - start
    wrong = [(made, what) for made in segments if (what := list(faults(made)))]
    for made, what in wrong:
        print(f"{', '.join(what)}: {made.segment.text!r} -> {made.text!r} {made.flags}")  # noqa: T201
    print(  # noqa: T201
        f"{len(segments)} inputs in {seconds:.0f} s, {len(wrong)} with a fault; flags:"
        f" {flag_counts(segments)}"
    )
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
