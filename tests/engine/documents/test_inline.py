"""Whatever a paragraph holds, and whatever becomes of its words, nothing else is lost."""

from collections import Counter
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from engine.documents.content import Close, Item, Open, Part, merged, plain
from engine.documents.format import Translated, Unit
from engine.documents.spacing import with_spaces_outside
from tests.support.documents import parse
from tests.support.packages import body, run, word

STYLES = st.sampled_from(["", "<w:b/>", "<w:i/>", '<w:color w:val="FF0000"/>', "<w:lang/>"])
TEXTS = st.sampled_from(["One", " two ", ", ", "three. ", " ", "", "Four five"])


@dataclass
class Numbers:
    """What was drawn so far; each mark of a paragraph has a number of its own."""

    last: int = 0
    kinds: Counter[str] = field(default_factory=Counter)

    def next(self, kind):
        self.last += 1
        self.kinds[kind] += 1
        return self.last


def things(numbers):
    """What there must be exactly once afterwards."""
    return st.sampled_from(["note", "tab", "deleted", "bookmark"]).map(
        lambda kind: {
            "note": lambda n: f'<w:r><w:footnoteReference w:id="{n}"/></w:r>',
            "tab": lambda n: f'<w:r><w:tab w:n="{n}"/></w:r>',
            "deleted": lambda n: f'<w:del w:id="{n}"><w:r><w:delText>x</w:delText></w:r></w:del>',
            "bookmark": lambda n: f'<w:bookmarkStart w:id="{n}" w:name="b{n}"/>',
        }[kind](numbers.next(kind))
    )


@st.composite
def paragraphs(draw):
    numbers = Numbers()
    made, opened = [], []
    for _ in range(draw(st.integers(1, 12))):
        kind = draw(st.sampled_from(["run", "run", "thing", "link", "end"]))
        if kind == "run":
            made.append(run(draw(TEXTS), draw(STYLES)))
        elif kind == "thing":
            made.append(draw(things(numbers)))
            if "bookmarkStart" in made[-1]:
                opened.append(numbers.last)
        elif kind == "link":
            inside = run(draw(TEXTS), draw(STYLES)) + draw(things(numbers))
            opened += [numbers.last] if "bookmarkStart" in inside else []
            made.append(f'<w:hyperlink w:anchor="a">{inside}</w:hyperlink>')
        elif opened:
            made.append(f'<w:bookmarkEnd w:id="{opened.pop(0)}"/>')
    made += [f'<w:bookmarkEnd w:id="{number}"/>' for number in opened]
    return "".join(made)


def identities(xml):
    """Return all that must be there once, by kind and number."""
    root = etree.fromstring(f'<a xmlns:w="w">{xml}</a>')
    found: Counter[tuple[str, str]] = Counter()
    for each in root.iter("*"):
        name = str(each.tag).rpartition("}")[2]
        number = each.get("{w}id") or each.get("{w}n")
        if number is not None:
            found[name, number] += 1
    return found


def text_of(xml):
    root = etree.fromstring(f'<a xmlns:w="w">{xml}</a>')
    return "".join(each.text or "" for each in root.iter("{w}t"))


def written(data, change):
    parsed = parse("a.docx", data)
    file = BytesIO()
    units = [Unit(change(unit.content), unit.where) for unit in parsed.units()]
    parsed.write(file, (Translated(unit, unit.content) for unit in units))
    return body(file.getvalue())


@given(paragraphs())
def test_a_paragraph_that_is_made_anew_says_and_holds_the_same(inside):
    source = f"<w:p>{inside}</w:p>"
    made = written(word(source), lambda content: content)
    assert text_of(made) == text_of(source)
    assert identities(made) == identities(source)


def torn_apart(data, content):
    """Return content with its words in another order, pairs doubled or gone, items kept."""
    words = [part for part in content if isinstance(part, str)]
    pairs = [part.number for part in content if isinstance(part, Open)]
    parts: list[Part] = [part for part in content if isinstance(part, Item)]
    for text in data.draw(st.permutations(words)):
        number = data.draw(st.sampled_from([None, *pairs]))
        around = [text] if number is None else [Open(number), text, Close(number)]
        at = data.draw(st.integers(0, len(parts)))
        while at and isinstance(parts[at - 1], Open | str):
            at -= 1
        parts[at:at] = around
    return merged(parts)


@given(paragraphs(), st.data())
def test_whatever_a_translation_does_everything_is_there_once(inside, data):
    source = f"<w:p>{inside}</w:p>"
    made = written(word(source), lambda content: torn_apart(data, content))
    before, after = identities(source), identities(made)
    assert after == before
    for name, number in before:
        if name == "bookmarkStart":
            ends = f'bookmarkStart w:id="{number}"', f'bookmarkEnd w:id="{number}"'
            assert made.index(ends[0]) < made.index(ends[1])


@given(st.lists(st.sampled_from(["a", " ", " b ", "(", ")", "<", ">"]), max_size=12))
def test_spaces_leave_pairs_and_nothing_else_moves(marks):
    parts: list[Part] = []
    opened = []
    for number, mark in enumerate(marks):
        if mark == "(":
            parts.append(Open(number))
            opened.append(number)
        elif mark == ")" and opened:
            parts.append(Close(opened.pop()))
        elif mark == "<":
            parts.append(Item(number))
        elif mark not in "()<>":
            parts.append(mark)
    parts += [Close(number) for number in reversed(opened)]
    made = with_spaces_outside(parts)
    assert plain(made) == plain(merged(parts))
    for first, second in pairwise(made):
        if isinstance(first, Open) and isinstance(second, str) and second.strip():
            assert not second[0].isspace()
        if isinstance(second, Close) and isinstance(first, str) and first.strip():
            assert not first[-1].isspace()
