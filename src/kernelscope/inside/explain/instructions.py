"""Sentences for instructions, with the elements that they address and the cost of accesses.

In: an instruction of the lowered kernel. Out: "{x_0, …} = x_ptr[pid*1024 + tid*4 + 0..3], from
global memory, 4 elements at once; 16 bytes a thread, a warp's 512 in 16 sectors of 32, coalesced".
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kernelscope.inside.explain.coalescing import Lanes, Transactions
from kernelscope.inside.explain.naming import Naming, element_bytes
from kernelscope.inside.explain.show import Place
from kernelscope.record import Access
from kernelscope.vgpu import ir
from kernelscope.vgpu.counting.plan import source_of
from kernelscope.vgpu.instructions.words import in_words
from kernelscope.vgpu.ir.forms import OperandSpec
from kernelscope.vgpu.ir.verify import operand_type
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.special import special_words
from kernelscope.vgpu.types import TYPES, ScalarType
from kernelscope.vgpu.values.sums import Atom, Sum

_SECTOR = 32
_LONG, _LONG_TEXT = 8, 120  # atoms and letters of a sum that is shown after the instruction
_MOVES = ("mov", "cvt", "cvta")


class Instructions:
    """The instructions of one kernel."""

    def __init__(self, naming: Naming, lanes: Lanes, counted: Sequence[Access] = ()) -> None:
        """Prepare for one kernel; `counted` are the accesses of a launch, by source line."""
        self.naming = naming
        self.folder = naming.folder
        self.lanes = lanes
        self._counted = {
            (access.source, access.kind, access.lane_bytes): access for access in counted
        }
        self._sizes: dict[str, int] | None = None

    def words(self, inst: ir.Inst, *copies: ir.Inst) -> str:
        """Return the sentence for an instruction, with its guard as `if`.

        A function that is called several times has `copies` of its instructions; a cost that
        differs between them is left out.
        """
        said = self._parameter(inst)
        if not said:
            said = in_words(inst.form, inst.fields, dict(self._operands(inst)))
            if inst.opcode == "mov" and isinstance(inst.operands[1], ir.Special):
                said += f", {special_words(inst.operands[1].name)}"
            said += self._folded(inst, said)
            costs = [list(self._costs(copy)) for copy in (inst, *copies)]
            said += "".join(f"; {cost}" for cost in costs[0] if costs.count(costs[0]) == len(costs))
        if inst.guard is not None:
            said = f"if {self.naming.condition(inst, *inst.guard)}: {said}"
        return said

    def _parameter(self, inst: ir.Inst) -> str:
        """Return the words for a load of a parameter, or of a part of it; "" for others."""
        place = inst.parameter
        if place is None:
            return ""
        target = self.naming.operand(inst, inst.operands[0])
        scalar = TYPES[inst.fields["t"]]
        size = scalar.bits // 8 * self._count(inst)
        for parameter in self.naming.function.parameters:
            start = place.offset - parameter.offset
            if not 0 <= start < parameter.size:
                continue
            loaded = f"the parameter {self.naming.parameter(parameter.name)}"
            if size < parameter.size:
                loaded = f"bytes {start} to {start + size - 1} of {loaded}"
            into = "" if loaded == f"the parameter {target}" else f" into {target}"
            return f"load {loaded}{into}{self._extended(inst, scalar)}"
        return ""

    def _extended(self, inst: ir.Inst, scalar: ScalarType) -> str:
        """Return how a register is filled that is wider than the value loaded into it."""
        target = inst.operands[0]
        if not isinstance(target, ir.Register) or target.type.bits <= scalar.bits:
            return ""
        return ", sign-extended" if scalar.kind == "s" else ", zero-extended"

    def _operands(self, inst: ir.Inst) -> Iterator[tuple[str, str]]:
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
            if operand is None:
                continue
            if isinstance(operand, ir.Address) and inst.in_tensor_memory:
                base = self.naming.operand(inst, operand.base, "b32")
                yield spec.name, f"{base} + {operand.offset}" if operand.offset else base
            elif isinstance(operand, ir.Address):
                yield spec.name, self._element(inst, operand)
            else:
                yield spec.name, self.naming.operand(inst, operand, self._type(inst, spec))

    def _type(self, inst: ir.Inst, spec: OperandSpec) -> str:
        return operand_type(spec, inst.fields, inst.form).name if spec.kind == "value" else ""

    def _element(self, inst: ir.Inst, address: ir.Address) -> str:
        """Return the element of its base that a memory operand touches, as text."""
        place = self._place(inst, address)
        if place is None:
            return "memory"
        return self.naming.element(place, max(self.width(inst) // place.size, 1))

    def _place(self, inst: ir.Inst, address: ir.Address) -> Place | None:
        size = element_bytes(inst.fields.get("t", ""))
        place = self.naming.touched(inst, address, size or 1)
        own = self.naming.sizes.get(place.base, 0) if place is not None else 0
        if place is None or (size and own in (0, size)):
            return place if size else _in_bytes(place)
        return self.naming.touched(inst, address, own) if own else _in_bytes(place)

    def _count(self, inst: ir.Inst) -> int:
        return int(inst.fields.get("v", "").lstrip("vx") or 1)

    def width(self, inst: ir.Inst) -> int:
        """Return the bytes that a memory instruction moves for one lane; 0 if not by lane."""
        return 0 if inst.opcode == "wmma" else inst.lane_bytes

    # ---- what integers hold ---------------------------------------------------------------

    def _folded(self, inst: ir.Inst, said: str) -> str:
        """Return ", that is …": an integer result over parameters and indices, if that says more.

        `and.b32 %r12, %r11, 1020` is "(tid*4) & 1020, that is tid*4". But `add.s32 %r5, %r4, %r3`
        is already "blockIdx.x*n + threadIdx.x", so nothing is added.
        """
        if inst.form.kind != "pure":
            return ""
        total = self.folder.result(inst)
        if total is None:
            return ""
        (register,) = inst.destinations
        value = self.folder.values.written(inst, register)
        if total == self.folder.opaque(value):
            known = self.folder.expanded.get(next(iter(total.atoms())).number)
            return f", that is {text}" if known and (text := self._sum(known)) else ""
        if total.constant is not None:
            return self._as_float(inst, register, total.constant)
        total = self.naming.now(inst, total)
        place = self.naming.place(total, 1)
        result = said.partition(" = ")[2]
        if place.base:
            sized = self.naming.place(total, self._pointed(place.base))
            is_told = place.index.constant == 0 and place.base in result
            return "" if is_told else f", that is the address of {self.naming.element(sized)}"
        text = self._sum(total)
        is_said = result.startswith(text) if inst.opcode in _MOVES else _is_alike(result, text)
        return f", that is {text}" if text and not is_said else ""

    def _sum(self, total: Sum) -> str:
        """Return a sum as text; "" if it is too long, or has only values without names."""
        if not any(self._is_known(atom) for atom in total.atoms()) or total.size > _LONG:
            return ""
        text = self.naming.text.sum(total)
        return text if len(text) <= _LONG_TEXT else ""

    def _is_known(self, atom: Atom) -> bool:
        """Return whether an atom has a name, or is an input of the kernel."""
        if atom.kind != "value" or atom.number < 0:
            return not atom.arguments
        return self.folder.numbers[atom.number].register.index in self.naming.names

    def _as_float(self, inst: ir.Inst, register: ir.Register, value: int) -> str:
        """Return the bits of a constant as a float, if some instruction reads them as one."""
        if inst.opcode != "mov" or inst.fields["t"] not in ("b32", "u32", "s32"):
            return ""
        if not any(read is register for read in self._read_as_floats()):
            return ""
        (number,) = struct.unpack("<f", struct.pack("<I", value & 0xFFFFFFFF))
        return f", as a float {number:g}" if value else ""

    def _read_as_floats(self) -> Iterator[ir.Operand]:
        for inst in self.naming.function.instructions():
            for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
                is_source = spec.kind == "value" and not spec.is_destination
                if is_source and operand_type(spec, inst.fields, inst.form).is_float:
                    yield operand

    def _pointed(self, base: str) -> int:
        """Return the bytes of an element of a pointer, by its type or else by its accesses."""
        if self.naming.sizes.get(base):
            return self.naming.sizes[base]
        if self._sizes is None:
            self._sizes = self._access_sizes()
        return self._sizes.get(base, 1)

    def _access_sizes(self) -> dict[str, int]:
        sizes: dict[str, int] = {}
        for inst in self.naming.function.instructions():
            size = element_bytes(inst.fields.get("t", ""))
            for operand in inst.operands if size and inst.form.kind == "memory" else ():
                place = self._place(inst, operand) if isinstance(operand, ir.Address) else None
                if place is not None and place.base:
                    sizes[place.base] = min(size, sizes.get(place.base, size))
        return sizes

    # ---- what accesses cost ---------------------------------------------------------------

    def _costs(self, inst: ir.Inst) -> Iterator[str]:
        """Yield the width of an access, and how a warp's lanes share sectors or banks."""
        if not inst.form.access:
            return
        width = self.width(inst)
        is_rows = inst.form.access in ("ldmatrix", "stmatrix")
        for operand in inst.operands:
            if not isinstance(operand, ir.Address):
                continue
            place = self.naming.touched(inst, operand, 1, shown=False)
            if place is None or (inst.form.access == "copy" and operand is inst.operands[0]):
                continue
            each = self._count(inst) if is_rows else width
            transactions = self.lanes.transactions(inst, place.index, each)
            cost = _cost(inst, width, transactions)
            if transactions is None:
                reason = self._count_of_line(inst, width) or self._decided(inst, place.index, each)
                cost = ", ".join(filter(None, (cost, reason)))
            if cost:
                yield cost

    def _decided(self, inst: ir.Inst, address: Sum, each: int) -> str:
        """Return what decides the transactions of an access, such as a stride or a trip."""
        deciding = self.lanes.deciding(inst, address, each)
        names = " and ".join(self.naming.atom(atom) for atom in deciding)
        unit = self.lanes.unit(inst)
        if not unit or not each or not self.lanes.is_known(address):
            return ""
        if not deciding:
            return f"in a number of {unit} that differs from warp to warp"
        return f"in a number of {unit} that {names} decide{'s' * (len(deciding) == 1)}"

    def _count_of_line(self, inst: ir.Inst, width: int) -> str:
        """Return the sectors that a launch counted for an access whose address depends on data."""
        if inst.fields.get("space", "") not in ("global", "") and inst.form.access != "copy":
            return ""
        source = source_of(self.naming.function, inst.location)
        counted = self._counted.get((source, inst.form.access, width))
        if counted is None or not counted.requests:
            return ""
        each = counted.sectors / counted.requests
        return f"{each:.3g} sectors an access, counted on its source line"


