"""Inference of the registers that are addresses, the C type of each, and the parts of vectors.

In: the facts of a function, and the front end's types of its pointers. Out: `Pointers`, `Types`,
`Vectors`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from kernelscope.inside.decompile.expressions import (
    BITS,
    FLOAT_OF,
    SIGNED_OF,
    UNSIGNED_OF,
    VECTOR_ELEMENTS,
    VECTOR_NAMES,
    Expr,
    byte_size,
)
from kernelscope.inside.decompile.facts import Facts
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.dataflow import reach
from kernelscope.vgpu.ir.verify import operand_type
from kernelscope.vgpu.types import TYPES

# ---- addresses -----------------------------------------------------------------------------------
# A register holds an address if an access uses it, or if another address register comes from it
# through moves, sums, selections and `cvta`. The result of `and`, `xor` or `shr` is a number, even
# if its bits came from an address. A register is kept only if all its definitions make an address
# (`holds`); dropping one may drop those that come from it, so that step repeats until it is stable.

Root = tuple[str, str | int]
"""The root of an address: ("param", name), ("symbol", name) or ("register", number)."""

_OFFSETS = frozenset({"mul", "shl", "and", "or", "xor", "shr", "rem", "div", "cvt", "bfe", "not"})
SYMBOL_SPACES = frozenset({"shared", "global", "const", "local"})


class Pointers:
    """The address registers of a kernel.

    Attributes:
        registers: their numbers.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.registers: set[int] = set()
        self._roots: dict[int, Root] = {}
        wanted = self.wanted()
        while True:
            bad = {n for n in wanted if not self.holds(n, wanted)}
            if not bad:
                break
            wanted -= bad
        self.registers = wanted

    def wanted(self) -> set[int]:
        """Return every register that an address may come from."""
        instructions = list(self.facts.function.instructions())
        starts = [register for inst in instructions for register in inst.address_registers]
        # Arguments for functions of the CUDA runtime: texts for `printf`, memory for `free`.
        calls = (inst for inst in instructions if inst.opcode == "call")
        starts += [r for inst in calls for r in inst.sources if r.type.bits == 64]

        def made_of(number: int) -> list[int]:
            makers = self.facts.definitions[number]
            sources = (source for inst in makers for source in self.sources(inst))
            return [source.index for source in sources if isinstance(source, ir.Register)]

        return set(reach((register.index for register in starts), made_of))

    def holds(self, number: int, wanted: set[int]) -> bool:
        """Return whether all definitions of a register make an address."""
        for inst in self.facts.definitions[number]:
            sources = self.sources(inst)
            # An address may begin at a value loaded from memory, or from `malloc`.
            begins = inst.opcode == "call" or (inst.opcode == "ld" and not inst.fields["v"])
            if not sources and not begins:
                return False
            for source in sources:
                if isinstance(source, ir.Register) and source.index not in wanted:
                    return False
        return bool(self.facts.definitions[number])

    def sources(self, inst: ir.Inst) -> list[ir.Operand]:
        """Return the operands that the address in an instruction's result comes from."""
        operands: Sequence[ir.Operand] = inst.operands
        match inst.opcode:
            case "mov" | "cvta":
                source = operands[1]
                known = isinstance(source, ir.Register) or (
                    isinstance(source, ir.Symbol) and source.space in SYMBOL_SPACES
                )
                return [source] if known else []
            case "cvt" if _cuts(inst):
                return [operands[1]]
            case "add" if inst.fields.get("t") in ("s64", "u64", "s32", "u32"):
                return self.base_of_sum(operands[1], operands[2])
            case "sub" if inst.fields.get("t") in ("s64", "u64", "s32", "u32"):
                return [operands[1]] if isinstance(operands[1], ir.Register) else []
            case "mad" if inst.fields["part"] in ("wide", "lo"):
                return [operands[3]] if isinstance(operands[3], ir.Register | ir.Symbol) else []
            case "selp":
                both = list(operands[1:3])
                return both if all(isinstance(o, ir.Register) for o in both) else []
            case _:
                return []

    # PTX gives no types and either order. Both of these are `x[t]`:
    #
    #     mul.wide.u32 %rd3, %r1, 4;      rank 0: a product is an offset
    #     add.s64 %rd4, %rd3, %rd1;       %rd1 is loaded from a parameter: rank 3
    #     add.s64 %rd4, %rd1, %rd3;
    #
    # The operand of the higher rank is the address. If the left one were taken, or none, the
    # first form would become `((float *)((unsigned long long)threadIdx.x * 4 + p0))[0]`, with a
    # parameter `unsigned long long p0` in place of `const float *`.
    def base_of_sum(self, left: ir.Operand, right: ir.Operand) -> list[ir.Operand]:
        """Return the address in `address + offset`; [] if it is unclear which operand it is."""
        rank = [self.likeness(o) for o in (left, right)]
        if rank[0] == rank[1]:
            return []
        return [left] if rank[0] > rank[1] else [right]

    def likeness(self, operand: ir.Operand) -> int:
        """Return how much an operand looks like an address: 0 not at all, 1 perhaps, 3 surely."""
        if isinstance(operand, ir.Symbol):
            return 3
        if not isinstance(operand, ir.Register):
            return 0
        best = 0
        for inst in self.facts.definitions[operand.index]:
            best = max(best, self._likeness_of(inst, 4))
        return best

    def _likeness_of(self, inst: ir.Inst, depth: int) -> int:
        """Return how much an instruction's result looks like an address (see `likeness`).

        3: a parameter, a variable, `cvta`, or a sum of one of these. 1: a value loaded from memory,
        or an `add` of unknown operands. 0: a product, a shift, a conversion, bits.
        """
        if inst.opcode in _OFFSETS:
            return 3 if _cuts(inst) and self._begins_at_symbol(inst.operands[1]) else 0
        if inst.opcode == "cvta" or inst.parameter is not None:
            return 3 if inst.form.signature[0].type != "pred" else 0
        if inst.opcode == "mov" and isinstance(inst.operands[1], ir.Symbol):
            return 3
        if inst.opcode in ("add", "sub", "mad", "mov", "selp") and depth:
            ranks = [1 if inst.opcode == "add" else 0]
            for operand in inst.operands[1:]:
                if isinstance(operand, ir.Register) and operand.type.bits > 1:
                    for inner in self.facts.definitions[operand.index]:
                        ranks.append(self._likeness_of(inner, depth - 1))
                elif isinstance(operand, ir.Symbol):
                    ranks.append(3)
            return max(ranks) if max(ranks) > 1 else ranks[0]
        return 1 if inst.opcode == "ld" else 0

    # `cvt.u32.u64` cuts such an address to the 32 bits of shared memory:
    #
    #     mov.u64     %rd2, tile;      the address of a __shared__ array
    #     cvt.u32.u64 %r3, %rd2;
    #     add.s32     %r4, %r3, %r2;
    #     st.shared.u32 [%r4], %r1;
    #
    # %r3 is still an address: `tile[threadIdx.x * 4]`. A conversion of anything else is an
    # offset. Without this rule %r3 would be `(unsigned)(unsigned long long)tile`, the low half of
    # a generic address, which is not the address in shared memory that PTX means.
    def _begins_at_symbol(self, operand: ir.Operand) -> bool:
        """Return whether an operand is the address of a variable, or of a place in it."""
        while isinstance(operand, ir.Register):
            inst = self.facts.definition(operand.index)
            moves = inst is not None and (
                inst.opcode in ("mov", "cvta")
                or (inst.opcode == "add" and isinstance(inst.operands[2], ir.Immediate))
            )
            if inst is None or not moves:
                return False
            operand = inst.operands[1]
        return isinstance(operand, ir.Symbol)

    def root(self, operand: ir.Operand) -> Root | None:
        """Return the root of an address; None if the operand is not an address."""
        if isinstance(operand, ir.Symbol):
            return "symbol", operand.name
        if not isinstance(operand, ir.Register) or operand.index not in self.registers:
            return None
        number = operand.index
        if number not in self._roots:
            self._roots[number] = "register", number
            self._roots[number] = self._find_root(number)
        return self._roots[number]

    def only_read(self) -> set[Root]:
        """Return the parameters whose memory is only loaded, and whose address is not passed on."""
        written: set[Root | None] = set()
        for inst in self.facts.function.instructions():
            results = {self.root(register) for register in inst.destinations}
            for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
                if isinstance(operand, ir.Address):
                    if inst.form.access != "load":
                        written.add(self.root(operand.base))
                elif not spec.is_destination:
                    parts = operand if isinstance(operand, tuple) else (operand,)
                    written |= {self.root(part) for part in parts} - results
        roots = {self.root(self.facts.function.registers[n]) for n in self.registers}
        return {r for r in roots - written if r is not None and r[0] == "param"}

    def _find_root(self, number: int) -> Root:
        roots: set[Root] = set()
        for inst in self.facts.definitions[number]:
            if inst.parameter is not None:
                roots.add(("param", inst.parameter.name))
            for source in self.sources(inst):
                if isinstance(source, ir.Register) and source.index == number:
                    continue
                root = self.root(source)
                if root is not None and root != ("register", number):
                    roots.add(root)
        return roots.pop() if len(roots) == 1 else ("register", number)


