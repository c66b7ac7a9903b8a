"""Fixtures that every part of the test suite shares."""

import os

# Before any Qt import: the suite needs no display.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
