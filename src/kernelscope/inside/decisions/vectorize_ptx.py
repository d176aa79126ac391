"""The answer to "vectorize" for code that states its widths: CUDA C++, Numba, hand-written PTX.

In: the instructions of a kernel. Out: `AccessDecision`s, with why each access is not wider.

A thread's loads of one line of the source form a group: they have the same address but for a
constant. From the group and from how the address depends on the thread follows the cause:

    x[4*i + k] unrolled    offsets 0, 4, 8, 12 in one thread   alignment: four neighbours
    x[4*i + k] in a loop   4 bytes from trip to trip           stride: unroll the loop
    x[i]                   4 bytes from thread to thread       dtype: take a float4
    x[3*i]                 12 bytes from thread to thread      stride: 12 bytes apart
    x[n - 1 - i]           -4 bytes from thread to thread      stride: backwards
    x[i % n]               ends at `rem.s32`                   stride: a remainder
    x[index[i]]            ends at a load                      gather
    x[blockIdx.x]          does not depend on the thread       nothing to widen

The order matters. If the unrolled loads were not grouped first, the four loads of `x[4*i + k]`
would each be "16 bytes apart", and the advice would be to let neighbouring threads take
neighbouring elements, although one `float4` load is the better fix.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from kernelscope.inside.decisions.ptx_code import PtxAccess, PtxCode
from kernelscope.record.inspection import AccessDecision
from kernelscope.vgpu import ir
from kernelscope.vgpu.analysis.dataflow import reach
from kernelscope.vgpu.values.definitions import Definition, Phi, Value
from kernelscope.vgpu.values.folding import Folder
from kernelscope.vgpu.values.sums import Atom, Product, Sum, constant

_WIDEST_BITS = 128
_THREAD = (Atom("special", "%tid.x"), Atom("special", "%laneid"))
_INDEX_BITS = 32


@dataclass(frozen=True, slots=True)
class _Place:
    """An access, its instruction in the lowered kernel, and its address.

    Attributes:
        moving: the address without its constant.
        offset: the constant, in bytes.
    """

    access: PtxAccess
    inst: ir.Inst
    moving: Sum
    offset: int


def ptx_accesses(code: PtxCode, names: Mapping[str, str]) -> list[AccessDecision]:
    """Return each access to global memory, in the order of the PTX.

    `names`: the source's name of each PTX parameter.
    """
    return list(_Accesses(code, names).decisions()) if code.function is not None else []


class _Accesses:
    """The accesses of one kernel, with their addresses as sums over thread indices."""

    def __init__(self, code: PtxCode, names: Mapping[str, str]) -> None:
        self.code, self.names = code, names
        self.folder = Folder(code.lowered)
        self.values = self.folder.values

    @cached_property
    def accesses(self) -> list[PtxAccess]:
        """All accesses, those of called functions last."""
        return [access for part in self.code.parts for access in part.accesses()]

    def decisions(self) -> Iterable[AccessDecision]:
        """Return the decisions, one for each line of the source, width and cause."""
        groups: dict[tuple[str, str, int, str, Sum], list[_Place]] = {}
        for place in self._places():
            access = place.access
            source = self.code.source(access.instruction)
            key = (access.op, source, access.bits, access.space, place.moving)
            groups.setdefault(key, []).append(place)
        merged: dict[tuple[str, str, int, str], AccessDecision] = {}
        for (op, source, bits, *_), group in groups.items():
            decision = self._decision(group)
            merged.setdefault((op, source, bits, decision.cause), decision)
        return merged.values()

    def _places(self) -> Iterator[_Place]:
        """Yield the accesses; several times if their function is inlined several times."""
        copies: dict[tuple[int, int], list[ir.Inst]] = defaultdict(list)
        for inst in self.code.lowered.instructions():
            copies[inst.position.line, inst.position.column].append(inst)
        for access in self.accesses:
            if access.space in ("global", "generic"):
                position = access.instruction.position
                for inst in copies[position.line, position.column]:
                    total = self._address(inst)
                    offset = total.terms.get((), 0)
                    yield _Place(access, inst, total - constant(offset), offset)

    def _address(self, inst: ir.Inst) -> Sum:
        """Return an address with all that is known of how it differs between threads."""
        total = self.folder.address(inst, _address_of(inst))
        return constant(0) if total is None else self._written_out(total, frozenset())

    def _written_out(self, total: Sum, within: frozenset[Atom]) -> Sum:
        """Return a sum without abbreviations; 32 bits do not overflow, and joins are seen through.

        nvcc unrolls `for (k = i; k < n; k += 256) out[k] = x[k];` by four, with a loop for the
        remainder in front. The `k` behind that is its start or what the remainder left: both are
        `i` plus something that all threads share. Without that, the loads of the unrolled loop
        would seem to have unrelated addresses.
        """
        for atom in total.atoms() - within:
            whole = self._whole(atom, within | {atom})
            if whole is not None:
                total = total.replaced(atom, self._written_out(whole, within | {atom}))
        return total

    def _whole(self, atom: Atom, within: frozenset[Atom]) -> Sum | None:
        """Return what an atom stands for; None if it is an input, or unknown."""
        if atom.kind == "bits" and not atom.low and atom.width == _INDEX_BITS:
            return atom.arguments[0]
        known = self.folder.written_out(atom)
        value = self.folder.numbers[atom.number] if atom.kind == "value" else None
        if known is not None or not isinstance(value, Phi):
            return known
        own = self.folder.value(value)
        sides = [self._written_out(self.folder.value(v), within) for v in value.sources.values()]
        sides = [side for side in sides if not _is_shared(side - own)]
        if not sides or not all(_is_shared(side - sides[0]) for side in sides):
            return None
        terms = {p: f for side in sides for p, f in side.terms.items() if _is_trip(p)}
        for product, factor in sides[0].terms.items():
            if product and all(side.terms.get(product) == factor for side in sides):
                terms[product] = factor
        return Sum({**terms, (Atom("join", value.register.name, value.block),): 1})

    def _decision(self, group: list[_Place]) -> AccessDecision:
        code, first = self.code, group[0].access
        source = code.source(first.instruction)
        if first.bits >= _WIDEST_BITS or first.op == "atom":
            return AccessDecision(source, "global", first.op, first.bits, first.bits)
        possible, causes = self._causes(group)
        chain = (f"{code.shown(first.instruction)}: {first.bits} bits for each thread", *causes)
        return AccessDecision(
            source,
            "global",
            first.op,
            first.bits,
            possible,
            "; also ".join(causes),
            chain * bool(causes),
        )

    def _causes(self, group: list[_Place]) -> tuple[int, list[str]]:
        """Return the bits that are possible, and why the source does not take them."""
        first, moving = group[0].access, group[0].moving
        size = first.bits // 8
        run = _longest_run(sorted({place.offset for place in group}), size)
        if run > 1:
            possible = min(_WIDEST_BITS, first.bits * (1 << (run.bit_length() - 1)))
            return possible, self._of_neighbours(group, run, possible)
        stride = self._stride(moving)
        vector = f"a vector type ({_vector(first, _WIDEST_BITS)} in CUDA C++)"
        if stride != size and size in _steps(moving):
            text = (
                f"stride: each iteration of the loop moves one element of {first.bits} bits, and "
                "the next iteration its neighbour; unroll the loop and move several at once with "
                f"{vector}"
            )
            return _WIDEST_BITS, [text]
        if stride == size:
            text = (
                f"dtype: each thread moves one element of {first.bits} bits, as the source says; "
                f"let it move {_WIDEST_BITS // first.bits} neighbouring elements at once with "
                f"{vector}"
            )
            return _WIDEST_BITS, [text, *_misaligned(group[0].offset)]
        if stride == 0:
            return first.bits, []
        if stride is None:
            cause = self._not_followed(group[0])
            return (_WIDEST_BITS, [cause]) if cause else (first.bits, [])
        if stride == -size:
            text = "the threads' elements follow each other backwards; make the index count up"
            return _WIDEST_BITS, [f"stride: {text}"]
        apart = f"{stride} bytes" if isinstance(stride, int) else stride
        text = f"stride: the elements of neighbouring threads are {apart} apart, not {size} bytes"
        return _WIDEST_BITS, [f"{text}; let neighbouring threads take neighbouring elements"]

    def _of_neighbours(self, group: list[_Place], run: int, possible: int) -> list[str]:
        """Return why a thread's neighbouring elements are moved one by one."""
        first = group[0].access
        alone = f"a thread moves {run} neighbouring elements of {first.bits} bits one by one"
        if "volatile" in first.instruction.modifiers:
            why = "as the compiler may not merge accesses to `volatile` memory"
            return [f"volatile: {alone}, {why}"]
        text = (
            f"alignment: {alone}, as their type does not promise an address that is a multiple of "
            f"{possible // 8} bytes; use a vector type ({_vector(first, possible)}) or a struct "
            f"declared __align__({possible // 8})"
        )
        causes = [text]
        lines = [place.access.line for place in group]
        between = [
            each
            for each in self.accesses
            if each.op in ("store", "atom") and min(lines) < each.line < max(lines)
        ]
        if first.op == "load" and "nc" not in first.instruction.modifiers and between:
            causes.append(
                f"aliasing: a store between these loads ({self.code.shown(between[0].instruction)})"
                " may change what they read; const … __restrict__ promises the compiler that it "
                "does not"
            )
        return causes

    # ---- how an address depends on the thread ----------------------------------------------

    def _stride(self, moving: Sum) -> int | str | None:
        """Return the bytes between the addresses of neighbouring threads.

        In words if a parameter decides it: "4 × `n` bytes" for `x[i * n]`. None if the address
        depends on something that is not a sum, such as a remainder.
        """
        for thread in _THREAD:
            if (thread,) in moving.terms:
                return moving.terms[thread,]
        for product, factor in sorted(moving.terms.items(), key=_text):
            if any(thread in product for thread in _THREAD):
                others = sorted(atom.name for atom in product if atom not in _THREAD)
                shown = (self.names.get(name.partition("+")[0], name) for name in others)
                return f"{factor} × `{' × '.join(shown)}` bytes"
        return None if any(_is_opaque(a) for p in moving.terms for a in p) else 0

    def _not_followed(self, place: _Place) -> str:
        """Return what hides how an address depends on the thread; "" if all threads share it.

        For `x[i % n]` it is the `rem.s32`: its result is not a sum, and hides the thread's index.
        """
        base = _address_of(place.inst).base
        first = [self.values.read(place.inst, base)] if isinstance(base, ir.Register) else []
        behind = self._behind(first)
        loaded = next((value.inst for value in behind if _is_load(value.inst)), None)
        if loaded is not None:
            parameters = (atom.name.partition("+")[0] for atom in self._address(loaded).atoms())
            argument = next((self.names[name] for name in parameters if name in self.names), "")
            source = f"`{argument}` in memory" if argument else "memory"
            return f"gather: the address comes from {source} ({self.code.shown(loaded)})"
        made = next((value.inst for value in behind if self._hides(value)), None)
        if made is None:
            return ""
        operator = _WORDS.get(made.opcode, f"`{made.opcode}`")
        return (
            f"stride: the index passes through {operator} ({self.code.shown(made)}), after which "
            "neighbouring threads may have elements that are not neighbours; use an index without "
            "it"
        )

    def _behind(self, values: Iterable[Value]) -> list[Definition]:
        """Return the instructions that values are computed by, back to loads from memory."""
        behind = reach(values, self._sources)
        return [value for value in behind if isinstance(value, Definition)]

    def _sources(self, value: Value) -> list[Value]:
        if isinstance(value, Phi):
            return list(value.sources.values())
        if not isinstance(value, Definition) or _is_load(value.inst):
            return []
        inst = value.inst
        read = inst.sources[: -1 if inst.guard is not None else None]
        return [self.values.read(inst, register) for register in read]

    def _hides(self, value: Definition) -> bool:
        """Return whether a value depends on the thread, but is not a sum of its operands."""
        known = {a for source in self._sources(value) for a in self.folder.value(source).atoms()}
        if not any(_is_opaque(a) for a in self.folder.value(value).atoms() - known):
            return False
        operands = (o for made in self._behind([value]) for o in made.inst.operands)
        return any(isinstance(o, ir.Special) and o.name.startswith(_THREADS) for o in operands)


