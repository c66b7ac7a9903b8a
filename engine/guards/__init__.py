"""Guards: pure checks and repairs around the model, for what it cannot promise by itself."""
