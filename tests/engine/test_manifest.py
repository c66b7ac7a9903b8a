import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import PackCorrupt, PackIncompatible
from engine.manifest import PackManifest, is_plain_name, parse_manifest
from engine.pack import FileEntry
from tests.support.sealed_pack import tiny_manifest

ENTRY = FileEntry(sha256="0" * 64, size=5)


def manifest():
    return tiny_manifest(files={"weights.bin": ENTRY, "vocab.json": ENTRY})


def data():
    return json.loads(manifest().to_json())


def changed(where, value):
    """Return manifest data in which the dotted field ``where`` is ``value``."""
    whole = data()
    *parents, last = where.split(".")
    part = whole
    for name in parents:
        part = part[name]
    part[last] = value
    return whole


def test_what_is_written_can_be_read():
    written = manifest().to_json()
    assert parse_manifest(written.encode(), Path("manifest.json")) == manifest()
    assert PackManifest.from_dict(manifest().to_dict()) == manifest()


@pytest.mark.parametrize("early", [True, False, "never"])
@pytest.mark.parametrize("alignment", [True, False])
def test_optional_values_survive(early, alignment):
    one = manifest()
    one = replace(one, generation=replace(one.generation, early_stopping=early))
    if not alignment:
        one = replace(one, alignment=None, target_tokens={})
    assert parse_manifest(one.to_json().encode(), Path("m")) == one


def test_the_bytes_are_always_the_same():
    text = manifest().to_json()
    turned = replace(manifest(), files=dict(reversed(manifest().files.items())))
    assert turned.to_json() == text
    assert "由测试而作" in text
    assert text.endswith("}\n")
    assert text.startswith('{\n  "alignment": {\n    "head": 3,')
    assert list(json.loads(text)) == sorted(json.loads(text))


def test_unknown_fields_are_ignored():
    whole = data()
    whole["colour"] = "red"
    whole["dimensions"]["depth"] = [1]
    whole["files"]["weights.bin"]["mode"] = 644
    assert PackManifest.from_dict(whole) == manifest()


def test_a_newer_format_says_what_it_needs():
    whole = {"format_version": 2, "exporter_version": "3.4.5"}
    with pytest.raises(PackIncompatible, match=r"m\.json.*format 1.*format 2.*version 3\.4\.5"):
        PackManifest.from_dict(whole, Path("m.json"))
    with pytest.raises(PackIncompatible, match="format 9, which needs a newer version"):
        PackManifest.from_dict({"format_version": 9})


OTHER_KINDS: tuple[object, ...] = ({"x\ny": []}, [None], 3.5, -1)

FIELDS = [
    *data(),
    *(f"dimensions.{name}" for name in data()["dimensions"]),
    *(f"special_ids.{name}" for name in data()["special_ids"]),
    *(f"generation.{name}" for name in data()["generation"]),
    *(f"quantisation.{name}" for name in data()["quantisation"]),
    *(f"checkpoint.{name}" for name in data()["checkpoint"]),
    "alignment.layer",
    "alignment.head",
    "files.weights.bin.size",
    "files.weights.bin.sha256",
]


def split(where):
    """Return the names on the way to a field; only file names hold dots of their own."""
    return where.replace("weights.bin", "weights+bin").split(".")


@pytest.mark.parametrize("where", FIELDS)
def test_every_field_is_required_by_name(where):
    whole = part = data()
    *parents, last = (name.replace("+", ".") for name in split(where))
    for name in parents:
        part = part[name]
    del part[last]
    with pytest.raises(PackCorrupt) as caught:
        PackManifest.from_dict(whole)
    assert f"field {where}," in str(caught.value)
    assert caught.value.found == "no such field"


