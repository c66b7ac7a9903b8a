import pytest

from engine.guards.brands import brands
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


def names(text: str) -> list[str]:
    return [each.span.of(text) for each in brands(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I bought an iPhone 15 on eBay.", ["iPhone", "eBay"]),
        ("It runs on macOS, iOS and iPadOS.", ["macOS", "iOS", "iPadOS"]),
        ("PostgreSQL beats MySQL's speed.", ["PostgreSQL", "MySQL"]),
        ("(LaTeX) and “GitHub”", ["LaTeX", "GitHub"]),
        ("C++11 is old.", ["C++11"]),
        ("mRNA on arXiv", ["mRNA", "arXiv"]),
        ("My MacBook is old.", ["MacBook"]),
        # People, degrees, units and companies have a name in Chinese.
        ("McGregor, MacArthur, DeShawn, DiCaprio, LeBron and FitzGerald", []),
        ("a PhD on 5 kWh and 3 MHz at pH 7", []),
        ("WeChat and FedEx", []),
        ("CEOs and PDFs", []),
        ("plain words only", []),
        # Parts of something else.
        ("@GitHub #GitHub foo.gitHub myVar.fooBar fooBar() a_fooBar", []),
    ],
)
def test_names_are_told_by_their_capitals(text, found):
    assert names(text) == found


@pytest.mark.parametrize(
    ("text", "said", "made"),
    [
        ("YouTube removed it.", "优管删除了它。", "YouTube"),
        ("It is on GitHub.", "它在集线器上。", "GitHub"),
        ("LinkedIn is old.", "链接的In很旧了。", "LinkedIn"),
        ("It is on GitHub.", "它在上面。", "GitHub"),
    ],
)
def test_a_brand_arrives_as_written_whatever_the_model_says(text, said, made):
    out = translated(SpellingModel(lambda _text: said), text)
    assert out.text.count(made) == 1
    assert not out.flags


def test_the_model_sees_a_brand():
    model = SpellingModel(lambda _text: "它在GitHub上。")
    assert translated(model, "It is on GitHub.").text == "它在GitHub上。"
    assert model.texts == [["It is on GitHub."]]
