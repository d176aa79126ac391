"""What a second compilation tells of Triton's stages (`frontends.triton_lines`).

Through the source, two stages meet only by its lines, and one of those may be forty operations. A
compilation from a stage's text names that text's lines instead. Its result is read beside the first
one's, line by line: both are the same code, or there is no map and it is said why.
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
    """The lines of a Triton kernel's PTX that came from no line, though a mark stands before them.

    Most often the compiler took them out of a loop. Empty where that cannot be told.
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
    """The kernel with `Stage.leads_to` of its TTIR and TTGIR; empty, with a note, where none is."""
    stages = dict(kernel.stages)
    for name, made in (("ttgir", ("llir", "ptx")), ("ttir", ("ttgir",))):
        stage = stages.get(name)
        wanted = [one for one in made if one in stages]
        if stage is None or stage.leads_to or not wanted:
            continue
        to = " and ".join(_TITLES[one] for one in wanted)
        try:
            leads = _leads(replace(kernel, stages=stages), name, wanted)
            note = f"to {to}: a second compilation from this text, to the same code"
        except (UnavailableError, PtxError) as error:
            leads, note = dict.fromkeys(wanted, ()), f"to {to} only through the source: {error}"
        stages[name] = replace(stage, leads_to=leads, note=f"{stage.note}; {note}")
    return replace(kernel, stages=stages)


def _leads(kernel: InspectedKernel, name: str, wanted: list[str]) -> dict[str, LinePairs]:
    """From a stage's lines to those of the stages made of it, and what became of those in turn.

    Raises UnavailableError where the second compilation went another way than the first.
    """
    text = kernel.stages[name].text
    made = made_again(name, text, kernel.target, kernel.options, wanted[-1])
    here = _same_lines(name, made[name], text)
    leads: dict[str, LinePairs] = {}
    for one in wanted:
        there = _same_lines(one, made[one], kernel.stages[one].text)
        leads[one] = tuple(
            sorted(
                (here[int(number)], there[line])
                for line, places in _MAPS[one](made[one]).items()
                for file, _, number in [places[0].rpartition(":")]
                if file == name and line in there and int(number) in here
            )
        )
        for last, further in kernel.stages[one].leads_to.items():
            leads[last] = _through(leads[one], further)
    return leads


def _same_lines(stage: str, made: str, first: str) -> dict[int, int]:
    """The second text's lines of code → the first's. Raises UnavailableError: other code."""
    again, once = [*_code(stage, made)], [*_code(stage, first)]
    if [code for _, code in again] != [code for _, code in once]:
        raise UnavailableError(f"the second compilation's {_TITLES[stage]} is not the first's")
    return {new: line for (new, _), (line, _) in zip(again, once, strict=True)}


def _through(leads: LinePairs, further: LinePairs) -> LinePairs:
    to: dict[int, list[int]] = {}
    for line, made in further:
        to.setdefault(line, []).append(made)
    return tuple(sorted({(line, last) for line, made in leads for last in to.get(made, ())}))


# What differs between two compilations to the same code: locations, names of values, debug marks.
_MLIR = re.compile(r" loc\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|%[\w.$]+"), ("#loc",)
_NOT_CODE = {
    "ttir": _MLIR,
    "ttgir": _MLIR,
    "llir": (re.compile(r",? ![\w.]+ !\d+"), ("!", ";")),
    "ptx": (re.compile(r"//.*"), (".loc", ".file", "$L__tmp", "$L__func")),
}


def _code(stage: str, text: str) -> Iterator[tuple[int, str]]:
    """(line, what it does) of a stage's lines."""
    within, lines = _NOT_CODE[stage]
    for number, line in enumerate(text.splitlines(), 1):
        bare = within.sub("", line).strip()
        if bare.startswith(".section"):  # debug information, to the end of the PTX
            return
        if bare and not bare.startswith(lines):
            yield number, bare