@pytest.mark.parametrize(
    ("where", "value"),
    [
        (where, value)
        for where in FIELDS
        for value in OTHER_KINDS
        if where != "generation.length_penalty" or not isinstance(value, int | float)
    ],
)
def test_no_field_takes_a_value_of_another_kind(where, value):
    whole = part = data()
    *parents, last = (name.replace("+", ".") for name in split(where))
    for name in parents:
        part = part[name]
    part[last] = value
    with pytest.raises(PackCorrupt, match=last.replace(".", r"\.")) as caught:
        PackManifest.from_dict(whole)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("where", "value", "expected"),
    [
        ("name", "../evil", "a name of letters"),
        ("name", "a" * 65, "a name of letters"),
        ("name", "", "a name of letters"),
        ("name", "tiny\n", "a name of letters"),
        ("licence", "  ", "a text"),
        ("source_language", "English language", "a language tag"),
        ("target_tokens", {"zh": "cmn_Hans"}, ">>id<<"),
        ("special_ids.eos", 8, "from 0 to 7"),
        ("special_ids.pad", True, "from 0 to 7"),
        ("dimensions.decoder_heads", 3, "a divisor of d_model 8"),
        ("dimensions.target_vocab", 9, "the source's 8"),
        ("generation.length_penalty", float("nan"), "a number"),
        ("generation.length_penalty", 10**400, "a number"),
        ("generation.length_penalty", True, "a number"),
        ("generation.early_stopping", "always", "true or false"),
        ("generation.early_stopping", 1, "true or false"),
        ("generation.banned_ids", [1, 8], "ids below 8"),
        ("generation.banned_ids", [1, True], "a list of whole numbers"),
        ("generation.max_length", 33, "from 1 to 32"),
        ("max_source_tokens", 33, "from 1 to 32"),
        ("alignment.layer", 1, "from 0 to 0"),
        ("quantisation.details", {"bits": 8.5}, "a text or a whole number"),
        ("files", {"weights.bin": {"sha256": "F" * 64, "size": 1}}, "SHA-256"),
        ("files", {"../weights.bin": {"sha256": "0" * 64, "size": 1}}, "plain names"),
        ("files", {"manifest.json": {"sha256": "0" * 64, "size": 1}}, "plain names"),
        ("files", {"quality.json": {"sha256": "0" * 64, "size": 1}}, "plain names"),
    ],
)
def test_values_out_of_range_are_named(where, value, expected):
    with pytest.raises(PackCorrupt) as caught:
        PackManifest.from_dict(changed(where, value), Path("some/manifest.json"))
    message = str(caught.value)
    assert message.startswith(f"{Path('some/manifest.json')}: expected")
    assert expected in caught.value.expected
    assert where in message
    assert "\n" not in message
    assert len(message) < 300


def test_a_whole_number_is_a_number():
    assert (
        PackManifest.from_dict(changed("generation.length_penalty", 2)).generation.length_penalty
        == 2.0
    )


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b"[]",
        b"null",
        b'"text"',
        b"9" * 5000,
        b" " * (1 << 21),
    ],
    ids=["empty", "cut", "binary", "nested", "list", "null", "text", "long number", "long"],
)
def test_what_is_no_manifest_is_corrupt(content):
    with pytest.raises(PackCorrupt, match=r"^m\.json: expected"):
        parse_manifest(content, Path("m.json"))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    ),
    st.sampled_from(FIELDS),
)
def test_any_value_anywhere_is_read_or_refused(value, where):
    whole = part = data()
    *parents, last = (name.replace("+", ".") for name in split(where))
    for name in parents:
        part = part[name]
    part[last] = value
    refused = ""
    try:
        read = PackManifest.from_dict(whole)
        assert PackManifest.from_dict(read.to_dict()) == read
    except (PackCorrupt, PackIncompatible) as error:
        refused = str(error)
    assert "\n" not in refused


@pytest.mark.parametrize(
    "name", ["LICENSE", "weights.bin", "译文.spm", "a b", ".hidden", "console"]
)
def test_plain_names(name):
    assert is_plain_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "a/b",
        "a\\b",
        "C:x",
        "/x",
        "a\0",
        "a.",
        "a ",
        "NUL",
        "com1.txt",
        "x" * 201,
        "a\n",
    ],
)
def test_names_that_are_not_plain(name):
    assert not is_plain_name(name)
