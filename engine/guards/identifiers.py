"""Names that machines gave: handles, hashes, versions, dates, identifiers and calls of code."""

import re
from collections.abc import Iterator
from string import ascii_uppercase
from typing import Final

from engine.guards.spans import LETTERS, VerbatimKind, VerbatimSpan, found
from engine.patterns import regex

_ISO_DATE = r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
_ISO_TIME = r"\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?"
_SPACED_FIELD = r"(?:[yY]{4}|[yY]{2}|[dD]{1,2}|M{1,4}|[Hh]{1,2}|mm|ss|E{3,4})"
_DATE_FIELD = r"(?:[yY]{4}|[yY]{2}|[dDHhms]{1,2}|M{1,4}|S{1,6}|XXX)"
_SPACED_JOINT = r"(?:\s[./:–-]\s|(?:(?<![yY]),)?\s|,\s(?=[Hh])|[./:-])"
_HALF_DAY = r"(?:[Aap](?=[,.;:)\"'”’]|\s?\Z|\s(?:and|as|for|here|in|instead|is|on|or|to)\b)|tt)"

_PLACE_OF_CODE = (
    r"(?:[ijkmnxy](?:\s?[-+*/%]\s?[\dijkmn])?|-\d{1,4}|0|\d{0,6}:-?\d{0,6}|\"[^\"\]]{1,64}\""
    r"|'[^'\]]{1,64}'|\w{0,32}_\w{1,32}|len\(\w{1,32}\)(?:\s?-\s?\d)?|\w{1,32}\.\w{1,32})"
)
_PLACE_OF_LIST = r"(?:\d{1,6}|(?!(?:s|es|d|ed|n|r|sic)\])[A-Za-z_]\w{0,32}(?:,\s?\w{1,32}){0,3})"
_LIST = (
    r"(?:(?:arr|args?|argv|buf|chars|cols?|dict|df|dp|env|json|kwargs|lst|memo|nums|objs?|params?|self"
    r"|str|strs|tmp|tuple|Tuple|vals?|vec|xs|ys|[b-z]|Dict|List|Optional|Sequence|Union)"
    # Of words of the language, too, a note may hang on the one that an article goes before.
    r"|(?<!\b[Tt]he )(?<!\b[Aa] )(?<!\b[Aa]n )(?<!\b[Tt]his )(?:arrays?|buffer|cache|cells?"
    r"|children|columns?|config|data|elements?|fields?|files|grid|groups?|heap|input|items?|keys?|lines?|lists?"
    r"|map|matrix|messages|names|nodes?|numbers|objects?|options|output|parts|points|queue|records?"
    r"|request|response|results?|rows?|stack|string|table|temp|tokens|users?|values?|vector|weights"
    r"|words))"
)
"""Names of lists; on other words there may be a note instead of a place."""

_DIGITS = "0123456789"

