"""Reading and writing registers in the shape and type that an instruction wants."""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Container, Generator, Iterator
from contextlib import contextmanager
from typing import Any

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.accesses import WatchPlan, accesses_own_block
from kernelscope.vgpu.analysis.dataflow import reach
from kernelscope.vgpu.analysis.in_flight import InFlight
from kernelscope.vgpu.analysis.warp import Analysis
from kernelscope.vgpu.ir.forms import OperandSpec, Role, keeps_nan
from kernelscope.vgpu.ir.verify import operand_type
from kernelscope.vgpu.jit import build, cluster
from kernelscope.vgpu.jit import text as ll
from kernelscope.vgpu.jit.build import I32, PTR
from kernelscope.vgpu.jit.helpers import Module
from kernelscope.vgpu.layout import LANES, OFFSET_BITS, PARAM_BASE, SHARED_WINDOW, Context
from kernelscope.vgpu.tools import Tool
from kernelscope.vgpu.types import LLType, LLValue, ScalarType

# What these copy is seen where the copy is.
_COPIES = (Role.COPY, Role.SHUFFLE, Role.SELECT)
# Float arithmetic gives the same result for every NaN it reads, so these need no canonical NaN.
_NAN_BLIND = frozenset(
    [
        "add",
        "sub",
        "mul",
        "fma",
        "mad",
        "div",
        "min",
        "max",
        "ex2",
        "lg2",
        "rcp",
        "sqrt",
        "rsqrt",
        "sin",
        "cos",
        "tanh",
        "setp",
        "set",
        "testp",
    ]
)
_INFINITY = {16: 0x7C00, 32: 0x7F800000, 64: 0x7FF0000000000000}
_CANONICAL_NAN = {16: 0x7FFF, 32: 0x7FFFFFFF, 64: 0x7FFFFFFFFFFFFFFF}


