"""PTX text to a syntax tree and back: every node knows its line and column."""
