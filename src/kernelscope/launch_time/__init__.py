"""The time of a launch, from the machine code of some of its blocks run on a simulated SM."""
