"""What became of a document's sentences."""

import json
from dataclasses import asdict
from pathlib import Path

from engine.records import record
from engine.types import Flag


@record
class Doubt:
    """A sentence that a reader should check.

    Attributes:
        where: Where it stands, such as "line 14".
        source: The sentence.
        translation: What became of it.
        flags: What is to be checked.
        confidence: From 0 to 1.
    """

    where: str
    source: str
    translation: str
    flags: tuple[Flag, ...]
    confidence: float


@record(kw_only=True)
class Report:
    """What became of a document. Sentences are counted as often as they occur.

    Attributes:
        source: The document.
        result: What was written.
        sentences: All of them.
        translated: Those that became something else.
        copied: Those that came out as they were: numbers, names, code, Chinese.
        flagged: Those that a reader should check; translated or copied as well.
        seconds: How long it took, without pauses; of a job that was resumed, the last run only.
        doubts: Those that are flagged, in order.
    """

    source: Path
    result: Path
    sentences: int
    translated: int
    copied: int
    flagged: int
    seconds: float
    doubts: tuple[Doubt, ...]

    def as_json(self) -> str:
        """Write the report as JSON, its line feed included."""
        facts = {
            **asdict(self),
            "source": str(self.source),
            "result": str(self.result),
            "seconds": round(self.seconds, 3),
            "doubts": [
                {**asdict(each), "confidence": round(each.confidence, 4)} for each in self.doubts
            ],
        }
        return json.dumps(facts, ensure_ascii=False, indent=2) + "\n"
