"""Stepping: a launch run one instruction at a time, to be stopped and looked into.

expressions   `%r3 > 7`, `out[pid]`: parsed, and evaluated on the lanes of a warp
places        where instructions stand in the PTX and in the source
names, scope  what the source's and the PTX's names stand for: in a kernel, and where a warp stands
dwarf         where the compiler of unoptimised code says that variables are
machine       runs a launch on the interpreter, and stops it
session       what lasts from launch to launch: breakpoints, and which launches are stepped
views         what is shown, as text
command       what a command is; the others are in `stop_commands`, `go_commands`, `look_commands`
prompt        takes them, from a file or a `terminal`
"""

from __future__ import annotations
