"""The tools that may look at a launch.

A tool has three parts, each in one table: what it adds to the code of a kernel
(`jit.instruments`), what it does in one launch (`runtime.tools`), and who looks, which a session's
`Settings.tools` makes.
"""

from __future__ import annotations

import enum


class Tool(enum.Flag):
    """A tool, or several of them. They look at an instruction in this order."""

    SUPPRESS = enum.auto()
    """Leaves out accesses that are at fault, so that the launch goes on."""
    TRACE = enum.auto()
    """Records what some blocks do (`counting.trace`)."""
    RACES = enum.auto()
    """Compares accesses of threads that nothing orders."""
    LIMITS = enum.auto()
    """Compares accesses with the memory that they may touch."""
    UNDEFINED = enum.auto()
    """Follows undefined values to where they decide something."""
    NUMERICS = enum.auto()
    """Follows what arithmetic made of finite values."""
    INDICES = enum.auto()
    """Follows what does not fit into the 32 bits of an index, and nothing else of `NUMERICS`."""
    BARRIERS = enum.auto()
    """Compares the threads at a barrier with those that it is for."""

    __hash__ = object.__hash__  # each value is one object, and each launch hashes several


NO_TOOL = Tool(0)
