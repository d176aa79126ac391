"""Barriers, shuffles and votes, as CUDA's functions if they mean the same.

Each function returns False if the form of the instruction needs `asm`.
"""

from __future__ import annotations

import json

from kernelscope.inside.decompile.builder import Builder
from kernelscope.inside.decompile.expressions import UINT64, Expr, call, const, name
from kernelscope.vgpu import ir

_SHUFFLES = {
    "up": "__shfl_up_sync", "down": "__shfl_down_sync", "bfly": "__shfl_xor_sync",
    "idx": "__shfl_sync",
}  # fmt: skip
_WIDTHS = {((32 - w) << 8): w for w in (1, 2, 4, 8, 16, 32)}


def shuffle(b: Builder, inst: ir.Inst) -> bool:
    """Translate a `shfl.sync` whose clamp is that of a width and whose predicate is unused.

    `shfl.sync.bfly.b32 %r41, %r40, 16, 31, -1` is `__shfl_xor_sync(0xffffffffu, f, 16)`. Its clamp
    is 31 in the low bits (0 for `up`) and 32 - width in bits 8 to 12; CUDA C has no other clamps.
    """
    target, valid, value, lane, clamp, mask = inst.operands
    if (
        valid is not None
        or not isinstance(clamp, ir.Immediate)
        or not isinstance(target, ir.Register)
    ):
        return False
    mode = inst.fields["mode"]
    low = 0 if mode == "up" else 31
    width = _WIDTHS.get(int(clamp.value) & 0x1F00) if int(clamp.value) & 31 == low else None
    if width is None:
        return False
    c_type = b.types.of(target)
    if c_type not in ("float", "int"):
        c_type = "unsigned"
    amount = "unsigned" if mode in ("up", "down") else "int"
    arguments = [full_mask(b, mask), b.read(value, c_type), _number(b.read(lane, amount))]
    if width != 32:
        arguments.append(const(width, "int"))
    b.define(target, call(_SHUFFLES[mode], c_type, *arguments))
    return True


def full_mask(b: Builder, mask: ir.Operand) -> Expr:
    """Return a member mask; constants are shown in hexadecimal."""
    expr = b.read(mask, "unsigned")
    return Expr("const", "unsigned", text="x", value=expr.value) if expr.op == "const" else expr


def _number(expr: Expr) -> Expr:
    return const(int(expr.value), "int") if expr.op == "const" else expr


def vote(b: Builder, inst: ir.Inst) -> bool:
    """Translate `vote.sync` in the modes `all`, `any` and `ballot`."""
    target, truth, *masks = inst.operands  # `vote` without `.sync` names no lanes
    functions = {"all": "__all_sync", "any": "__any_sync", "ballot": "__ballot_sync"}
    function = functions.get(inst.fields["mode"])
    if function is None or not masks or target is None:
        return False
    whole = call(function, "unsigned" if inst.fields["mode"] == "ballot" else "int",
                 full_mask(b, masks[0]), b.read(truth, "bool"))  # fmt: skip
    if inst.fields["mode"] != "ballot":
        whole = Expr("!=", "bool", (whole, const(0, "int")))
    b.fill_now(target, whole)
    return True


def reduce(b: Builder, inst: ir.Inst) -> bool:
    """Translate `redux.sync`."""
    target, value, mask = inst.operands
    c_type = "int" if inst.fields["t"] == "s32" else "unsigned"
    function = f"__reduce_{inst.fields['op']}_sync"
    b.fill_now(target, call(function, c_type, full_mask(b, mask), b.read(value, c_type)))
    return True


def active(b: Builder, inst: ir.Inst) -> bool:
    """Translate `activemask`."""
    b.fill_now(inst.operands[0], call("__activemask", "unsigned"))
    return True


def barrier(b: Builder, inst: ir.Inst) -> bool:
    """Translate barrier 0 of all threads to `__syncthreads()`, a warp's to `__syncwarp`."""
    if "red" in {slot.name for slot in inst.form.slots}:
        return False
    operands = [o for o in inst.operands if o is not None]
    if "warp" in {slot.name for slot in inst.form.slots}:
        b.effect(call("__syncwarp", "void", full_mask(b, operands[0])))
        return True
    names = {slot.name for slot in inst.form.slots}
    zero = len(operands) == 1 and operands[0] == ir.Immediate(0)
    if zero and "sync" in names and "arrive" not in names and _is_aligned(inst):
        b.effect(call("__syncthreads", "void"))
        return True
    return False


def _is_aligned(inst: ir.Inst) -> bool:
    return inst.opcode == "bar" or bool(inst.fields.get("aligned"))


def fence(b: Builder, inst: ir.Inst) -> bool:
    """Translate `membar` to `__threadfence` and its variants."""
    words = {"gl": "__threadfence", "cta": "__threadfence_block", "sys": "__threadfence_system"}
    level = inst.fields.get("level") or inst.fields.get("scope") or ""
    if inst.opcode != "membar" or level not in words:
        return False
    b.effect(call(words[level], "void"))
    return True


def trap(b: Builder, inst: ir.Inst) -> bool:
    """Translate `trap`."""
    b.effect(call("__trap", "void"))
    return True


# ---- calls of the CUDA runtime -------------------------------------------------------------------

_PRINT = 'extern "C" __device__ int vprintf(const char *, const char *);'
"""The declaration of `vprintf`, the only one of these that CUDA does not declare itself."""


def runtime(b: Builder, inst: ir.Inst) -> bool:
    """Translate a call of a function of the runtime."""
    function = inst.fields["what"]
    match function:
        case "vprintf":
            target, text, buffer = inst.operands
            arguments = [_text(b, text), b.read(buffer, "char*")]
            whole = call(function, "int", *arguments)
        case "__assertfail":
            target, (message, file, line, place, size) = None, inst.operands
            arguments = [_text(b, message), _text(b, file), b.read(line, "unsigned")]
            whole = call(function, "void", *arguments, _text(b, place), b.read(size, UINT64))
        case "malloc":
            target = inst.operands[0]
            whole = call(function, "void*", b.read(inst.operands[1], UINT64))
        case "free":
            target = None
            whole = call(function, "void", b.read(inst.operands[0], "void*"))
        case _:
            raise b.fail(inst, f"`{function}` is not a function of the CUDA runtime")
    if function == "vprintf":
        b.helpers.texts[function] = _PRINT
    b.fill_now(target, whole)
    return True


def _text(b: Builder, operand: ir.Operand) -> Expr:
    """Return a text as a literal if it is a constant of the module, else as a pointer."""
    pointer = b.read(operand, "char*")
    inner = pointer
    while inner.op == "cast":
        inner = inner.args[0]
    data = b.variables.constant_data(inner.text) if inner.op == "name" else None
    if data is None or not data.rstrip(b"\0").isascii():
        return pointer
    return name(json.dumps(data.partition(b"\0")[0].decode()), "char*")