class Emitter:
    """Emits the operands of instructions: registers and constants in, results out.

    `Generator` adds the control flow around them, and documents the attributes.
    """

    b: ll.IRBuilder
    module: Module
    function: ir.Function
    analysis: Analysis
    kinds: list[LLType]
    fresh: dict[int, tuple[LLValue, LLValue]]
    loaded: set[int]
    needs_canonical: Container[int]
    may_signal: Container[int]
    kept: int
    symbols: list[str]
    active: LLValue
    active_bits: LLValue
    context: LLValue
    frame: LLValue
    is_independent: bool
    lanes: int
    block_index: int
    whole_warp: bool
    inst: ir.Inst
    instruments: dict[Tool, Any]
    settled: dict[ir.Address, tuple[LLValue, int | None]]
    in_step: frozenset[ir.Inst]
    in_flight: InFlight
    meetings: dict[ir.Inst, int]
    left_out: LLValue | None
    unread: LLValue | None

    @property
    def checked(self) -> bool:
        """True if the code reports barriers that are used wrongly."""
        return Tool.BARRIERS in self.analysis.block.tools

    @property
    def watch_plan(self) -> WatchPlan | None:
        """The plan by which the code watches accesses; None if it does not."""
        watch = self.instruments.get(Tool.RACES)
        return None if watch is None else watch.plan

    # ---- types ----------------------------------------------------------------------------

    @staticmethod
    def bits_type(bits: int) -> LLType:
        """Return the integer type of a register."""
        return ll.IntType(bits)

    def llvm_type(self, scalar: ScalarType) -> LLType:
        """Return the type that instruction code sees for a PTX type: float kinds as floats where
        LLVM has them (f16, f32, f64), all others as integers of their width; a vector in vector
        code.
        """
        element: LLValue = ll.IntType(scalar.bits)
        if scalar.kind == "f":
            element = {16: build.F16, 32: build.F32, 64: build.F64}[scalar.bits]
        return build.vector(element) if self.lanes else element

    def typed(self, element: LLType) -> LLType:
        """Return an LLVM element type as the code now emitted needs it: scalar or some lanes."""
        return build.vector(element, self.lanes) if self.lanes else element

    def const(self, element: LLType, value: LLValue) -> LLValue:
        """Return a constant of this element type, in the lanes of the code now emitted."""
        return build.constant(self.typed(element), value)

    # ---- sources --------------------------------------------------------------------------

    def sources(self, inst: ir.Inst) -> list[LLValue]:
        """Return all source operands in order; vectors as tuples, absent optional ones as None."""
        result: list[LLValue] = []
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
            if spec.is_destination and not spec.is_updated:
                continue
            result.append(self.source(inst, spec, operand))
        return result

    def source(self, inst: ir.Inst, spec: OperandSpec, operand: ir.Operand) -> LLValue:
        """Return one source operand, typed as the signature says."""
        if spec.kind == "immediate":
            return operand.value if isinstance(operand, ir.Immediate) else None
        if operand is None:
            return None
        scalar = operand_type(spec, inst.fields, inst.form)
        if isinstance(operand, tuple):
            values = tuple(self.value(o, scalar) for o in operand)
            return values if spec.count else values[0]
        value = self.value(operand, scalar)
        return self.quietened(operand, value) if self.is_extreme(inst) else value

    @staticmethod
    def is_extreme(inst: ir.Inst) -> bool:
        """Return whether this is a minimum or maximum of f32."""
        return inst.opcode in ("min", "max") and inst.fields.get("t") == "f32"

    def quietened(self, operand: ir.Operand, value: LLValue) -> LLValue:
        """Return f32 lanes without signalling NaNs, as `build.extreme` needs them."""
        quiet = isinstance(operand, ir.Register) and operand.index not in self.may_signal
        if quiet or not build.is_vector(value) or not build.has_ranges():
            return value
        # The greater of a value and itself is that value, but that no NaN in it signals.
        return build.extreme(self.b, "max", value, value)

    def value(self, operand: ir.Operand, scalar: ScalarType) -> LLValue:
        """Return a register, literal, special register or symbol as a value of `scalar`."""
        match operand:
            case ir.Immediate():
                return self.literal(operand, scalar)
            case ir.Register():
                return self.convert(self.read(operand), operand.type, scalar)
            case ir.NotPredicate():
                return self.b.not_(self.read(operand.register))
            case ir.Special():
                return self.fit_integer(self.spread(*self.special(operand.name)), scalar)
            case ir.Symbol():
                return self.fit_integer(self.spread(self.symbol(operand), 0), scalar)
            case _:
                raise AssertionError(f"no value: {operand}")

    def context_slot(self, index: Context) -> LLValue:
        """Return an i64 of the context."""
        return build.load_slot(self.b, self.context, int(index))

    def context_pointer(self, index: Context) -> LLValue:
        """Return a pointer in the context."""
        return self.b.load(build.slot(self.b, self.context, int(index)), typ=PTR)

    def special(self, name: str) -> LLValue:
        """Return (value, stride) of a special register; the generator defines it."""
        raise NotImplementedError

    def elsewhere(self, here: LLValue) -> LLValue:
        """Return the lanes that have not ended and are not here; the generator defines it."""
        raise NotImplementedError

    def member_mask(self, inst: ir.Inst) -> LLValue:
        """Return the lanes that an instruction across lanes names; the generator defines it."""
        raise NotImplementedError

    def place_of(self, register: ir.Register) -> LLValue:
        """Return a pointer to where a register is; the generator defines it."""
        raise NotImplementedError

    def one_number(self, operand: ir.Operand | int) -> LLValue:
        """Return an operand that all lanes share, as an i64; the generator defines it."""
        raise NotImplementedError

    def settle_time(self) -> None:
        """Move the clock up to the current instruction; the generator defines it."""
        raise NotImplementedError

    def initial_bits(self) -> LLValue:
        """Return the lanes that the warp began with; the generator defines it."""
        raise NotImplementedError

    def reserve_area(self, key: str, size: int) -> int:
        """Return the offset of so many bytes of the frame; the generator defines it."""
        raise NotImplementedError

    def read(self, register: ir.Register) -> LLValue:
        """Return a register's bits, scalar (lane 0) or as a vector, as the code now emitted
        needs.
        """
        shape = self.analysis.shapes[register.index]
        value = self.held(register)
        if shape is None:
            assert self.lanes, f"scalar code reads varying {register.name}"
            return value
        return self.spread(value, shape.stride)

    def read_lane0(self, register: ir.Register) -> LLValue:
        """Return the base of a uniform or affine register."""
        return self.held(register)

    def of_first_lane(self, value: LLValue) -> LLValue:
        """Return a value in the first active lane."""
        if not build.is_vector(value):
            return value
        lane = build.first_set(self.b, self.active_bits)
        return self.b.extract_element(value, self.b.and_(lane, ll.Constant(I32, LANES - 1)))

    def held(self, register: ir.Register) -> LLValue:
        """Return what a register's slot holds: in the LLVM block that last used it, that value.

        So most registers, which live in one block, never reach their slots; LLVM would find that
        out too, but has a quarter less to read this way. Those in the frame are loaded each time:
        a copy kept for long would only be put on the stack too.
        """
        index = register.index
        block, value = self.fresh.get(index, (None, None))
        if block is not self.b.block:
            value = self.b.load(self.place_of(register), typ=self.kinds[index])
            self.loaded.add(index)
            self.note(register, value)
        return value

    def note(self, register: ir.Register, value: LLValue) -> None:
        """Remember what a register's slot holds from here to the end of the LLVM block."""
        if not self.kept >> register.index & 1:
            self.fresh[register.index] = self.b.block, value

    def spread(self, base: LLValue, stride: int) -> LLValue:
        """Return a base and a stride as a vector, or the base alone in scalar code."""
        if not self.lanes or build.is_vector(base):
            return base
        value = build.splat(self.b, base)
        if stride:
            value = self.b.add(value, build.iota(base.type, stride))
        return value

    def convert(self, value: LLValue, source: ScalarType, wanted: ScalarType) -> LLValue:
        """Return a register's bits as a value of the wanted type; a wider register gives its low
        bits.
        """
        if source.bits > wanted.bits:
            value = self.b.trunc(value, self.typed(ll.IntType(wanted.bits)))
        return self.as_type(value, wanted)

    def as_type(self, bits: LLValue, wanted: ScalarType) -> LLValue:
        """Return bits as the type that instruction code works on."""
        target = self.llvm_type(wanted) if build.is_vector(bits) == bool(self.lanes) else bits.type
        return bits if bits.type == target else self.b.bitcast(bits, target)

    def literal(self, operand: ir.Immediate, scalar: ScalarType) -> LLValue:
        """Return a literal as a value of a type."""
        integer = ll.IntType(scalar.bits)
        return self.as_type(self.const(integer, literal_bits(operand, scalar)), scalar)

    def fit_integer(self, value: LLValue, scalar: ScalarType) -> LLValue:
        """Return an integer cut or zero-extended to a type's width, then seen as that type."""
        have, want = build.element_type(value).width, scalar.bits
        integer = self.typed(ll.IntType(want))
        if have > want:
            value = self.b.trunc(value, integer)
        elif have < want:
            value = self.b.zext(value, integer)
        return self.as_type(value, scalar)

    def symbol(self, symbol: ir.Symbol) -> LLValue:
        """Return a variable's address as an i64 scalar: in its space, or generic for global and
        const.
        """
        if symbol.space == "shared":
            offset = ll.Constant(build.I64, self.function.shared[symbol.name] + symbol.offset)
            if not self.analysis.block.in_cluster:
                return offset
            return self.b.or_(offset, cluster.rank_base(self.b, self.context))
        if symbol.space == "local":
            return ll.Constant(build.I64, self.function.local[symbol.name] + symbol.offset)
        if symbol.space == "param":
            return ll.Constant(build.I64, PARAM_BASE + symbol.offset)
        if symbol.name not in self.symbols:
            self.symbols.append(symbol.name)
        table = self.b.load(build.slot(self.b, self.context, int(Context.SYMBOLS)), typ=build.PTR)
        base = build.load_slot(self.b, table, self.symbols.index(symbol.name))
        return self.b.add(base, ll.Constant(build.I64, symbol.offset))

    # ---- results --------------------------------------------------------------------------

    def store_results(self, inst: ir.Inst, result: LLType) -> None:
        """Write what instruction code returned to the destinations, in signature order."""
        results = result if isinstance(result, tuple) else (result,)
        specs = [
            (spec, operand)
            for spec, operand in zip(inst.form.signature, inst.operands, strict=True)
            if spec.is_destination
        ]
        for (spec, operand), value in zip(specs, results, strict=False):
            if operand is None:
                continue
            scalar = operand_type(spec, inst.fields, inst.form)
            if isinstance(operand, tuple):
                values = value if isinstance(value, tuple) else (value,)
                for destination, element in zip(operand, values, strict=True):
                    if isinstance(destination, ir.Register):
                        self.write(destination, element, scalar)
            elif isinstance(operand, ir.Register):
                self.write(operand, value, scalar)

    def write(self, register: ir.Register, value: LLValue, scalar: ScalarType) -> None:
        """Write a typed value; lanes that are off or have a false guard keep the old value."""
        value = self.canonical(register, value, scalar)
        element = build.element_type(value)
        if not isinstance(element, ll.IntType):
            value = self.b.bitcast(value, _integer_like(value, scalar.bits))
        self.write_bits(register, self.widen(value, register.type.bits, scalar))

    def widen(self, value: LLValue, bits: int, scalar: ScalarType) -> LLValue:
        """Extend to a wider register: signed types by sign, others by zeros (PTX ISA, 9.4.1)."""
        if build.element_type(value).width >= bits:
            return value
        integer = _integer_like(value, bits)
        return self.b.sext(value, integer) if scalar.kind == "s" else self.b.zext(value, integer)

    def write_bits(self, register: ir.Register, value: LLValue) -> None:
        """Write bits under the guard and, if other lanes may need the old value, the mask."""
        shape = self.analysis.shapes[register.index]
        if shape is not None and build.is_vector(value):
            value = self.b.extract_element(value, ll.Constant(I32, 0))
        if shape is None and not build.is_vector(value):
            value = build.splat(self.b, value)
        keep = None if self.whole_warp else self.written_lanes(register)
        if keep is not None:
            value = self.b.select(keep, value, self.held(register))
        self.b.store(value, self.place_of(register))
        self.note(register, value)

    def written_lanes(self, register: ir.Register) -> LLValue:
        """Return the lanes that the instruction writes if others keep their value; else None."""
        is_vector = self.analysis.shapes[register.index] is None
        guard = self.guard_value(is_vector)
        if not is_vector or (register.index, self.block_index) not in self.analysis.blends:
            return guard
        return self.active if guard is None else self.b.and_(self.active, guard)

    def guard_value(self, as_vector: bool) -> LLValue:
        """Return which lanes execute the current instruction, as i1 or <32 x i1>: those with a true
        guard, and without those that are left out; None if all do.
        """
        guard = self._own_guard(as_vector)
        if self.left_out is None:
            return guard
        if as_vector:
            kept = build.to_mask(self.b, self.b.not_(self.left_out))
        else:
            kept = self.b.icmp_unsigned("==", self.left_out, ll.Constant(I32, 0))
        return kept if guard is None else self.b.and_(guard, kept)

    def _own_guard(self, as_vector: bool) -> LLValue:
        if self.inst.guard is None:
            return None
        register, negated = self.inst.guard
        value = self.read_lane0(register)
        if as_vector and not build.is_vector(value):
            value = build.splat(self.b, value)
        return self.b.not_(value) if negated else value

    # A worked case: `s = x[i] + x[i + 1]; y[i] = s * x[i + 2]`.
    #
    #     add.f32 %f3, %f1, %f2         only read by the product: any NaN will do
    #     mul.f32 %f5, %f3, %f4         stored: its bits can be seen
    #     st.global.f32 [%rd7], %f5
    #
    # `find_canonical_uses` notes %f5 and not %f3, so one select is emitted and not two. Without it
    # for %f5, a NaN with a payload in x (0x7FC00001) would be stored as it is, as x86 keeps
    # payloads, where a GPU stores 0x7FFFFFFF. With it for every result, each addition of a kernel
    # would take three more instructions. Copies (`mov`, `shfl`, `selp`) pass the need on to their
    # source: of a register that is moved and then stored, the sum is what must be canonical.

    def canonical(self, register: ir.Register, value: LLValue, scalar: ScalarType) -> LLValue:
        """Replace NaNs by PTX's one NaN of the type if their bits can be seen; x86 keeps
        payloads.
        """
        if scalar.kind != "f" or register.index not in self.needs_canonical:
            return value
        if self.inst.opcode not in _NAN_BLIND | {"cvt"} or keeps_nan(
            self.inst.form, self.inst.fields
        ):
            return value
        integer = _integer_like(value, scalar.bits)
        # Seen as integers: to LLVM one NaN is as good as another, and it may drop the choice.
        bits = self.b.bitcast(value, integer)
        size = self.b.and_(bits, build.constant(integer, (1 << (scalar.bits - 1)) - 1))
        is_nan = self.b.icmp_unsigned(">", size, build.constant(integer, _INFINITY[scalar.bits]))
        nan = build.constant(integer, _CANONICAL_NAN[scalar.bits])
        return self.b.bitcast(self.b.select(is_nan, nan, bits), value.type)

    def find_canonical_uses(self) -> None:
        """Note the registers whose bits are read by anything but float arithmetic."""
        seen: set[int] = set()
        copied_into: defaultdict[int, list[int]] = defaultdict(list)
        for inst in self.function.instructions():
            for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
                if spec.is_destination and not spec.is_updated:
                    continue
                blind = inst.opcode in _NAN_BLIND and spec.kind == "value"
                if blind and operand_type(spec, inst.fields, inst.form).kind == "f":
                    continue
                target = _copied_to(inst, spec, operand)
                for register in _operand_registers(operand):
                    if target is None:
                        seen.add(register.index)
                    else:
                        copied_into[target.index].append(register.index)
        self.needs_canonical = reach(seen, copied_into.__getitem__)

    # A worked case: a warp's maximum, `s = max(x[i], x[i + 1]); m = max(s, shfl_xor(s, 1))`.
    #
    #     max.f32 %f3, %f1, %f2         from loads: the sources are made quiet first
    #     shfl.sync.bfly.b32 %r6, %f3   a copy between lanes
    #     max.f32 %f5, %f3, %r6         %f3 and %r6 are quiet: nothing to do
    #
    # `build.extreme` wants operands without signalling NaNs, and making one quiet takes a maximum
    # of its own. A maximum never has one, and neither has a copy of it, so the rounds of a warp's
    # reduction need half the instructions. A load may have one: without the rule for %f1, the
    # maximum of 1.0 and the NaN 0x7FA00000 would be NaN, and not 1.0 as in PTX.

    def find_quiet(self) -> None:
        """Note the registers that never hold a signalling NaN.

        All that is written there is a minimum or maximum, or a copy of one. A sum or a product
        does not count, though it makes a NaN quiet: LLVM drops a sum with −0 or a product with 1.
        """
        loud: set[int] = set()
        copied_from: defaultdict[int, list[int]] = defaultdict(list)
        for inst in self.function.instructions():
            copied = _copied_register(inst)
            for register in inst.destinations:
                if copied is not None:
                    copied_from[copied.index].append(register.index)
                elif not self.is_extreme(inst) or self.analysis.shapes[register.index] is not None:
                    loud.add(register.index)
        self.may_signal = reach(loud, copied_from.__getitem__)

    # ---- lanes ----------------------------------------------------------------------------

    def memory_mask(self) -> LLValue:
        """Return the lanes that take part in the current instruction, as an i32."""
        lanes = self.asked_lanes()
        return lanes if self.left_out is None else self.b.and_(lanes, self.b.not_(self.left_out))

    def asked_lanes(self) -> LLValue:
        """Return the lanes that take part, and those that are left out, as an i32."""
        guard = self._own_guard(as_vector=True)
        if guard is None:
            return self.active_bits
        return self.b.and_(self.active_bits, build.to_bits(self.b, guard))

    @contextmanager
    def guarded(self, inst: ir.Inst) -> Generator[None]:
        """Emit code that looks across lanes: only lanes with a true guard count as active."""
        before = self.active, self.active_bits
        if inst.guard is not None:
            self.active_bits = self.memory_mask()
            self.active = build.to_mask(self.b, self.active_bits)
        yield
        self.active, self.active_bits = before

    def address(self, operand: ir.Address) -> tuple[LLValue, int | None]:
        """Return (address, stride): a scalar for lane 0 and the known stride, or a vector and
        None.

        The address of an instruction that accesses the block's own shared memory is the offset
        there.
        """
        value, stride = self.full_address(operand)
        if self.analysis.block.in_cluster and accesses_own_block(self.inst, operand):
            value = cluster.own_offset(self.b, self.context, value)
        return value, stride

    def full_address(self, operand: ir.Address) -> tuple[LLValue, int | None]:
        """Return (address, stride) as the operand says it, or as it was looked up."""
        if operand in self.settled:
            return self.settled[operand]
        if operand.base is None:
            return ll.Constant(build.I64, operand.offset), 0
        if isinstance(operand.base, ir.Symbol):
            base = self.symbol(operand.base)
            return self.b.add(base, ll.Constant(build.I64, operand.offset)), 0
        shape = self.analysis.shapes[operand.base.index]
        value = self.read_lane0(operand.base)
        width = build.element_type(value).width
        if operand.offset:
            # In the register's width: addresses of 32 bits wrap there.
            offset = operand.offset & ((1 << width) - 1)
            value = self.b.add(value, build.constant(value.type, offset))
        if width < 64:
            wide: LLValue = build.I64 if shape is not None else build.vector(build.I64)
            # Lane 0 of `s[threadIdx.x - 1]` is at -4 and takes no part; lane 1 must come out at 0,
            # not at 2^32.
            by_lane = shape is not None and shape.stride
            value = self.b.sext(value, wide) if by_lane else self.b.zext(value, wide)
        return value, None if shape is None else shape.stride

    def shared_vector(self, operand: ir.Address) -> LLValue:
        """Return the lanes' addresses in the block's own shared memory; a generic one of other
        memory is beyond it.
        """
        value = self.address_vector(operand)
        if self.inst.space:
            return value
        offset = self.b.sub(value, build.constant(value.type, SHARED_WINDOW << OFFSET_BITS))
        in_cluster = self.analysis.block.in_cluster
        return cluster.own_offset(self.b, self.context, offset) if in_cluster else offset

    def address_vector(self, operand: ir.Address) -> LLValue:
        """Return the address of each lane as <32 x i64>."""
        value, stride = self.address(operand)
        if stride is None:
            return value
        vector = build.splat(self.b, value)
        if stride:
            vector = self.b.add(vector, build.iota(build.I64, stride))
        return vector


