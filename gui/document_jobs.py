"""What is asked of a document, and how far it is."""

import enum
from pathlib import Path
from typing import Literal

from engine.documents.report import Report
from engine.records import record
from engine.types import Joining, Target, TranslationOptions

Bilingual = Literal["none", "inline", "page"]
"""As ``engine.documents.job.Bilingual``, which is not to be imported before the window is up."""

BILINGUAL: tuple[Bilingual, ...] = ("none", "inline", "page")


@record(kw_only=True)
class DocumentManner:
    """How documents are to be translated, as the window stands when they are brought.

    Attributes:
        pack: Name or path of the pack; nothing for the one that will be there.
        language: The tag of the result's language.
        target: How Chinese is written, if the pack writes it.
        beam_size: Hypotheses kept while searching.
        join_lines: Which wrapped lines are joined.
        bilingual: Where the source is in the result.
    """

    pack: str = ""
    language: str = "zh-Hans"
    target: Target | None = "zh-Hans"
    beam_size: int | None = None
    join_lines: Joining = "sure"
    bilingual: Bilingual = "none"

    @property
    def options(self) -> TranslationOptions:
        """How each sentence is translated."""
        return TranslationOptions(
            beam_size=self.beam_size, target=self.target, join_lines=self.join_lines
        )


@record(kw_only=True)
class DocumentJob:
    """A document to translate.

    Attributes:
        source: The document.
        result: Where its translation goes.
        manner: How it is translated.
        overwrite: Replace a file that is in the place of the result.
    """

    source: Path
    result: Path
    manner: DocumentManner
    overwrite: bool = False


class JobState(enum.Enum):
    """Where a job stands."""

    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"

    @property
    def unfinished(self) -> bool:
        """Whether there is something left to do, and it is wanted."""
        return self in (JobState.WAITING, JobState.RUNNING, JobState.PAUSED)


@record
class JobProgress:
    """How far a job is.

    Attributes:
        stage: "reading", "translating" or "writing".
        done: Sentences translated.
        total: Sentences in all; 0 until they were counted.
        seconds_left: Until the last is translated, as far as one can tell.
    """

    stage: str = "reading"
    done: int = 0
    total: int = 0
    seconds_left: float | None = None


@record(kw_only=True)
class DocumentRow:
    """A document in the queue.

    Attributes:
        number: Tells it from the others.
        job: What is wanted.
        state: Where it stands.
        progress: How far it is, or was when it was stopped.
        report: What became of its sentences, once it is done.
        error: What went wrong, if it failed.
    """

    number: int
    job: DocumentJob
    state: JobState = JobState.WAITING
    progress: JobProgress = JobProgress()
    report: Report | None = None
    error: Exception | None = None
