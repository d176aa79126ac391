"""Evaluates submissions that may cheat: what they hand over runs where they are not."""
