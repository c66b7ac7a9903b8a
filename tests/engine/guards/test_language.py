import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.guards.language import is_chinese, is_wrong, split_foreign

EVALUATION = Path(__file__).parents[2] / "data" / "eval"


@pytest.mark.parametrize(
    "text",
    [
        "Le chat est assis sur la chaise et regarde la neige tomber.",
        "Wir treffen uns morgen um neun Uhr vor dem Bahnhof.",
        "El perro duerme debajo de la mesa.",
        "Il gatto dorme sul divano tutto il giorno.",
        "O menino comeu o bolo todo.",
        "De kat zit op de stoel en kijkt naar buiten.",
        "Jag vet inte vad jag ska säga.",
        "Pies śpi pod stołem w kuchni.",
        "Con mèo đang ngồi trên ghế.",
        "Saya tidak tahu harus berkata apa.",
        "NOUS SOMMES FERMÉS LE DIMANCHE ET LE LUNDI.",
        "Кошка сидит на стуле.",
        "猫は椅子に座っています。",
        "고양이가 의자에 앉아 있다.",
        "القط يجلس على الكرسي",
        "Danke",
        "Danke!",
        "Vielen Dank für Ihre Hilfe",
        "VIELEN DANK",
        "Guten Morgen",
        "Ich weiß nicht",
        "Wie geht's?",
        "Qu'est-ce que c'est",
        "Qu’est-ce que c’est ?",
        "Je ne sais pas.",
        "Où est la gare?",
        "Buenos días",
        "¿Qué tal?",
        "¡Hola!",
        "Muchas gracias",
        "Grazie mille",
        "Bom dia",
        "Muito obrigado",
        "Ik weet het niet",
        "Tack så mycket",
        "Dziękuję bardzo",
        "Terima kasih",
    ],
)
def test_a_text_in_another_language_is_wrong(text):
    assert is_wrong(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "good evening neighbour",
        "Hello",
        "OK",
        "Bonjour",
        "Bravo!",
        "Taxi",
        "Hotel California",
        "Deli menu",
        "Buenos Aires",
        "Los Angeles, San José",
        "Mercedes-Benz und BMW",
        "Der Spiegel",
        "Dia Art Foundation",
        "Le Monde diplomatique",
        "Les Misérables",
        "Grazie!",
        "Ciao bella",
        "Una Stubbs",
        "Je ne sais quoi.",
        "C’est la vie",
        "Crème brûlée",
        "Che Guevara",
        "Das Auto",
        "Eau de Cologne",
        "Te Deum",
        "MIT und ETH",
        "Van het Hof",
        "*a " * 20,
        "- o - o - o - o - o - o - o - o - o - o",
        "la la la la la la la la la la la la",
        "a b c d e f g h i j k l m n o p q r s t u v w x y z",
        "tra la la tra la la tra la la tra la la",
        "aa bb aa bb aa bb aa bb aa bb aa bb",
        "John Smith, Paris, Berlin, Zürich",
        "Mario Draghi Giovanni Rossi Bianchi",
        "Kuala Lumpur, Buenos Aires, São Paulo",
        "pip install foo",
        "cin >> x; cout << x;",
        "git commit -m message --amend",
        "zxq zxq zxq",
        "ha ha ha ha ha ha",
        "recieve teh parsel",
        "HEADLINES",
        "FIRE EXIT - KEEP CLEAR",
        "eggs, milk, flour, butter, sugar",
        "今天天气很好。",
        "The word 你好 means hello.",
        "The sign says شكرا in Arabic.",
        "Straße, naïve café, Ω and ☃ in one line.",
        "12:30 — 45 %",
    ],
)
def test_short_texts_names_code_and_chinese_are_not(text):
    assert not is_wrong(text)


@pytest.mark.parametrize("name", ["docs.tsv", "news.tsv", "tatoeba.tsv"])
def test_no_english_sentence_is(name):
    lines = (EVALUATION / name).read_text(encoding="utf-8").splitlines()

    assert not [line for line in lines if is_wrong(line.split("\t")[0])]


def test_what_is_wrong_depends_on_the_pack():
    french = "Le chat est assis sur la chaise et regarde la neige tomber."

    assert not is_wrong(french, "fr")
    assert is_wrong("The cat sits on the chair and watches the snow.", "fr")
    assert is_wrong("The cat sits on the chair and watches the snow.", "zh-Hans")
    assert not is_wrong("今天天气很好。", "zh")


def test_chinese_is_told_from_what_only_has_some():
    assert is_chinese("今天天气很好。")
    assert is_chinese("3 月 5 日，晴。")
    assert not is_chinese("The word 你好")
    assert not is_chinese("猫は椅子")
    assert not is_chinese("123")


def test_the_chinese_parts_of_a_text_are_found():
    text = "The word 你好，世界！ means 3 月 5 日 (ok)."

    assert [span.of(text) for span in split_foreign(text)] == ["你好，世界！", "月 5 日"]


@given(st.text("ab 。，你好1", max_size=30))
def test_every_chinese_character_is_in_one_part(text):
    spans = split_foreign(text)
    outside = list(text)
    for span in spans:
        outside[span.start : span.end] = " " * (span.end - span.start)
        assert not any(c.isascii() and c.isalpha() for c in span.of(text))
    assert not set(outside) & set("你好")
    assert all(a.end <= b.start for a, b in pairwise(spans))


@given(st.text(st.characters(exclude_categories=()), max_size=60))
def test_any_text_can_be_asked_about(text):
    assert is_wrong(text) in {True, False}


@pytest.mark.parametrize("unit", ["a", "a b ", "中 ", "中1 ", "ж", "\ud83d"])
def test_hostile_texts_take_no_longer_than_they_are_long(unit):
    start = time.monotonic()
    is_wrong(unit * 20000)
    split_foreign(unit * 20000)
    is_chinese(unit * 20000)

    assert time.monotonic() - start < 5
