"""What the user chose in place of the translations that the model likes best."""

from collections.abc import Iterable
from dataclasses import replace

from engine.records import record
from engine.types import Target, TranslatedSegment


@record
class Change:
    """A choice that was made, so that it can be taken back.

    Attributes:
        source: The sentence.
        before: What stood there.
    """

    source: str
    before: TranslatedSegment


class Choices:
    """Remembers a choice for as long as its sentence stays in the text.

    Choices belong to a way of writing: one made in Simplified characters does not come up in
    Traditional ones, but is there again when one goes back.
    """

    def __init__(self) -> None:
        self._target: Target | None = None
        self._chosen: dict[tuple[str, Target | None], str] = {}
        self._changes: list[Change] = []

    @property
    def can_undo(self) -> bool:
        """Whether there is a choice to take back."""
        return bool(self._changes)

    def use_target(self, target: Target | None) -> None:
        """Look up and remember choices for this way of writing."""
        if target != self._target:
            self._target = target
            self._changes.clear()

    def keep_only(self, sources: Iterable[str]) -> None:
        """Forget the choices for sentences that are no longer in the text."""
        if not self._chosen:
            return
        present = set(sources)
        self._chosen = {key: text for key, text in self._chosen.items() if key[0] in present}
        self._changes = [change for change in self._changes if change.source in present]

    def choose(self, current: TranslatedSegment, text: str) -> TranslatedSegment:
        """Put ``text`` in the place of a translation and return what to show."""
        source = current.segment.text
        self._changes.append(Change(source, current))
        self._chosen[source, self._target] = text
        return self.applied(current)

    def undo(self) -> Change | None:
        """Take the last choice back."""
        if not self._changes:
            return None
        change = self._changes.pop()
        earlier = any(other.source == change.source for other in self._changes)
        if earlier:
            self._chosen[change.source, self._target] = change.before.text
        else:
            self._chosen.pop((change.source, self._target), None)
        return change

    def clear(self) -> None:
        """Forget everything."""
        self._chosen.clear()
        self._changes.clear()

    def applied(self, translated: TranslatedSegment) -> TranslatedSegment:
        """Return ``translated`` as the user wants it.

        A chosen text carries no flags, as somebody has looked at it, and no alignment, as none is
        known for it.
        """
        text = self._chosen.get((translated.segment.text, self._target))
        if text is None or text == translated.text:
            return translated
        return replace(translated, text=text, flags=(), alignment=(), alternatives=())
