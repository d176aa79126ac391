"""Each bug as a program of CUDA C++ with a `main`.

    cd tests && python -m truth.bugs.program flashkda_25_state > flashkda.cu
    kernelscope check flashkda.cu       # or nvcc -arch=sm_90a flashkda.cu (sm_100a)

With `-DFIXED` the same program has the fix. It prints a number for what each array holds at its
end.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from truth.bugs.index import HERE, Bug, bugs, map_of


def program_of(bug: Bug) -> str:
    """Return the text of a bug's program."""
    lines = [f'#include "{HERE / "main.h"}"', f'#include "{bug.path}"', "", "int main() {"]
    for name, what in bug.arrays.items():
        values = f"counted({what})" if isinstance(what, int) else _list_of(what)
        lines.append(f"  auto {name} = on_gpu({values});")
    if (first := bug.first) is not None:
        lines.append(_launch(first.kernel, first.grid or bug.grid, bug.block, "0", first.arguments))
    early = "0" if first is None else "CHANGED(1, 0)" if bug.plain_when_fixed else "1"
    lines.append(_launch(bug.name, bug.grid, bug.block, early, bug.arguments))
    lines.append("  MUST(cudaDeviceSynchronize());")
    for name, what in bug.arrays.items():
        count = what if isinstance(what, int) else len(what)
        lines.append(f'  print("{name}", {name}, {count});')
    return "\n".join([*lines, "}", ""])


def _list_of(values: list[int]) -> str:
    return f"std::vector<int>{{{', '.join(map(str, values))}}}"


def _launch(name: str, grid: int, block: int, early: str, arguments: Sequence[str | int]) -> str:
    given = [_value(argument) for argument in arguments]
    return f"  launch({', '.join([name, str(grid), str(block), early, *given])});"


def _value(argument: str | int) -> str:
    if isinstance(argument, int) or not argument.startswith("map:"):
        return str(argument)
    name, rows, columns = map_of(argument)
    return f"map_of({name}, {rows}, {columns})"


if __name__ == "__main__":
    print(program_of(bugs()[sys.argv[1]]))
