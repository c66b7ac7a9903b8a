"""Runs in the frozen programs before anything else."""

import os

# The hub's client is told to do without its other way of downloading, which is not in the bundle,
# and never to say more to the hub than what it asks for.
os.environ.setdefault("HF_HUB_DISABLE_XET", "1")
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
