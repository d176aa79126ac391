"""Stepping: a launch run one instruction at a time, to be stopped and looked into.

expressions   `%r3 > 7`, `out[pid]`: parsed, and evaluated on the lanes of a warp
places        where instructions stand in the PTX and in the source
machine       runs a launch on the interpreter, and stops it
session       what lasts from launch to launch: breakpoints, and which launches are stepped
views         what is shown, as text
prompt        the commands
"""

from __future__ import annotations
