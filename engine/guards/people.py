"""Lines that are only names of people: a signature, who is invited, who wrote something.

A model that does not know a name makes one up, and says so by its probabilities; written as it
came, it is right.
"""

from typing import Final

from engine.guards.foreign import is_particle
from engine.guards.letters import LATIN, plain
from engine.patterns import regex

_GIVEN: Final = frozenset(
    name
    for line in (
        "Aaron Adam Adrian Ahmed Aisha Alan Albert Alejandro Alex Alexander Alexandra Ali Alice",
        "Alicia Alison Amanda Amelia Amy Ana Andre Andrea Andreas Andrew Angela Anil Anita Ann",
        "Anna Anne Annie Anthony Antonio Arthur Ashley Barbara Barry Beatrice Ben Benjamin",
        "Bernard Beth Betty Bill Bjorn Bob Boris Brandon Brian Bruce Bryan Carl Carla Carlos",
        "Carmen Carol Caroline Catherine Charles Charlotte Chloe Chris Christian Christina",
        "Christine Christopher Ciaran Claire Clara Claudia Colin Connor Craig Cynthia Daniel",
        "David Deborah Denise Dennis Derek Diana Diane Diego Dimitri Dmitri Donald Dorothy",
        "Douglas Duncan Dylan Edgar Edith Edward Eileen Elaine Elena Eleanor Elizabeth Ella",
        "Ellen Emily Emma Eric Erik Erin Ethan Eugene Eva Evan Evelyn Fatima Felix Fernando",
        "Fiona Florence Frances Francesca Francis Francisco Francois Frank Fred Frederick",
        "Gabriel Gareth Gary Geoffrey George Gerald Gerard Gina Giovanni Giulia Glenn Gloria",
        "Gordon Graham Greg Gregory Guillermo Gustav Hannah Hans Harold Harriet Harry Heather",
        "Heinrich Helen Helena Henry Howard Hugh Ian Ibrahim Igor Ines Ingrid Irene Isaac",
        "Isabel Isabella Ivan Jack Jacob Jacqueline Jake James Jamie Jan Jane Janet Janice",
        "Jason Javier Jean Jeff Jeffrey Jennifer Jeremy Jerry Jessica Jill Jim Joan Joanna Joe",
        "Joel Johan Johann Johannes John Johnny Jonathan Jorge Jose Joseph Joshua Juan Judith",
        "Julia Julian Julie Jurgen Justin Karen Karl Katarzyna Kate Katherine Kathleen Kathryn",
        "Katie Keith Kelly Kenneth Kevin Kirsten Klaus Krzysztof Kyle Lars Laura Lauren",
        "Laurence Lawrence Leonard Leonardo Liam Linda Lisa Louis Louise Lucas Lucia Lucy Luis",
        "Luke Magdalena Malcolm Manuel Marc Marcel Marco Marcus Margaret Maria Marie Marilyn",
        "Mario Marion Mark Marta Martha Martin Mary Matthew Maureen Maurice Max Megan Melanie",
        "Melissa Michael Michel Michelle Miguel Mike Mohamed Mohammed Monica Muhammad Nadia",
        "Nancy Natalia Natalie Natasha Neil Niamh Nicholas Nick Nicola Nicole Nigel Nikolai",
        "Nina Noah Nora Oliver Olivia Omar Oscar Pablo Pamela Patricia Patrick Paul Paula",
        "Pauline Pedro Peter Philip Philippe Phillip Pierre Priya Rachel Rafael Ralph Raymond",
        "Rebecca Ricardo Richard Robert Roberto Robin Rodrigo Roger Roland Ronald Rosemary Roy",
        "Russell Ruth Ryan Sabine Sally Samantha Samuel Sandra Sanjay Sara Sarah Saoirse Scott",
        "Sean Sebastian Sergio Sharon Sheila Shirley Simon Sinead Siobhan Sofia Sophia Sophie",
        "Stefan Stephanie Stephen Steve Steven Stuart Susan Suzanne Sven Sylvia Tamara Tanya",
        "Teresa Terry Theodore Theresa Thomas Tim Timothy Tina Tom Tomasz Tony Tracy Ursula",
        "Vanessa Vera Victor Victoria Vikram Vincent Vladimir Walter Wanda Wayne Wendy William",
        "Wojciech Wolfgang Xavier Yasmin Yusuf Yvonne Zachary Zoe",
    )
    for name in line.split(" ")
)
"""Given names, of those that are no other word, without the marks on their letters."""

_WORD: Final = rf"[{LATIN}]+(?:['’-][{LATIN}]+)*"
_ITEM: Final = regex(rf"(?:(?:{_WORD}|[A-Z]\.) ){{0,4}}{_WORD}")
_APART: Final = regex(r",? (?:and|&) |[,;/] ?")
_KIN: Final = regex("(?:Mc|Mac|Fitz|O['’]|D['’])[A-Z]")

_ENDS: Final = frozenset((".", "?", "!", ":"))
"""What a sentence ends with, and no name."""

_LONGEST: Final = 200


def is_given(name: str) -> bool:
    """Tell whether a word is a common given name, and no other word."""
    return plain(name) in _GIVEN


def is_people(text: str) -> bool:
    """Tell whether a text is nothing but names of people.

    Args:
        text: A segment.
    """
    if text[-1:] in _ENDS or len(text) > _LONGEST or not text[:1].isupper():
        return False
    return all(_is_person(item) for item in _APART.split(text.strip(" ,.;")))


def _is_person(item: str) -> bool:
    if not _ITEM.fullmatch(item):
        return False
    words = item.split(" ")
    if not all(word[0].isupper() or is_particle(word) for word in words):
        return False
    return is_given(words[0].partition("-")[0]) or any(_KIN.match(word) for word in words)
