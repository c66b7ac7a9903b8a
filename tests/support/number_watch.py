"""Which numbers of a sentence its translation lacks, found without any of the engine's own code.

The engine reads the numbers of a translation; this writes every way in which Chinese may put a
number of the source, and looks whether one of them is there. With files it translates them and
says how many sentences with a number are flagged, and which lost one that nobody flagged:

    python -m tests.support.number_watch assets/eval/dev.tsv
"""

import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from engine.document import Document
from engine.pack import STARTER, bundled_pack_path
from engine.translator import Translator
from engine.types import TranslatedSegment
from tests.support.fakes import lines

_DIGITS = "零一二三四五六七八九"
_SMALL = """zero one two three four five six seven eight nine ten eleven twelve thirteen
fourteen fifteen sixteen seventeen eighteen nineteen"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS = {word: i for i, word in enumerate(re.findall("[a-z]+", _SMALL))} | {
    word: 10 * i for i, word in enumerate(re.findall("[a-z]+", _TENS), 2)
}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_LETTERS = {"k": 1000, "m": 10**6, "mn": 10**6, "bn": 10**9, "b": 10**9, "tn": 10**12}
_PARTS = {"third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_WORD = "|".join([*_WORDS, *_SCALES])

_TOKEN = re.compile(
    rf"(?P<digits>\d+(?:[.,:/-]\d+)*)(?P<after>\ ?[ap]\.?m\b|'?s\b|st\b|nd\b|rd\b|th\b"
    rf"|[\ -]?(?:hundred|thousand|million|billion|trillion|dozen)\b|(?:k|mn?|bn?|tn)(?![a-z]))?"
    rf"|(?P<share>\b(?:one|two|three|four|five)[\ -](?:{'|'.join(_PARTS)})s?\b)"
    rf"|(?P<words>\b(?:{_WORD})(?:(?:\ and\ |[\ -])(?:{_WORD}))*\b(?!\ and\ a\ half))",
    re.IGNORECASE | re.VERBOSE,
)


def chinese(number: int, *, inside: bool = False) -> str:
    """Write a whole number below 10^16 with Chinese characters."""
    if number < 10:
        return _DIGITS[number]
    for unit, name in (
        (10**12, "万亿"),
        (10**8, "亿"),
        (10**4, "万"),
        (1000, "千"),
        (100, "百"),
        (10, "十"),
    ):
        if number >= unit:
            rest = number % unit
            gap = "零" if rest and rest < unit // 10 else ""
            head = "" if unit == 10 and number < 20 and not inside else chinese(number // unit)
            return head + name + (gap + chinese(rest, inside=True) if rest else "")
    raise AssertionError(number)


def _ways(value: int) -> set[str]:
    """Return the ways to write a whole value, in digits and in characters."""
    ways = {str(value), f"{value:,}", chinese(value)}
    ways |= {way.replace("二", "两") for way in ways}
    for name, unit in (
        ("百", 100),
        ("千", 1000),
        ("万", 10**4),
        ("百万", 10**6),
        ("千万", 10**7),
        ("亿", 10**8),
        ("十亿", 10**9),
    ):
        if value >= unit:
            short = f"{value / unit:.6f}".rstrip("0").rstrip(".")
            ways |= {short + name, f"{short} {name}"} | ({name} if value == unit else set())
    return ways


def _spoken(words: str) -> int:
    total = group = 0
    for word in re.findall("[a-z]+", words.lower()):
        if word == "hundred":
            group = (group or 1) * 100
        elif word in _SCALES:
            total, group = total + (group or 1) * _SCALES[word], 0
        else:
            group += _WORDS.get(word, 0)
    return total + group


def _forms(match: re.Match[str]) -> tuple[str, set[str]]:
    """Return a number and what may stand for it."""
    text = match.group().lower()
    if match["share"]:
        over, under = re.split("[ -]", text)
        one, other = _WORDS[over], _PARTS[under.removesuffix("s")]
        ways = {f"{one}/{other}", f"{chinese(other)}分之{chinese(one)}", f"{other}分之{one}"}
        return text, ways | ({"刻", "15", "45"} if other == 4 else set())
    if match["words"]:
        return text, _ways(_spoken(text)) | _split_words(text)
    digits, after = match["digits"], (match["after"] or "").strip(" -'")
    return (text, _after(digits, after)) if after else (digits, _as_they_are(digits))


def _after(digits: str, after: str) -> set[str]:
    """Return what may stand for digits and what follows them."""
    whole = digits.replace(",", "")
    if after.replace(".", "") in {"am", "pm"}:
        return _told(digits, after[0])
    if after == "s":
        decade = int(whole) % 100
        names = [f"{decade}年代", f"{chinese(decade)}年代"] if decade else ["世纪初", "年代"]
        return {digits, *names}
    if after in {"st", "nd", "rd", "th"}:
        return {whole, chinese(int(whole))}
    scale = _LETTERS.get(after) or _SCALES.get(after) or {"trillion": 10**12, "dozen": 12}[after]
    value = round(float(whole) * scale) if whole.count(".") < 2 else 0
    return _ways(value) | {f"{digits}{after}", f"{digits} {after}"}


def _told(digits: str, half: str) -> set[str]:
    """Return what may stand for a time with its half of the day."""
    halves = "上午 早 凌晨 清晨" if half == "a" else "下午 晚 夜 中午 傍晚"
    hour = int(re.split("[:.]", digits)[0])
    clock = {digits, digits.replace(".", ":"), digits.replace(":", "点"), f"{hour}点"}
    clock |= {f"{name}点" for name in (chinese(hour), chinese(hour).replace("二", "两"))}
    ways = {f"re:{part}.*{re.escape(way)}" for part, way in product(halves.split(), clock)}
    return ways | {str(hour + 12)}


def _split_words(text: str) -> set[str]:
    """Return what a row of number words may be if it is no one number: a year, a time."""
    words = re.findall("[a-z]+", text.lower())
    values = [str(_WORDS[word]) for word in words if word in _WORDS]
    if not values:
        return set()
    half = {f"{chinese(int(values[0]))}点半"} if values[1:] == ["30"] else set()
    row = "re:" + ".*".join(f"(?:{v}|{chinese(int(v))})" for v in values)
    return {row, "".join(values)} | half


def _as_they_are(digits: str) -> set[str]:
    parts = digits.split("/")
    if len(parts) == 2:
        over, under = map(int, parts) if all(part.isdigit() for part in parts) else (0, 0)
        return {digits, f"{chinese(under)}分之{chinese(over)}"}
    return {digits}


def lacking(source: str, target: str) -> list[str]:
    """Return the numbers of an English sentence that its Chinese translation lacks."""
    plain = unicodedata.normalize("NFKC", target)
    lost: list[str] = []
    wanted: Counter[str] = Counter()
    for match in _TOKEN.finditer(unicodedata.normalize("NFKC", source)):
        if match["words"] and match.group().lower() in {"one", "zero"}:
            continue
        name, ways = _forms(match)
        parts = re.split("[,:/-]", name) if match["digits"] and not match["after"] else []
        wanted[name] += 1
        there = max(_times(way, plain) for way in ways)
        least = wanted[name] if name[0].isdigit() and not match["after"] else 1
        apart = len(parts) > 1 and "/" not in name and not re.fullmatch(r"\d{1,2}:\d\d", name)
        if there < least and not (apart and all(_times(part, plain) for part in parts)):
            lost.append(name)
    return lost


def _times(way: str, target: str) -> int:
    if way.startswith("re:"):
        return int(re.search(way[3:], target, re.DOTALL) is not None)
    if way[0].isdigit():
        after = r"(?!\d|[.,]\d)" if way[-1].isdigit() else ""
        return len(re.findall(rf"(?<!\d)(?<!\d[.,]){re.escape(way)}{after}", target))
    return target.count(way)


def bears_number(source: str) -> bool:
    """Tell whether a sentence has a number."""
    return any(match.group().lower() not in {"one", "zero"} for match in _TOKEN.finditer(source))


def unflagged(segments: list[TranslatedSegment]) -> Iterator[tuple[TranslatedSegment, list[str]]]:
    """Yield the translations that lack a number and do not say so."""
    for made in segments:
        lost = lacking(made.segment.text, made.text)
        if lost and not {"number-missing", "untranslated"} & set(made.flags):
            yield made, lost


def read_sources(path: Path) -> list[str]:
    """Return the sentences with a number of a file with a sentence and its translation a line."""
    rows = path.read_text(encoding="utf-8").splitlines()
    return [source for row in rows if bears_number(source := row.split("\t")[0])]


def _report(path: Path, translator: Translator) -> bool:
    document: Document = lines(*read_sources(path))
    made = list(translator.translate(document).segments)
    flagged = [each for each in made if "number-missing" in each.flags]
    lost = list(unflagged(made))
    for each, names in lost:
        print(f"  {', '.join(names)}: {each.segment.text} -> {each.text}")  # noqa: T201
    share = len(flagged) / max(1, len(made))
    print(  # noqa: T201
        f"{path.name}: {len(made)} sentences with a number, {len(flagged)} flagged ({share:.2%}),"
        f" {len(lost)} lost one unflagged"
    )
    return not lost and share < 0.01


def main() -> int:
    """Translate files and report; 1 if too much is flagged or anything is lost unflagged."""
    translator = Translator.load(bundled_pack_path(STARTER))
    good = [_report(Path(name), translator) for name in sys.argv[1:]]
    return int(not all(good))


if __name__ == "__main__":
    sys.exit(main())
