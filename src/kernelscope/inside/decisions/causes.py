"""The causes of a narrow access: from the access back to what has to change.

In: the facts of `axis`, and the fact that an access needs (a run of 4, say). Out: `Cause`s, each
with a remedy and the chain of operations that leads to it.

`tl.load(x + offsets, mask=offsets < n)` with an `n` that Triton does not know to be divisible by 16
compiles to four 32-bit loads. Its TTGIR, read from the load upwards:

    %4      = tt.load %3, %mask_4                    needs 4 equal elements of the mask in a row
    %mask_4 = arith.cmpi slt, %offsets_3, %mask      1 equal in a row: the bound is to blame, as
                                                     the other side counts up from a multiple of 4
    %mask   = tt.splat %n                            a multiple of 1, where 4 is needed
    %n                                               an argument: the chain ends here

The answer names `n` and the remedy "pass a multiple of 16". Each `_no_run`, `_not_divisible` and
`_not_constant` step has the same shape: of the operands, which one lacks what the rule of the axis
analysis asks for? Blaming every operand would also name things that are fine; blaming none would
leave `cmpi`, which no change of the source alters. `tests/inside/test_vectorize.py` holds a
kernel for each cause, and the one change that makes its access wide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath

from kernelscope.inside.decisions.axis import AxisAnalysis
from kernelscope.inside.decisions.mlir import Operation

_DEPTH = 60
_LONGEST_NAME = 40  # characters of a file name
_CASTS = frozenset(
    ("arith.extsi", "arith.extui", "arith.trunci", "tt.bitcast", "ttg.convert_layout")
)
_SHIFTS = frozenset(("arith.shrsi", "arith.shrui"))
_DIVISIONS = frozenset(("arith.divsi", "arith.divui", *_SHIFTS))
_REMAINDERS = frozenset(("arith.remsi", "arith.remui"))
_SUMS = frozenset(("tt.addptr", "arith.addi", "arith.subi"))
_PRODUCTS = frozenset(("arith.muli", "arith.shli"))
_BITWISE = frozenset(("arith.andi", "arith.ori", "arith.xori"))
_READS = ("tt.load", "tt.gather", "tt.descriptor", "tt.atomic")
_CHOICES = {
    "arith.select": "tl.where",
    **dict.fromkeys(("arith.minsi", "arith.minui"), "tl.minimum"),
    **dict.fromkeys(("arith.maxsi", "arith.maxui"), "tl.maximum"),
}
_PROMISES = {
    "contiguity": "tl.max_contiguous",
    "divisibility": "tl.multiple_of",
    "constancy": "tl.max_constancy",
}
_SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
# How easily a cause can be changed, the easiest first: a value that the caller passes, a constant
# in the source, the shape of the expression, something that the program cannot choose.
_PASSED, _WRITTEN, _REWRITTEN, _GIVEN = range(4)


@dataclass(slots=True)
class Cause:
    """The end of a chain: what has to change.

    Attributes:
        kind: alignment, int64 offset, stride, misaligned offset, mask, dtype, layout, gather,
            choice, unknown.
        why: the problem.
        remedy: the change that fixes it; "" if none is known.
        ease: if any one of several causes is enough to change, the one with the least ease wins.
        chain: the steps from the access to here, each with its place.
    """

    kind: str
    why: str
    remedy: str = ""
    ease: int = _REWRITTEN
    chain: list[str] = field(default_factory=list[str])

    @property
    def text(self) -> str:
        """The cause in one sentence."""
        return f"{self.kind}: {self.why}" + (f"; {self.remedy}" if self.remedy else "")


class Blame:
    """Follows what an access needs to the operations and arguments that do not give it.

    Each method takes a value, a dimension and the number that is needed there, and returns the
    causes: one, or several if each of them has to be fixed.
    """

    def __init__(self, axis: AxisAnalysis, values: Mapping[str, int]) -> None:
        self.axis = axis
        self.values = values
        self._here = ""
        self._inside: set[tuple[str, str, int]] = set()

    def contiguity(self, value: str, dim: int, need: int) -> list[Cause]:
        """Return why fewer than `need` elements in a row count up by one."""
        return self._follow("contiguity", value, dim, need)

    def divisibility(self, value: str, dim: int, need: int) -> list[Cause]:
        """Return why the first element of each run is not known to be a multiple of `need`."""
        return self._follow("divisibility", value, dim, need)

    def mask(self, value: str, dim: int, need: int) -> list[Cause]:
        """Return why `need` elements of a mask in a row are not known to be equal."""
        causes = self._follow("constancy", value, dim, need)
        for cause in causes:
            if cause.kind != "mask":
                cause.why = f"it may change within {need} elements: {cause.why}"
                cause.kind = "mask"
        return causes

    def _follow(self, fact: str, value: str, dim: int, need: int) -> list[Cause]:
        # `at += step` in a loop makes `at` depend on itself: a question that is already being
        # answered adds no cause. Without this the search would not end.
        key = (fact, value, dim)
        if key in self._inside or len(self._inside) > _DEPTH:
            return []
        self._inside.add(key)
        here = self._here
        try:
            return self._causes_at(fact, value, dim, need)
        finally:
            self._here = here
            self._inside.discard(key)

    def _lacking(self, fact: str, values: tuple[str, ...], dim: int, need: int) -> list[Cause]:
        """Return the causes of those values that lack the fact."""
        return [
            cause
            for value in dict.fromkeys(values)
            if getattr(self.axis[value], fact)[dim] % need
            for cause in self._follow(fact, value, dim, need)
        ]

    def _causes_at(self, fact: str, value: str, dim: int, need: int) -> list[Cause]:
        if value in self.axis.arguments:
            return [self._argument(value, need)] if fact == "divisibility" else []
        if value in self.axis.counters:
            loop = self.axis.counters[value]
            return self._lacking("divisibility", (loop.operands[1], loop.operands[3]), 0, need)
        if value in self.axis.sources:
            return self._joined(fact, value, dim, need)
        operation = self.axis.makers.get(value)
        if operation is None:
            return [Cause("unknown", f"nothing is known of {value}")]
        self._here = operation.source or self._here
        causes = self._promised(fact, operation, need)
        if causes is None:
            causes = self._through(fact, operation, dim, need)
        if causes is None:
            causes = {
                "contiguity": self._no_run,
                "divisibility": self._not_divisible,
                "constancy": self._not_constant,
            }[fact](operation, dim, need)
        step = self._step(fact, operation, dim, need)
        for cause in causes:
            cause.chain.insert(0, step)
        return causes

    def _promised(self, fact: str, op: Operation, need: int) -> list[Cause] | None:
        """Return the cause if a promise of less than `need` hides the proof; None if none does.

        `tl.load(x + tl.max_contiguous(offsets, 2))`: `offsets` counts up 1024 times, but Triton
        believes the promise of 2 and moves 64 bits. Without this step the search would go on to
        `arith.addi`, find nothing wrong there, and answer "unknown".
        """
        if f"tt.{fact}" not in op.attributes:
            return None
        word = _PROMISES[fact]
        why = f"{word} promises less ({self._at(op)}), and replaces what Triton would prove"
        cause = "alignment" if fact == "divisibility" else "stride"
        return [Cause(cause, why, f"give {word} a multiple of {need}, if it holds", _WRITTEN)]

    def _joined(self, fact: str, value: str, dim: int, need: int) -> list[Cause]:
        causes = self._lacking(fact, tuple(self.axis.sources[value]), dim, need)
        made = self.axis.makers.get(value)
        if made is not None and any(name.startswith("tt.") for name in made.attributes):
            for cause in causes:
                cause.remedy = "promise it inside the `if` or loop: Triton ignores it after that"
        return causes

    def _through(self, fact: str, op: Operation, dim: int, need: int) -> list[Cause] | None:
        """Return the causes behind an operation that only passes a fact on; None for others."""
        if op.name in _CASTS:
            return self._follow(fact, op.operands[0], dim, need)
        if op.name == "tt.splat" and fact == "divisibility":
            return self.divisibility(op.operands[0], 0, need)
        if op.name == "tt.expand_dims":
            return self._expanded(fact, op, dim, need)
        if op.name == "tt.broadcast":
            if self.axis.types[op.operands[0]].shape[dim] > 1 or fact == "divisibility":
                return self._follow(fact, op.operands[0], dim, need)
            return [self._one_address(op)]
        if op.name in _CHOICES and fact == "divisibility":
            return self._lacking(fact, op.operands[-2:], dim, need) or None
        return None

    def _expanded(self, fact: str, op: Operation, dim: int, need: int) -> list[Cause]:
        added = op.integer("axis") or 0
        same = dim - (dim > added)
        if dim != added:
            return self._follow(fact, op.operands[0], same, need)
        if fact != "divisibility":
            return []
        # The new dimension's divisor is the greatest common divisor of all others (`_expand`), so
        # any of them can be what lacks it.
        before = self.axis[op.operands[0]].divisibility
        dims = [d for d, divisor in enumerate(before) if divisor % need]
        return self.divisibility(op.operands[0], (dims or [0])[0], need)

    # ---- contiguity ------------------------------------------------------------------------

    def _no_run(self, op: Operation, dim: int, need: int) -> list[Cause]:
        at = self._at(op)
        if op.name in _SUMS:
            return self._sum_run(op, dim, need)
        if op.name in _PRODUCTS:
            return self._product_run(op, dim, need)
        if op.name in _REMAINDERS:
            return self._remainder_run(op, dim, need)
        if op.name == "tt.make_range":
            count = (op.integer("end") or 0) - (op.integer("start") or 0)
            return [Cause("dtype", f"the range has {count} elements ({at}), a wide access {need}")]
        if op.name == "tt.splat":
            return [self._one_address(op)]
        if op.name in _DIVISIONS:
            operator = "right shift" if op.name in _SHIFTS else "division"
            why = f"a {operator} of the index repeats and skips elements ({at})"
            return [Cause("stride", why, "index with two ranges instead")]
        if op.name in _CHOICES:
            why = f"{_CHOICES[op.name]} chooses an address for each element ({at})"
            return [Cause("choice", why, "keep the index as it is and mask the access")]
        if op.name == "tt.int_to_ptr":
            why = f"the addresses are computed as int64 ({at}), which Triton does not follow"
            return [Cause("int64 offset", why, "add the element's index to the pointer instead")]
        return [self._opaque(op, "follow each other in memory", need)]

    def _one_address(self, op: Operation) -> Cause:
        why = f"neighbouring elements have the same address ({self._at(op)})"
        return Cause("stride", why, "load it once and broadcast the value")

    def _sum_run(self, op: Operation, dim: int, need: int) -> list[Cause]:
        """Return why a sum has no run: one side must count up while the other stays the same.

        In `x + (BLOCK - 1) - offsets`, the right side of the `subi` runs, so the index counts
        down. In `x + offsets + offsets`, Triton makes one `addi %offsets, %offsets`: both sides
        run, so elements are 2 apart. Without these two cases the search would go into
        `%offsets`, which is fine, and answer "unknown" or blame `tl.arange`.
        """
        a, b = op.operands[:2]
        moving = [v for v in (a, b) if self.axis[v].constancy[dim] % need]
        runs = [v for v in moving if self.axis[v].contiguity[dim] % need == 0]
        if not moving:
            return [self._one_address(op)]
        if op.name == "arith.subi" and b in runs:
            why = f"the index counts down ({self._at(op)})"
            return [Cause("stride", why, "let it count up, and reverse the values if necessary")]
        if len(runs) == 2 or (runs and a == b):
            why = f"two indices that count up are added ({self._at(op)}): elements are 2 apart"
            return [Cause("stride", why, "let one of them count in another dimension")]
        if not runs:  # Fixing either side gives a run, so only the easier one is named.
            causes = [cause for v in moving for cause in self.contiguity(v, dim, need)]
            return sorted(causes, key=lambda cause: cause.ease)[:1]
        others = tuple(v for v in moving if v != runs[0])
        unclear = [self._opaque(op, "follow each other in memory", need)]
        return self._lacking("constancy", others, dim, need) or unclear

    def _product_run(self, op: Operation, dim: int, need: int) -> list[Cause]:
        """Return why `index * factor` has no run.

        `x + offsets * stride` is `%3 = arith.muli %offsets_3, %2` with `%2 = tt.splat %stride`:
        the side that is equal everywhere is the factor, and as the index itself runs, the factor
        is the cause. Triton proves a run only for a factor that it knows to be 1.
        """
        a, b = op.operands[:2]
        if self.axis[a].constancy[dim] % need == 0 and op.name != "arith.shli":
            a, b = b, a
        if self.axis[b].constancy[dim] % need:
            return [self._opaque(op, "follow each other in memory", need)]
        # In `for …: offsets *= 2` the index is the loop's own value, so following it finds
        # nothing new: then the factor is the cause.
        if self.axis[a].contiguity[dim] % need and (index_causes := self.contiguity(a, dim, need)):
            return index_causes
        factor = self.axis[b].value
        if factor is not None:
            factor = 1 << factor if op.name == "arith.shli" else factor
            why = f"neighbouring elements are {factor} apart ({self._at(op)})"
            return [Cause("stride", why, "make the stride 1, or read along the other dimension")]
        name, _ = self._named(b)
        given = self.values.get(name)
        at_launch = "" if given is None else f" (at the launch it is {given})"
        why = f"neighbouring elements are `{name}` apart, which is not known to be 1{at_launch}"
        remedy = f"pass {name} = 1 (Triton specialises on it), or make `{name}` a tl.constexpr"
        return [Cause("stride", f"{why} ({self._at(op)})", remedy)]

    def _remainder_run(self, op: Operation, dim: int, need: int) -> list[Cause]:
        """Return why `index % n` has no run.

        A run of `offsets % n` ends where it wraps around. If both `offsets` and `n` are multiples
        of 4, it wraps only at multiples of 4, and pieces of 4 stay whole. So the side that lacks
        the divisor is the cause: usually the argument `n`.
        """
        a, b = op.operands[:2]
        if self.axis[a].contiguity[dim] % need:
            return self.contiguity(a, dim, need)
        causes = self._lacking("divisibility", (b, a), dim, need)
        for cause in causes:
            cause.why += f"; with `%`, a run may end at any element ({self._at(op)})"
        return causes or [self._opaque(op, "follow each other in memory", need)]

    # ---- divisibility ----------------------------------------------------------------------

    def _not_divisible(self, op: Operation, dim: int, need: int) -> list[Cause]:
        at = self._at(op)
        if op.name in _SUMS:
            # A pointer's divisor counts bytes, an offset's elements: 16 bytes of float are 4
            # elements. Asking the offset for 16 would advise `tl.multiple_of(stride, 16)`, and
            # call a constant offset of 4 misaligned.
            scale = max(1, self.axis.types[op.results[0]].bits // 8)
            own = max(1, need // scale) if op.name == "tt.addptr" else need
            a, b = op.operands[:2]
            return self._lacking("divisibility", (a,), dim, need) + self._lacking(
                "divisibility", (b,), dim, own
            )
        if op.name in _PRODUCTS:
            return self._product_divisor(op, dim, need)
        if op.name == "arith.constant":
            why = (
                f"the constant {self.axis[op.results[0]].value} is not a multiple of {need} ({at})"
            )
            return [Cause("misaligned offset", why, f"make it a multiple of {need}", _WRITTEN)]
        if op.name == "tt.make_range":
            start = op.integer("start") or 0
            if start % need:
                why = f"the range begins at {start}, not a multiple of {need} ({at})"
                return [Cause("misaligned offset", why, f"begin at a multiple of {need}")]
            why = f"the numbers of a range, which are added, are not multiples of {need} ({at})"
            return [Cause("misaligned offset", why, ease=_GIVEN)]
        if op.name in ("tt.get_program_id", "tt.get_num_programs"):
            why = f"program_id, which is added, may be any number ({at})"
            return [Cause("misaligned offset", why, f"multiply it by a multiple of {need}", _GIVEN)]
        return [self._opaque(op, f"begin at a multiple of {need}", need)]

    def _product_divisor(self, op: Operation, dim: int, need: int) -> list[Cause]:
        """Return the cause in the factor that is easiest to change; one divisible factor is enough.

        In `x + row * stride` with `row = tl.program_id(0)`, both factors lack the divisor. The
        caller can pass another `stride`, but nothing makes `program_id` a multiple of 4, so
        `stride` is named alone. Naming both would send the reader to change `program_id` too.
        """
        causes = [
            cause
            for value in op.operands[:2]
            # Multiples of a run (0, 1, 2, … times a stride) are divisible only if the stride is.
            if self.axis[value].contiguity[dim] == 1
            for cause in self.divisibility(value, dim, need)
        ]
        causes.sort(key=lambda cause: cause.ease)
        return causes[:1] or [self._opaque(op, f"begin at a multiple of {need}", need)]

    # ---- constancy -------------------------------------------------------------------------

    def _not_constant(self, op: Operation, dim: int, need: int) -> list[Cause]:
        if op.name == "arith.cmpi":
            return self._comparison(op, dim, need)
        if op.name == "tt.make_range" or op.name in _DIVISIONS:
            why = f"`{self._name(op)}` changes within {need} elements ({self._at(op)})"
            return [Cause("stride", why)]
        lacking = tuple(value for value in op.operands if self.axis.types[value].shape)
        causes = [] if op.name in _READS else self._lacking("constancy", lacking, dim, need)
        return causes or [self._opaque(op, "are equal", need)]

    def _comparison(self, op: Operation, dim: int, need: int) -> list[Cause]:
        """Return why a comparison may change within `need` elements.

        `offsets < n` changes at the element `n`. If `offsets` counts up from multiples of 4 and
        `n` is a multiple of 4, the change is between two pieces of 4. `offsets <= n` changes one
        element later, inside a piece: no divisor helps, so the sign is the cause. `n > offsets`
        is the same as `offsets < n`, hence the turned sign.
        """
        a, b = op.operands[:2]
        sign = _SIGNS.get(op.words.split(",")[0].strip()[-2:], "?")
        if self.axis[a].constancy[dim] % need == 0:
            a, b, sign = b, a, _TURNED.get(sign, sign)
        if self.axis[b].constancy[dim] % need:
            return self._lacking("constancy", (b,), dim, need)
        if self.axis[a].contiguity[dim] % need:
            return self._of_values(self.contiguity(a, dim, need))
        if sign not in ("<", ">="):
            why = f"`index {sign} bound` may change at any element ({self._at(op)})"
            remedy = "only `index < bound` and `index >= bound` keep pieces of equal elements"
            return [Cause("mask", why, f"{remedy}, where the bound is a multiple of {need}")]
        return self._lacking("divisibility", (b, a), dim, need)

    def _of_values(self, causes: list[Cause]) -> list[Cause]:
        """Describe a mask that compares loaded values instead of an index.

        `mask=tl.load(flags + offsets) > 0` may be true or false at each element. The answer for a
        gather, "promise it with tl.max_contiguous", would be wrong advice here.
        """
        for cause in causes:
            if cause.kind in ("gather", "unknown"):
                at = cause.chain[-1].partition(": ")[0]
                cause.kind, cause.why = "mask", f"it is computed from arbitrary values ({at})"
                cause.remedy = "access all elements and choose with tl.where"
        return causes

    # ---- ends ------------------------------------------------------------------------------

    def _argument(self, value: str, need: int) -> Cause:
        argument = self.axis.arguments[value]
        name = value.lstrip("%")
        given = self.values.get(name)
        pointer = argument.type.startswith("!tt.ptr")
        if pointer:
            known, remedy = (
                "a multiple of 16 bytes",
                "pass a tensor that begins at such an address, not a slice",
            )
            at_launch = f" (at the launch, {given} bytes into its allocation)"
        else:
            known = "divisible by 16"
            remedy = (
                f"pass a multiple of 16, or promise it: {name} = tl.multiple_of({name}, {need})"
            )
            at_launch = f" (its value at the launch: {given}, which is not)"
        if given is not None and given % 16 == 0:
            at_launch = " (at the launch it is, but the kernel was compiled without looking at it)"
            remedy = f"leave `{name}` out of do_not_specialize{'_on_alignment' * pointer}"
            remedy += "" if pointer else f", or promise it: tl.multiple_of({name}, {need})"
        shown = f"argument `{name}`" + ("" if pointer else f" ({argument.type})")
        why = f"{shown} is not known to be {known}{at_launch if given is not None else ''}"
        cause = "int64 offset" if argument.type == "i64" else "alignment"
        return Cause(cause, why, remedy, _PASSED)

    def _named(self, value: str) -> tuple[str, Operation | None]:
        """Return the name that a value has in the source, and the operation that makes it, if any.

        Casts, splats and broadcasts are passed through: `%2 = tt.splat %stride` is `stride`.
        """
        for _ in range(_DEPTH):
            op = self.axis.makers.get(value)
            if op is None or op.name not in (*_CASTS, "tt.splat", "tt.broadcast", "tt.expand_dims"):
                break
            value = op.operands[0]
        op = self.axis.makers.get(value)
        return (self._name(op) if op is not None else value.lstrip("%")), op

    def _opaque(self, op: Operation, needed: str, need: int) -> Cause:
        at, name = self._at(op), self._name(op)
        if op.name.startswith(_READS):
            if needed.startswith("begin"):
                named = "a value" if name.startswith("%") else f"`{name}`"
                why = f"{named}, loaded from memory ({at}), is not known to be a multiple of {need}"
                promised = "" if name.startswith("%") else f": tl.multiple_of({name}, {need})"
                remedy = f"if it is, promise it{promised or ' with tl.multiple_of'}"
                return Cause("alignment", why, remedy)
            why = f"values loaded from memory ({at}) decide whether {need} of them {needed}"
            remedy = "if they do, promise it with tl.max_contiguous and tl.multiple_of"
            return Cause("gather", why, "" if needed == "are equal" else remedy)
        if op.name == "tt.int_to_ptr":
            why = f"a pointer made from an integer ({at}) is not known to begin at {need} bytes"
            remedy = "add the offset to a pointer instead, or promise it with tl.multiple_of"
            return Cause("int64 offset", why, remedy)
        shown = "bitwise operations" if op.name in _BITWISE else f"`{op.name}`"
        why = f"after {shown} ({at}) Triton cannot tell whether {need} elements {needed}"
        hint = "if you know it, promise it: tl.multiple_of, tl.max_contiguous, tl.max_constancy"
        return Cause("unknown", why, hint)

    def _step(self, fact: str, op: Operation, dim: int, need: int) -> str:
        result = self.axis.types[op.results[0]]
        known = min(getattr(self.axis[op.results[0]], fact)[dim], 1 << 20)
        along = f" along dimension {dim}" if len(result.shape) > 1 else ""
        unit = " bytes" if result.element.startswith("!tt.ptr") else ""
        words = {
            "contiguity": f"{known} in a row{along}, where {need} are needed",
            "divisibility": f"a multiple of {known}{unit}, where {need} is needed",
            "constancy": f"{known} equal in a row{along}, where {need} are needed",
        }[fact]
        return f"{self._at(op)}: `{self._name(op)}` ({op.name}): {words}"

    def _name(self, op: Operation) -> str:
        return (op.place.name if op.place is not None else "") or op.results[0]

    def _at(self, op: Operation) -> str:
        """Return an operation's place; for a constant, which has none, the place of its use."""
        file, _, line = (op.source or self._here or f"ttgir:{op.line}").rpartition(":")
        name = PurePath(file).name
        # torch.compile names its files by a hash: its beginning tells them apart.
        return f"{name if len(name) <= _LONGEST_NAME else name[:8] + '…'}:{line}"
