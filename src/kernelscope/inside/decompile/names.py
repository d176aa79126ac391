"""Names of variables: the source's name if it is known, else one that says what they hold.

In: the finished statements. Out: a unique C name for each variable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kernelscope.inside.decompile.expressions import Expr, is_pointer
from kernelscope.inside.decompile.statements import Assign, Declare, Loop, Statement, walk
from kernelscope.inside.decompile.variables import c_name

_SPECIAL = {
    "threadIdx.x": "tid", "threadIdx.y": "tid_y", "threadIdx.z": "tid_z",
    "blockIdx.x": "pid", "blockIdx.y": "pid_y", "blockIdx.z": "pid_z",
    "blockDim.x": "block_size", "gridDim.x": "grid_size",
}  # fmt: skip


# `naming.names` gives the source's names. The other variables get a short name by their use, so
# that a reader can tell an index from a pointer from a sum:
#
#     tid, pid, block_size, grid_size    a copy of threadIdx.x, blockIdx.x, blockDim.x, gridDim.x
#     i                                  the counter of a `for`
#     p, v, ok                           a pointer, a vector, a truth
#     f, n, u, l, h, w                   float or double, int, unsigned, long long, 16 bits, others
def choose(
    body: list[Statement],
    type_of: Callable[[int], str],
    unique: Callable[[str], str],
    wishes: Mapping[int, str],
) -> dict[int, str]:
    """Return a name for each register that the statements declare, in the order of the text.

    Args:
        body: the statements.
        type_of: returns the C type of a register.
        unique: returns a name that nothing else has, made from the one given.
        wishes: names from the source, by register.
    """
    names: dict[int, str] = {}
    counters = _loop_counters(body)
    for statement in walk(body):
        for number in declared(statement):
            c_type = type_of(number)
            value = statement.value if isinstance(statement, Assign) else None
            wish = wishes.get(number) or _wish(c_type, value, number in counters)
            names[number] = unique(c_name(wish))
    return names


def declared(statement: Statement) -> list[int]:
    """Return the registers that a statement declares."""
    if isinstance(statement, Declare):
        return statement.registers
    if isinstance(statement, Assign) and statement.declares >= 0:
        return [statement.declares]
    if (
        isinstance(statement, Loop)
        and statement.first is not None
        and statement.first.declares >= 0
    ):
        return [statement.first.declares]
    return []


def _loop_counters(body: list[Statement]) -> set[int]:
    return {
        int(s.step.target.value)
        for s in walk(body)
        if isinstance(s, Loop) and s.step is not None and not is_pointer(s.step.target.type)
    }


def _wish(c_type: str, value: Expr | None, counts: bool) -> str:
    if counts:
        return "i"
    if value is not None and value.op == "name" and value.text in _SPECIAL:
        return _SPECIAL[value.text]
    if c_type == "bool":
        return "ok"
    if is_pointer(c_type):
        return "p"
    if c_type[-1] in "234":
        return "v"
    if c_type in ("float", "double"):
        return "f"
    return {"unsigned": "u", "int": "n", "long long": "l", "unsigned short": "h"}.get(c_type, "w")