def _cuts(inst: ir.Inst) -> bool:
    """Return whether a conversion cuts 64 bits to the 32 of a narrow address space."""
    types = inst.fields.get("dt", ""), inst.fields.get("st", "")
    return inst.opcode == "cvt" and types[0] in ("u32", "s32") and types[1] in ("u64", "s64")


_MOVES = frozenset({"mov", "selp", "shfl", "ld", "st", "slct", "atom", "red"})
_SIGN_MATTERS = frozenset(
    {"setp", "set", "min", "max", "shr", "div", "rem", "cvt", "neg", "abs", "mulhi", "bfe"}
)

Node = int | tuple[Root, int]


# PTX's registers are often only bits (`.b32`). Registers between which values move form a group
# with one type; each instruction that computes with a member votes for the type of the group. From
# a kernel as Triton writes it:
#
#     ld.global.b32 %r2, [%rd4];          in the group of p0's elements; no vote: `b32` is only bits
#     selp.b32 %r3, %r2, %r4, %p1;        joins %r3 and %r2; no vote
#     add.f32  %r5, %r3, %r3;             two votes for float, by %r3; %r5 has its own
#     st.global.b32 [%rd4], %r5;          joins %r5 to p0's elements
#
# The group is `float`, and p0 is a `float *`: `float f = … ? p0[t] : 0.0f; p0[t] = f + f;`. Without
# groups, p0 would be `unsigned *`, and the load would need `__uint_as_float`.
#
# Counting votes (`_ballot`, `_scalar`): float beats integers if it has more votes. Signedness
# follows only instructions for which it matters: `setp.lt.s64` makes `long long n`, while the
# `ld.param.u64` that loads it says nothing, as compilers write either sign there. If it counted
# too, `n` of the CUDA GELU would become `unsigned long long` and its test `i < (long long)n`.
class Types:
    """C types by register, and the element types of parameters and variables in memory."""

    def __init__(self, facts: Facts, hints: Mapping[str, str]) -> None:
        self.facts = facts
        self.hints = hints
        self.pointers = Pointers(facts)
        self._parent: dict[Node, Node] = {}
        self._votes: defaultdict[Node, Counter[str]] = defaultdict(Counter)
        self._c_types: dict[int, str] = {}
        self.elements: dict[Root, str] = {}
        for inst in facts.function.instructions():
            self._join(inst)
        for inst in facts.function.instructions():
            self._vote(inst)
        self._find_elements()
        self.only_read = self.pointers.only_read()

    # ---- groups -------------------------------------------------------------------------------

    def _find(self, node: Node) -> Node:
        while self._parent.get(node, node) != node:
            node = self._parent[node]
        return node

    def _unite(self, first: Node, second: Node) -> None:
        self._parent[self._find(first)] = self._find(second)

    def _join(self, inst: ir.Inst) -> None:
        """Put the registers that an instruction moves values between in one group."""
        if inst.opcode not in _MOVES:
            return
        if inst.opcode in ("ld", "st", "atom", "red"):
            self._join_memory(inst)
            return
        sources = inst.operands[1:3] if inst.opcode in ("selp", "slct") else inst.operands[1:2]
        target = inst.operands[0]
        for source in sources:
            if (
                isinstance(source, ir.Register)
                and isinstance(target, ir.Register)
                and source.type.bits == target.type.bits
                and not self._is_constant(source)
            ):
                self._unite(target.index, source.index)

    #     mov.b32 %r1, 0;        one zero, used twice
    #     mov.b32 %r2, %r1;      the start of a float sum
    #     mov.b32 %r3, %r1;      the start of a loop counter
    #
    # If %r1 joined the two, sum and counter would have one type: `int n = 0;` and
    # `n = __float_as_int(__int_as_float(n) + …)` instead of `float f = 0.0f; f += p0[n]`.
    def _is_constant(self, register: ir.Register) -> bool:
        """Return whether a register only holds a constant, which may be zero of several types."""
        inst = self.facts.definition(register.index)
        if inst is None or inst.opcode != "mov":
            return False
        return isinstance(inst.operands[1], ir.Immediate) and not inst.operands[1].float_bits

    def _join_memory(self, inst: ir.Inst) -> None:
        """Put all values loaded from and stored to one parameter's memory in one group."""
        root = self.root_of(inst)
        bits = TYPES[inst.fields["t"]].bits
        if root is None or root[0] != "param":
            return
        for operand in inst.operands:
            for register in _plain(operand):
                if register.type.bits == bits:
                    self._unite(register.index, (root, bits))

    # ---- votes --------------------------------------------------------------------------------

    def _vote(self, inst: ir.Inst) -> None:
        """Let an instruction vote on its operands (see the comment above `Types`)."""
        for spec, operand in zip(inst.form.signature, inst.operands, strict=True):
            if spec.kind != "value" or operand is None:
                continue
            scalar = operand_type(spec, inst.fields, inst.form)
            for register in _plain(operand):
                if register.type.bits == scalar.bits:
                    word = _ballot(inst, scalar.kind)
                    if word:
                        self._votes[self._find(register.index)][word] += 1
            if isinstance(operand, ir.Immediate) and operand.float_bits and inst.operands[0]:
                for register in _plain(inst.operands[0]):
                    if register.type.bits == operand.float_bits:
                        self._votes[self._find(register.index)]["float"] += 1
            if isinstance(operand, ir.Special) and inst.opcode == "mov":
                for register in _plain(inst.operands[0]):
                    self._votes[self._find(register.index)]["unsigned"] += 1

    def _scalar(self, node: Node, bits: int) -> str:
        votes = self._votes[self._find(node)]
        integers = votes["signed"] + votes["unsigned"] + votes["int"]
        if votes["float"] > integers and bits in FLOAT_OF:
            return FLOAT_OF[bits]
        if votes["signed"] > votes["unsigned"]:
            return SIGNED_OF[bits]
        if not integers and not votes["weak"] and votes["unsigned"] == 0 and bits == 32:
            return "unsigned"
        return UNSIGNED_OF[bits]

    # ---- answers ------------------------------------------------------------------------------

    def of(self, register: ir.Register) -> str:
        """Return the C type of a register's variable."""
        known = self._c_types.get(register.index)
        if known is None:
            known = self._c_types[register.index] = self._type(register)
        return known

    def _type(self, register: ir.Register) -> str:
        if register.type.kind == "p":
            return "bool"
        if register.index in self.pointers.registers:
            root = self.pointers.root(register)
            assert root is not None
            return f"{self.elements.get(root, 'char')}*"
        return self._scalar(register.index, register.type.bits)

    def to_constant(self) -> set[int]:
        """Return the registers that point to memory which the kernel only reads."""
        registers = self.facts.function.registers
        return {
            number
            for number in self.pointers.registers
            if self.pointers.root(registers[number]) in self.only_read
        }

    def root_of(self, inst: ir.Inst) -> Root | None:
        """Return the root of the memory that an instruction touches; None if unknown."""
        return self.pointers.root(inst.address.base) if inst.address is not None else None

    def _find_elements(self) -> None:
        votes: defaultdict[Root, Counter[str]] = defaultdict(Counter)
        for inst in self.facts.function.instructions():
            root = self.root_of(inst)
            if root is None or inst.form.access not in ("load", "store", "atom", "red"):
                continue
            for c_type, count in self._accessed(inst):
                votes[root][c_type] += count
        for parameter, c_type in self.hints.items():
            self.elements["param", parameter] = c_type
        for root, counted in votes.items():
            commonest = counted.most_common(1)[0][0]
            known = self.elements.get(root)
            if known is None or byte_size(known) != byte_size(commonest):
                self.elements[root] = commonest
        self._c_types.clear()

    def _accessed(self, inst: ir.Inst) -> Iterator[tuple[str, int]]:
        data = next(
            (o for o in inst.operands if not isinstance(o, ir.Address) and o is not None), None
        )
        parts = data if isinstance(data, tuple) else (data,)
        yield self.access_type(inst, parts), len(parts)

    def access_type(self, inst: ir.Inst, parts: Sequence[ir.Operand]) -> str:
        """Return the C type of one element of a load or store."""
        scalar = TYPES[inst.fields["t"]]
        if scalar.kind == "f" and scalar.bits in FLOAT_OF:
            return FLOAT_OF[scalar.bits]
        if scalar.kind == "s":
            return SIGNED_OF[scalar.bits]
        c_types = Counter(
            self.of(p)
            for p in parts
            if isinstance(p, ir.Register)
            and p.type.bits == scalar.bits
            # An address of 32 bits is stored as a number.
            and (scalar.bits == 64 or p.index not in self.pointers.registers)
        )
        if c_types:
            return c_types.most_common(1)[0][0]
        return UNSIGNED_OF.get(scalar.bits, "uint4")


