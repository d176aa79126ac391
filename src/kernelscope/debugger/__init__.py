"""The debugger: a launch that runs one instruction at a time and can be stopped and inspected.

expressions   parses `%r3 > 7` or `out[pid]`, and evaluates it on the lanes of a warp
places        the lines of the PTX and of the source that instructions belong to
names, scope  the meaning of names: in a kernel, and at the place where a warp has stopped
dwarf         the places of variables, as the compiler of unoptimised code describes them
machine       runs a launch on the interpreter, and stops it
session       the state from launch to launch: breakpoints, and which launches are stepped
views         the text that is shown
command       the table of commands; they are in `stop_commands`, `go_commands`, `look_commands`
prompt        reads commands from a file or a terminal
"""

from __future__ import annotations
