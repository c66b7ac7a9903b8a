r"""TeX in a text: formulas whole, commands with what they are about, and marks around words.

``\textbf{so}`` is to a translation what ``<b>so</b>`` is; ``\ref{fig:one}`` is no word of it.
"""

from collections.abc import Iterator
from typing import Final

from engine.guards.spans import VerbatimSpan, found
from engine.patterns import regex

_TEXT: Final = regex(
    r"\\(?:(?:text(?:bf|it|sc|sf|tt|rm|sl|up|md|normal)?|emph|underline|uline|mbox|title|author|caption|footnote"
    r"|(?:sub){0,2}section|(?:sub)?paragraph|chapter|part)\*?)(?:\[[^\[\]\n]{0,200}\])?\{"
)
_COMMAND: Final = regex(
    # A reference and its like with what it names, and a command of mathematics with its indices.
    r"~?\\(?:(?:eq|page|auto|name|c|C)?ref|cite[a-z]{0,8}|label|url|begin|end|input|include|includegraphics"
    r"|usepackage|documentclass|bibliography|bibliographystyle|newcommand|vspace|hspace|math[a-z]{2,4}"
    r"|sqrt|frac)\*?(?:\[[^\[\]\n]{0,200}\])?(?:\{[^{}\n]{0,200}\}){1,3}"
    r"|\\[A-Za-z]{1,32}(?:[_^](?:\{[^{}\n]{0,100}\}|\\[A-Za-z]{1,32}|[\w]))+"
)
_FORMULA: Final = regex(
    r"\$\$[^$\n]{1,1000}\$\$|\\\((?:[^\\\n]|\\[^)]){1,1000}\\\)|\\\[(?:[^\\\n]|\\[^\]]){1,1000}\\\]"
    r"|(?<![\\$\w])\$(?=[^\s$])(?P<inside>[^$\n]{1,400})(?<=[^\s\\])\$(?![\w$])"
)
_BRACE: Final = regex(r"(?<!\\)[{}]")
_COMPUTED: Final = regex(r"[\\^_=<>]|\A[A-Za-z]\Z")
"""What stands in a formula and not between two sums of money."""


def latex(text: str) -> Iterator[VerbatimSpan]:
    """Yield the formulas and commands of TeX in a text, in no order."""
    for match in _FORMULA.finditer(text) if "$" in text or "\\" in text else ():
        if match["inside"] is None or _COMPUTED.search(match["inside"]):
            yield found("code", *match.span())
    if "\\" not in text:
        return
    for match in _COMMAND.finditer(text):
        yield found("placeholder", *match.span())
    closings = _closings(text)
    for match in _TEXT.finditer(text):
        if (end := closings.get(match.end() - 1)) is not None:
            yield found("markup", *match.span())
            yield found("markup", end, end + 1)


def _closings(text: str) -> dict[int, int]:
    """Return where each brace that is opened is closed."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACE.finditer(text):
        if match.group() == "{":
            opened.append(match.start())
        elif opened:
            ends[opened.pop()] = match.start()
    return ends
