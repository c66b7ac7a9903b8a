import re

import pytest

from engine.errors import PackCorrupt
from engine.selfcheck import SelfCheckFailed, attempt, cpu_features, machine, translate_sample
from tests.support.fake_translator import FakeTranslator, made_of


def test_says_what_the_program_runs_on():
    found = dict(machine())
    assert list(found)[:3] == ["yiwen", "python", "platform"]
    assert re.fullmatch(r"3\.\d+\.\S+", found["python"])
    assert re.fullmatch(r"1\.\d+\.\S+", found["onnxruntime"])


def test_names_the_instruction_sets_that_matter(tmp_path):
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text(
        "processor\t: 0\nmodel name\t: \xff\nflags\t\t: fpu avx avx512_vnni avx2 sse\n"
        "processor\t: 1\nflags\t\t: fpu\n",
        encoding="latin-1",
    )
    assert cpu_features(cpuinfo) == ("avx", "avx2", "avx512_vnni")
    cpuinfo.write_text("Features\t: fp asimd asimddp\n")
    assert cpu_features(cpuinfo) == ("asimddp",)
    cpuinfo.write_text("processor : 0\n")
    assert cpu_features(cpuinfo) == ()


def test_instruction_sets_may_be_unknown(tmp_path):
    assert cpu_features(tmp_path / "nothing") == ()


def test_translates_one_sentence_with_the_packs_own_settings():
    translator = FakeTranslator()
    sample = translate_sample(translator)
    assert sample.source == "Good morning."
    assert sample.translation == made_of("Good morning.")
    assert sample.seconds > 0
    assert len(translator.wanted) == 1
    assert translator.wanted[0].target is None


def test_a_pack_from_chinese_is_given_chinese():
    sample = translate_sample(FakeTranslator(source_language="zh-Hant", target_language="en"))
    assert sample.source == "早上好。"


@pytest.mark.parametrize("text", ["", "good morning.", "……", "グッド"])
def test_something_else_than_chinese_is_a_failure(text):
    with pytest.raises(SelfCheckFailed, match="translating a sentence: expected zh-Hans, found"):
        translate_sample(FakeTranslator(render=lambda _sentence: text))


def test_a_failure_names_what_failed():
    def fail(_sentence):
        raise OSError("out of everything")

    with pytest.raises(SelfCheckFailed, match="translating a sentence: OSError: out of everything"):
        translate_sample(FakeTranslator(before=fail))


def test_what_goes_wrong_is_reported_under_a_name():
    def broken_pack():
        raise PackCorrupt("weights.bin", "4 bytes", "3")

    def missing_library():
        raise ImportError("no DLL")

    assert attempt("adding", lambda: 1 + 1) == 2
    with pytest.raises(SelfCheckFailed, match=r"^loading: weights.bin: expected 4 bytes, found 3$"):
        attempt("loading", broken_pack)
    with pytest.raises(SelfCheckFailed, match=r"^loading: ImportError: no DLL$") as caught:
        attempt("loading", missing_library)
    assert isinstance(caught.value.__cause__, ImportError)
    with pytest.raises(KeyboardInterrupt):
        attempt("loading", lambda: (_ for _ in ()).throw(KeyboardInterrupt))