_WRITTEN: Final[tuple[tuple[VerbatimKind, tuple[str, ...], str], ...]] = (
    ("date", ("-", _DIGITS), rf"(?<![\w.-]){_ISO_DATE}(?:[T ]{_ISO_TIME})?(?![\w-])"),
    (
        "date",
        ("TW", _DIGITS),
        r"(?<![\w.-])\d{8}T\d{4,6}Z?(?!\w)|(?<![\w.-])\d{4}-W\d{2}(?:-\d)?(?!\w)",
    ),
    (
        "date",
        (":", _DIGITS),
        r"(?<![\w:.,])\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,6})?(?:Z|[+-]\d{2}:\d{2})?(?![\w:])",
    ),
    ("date", (":", _DIGITS), r"(?<![\w:.,])\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})(?![\w:])"),
    (
        "date",
        ("P", _DIGITS),
        r"(?<!\w)P(?=\d|T\d)(?:\d{1,6}[YMWD]){0,4}(?:T(?:\d{1,6}[HMS]){1,3})?(?![\w])",
    ),
    ("date", ("T", ":", _DIGITS), r"(?<![\w:])T\d{2}:\d{2}(?::\d{2})?(?![\w:])"),
    # What a date is to look like: YYYY-MM-DD, dd/MM/yyyy, HH:mm:ss, h:mm A, yyyy-MM-dd'T'HH:mm.
    (
        "date",
        ("./:-", "yYdDMHhms"),
        (
            rf"(?<![\w./:-])(?=\S{{0,32}}(?:yy|YY|MM|DD|dd|HH|hh|:mm|:ss)){_DATE_FIELD}"
            rf"(?:(?:[./:-]|'[^'\s]{{1,12}}'|T(?=HH)){_DATE_FIELD}){{1,8}}"
            rf"(?:'?Z'?)?(?:\s?{_HALF_DAY})?(?!\w)"
        ),
    ),
    ("date", ("M", "yY"), r"(?<!\w)[yY]{4}MM[dD]{2}(?:[T-]?HH(?:mm(?:ss)?)?)?(?!\w)"),
    # As C and its kin write it: %Y-%m-%d, %H:%M.
    (
        "date",
        ("%", "YmHMBbyI"),
        (
            r"(?<![\w%])(?=[^\s%]{0,4}(?:%[A-Za-z][-/:., T]{1,2}){0,8}%[YmHMBbyI])"
            r"%-?[aAbBcdfHIjmMpSyYZz](?:[-/:., T]{1,2}%-?[aAbBcdfHIjmMpSyYZz]){1,8}(?!\w)"
        ),
    ),
    # The same with spaces: MMM D, YYYY, DD / MM / YYYY, d MMMM yyyy HH:mm, HH : mm.
    (
        "date",
        (" ", "yYMH"),
        (
            r"(?<![\w./:-])(?=[^yY\n]{0,24}(?:[yY]{2}|[yY]{4})(?!\w)"
            r"|(?:dd|DD|MM|HH|hh)\s[./:-]\s(?:dd|DD|MM|mm)(?!\w))"
            rf"{_SPACED_FIELD}(?:{_SPACED_JOINT}(?:{_SPACED_FIELD}|{_HALF_DAY})(?!\w)){{1,9}}(?!\w)"
        ),
    ),
    (
        "version",
        (".", _DIGITS),
        r"(?<![\w./-])[A-Za-z]{2,20}-?\d{1,5}(?:\.\d{1,5}){1,4}(?![\w]|\.\d)",
    ),
    ("id", ("-",), r"(?<![\w-])[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![\w-])"),
    (
        "id",
        ("9", "7", "8"),
        r"(?<![\w-])97[89][ -]?\d{1,5}[ -]?\d{1,7}[ -]?\d{1,6}[ -]?\d(?![\w-])",
    ),
    ("id", ("-X", _DIGITS), r"(?<![\w-])(?:\d{1,5}-\d{1,7}-\d{1,6}-[\dX]|\d{9}X)(?![\w-])"),
    (
        "id",
        ("I", "S", "N", _DIGITS),
        r"(?<=ISBN )\d{9}[\dX](?!\w)|(?<=ISSN )\d{4}-\d{3}[\dX](?!\w)",
    ),
    (
        "id",
        ("/", ".", _DIGITS),
        r"(?<![\w./])(?:doi:\s?|DOI:?\s?)?10\.\d{4,9}/[\w.()/:;-]{1,200}\w",
    ),
    (
        "id",
        (":", _DIGITS),
        r"(?<![\w./])(?:(?i:arxiv):\s?\d{4}\.\d{4,5}(?:v\d{1,3})?|(?:PMID|pmid):\s?\d{1,9})(?!\w)",
    ),
    ("id", ("-", "CRG"), r"(?<!\w)(?:CVE|CWE|RFC|GHSA)-[\w-]{1,32}\w(?!\w)"),
    ("hash", ("0", "xX"), r"(?<!\w)0[xX][0-9A-Fa-f]{1,128}(?!\w)"),
    (
        "hash",
        (":-", _DIGITS),
        r"(?<!\w)(?:sha(?:1|256|384|512)|md5)[:-][A-Za-z0-9+/]{16,128}={0,2}",
    ),
    ("hash", ("#",), r"(?<![\w&#])#(?:[0-9A-Fa-f]{3}){1,2}(?:[0-9A-Fa-f]{2})?(?=\W|\Z)"),
    (
        "code",
        ("=",),
        r"(?<![\w.$%{<&?/-])[A-Za-z_]\w{0,64}=(?![=\s])[^\s,;\"'`“”，。]{1,200}(?<![.!?:)])",
    ),
    ("placeholder", (":",), r"(?<![\w:]):[a-z][a-z0-9_]{1,32}:?(?![\w:/])"),
    # Templates of web frameworks, mailers and Swift: <%= name %>, [[NAME]], *|FNAME|*, \(name).
    ("placeholder", ("<", "%"), r"<%[^%<>\n]{1,200}%>"),
    ("placeholder", ("[",), r"\[\[[^\[\]\n]{1,80}\]\]"),
    ("placeholder", ("|",), r"\*\|[A-Z][\w:]{0,64}\|\*"),
    ("placeholder", ("@",), r"(?<![\w@])@@[a-z]\w{0,32}@@(?![\w@])"),
    ("placeholder", ("\\",), r"\\\([a-z][\w.]{0,64}\)"),
    # A blank to be filled in.
    ("placeholder", ("_",), r"(?<![\w`])_{2,64}(?![\w`])"),
    # Serial numbers, and numbers of accounts (ISO 13616), of which a model doubles and drops parts.
    (
        "id",
        ("-", _DIGITS, ascii_uppercase),
        (
            r"(?<![\w./-])(?=[A-Z-]{0,48}[0-9])(?=[0-9-]{0,48}[A-Z])[A-Z0-9]{1,12}"
            r"(?:-[A-Z0-9]{1,12}){2,8}(?![\w/-])"
        ),
    ),
    (
        "id",
        (_DIGITS, ascii_uppercase),
        r"(?<!\w)[A-Z]{2}\d{2}(?:\ ?[A-Z0-9]{4}){3,7}(?:\ ?[A-Z0-9]{1,3})?(?!\w)",
    ),
    # A key or a place of a list: data["key"], list[1], args[0].name; but no note (city[1]).
    (
        "code",
        ("[",),
        (
            rf"(?<![\w.\]])(?:[A-Za-z_][\w.]{{0,64}}\[{_PLACE_OF_CODE}\]|{_LIST}\[{_PLACE_OF_LIST}\]"
            r"|[a-z]\w{0,64}\[\d{1,6}\](?=\.[a-z_]\w|\[[ijkmnxy\d]\][.(]|\(\w{0,32}\)))"
            rf"(?:\[(?:{_PLACE_OF_CODE}|{_PLACE_OF_LIST})\]|\.[a-z_]\w{{0,64}}(?!\w)){{0,8}}"
            r"(?:\([^()\s]{0,64}\))?(?!\w)"
        ),
    ),
    # A place by itself: [0]; what touches a word is a note.
    ("symbol", ("[",), r"(?<![\w\])}.!?,;:'\"”’])\[\d{1,3}\](?![\w(\[:])"),
    ("symbol", ("#+",), r"(?<![\w#+&])[A-Z](?:#|\+\+)(?![\w#+])"),  # C#, F#, C++
    # Letters joined: R&D, AT&T, Q&A, T&Cs.
    (
        "symbol",
        ("&",),
        (
            r"(?<![\w&@#/.?=])(?:[A-Z]{1,4}|[a-z])(?:&(?!(?:LT|GT|AMP|REG|QUOT|COPY|ETH);)(?:[A-Z]{1,4}|[a-z])"
            r"(?![a-z]{2})){1,3}s?(?![\w&=])"
        ),
    ),
    # What servers write down, and classes of packages.
    (
        "date",
        ("/", ":", _DIGITS),
        r"(?<![\w/])\d{2}/[A-Z][a-z]{2}/\d{4}:\d{2}:\d{2}:\d{2}(?: [+-]\d{4})?",
    ),
    (
        "id",
        (".", ascii_uppercase),
        r"(?<![\w.@/-])(?:[a-z]\w{1,32}\.){2,8}[A-Z]\w{1,64}(?!\w|\.\w|\()",
    ),
    ("path", ("*",), r"(?<![\w*.])\*\.[A-Za-z0-9]{1,5}(?!\w)"),
    # What sed is told: s/foo/bar/g, s|a|b|, 's/a b//', with the quotes of the shell.
    (
        "code",
        ("s", "/|#"),
        (
            r"(?<![\w/.])(?<!\w['’])(?P<quote>['\"]?+)(?:%|\d{1,6},\d{1,6}|\$)?s(?P<cut>[/|#])(?!\s)"
            r"(?:\\.|(?!(?P=cut))[^\\\n]){1,80}+(?P=cut)(?:\\.|(?!(?P=cut))[^\\\n]){0,80}+(?P=cut)"
            r"[gcIimMep\d]{0,4}(?P=quote)(?![\w/])"
        ),
    ),
    ("code", ("=", ";"), r"(?<![\w.$])[A-Za-z_][\w.]{0,64}\s?=\s?[\w.\"'-]{1,64};(?!\w)"),
    ("hashtag", ("#", _DIGITS), r"(?<![\w&/#])#\d{2,9}(?![\w.,]\d|\w)"),
    ("id", (".", "N"), r"(?<![\w.])\.NET(?!\w)"),
    # A constant or a class of a module: signal.SIGINT, os.O_RDONLY, zipfile.ZipFile.
    (
        "id",
        (".", ascii_uppercase),
        (
            r"(?<![\w.@/$-])[a-z_]\w{0,32}(?:\.[a-z_]\w{0,32}){0,4}\.(?:[A-Z][A-Z0-9]{2,32}"
            r"|(?=[A-Z0-9]{0,32}_)[A-Z][A-Z0-9_]{1,64}|[A-Z][a-z0-9]{1,32}(?:[A-Z][a-z0-9]{1,32}){1,4})"
            r"(?![\w(]|\.\w)"
        ),
    ),
    # Data rates, frequencies and energies, of which a model knows no case: 5 Gb/s, 3.2 GHz, 8 kWh.
    (
        "id",
        ("kKMGTPW", _DIGITS),
        r"(?<![\w.,])\d{1,9}(?:[.,]\d{1,9}){0,3}\s?(?:[kKMGTP]i?[bB](?:/s|ps|it/s)|[kMGT]Hz|[kMGT]?Wh)(?![\w/])",
    ),
    # DOMAIN\user and registry keys, but no line break that is written out (ERROR\nTry again).
    (
        "path",
        ("\\",),
        r"(?<![\w\\])[A-Z][A-Z0-9_-]{1,31}(?!\\[nrt](?:[A-Z\\]|\b))(?:\\[\w.-]{1,64}(?<![.-])){1,12}",
    ),
    ("placeholder", ("-",), r"\A-[A-Za-z](?=,\s-|\s?\Z|\s[<\[A-Z]{2})"),
    ("placeholder", ("-",), r"(?<=[\s(\[\"'“‘])-(?!I\b)[A-Za-z](?!\w|['’]\w|-)"),
    (
        "placeholder",
        ("-",),
        r"(?<![\w-])--[a-zA-Z][\w-]{0,64}(?:=[^\s,;)\"'`“”，。]{1,128}(?<![.!?:]))?",
    ),
)
"""Kinds, patterns, and between them what a text must have one character each of to match."""

