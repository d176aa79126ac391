"""The folding of integer registers into sums over parameters, special registers and loop counters.

In: a lowered kernel. Out: `Folder`, which gives each integer value and address as a `Sum`.

The address of `x = tl.load(x_ptr + offsets)` in `gelu/triton` is six instructions away from its
parts:

    mul.wide.u32 %rd6, %r9, 1024;     pid*1024
    shl.b32      %r11, %r10, 2;       tid*4
    and.b32      %r12, %r11, 1020;    tid*4      no bit of tid*4 is outside the mask
    or.b64       %rd8, %rd6, %rd7;    pid*1024 + tid*4      no bit is set in both
    shl.b64      %rd9, %rd8, 2;       pid*4096 + tid*16
    add.s64      %rd1, %rd3, %rd9;    x_ptr + pid*4096 + tid*16

so `ld.global.v4.b32 [%rd1]` reads x_ptr[pid*1024 + tid*4 + 0..3]. Each instruction is folded by
its rule in `rules`. A value that no rule covers (a loaded one, say) becomes an atom of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.control_flow import natural_loops
from kernelscope.vgpu.layout import LANES
from kernelscope.vgpu.types import TYPES
from kernelscope.vgpu.values.definitions import Definition, Phi, Value, Values
from kernelscope.vgpu.values.rules import RULES, result_of
from kernelscope.vgpu.values.sums import ANY, Atom, Product, Range, Sum, constant, single

Dim3 = tuple[int, int, int]
_MOST_THREADS = (1024, 1024, 64)
_MOST_BLOCKS = (2**31 - 1, 65535, 65535)
_LANE_BITS = LANES.bit_length() - 1
_LONG, _LONG_WITH_NAME = 14, 6  # atoms of a sum that is still written out in full
_HASH_BITS = 4  # a factor this many bits short of the register's width makes indices overflow
_POINTER = (-(2**63), 2**63 - 1)  # the range of a parameter of 64 bits
_CLOCKS = ("%clock", "%globaltimer")
_FOLDED = RULES.keys() | {"ld", "shfl"}


class Folder:
    """The values of a kernel as sums.

    Attributes:
        block: threads of a block in x, y, z; None if unknown.
        values: which write each read sees.
        loops: the blocks of each loop, by its head.
        numbers: the value behind each atom of kind "value", by the atom's `number`.
        expanded: the sum that such an atom stands for, if it abbreviates a long one.
        counted: the sum of a loop counter that is shown by its own name.
        trips: the heads of loops whose trips are counted by an atom.
    """

    def __init__(
        self,
        function: ir.Function,
        named: Callable[[int], bool] = lambda register: False,
        block: Dim3 | None = None,
    ) -> None:
        """Fold one kernel.

        `named`: returns whether a register, by its index, has a name in the source. Loop counters
        with a name are kept, and sums that have one are abbreviated earlier. `block`: threads of a
        block in x, y, z, if known.
        """
        self.function = function
        self.block = block or function.required_block
        self.values = Values(function)
        successors = [b.terminator.targets for b in function.blocks]
        self.loops = natural_loops(successors, set(range(len(successors))))
        self.numbers: list[Value] = []
        self.expanded: dict[int, Sum] = {}
        self.counted: dict[int, Sum] = {}
        self._named = named
        self.trips: set[int] = set()
        self._number_of: dict[Value, int] = {}
        self._known: dict[Value, Sum] = {}
        self._parameters = {p.offset: p for p in function.parameters}
        self._lowered = Counter(
            (inst.position.line, inst.position.column) for inst in function.instructions()
        )
        self._find_counters()

    # ---- what reads see -------------------------------------------------------------------

    def operand(self, inst: ir.Inst, operand: ir.Operand) -> Sum | None:
        """Return a source operand of an instruction; None if it is not a single integer."""
        match operand:
            case ir.Register():
                return self.value(self.values.read(inst, operand))
            case ir.Immediate(value=int() as value):
                return constant(value)
            case ir.Special() if not operand.name.startswith(_CLOCKS):
                return self._special(operand.name)
            case ir.Symbol() if operand.space != "param":
                return _variable(operand) + constant(operand.offset)
            case _:
                return None

    def address(self, inst: ir.Inst, address: ir.Address) -> Sum | None:
        """Return the address of a memory operand, in bytes; None for a parameter."""
        if address.base is None:
            return constant(address.offset)
        base = self.operand(inst, address.base)
        return None if base is None else base + constant(address.offset)

    def result(self, inst: ir.Inst) -> Sum | None:
        """Return the value of an instruction's one integer destination; None if it has none."""
        registers = inst.destinations
        if len(registers) != 1 or registers[0].type.is_float or registers[0].type.kind == "p":
            return None
        return self.value(self.values.written(inst, registers[0]))

    def value(self, value: Value) -> Sum:
        """Return a value as a sum; an atom if nothing is known of it.

        A register that only one instruction writes, and reads before (`add %r1, %r1, 1` without a
        start), is an atom: it would be computed from itself.
        """
        begun: set[Value] = set()
        waiting = [value]
        while waiting:
            first = waiting[-1]
            missing = [] if first in self._known else self._unknown_inputs(first)
            if missing and first not in begun:
                begun.add(first)
                waiting += missing
                continue
            if first not in self._known:
                self._known[first] = self.opaque(first) if missing else self._folded(first)
            waiting.pop()
        return self._known[value]

    def written_out(self, atom: Atom) -> Sum | None:
        """Return the sum that a value's atom abbreviates, or that of a loop counter; else None."""
        if atom.kind != "value":
            return None
        return self.expanded.get(atom.number) or self.counted.get(atom.number)

    def _unknown_inputs(self, value: Value) -> list[Value]:
        """Return the values that a value must be computed from, if a rule covers its instruction.

        Those that are known already are left out.
        """
        if not isinstance(value, Definition) or value.before is not None:
            return []
        inst = value.inst
        if inst.opcode not in _FOLDED or len(inst.destinations) != 1:
            return []
        read = (self.values.read(inst, register) for register in inst.sources)
        return [value for value in read if value not in self._known]

    def _folded(self, value: Value) -> Sum:
        if isinstance(value, Definition) and value.before is None:
            total = self._computed(value)
            if total is not None:
                return self._shortened(value, total)
        return self.opaque(value)

    def _shortened(self, value: Definition, total: Sum) -> Sum:
        """Return a sum, or an atom in its place if the sum is too long to read.

        A hash such as `threadIdx.x * 1540483477 + 7` is abbreviated, too: it is meant to overflow,
        so the sum over integers without end would be a different number. A sum with a pointer is
        kept whole, since the accesses to it need their base.
        """
        most = _LONG if not self._named(value.register.index) else _LONG_WITH_NAME
        is_short = total.size <= most and not self._is_hash(value, total)
        if is_short or any(_is_base(product) for product in total.terms):
            return total
        (low, high), (least, most) = total.range, _bounds(value.register)
        if low is not None and high is not None and least is not None and most is not None:
            low, high = max(low, least), min(high, most)
        atom = self._atom(value, (low, high), total.bits)
        self.expanded[atom.number] = total
        return single(atom)

    def _is_hash(self, value: Definition, total: Sum) -> bool:
        """Return whether a factor is so large that the product is meant to overflow."""
        least = 1 << value.register.type.bits - _HASH_BITS
        return any(product and abs(factor) >= least for product, factor in total.terms.items())

    def opaque(self, value: Value) -> Sum:
        """Return a value as an atom of its own, with the range of its type."""
        bounds = _bounds(value.register)
        if isinstance(value, Definition) and value.inst.opcode == "ld":
            scalar = TYPES[value.inst.fields["t"]]
            if scalar.bits < 32:
                least = -(1 << scalar.bits - 1) if scalar.kind == "s" else 0
                bounds = (least, (1 << scalar.bits) + least - 1)
        return single(self._atom(value, bounds, -1))

    def _atom(self, value: Value, bounds: Range, mask: int) -> Atom:
        if value not in self._number_of:
            self._number_of[value] = len(self.numbers)
            self.numbers.append(value)
        number = self._number_of[value]
        return Atom("value", value.register.name, number, range=bounds, mask=mask)

    def _computed(self, value: Definition) -> Sum | None:
        """Return the sum that a rule makes of an instruction's operands; None without a rule."""
        inst = value.inst
        if inst.opcode == "ld":
            return self._loaded_parameter(inst)
        if inst.opcode not in _FOLDED:
            return None
        sources: list[Sum] = []
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
            if spec.is_destination and isinstance(operand, tuple):
                return None
            if spec.is_destination or operand is None:
                continue
            source = self.operand(inst, operand)
            if source is None:
                return None
            sources.append(source)
        if inst.opcode == "shfl":
            return sources[0] if self.is_same_in_warp(sources[0]) else None
        total = result_of(inst, sources)
        return None if total is None or self._is_lost(inst, total) else total

    def _is_lost(self, inst: ir.Inst, total: Sum) -> bool:
        """Return whether a value must not be folded across the border of a device function.

        A function that is called twice is inlined twice, but its lines are explained once, for
        both calls. `twice(threadIdx.x)` and `twice(5)` share the line `clz.b32 %r2, %r1`: folding
        would explain it as "number of leading zeros of threadIdx.x", which is wrong for the
        second call. The registers of inlined functions have a "+" and the call's number in their
        names.
        """
        passed = [register for register in inst.sources if "+" in register.name]
        if not passed:
            return False
        makers = [self.values.read(inst, register) for register in passed]
        places = [inst.position, *(v.inst.position for v in makers if isinstance(v, Definition))]
        is_repeated = any(self._lowered[place.line, place.column] > 1 for place in places)
        return is_repeated or any(atom.kind == "value" for atom in total.atoms())

    def _loaded_parameter(self, inst: ir.Inst) -> Sum | None:
        place, scalar = inst.parameter, TYPES[inst.fields["t"]]
        if place is None or scalar.is_float or isinstance(inst.operands[0], tuple):
            return None
        name, parameter = place.name, self._parameters.get(place.offset)
        if parameter is None or parameter.size != scalar.bits // 8:
            assert inst.address is not None
            name += f"+{inst.address.offset}"
        bounds = (-(1 << scalar.bits - 1), (1 << scalar.bits - 1) - 1)
        return single(Atom("parameter", name, place.offset, range=bounds))

    def is_same_in_warp(self, total: Sum) -> bool:
        """Return whether all lanes of a warp have the same value.

        `shfl.sync.idx` of such a value returns the value, so it can be folded. With blocks of 32·k
        threads in x, `threadIdx.x / 32` (a field from bit 5 on) is such a value: Triton moves the
        warp's number through a `shfl` to tell the assembler that it is uniform.
        """
        return all(self._is_same(atom) for product in total.terms for atom in product)

    def _is_same(self, atom: Atom) -> bool:
        if atom.kind == "bits" and atom.low >= _LANE_BITS and self.block is not None:
            is_row = self.block[0] % LANES == 0
            if is_row and atom.arguments[0] == single(Atom("special", "%tid.x")):
                return True
        if atom.kind == "special":
            return atom.name.startswith(("%ctaid", "%ntid", "%nctaid"))
        if atom.arguments:
            return all(self.is_same_in_warp(argument) for argument in atom.arguments)
        return atom.kind in ("parameter", "variable", "window")

    def _special(self, name: str) -> Sum:
        register, _, axis = name.partition(".")
        place = "xyz".find(axis)
        threads = (self.block or _MOST_THREADS)[place]
        if register == "%ntid" and self.block is not None:
            return constant(threads)
        if register == "%tid" and threads == 1 and self.block is not None:
            return constant(0)
        most = {
            "%tid": threads - 1,
            "%ntid": threads,
            "%ctaid": _MOST_BLOCKS[place] - 1,
            "%nctaid": _MOST_BLOCKS[place],
            "%laneid": LANES - 1,
            "%warpid": 31,
        }.get(register, 2**32 - 1)
        return single(Atom("special", name, range=(0, most)))

    # ---- loops ----------------------------------------------------------------------------

    def _find_counters(self) -> None:
        """Find the values that grow by the same amount in every trip of a loop.

            mov.u32 %r6, 0;
          $LOOP:
            ld.global.v2.f32 {%f2, %f3}, [%rd5+8];
            add.s64 %rd5, %rd5, 512;
            add.s32 %r6, %r6, 1;
            …

        `%rd5` is its start plus 512*trip, so the load reads x[… + trip*128 + … + 2..3]. Without
        this, `%rd5` would be one unknown value for all lanes, and the load would be explained as
        "several lanes the same, in 1 sector".

        If the source names one of the counters (`i`), the others are expressed by it: x[i*128]
        reads better than x[trip*128]. A counter that continues from where an earlier loop left
        its register is used likewise. Otherwise the number of the trip is used.
        """
        steps: dict[int, list[tuple[Phi, Value, Sum]]] = {}
        for head, phis in enumerate(self.values.phis):
            body = self.loops.get(head)
            for phi in phis.values() if body else ():
                step = self._step(phi, body or set())
                if step is not None:
                    steps.setdefault(head, []).append((phi, *step))
        self._known.clear()
        for head in sorted(steps):
            self._tell_by_counter(head, steps[head])

    def _step(self, phi: Phi, body: set[int]) -> tuple[Value, Sum] | None:
        """Return the start of a value at a loop's head, and the step of each trip; None if varying.

        The step may be a parameter (`at += n`), but not a value that the loop itself computes.
        """
        if phi.register.type.is_float or phi.register.type.kind == "p":
            return None
        outside = {value for block, value in phi.sources.items() if block not in body}
        inside = {value for block, value in phi.sources.items() if block in body}
        if len(outside) != 1 or len(inside) != 1:
            return None
        step = self.value(inside.pop()) - self.value(phi)
        if any(a.kind == "value" and self._is_within(a, body) for a in step.atoms()):
            return None
        return outside.pop(), step

    def _is_within(self, atom: Atom, body: set[int]) -> bool:
        value = self.numbers[atom.number]
        return isinstance(value, Definition | Phi) and value.block in body

    def _holds_own(self, phi: Phi, begin: Sum) -> bool:
        """Return whether a counter starts from an earlier value of its own register.

        After `ld.global.u32 %i, [%rd1]`, a loop counts `%i` on. Its start has no name of its own
        once the loop has changed `%i`. Expressed by the trip, the store would go to
        "x[old %i*128 + trip*128]"; expressed by the register, it goes to "x[%i*128]".
        """
        numbers = (atom.number for atom in begin.atoms() if atom.kind == "value")
        return any(self.numbers[number].register is phi.register for number in numbers)

    def _tell_by_counter(self, head: int, advancing: list[tuple[Phi, Value, Sum]]) -> None:
        trip = single(Atom("trip", number=head, range=(0, None)))
        steady = [(p, start, s) for p, start, s in advancing if s.constant]
        named = [(p, s) for p, _, s in steady if self._named(p.register.index)]
        # A counter that continues an earlier value can only be expressed by its own register.
        onward = [(p, s) for p, start, s in steady if self._holds_own(p, self.value(start))]
        counter = next(iter(named + onward), None)
        for phi, start, step in advancing:
            begin = self.value(start)
            if phi is not (counter and counter[0]) and self._holds_own(phi, begin):
                continue
            if counter is None:
                self._known[phi] = begin + step * trip
                self.trips.add(head)
                continue
            if phi is counter[0]:
                self._known[phi] = self.opaque(phi)
                number = self._number_of[phi]
                self.counted[number] = begin + step * trip
                continue
            size = counter[1].constant or 1
            each = step.divided(size)
            first = next(self.value(s) for p, s, _ in advancing if p is counter[0])
            if each is not None:
                self._known[phi] = begin + each * (self.opaque(counter[0]) - first)
            else:
                self._known[phi] = begin + step * trip
                self.trips.add(head)


def _is_base(product: Product) -> bool:
    """Return whether a product can be the base of an address."""
    if len(product) != 1:
        return False
    return product[0].kind in ("variable", "window") or product[0].range == _POINTER


def _bounds(register: ir.Register) -> Range:
    """Return the range of a register, whether it is read as signed or unsigned."""
    bits = register.type.bits
    return (-(1 << bits - 1), (1 << bits) - 1) if 1 < bits <= 32 else ANY


def _variable(symbol: ir.Symbol) -> Sum:
    return single(Atom("variable", symbol.name, range=(0, None)))
