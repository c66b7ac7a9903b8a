"""Names that are told by how they are written: capitals within a word, digits at its end.

A model sees them, since it mostly copies them, but what it makes of them otherwise is no name.
"""

from collections.abc import Iterator
from typing import Final

from engine.guards.spans import VerbatimSpan, found
from engine.patterns import regex

_MIXED: Final = regex("[a-z][A-Z]")
_WORD: Final = regex(
    r"(?<![\w@#$%\\/.:_*=+&-])(?P<word>[A-Za-z]{1,24}[0-9]{0,4}(?:\+\+[0-9]{0,2})?)"
    r"(?:\.(?:js|io|py|ai|NET))?(?=(?:['’]s?)?(?![\w@#$%\\/_*=+&(-]|\.\w|:\w|['’]\w))"
)
_INNER: Final = regex("[a-z][A-Z]|[A-Z]{2}[a-z]{2}|[A-Z]\\+\\+[0-9]")
_PERSON: Final = regex(
    "(?:Mc|Mac|De|Des|Di|Da|Del|Du|Fitz|Ja|Jo|Ke|La|Le|Lu|Mac|Ma|O|Sha|St|Ta|Te|Van|Von|Vander)"
    "[A-Z][a-z]+"
)
"""Names of people, which Chinese may write in its own characters: McGregor, DiCaprio, LeBron."""

_BRANDS_LIKE_PEOPLE: Final = frozenset(("MacBook", "MacPorts", "DeFi", "LaTeX", "VanMoof"))

_SAID: Final = frozenset(
    (
        *("PhD", "MSc", "BSc", "MPhil", "DPhil", "LLM", "kWh", "MWh", "GWh", "kHz", "MHz", "GHz"),
        *(
            "THz",
            "kPa",
            "hPa",
            "mAh",
            "mmHg",
            "dB",
            "pH",
            "mL",
            "dL",
            "eV",
            "keV",
            "MeV",
            "kB",
            "kV",
        ),
        *("kW", "mW", "mV", "mA", "mM", "nM", "kN", "kJ", "kA", "MiB", "GiB", "KiB", "TiB"),
        *("WeChat", "FedEx", "MasterCard", "AstraZeneca", "GlaxoSmithKline", "DreamWorks"),
        *("SoftBank", "ExxonMobil", "JPMorgan", "JetBlue", "EasyJet", "AirAsia", "StarCraft"),
        *("WarCraft", "BlackBerry", "UnionPay", "PetroChina", "MetLife", "UnitedHealth"),
        *("HarperCollins", "PricewaterhouseCoopers", "BlackRock", "NetEase", "JavaScripts"),
        *("MediaTek", "SenseTime", "AliExpress", "ByteDance", "McDonald"),
    )
)
"""Degrees and units, which Chinese has words for, and companies with a Chinese name."""


def brands(text: str) -> Iterator[VerbatimSpan]:
    """Yield the names of a text that are written unlike other words, in order."""
    if not (_MIXED.search(text) or "++" in text):
        return
    for match in _WORD.finditer(text):
        word = match["word"]
        if word in _SAID or not _INNER.search(word):
            continue
        if _PERSON.fullmatch(word) and word not in _BRANDS_LIKE_PEOPLE:
            continue
        yield found("name", *match.span())