_SIMPLE: Final = tuple(
    (kind, tuple(map(frozenset, needs)), regex(pattern, re.ASCII))
    for kind, needs, pattern in _WRITTEN
)
_VERSION: Final = regex(
    r"(?<![\w.-])(?:(?:v\d{1,5}|V\d{1,5}(?=\.\d))(?:\.(?:\d{1,9}|[x*](?!\w))){0,5}|\d{1,5}(?:\.(?:\d{1,9}|[x*](?!\w))){2,5})"
    r"(?:[-.+_]?(?:alpha|beta|rc|a|b|c|dev|post|pre|preview|snapshot|SNAPSHOT|RC|build|final|r|p)"
    r"[.-]?\d{0,9}|-[0-9A-Za-z][0-9A-Za-z.-]{0,32}[0-9A-Za-z])?(?:\+[0-9A-Za-z.]{1,32})?(?![\w])",
    re.ASCII,
)
_HEX_RUN: Final = regex(r"(?<!\w)(?:[0-9a-f]{7,}+|[0-9A-F]{8,}+)(?!\w)", re.ASCII)
_LONG_RUN: Final = regex(r"(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{20,}+={0,2}", re.ASCII)
_HANDLE: Final = regex(
    rf"(?<![{LETTERS}@/.])@(?=[{LETTERS}./-]{{0,64}}[A-Za-z])[{LETTERS}](?:[{LETTERS}./-]{{0,64}}"
    rf"[{LETTERS}])?(?:@[{LETTERS}.-]{{1,128}}[{LETTERS}])?"
)
_HASHTAG: Final = regex(r"(?<![\w&/#])#(?=\w{0,32}[^\W\d])\w{1,128}(?!\w)")
_SNAKE: Final = regex(
    rf"(?<![{LETTERS}.])(?:_{{0,2}}[A-Za-z0-9]++(?:_++[A-Za-z0-9]++)++_{{0,2}}|__[a-z]++__)"
    rf"(?:\.[A-Za-z_][A-Za-z0-9_]{{0,64}}){{0,8}}(?![{LETTERS}])"
)
_SCOPED: Final = regex(r"(?<![\w:])[A-Za-z_]\w{0,64}(?:(?:::|->)~?\w{1,64}){1,8}", re.ASCII)
_CALL: Final = regex(
    r"(?<![\w.$@])[$@]?[A-Za-z_][A-Za-z0-9_]{0,64}+(?:(?:\.|::|->)[A-Za-z_][A-Za-z0-9_]{0,64}+){0,8}!?\(",
    re.ASCII,
)
_LONGEST_CALL: Final = 160
_CODE_ARGUMENTS: Final = regex(r"[=\"'\[\]{}<>*&|%]|\d|\w_\w|\w\.\w|\w\(")
_PLAIN_ARGUMENTS: Final = regex(r"[=\"\[\]{}]|\w_\w|\w\.\w|\w\(|'[^']*'")
_NAME: Final = regex(r"[A-Za-z_]\w*", re.ASCII)
_ARGUMENT = r"(?:[a-z]|-?\d{1,12}(?:\.\d{1,12})?|[a-z_]\w{2,32})"
_SEVERAL_NAMES: Final = regex(rf"{_ARGUMENT}(?:,\s?{_ARGUMENT})*", re.ASCII)
_WORD_ENDINGS: Final = (
    *("a", "al", "d", "e", "ed", "en", "er", "es", "ic", "ies", "ing", "ity", "ly", "n", "nel"),
    *("r", "ren", "s", "t", "y"),
)
_CAMEL: Final = regex(r"[a-z0-9][A-Z]")
_METHOD: Final = regex(r"\.[A-Za-z_]\w{0,64}\(", re.ASCII)
_BRACKET: Final = regex(r"[()\[\]{}\n]")
_PAIRS: Final = {")": "(", "]": "[", "}": "{"}

