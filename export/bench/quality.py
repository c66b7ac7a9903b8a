"""What engines make of evaluation files: BLEU and chrF."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from export.bench.compare import Compared, Plan, falling_out, opened
from export.bench.contestants import Contestant
from export.bench.rivals import Ids
from export.bench.sentences import Sentence
from export.score import Scores, score


def scores(
    contestants: Sequence[Contestant],
    files: Mapping[str, Sequence[Sentence]],
    plan: Plan,
    found: Compared,
    *,
    decode: Callable[[Ids], str],
    language: str,
) -> dict[str, dict[str, Scores]]:
    """Score every engine on every file whose sentences all have references.

    Args:
        contestants: The engines.
        files: Sentences by the name of their file.
        plan: How to translate, with the most beams and threads of it.
        found: The best settings; who fails is noted there.
        decode: Turns ids into text.
        language: BCP 47 tag of the output.
    """
    threads, beam = max(plan.threads), max(plan.beams)
    made: dict[str, dict[str, Scores]] = {}
    for each in contestants:
        choice = found.choices[each.name, threads, "file"]
        with (
            falling_out(f"{each.name}, quality", plan, found),
            opened(each, threads, choice.settings, fixed=False) as (worker, _),
        ):
            for file, sentences in files.items():
                references = [one.line.target for one in sentences if one.line.target is not None]
                if len(references) < len(sentences):
                    continue
                plan.report(f"scoring {each.name} on {file}")
                how = replace(plan, fixed=None).how(beam, choice.batches[beam], sentences)
                ids = worker.run([one.ids for one in sentences], how).outputs
                outputs = [decode(one) for one in ids]
                made.setdefault(file, {})[each.name] = score(outputs, references, language)
    return made
