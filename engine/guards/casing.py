"""Text written in capitals, read as the sentence that it is."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from engine.document import Span
from engine.guards.edits import Edit, Edited, apply
from engine.patterns import regex


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_WORD: Final = regex(r"[^\W\d_]+(?:['’][^\W\d_]+)*")

_VOWELS: Final = "AEIOUYÀÂÄÈÉÊËÎÏÔÖÙÛÜ"

_TOKEN: Final = regex(r"[\w'’]+")

_COPIED: Final = regex(r"[A-Za-z\u00c0-\u024f][\w'’]*", re.ASCII)

_CAPITALS: Final = regex("[A-Z]'?[A-Z]")
_SMALL_WORD: Final = regex(r"(?<![\w'])[A-Za-z]*[a-z](?![\w'])")
"""A text that has the second and not the first shouts nothing."""

_UPPER: Final = regex("[A-Z][A-Z']*")
_MOST_BETWEEN: Final = 2
"""Characters between two words of a run."""

_ACRONYMS: Final = _set(
    """
    AI AIDS API ASAP ASCII ATM BBC BMW CCTV CD CEO CFO CIA CIO CNN COVID CPU CSS CSV CTO DIY DNA DVD
    ECG EEG ESPN EU FAQ FBI FIFA FM FYI GDP GIF GMT GPS GPU HDMI HIV HR HTML HTTP HTTPS IBM ID IDE
    IKEA IMF IOS IP IQ ISBN ISO JPEG JSON KFC LCD LED LGBT LTD MIT MP3 MRI MTV NASA NASDAQ NATO
    NBA NBC NFL NGO NSA NYC OECD OK OPEC PC PDF PHP PIN PM PNG PR QR RAM RNA ROM RSVP SARS SIM SMS
    SQL SSD SUV TCP TV UAE UFO UI UK UN UNESCO UNICEF URL US USA USB USSR UTC VAT VIP VPN WHO WTO
    WWF WWW XML YAML ZIP
    """
)

_STRESSED: Final = _set(
    """
    ALL ALWAYS ANY BEFORE BIG BOTH CANNOT DON'T EVER EVERY EVERYTHING EXACTLY HATE IMMEDIATELY
    IMPORTANT LOVE MUST NEED NEVER NO NOBODY NOT NOTHING NOW ONLY PLEASE REALLY SHOULD SO STOP TOO
    TOTALLY VERY WANT WILL WON'T WRONG YES
    """
)
"""Words that are written in capitals, in a sentence that is not, because they are stressed."""

_SMALL: Final = _set(
    """
    A AM AN AND ARE AS AT BE BUT BY CAN DO FOR FROM GET GO HAD HAS HAVE HE HER HIS IF IN IS IT ITS
    ME MY NO NOT OF OFF ON OR OUR OUT SHE THAT THE THEIR THEY THIS TO UP WAS WE WITH YOU YOUR
    """
)
"""Words that no one takes for an acronym."""


def normal_case(
    text: str, known: Callable[[str], bool] | None = None, kept: Sequence[Span] = ()
) -> str:
    """Return a text with its shouted parts in sentence case, as long as before.

    Shouted is a text that has no small letter and some word that is not an acronym; in other texts
    a run of words in capitals, or a single word that is commonly stressed so. Everything else
    keeps its case: ``NASA``, ``GB/s``, ``iPhone``, ``US``, ``MP3``. Within a shouted part, ``I``,
    acronyms, words with digits and words without vowels keep their capitals, and the first word of
    a sentence its first.

    Args:
        text: A segment.
        known: Whether a word, cased as given, belongs to the vocabulary: it tells words from
            acronyms and names better than rules do.
        kept: Spans that are not touched, in order.
    """
    if text.isascii() and not kept and _SMALL_WORD.search(text) and not _may_shout(text):
        return text
    if not any(map(str.isupper, text)):
        return text
    words = [found for found in _TOKEN.finditer(text) if _WORD.fullmatch(found.group())]
    words = _free(words, kept)
    if not words:
        return text
    shouting = not any(any(map(str.islower, word.group())) for word in words)
    made = list(text)
    for first, last in [(0, len(words))] if shouting else _runs(text, words):
        run = words[first:last]
        if _is_shouted([word.group() for word in run], known, whole=shouting):
            for word in run:
                start, end = word.span()
                made[start:end] = _calm(text, word, known)
    return "".join(made)


def recased(made: str, read: str, shouted: str) -> Edited:
    """Give words that a translation copied from a shouted part their capitals back.

    Args:
        made: The translation.
        read: What was translated: :func:`normal_case` of ``shouted``.
        shouted: What stood there.
    """
    if read == shouted:
        return Edited(made)
    changed = {
        read[slice(*found.span())]: found.group()
        for found in _TOKEN.finditer(shouted)
        if read[slice(*found.span())] != found.group()
    }
    edits = [
        Edit(*found.span(), changed[found.group()])
        for found in _COPIED.finditer(made)
        if found.group() in changed
    ]
    return apply(made, edits)


def _may_shout(text: str) -> bool:
    """Tell quickly of most texts with a small word that no run of words in them is shouted."""
    if not _CAPITALS.search(text):
        return False
    end = -_MOST_BETWEEN - 1
    for found in _UPPER.finditer(text):
        if found.start() - end <= _MOST_BETWEEN or found.group() in _STRESSED:
            return True
        end = found.end()
    return False


def _free(words: list[re.Match[str]], kept: Sequence[Span]) -> list[re.Match[str]]:
    if not kept:
        return words
    spans = iter(kept)
    span = next(spans, None)
    free: list[re.Match[str]] = []
    for word in words:
        while span is not None and span.end <= word.start():
            span = next(spans, None)
        if span is None or span.start >= word.end():
            free.append(word)
    return free


def _runs(text: str, words: Sequence[re.Match[str]]) -> list[tuple[int, int]]:
    """Return the longest runs of words in capitals with nothing but a space or hyphen between."""
    runs: list[tuple[int, int]] = []
    for index, word in enumerate(words):
        if not _is_upper(word.group()):
            continue
        joined = index and text[words[index - 1].end() : word.start()] in {" ", ", ", "-", "! "}
        if runs and runs[-1][1] == index and joined:
            runs[-1] = (runs[-1][0], index + 1)
        else:
            runs.append((index, index + 1))
    return runs


def _is_upper(word: str) -> bool:
    return word.isupper()


def _is_shouted(words: Sequence[str], known: Callable[[str], bool] | None, *, whole: bool) -> bool:
    plain = [word.replace("’", "'") for word in words if _is_upper(word)]
    if len(plain) == 1:
        word = plain[0]
        if not whole:
            return word in _STRESSED
        if len(word) < 4 or word in _ACRONYMS:
            return word in _STRESSED or word in _SMALL
        return len(word) > 4 or word in _STRESSED or (known is not None and known(word.lower()))
    common = [word for word in plain if _is_common(word, known)]
    longest = max(map(len, common), default=0)
    if whole:
        return longest > 0
    small = any(word in _SMALL or word in _STRESSED for word in plain)
    if known is None:
        return longest >= (4 if small else 6)
    # Within a sentence that is not shouted, "SMTP QUIT" and "ANSI C" are terms.
    read = [word for word in common if _is_read(word, known)]
    return max(map(len, read), default=0) >= 4 and (small or 2 * len(read) > len(plain))


def _is_read(word: str, known: Callable[[str], bool]) -> bool:
    return (
        word in _SMALL
        or word in _STRESSED
        or known(word.lower())
        or known(word[0] + word[1:].lower())
    )


def _is_common(word: str, known: Callable[[str], bool] | None) -> bool:
    """Whether a word in capitals is an ordinary one, as far as one can tell."""
    if word in _SMALL or word in _STRESSED:
        return True
    if word in _ACRONYMS or len(word) == 1:
        return False
    if known is not None and known(word.lower()):
        return True
    return len(word) > 3 and any(map(_VOWELS.__contains__, word))


def _calm(text: str, word: re.Match[str], known: Callable[[str], bool] | None) -> str:
    """Return a word of a shouted part in the case that it would have otherwise."""
    shown = word.group()
    opens = _opens(text, word.start())
    lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in shown)
    if shown[0] == "I" and shown[1:2] in {"", "'", "’"}:
        return "I" + lower[1:]
    if _stays(shown.replace("’", "'"), known) or not _is_upper(shown):
        return shown
    name = known is not None and not known(lower) and known(shown[0] + lower[1:])
    return shown[0] + lower[1:] if name or opens else lower


def _stays(word: str, known: Callable[[str], bool] | None) -> bool:
    """Whether a word keeps its capitals in a shouted part: an acronym, or what looks like one."""
    if word in _SMALL or word in _STRESSED:
        return False
    if word in _ACRONYMS or len(word) == 1:
        return True
    spelt = any(map(_VOWELS.__contains__, word)) or (known is not None and known(word.lower()))
    return not spelt


def _opens(text: str, at: int) -> bool:
    """Whether a sentence begins at a word."""
    before = at
    while before and text[before - 1] in "\"'“‘(¿¡[ ":
        before -= 1
    return not before or (before < at and text[before - 1] in ".!?…\n")
