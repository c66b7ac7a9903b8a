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
    start = time.process_time()
    is_wrong(unit * 20000)
    split_foreign(unit * 20000)
    is_chinese(unit * 20000)

    assert time.process_time() - start < 5


ENGLISH_WITH_FOREIGN_WORDS = (
    "Ursula von der Leyen spoke in Brussels.",
    "Café Müller is open.",
    "C'est la vie, he said.",
    '"C\'est la vie," he said and left.',
    '"Je ne regrette rien" plays on the radio.',
    "Vincent van der Berg lives in Rotterdam.",
    "Ludwig van Beethoven composed nine symphonies.",
    "Joaquín Sabina sings Calle Melancolía.",
    "Dr. Müller-Lüdenscheidt",
    "Best regards,",
    "Cheers,",
    "Kind regards, Jean-Luc van der Berg",
    "José García",
    "Siobhán O'Brien",
    "Wojciech Szczęsny saved penalty.",
    "La La Land won six Oscars.",
    "Le Monde reports.",
    "El Niño causes droughts.",
    "Der Spiegel interviewed Angela Merkel.",
    "Die Zeit published it.",
    "Tagliatelle al ragù, please.",
    "Crème brûlée, pain au chocolat, croissants.",
    "Spaghetti alla carbonara with pancetta",
    "Rio de Janeiro hosts carnival.",
    "Place de la Concorde, Paris",
    "Avenida de Mayo 123, Buenos Aires",
    "Leonardo da Vinci painted Mona Lisa.",
    "Los Angeles, San Francisco, San Diego",
    "Sri Lanka beat Pakistan.",
    "Lorem ipsum",
    "Ahmed al-Rashid arrived.",
    "Fifa president Gianni Infantino resigns",
    "Max Planck Institut für Physik",
    "Real Madrid beats Bayern München",
    "Katarzyna Kowalczyk, Wojciech Nowak, Agnieszka Wójcik",
    "Tom, Dick, Harry",
    "Sushi, sashimi, tempura, ramen, udon",
    "Deutsche Bahn cancels trains.",
    "Volkswagen recalls cars.",
    "Zeitgeist and schadenfreude are German loanwords.",
    "Hasta la vista, baby!",
    "Que sera, sera.",
    "Bon appétit!",
    "Feliz Navidad, everybody!",
    "Carpe diem.",
    "Mea culpa.",
    "Et tu, Brute?",
    "Ikea sells Billy, Malm and Hemnes.",
    "Pierre de Coubertin founded modern Olympics.",
    "Oscar de la Renta designs dresses.",
    "Juan Martín del Potro wins.",
    "Guido van Rossum created Python.",
    "Guillermo del Toro directs.",
    "Marie Curie discovers radium.",
    "Abu Bakr al-Baghdadi dies.",
    "pizza margherita, tiramisu, espresso",
    "Schloss Neuschwanstein attracts tourists.",
    'Karl Marx wrote "Das Kapital".',
    "Proust wrote À la recherche du temps perdu.",
    '"Guten Morgen," she said.',
    'The word "Schmetterling" means butterfly.',
    'He shouted "¡Viva la revolución!" and ran.',
    "Cogito, ergo sum, wrote Descartes.",
    "Señor Rodríguez apologised.",
    "João Pessoa, Brazil",
    "Champs-Élysées, Arc de Triomphe, Tour Eiffel",
    "He gave the Crème de la crème a try.",
    "im gonna die",
    "Die Hard is on TV.",
    "Zürich, Genève, Basel",
    "Les Misérables opens tonight.",
    "La Traviata at the Met",
    "Machu Picchu, Peru",
    "Dim sum, anyone?",
    "tl;dr",
    "per se",
    "ad hoc committee",
    "et al.",
    "vice versa",
    "Sic transit gloria mundi.",
    "Ciao bella!",
    "Adiós, amigo!",
    "Aloha!",
    "Namaste",
    "Arigato, Mr. Tanaka",
    "Gesundheit!",
    "Prost!",
    "Sagrada Família, Barcelona",
    "Fernando de Noronha, Brazil",
    "Paul van Dyk plays trance.",
    "Gérard Depardieu acts again.",
    "Thomas de Maizière resigned yesterday.",
    "Mies van der Rohe designed it.",
    "Rogier van der Weyden, Jan van Eyck and Hans Memling",
    "Simón Bolívar freed Venezuela.",
    "Pico de gallo",
    "Huevos rancheros with salsa verde",
    "Tokyo, Osaka, Kyoto",
    "Pão de Açúcar supermarkets",
    "Bayern beat Dortmund.",
    "Jürgen Klopp leaves Liverpool.",
    "Cristiano Ronaldo dos Santos Aveiro scores twice.",
    "no, no, no",
    "Ha ha ha",
    "Hmm, OK.",
    "na na na na",
    "Lars von Trier made a film with Björk.",
    "Sinéad and Ciarán got married in Galway.",
    "Mille-feuille recipe",
    "Papa, mama, dada",
)


@pytest.mark.parametrize("text", ENGLISH_WITH_FOREIGN_WORDS)
def test_names_loanwords_idioms_and_lists_are_no_other_language(text):
    assert not is_wrong(text)


SHORT_AND_FOREIGN = (
    "Ich habe heute keine Zeit.",
    "Wo ist der Bahnhof?",
    "Der Hund schläft im Garten.",
    "Das Wetter ist heute sehr schön.",
    "Je ne sais pas où il est.",
    "Le chat dort sur la table.",
    "Nous avons mangé une pizza hier soir.",
    "Elle habite à Paris depuis trois ans.",
    "El perro duerme en la casa.",
    "Mañana vamos a la playa con mis amigos.",
    "¿Dónde está la biblioteca?",
    "Il gatto dorme sul divano.",
    "Domani andiamo al mare con gli amici.",
    "Eu não falo português muito bem.",
    "O gato dorme no sofá da sala.",
    "De kat slaapt op de bank.",
    "Ik heb vandaag geen tijd.",
    "Katten sover på soffan.",
    "Angela Merkel sprach gestern mit Emmanuel Macron in Berlin über die Zukunft.",
    "Pedro Sánchez viajó a Bruselas para hablar con Ursula von der Leyen.",
    "Она живёт в Москве.",
    "私は学生です。",
    "猫が好きです。",
    "나는 학생입니다.",
    "Γειά σου Κόσμε, τι κάνεις;",
    "Sehr geehrte Damen und Herren,",
    "Mit freundlichen Grüßen",
    "Bitte senden Sie uns die Rechnung.",
    "Merci de votre réponse rapide.",
    "Veuillez agréer mes salutations distinguées.",
    "Gracias por su pedido.",
    "Kot śpi na kanapie.",
    "Die Kinder spielen im Park.",
    "Les enfants jouent dans le parc.",
    "Los niños juegan en el parque.",
    "Wann kommt der nächste Zug nach München?",
    "Je voudrais un café, s'il vous plaît.",
    "Me gusta mucho la música.",
    "Ich liebe dich.",
    "Das ist gut.",
    "Wie geht es dir?",
    "Comment allez-vous aujourd'hui ?",
    "Tengo hambre y sed.",
    "Puedes ayudarme por favor",
    "Ich wohne in Berlin.",
    "Je m'appelle Marie.",
    "Me llamo Carlos.",
    "Die Katze sitzt auf dem Tisch und schläft.",
)


@pytest.mark.parametrize("text", SHORT_AND_FOREIGN)
def test_short_sentences_of_other_languages_are_wrong(text):
    assert is_wrong(text)
