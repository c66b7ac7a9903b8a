"""What is done to a translation once the model has made it.

What was lost is put back, the script is changed, and the text is set as Chinese is set.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from engine.document import Span
from engine.guards import copied
from engine.guards.asking import Setting
from engine.guards.chinese import tidy
from engine.guards.corners import corners, curly
from engine.guards.edits import Edit, Edited, apply, outside
from engine.guards.fragments import make_whole
from engine.guards.halves import rejoined
from engine.guards.letters import has_latin
from engine.guards.placing import Placed
from engine.guards.rewriting import rewrite
from engine.guards.settling import settle_numbers
from engine.guards.spelling import respelt
from engine.guards.titles import honoured
from engine.guards.verbatim import VerbatimSpan
from engine.script import simplified
from engine.types import AlignedSpan, Flag


def finished(
    made: str,
    links: tuple[AlignedSpan, ...],
    source: str,
    found: Sequence[VerbatimSpan],
    setting: Setting,
    flags: set[Flag],
) -> tuple[str, tuple[AlignedSpan, ...]]:
    """Put back what was lost, change the script and set the text; return it and its links.

    Args:
        made: What the model said.
        links: Its alignment with the source.
        source: What it was asked about.
        found: What of the source is kept.
        setting: What is known about the request.
        flags: Is added what was found.
    """
    guards, kept_words = setting.guards, [each.span.of(source) for each in found]
    if setting.simplified and guards.language and _simplified(made) != made:
        made, links = _converted(made, links, kept_words, _simplified)
    # Numbers and marks within what is kept are none of the sentence's; a tag may end it.
    bare = source
    if found:
        tags = [each.span for each in found if each.kind == "markup"]
        others = [each.span for each in found if each.kind != "markup"]
        bare = blanked(blanked(source, tags, "|"), others)
    if setting.both and guards.copied:
        if has_latin(made):
            made, links = _with_names(made, links, bare, kept_words, flags)
        made, links = edited_links(copied.restore(source, made, links, setting.knows), links)
    if setting.both and guards.numbers:
        settled = settle_numbers(bare, made, links, partial(_without, kept_words))
        flags |= {"number-missing"} if settled.doubtful else set()
        made, links = settled.text, settled.links
    if setting.both and guards.typesetting:
        named = outside(honoured(made), occurrences(made, kept_words))
        made, links = edited_links(apply(made, named), links)
    # Numbers come before: they are read in the script that the model writes.
    if setting.convert is not None:
        made, links = _converted(made, links, kept_words, setting.convert)
    if setting.both and guards.typesetting:
        # Blanks in the place of what is kept are not the source's own.
        whole = blanked(source, (each.span for each in found), "|") if found else source
        made, links = edited_links(tidy(made, whole, occurrences(made, kept_words)), links)
        if setting.traditional:
            made, links = edited_links(cornered(made, occurrences(made, kept_words)), links)
    return made, links


def _with_names(
    made: str,
    links: tuple[AlignedSpan, ...],
    bare: str,
    kept_words: Sequence[str],
    flags: set[Flag],
) -> tuple[str, tuple[AlignedSpan, ...]]:
    """Write the words that a translation copied as they were; return it and its links."""
    spelt = respelt(bare, made, occurrences(made, kept_words))
    flags |= {"verbatim-missing"} if spelt.doubtful else set()
    made, links = edited_links(spelt.edited, links)
    mended = make_whole(bare, made, links, occurrences(made, kept_words))
    made, links = edited_links(mended, links)
    return edited_links(rejoined(bare, made, links, occurrences(made, kept_words)), links)


def _simplified(text: str) -> str:
    """Return what the model says as Simplified Chinese is written."""
    return curly(simplified(text))


def cornered(text: str, kept: Sequence[Span] = ()) -> Edited:
    """Give the quotation marks of a text corners, as Traditional Chinese has them."""
    return apply(text, outside(sorted(corners(text, kept)), kept))


def as_placed(
    placed: Placed, source: str, kept: Sequence[Span], setting: Setting
) -> tuple[str, tuple[AlignedSpan, ...]]:
    """Change nothing but the script: where setting a text cost a span, it stays as it was."""
    if setting.convert is None:
        return placed.text, placed.links
    words = [span.of(source) for span in kept]
    return _converted(placed.text, placed.links, words, setting.convert)


def edited_links(
    edited: Edited, links: tuple[AlignedSpan, ...]
) -> tuple[str, tuple[AlignedSpan, ...]]:
    """Return an edited translation and its links."""
    return edited.text, edited.targets(links)


def _converted(
    made: str,
    links: tuple[AlignedSpan, ...],
    kept_words: Sequence[str],
    convert: Callable[[str], str],
) -> tuple[str, tuple[AlignedSpan, ...]]:
    """Change the script of everything but what is kept."""
    return edited_links(rewrite(made, convert, occurrences(made, kept_words)), links)


def blanked(text: str, spans: Iterable[Span], filler: str = " ") -> str:
    """Return a text with a filler in place of some spans, and as long as before."""
    blank = [Edit(span.start, span.end, filler * (span.end - span.start)) for span in spans]
    return apply(text, blank).text if blank else text


def _without(words: Sequence[str], text: str) -> str:
    return blanked(text, occurrences(text, words))


def occurrences(text: str, words: Sequence[str]) -> tuple[Span, ...]:
    """Return where words stand in a text, each as often as it is given, none overlapping."""
    if not words:
        return ()
    taken: list[Span] = []
    for word in sorted(words, key=len, reverse=True):
        start = text.find(word)
        while start >= 0:
            span = Span(start, start + len(word))
            if word and all(span.end <= one.start or one.end <= span.start for one in taken):
                taken.append(span)
                break
            start = text.find(word, start + 1)
    return tuple(sorted(taken, key=lambda span: span.start))
