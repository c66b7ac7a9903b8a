"""Sentences to examine a pack with, in the languages that its users read."""

from typing import Final

_SENTENCES: Final = {
    "en": (
        "The train to the coast leaves at half past seven.",
        "Could you tell me where the nearest pharmacy is?",
        "She has lived in this city for more than ten years.",
        "We were very tired, but nobody wanted to go home.",
        "Please turn off the light before you leave the room.",
        "The price of rice went up by 12 percent last month.",
        "I don't think that he will come to the meeting tomorrow.",
        "This book explains how plants turn sunlight into food.",
    ),
    "zh": (
        "去海边的火车七点半开。",
        "请问最近的药店在哪里？",
        "她在这个城市住了十多年了。",
        "我们都很累，但是没有人想回家。",
        "离开房间之前请关灯。",
        "上个月大米的价格上涨了12%。",
        "我觉得他明天不会来开会。",
        "这本书解释了植物怎样把阳光变成食物。",
    ),
}

_SHORT: Final = {
    "en": ("Hello", "Hello, World!", "Yes.", "No", "OK", "Thank you.", "Good morning.", "Stop!"),
    "zh": ("你好", "你好，世界！", "是的。", "不", "好", "谢谢。", "早上好。", "停！"),
}


def sentences(language: str) -> tuple[str, ...]:
    """Return sentences of a language; English ones where there are none.

    Args:
        language: A BCP 47 tag.
    """
    return _SENTENCES.get(primary(language), _SENTENCES["en"])


def short_inputs(language: str) -> tuple[str, ...]:
    """Return inputs of a word or two, which models are known to stumble over; maybe none.

    Args:
        language: A BCP 47 tag.
    """
    return _SHORT.get(primary(language), ())


def primary(language: str) -> str:
    """Return the language of a BCP 47 tag, ``zh`` for any Chinese."""
    found = language.lower().split("-")[0]
    return "zh" if found == "cmn" else found
