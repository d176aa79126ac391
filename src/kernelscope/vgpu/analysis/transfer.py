"""The rules by which the shapes of an instruction's sources give the shape of its result."""

from __future__ import annotations

from dataclasses import dataclass

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis import shapes
from kernelscope.vgpu.analysis.resume_points import waits_for
from kernelscope.vgpu.analysis.shapes import UNIFORM, Shape, constant
from kernelscope.vgpu.special import SPECIAL_REGISTERS
from kernelscope.vgpu.tools import NO_TOOL, Tool
from kernelscope.vgpu.types import TYPES


@dataclass(frozen=True, slots=True)
class BlockShape:
    """The block dimensions that code is generated for.

    Attributes:
        in_cluster: whether the launch asks for clusters.
        in_step: whether the warps of a block keep step (`analysis.in_step`).
        tools: those that look at the launches.
        has_raw: whether any address may be the host's, for the tools to look up.
    """

    x: int
    y: int
    z: int
    in_cluster: bool = False
    in_step: bool = False
    tools: Tool = NO_TOOL
    has_raw: bool = False

    @property
    def threads(self) -> int:
        """Threads in a block."""
        return self.x * self.y * self.z

    @property
    def is_flat(self) -> bool:
        """True if the lanes of a warp are consecutive in x."""
        return self.x % shapes.LANES == 0 or self.y == self.z == 1


def special_shape(name: str, block: BlockShape) -> Shape | None:
    """Return the shape of a special register."""
    match name:
        case "%tid.x" if block.is_flat:
            # Lanes that the block does not have count on past its end.
            top = max((block.x - 1).bit_length(), 5)
            return Shape(1, shapes.LANES, 0, (1 << top) - 1)
        case "%tid.y" | "%tid.z" if block.y == block.z == 1:
            return constant(0)
        case "%tid.y" | "%tid.z" if block.x % shapes.LANES == 0:
            return UNIFORM
        case "%ntid.x" | "%ntid.y" | "%ntid.z":
            return constant(getattr(block, name[-1]))
        case "%laneid":
            return Shape(1, 1 << 32, 0, shapes.LANES - 1)
        case _:
            return UNIFORM if SPECIAL_REGISTERS[name][1] else None


def immediate_shape(operand: ir.Immediate) -> Shape:
    """Return the shape of a literal."""
    return constant(operand.value) if isinstance(operand.value, int) else UNIFORM


_BINARY = {
    "add": shapes.add,
    "sub": shapes.sub,
    "and": shapes.and_,
    "or": shapes.or_,
    "xor": shapes.xor,
    "shl": shapes.shl,
    "shr": shapes.shr,
}


def result_shape(inst: ir.Inst, sources: list[Shape | None]) -> Shape | None:
    """Return the shape of what a value instruction writes; `sources` are its source operands in
    order.
    """
    if inst.form.shape == "uniform":
        # Tiles of 8 lanes vote each for itself: the result is the same in all lanes only if all
        # name the same members.
        members = sources[-1] if waits_for(inst) == "lanes" else UNIFORM
        return UNIFORM if members is not None and members.is_uniform else None
    if inst.form.shape == "varying" or any(s is None for s in sources):
        return None
    if inst.opcode == "ld" and inst.fields["space"] in ("", "local", "shared::cluster"):
        # One local address is a different place in each lane, and a generic one may be local.
        # What is in another block's memory may be read lane by lane.
        return None
    known = [s for s in sources if s is not None]
    special = _integer_shape(inst, known)
    if special is not None:
        return special
    return UNIFORM if all(s.is_uniform for s in known) else None


def _integer_shape(inst: ir.Inst, known: list[Shape]) -> Shape | None:
    type_name = inst.fields.get("t", "")
    if type_name not in TYPES or TYPES[type_name].is_float or TYPES[type_name].kind == "p":
        return _conversion(inst, known) if inst.opcode == "cvt" else None
    bits = TYPES[type_name].bits
    opcode, wide = inst.opcode, inst.fields.get("part") == "wide"
    if inst.fields.get("sat") or inst.fields.get("cc"):
        return None
    if opcode in _BINARY and len(known) == 2:
        return _BINARY[opcode](bits, known[0], known[1])
    if opcode in ("mul", "mad") and inst.fields.get("part") in ("lo", "wide"):
        return _product(opcode, wide, bits, known)
    if opcode in ("mov", "cvta") and len(known) == 1 and _scalar_move(inst):
        return known[0] if opcode == "mov" else _moved_window(known[0])
    return None


def _product(opcode: str, wide: bool, bits: int, known: list[Shape]) -> Shape | None:
    a, b = known[0], known[1]
    if wide:
        wide_a, wide_b = shapes.extend(bits, a), shapes.extend(bits, b)
        if wide_a is None or wide_b is None:
            return None
        a, b, bits = wide_a, wide_b, 2 * bits
    product = shapes.mul(bits, a, b)
    if opcode == "mul" or product is None:
        return product
    return shapes.add(bits, product, known[2])


def _scalar_move(inst: ir.Inst) -> bool:
    return not any(isinstance(o, tuple) for o in inst.operands)


def _moved_window(shape: Shape) -> Shape:
    """Add or remove the base of a window, a multiple of 2^40, as `cvta` does."""
    if shape.is_constant:
        return Shape(0, 1 << 40, shape.offset % (1 << 40))
    return Shape(
        shape.stride, min(shape.modulus, 1 << 40), shape.offset % min(shape.modulus, 1 << 40)
    )


def _conversion(inst: ir.Inst, known: list[Shape]) -> Shape | None:
    to, source = TYPES.get(inst.fields.get("dt", "")), TYPES.get(inst.fields.get("st", ""))
    if to is None or source is None or to.is_float or source.is_float or inst.fields.get("sat"):
        return None
    if to.bits > source.bits:
        narrowed = shapes.truncate(source.bits, known[0])
        return shapes.extend(source.bits, narrowed) if narrowed is not None else None
    return shapes.truncate(to.bits, known[0])
