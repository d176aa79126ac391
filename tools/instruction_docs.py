"""docs/instructions.md: every form of the instruction table, and what else PTX has."""

from __future__ import annotations

import itertools
import json
import struct
from pathlib import Path

from kernelscope.vgpu.instructions import TABLE
from kernelscope.vgpu.ir.forms import Fields, Form, Slot, find_forms
from kernelscope.vgpu.ir.manual import SECTIONS, VERSION
from kernelscope.vgpu.ir.precision import Precision, precision_of

ROOT = Path(__file__).resolve().parent.parent
NEEDS = ROOT / "tests" / "truth" / "needs.json"
DISTANCES = ROOT / "tests" / "truth" / "distances_h200.json"

HEADER = f"""# Instructions

Look here to see if the virtual GPU executes an instruction, and how exact its result is. `make
docs` writes this page from the instruction table. Sections are those of the PTX ISA manual, version
{VERSION}. The virtual GPU executes the forms in the table "Executed": those up to `sm_90a`, and
those of Blackwell that are not [refused](blackwell.md#what-is-refused-or-open). For any other
instruction there is an error of one line that names it. A test checks that NVIDIA's assembler
accepts every listed form of registers. The column "needs" has the lowest `.target` and PTX version
of a form (some of its types may need more). The column "result" has its precision:

- **exact**: the bits that a GPU gives. PTX defines them. If PTX leaves a case open (the NaN of f64
  arithmetic, the remainder of a division by zero, the angle of `sin` for a large number, the sums
  of tensor cores), the bits are those of an H200. Tensor cores of other architectures add
  differently: a launch on such a virtual GPU follows published models, and its record says *as
  published, not measured* ([the measurement](measured/2026-11-29-tensor-cores.md)). For some
  products nothing is published; they are added as on Hopper or like similar products, and the
  record says *assumed, neither published nor measured* ([blackwell.md](blackwell.md)).
- **within PTX's bound**: the manual bounds the error. The virtual GPU gives the correctly rounded
  value; a GPU gives this value or one near it.

[tests/truth](../tests/truth/README.md) has the results of an H200 for each instruction that works
on registers, and for atomics.
"""

BOUNDS = """## The error of the approximations

The difference between an H200's result and the correctly rounded one, over all 2^32 inputs: the
share of inputs that differ, and the largest difference, in units in the last place or as an
absolute error. For sine and cosine, the exact value is that of the hardware's angle: the operand
times 0.15915494 (1 / 2π as an f32), cut to 24 bits, in whole 2^-25 of a turn.
"""