_WORDS = {"rem": "a remainder (%)", "div": "a division", "shr": "a right shift"}
_THREADS = ("%tid", "%laneid")


def _address_of(inst: ir.Inst) -> ir.Address:
    """Return the address of an access in global memory: of a copy, the one that it reads."""
    *_, address = (operand for operand in inst.operands if isinstance(operand, ir.Address))
    return address


def _is_load(inst: ir.Inst) -> bool:
    return inst.opcode == "ld" and inst.space != "param"


def _differs(atom: Atom) -> bool:
    """Return whether an atom may differ between the threads of a warp."""
    return atom.kind == "value" or atom.name.startswith(_THREADS)


def _is_opaque(atom: Atom) -> bool:
    """Return whether an atom may differ between threads in a way that is not known."""
    inside = {a for argument in atom.arguments for a in argument.atoms()}
    return atom not in _THREAD and any(map(_differs, inside | {atom}))


def _is_shared(total: Sum) -> bool:
    """Return whether a sum is the same for all threads of a warp."""
    return not any(map(_differs, total.atoms()))


def _is_trip(product: Product) -> bool:
    return len(product) == 1 and product[0].kind == "trip"


def _steps(moving: Sum) -> list[int]:
    """Return the bytes that each enclosing loop adds to an address in a trip."""
    return [factor for product, factor in moving.terms.items() if _is_trip(product)]


def _text(term: tuple[Product, int]) -> list[str]:
    return sorted(atom.name for atom in term[0])


def _misaligned(offset: int) -> list[str]:
    """Return the cause if the first element is not at a multiple of 16 bytes, as in `x[i + 1]`."""
    past = offset % (_WIDEST_BITS // 8)
    text = f"misaligned offset: the first element is {past} bytes past a multiple of 16"
    return [f"{text}; begin at a multiple of 16"] if past else []


def _longest_run(offsets: list[int], size: int) -> int:
    longest = length = 1
    for before, after in pairwise(offsets):
        length = length + 1 if after - before == size else 1
        longest = max(longest, length)
    return longest


def _vector(access: PtxAccess, bits: int) -> str:
    """Return a vector type of CUDA C++ of this size."""
    words = {64: "uint2", 128: "uint4"}
    names = {
        8: {16: "uchar2", 32: "uchar4", **words},
        16: {32: "__half2", **words},
        32: {64: "float2", 128: "float4"},
    }
    return names.get(access.element_bits, {}).get(bits, "double2")
