"""What a job needs of memory: ``python -m tests.engine.documents.document_memory [PAGES …]``.

Documents of 10, 100 and 1,000 pages (500 words each, no sentence twice) are translated by a
translator without a model, each in a process of its own. Printed are the size of the file, the peak
of what Python's objects took, the document itself among them, and that of the whole process.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import tracemalloc
from pathlib import Path

from engine.documents.job import JobOptions, translate_file
from tests.support.document_translator import DocumentTranslator

WORDS_PER_PAGE = 500
ROOT = Path(__file__).parents[3]


class ForgetfulTranslator(DocumentTranslator):
    """Does not remember what it was asked."""

    def translate_segments(self, texts, options=None, *, cancel=None):
        made = super().translate_segments(texts, options, cancel=cancel)
        self.asked.clear()
        self.wanted.clear()
        return made


def write_pages(path: Path, pages: int) -> None:
    """Write a text of so many pages, a paragraph for each tenth of one."""
    with path.open("w", encoding="utf-8") as file:
        for number in range(pages * 10):
            for sentence in range(5):
                file.write(f"Sentence {sentence} of paragraph {number} says a little of nothing. ")
            file.write("\n\n")


def measure(pages: int) -> tuple[int, int, int]:
    """Translate a text; return bytes of the file, the traced peak, and that of the process."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["YIWEN_HOME"] = str(folder / "home")
        path = folder / "pages.txt"
        write_pages(path, pages)
        tracemalloc.start()
        translate_file(path, folder / "made.txt", ForgetfulTranslator(), JobOptions())
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        kibibytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return path.stat().st_size, peak, kibibytes << 10


def main() -> None:
    """Measure each in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", type=int, default=[10, 100, 1000])
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if not arguments.here:
        print(f"{'pages':>6} {'file, MB':>9} {'objects, MB':>12} {'process, MB':>12}")  # noqa: T201
    for pages in arguments.pages:
        if arguments.here:
            sizes = (each / 1e6 for each in measure(pages))
            print("{:6} {:9.2f} {:12.2f} {:12.1f}".format(pages, *sizes))  # noqa: T201
        else:
            command = [sys.executable, "-m", "tests.engine.documents.document_memory", "--here"]
            subprocess.run([*command, str(pages)], cwd=ROOT, check=True)


if __name__ == "__main__":
    main()
