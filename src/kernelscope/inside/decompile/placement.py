"""Declares and names each variable: at its first assignment, if all its uses can see it there.

In: statements without declarations. Out: the same list, with declarations marked or inserted
(`place`), and a unique C name for each variable (`choose`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kernelscope.inside.decompile.expressions import (
    BITS,
    FLOATS,
    Expr,
    const,
    is_pointer,
    registers_of,
)
from kernelscope.inside.decompile.statements import (
    Assign,
    Declare,
    Label,
    Loop,
    Statement,
    bodies,
    expressions_of,
    walk,
)
from kernelscope.inside.decompile.variables import c_name

Path = tuple[int, ...]
"""The path to a statement: its number in the list, the body inside it, the number there, …"""


# PTX declares every register at the head of the kernel. In C a name should live in the smallest
# list of statements that holds all its uses. From the GELU that Inductor wrote:
#
#     float tmp10_2;                     assigned on both sides and read below: declared before `if`
#     if (tmp10) {
#       float f2 = tmp9 * tmp9;          all uses on this side: declared here, with its value
#       tmp10_2 = …;
#     } else { tmp10_2 = …; }
#     float tmp12 = tmp10_2 + 1.0f;
#
# `_common` finds that list: every use has a path (statement 4, body 0, statement 1, …), and the
# longest prefix that all paths share leads to the list. Without it all variables would be declared
# at the head: `float f, f2, f3, f4, v;`, and a reader could not tell a local value from one that
# lasts. With `goto` (labels) they are all declared there, since C forbids a jump past an
# initialisation.
def place(
    body: list[Statement], type_of: Callable[[int], str], undefined: Callable[[int], bool]
) -> None:
    """Mark or insert the declaration of every register that the statements name.

    A variable that may be read before it is written starts at zero, as on the virtual GPU.
    """
    paths: dict[int, list[Path]] = {}
    _collect(body, (), paths)
    jumps = any(isinstance(s, Label) for s in walk(body))
    wanted: dict[int, list[tuple[int, Path]]] = {}
    for number, ways in paths.items():
        common = () if jumps else _common(ways)
        wanted.setdefault(len(common), []).append((number, common))
    # The innermost lists first, each from its end: an insertion then moves only finished ones.
    for depth in sorted(wanted, reverse=True):
        for number, common in sorted(wanted[depth], key=lambda w: -_first(paths[w[0]], w[1])):
            target = _list_at(body, common)
            at = 0 if jumps else _first(paths[number], common)
            _declare(target, at, number, (type_of(number), undefined(number), jumps))


def _collect(body: list[Statement], path: Path, paths: dict[int, list[Path]]) -> None:
    for number, statement in enumerate(body):
        here = (*path, number)
        for expr in expressions_of(statement):
            for register in registers_of(expr):
                paths.setdefault(register, []).append(here)
        for which, inner in enumerate(bodies(statement)):
            _collect(inner, (*here, which), paths)


def _common(paths: list[Path]) -> Path:
    """Return the longest path to a list of statements that all paths share."""
    first, last = min(paths), max(paths)
    length = 0
    while length < min(len(first), len(last)) and first[length] == last[length]:
        length += 1
    # The path to a list has even length: pairs of a statement's number and the body inside it.
    length = min(length, len(first) - 1, len(last) - 1)
    return first[: length - length % 2]


def _first(paths: list[Path], common: Path) -> int:
    return min(p[len(common)] for p in paths)


def _list_at(body: list[Statement], path: Path) -> list[Statement]:
    for step in range(0, len(path), 2):
        body = bodies(body[path[step]])[path[step + 1]]
    return body


def _declare(target: list[Statement], at: int, number: int, how: tuple[str, bool, bool]) -> None:
    c_type, undefined, jumps = how
    statement = target[at] if at < len(target) else None
    variable = Expr("reg", c_type, value=number)
    first = statement.first if isinstance(statement, Loop) else statement
    if isinstance(first, Assign) and first.target == variable and not (jumps or undefined):
        alone = number not in registers_of(first.value)
        if alone:
            first.declares = number
            return
    if undefined:
        target.insert(at, Assign(variable, _zero(c_type), declares=number))
        return
    if isinstance(statement, Declare) and statement.c_type == c_type:
        statement.registers.insert(0, number)
        return
    target.insert(at, Declare(c_type, [number]))


def _zero(c_type: str) -> Expr:
    """Return zero of a C type."""
    if is_pointer(c_type):
        return Expr("name", c_type, text="nullptr")
    if c_type in FLOATS:
        return Expr("const", c_type, value=0.0)
    return const(0, c_type) if c_type in BITS else Expr("name", c_type, text="{}")


# ---- names ---------------------------------------------------------------------------------------

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

    `unique` returns a name that nothing else has, made from the one given. `wishes`: names from the
    source, by register.
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