_POWER: Final = regex(
    r"(?<![\d.,])(?<![^\W\d_])(?:\d{1,9}(?:[.,]\d{1,9}){0,3}\s?)?+"
    r"(?:[A-Za-z]|[kcdmnµμ]m|mi|ft|in|yd|(?<=\d))[⁺⁻]?[⁰¹²³⁴-⁹]{1,4}(?!\w)"
)
"""A unit, variable or number with its power: ``m²``, ``x³``, ``10⁻⁶``; a note follows a word."""

_SYMBOL: Final = regex(
    r"(?<![^\s(\[\"'“‘])(?:<<=?|>>=?|<?-{1,2}>|<-{1,2}|<?={1,2}>|[=!]==?|[<>]=|&&|\|\||::|:=|\+\+|[+*/%|&^-]="
    r"|<>|\?\?|\|>|\.\.\.(?=\w))(?![^\s)\]\"',.;”’])"
)


def identifiers(text: str) -> Iterator[VerbatimSpan]:
    """Yield handles, hashes, dates, versions, names and calls of code, in no order."""
    there = frozenset(text)
    for kind, needs, pattern in _SIMPLE:
        if any(map(there.isdisjoint, needs)):
            continue
        for match in pattern.finditer(text):
            yield found(kind, *match.span())
    if not there.isdisjoint(_DIGITS):
        for match in _VERSION.finditer(text):
            yield found("version", *match.span())
    yield from _hashes(text)
    yield from _named(text)
    yield from _calls(text)
    if not text.isascii():
        for match in _POWER.finditer(text):
            yield found("id", *match.span())
    if not there.isdisjoint("<>=&|+") or any(map(text.__contains__, ("::", "??", "..."))):
        for match in _SYMBOL.finditer(text):
            yield found("symbol", *match.span())


