"""What is counted, and by which rules: plans, wavefronts, counters, source lines."""
