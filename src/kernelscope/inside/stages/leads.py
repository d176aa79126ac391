"""Leads: the lines of a later stage that each line of a Triton stage became.

In: an inspected kernel. Out: the kernel with `Stage.leads_to`.

The source maps are too coarse for this. Line 45 of a tiled product, `left, right = tl.load(a),
tl.load(b)`, is 23 lines of TTGIR and dozens of lines of PTX: through the source, each of the 23
would lead to all of those, the load of `a` to the copies of `b`, too.

So the kernel is compiled a second time, from the stage's own text (`frontends.triton.lines`). Then
the compiler names that text's lines instead: `.loc 1 118` means line 118 of the TTGIR. The second
result is compared with the first, line by line. If they are the same code, its line numbers hold
for the first one, too. If they are not, there is no map, and the note says why: a map by similar
lines would be wrong without anyone noticing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from kernelscope.devices.capture import KernelForm
from kernelscope.errors import PtxError, UnavailableError
from kernelscope.frontends.triton.lines import made_again, ptx_again
from kernelscope.inside.stages.maps import LineMap, map_of_llvm, map_of_mlir, map_of_ptx
from kernelscope.record import InspectedKernel, LinePairs

_TITLES = {"ttir": "TTIR", "ttgir": "TTGIR", "llir": "LLVM IR", "ptx": "PTX"}
_MAPS: dict[str, Callable[[str], LineMap]] = {
    "ttgir": map_of_mlir,
    "llir": map_of_llvm,
    "ptx": map_of_ptx,
}


def without_line(form: KernelForm) -> frozenset[int]:
    """Return the lines of a Triton kernel's PTX that belong to no line, although `.loc` names one.

    A `.loc` holds until the next one. An instruction that the compiler moved out of a loop has no
    line of its own, so it seems to belong to the instruction before it. LLVM knows better when it
    compiles the LLVM IR again and marks such instructions. Empty if that does not work.
    """
    options = {name: str(value) for name, value in form.options.items()}
    try:
        made = ptx_again(form.texts["llir"], form.target, options)
        there = _same_lines("ptx", made, form.texts["ptx"])
        placed = map_of_ptx(made)
    except (KeyError, UnavailableError, PtxError):
        return frozenset()
    return frozenset(first for again, first in there.items() if again not in placed)


def with_leads(kernel: InspectedKernel) -> InspectedKernel:
    """Return the kernel with `Stage.leads_to` of its TTIR and TTGIR, and a note on each.

    The leads are empty if the second compilation gave other code; the note then says so.
    """
    stages = dict(kernel.stages)
    for name, made in (("ttgir", ("llir", "ptx")), ("ttir", ("ttgir",))):
        stage = stages.get(name)
        wanted = [target for target in made if target in stages]
        if stage is None or stage.leads_to or not wanted:
            continue
        to = " and ".join(_TITLES[target] for target in wanted)
        try:
            leads = _leads(replace(kernel, stages=stages), name, wanted)
            note = f"to {to}: a second compilation from this text, to the same code"
        except (UnavailableError, PtxError) as error:
            leads, note = dict.fromkeys(wanted, ()), f"to {to} only by way of the source: {error}"
        stages[name] = replace(stage, leads_to=leads, note=f"{stage.note}; {note}")
    return replace(kernel, stages=stages)


def _leads(kernel: InspectedKernel, name: str, wanted: list[str]) -> dict[str, LinePairs]:
    """Return the lines of later stages that a stage's lines became, directly or in turn.

    Raises UnavailableError if the second compilation differs from the first.
    """
    text = kernel.stages[name].text
    made = made_again(name, text, kernel.target, kernel.options, wanted[-1])
    here = _same_lines(name, made[name], text)
    leads: dict[str, LinePairs] = {}
    for target in wanted:
        there = _same_lines(target, made[target], kernel.stages[target].text)
        leads[target] = tuple(
            sorted(
                (here[int(number)], there[line])
                for line, places in _MAPS[target](made[target]).items()
                for file, _, number in [places[0].rpartition(":")]
                if file == name and line in there and int(number) in here
            )
        )
        for last, further in kernel.stages[target].leads_to.items():
            leads[last] = _through(leads[target], further)
    return leads


def _same_lines(stage: str, made: str, first: str) -> dict[int, int]:
    """Return the first text's line for each line of code of the second.

    Raises UnavailableError if the two are not the same code.
    """
    again, once = [*_code(stage, made)], [*_code(stage, first)]
    if [code for _, code in again] != [code for _, code in once]:
        raise UnavailableError(f"the second compilation's {_TITLES[stage]} is not the first's")
    return {new: line for (new, _), (line, _) in zip(again, once, strict=True)}


def _through(leads: LinePairs, further: LinePairs) -> LinePairs:
    to: dict[int, list[int]] = {}
    for line, made in further:
        to.setdefault(line, []).append(made)
    return tuple(sorted({(line, last) for line, made in leads for last in to.get(made, ())}))


# Text that may differ between two compilations to the same code: locations, names, debug marks.
_MLIR = re.compile(r" loc\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|%[\w.$]+"), ("#loc",)
_NOT_CODE = {
    "ttir": _MLIR,
    "ttgir": _MLIR,
    "llir": (re.compile(r",? ![\w.]+ !\d+"), ("!", ";")),
    "ptx": (re.compile(r"//.*"), (".loc", ".file", "$L__tmp", "$L__func")),
}


def _code(stage: str, text: str) -> Iterator[tuple[int, str]]:
    """Yield (line number, code) of a stage's lines, without what may differ."""
    within, lines = _NOT_CODE[stage]
    for number, line in enumerate(text.splitlines(), 1):
        bare = within.sub("", line).strip()
        if bare.startswith(".section"):  # debug information, to the end of the PTX
            return
        if bare and not bare.startswith(lines):
            yield number, bare
