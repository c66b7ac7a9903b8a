"""Code in a sentence that no mark sets off: questions to data bases, commands, patterns."""

from collections.abc import Iterator
from typing import Final

from engine.guards.spans import VerbatimSpan, found
from engine.patterns import regex

_VALUE = r"(?:'[^']{0,100}'|\([^()]{0,200}\)|NOT NULL|[\w.:?@-]{1,64}(?<!\.))"
_CLAUSE = (
    r"(?: (?:SET|WHERE|AND|OR|ON|HAVING) [\w.]{1,64} ?(?:=|<>|!=|[<>]=?|LIKE|IN|IS)"
    rf" ?{_VALUE}(?:, \w{{1,64}} ?= ?{_VALUE}){{0,16}}"
    r"| (?:LEFT |RIGHT |INNER |OUTER )?JOIN \w{1,64}"
    r"| (?:ORDER|GROUP) BY [\w.]{1,64}(?<!\.)(?: (?:ASC|DESC))?"
    r"| LIMIT \d{1,9}| VALUES ?\([^()]{0,200}\))"
)
_QUESTION: Final = regex(
    r"(?<!\w)(?:SELECT (?:DISTINCT )?[\w.*(), ]{1,200}? FROM|DELETE FROM|INSERT INTO"
    rf"|UPDATE(?= \w+ SET )) \w[\w.]{{0,64}}(?<!\.)(?: \([\w, ]{{1,200}}\))?{_CLAUSE}{{0,12}};?"
)

_COMMANDS = (
    r"(?:ls|grep|egrep|find|tar|rm|cp|mv|mkdir|ps|chmod|chown|cat|sort|uniq|head|tail|wc|sed|awk"
    r"|xargs|curl|wget|ssh|scp|rsync|docker|kubectl|git|npm|pip3?|python3?|node|java|gcc|make|df|du"
    r"|kill|ping|apt-get|apt|brew|less)"
)
_OPTION = r" -{1,2}[A-Za-z][\w-]{0,16}"
_COMMAND: Final = regex(
    rf"(?<![\w./-]){_COMMANDS}(?:{_OPTION}(?:=\S{{1,64}})?)+"
    r"(?: [\w.-]*[./~*][\w./*~-]*\w)*"
    rf"(?: \| {_COMMANDS}(?:{_OPTION}| \w{{1,32}})?)*(?![\w-])"
)
"""A command with its options, what looks like a file, and those that it hands on to."""

_GROUP = r"\((?:\?[:=!<]{1,2})?[^\s()]{1,64}\)"
_ATOM = (
    rf"(?:{_GROUP}|\[[^\]\s]{{1,64}}\]|\\[\w.\\/()\[\]+*?$^-]|[\w.@/-]|\{{\d{{0,3}},?\d{{0,3}}\}})"
)
_PATTERN: Final = regex(
    r"(?<![^\s\"'“(])\^?(?=\S{0,100}(?:\[[^\]\s]{0,40}\w-\w[^\]\s]{0,40}\]"
    r"|(?<!\\)\\[dwsDWS](?![A-Za-z\\])|\([^)\s]{0,60}\|[^)\s]{0,60}\)[+*?{]))"
    rf"{_ATOM}(?:{_ATOM}|[+*?|]){{0,64}}\$?(?<![.?,])(?!\w)"
)
"""A regular expression: it has a range, a class of characters, or a choice that comes again."""


def code_words(text: str) -> Iterator[VerbatimSpan]:
    """Yield code that stands in a sentence like words, in no order."""
    kinds = (
        (_QUESTION, any(map(text.__contains__, ("SELECT ", "DELETE ", "INSERT ", "UPDATE ")))),
        (_COMMAND, " -" in text),
        (_PATTERN, "\\" in text or "[" in text or "|" in text),
    )
    for pattern, there in kinds:
        for match in pattern.finditer(text) if there else ():
            yield found("code", *match.span())
