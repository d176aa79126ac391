"""An opened kernel: every stage that its front end has, with its map to the source.

In: a kernel's texts and cubin (`KernelForm`) and, if it ran, its launch. Out: an
`InspectedKernel`.
"""

from __future__ import annotations

import ast
import linecache
import textwrap
from collections.abc import Callable, Iterator, Set
from dataclasses import replace
from pathlib import Path

from kernelscope.devices.capture import CapturedLaunch, KernelForm
from kernelscope.errors import UnavailableError
from kernelscope.frontends import front_end
from kernelscope.inside.stages.leads import without_line
from kernelscope.inside.stages.maps import LineMap, map_of_llvm, map_of_mlir, map_of_ptx, pairs
from kernelscope.inside.stages.sass import disassemble
from kernelscope.machine_code.cubin import kernel_resources
from kernelscope.record import InspectedKernel, LinePairs, Stage

STAGES = ("source", "ast", "ttir", "ttgir", "llir", "ptx", "sass", "generated")
"""The names of all stages, from the user's text to the machine's."""

_IR: dict[str, tuple[str, Callable[[str], LineMap], str]] = {
    "ttir": ("mlir", map_of_mlir, "loc(…) of each operation"),
    "ttgir": ("mlir", map_of_mlir, "loc(…) of each operation"),
    "llir": ("llvm", map_of_llvm, "!dbg of each instruction"),
    "ptx": ("ptx", map_of_ptx, ".loc before the instructions"),
}


def inspected(
    form: KernelForm, launch: CapturedLaunch | None = None, implementation: str = ""
) -> InspectedKernel:
    """Return the kernel with its stages, in the order of `STAGES`, and its machine resources.

    A stage that cannot be made (without a disassembler, say) is left out; a stage without a map
    says why. Slower answers are added on demand, by `jobs.reasons` and `stages.leads`.

    Raises UsageError if the cubin is not a cubin.
    """
    stages = _stages(form, launch)
    resources = kernel_resources(form.cubin).get(form.name) if form.cubin else None
    return InspectedKernel(
        form.name,
        form.frontend,
        form.target,
        implementation,
        {name: stages[name] for name in STAGES if name in stages},
        registers=resources.registers if resources else None,
        spill_bytes=form.spill_bytes,
        types=form.types,
        facts=form.facts,
        options={name: str(value) for name, value in form.options.items()},
        launch=launch.record if launch else None,
    )


def _stages(form: KernelForm, launch: CapturedLaunch | None) -> dict[str, Stage]:
    stages: dict[str, Stage] = {}
    python = front_end(form.frontend).language == "python"
    advice = front_end(form.frontend).lines_advice
    maps: dict[str, LineMap] = {}
    moved = without_line(form) if "ttgir" in form.texts else frozenset()
    for name, (language, read, how) in _IR.items():
        text = form.texts.get(name)
        if text is None:
            continue
        maps[name] = read(text)
        executed = launch.executed if launch and name == "ptx" else ()
        note = how if maps[name] else f"no map: it names no lines; {advice}"
        if name == "ptx" and (count := len(moved & maps[name].keys())):
            maps[name] = {line: at for line, at in maps[name].items() if line not in moved}
            note += f"; {count} instructions, moved out of loops or added, belong to no line"
        stages[name] = Stage(text, language, pairs(maps[name]), note, executed)
    machine = _sass(form, maps.get("ptx", {}), moved) if form.cubin else None
    if machine is not None:
        stages["sass"], maps["sass"], of_ptx = machine
        if of_ptx:
            stages["ptx"] = replace(stages["ptx"], leads_to={"sass": of_ptx})
    if form.texts.get("generated"):
        note = "no map: it calls the kernel; its own comments name the operators"
        stages["generated"] = Stage(form.texts["generated"], "python", (), note)
    if form.texts.get("source"):
        language = "python" if python else "cuda"
        text, own = _source(form, maps)
        stages["source"] = Stage(text, language, pairs(own), "the source itself")
    if form.texts.get("source") and python:
        tree, tree_map = syntax_tree(form.texts["source"], form.source_file, form.source_line)
        stages["ast"] = Stage(tree, "ast", pairs(tree_map), "the position of each node")
    return stages


def _sass(
    form: KernelForm, ptx: LineMap, moved: Set[int]
) -> tuple[Stage, LineMap, LinePairs] | None:
    """Return the machine code, its map, and the pairs (line of PTX, line of machine code)."""
    assert form.cubin is not None
    try:
        listing = disassemble(form.cubin, form.name)
    except UnavailableError:
        return None
    machine_map = listing.map
    note = "the cubin's line table"
    of_ptx: LinePairs = ()
    if _assembled_from_it(form, machine_map, listing.ptx, ptx):
        machine_map = _through_ptx(machine_map, listing.ptx, ptx, moved)
        note = "the cubin's line table, through its lines of PTX"
        of_ptx = tuple(sorted((line, at) for at, line in listing.ptx.items()))
    if not machine_map:
        note = f"no map: the cubin has no line table; {front_end(form.frontend).lines_advice}"
    if listing.note:
        note += f"; {listing.note}"
    live = tuple(sorted(listing.live.items()))
    return (
        Stage(listing.text, "sass", pairs(machine_map), note, registers=live),
        machine_map,
        of_ptx,
    )