# What else PTX has for GPUs up to sm_90a, one instruction of each kind. What the table knows by now
# is left out of the page.
OTHERS: dict[str, tuple[str, ...]] = {
    "Half Precision Floating Point": ("fma.rn.oob.f16", "fma.rn.oob.relu.bf16x2"),
    "Data Movement": (
        "shfl.up.b32", "istypep.texref",
        "cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group",
        "cp.async.bulk.prefetch.tensor.4d.L2.global.im2col",
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.b32",
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32",
        "multimem.ld_reduce.add.f32", "multimem.st.f32", "multimem.red.add.f32",
        "prefetch.tensormap",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes",
        "cp.async.bulk.global.shared::cta.bulk_group",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32",
        "cp.async.bulk.prefetch.L2.global", "cp.async.bulk.commit_group",
        "cp.async.bulk.wait_group", "tensormap.replace.tile.global_address.global.b1024.b64",
        *(
            f"cp.async.bulk.tensor.{n}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
            for n in range(1, 6)
        ),
        "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group",
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group",
        "cp.async.bulk.prefetch.tensor.2d.L2.global.tile",
    ),
    "Texture": (
        "tex.1d.v4.f32.s32", "tex.2d.v4.f32.f32", "tex.3d.v4.f32.f32", "tex.a2d.v4.f32.f32",
        "tex.cube.v4.f32.f32", "tex.level.2d.v4.f32.f32", "tex.grad.2d.v4.f32.f32",
        "tld4.r.2d.v4.f32.f32", "txq.width.b32",
        "tex.2d.v4.f16.f32", "tex.2dms.v4.f32.s32", "tex.level.2d.v4.f32.s32",
        "tld4.r.a2d.v4.f32.f32", "txq.array_size.b32", "txq.num_mipmap_levels.b32",
    ),
    "Surface": (
        "suld.b.2d.b32.trap", "sust.b.2d.b32.trap", "sust.p.2d.v4.b32.trap",
        "sured.b.add.2d.u32.trap", "suq.width.b32",
    ),
    "Parallel Synchronization and Communication": (
        "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned",
        "fence.proxy.tensormap::generic.acquire.gpu",
    ),
    "Matrix": (
        "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32",
        "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64",
        "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64",
        "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64",
        "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64",
        "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32",
        "mma.sync.aligned.m16n8k32.row.col.s32.s4.s4.s32",
        "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc",
        "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
        "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
        "mma.sp.sync.aligned.m16n8k64.row.col.f32.e4m3.e4m3.f32",
    ),
    "Stack and control": ("stacksave.u64", "stackrestore.u64", "alloca.u64", "brx.idx"),
    "Video": (
        *(f"{name}.s32.u32.s32" for name in ("vadd", "vsub", "vabsdiff", "vmin", "vmax")),
        "vshl.u32.u32.u32.clamp", "vshr.u32.u32.u32.wrap", "vmad.s32.u32.u32",
        "vset.u32.u32.lt", "vset2.u32.u32.lt", "vset4.u32.u32.lt",
    ),
}  # fmt: skip
# Handled before instructions are looked up in the table.
CONTROL = frozenset({"bra", "brx", "call", "ret", "exit", "alloca", "stacksave", "stackrestore"})


def slot_text(slot: Slot) -> str:
    """Return a modifier as the manual writes it."""
    choices = "|".join(f".{choice}" for choice in slot.choices)
    return (
        f"{{{choices}}}" if slot.optional else choices if len(slot.choices) == 1 else f"({choices})"
    )


def form_text(form: Form) -> str:
    """Return a form with its modifiers and the names of its operands."""
    head = form.opcode + "".join(slot_text(slot) for slot in form.slots if not slot.operand)
    if len(head) > 240:
        head = head[:200].rpartition("|")[0] + "|…)" + head[head.rindex(")") + 1 :][-60:]
    names = [spec.name for spec in form.signature if not spec.name.startswith("carry")]
    operands = ", ".join(at_operand_text(form, name) for name in names)
    return f"{head} {operands}".strip().replace("|", "\\|")


def at_operand_text(form: Form, name: str) -> str:
    """Return an operand with the sign and the selector that it may have: `{-}b{.b0|.h1}`."""
    slots = {slot.name: slot for slot in form.slots if slot.operand == name}
    text = f"{{-}}{name}" if f"minus_{name}" in slots else name
    part = slots.get(f"part_{name}")
    if part is None:
        return text
    choices = [choice.partition(".")[2] for choice in part.choices]
    if len(choices) > 15:  # one of the elements of b:a for each element
        digits = "xyzw"[: len(choices[0]) - 1]
        choices = [choices[0][0] + digits]
    listed = "|".join(f".{choice}" for choice in choices)
    return text + (f"{{{listed}}}" if part.optional else f"({listed})")


def some_fields(form: Form) -> list[Fields]:
    """Return legal choices of the modifiers, many enough to meet each kind of result."""
    choices = [
        ("",) if slot.optional and slot.operand else (*slot.choices, "") if slot.optional
        else slot.choices
        for slot in form.slots
    ]  # fmt: skip
    rows = itertools.islice(itertools.product(*choices), 20000)
    found = [{s.name: c for s, c in zip(form.slots, row, strict=True)} for row in rows]
    return [fields for fields in found if form.valid is None or form.valid(fields)]


