"""The time of a launch: a simulated SM runs the machine code of some of its blocks."""
