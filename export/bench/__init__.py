"""Measurements: what each way to store the weights costs and saves. Runs the real engine."""