def _integer_like(value: LLValue, bits: int) -> LLType:
    """Return the integer type of a width, in each lane if a value has lanes."""
    integer = ll.IntType(bits)
    return build.vector(integer) if build.is_vector(value) else integer


def _copied_to(inst: ir.Inst, spec: OperandSpec, operand: ir.Operand) -> ir.Register | None:
    """Return the register that gets all bits of this operand, if the instruction only copies it."""
    target = inst.operands[0]
    if inst.form.role not in _COPIES or not isinstance(target, ir.Register):
        return None
    result_type = operand_type(inst.form.signature[0], inst.fields, inst.form)
    same = spec.kind == "value" and operand_type(spec, inst.fields, inst.form) == result_type
    return target if same and isinstance(operand, ir.Register) else None


def _copied_register(inst: ir.Inst) -> ir.Register | None:
    """Return the one register whose bits an instruction copies, between its lanes or as they
    are.
    """
    if inst.form.role not in (Role.COPY, Role.SHUFFLE) or isinstance(inst.operands[0], tuple):
        return None
    source = inst.operands[1 if inst.form.role == Role.COPY else _shuffled(inst)]
    return source if isinstance(source, ir.Register) and source.type.bits == 32 else None


def _shuffled(inst: ir.Inst) -> int:
    """Return the index of a shuffle's value among its operands."""
    return next(n for n, spec in enumerate(inst.form.signature) if spec.name == "a")


def _operand_registers(operand: ir.Operand) -> Iterator[ir.Register]:
    if isinstance(operand, ir.Register):
        yield operand
    elif isinstance(operand, tuple):
        for element in operand:
            yield from _operand_registers(element)


def literal_bits(operand: ir.Immediate, scalar: ScalarType) -> int:
    """Return the bits of a literal in a type."""
    value = operand.value
    if operand.float_bits or (isinstance(value, int) and scalar.kind != "f"):
        return int(value) & ((1 << scalar.bits) - 1)
    code = {16: "<e", 32: "<f", 64: "<d"}[scalar.bits]
    return int.from_bytes(struct.pack(code, float(value)), "little")
