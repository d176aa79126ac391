"""Kernels that run every instruction of the table on values of every kind, for a GPU and for ours.

In tests/, with the assembler of CUDA 13 on the path and a GPU where `forms_gpu.py` runs:

    python -m truth.forms_kernels write FOLDER          kernels, their inputs, plan.json
    nvcc -ptx -arch=sm_90 -o FOLDER/distances.ptx truth/distances.cu
    python truth/forms_gpu.py FOLDER                    what the GPU gives
    python -m truth.forms_kernels keep FOLDER           forms_h200.npz and distances_h200.json
"""

from __future__ import annotations

import itertools
import json
import sys
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from kernelscope.vgpu.ir.forms import TABLE, Form
from kernelscope.vgpu.ir.precision import Precision, precision_of
from truth.forms_gpu import BLOCK, CELL, LANES
from vgpu.assembler import every_case, find_assembler, refusals
from vgpu.forms import Case, Writer, lane_by_lane_forms

Array = np.ndarray[Any, Any]
HEAD = ".version 9.0\n.target sm_90a"
IN_A_KERNEL = 16
MOST = 4000  # combinations of one form's modifiers: all
# Results that say nothing: addresses, handles and barriers look different on every GPU.
OPAQUE = frozenset({"mapa", "getctarank", "createpolicy", "mbarrier", "cvta"})
MOST_OF_VIDEO = 100  # of an instruction with selectors, which has up to 2^31 combinations
METADATA = 3  # the row of values that name elements of sparse matrices
# Indices of two of four elements, in order; of 32-bit elements one of two: the same, doubled.
IN_ORDER = {"tf32": (0b0100, 0b1110), "": (0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110)}
OWN_SPACES = ("", "global", "shared", "shared::cta", "shared::cluster")
IN_MEMORY = ("ld", "ldu", "st", "red", "ldmatrix", "stmatrix", "createpolicy")
HERE = Path(__file__).resolve().parent

# ±0, ±1, ±inf, NaN (quiet, signalling, with payload), subnormals, largest, smallest; as bits.
SPECIAL = {
    16: (
        *(0x0000, 0x8000, 0x3C00, 0xBC00, 0x7C00, 0xFC00, 0x7E01, 0x7D00, 0x0001, 0x8001),
        *(0x7BFF, 0x0400, 0x3F80, 0xBF80, 0x7F80, 0xFF80, 0x7FA0, 0x7FFF, 0xFFFF, 0x0080),
    ),
    32: (
        *(0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC00001),
        *(0x7FA00000, 0x00000001, 0x80000001, 0x7F7FFFFF, 0x00800000, 0x807FFFFF, 0x3F000000),
        *(0x7FFFFFFF, 0xFFFFFFFF, 31, 32, 33, 0x4F000000, 0xCF000000, 0x4B800001, 0x42FE0000),
        0xFFA12345,
    ),
    64: (
        *(0, 1 << 63, 0x3FF << 52, 0xBFF << 52, 0x7FF << 52, 0xFFF << 52, 0x7FF8000000000001),
        *(0x7FF4000000000000, 1, (1 << 63) + 1, (1 << 63) - 1, (1 << 64) - 1, 1 << 52, 63, 64),
        *(0x7FEFFFFFFFFFFFFF, 0x41DFFFFFFFC00000, 0x43E0000000000000, 0xC3E0000000000000),
        *(0xFFF0000000012345, 0x380FFFFFFFFFFFFF, 0x3F0FFC0000000001),
    ),
}
# Where a float's exponent is, and the exponent of 1: of f16 (then bf16), f32, f64.
_EXPONENT = {16: (10, 15), 32: (23, 127), 64: (52, 1023)}
PAIRS = 576  # lanes on which every special value meets every other


def _random(draw: np.random.Generator, width: int, count: int) -> Array:
    return (
        draw.integers(0, 1 << width, (3, count), np.uint64, endpoint=False)
        if width < 64
        else (draw.integers(0, (1 << 64) - 1, (3, count), np.uint64, endpoint=True))
    )


def _near_one(draw: np.random.Generator, bits: Array, fraction: int, one: int, by: int) -> Array:
    """The same fractions and signs with exponents near that of 1."""
    exponent_bits = {10: 5, 7: 8, 23: 8, 52: 11}[fraction]
    mask = ((1 << exponent_bits) - 1) << fraction
    exponents = draw.integers(one - by, one + by, bits.shape, np.uint64, endpoint=True)
    return bits & ~np.uint64(mask) | exponents << np.uint64(fraction)