def _in_bytes(place: Place | None) -> Place | None:
    return None if place is None else replace(place, in_bytes=True)


def _is_alike(said: str, text: str) -> bool:
    """Return whether an instruction's words are already the sum, with its terms in any order."""
    plain = said.partition(" (in ")[0].split(", ")[0]
    words, terms = (re.sub(r"[ ()]", "", part) for part in (plain, text))
    return sorted(words.split("+")) == sorted(terms.split("+"))


def _cost(inst: ir.Inst, width: int, transactions: Transactions | None) -> str:
    size = f"{width} bytes a thread" if width else ""
    if transactions is None:
        return size
    if inst.space == "shared":
        times = _range(transactions, "wavefront")
        verdict = (
            "no bank conflict"
            if transactions.most <= transactions.ideal
            else f"{transactions.ideal} would do"
        )
    else:
        is_shared = transactions.most < transactions.ideal
        size += ", several lanes the same," if is_shared else f", a warp's {width * LANES}"
        times = _range(
            transactions, f"sector{'s' * (transactions.most != 1)} of {_SECTOR}"
        ).replace("ss", "s")
        verdict = (
            "coalesced"
            if transactions.most <= transactions.ideal
            else f"{transactions.ideal} would do"
        )
        if inst.form.access in ("atom", "red") and transactions.most > transactions.ideal:
            verdict += ", because lanes on one address take turns"
    return ", ".join(filter(None, (f"{size} in {times}" if size else times, verdict)))


def _range(transactions: Transactions, unit: str) -> str:
    count = (
        str(transactions.most)
        if transactions.least == transactions.most
        else f"{transactions.least} to {transactions.most}"
    )
    if unit.startswith("wavefront"):
        unit += "s" * (transactions.most != 1)
    return f"{count} {unit}"


def bits_of(type_name: str) -> str:
    """Return a register's type in words."""
    scalar = TYPES[type_name]
    match scalar.kind:
        case "p":
            return "predicates, true or false in each thread"
        case "f":
            return f"floats of {scalar.bits} bits"
        case "s":
            return f"signed integers of {scalar.bits} bits"
        case "u":
            return f"unsigned integers of {scalar.bits} bits"
        case _:
            return f"{scalar.bits} bits each, of any kind"
