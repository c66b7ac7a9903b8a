"""What is translated, and on what machine, is nobody else's business."""

import os
import subprocess
import sys


def test_the_runtime_leaves_no_trace_of_the_machine(tmp_path):
    home, temporary = tmp_path / "home", tmp_path / "tmp"
    home.mkdir()
    temporary.mkdir()
    environment = {k: v for k, v in os.environ.items() if k != "ORT_DISABLE_TELEMETRY"}
    environment |= {"HOME": str(home), "TMPDIR": str(temporary), "YIWEN_HOME": str(home / "y")}
    environment.pop("XDG_CACHE_HOME", None)
    code = "import engine; print(engine.Translator.load('starter-en-zh').translate('Hi.').text)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    assert done.stdout.strip()
    written = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()]
    assert [str(path) for path in written if not str(path).startswith("home/y/")] == []
