"""The orders of an instruction's modifiers: those that NVIDIA's assembler takes, and no others."""

from __future__ import annotations

import importlib.util
import itertools
import re
import subprocess
from pathlib import Path

import pytest

from kernelscope.vgpu.instructions import TABLE
from kernelscope.vgpu.ir.forms import find_forms
from kernelscope.vgpu.types import TYPES
from vgpu.forms import Case, Writer, cases_of

# Operands for the forms that `Writer` has no memory or no matrices for.
OPERANDS = {
    "ld.relaxed.gpu.global.L1::no_allocate.v2.f32": "{%f1, %f2}, [words]",
    "ld.volatile.shared.u16": "%h1, [tile]",
    "ld.global.nc.L1::evict_last.v4.u32": "{%r1, %r2, %r3, %r4}, [words]",
    "st.release.sys.global.v2.u32": "[words], {%r1, %r2}",
    "st.wb.global.f32": "[words], %f1",
    "atom.acq_rel.gpu.global.add.u32": "%r1, [words], %r2",
    "red.relaxed.cta.shared.max.s32": "[tile], %r1",
    "cp.async.ca.shared.global": "[tile], [words], 4",
    "cp.async.mbarrier.arrive.noinc.shared.b64": "[tile]",
    "mbarrier.arrive.expect_tx.release.cta.shared.b64": "%rd1, [tile], %r1",
    "mbarrier.try_wait.parity.acquire.cta.shared.b64": "%p1, [tile], %r1",
    "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16": "{%r1, %r2}, [tile]",
    "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32": (
        "{%f1, %f2, %f3, %f4}, {%r1, %r2, %r3, %r4}, {%r5, %r6}, {%f1, %f2, %f3, %f4}"
    ),
    "barrier.cta.red.popc.aligned.u32": "%r1, 0, %p1",
    "bar.red.and.pred": "%p1, 0, %p2",
    "bar.warp.sync": "-1",
    "fence.acq_rel.gpu": "",
    "fence.proxy.async": "",
    "cvta.to.global.u64": "%rd1, %rd2",
}
DECLARED = (
    ".reg .b16 %h<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .pred %p<9>;"
    ".shared .align 16 .b8 tile[512]; .global .align 16 .b8 words[512];"
)


def moved(modifiers: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The orders in which one modifier is in another place."""
    orders: dict[tuple[str, ...], None] = {}
    for old, new in itertools.permutations(range(len(modifiers)), 2):
        rest = list(modifiers)
        rest.insert(new, rest.pop(old))
        orders[tuple(rest)] = None
    orders.pop(modifiers, None)
    return list(orders)


def assembler() -> Path:
    """NVIDIA's assembler, which comes with Triton."""
    found = importlib.util.find_spec("triton")
    places = found.submodule_search_locations if found else None
    tools = [Path(place) / "backends" / "nvidia" / "bin" / "ptxas" for place in places or ()]
    if not tools or not tools[0].exists():
        pytest.skip("Triton is not installed: it brings the assembler")
    return tools[0]


def taken(declared: str, lines: list[str], folder: Path) -> list[bool]:
    """Whether the assembler takes each line of a kernel."""
    head = f".version 8.4\n.target sm_90a\n.address_size 64\n.entry k() {{\n{declared}\n"
    file = folder / "k.ptx"
    file.write_text(head + "\n".join(lines) + "\nret;\n}\n")
    command = [assembler(), "-arch=sm_90a", file, "-o", folder / "k.cubin"]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    if "fatal" in re.sub(r"ptxas fatal .*aborted.*", "", said):
        if len(lines) == 1:  # it has a modifier that the assembler does not know
            return [False]
        return [taken(declared, [line], folder)[0] for line in lines]
    wrong = {int(number) - head.count("\n") - 1 for number in re.findall(r"line (\d+); err", said)}
    return [number not in wrong for number in range(len(lines))]


def examples() -> list[tuple[str, str, str]]:
    """An instruction of each opcode with several modifiers: what it declares, name and operands."""
    found = [(DECLARED, name, operands) for name, operands in OPERANDS.items()]
    for opcode in sorted(TABLE):
        forms = [form for form in TABLE[opcode] if form.kind == "pure"]
        plain = ([c for c in cases_of(form) if c.name == c.mnemonic] for form in forms)
        cases = [case for some in plain for case in some[:8]]
        # Another order of a conversion's types is another conversion.
        if cases and opcode != "cvt":
            longest = max(cases, key=lambda case: case.mnemonic.count("."))
            found.append((*written(longest),))
    return [example for example in found if example[1].count(".") > 1]


def written(case: Case) -> tuple[str, str, str]:
    """A case as the writer of kernels writes it."""
    writer = Writer()
    writer.instruction(case, 0, uniform=False)
    line = next(line for line in writer.lines if line.startswith(case.mnemonic))
    declared = " ".join([*writer.declared, ".reg .b64 %inlane;"])
    return declared, case.mnemonic, line.removeprefix(case.mnemonic).strip(" ;")


@pytest.mark.parametrize(
    ("declared", "name", "operands"), examples(), ids=[name for _, name, _ in examples()]
)
def test_the_assemblers_orders_are_taken_and_mean_the_same(
    declared: str, name: str, operands: str, tmp_path: Path
) -> None:
    """Each modifier is moved to each other place."""
    opcode, *modifiers = name.split(".")
    orders = [tuple(modifiers), *moved(tuple(modifiers))]
    lines = [f"{'.'.join([opcode, *order])} {operands};".replace(" ;", ";") for order in orders]
    known, *others = taken(declared, lines, tmp_path)
    if not known:
        pytest.skip("the assembler refuses these operands in every order")
    expected = find_forms(opcode, tuple(modifiers))
    for order, line, legal in zip(orders[1:], lines[1:], others, strict=True):
        assert bool(find_forms(opcode, order)) == legal, line
        # Likewise `vadd.u32.s32.u32` is not `vadd.s32.u32.u32`.
        same_types = [m for m in order if m in TYPES] == [m for m in modifiers if m in TYPES]
        assert not (legal and same_types) or find_forms(opcode, order) == expected, line
