"""Surnames that are English words: behind a title they are names, no colours and no kings.

Where a translation lacks what Chinese writes for the name, the person is written as
Chinese does and handed through: ``Ms. Black`` is ``布莱克女士``.
"""

from collections.abc import Callable, Iterator
from string import ascii_letters
from typing import Final

from engine.guards.edits import Edit, Edited, apply
from engine.patterns import regex

_LINES: Final = (
    "Armstrong阿姆斯特朗 Baker贝克 Ball鲍尔 Banks班克斯 Barber巴伯 Bean比恩/憨豆 Bell贝尔",
    "Berry贝里 Best贝斯特 Bird伯德 Bishop毕晓普 Black布莱克 Bond邦德 Bright布赖特 Brooks布鲁克斯",
    "Brown布朗 Burns伯恩斯 Bush布什/布希 Butler巴特勒 Carpenter卡彭特 Carter卡特 Case凯斯 Cash卡什",
    "Chase蔡斯 Church丘奇 Cook库克 Cooper库珀 Cotton科顿 Crane克兰 Cross克罗斯 Day戴",
    "Dean迪安/迪恩 Drake德雷克 Duke杜克 Farmer法默 Field菲尔德 Fields菲尔兹 Finch芬奇 Fish菲什",
    "Fisher费希尔/费舍尔/费雪 Flowers弗劳尔斯 Ford福特 Forest福里斯特 Fox福克斯 French弗伦奇",
    "Frost弗罗斯特 Gardener加德纳 Gates盖茨 Glass格拉斯 Gold戈尔德 Golden戈尔登 Good古德",
    "Grant格兰特 Gray格雷 Green格林 Greene格林 Grey格雷 Hall霍尔 Hand汉德 Head黑德 Hill希尔",
    "Hood胡德 Hope霍普 House豪斯 Hunter亨特 Jobs乔布斯 Joy乔伊 Judge贾奇 King金 Knight奈特",
    "Lake莱克 Lamb兰姆/兰伯 Lane莱恩 Law劳/洛 Little利特尔 Long朗 Lord洛德 Love洛夫 Major梅杰",
    "March马奇 Marsh马什 Marshall马歇尔 Mason梅森 May梅 Miller米勒 Moon穆恩 Noble诺布尔",
    "North诺思/诺斯 Page佩奇 Park帕克/朴 Parker帕克 Parks帕克斯 Pike派克 Pope波普/蒲柏",
    "Potter波特 Pound庞德 Power鲍尔 Powers鲍尔斯 Price普赖斯/普莱斯 Prince普林斯 Read里德",
    "Reed里德 Rice赖斯/莱斯 Rich里奇 Rivers里弗斯 Root鲁特 Rose罗斯 Savage萨维奇 Sharp夏普",
    "Shepherd谢泼德 Short肖特 Silver西尔弗 Singer辛格 Skinner斯金纳 Small斯莫尔 Smith史密斯",
    "Snow斯诺 Steel斯蒂尔 Stone斯通 Storm斯托姆 Street斯特里特 Strong斯特朗 Summers萨默斯",
    "Swan斯旺 Sweet斯威特 Taylor泰勒 Temple坦普尔 Turner特纳 Walker沃克 Waters沃特斯",
    "Weaver韦弗 Wells韦尔斯/威尔斯 West韦斯特 White怀特 Winter温特 Winters温特斯 Wise怀斯",
    "Wolf沃尔夫/伍尔夫 Wood伍德 Woods伍兹 Young扬/杨",
)
_SURNAMES: Final = {
    entry.removesuffix(written): tuple(written.split("/"))
    for line in _LINES
    for entry in line.split(" ")
    if (written := entry.lstrip(ascii_letters))
}
"""Each with what Chinese writes for it, the usual first."""

_TITLES: Final = {
    "Mr": "先生",
    "Mrs": "夫人",
    "Ms": "女士",
    "Miss": "小姐",
    "Dr": "博士",
    "Doctor": "医生",
    "Prof": "教授",
    "Professor": "教授",
    "Sen": "参议员",
    "Senator": "参议员",
    "President": "总统",
    "Gov": "州长",
    "Governor": "州长",
    "Rev": "牧师",
}
_COUPLE: Final = "夫妇"

_TITLED: Final = regex(
    r"(?<![\w.])(?:(?P<couple>Mr\.? (?:and|&) Mrs)|(?P<title>"
    rf"{'|'.join(sorted(_TITLES, key=len, reverse=True))}))\.? "
    rf"(?P<name>{'|'.join(sorted(_SURNAMES, key=len, reverse=True))})"
    # Not the first of two names, and no part of one.
    r"(?!\w|-\w| [A-Z][a-z])(?!['’][A-RT-Za-rt-z])"
)
_OWNS: Final = regex(r" ?['’](?:s(?![A-Za-z]))? ?")
_INITIALS: Final = ("Mr", "Ms", "Miss", "Dr", "Doctor", "Prof", "Sen", "President", "Gov", "Rev")
"""What the titles contain: a text with none of these has none of them."""


def _as_it_is(text: str) -> str:
    return text


def as_chinese(source: str, target: str, write: Callable[[str], str] | None = None) -> Edited:
    """Write the people in a source as Chinese does that its translation has lost.

    Args:
        source: An English segment.
        target: Its translation.
        write: Changes the script of what Chinese writes, if the translation is in another one.
    """
    if not any(map(source.__contains__, _INITIALS)):
        return Edited(source)
    return apply(source, _edits(source, target, write or _as_it_is))


def _edits(source: str, target: str, write: Callable[[str], str]) -> Iterator[Edit]:
    for found in _TITLED.finditer(source):
        ways = [write(way) for way in _SURNAMES[found["name"]]]
        if any(map(target.__contains__, ways)):
            continue
        title = _COUPLE if found["couple"] else _TITLES[found["title"]]
        yield Edit(*found.span(), ways[0] + write(title))


def usual(name: str) -> str | None:
    """Return what Chinese usually writes for a surname that is an English word."""
    ways = _SURNAMES.get(name)
    return ways[0] if ways else None


def with_particles(target: str, named: Edited) -> Edited:
    """Write 的 behind the people of :func:`as_chinese` where their ``'s`` was copied.

    Args:
        target: What was made of the source with them in it.
        named: That source.
    """
    people = {edit.text for edit in named.edits}
    found = (
        Edit(*each.span(), "的")
        for each in _OWNS.finditer(target)
        if any(target.endswith(person, 0, each.start()) for person in people)
    )
    return apply(target, found)
