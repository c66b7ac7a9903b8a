import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.guards.currency import match_currency


@pytest.mark.parametrize(
    ("source", "target", "made"),
    [
        ("It costs €1,249.", "它€ 1,249年。", "它€1,249。"),
        ("It costs €1,249.", "它花1,249美元。", "它花1,249欧元。"),
        ("It costs €1,249.", "它花€1,249美元。", "它花€1,249。"),
        ("It costs €1,249.", "它花1,249。", "它花€1,249。"),
        ("It is $3 or $5 here.", "这里 $3 或 $5 美元。", "这里 $3 或 $5 。"),
        ("It is £20 here.", "这里 20 美元。", "这里 20 英镑。"),
        ("I paid €10 for it.", "我付€了10。", "我付了€10。"),
        ("I paid €10 for it.", "我付€了€10。", "我付了€10。"),
        ("€10 is a price in €.", "€10是以€计的价。", "€10是以€计的价。"),
        ("£20 or $25", "20英镑或25", "20英镑或$25"),
        ("£5", "$5", "£5"),
        ("5 €", "5美元", "5欧元"),
        ("£2.8bn", "28亿", "28亿英镑"),
        ("£2.8bn", "28亿英镑", "28亿英镑"),
        ("$5 each", "每个5元", "每个5元"),
        ("¥3,000", "¥3,000元", "¥3,000"),
        ("It fell to €12.", "它跌到€12岁。", "它跌到€12。"),
        ("A cake is €5.", "€5点心。", "€5点心。"),
        # Nothing is known of what has no mark, nor of dollars that say whose they are.
        ("5 euros", "5美元", "5美元"),
        ("HK$5", "5港元", "5港元"),
        ("€5", "没有", "没有"),
    ],
)
def test_amounts_keep_their_currency(source, target, made):
    assert match_currency(source, target).text == made
    assert match_currency(source, made).text == made


@given(
    st.text(st.sampled_from("€£$¥0123456789,. 元"), max_size=20),
    st.text(st.sampled_from("€£$¥0123456789,. 元年欧美英镑"), max_size=20),
)
def test_no_digit_is_changed(source, target):
    made = match_currency(source, target).text
    assert [c for c in made if c.isdigit()] == [c for c in target if c.isdigit()]
