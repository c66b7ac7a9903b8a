"""Fixtures that every part of the test suite shares."""

import os

# Before any Qt import: the suite needs no display.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# Before any test imports it by itself: see engine/runtime.py.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
