"""Looking inside a kernel, between its source and its machine code."""
