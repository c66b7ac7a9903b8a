"""What an examination of a model pack found, and what to think of the pack."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final, Literal, get_args

from engine.records import record

Verdict = Literal["good", "warnings", "broken"]
"""Good, usable with warnings, or of no use."""

Check = Literal["runs", "parity", "short", "loops", "script", "speed"]
"""What is looked at: whether the graphs run, whether int8 says what float32 says, short inputs
that give nothing, short inputs that go round in circles, the script of the output, the speed."""

VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)


@record(kw_only=True)
class Finding:
    """The outcome of one check.

    Attributes:
        check: What was looked at.
        verdict: What it says about the pack.
        detail: What was found, in one line of English.
        count: How many of the cases were bad; for ``parity``, tokens that int8 chose as float32.
        of: How many cases there were; 0 where nothing was counted.
    """

    check: Check
    verdict: Verdict
    detail: str
    count: int = 0
    of: int = 0


@record
class Example:
    """A sentence and what the pack made of it."""

    source: str
    translation: str


@record(kw_only=True)
class PackReport:
    """What an examination found.

    Attributes:
        findings: One for each check that could be made.
        seconds: Mean time of a sample sentence on this machine; 0 if there was none.
        examples: The sample sentences and their translations, for a person to look at.
    """

    findings: tuple[Finding, ...]
    seconds: float = 0.0
    examples: tuple[Example, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of any check."""
        return max((each.verdict for each in self.findings), key=VERDICTS.index, default="good")

    @property
    def reasons(self) -> tuple[str, ...]:
        """What speaks against the pack, a line each, the worst first."""
        bad = [each for each in self.findings if each.verdict != "good"]
        bad.sort(key=lambda each: -VERDICTS.index(each.verdict))
        return tuple(each.detail for each in bad)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain JSON values, the verdict included."""
        return {"verdict": self.verdict, **asdict(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "PackReport":
        """Take back what :meth:`to_dict` returned.

        Raises:
            ValueError: It is something else.
        """
        try:
            return cls(
                findings=tuple(Finding(**each) for each in data["findings"]),
                seconds=float(data["seconds"]),
                examples=tuple(Example(**each) for each in data["examples"]),
            )
        except (KeyError, TypeError) as error:
            raise ValueError(f"no report of an examination: {error}") from error
