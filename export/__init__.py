"""From a MarianMT checkpoint to a verified model pack, and the benchmark."""
