"""English to Chinese, offline: text in, text out."""
