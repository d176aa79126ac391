"""Triton's axis analysis, repeated on the text of TTIR or TTGIR.

In: a parsed module. Out: the `Facts` of every value: runs that count up, divisors, equal pieces.
Triton chooses the width of each memory access from these facts, but does not say where one was
lost. Repeating the analysis lets `causes` name that place.

    %1 = tt.splat %n         : n is an argument without tt.divisibility   divisibility 1
    %2 = arith.cmpi slt, %offsets, %1                                     constancy gcd(1024, 1) = 1

So the mask `offsets < n` may change at any element, and a load under it moves one element at a
time. With `tt.divisibility = 16` on `n`, the constancy is 16 and the load moves 128 bits.

Each operation has a rule in `axis_rules`. The analysis applies all rules again until nothing
changes, because a loop's carried values depend on themselves. Tests compare the facts with those
that Triton's own analysis prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import reduce

from kernelscope.inside.decisions.axis_rules import (
    NEWER_RULES,
    RULES,
    Facts,
    Vector,
    common,
    join,
    of_every_element,
    unknown,
)
from kernelscope.inside.decisions.linear import integers
from kernelscope.inside.decisions.mlir import (
    Argument,
    Block,
    Module,
    Operation,
    arguments_of,
    groups,
    split,
)
from kernelscope.inside.decisions.tensors import Types, loop_arguments
from kernelscope.inside.decisions.triton_passes import triton_version
from kernelscope.vgpu.layout import LANES

_PROVES_MORE = (3, 9)
_LONGEST_CHAIN = 100  # operations between an argument and what it is used for


class AxisAnalysis:
    """Facts of every value of a module.

    Attributes:
        makers: the operation that makes a value, by name.
        sources: for a value that a loop carries or that branches join, the values it can be.
        counters: the `scf.for` of each loop counter, by the counter's name.
        threads: threads of a block; capability: 90 for sm_90; 0 if unknown.
    """

    def __init__(self, module: Module) -> None:
        self.types = Types(module)
        self.threads = LANES * module.number("ttg.num-warps", 4)
        self.capability = int(re.sub(r"\D", "", module.attributes.get("ttg.target", "")) or 0)
        self._newer = triton_version() >= _PROVES_MORE
        self.makers: dict[str, Operation] = {}
        self.sources: dict[str, list[str]] = {}
        self.counters: dict[str, Operation] = {}
        self._facts: dict[str, Facts] = {}
        self._inside: dict[int, list[str]] = {}
        operations = list(module.operations())
        for operation in operations:
            self.makers |= dict.fromkeys(operation.results, operation)
            self._join_points(operation)
        self.arguments = {argument.name: argument for argument in module.arguments()}
        for argument in self._passed_on(module, operations):
            self._facts[argument.name] = Facts(
                (argument.integer("tt.contiguity") or 1,),
                (argument.integer("tt.divisibility") or 1,),
                (argument.integer("tt.constancy") or 1,),
            )
        for name in _given(operations):
            if name not in self.sources.keys() | self.counters.keys() | self._facts.keys():
                self._facts[name] = unknown(len(self.types[name].shape))
        changed = True
        # Ends, because facts only ever get weaker: a carried offset that starts at 0 (divisible by
        # 2^30) and grows by 64 per iteration becomes divisible by 64 and stays so.
        while changed:
            changed = sum(self._visit(operation) for operation in operations) > 0

    def _passed_on(self, module: Module, operations: list[Operation]) -> Iterator[Argument]:
        """Yield the arguments of all functions; record what calls pass to a called function."""
        calls = [operation for operation in operations if operation.name == "tt.call"]
        for function in module.functions():
            for number, argument in enumerate(arguments_of(function)):
                if argument.name not in self.arguments:
                    given = [c.operands[number] for c in calls if _calls(c, function)]
                    self.sources[argument.name] = given
                yield argument

    def __getitem__(self, value: str) -> Facts:
        """Return the facts of a value."""
        return self._facts.get(value) or unknown(len(self.types[value].shape))

    def argument_behind(self, value: str) -> str:
        """Return the kernel argument that a pointer, or a value loaded through it, comes from.

        "" if there is none. The search follows first operands: the base of `tt.addptr`, the
        pointer of `tt.load`.
        """
        for _ in range(_LONGEST_CHAIN):
            if value in self.arguments:
                return value.lstrip("%")
            made = self.makers.get(value)
            if value in self.sources:
                value = self.sources[value][0]
            elif made is not None and made.operands:
                value = made.operands[0]
            else:
                break
        return ""

    # ---- values that come from several places ----------------------------------------------

    def _join_points(self, operation: Operation) -> None:
        self._inside[id(operation)] = list(_given([operation]))
        if operation.name == "scf.for":
            carried, _ = loop_arguments(operation)
            self.counters[operation.operands[0]] = operation
            ends = _yielded(operation, 0)
            for number, (name, initial) in enumerate(carried):
                self.sources[name] = [initial, *ends[number : number + 1]]
            self._results(operation, [list(self.sources[name]) for name, _ in carried])
        elif operation.name == "scf.if":
            each = [_yielded(operation, region) for region in range(len(operation.regions))]
            self._results(operation, [list(values) for values in zip(*each, strict=False)])
        elif operation.name == "scf.while":
            self._while(operation)
        elif operation.name in ("cf.br", "cf.cond_br"):
            self._branch(operation)

    def _results(self, operation: Operation, sources: list[list[str]]) -> None:
        self.sources |= dict(zip(operation.results, sources, strict=False))

    def _while(self, operation: Operation) -> None:
        ends = _yielded(operation, len(operation.regions) - 1)
        for number, (name, initial) in enumerate(_while_arguments(operation)):
            self.sources[name] = [initial, *ends[number : number + 1]]
        last = operation.regions[0][-1].operations
        passed = last[-1].operands[1:] if last else ()
        if len(operation.regions) > 1:
            names = [name for name, _ in operation.regions[1][0].arguments]
            self.sources |= {n: [v] for n, v in zip(names, passed, strict=False)}
        self._results(operation, [[value] for value in passed])

    def _branch(self, operation: Operation) -> None:
        blocks = {b.label: b for b in _siblings(operation)}
        for label, inside in re.findall(r"(\^\w+)(?:\(([^)]*)\))?", operation.words):
            given = [v.strip() for v in inside.partition(" : ")[0].split(",")]
            names = [name for name, _ in blocks[label].arguments] if label in blocks else []
            for name, value in zip(names, given, strict=False):
                self.sources.setdefault(name, []).append(value)

    def _joined(self, name: str) -> Facts | None:
        """Return the joined facts of the sources that are known already; None if none is."""
        known = [self._facts[value] for value in self.sources[name] if value in self._facts]
        return reduce(join, known) if known else None

    # ---- one operation ---------------------------------------------------------------------

    def _visit(self, operation: Operation) -> bool:
        """Update an operation's results and region arguments; return whether facts changed."""
        names = [*self._inside.get(id(operation), ()), *operation.results]
        return sum(self._learn(name, self._facts_of(operation, name)) for name in names) > 0

    def _facts_of(self, operation: Operation, name: str) -> Facts | None:
        """Return the facts that follow for a value; None while too little is known."""
        if name in self.counters:
            low, step = (self._facts.get(operation.operands[at]) for at in (1, 3))
            ones = (1,)
            return low and step and Facts(ones, common(low.divisibility, step.divisibility), ones)
        if name in self.sources:
            return self._joined(name)  # Triton ignores a promise (tl.multiple_of) on such a value
        if all(value in self._facts for value in operation.operands):
            return self._hinted(operation, self._result(operation, name))
        return None

    def _learn(self, name: str, facts: Facts | None) -> bool:
        before = self._facts.get(name)
        if facts is None:
            return False
        facts = join(before, facts) if before else facts
        self._facts[name] = of_every_element(facts) if self._newer else facts
        return self._facts[name] != before

    def _hinted(self, operation: Operation, facts: Facts) -> Facts:
        """Replace proven facts by the program's promises (`tl.multiple_of` and the like).

        `tl.max_contiguous(offsets, 2)` on a run of 1024 sets contiguity 2: a promise replaces the
        proof even if it is weaker, as in Triton. With the proven run of 1024 instead, the load of
        64 bits would be blamed on its layout, which Triton chose only because of the promise.
        """

        def promised(name: str, proven: Vector) -> Vector:
            text = operation.attributes.get(f"tt.{name}", "")
            # `dense<[1, 16]> : tensor<2xi32>`
            numbers = integers(text[text.find("<") : text.find(">")]) if "<" in text else ()
            return numbers * len(proven) if len(numbers) == 1 else numbers or proven

        return Facts(
            promised("contiguity", facts.contiguity),
            promised("divisibility", facts.divisibility),
            promised("constancy", facts.constancy),
            facts.value,
        )

    def _result(self, operation: Operation, result: str) -> Facts:
        result_type = self.types[result]
        rule = RULES.get(operation.name) or (NEWER_RULES if self._newer else {}).get(operation.name)
        if rule is None:
            return unknown(len(result_type.shape))
        try:
            return rule(self, operation, result_type)
        except (IndexError, ValueError):  # printed in a form that the rule does not read
            return unknown(len(result_type.shape))