def result_text(form: Form) -> str:
    """Return what a form's results rest on; nothing if it has none."""
    writes = form.access in ("store", "atom", "red")
    if not writes and not any(spec.is_destination for spec in form.signature):
        return ""
    kinds = {precision_of(form, fields) for fields in some_fields(form)}
    return ", or ".join(kind.value for kind in Precision if kind in kinds)


def needs() -> dict[str, list[str]]:
    """Return form → the least `.target` and version of PTX, as the assembler said."""
    known: dict[str, list[str]] = json.loads(NEEDS.read_text())
    return known


def bounds() -> str:
    """Return the table of the greatest distances."""
    rows = ["| | inputs apart | units | error |", "|---|---|---|---|"]
    for name, counts in json.loads(DISTANCES.read_text()).items():
        function, _, kind = name.partition("_")
        mnemonic = f"{function}.approx{'.ftz' if kind == 'ftz' else ''}.f32"
        (error,) = struct.unpack("<d", struct.pack("<Q", counts[5]))
        units = counts[4] >> 32
        share = sum(counts[1:4]) / sum(counts[:4])
        absolute = function in ("lg2", "sin", "cos", "tanh")
        cells = [f"`{mnemonic}`", f"{share:.1%}", "" if units > 99 else str(units)]
        rows.append("| " + " | ".join([*cells, f"{error:.2g}" if absolute else ""]) + " |")
    return "\n".join(rows)


def refused() -> list[str]:
    """Return lines that name what the virtual GPU does not execute."""
    lines: list[str] = []
    for title, mnemonics in OTHERS.items():
        missing = [
            f"`{mnemonic}`"
            for mnemonic in mnemonics
            if mnemonic.partition(".")[0] not in CONTROL and not _is_known(mnemonic)
        ]
        if missing:
            lines.append(f"- {title}: {', '.join(missing)}")
    return lines


def _is_known(mnemonic: str) -> bool:
    opcode, *modifiers = mnemonic.split(".")
    return bool(find_forms(opcode, tuple(modifiers)))


def page() -> str:
    """Return the whole of docs/instructions.md."""
    least = needs()
    by_section: dict[str, list[Form]] = {}
    for form in itertools.chain.from_iterable(TABLE.values()):
        by_section.setdefault(form.section, []).append(form)
    count = sum(len(forms) for forms in by_section.values())
    parts = [HEADER, BOUNDS, bounds(), f"\n## Executed: {count} forms\n"]
    parts += [
        "Also executed: `bra`, `brx.idx`, `ret`, `exit` and calls of the module's functions, which",
        "become blocks; `alloca`, `stacksave` and `stackrestore`, which become additions to a",
        "register.\n",
    ]
    parts += ["| section | form | needs | result |", "|---|---|---|---|"]
    for number in SECTIONS:
        for form in by_section.get(number, ()):
            target = " ".join(least.get(form.spec, []))
            parts.append(f"| {number} | `{form_text(form)}` | {target} | {result_text(form)} |")
    parts += ["\n## Refused\n", "One instruction of each kind:\n", *refused()]
    parts += [
        "- Scalar video instructions that NVIDIA's assembler does not compile as PTX specifies:",
        "  `d.h1`; `.sat` to u32 for values that may be 2^32 or more, for shifts to the left, with",
        "  a selector of d (except `vabsdiff`), and for `vmad` with a u32; `.min` and `.max` of",
        "  values that may be wider than 32 bits, or negative as u32 (`vset` gives the same as an",
        "  H200)",
        "- `multimem`, whose addresses refer to the memory of several GPUs at once. Only the",
        "  driver makes such addresses, and there is only one virtual GPU, so no program has any",
        "- Everything of `sm_100` and later that is not listed above, such as `fabric`",
    ]
    return "\n".join(parts) + "\n"