def _assembled_from_it(
    form: KernelForm, sass: LineMap, lines: dict[int, int], ptx: LineMap
) -> bool:
    """Return whether the PTX lines in the cubin's line table are those of the PTX that is shown.

    NVRTC and Numba assemble the cubin from a text of their own. If 90 % of the instructions name
    the same source line by way of the PTX as directly, the text is the same. Without this check,
    the map from PTX to SASS could be shifted, and every line of it would be wrong.
    """
    if not front_end(form.frontend).own_cubin:
        return bool(lines) and "ptx" in form.texts
    both = [line for line in sass if lines.get(line) in ptx]
    agreeing = sum(sass[line][0] == ptx[lines[line]][0] for line in both)
    return bool(both) and agreeing >= 0.9 * len(both)


def _through_ptx(sass: LineMap, lines: dict[int, int], ptx: LineMap, moved: Set[int]) -> LineMap:
    """Return the map of machine code by way of its PTX, which knows where a line was inlined.

    Machine code made of the PTX lines `moved` belongs to no source line.
    """
    return {
        line: ptx[lines[line]] if lines.get(line) in ptx and len(places) == 1 else places
        for line, places in sass.items()
        if lines.get(line) not in moved
    }


# ---- the source: the kernel, and the functions that were inlined into it ------------------------


def _source(form: KernelForm, maps: dict[str, LineMap]) -> tuple[str, LineMap]:
    """Return the kernel's text, then each other function that a stage names, with their places."""
    text = form.texts["source"]
    count = text.count("\n") + (not text.endswith("\n"))
    lines = text.splitlines()
    place = {n + 1: (f"{form.source_file}:{form.source_line + n}",) for n in range(count)}
    shown = {places[0] for places in place.values()}
    named = {
        place_named
        for line_map in maps.values()
        for places in line_map.values()
        for place_named in places
    }
    for file, first, last in _functions(named - shown):
        mark = "//" if front_end(form.frontend).language == "cuda" else "#"
        lines += ["", f"{mark} {'/'.join(Path(file).parts[-3:])}:{first}"]
        for number in range(first, last + 1):
            lines.append(linecache.getline(file, number).rstrip("\n"))
            place[len(lines)] = (f"{file}:{number}",)
    return "\n".join(lines) + "\n", place


def _functions(places: set[str]) -> Iterator[tuple[str, int, int]]:
    """Yield (file, first line, last line) of the functions around these places, each once."""
    by_file: dict[str, set[int]] = {}
    for place in places:
        file, _, line = place.rpartition(":")
        by_file.setdefault(file, set()).add(int(line))
    for file, numbers in sorted(by_file.items()):
        if not Path(file).is_file():
            continue
        spans = _python_spans(file) if file.endswith(".py") else []
        spans_named = {_around(number, spans) for number in numbers}
        yield from sorted((file, first, last) for first, last in spans_named)


def _around(number: int, spans: list[tuple[int, int]]) -> tuple[int, int]:
    """Return the innermost function around a line, or only the line if there is none."""
    inside = [span for span in spans if span[0] <= number <= span[1]]
    return min(inside, key=lambda span: span[1] - span[0], default=(number, number))


def _python_spans(file: str) -> list[tuple[int, int]]:
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:
        return []
    return [
        (min([node.lineno, *(d.lineno for d in node.decorator_list)]), node.end_lineno or 0)
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]


# ---- the syntax tree -----------------------------------------------------------------------------


_INDENT = "  "


def syntax_tree(source: str, file: str, first_line: int) -> tuple[str, LineMap]:
    """Return the tree and its map; both empty if the source is not Python.

    Names, constants and operators are in the line of the node that has them.
    """
    try:
        module = ast.parse(textwrap.dedent(source))
    except SyntaxError:
        return "", {}
    lines: list[str] = []
    line_map: LineMap = {}
    for node in module.body:
        for text, line in _lines(node, "", 0, node.lineno):
            lines.append(text)
            line_map[len(lines)] = (f"{file}:{first_line + line - 1}",)
    return "\n".join(lines) + "\n", line_map


def _lines(node: ast.AST, label: str, depth: int, line: int) -> Iterator[tuple[str, int]]:
    """Yield (text, source line) of a node and of those below it."""
    line = getattr(node, "lineno", line)
    plain: list[str] = []
    below: list[tuple[str, ast.AST]] = []
    for name, value in ast.iter_fields(node):
        items = value if isinstance(value, list) else [value]
        for item in items:
            if isinstance(item, ast.expr_context):
                continue
            if item is None and name != "value":
                continue
            if isinstance(item, ast.AST) and item._fields:
                below.append((name, item))
            else:
                text = type(item).__name__ if isinstance(item, ast.AST) else repr(item)
                plain.append(f"{name}={text}")
    label = f"{label}: " if label else ""
    yield f"{_INDENT * depth}{label}{type(node).__name__}({', '.join(plain)})", line
    for name, item in below:
        yield from _lines(item, name, depth + 1, line)
