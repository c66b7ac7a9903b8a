"""What the API takes and answers, as its description shows it."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.server.bodies import Fields
from engine.server.refusals import Refusal

_SURROGATE: Final = re.compile("[\ud800-\udfff]")

_EXPECTED: Final = {
    "text": "a string",
    "q": "a string or a list of strings",
    "target": "a language's code",
    "format": '"text" or "html"',
    "alternatives": "a whole number of 0 or more",
    "api_key": "a string",
    "segments": "true or false",
    "flags": "true or false",
    "alignments": "true or false",
    "inline": "true or false",
}

Format = Literal["text", "html"]


class _Request(BaseModel):
    model_config = ConfigDict(extra="ignore")

    api_key: Annotated[str | None, Field(description="The server's key, if it has one.")] = None

    @classmethod
    def of(cls, fields: Fields) -> Self:
        """Read the fields of a request.

        Raises:
            Refusal: One of them is not what it should be.
        """
        try:
            return cls.model_validate(_whole(fields.values), strict=fields.typed)
        except ValidationError as error:
            raise Refusal(400, _explained(error, cls)) from error


class _Languages(_Request):
    source: Annotated[str, Field(description="The text's language, or `auto`.")] = "auto"
    target: Annotated[
        str | None,
        Field(
            description="The language wanted: `zh-Hans` (or `zh`), `zh-Hant` (or `zt`), `zh-TW`, "
            "`zh-HK`; what the model pack writes by default."
        ),
    ] = None


class TranslateRequest(_Languages):
    """Texts to translate: either `text`, or `q` as LibreTranslate has it."""

    text: Annotated[str | None, Field(description="A text.")] = None
    q: Annotated[str | list[str] | None, Field(description="A text, or several.")] = None
    format: Annotated[Format, Field(description="What the texts are.")] = "text"
    alternatives: Annotated[
        int, Field(ge=0, description="Further translations wanted of each text.")
    ] = 0
    segments: Annotated[bool, Field(description="Answer with the sentences, too.")] = False
    flags: Annotated[bool, Field(description="Answer with what to check, too.")] = False
    alignments: Annotated[
        bool, Field(description="Answer with which words became which, sentence by sentence.")
    ] = False


class DetectRequest(_Request):
    """A text whose language is asked for."""

    q: Annotated[str, Field(description="The text.")]


class FileRequest(_Languages):
    """What comes along with a file to translate."""

    inline: Annotated[
        bool, Field(description="Answer with the translated file itself, not with its address.")
    ] = False


class Detected(BaseModel):
    """A language, and from 0 to 100 how sure that is."""

    language: str
    confidence: float


class Language(BaseModel):
    """A language, and what it can be translated into."""

    code: str
    name: str
    targets: list[str]


class AlignedPair(BaseModel):
    """Which part of a sentence became which part of its translation, in code points of either."""

    source: tuple[int, int]
    target: tuple[int, int]


class SegmentAnswer(BaseModel):
    """A sentence: where it stands in the text, in code points, and what became of it."""

    source: tuple[int, int]
    text: str
    flags: list[str]
    confidence: float
    alignment: list[AlignedPair] | None = None


class TextAnswer(BaseModel):
    """The answer to `text`."""

    model_config = ConfigDict(extra="forbid")

    translation: str
    alternatives: list[str] | None = None
    detectedLanguage: Detected | None = None  # noqa: N815 - LibreTranslate's name
    segments: list[SegmentAnswer] | None = None
    flags: list[str] | None = None


class QueryAnswer(BaseModel):
    """The answer to `q`: a string for a string, lists for a list."""

    model_config = ConfigDict(extra="forbid")

    translatedText: str | list[str]  # noqa: N815 - LibreTranslate's name
    alternatives: list[str] | list[list[str]] | None = None
    detectedLanguage: Detected | list[Detected] | None = None  # noqa: N815
    segments: list[SegmentAnswer] | list[list[SegmentAnswer]] | None = None
    flags: list[str] | list[list[str]] | None = None


class FileAnswer(BaseModel):
    """Where the translated file can be fetched, for some minutes."""

    translatedFileUrl: str  # noqa: N815 - LibreTranslate's name


class Health(BaseModel):
    """The server is up."""

    status: Literal["ok"]
    version: str
    pack: str


class ErrorAnswer(BaseModel):
    """What is wrong, in one line."""

    error: str


def repaired(text: str) -> str:
    """Replace lone surrogates, which JSON can write and nothing can send, by U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)


def body_of(model: type[BaseModel], *, upload: bool = False) -> dict[str, Any]:
    """Describe the body of a request for OpenAPI.

    Args:
        model: Its fields.
        upload: It is a form with a file.
    """
    schema = model.model_json_schema()
    if not upload:
        kinds = ("application/json", "application/x-www-form-urlencoded")
        return {
            "requestBody": {"required": True, "content": {k: {"schema": schema} for k in kinds}}
        }
    schema["properties"]["file"] = {"type": "string", "format": "binary"}
    schema["required"] = [*schema.get("required", ()), "file"]
    return {
        "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}
    }


def _whole(values: Mapping[str, object]) -> dict[str, object]:
    return {name: _repaired(value) for name, value in values.items()}


def _repaired(value: object) -> object:
    if isinstance(value, str):
        return repaired(value)
    if isinstance(value, list):
        return [repaired(each) if isinstance(each, str) else each for each in value]
    return value


def _explained(error: ValidationError, model: type[BaseModel]) -> str:
    errors = error.errors(include_url=False, include_context=False)
    name = str(errors[0]["loc"][0])
    # An error of an item says better than that of its list what is wrong.
    items = (e for e in errors if e["loc"][0] == name and isinstance(e["loc"][-1], int))
    first = next(items, errors[0])
    last = first["loc"][-1]
    expected = "a string" if model.model_fields[name].annotation is str else _EXPECTED[name]
    found = "nothing" if first["type"] == "missing" else _kind(first["input"], expected)
    item = f" as item {1 + last}" if isinstance(last, int) else ""
    return f"{name}: expected {expected}, found {found}{item}"


def _kind(value: object, expected: str) -> str:
    kinds = {str: "another string", list: "an array", dict: "an object", bool: "a boolean"}
    number = "another number" if expected.startswith("a whole number") else "a number"
    return "null" if value is None else kinds.get(type(value), number)
