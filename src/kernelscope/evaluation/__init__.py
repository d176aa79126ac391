"""Evaluation of submissions that may cheat: their work is replayed in another process."""