def _row(width: int, draw: np.random.Generator) -> Array:
    """Three rows of values: special ones, small integers, floats near 1, random bits."""
    special = np.array(SPECIAL[width], np.uint64)
    count = len(special)
    first = special[np.arange(PAIRS) // count % count]
    second = special[np.arange(PAIRS) % count]
    rows = np.empty((3, LANES), np.uint64)
    rows[:, :PAIRS] = first, second, draw.permutation(second)
    rows[:, PAIRS:] = _random(draw, width, LANES - PAIRS)
    small = [*range(71), 255, 256, 257, 260, 320, 1 << 15, (1 << 16) - 1]
    rows[:, PAIRS : PAIRS + 64] = draw.choice(np.array(small, np.uint64), (3, 64))
    fraction, one = _EXPONENT[width]
    near = slice(PAIRS + 64, PAIRS + 160)
    rows[:, near] = _near_one(draw, rows[:, near], fraction, one, 6)
    if width == 16:
        near = slice(PAIRS + 160, PAIRS + 256)
        rows[:, near] = _near_one(draw, rows[:, near], 7, 127, 6)
    if width == 32:  # pairs of special or moderate halves
        halves = draw.choice(np.array(SPECIAL[16], np.uint64), (2, 3, 64))
        rows[:, PAIRS + 160 : PAIRS + 224] = halves[0] | halves[1] << np.uint64(16)
        for start, kind in ((PAIRS + 224, (10, 15)), (PAIRS + 256, (7, 127))):
            low, high = (_near_one(draw, _random(draw, 16, 32), *kind, 4) for _ in range(2))
            rows[:, start : start + 32] = low | high << np.uint64(16)
    return rows


def _matrix_row(name: str, draw: np.random.Generator) -> Array:
    """Three rows of operands of matrix products of a type: 24 warps near 1, 8 of any bits."""
    rows = _random(draw, 32, LANES)
    usual = slice(0, 3 * LANES // 4)
    if name in ("f16", "bf16"):
        kind = (10, 15, 3) if name == "f16" else (7, 127, 6)
        low, high = (_near_one(draw, _random(draw, 16, LANES), *kind)[:, usual] for _ in range(2))
        rows[:, usual] = low | high << np.uint64(16)
    elif name in ("tf32", "f32"):
        rows[:, usual] = _near_one(draw, rows[:, usual], 23, 127, 6)
    return rows


@cache
def values(name: str) -> dict[int, Array]:
    """The inputs of a set, by width: `plain`, or the type of a matrix product's operands."""
    draw = np.random.Generator(np.random.PCG64(sum(name.encode())))
    if name == "plain":
        return {width: _row(width, draw).astype(f"u{width // 8}") for width in (16, 32, 64)}
    return {
        32: np.concatenate([_matrix_row(name, draw), [_metadata(name)]]).astype(np.uint32),
        16: _random(draw, 16, LANES).astype(np.uint16),
        64: _near_one(draw, _random(draw, 64, LANES), 52, 1023, 6),
    }


def _metadata(name: str) -> Array:
    """A row of eight legal indices each: which elements of a sparse matrix are there."""
    draw = np.random.Generator(np.random.PCG64(len(name)))
    indices = draw.choice(np.array(IN_ORDER.get(name, IN_ORDER[""]), np.uint64), (8, LANES))
    return np.bitwise_or.reduce(indices << (4 * np.arange(8)).astype(np.uint64)[:, None])


# ---- kernels --------------------------------------------------------------------------------


def plain_cases() -> list[Case]:
    """Instructions that turn registers into registers, of what sm_90a has; the video ones apart."""
    return [
        case
        for form in lane_by_lane_forms()
        if form.opcode not in OPAQUE and form.pipe != "tensor"
        for case in every_case(without_parts(form), MOST, seed=0)
        if case.target == "sm_90a" and not is_video(case)
    ]


def without_parts(form: Form) -> Form:
    """A video instruction without selectors and signs of its operands."""
    parts = [slot for slot in form.slots if slot.operand]
    absent, valid = {slot.name: "" for slot in parts}, form.valid
    return replace(
        form,
        slots=tuple(slot for slot in form.slots if not slot.operand),
        valid=lambda f: all(slot.optional for slot in parts)
        and (valid is None or valid({**absent, **f})),
    ) if parts else form  # fmt: skip


def is_video(case: Case) -> bool:
    """Whether a scalar video instruction clamps, shifts, or takes the least or greatest."""
    fields, opcode = dict(case.fields), case.form.opcode
    if opcode not in ("vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad"):
        return False
    return bool(fields.get("sat") or fields.get("scale") or fields.get("op") in ("min", "max"))


def video_cases() -> list[Case]:
    """Of each video instruction with selectors, masks, signs and what follows, a hundred."""
    return [
        case
        for form in lane_by_lane_forms()
        if any(slot.operand for slot in form.slots)
        for case in every_case(form, MOST_OF_VIDEO, seed=0)
    ]


def matrix_cases() -> dict[str, list[Case]]:
    """Products of matrices by the type of their operands."""
    groups: dict[str, list[Case]] = {}
    for form in lane_by_lane_forms():
        if form.pipe != "tensor" or form.opcode == "movmatrix":
            continue
        for case in every_case(form, MOST, seed=0):
            if case.target == "sm_90a":
                groups.setdefault(dict(case.fields).get("at", "f16"), []).append(case)
    return groups


def atomic_cases() -> list[Case]:
    """One `atom` of every operation and type, in global and shared memory."""
    found: list[Case] = []
    for form in TABLE["atom"]:
        for case in every_case(form, 1 << 16, seed=0):
            fields = dict(case.fields)
            plain = not any(fields.get(name) for name in ("order", "scope", "hint"))
            if plain and fields["space"] in ("global", "shared"):
                found.append(case)
    return _taken(found)


def _taken(cases: list[Case]) -> list[Case]:
    """Those that the assembler takes."""
    assembler = find_assembler()
    assert assembler is not None
    refused = refusals(assembler, cases)
    return [case for case in cases if case.mnemonic not in refused]


def memory_cases() -> list[Case]:
    """Loads, stores, reductions and copies in global and shared memory, and policies for them."""
    found: list[Case] = []
    for form in (form for opcode in IN_MEMORY for form in TABLE[opcode]):
        if form.opcode in ("ld", "st") and {"space", "v"} <= {slot.name for slot in form.slots}:
            found += _few_modifiers(form)
        else:
            found += every_case(form, MOST, seed=0)
    found = [
        case
        for case in found
        if case.target == "sm_90a"
        and dict(case.fields).get("space", "") in OWN_SPACES
        and not ("async" in dict(case.fields) or (case.form.opcode == "red" and _is_ordered(case)))
        and (dict(case.fields).get("space") or case.form.opcode not in ("ldmatrix", "stmatrix"))
    ]
    copies = [form for form in TABLE["cp"] if is_copy_of_a_thread(form)]
    return [*_taken(found), *(case for form in copies for case in every_case(form, MOST, seed=0))]


def _is_ordered(case: Case) -> bool:
    fields = dict(case.fields)
    return bool(fields.get("order") or fields.get("scope"))


def _few_modifiers(form: Form) -> list[Case]:
    """Every type and vector of a load or store, and of 32 bits all pairs of other modifiers."""
    slots = {slot.name: slot for slot in form.slots}
    others = [s for s in form.slots if s.optional and s.name not in ("space", "v")]
    rows = [
        {"space": space, "v": v, "t": t}
        for space in OWN_SPACES if space in slots["space"].choices or slots["space"].optional
        for v in (*slots["v"].choices, "") for t in slots["t"].choices
    ]  # fmt: skip
    for one, two in itertools.combinations(others, 2):
        rows += [
            {"space": space, "t": "b32", one.name: first, two.name: second}
            for space in ("global", "shared")
            for first in one.choices
            for second in (*two.choices, "")
        ]
    fixed = {s.name: s.choices[0] for s in form.slots if not s.optional and len(s.choices) == 1}
    cases = dict.fromkeys(
        Case(form, tuple((name, {**row, **fixed}.get(name, "")) for name in slots)) for row in rows
    )
    legal = [c for c in cases if form.valid is None or form.valid(dict(c.fields))]
    return [case for case in legal if dict(case.fields)["space"] in ("", *slots["space"].choices)]


def is_copy_of_a_thread(form: Form) -> bool:
    """Whether a form is `cp.async` of 4, 8 or 16 bytes."""
    return form.opcode == "cp" and any(slot.name in ("ca", "cg") for slot in form.slots)


Run = tuple[Case, int]
"""An instruction and its number modulo 6: odd ones are guarded; which rows it reads, modulo 3."""


def key_of(run: Run) -> str:
    """What tells a run apart from all others."""
    case, number = run
    return f"{case.mnemonic} {number} ({case.form.spec.rpartition('(')[2]}"


def runs_of(cases: list[Case]) -> list[Run]:
    """Each case alone, and guarded if its lanes do not depend on one another."""
    found: list[Run] = []
    for number, case in enumerate(cases):
        if case.form.opcode == "cp":  # each number another count of bytes
            found += [(case, even) for even in (0, 2, 4)]
            continue
        found.append((case, 2 * number % 6))
        if case.form.kind == "pure" and case.form.opcode != "atom":
            found.append((case, (2 * number + 1) % 6))
    return found


def is_in_memory(case: Case) -> bool:
    """Whether an instruction is one of `memory_cases`."""
    return case.form.opcode in IN_MEMORY or is_copy_of_a_thread(case.form)


def kernel_of(runs: list[Run]) -> Writer:
    """A kernel of instructions that turn registers into registers, or of accesses to memory."""
    writer = Writer(CELL, METADATA)
    if runs[0][0].form.opcode == "atom" or is_in_memory(runs[0][0]):
        writer.lines += [
            ".shared .align 16 .b8 own[2048]; .reg .b32 %own, %slot; mov.u32 %own, own;",
            "mov.u32 %slot, %tid.x; mad.lo.u32 %own, %slot, 16, %own;",
        ]
    if is_in_memory(runs[0][0]):
        writer.lines.append(
            ".reg .b64 %policy; createpolicy.fractional.L2::evict_last.b64 %policy, 0.5;"
        )
    for case, number in runs:
        if case.form.opcode == "atom":
            _atomic(writer, case, number)
        elif is_in_memory(case):
            _access(writer, case, number)
        else:
            writer.instruction(case, number, uniform=False, label=key_of((case, number)))
    writer.finish()
    return writer


def results_of(writer: Writer, output: Array) -> dict[str, Array]:
    """Key → what each lane got: the bytes of all results of an instruction, a row a lane."""
    found: dict[str, list[Array]] = {}
    start = 0
    pieces: dict[tuple[int, int, int], Array] = {}
    for place in writer.outputs:
        pieces[place] = output[start : start + place[2] * LANES].reshape(LANES, place[2])
        start += pieces[place].size
    for place in writer.order:
        found.setdefault(writer.outputs[place], []).append(pieces[place])
    return {key: np.concatenate(parts, axis=1) for key, parts in found.items()}


def _atomic(writer: Writer, case: Case, number: int) -> None:
    fields = dict(case.fields)
    bits = int("".join(c for c in fields["t"].removesuffix("x2") if c.isdigit()))
    kind = f"b{2 * bits if fields['t'].endswith('x2') else bits}"
    count = int(fields.get("v", "").lstrip("v") or 1)
    base, start, space = "%own", 0, "shared"
    if fields["space"] == "global":
        base, start, space = "%outlane", writer.cell * writer.cells, "global"
        writer.cells += 1

    def operand(registers: list[str]) -> str:
        return registers[0] if count == 1 else "{" + ", ".join(registers) + "}"

    rows = [
        [writer.load(kind, (number + n + k) % 3, uniform=False) for k in range(count)]
        for n in range(3 if fields["op"] == "cas" else 2)
    ]
    got, left = ([writer.register(kind) for _ in range(count)] for _ in range(2))
    places = [f"[{base}+{start + k * int(kind[1:]) // 8}]" for k in range(count)]
    for place, value in zip(places, rows[0], strict=True):
        writer.lines.append(f"st.{space}.{kind} {place}, {value};")
    rest = ", ".join(operand(row) for row in rows[1:])
    writer.lines.append(f"{case.mnemonic} {operand(got)}, {places[0]}, {rest};")
    for place, register in zip(places, left, strict=True):
        writer.lines.append(f"ld.{space}.{kind} {register}, {place};")
    for register in (*got, *left):
        writer.result(register, kind, key_of((case, number)))


def _access(writer: Writer, case: Case, number: int) -> None:
    """An access to 16 bytes of a lane's own, and what it finds there or leaves behind."""
    fields, opcode = dict(case.fields), case.form.opcode
    key, results = key_of((case, number)), list[tuple[str, str]]()
    is_shared = opcode in ("ldmatrix", "stmatrix", "cp") or "shared" in fields.get("space", "")
    space, base, start = ("shared", "%own", 0) if is_shared else ("global", "%outlane", 0)
    source = f"[%inlane+{writer.cell * len(writer.inputs)}]"
    writer.inputs.append((128, number % 3))
    reads_input = opcode == "ldu" or "nc" in fields  # memory that no store changes
    if not is_shared:
        start = writer.cell * writer.cells
        writer.cells += 1
    place = source if reads_input else f"[{base}+{start}]"
    words = [writer.load("b32", (number + n) % 3, uniform=False) for n in range(4)]
    turned = f"{{{words[0]}, {words[1]}, {words[2]}, {words[3]}}}"
    writer.lines += [f"st.{space}.v4.b32 [{base}+{start}], {turned};", "bar.warp.sync -1;"]
    operands: list[str] = []
    for at, spec in enumerate(case.form.signature):
        if spec.name == "policy" and not fields.get("hint"):
            continue
        if spec.kind == "address":
            operands.append(source if opcode == "cp" and spec.name == "b" else place)
        elif spec.name == "policy":
            operands.append("%policy")
        elif spec.name in ("size", "read"):
            sizes = (4, 8, 16) if "ca" in fields else (16, 16, 16)
            size = sizes[number // 2 % 3]
            operands.append(str(size if spec.name == "size" else size * (number // 2) // 3))
        elif opcode == "createpolicy" and not spec.is_destination:
            operands.append({"f": "0.25", "a": "%policy", "b": "64", "c": "128"}[spec.name])
        else:
            text, written = writer.operand(case, spec, fields, (number + at, False))
            operands.append(text)
            results += written
    writer.lines.append(f"{case.name} {', '.join(operands)};")
    if opcode == "createpolicy":  # the policy's bits say nothing: what a load with it reads does
        policy, found = operands[0], writer.register("b32")
        writer.lines.append(f"ld.global.L2::cache_hint.b32 {found}, {place}, {policy};")
        results = [(found, "b32")]
    if opcode == "cp":
        writer.lines.append("cp.async.wait_all;")
    if opcode in ("st", "red", "stmatrix", "cp"):
        left = [writer.register("b32") for _ in range(4)]
        read = f"{{{left[0]}, {left[1]}, {left[2]}, {left[3]}}}"
        writer.lines += ["bar.warp.sync -1;", f"ld.{space}.v4.b32 {read}, [{base}+{start}];"]
        results = [(register, "b32") for register in left]
    for register, kind in results:
        writer.result(register, kind, key)


def groups() -> Iterator[tuple[str, str, list[Run]]]:
    """Name, set of values and instructions of every kernel."""
    kinds = [("plain", "plain", plain_cases()), ("video", "plain", video_cases())]
    kinds += [("atomic", "plain", atomic_cases()), ("memory", "plain", memory_cases())]
    kinds += [(f"matrix_{name}_", name, group) for name, group in sorted(matrix_cases().items())]
    for name, inputs, cases in kinds:
        for number in range(0, len(cases), IN_A_KERNEL):
            yield f"{name}{number:05}.ptx", inputs, runs_of(cases[number : number + IN_A_KERNEL])


# ---- what is kept ------------------------------------------------------------------------------


def is_bounded(case: Case) -> bool:
    """Whether PTX only bounds the result's error, or leaves the order of a sum open."""
    return precision_of(case.form, dict(case.fields)) is not Precision.EXACT


def ignores_guard(run: Run) -> bool:
    """Whether NVIDIA's assembler writes lanes that the guard leaves out, against PTX (13.0).

    `@p testp.finite.f32 q, a` and `@p vadd4.u32.u32.u32.add d, a, b, c` become instructions without
    a guard; `@p set.eq.u32.f16 d, a, b` keeps one, but converts the old value after it.
    """
    case, number = run
    fields = dict(case.fields)
    if number % 2 == 0:
        return False
    if case.form.opcode == "set":
        return not fields["t"].endswith("x2")
    sums = case.form.opcode in ("vadd4", "vsub4") and fields["op"] == "add"
    return case.form.opcode == "testp" or sums


def open_lanes(run: Run, inputs: dict[int, Array]) -> Array:
    """The lanes on which the GPU itself does one thing or the other.

    The assembler may exchange the operands of f64 arithmetic, whose result is then the NaN of
    another operand, and may leave out an f32 move that would make a NaN canonical.
    """
    case, number = run
    name = dict(case.fields).get("t") or dict(case.fields).get("st")
    if name not in ("f32", "f64") or case.form.opcode == "atom":
        return np.zeros(LANES, bool)
    sources = [
        inputs[int(name[1:])][(number + place) % 3].view(f"f{int(name[1:]) // 8}")
        for place, spec in enumerate(case.form.signature)
        if not spec.is_destination
    ]
    nans = sum(np.isnan(source).astype(int) for source in sources)
    if name == "f64":
        return np.asarray(nans > 1)
    moved = case.form.opcode in ("neg", "abs") or case.mnemonic == "cvt.f32.f32"
    return np.asarray((nans > 0) & moved)


def digest(run: Run, result: Array, inputs: dict[int, Array]) -> list[int]:
    """A checksum of each 128 lanes, without the open ones."""
    kept = np.where(open_lanes(run, inputs)[:, None], 0, result).astype(np.uint8)
    return [zlib.crc32(kept[n : n + BLOCK].tobytes()) for n in range(0, LANES, BLOCK)]


def write(folder: Path) -> None:
    """Write everything that `forms_gpu.py` reads, but distances.ptx."""
    folder.mkdir(parents=True, exist_ok=True)
    plan: dict[str, list[Any]] = {"kernels": [], "distances": []}
    stored: dict[str, Array] = {}
    for name, inputs, runs in groups():
        writer = kernel_of(runs)
        (folder / name).write_text(writer.text(HEAD))
        stored |= {f"{inputs}_{width}": rows for width, rows in values(inputs).items()}
        plan["kernels"].append(
            {
                "file": name,
                "values": inputs,
                "inputs": writer.inputs,
                "cells": writer.cells,
                "places": list(writer.outputs),
            }
        )
    np.savez_compressed(folder / "values.npz", **stored)
    source = (HERE / "distances.cu").read_text()
    plan["distances"] = [
        line[len("STUDY(") :].partition(",")[0]
        for line in source.splitlines()
        if line.startswith("STUDY(")
    ]
    (folder / "plan.json").write_text(json.dumps(plan))


def recorded() -> tuple[dict[str, list[int]], dict[str, Array]]:
    """What an H200 gave: checksums of exact results, and whole results where there is a bound."""
    stored = np.load(HERE / "forms_h200.npz")
    keys = str(stored["keys"]).split("\n")
    exact = dict(zip(keys, stored["digests"].tolist(), strict=True))
    whole: dict[str, Array] = {}
    start, data = 0, stored["results"]
    for key, width in zip(str(stored["bounded"]).split("\n"), stored["widths"], strict=True):
        whole[key] = data[start : start + width * LANES].reshape(LANES, width)
        start += whole[key].size
    return exact, whole


def keep(folder: Path) -> None:
    """Put what the GPU gave into forms_h200.npz and distances_h200.json, in place of what is there.

    The parts that the folder has no results of stay as they are.
    """
    given: dict[str, Array] = {}
    for file in folder.glob("results_*.npz"):
        given |= dict(np.load(file).items())
    exact, whole = recorded()
    known: set[str] = set()
    for name, inputs, runs in groups():
        every = [(case, number) for case, _ in runs for number in range(6)]
        known |= {key_of(run) for run in every if not ignores_guard(run)}
        if name not in given:
            continue
        results = results_of(kernel_of(runs), given[name])
        for run in runs:
            if ignores_guard(run):
                continue
            key = key_of(run)
            if is_bounded(run[0]):
                whole[key] = results[key]
            else:
                exact[key] = digest(run, results[key], values(inputs))
    exact = {key: sums for key, sums in exact.items() if key in known}
    whole = {key: result for key, result in whole.items() if key in known}
    np.savez_compressed(
        HERE / "forms_h200.npz",
        keys=np.array("\n".join(exact)),
        digests=np.array(list(exact.values()), np.uint32),
        bounded=np.array("\n".join(whole)),
        widths=np.array([result.shape[1] for result in whole.values()]),
        results=np.concatenate([result.reshape(-1) for result in whole.values()]),
    )
    if (folder / "distances.json").exists():
        text = (folder / "distances.json").read_text()
        (HERE / "distances_h200.json").write_text(text + "\n")


if __name__ == "__main__":
    {"write": write, "keep": keep}[sys.argv[1]](Path(sys.argv[2]))