def _given(operations: Iterable[Operation]) -> Iterator[str]:
    """Yield the arguments of regions: a loop's counter, its carried values, block arguments."""
    for operation in operations:
        if operation.name == "scf.for":
            yield operation.operands[0]
            yield from (name for name, _ in loop_arguments(operation)[0])
        elif operation.name == "scf.while":
            yield from (name for name, _ in _while_arguments(operation))
        for region in operation.regions:
            for block in region:
                yield from (name for name, _ in block.arguments)


def _while_arguments(operation: Operation) -> list[tuple[str, str]]:
    """Return the carried values of `scf.while (%a = %b, …)`, each with its initial value."""
    inside = next(iter(groups(operation.words, "(")), "()")[1:-1]
    pairs = (part.partition(" = ") for part in split(inside, ","))
    return [(name.strip(), initial.strip()) for name, _, initial in pairs]


def _yielded(operation: Operation, region: int) -> tuple[str, ...]:
    blocks = operation.regions[region] if operation.regions else []
    last = blocks[-1].operations if blocks else []
    return last[-1].operands if last and last[-1].name == "scf.yield" else ()


def _calls(call: Operation, function: Operation) -> bool:
    return call.words.partition("(")[0] == function.words.partition("(")[0].split(" ")[-1]


def _siblings(operation: Operation) -> list[Block]:
    regions = operation.parent.regions if operation.parent else []
    return [block for region in regions for block in region]
