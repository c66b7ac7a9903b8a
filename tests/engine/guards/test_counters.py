"""Units of time behind numbers that count no time."""

import pytest

from engine.guards.counters import stray_units
from engine.guards.edits import apply
from engine.guards.numbers import numbers
from tests.support.fakes import SpellingModel
from tests.support.guarding import translated


@pytest.mark.parametrize(
    ("source", "target", "made"),
    [
        ("Room 1408 is on top.", "1408年房间在上面。", "1408房间在上面。"),
        ("We are in room 204.", "我们在房间204岁。", "我们在房间204。"),
        ("COVID-19 spread.", "COVID-19年传播。", "COVID-19传播。"),
        ("COVID-19 spread.", "COVID-19日益传播。", "COVID-19日益传播。"),
        ("Flight 815 is late.", "航班815 天迟到了。", "航班815迟到了。"),
        ("It is a Boeing 747 here.", "这里是波音747年。", "这里是波音747。"),
        ("There are 1500 books.", "有1500年的书。", "有1500个书。"),
        ("20 people came.", "20岁的人来了。", "20个人来了。"),
        ("I have 3 old cats.", "我有3年的老猫。", "我有3年的老猫。"),
        ("The shop is open from 9 to 5.", "商店从9到5岁。", "商店从9到5。"),
        ("Version 3.10 is newer than 3.9.", "版本3.10比3.9岁。", "版本3.10比3.9。"),
        # These do count time, or may.
        ("He lived there for 3.5 years.", "他在那里住了3.5年。", "他在那里住了3.5年。"),
        ("This is for children from 9 to 12.", "这适合9到12岁的孩子。", "这适合9到12岁的孩子。"),
        ("In 1999 we met.", "1999年我们见面。", "1999年我们见面。"),
        ("He is 20.", "他20岁。", "他20岁。"),
        ("See you at 5.", "5点见。", "5点见。"),
        ("I saw her at the Expo 2010.", "我在2010年世博会见到她。", "我在2010年世博会见到她。"),
        ("My son is in grade 5.", "我儿子上5年级。", "我儿子上5年级。"),
        ("He moved to Rome 20 years ago.", "他20年前搬到罗马。", "他20年前搬到罗马。"),
        ("20 people came in 2010.", "2010年来了20人。", "2010年来了20人。"),
        ("Room 5 at 5", "5点5房间", "5点5房间"),
    ],
)
def test_units_of_time_stand_where_time_is_counted(source, target, made):
    assert apply(target, stray_units(source, numbers(source), target)).text == made


def test_a_room_has_no_year_whatever_the_model_says():
    made = translated(SpellingModel(lambda _text: "1408年房间在顶层。"), "Room 1408 is on top.")
    assert (made.text, made.flags) == ("1408房间在顶层。", ())