def _ballot(inst: ir.Inst, type_letter: str) -> str:
    """Return the vote of an operand: "float", "signed", "unsigned", "int", "weak" or "".

    "int": an integer, of either sign. "weak": a move of a typed value, which tells integers from
    bits alone but counts for neither sign.
    """
    if type_letter == "f":
        return "float"
    if inst.opcode in _MOVES:
        return "weak" if type_letter in "su" else ""
    matters = inst.opcode in _SIGN_MATTERS or inst.fields.get("part") in ("wide", "hi")
    if type_letter in ("s", "u") and matters:
        return "signed" if type_letter == "s" else "unsigned"
    return "int" if type_letter in ("s", "u", "b") else ""


def _plain(operand: ir.Operand) -> list[ir.Register]:
    """Return the registers of an operand that hold values, not addresses."""
    return [] if isinstance(operand, ir.Address | ir.NotPredicate) else ir.registers_in(operand)


# ---- vectors -------------------------------------------------------------------------------------

MEMBERS = "xyzw"
_FILLING = frozenset({"ld", "ldu", "ldmatrix", "mma", "wmma", "wgmma"})


# Two sources. A vector load:
#
#     @%p1 ld.global.v4.b32 { %r1, %r2, %r3, %r4 }, [ %rd1 + 0 ];      if (mask) x = *(float4 *)…;
#
# and the fragments of a matrix on the tensor cores, in groups of four:
#
#     wgmma.mma_async….m64n64k16.f32.bf16.bf16 { %r167, …, %r198 }, …  eight `float4`: v … v8
#
# Without vectors the load would need a temporary and four assignments, and the function around
# `wgmma` 32 parameters.
class Vectors:
    """Vector variables; their numbers follow those of the registers.

    `of`: the vector and letter of each member register; `members`: the registers of each vector.
    """

    def __init__(self, facts: Facts, types: Types) -> None:
        self.types = types
        self.of: dict[int, tuple[int, str]] = {}
        self.members: dict[int, list[int]] = {}
        self.c_types: dict[int, str] = {}
        self._registers = facts.function.registers
        for inst in facts.function.instructions():
            filled = inst.operands[0] if inst.opcode in _FILLING and inst.operands else None
            if isinstance(filled, tuple):
                bits = operand_type(inst.form.signature[0], inst.fields, inst.form).bits
                for start in range(0, len(filled), 4):
                    self._consider(filled[start : start + 4], bits)

    def _consider(self, operand: tuple[ir.Operand, ...], bits: int) -> None:
        """Make registers a vector if they are different, of one type, and in no vector yet.

        A register that two loads fill as parts of different vectors belongs to the first; the
        second load goes through a temporary, whose members are then assigned one by one.
        """
        registers = [r for r in operand if isinstance(r, ir.Register)]
        numbers = [r.index for r in registers]
        c_types = {self.types.of(r) for r in registers}
        fits = len(registers) == len(operand) in (2, 4) and len(set(numbers)) == len(numbers)
        if not fits or len(c_types) != 1 or any(n in self.of for n in numbers):
            return
        c_type = c_types.pop()
        if c_type not in VECTOR_NAMES or vector_type(c_type, len(numbers)) is None:
            return
        if BITS[c_type] != bits:
            # Bytes in registers of 16 bits: `uchar4` would have members of the wrong size.
            return
        new = len(self._registers) + len(self.c_types)
        self.members[new] = numbers
        self.c_types[new] = f"{VECTOR_NAMES[c_type]}{len(numbers)}"
        for letter, number in zip(MEMBERS, numbers, strict=False):
            self.of[number] = new, letter

    def temporary(self, c_type: str) -> Expr:
        """Return a new variable that is not made of registers."""
        new = len(self._registers) + len(self.c_types)
        self.c_types[new] = c_type
        return self.whole(new)

    def member(self, number: int) -> Expr | None:
        """Return a register as `v.x`; None if it is not part of a vector."""
        if number not in self.of:
            return None
        vector, letter = self.of[number]
        c_type = self.c_types[vector]
        return Expr(".", VECTOR_ELEMENTS[c_type[:-1]], (self.whole(vector),), letter)

    def whole(self, vector: int) -> Expr:
        """Return a vector as a variable."""
        return Expr("reg", self.c_types[vector], value=vector)

    def filled_by(self, operand: Sequence[ir.Operand]) -> int | None:
        """Return the vector whose members are exactly these registers, in order; else None."""
        numbers = [r.index if isinstance(r, ir.Register) else -1 for r in operand]
        first = self.of.get(numbers[0])
        if first is not None and self.members[first[0]] == numbers:
            return first[0]
        return None


def vector_type(element: str, count: int) -> str | None:
    """Return CUDA's vector of an element type; None if none of that size fits in one access."""
    base = VECTOR_NAMES.get(element)
    sizes = {"longlong": 2, "ulonglong": 2, "double": 2}
    if base is None or count > sizes.get(base, 4):
        return None
    return f"{base}{count}"