def _named(text: str) -> Iterator[VerbatimSpan]:
    """Yield handles and hashtags, and names that are told by a mark within them."""
    if "@" in text:
        for match in _HANDLE.finditer(text):
            yield found("handle", *match.span())
    if "#" in text:
        for match in _HASHTAG.finditer(text):
            yield found("hashtag", *match.span())
    if "_" in text:
        for match in _SNAKE.finditer(text):
            yield found("code", *match.span())
    if "::" in text or "->" in text:
        for match in _SCOPED.finditer(text):
            yield found("code", *match.span())


def _hashes(text: str) -> Iterator[VerbatimSpan]:
    for match in _HEX_RUN.finditer(text):
        run = match.group()
        if any(c.isdigit() for c in run) and any(c.isalpha() for c in run):
            yield found("hash", *match.span())
    for match in _LONG_RUN.finditer(text):
        if _is_encoded(match.group()):
            yield found("hash", *match.span())


def _is_encoded(run: str) -> bool:
    """Say whether a long run is data (base64, a key, a token) rather than words joined."""
    digits = sum(c.isdigit() for c in run)
    lower = sum(c.islower() for c in run)
    upper = sum(c.isupper() for c in run)
    joints = sum(not c.isalnum() for c in run)
    if digits and lower and upper:
        return joints * 5 < len(run)
    if digits and upper > 8 and not lower and not joints:
        return True
    if digits >= 3 and (lower or upper) and joints * 8 < len(run):
        return True
    return not digits and len(run) >= 40 and lower > 4 and upper > 4 and joints * 8 < len(run)


