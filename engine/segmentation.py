"""Cuts a text into sentences without losing a character of it.

The sentences of a body (see :mod:`engine.structure`) are found by sentencex; what it gets wrong on
everyday text is put right afterwards, cut by cut. A *cut* is an offset in a body between two
sentences; white space around it belongs to the gap.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

import sentencex

from engine.document import Document, Span
from engine.guards.edits import Edit, apply
from engine.guards.markdown import LINK_MARKS
from engine.guards.markup import markup
from engine.guards.passwords import passwords
from engine.guards.spans import leftmost_longest
from engine.joining import flattened, paragraphs
from engine.patterns import regex
from engine.structure import has_break, trimmed
from engine.types import Joining

_WINDOW = 2048
"""Code points handed to sentencex at a time: on text without spaces it takes quadratic time."""

_MAX_NESTING = 3
"""Quotations within quotations that are looked into."""

_SPACE = regex(r"\s*")
_SURROGATE = regex("[\ud800-\udfff]")
_ADDRESS = regex(
    r"(?:https?|ftp|file)://[!-~]*[A-Za-z0-9/=&#_~-]"
    r"|\bwww\.[!-~]*[A-Za-z0-9/=&#_~-]"
    r"|\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"
)
_INNER_END = regex(r"[.!?…](?=\s)")
_DIRECTION_END = regex("(?<=[.!?])[\u202c\u2069]+(?=\\s)")
_MARK_IN_WORD = regex(r"[!?](?<=[A-Za-z0-9][!?])[A-Za-z0-9]")
_MARKED = regex(r"<\w|[{`]|\]\(|\]\[|\[/|lt;")
_CJK = (
    r"\u2e80-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef"
    r"\U00020000-\U0003ffff"
)
_FULL_STOP = regex(r"[。！？｡]+[!?…]*[\"”’」』）)】》〉]*")
_ENCLOSED = regex(
    r"“([^“”]*)”|\"([^\"]*)\"|‘([^‘’]*)’|«([^«»]*)»|「([^「」]*)」|『([^『』]*)』"
    r"|\(([^()]*)\)|（([^（）]*)）|\[([^\[\]]*)\]"
)
_SEVERAL = regex(r"[.!?…。！？｡][^\w\s]{0,16}\s{0,16}\w")
_WHOLE = regex(r"[.!?…。！？｡][\"”’」』*_]*\Z")

# What still belongs to the sentence before it: closing marks, footnote numbers, closing tags.
_CLOSING = regex(
    r"(?:[.!?…。！？)\]}\"”’»」』】）》〉*_`¹²³⁴-⁹]|\[\d{1,3}\]|\(\d{1,3}\)"
    r"|(?:<|\[|&(?:amp;)?lt;)/\w{1,16}(?:[>\]]|&(?:amp;)?gt;)){0,1024}"
)
_ONLY_CLOSING = regex(r"[.!?…。！？)\]}\"”’»」』】）*_`]{1,64}(?:\s|\Z)")
_NO_START = regex(r"[,;:，、；：》〉%]")
_TERMINATOR = regex(r"([.!?…。！？｡．])[^\w\s.!?…]*\Z")
_JOINED_STOP = regex(
    rf"[{_CJK}]|(?:<|&lt;)\w|(?:The|This|That|These|Those|There|Then|It|I|He|She|We|You|They|My|Your|His|Her"
    r"|Our|Their|In|On|At|If|When|While|After|Before|And|But|So|As|For|What|Why|How|Who|Please|Now"
    r"|However|Also|No|Yes|A|An)(?=[\s,'’])"
)
_JOINED_CRY = regex(rf"[{_CJK}]|<\w|[^\W\d_]")
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_ARABIC = tuple(map(str, range(1, len(_ROMAN) + 1)))
_FIRST_MARK = regex(r"(?<!\S)[1i]\. (?=\S)")
_ENUMERATED = regex(r"(?<!\S)(?P<mark>[0-9]{1,2}|[ivx]{1,4})\. (?=\S)")
_INTRODUCES = regex(r"(?:[.:!?,;(]\s+|\A\s*)\Z")
_OPENS = regex(r"[.:!?]\s*\Z")
_LIST_NUMBER = regex(r"\s*[(\[]?\d{1,3}[.)]\s*\Z")
_NUMERAL = regex(r"[\d#]|[IVXLC]{2,}\b|[VX]\b")
_STREET = regex(r"\d+\s+(?:[A-Z]\w*\s+){1,3}Dr\.\Z")

# Never the last word of a sentence: "Mr. He" and "Ms. You" are people.
_TITLES = regex(
    r"Mr|Mrs|Ms|Mx|Messrs|Dr|Drs|Prof|Rev|Hon|Capt|Cpt|Cmdr|Lt|Sgt|Gen|Gov|"
    r"Sen|Pres|Supt|Fr"
)
_UNFINISHED = regex(r"viz|cf|esp|incl|excl|attn|approx|vs|e\.g|i\.e|eg|ie|tel|est|avg")
# Abbreviations only in front of a number.
_NUMBERED = regex(
    r"chs?|chap|pp?|pg|nos?|secs?|sect|arts?|paras?|pts?|ex|ext|ca|max|min|ver|ed|refs?|rm|apt|op|v"
    r"|lv|vols?|figs?|eqs?"
)
# Ordinary words that sentencex takes for abbreviations.
_ORDINARY = regex(
    r"\b(?:no|id|me|ok|ill|may|art|arc|miss|rep|reps|med|mm|min|sec|hr|hrs|OK|ID|May|Ken)\."
    r"[\"”’)\]]{0,3}\s+(?=[\"“‘(\[]{0,3}(?:[A-Z][a-z'’]|[AI]\s))"
)
# sentencex ends sentences at three dots, but never at the one character for them.
_ELLIPSIS = regex(r"(?<=\w)…[\"”’)\]]{0,3}\s+(?=[\"“‘(\[]{0,3}(?!I\b)[A-Z])")


def segment(text: str, language: str = "en", *, join_lines: Joining = "never") -> Document:
    """Cut ``text`` into sentences and the exact gaps between them.

    Line breaks, blank lines, indents, tabs, bullets, numbering, mail quotation marks, heading marks
    and white space between sentences are gaps. Every segment holds at least one visible character;
    it may consist of symbols or digits only.

    Args:
        text: Any text; lone surrogates, NULs and invisible characters are kept as they are.
        language: Language of the text, a code that sentencex knows ("en", "zh", …); any other code
            is cut by common rules.
        join_lines: Which wrapped lines are read as one. A sentence may then hold line breaks, and
            the document says at which gaps a line was only wrapped.

    Returns:
        A document for which ``join([s.text for s in segments]) == text`` holds.
    """
    spans: list[Span] = []
    joints: list[int] = []
    for body in paragraphs(text, join_lines):
        content = flattened(body.of(text))
        before = len(spans)
        spans.extend(_sentences(content, body.start, language))
        joints += (
            index
            for index in range(before + 1, len(spans))
            if has_break(text[spans[index - 1].end : spans[index].start])
        )
    return Document.from_spans(text, spans, joints)


def _sentences(content: str, offset: int, language: str) -> Iterator[Span]:
    """Yield the sentences of one body, which stands at an offset in its text."""
    start = 0
    for cut in (*sentence_cuts(content, language), len(content)):
        # Invisible characters alone between two sentences are part of the gap.
        if (span := trimmed(content, start, cut)) is not None:
            yield Span(offset + span.start, offset + span.end)
        start = cut


def sentence_cuts(body: str, language: str = "en") -> list[int]:
    """Return the offsets (code points) in ``body``, one line of prose, at which sentences end."""
    masked = _mask(body)
    found = set(_library_cuts(masked, language))
    found.update(_enclosed_cuts(masked, language, found))
    for pattern in (_ORDINARY, _ELLIPSIS, _FULL_STOP):
        found.update(match.end() for match in pattern.finditer(masked))
    cuts: list[int] = []
    previous = 0
    for candidate in sorted(found):
        cut = _settled(masked, candidate)
        if cut is None or cut <= previous:
            continue
        if cut - previous < 16 and _LIST_NUMBER.match(masked[previous:cut]):
            continue
        cuts.append(cut)
        previous = cut
    return _beside_marks(masked, cuts) if _FIRST_MARK.search(masked) else cuts


def _beside_marks(masked: str, cuts: Sequence[int]) -> list[int]:
    """Move cuts from behind the marks of an enumeration (``Steps: 1. Boil it. 2. Eat.``)."""
    marks: list[re.Match[str]] = []
    for found in _ENUMERATED.finditer(masked):
        label, before = found["mark"], masked[max(0, found.start() - 4) : found.start()]
        follows = label == (_ROMAN if label.isalpha() else _ARABIC)[len(marks)]
        if follows and (marks or _INTRODUCES.search(before)):
            marks.append(found)
        if len(marks) == len(_ROMAN):
            break
    if len(marks) < 2:
        return list(cuts)
    behind = {mark.end() for mark in marks}
    first = {mark.start() for mark in marks if _OPENS.search(masked[: mark.start()][-4:])} - {0}
    return sorted({cut for cut in cuts if cut not in behind} | first)


def _mask(body: str) -> str:
    """Return ``body`` with addresses, markup, odd spaces and surrogates replaced, equally long.

    sentencex would cut inside addresses, rejects surrogates and panics on some spaces of more than
    one byte.
    """
    masked = _SURROGATE.sub("\ufffd", re.sub(r"\s", " ", body))
    if not body.isascii():
        masked = _DIRECTION_END.sub(lambda match: "”" * len(match.group()), masked)
    masked = _ADDRESS.sub(lambda match: "x" * len(match.group()), masked)
    if _MARK_IN_WORD.search(masked):
        typed = [each.span for each in leftmost_longest(passwords(masked))]
        masked = apply(masked, [Edit(s.start, s.end, "x" * (s.end - s.start)) for s in typed]).text
    if not _MARKED.search(body):
        return masked
    spans = [each.span for each in leftmost_longest(markup(body))]
    edits = [_masked(body, span) for span in spans]
    for opening, closing in pairwise(spans):
        # A link whose words are several sentences stays in one piece.
        if opening.of(body) in LINK_MARKS and closing.of(body).startswith("]"):
            ends = _INNER_END.finditer(body, opening.end, closing.start)
            edits += (Edit(match.start(), match.end(), "x") for match in ends)
    return apply(masked, sorted(edits)).text


def _masked(body: str, span: Span) -> Edit:
    """Hide what only looks like a sentence in a tag, an argument or a code span."""
    written, size = span.of(body), span.end - span.start
    if written.startswith(("](", "][")):
        made = "]" * size
    elif " " not in written:
        made = written
    else:
        made = f"<{'x' * (size - 2)}>" if written.startswith("<") else "x" * size
    return Edit(span.start, span.end, made)


def _library_cuts(masked: str, language: str) -> list[int]:
    """Return what sentencex finds, in time linear in the length of ``masked``."""
    cuts: list[int] = []
    start = 0
    while True:
        window = masked[start : start + _WINDOW]
        ends = piece_ends(window, _pieces(window, language))
        if start + _WINDOW >= len(masked):
            return cuts + [start + end for end in ends if start + end < len(masked)]
        # The last piece may go on behind the window: it is read again from its beginning.
        known = [end for end in ends if end < len(window)]
        cuts.extend(start + end for end in known)
        start += known[-1] if known else window.rfind(" ") + 1 or len(window)


def _pieces(window: str, language: str) -> Sequence[str]:
    """Return the sentences that sentencex finds, or the window whole if it breaks down."""
    try:
        pieces: Sequence[str] = sentencex.segment(language, window)
    except BaseException as error:
        # A panic in its native code is neither an Exception nor a class that one can import.
        if type(error).__name__ != "PanicException":
            raise
        return [window]
    return pieces


def piece_ends(text: str, pieces: Sequence[str]) -> list[int]:
    """Return where each of ``pieces`` ends in ``text`` (code points).

    Characters missing between two pieces are taken to belong to the later one; from the first piece
    that is not in the text, the rest of it is left whole.
    """
    ends: list[int] = []
    position = 0
    for piece in filter(None, pieces):
        found = position if text.startswith(piece, position) else text.find(piece, position)
        if found < 0:
            break
        position = found + len(piece)
        ends.append(position)
    return ends


def _enclosed_cuts(masked: str, language: str, known: set[int], depth: int = 1) -> set[int]:
    """Return the cuts inside quotations and brackets, and after those that are whole sentences.

    sentencex keeps them in one piece; a sentence model given several sentences loses some.
    """
    cuts: set[int] = set()
    for match in _ENCLOSED.finditer(masked):
        inside = match.group(match.lastindex or 0)
        start = match.start(match.lastindex or 0)
        if _SEVERAL.search(inside):
            inner = set(_library_cuts(inside, language))
            if depth < _MAX_NESTING:
                inner |= _enclosed_cuts(inside, language, inner, depth + 1)
            cuts.update(start + cut for cut in inner if not inside[cut].islower())
        alone = match.start() == 0 or match.start() in known or match.start() in cuts
        if match.group()[0] in "([（" and alone and _WHOLE.search(inside[-16:]):
            after = _past(_SPACE, masked, match.end())
            if after < len(masked) and not masked[after].islower():
                cuts.add(after)
    return cuts


def _settled(masked: str, cut: int) -> int | None:
    """Move a cut behind what closes the sentence; return ``None`` if there should be no cut."""
    if not masked[cut - 1].isspace():
        cut = _past(_CLOSING, masked, cut)
    after = _past(_SPACE, masked, cut)
    if after >= len(masked) or _NO_START.match(masked, after) or _ONLY_CLOSING.match(masked, after):
        return None
    left = masked[max(0, cut - 64) : cut].rstrip()
    spaced = after > cut or masked[cut - 1].isspace()
    if not spaced and not _ends_joined(masked, cut, left):
        return None
    if left.endswith(".") and _goes_on(left, masked, after):
        return None
    return after


def _ends_joined(masked: str, cut: int, left: str) -> bool:
    """Say whether a sentence ends here although no space follows."""
    match = _TERMINATOR.search(left)
    terminator = match.group(1) if match else ""
    if left.endswith(("》", "〉")):
        return False
    if terminator == ".":
        return bool(_JOINED_STOP.match(masked, cut))
    if terminator in ("!", "?"):
        return bool(_JOINED_CRY.match(masked, cut))
    return terminator != "．" or not masked[cut].isdigit()


def _goes_on(left: str, masked: str, after: int) -> bool:
    """Say whether the full stop that ends ``left`` is that of an abbreviation before its object."""
    words = left[:-1].split()
    word = words[-1].lstrip("([{\"'“‘") if words else ""
    if word == "Dr" and _STREET.search(left):
        return False
    if _TITLES.fullmatch(word) or _UNFINISHED.fullmatch(word.lower()):
        return True
    if not _NUMBERED.fullmatch(word.lower()):
        return False
    if word.lower() in ("no", "v", "p"):
        return masked[after].isdigit()
    return bool(_NUMERAL.match(masked, after))


def _past(pattern: re.Pattern[str], text: str, position: int) -> int:
    """Return where the match of ``pattern`` at ``position`` ends, or ``position``."""
    match = pattern.match(text, position)
    return match.end() if match else position
