"""The counters and their rules: plans, wavefronts, counters, source lines."""