def _calls(text: str) -> Iterator[VerbatimSpan]:
    """Yield calls such as ``foo.bar(x)``, but not words such as ``item(s)``."""
    if "(" not in text:
        return
    closings = _closings(text)
    position = 0
    while match := _CALL.search(text, position):
        position = match.end()
        end = closings.get(match.end() - 1)
        if end is None or end - match.end() > _LONGEST_CALL:
            continue
        if _is_call(match.group()[:-1], text[match.end() : end - 1]):
            while (more := _METHOD.match(text, end)) and more.end() - 1 in closings:
                end = closings[more.end() - 1]
            end += text[end : end + 1] == ";"
            yield found("code", match.start(), end)
            position = end


def _closings(text: str) -> dict[int, int]:
    """Return for each bracket that is closed on its line where that is, one past the closing."""
    ends: dict[int, int] = {}
    opened: list[tuple[int, str]] = []
    for match in _BRACKET.finditer(text):
        character, position = match.group(), match.start()
        if character in "([{":
            opened.append((position, character))
        elif character != "\n" and opened and opened[-1][1] == _PAIRS[character]:
            ends[opened.pop()[0]] = position + 1
        else:
            opened.clear()
    return ends


def _is_call(name: str, arguments: str) -> bool:
    inside = arguments.strip()
    if not inside:
        return True
    coded = bool(_CODE_ARGUMENTS.search(inside))
    if len(inside.split()) > 2 and not coded and "," not in inside:
        return False
    if not name.isalpha() or _CAMEL.search(name):
        return coded or "," in inside or bool(_NAME.fullmatch(inside))
    if _PLAIN_ARGUMENTS.search(inside):
        return True
    # "item(s)" and "function(al)" are words.
    if not name.islower() or not _SEVERAL_NAMES.fullmatch(inside):
        return False
    return "," in inside or inside not in _WORD_ENDINGS
