"""The precision of an instruction's result: a GPU's bits, within PTX's bound, as published, or
assumed.
"""

from __future__ import annotations

from enum import StrEnum

from kernelscope.vgpu import ir
from kernelscope.vgpu.ir.forms import Fields, Form

_BOUNDED = frozenset({"ex2", "lg2", "sin", "cos", "tanh", "rcp", "rsqrt", "sqrt", "div"})
_INTEGERS = frozenset({"s32", "f64"})
_EIGHT = frozenset({"e4m3", "e5m2"})
_MEASURED = 90


class Precision(StrEnum):
    """The precision of a result."""

    EXACT = "exact"
    BOUNDED = "within PTX's bound"
    PUBLISHED = "as published, not measured"
    ASSUMED = "assumed, neither published nor measured"


def precision_of(form: Form, fields: Fields, sm: int = 90) -> Precision:
    """Return the precision of an instruction's result on a GPU of this compute capability.

    `.approx` and `.full` have an error bound; the virtual GPU gives the correctly rounded value.
    How matrix products of narrow floats are added is measured on Hopper, and for others published,
    or assumed to be as on Hopper, or as published of a dense A (`vgpu.tensor_sums`); those of
    integers and f64 are exact or in order.
    """
    if form.opcode in _BOUNDED and {"approx", "full"} & set(fields.values()):
        return Precision.BOUNDED
    multiplies = form.extra.get("macs") is not None or "kind" in fields  # the latter: tcgen05
    computes = form.pipe == "tensor" and multiplies and fields.get("kind") != "kind::i8"
    floats = not _INTEGERS & {fields.get(name, "") for name in ("dt", "at")}
    if computes and floats and sm != _MEASURED:
        return Precision.PUBLISHED if _is_published(form, fields, sm) else Precision.ASSUMED
    return Precision.EXACT


def _is_published(form: Form, fields: Fields, sm: int) -> bool:
    """Return whether there is a published model of a product that is not Hopper's: none is of a
    sparse A, of what the assembler makes of `wmma` and m8n8k4, or of `mma` of 8-bit floats on
    sm_100.
    """
    is_sparse = "form" in fields or bool(fields.get("sp"))
    is_made = form.opcode == "wmma" or fields.get("shape") == "m8n8k4"
    is_emulated = form.opcode == "mma" and 100 <= sm < 120 and fields.get("at") in _EIGHT
    return not (is_sparse or is_made or is_emulated)


def inexact(function: ir.Function) -> dict[str, tuple[str, ...]]:
    """Return the instructions of a kernel whose results a GPU may give otherwise, each once, by
    what they rest on; nothing if all are exact.
    """
    mnemonics_by: dict[str, dict[str, None]] = {}
    for inst in function.instructions():
        precision = precision_of(inst.form, inst.fields, function.sm)
        if precision is not Precision.EXACT:
            mnemonic = ".".join((inst.opcode, *filter(None, inst.fields.values())))
            mnemonics_by.setdefault(precision.value, {})[mnemonic] = None
    return {precision: tuple(mnemonics) for precision, mnemonics in mnemonics_by.items()}
