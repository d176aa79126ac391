"""What Inductor's scheduler decided, from nodes made by hand: who hands data to whom, and why not.

The other tests of fusion compile programs; each takes seconds, and shows one kind of node.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from kernelscope._patching import Patches
from kernelscope.frontends.inductor.fusion import Fusing, FusionWatch

FOREIGN = (
    "Inductor cannot fuse code into kernels that it did not write: library calls and the "
    "program's own kernels"
)


class StarDep(SimpleNamespace):
    """A dependence that passes data."""


class WeakDep(SimpleNamespace):
    """A dependence that only orders two nodes."""


class MultiOutput(SimpleNamespace):
    """One part of the result of a node with several."""


class ComputedBuffer(SimpleNamespace):
    """The usual inner node."""


class SchedulerNode:
    """A node as Inductor's scheduler holds it: only what is read of it."""

    def __init__(
        self, operations: str, writes: str, reads: str = "", weak: str = "", inner: Any = None
    ) -> None:
        self.operations, self.buffers = operations.split(), writes.split()
        dependences: list[Any] = [StarDep(name=name) for name in reads.split()]
        dependences += [WeakDep(name=name) for name in weak.split()]
        self.read_writes = SimpleNamespace(reads=dependences)
        self.node = inner

    def get_operation_names(self) -> list[str]:
        return self.operations

    def get_buffer_names(self) -> list[str]:
        return self.buffers


class ExternKernelSchedulerNode(SchedulerNode):
    """A call of a library."""


class NopKernelSchedulerNode(SchedulerNode):
    """A node without code."""


def pairs(fusing: Fusing) -> list[tuple[str, str, str]]:
    return [(one.first, one.second, one.reason) for one in fusing.unfused()]


def decided(*nodes: SchedulerNode, **names: str) -> Fusing:
    """The decisions, with kernels named by an operation of theirs."""
    fusing = Fusing()
    for node in nodes:
        fusing.decided(node)
    for operation, kernel in names.items():
        fusing.named(frozenset({operation}), kernel)
    return fusing


FIRST, SECOND = SchedulerNode("op0 op1", "buf0 buf1", "arg0"), SchedulerNode("op2", "buf2", "buf1")


def test_a_pair_is_two_kernels_of_which_one_reads_what_the_other_writes() -> None:
    """Inputs of the program are nobody's; what only orders two nodes is no data."""
    third = SchedulerNode("op3", "buf3", "arg0", weak="buf2")
    fusing = decided(FIRST, SECOND, third, op0="a", op2="b", op3="c")
    assert pairs(fusing) == [("a", "b", "no reason given")]


def test_a_buffer_belongs_to_its_last_writer_before_the_reader() -> None:
    """A kernel that writes in place reads its own buffer too, and is no pair with itself."""
    in_place = SchedulerNode("op1", "buf0", "buf0 buf0")
    reader = SchedulerNode("op2", "buf2", "buf0")
    before = SchedulerNode("op0", "buf0", "arg0")
    fusing = decided(before, in_place, reader, op0="a", op1="b", op2="c")
    assert [pair[:2] for pair in pairs(fusing)] == [("b", "c")]


def test_pairs_come_in_the_order_of_the_kernels() -> None:
    """The readers first, and for each its writers."""
    nodes = [
        SchedulerNode("op0", "buf0"),
        SchedulerNode("op1", "buf1", "buf0"),
        SchedulerNode("op2", "buf2", "buf1 buf0"),
    ]
    fusing = decided(*nodes, op0="a", op1="b", op2="c")
    assert [pair[:2] for pair in pairs(fusing)] == [("a", "b"), ("a", "c"), ("b", "c")]


def test_a_part_of_a_result_stands_for_the_node_that_made_it() -> None:
    """Of a part with two makers, or of a node without code, nothing is known."""
    whole = ExternKernelSchedulerNode("op0", "buf0")
    part = SchedulerNode("op1", "buf1", "buf0", inner=MultiOutput())
    reader = SchedulerNode("op2", "buf2", "buf1")
    fusing = decided(whole, part, reader, op0="split", op2="k")
    assert pairs(fusing) == [("split", "k", FOREIGN)]
    other = SchedulerNode("op9", "buf9")
    two = NopKernelSchedulerNode("op1", "buf1", "buf0 buf9")
    assert pairs(decided(whole, other, two, reader, op0="split", op9="o", op2="k")) == []


def test_the_last_reason_counts_whichever_was_named_first() -> None:
    """Inductor tests a pair again as its nodes grow; its words get the kernels' names."""
    fusing = decided(FIRST, SECOND, op0="a", op2="b")
    fusing.refuse("op0", "op2", "node1 and node2: too early, not node12")
    assert pairs(fusing) == [("a", "b", "a and b: too early, not node12")]
    fusing.refuse("op0_op1", "op2", "later: node2")
    assert pairs(fusing)[0][2] == "later: b"
    fusing.refuse("op0_op2", "op1", "of others")
    fusing.refuse("op2_op3", "op0", "of more than there is")
    assert pairs(fusing)[0][2] == "later: b"
    turned = decided(FIRST, SECOND, op0="a", op2="b")
    turned.refuse("op2", "op1", "node1 before node2")
    assert pairs(turned) == [("a", "b", "b before a")]


def test_a_library_on_either_side_is_the_reason() -> None:
    """Before any word of the scheduler's."""
    library = ExternKernelSchedulerNode(
        "op0", "buf1", inner=ComputedBuffer(python_kernel_name="extern_kernels.mm")
    )
    for nodes in ((library, SECOND), (FIRST, ExternKernelSchedulerNode("op2", "buf2", "buf1"))):
        fusing = decided(*nodes)
        fusing.refuse("op0", "op2", "something")
        assert [pair[2] for pair in pairs(fusing)] == [FOREIGN]
    assert [pair[0] for pair in pairs(decided(library, SECOND))] == ["extern_kernels.mm"]


def test_a_node_is_called_by_its_function_until_its_kernel_has_a_name() -> None:
    """The program's own kernel by its own; else the type says what it is."""
    own = ComputedBuffer(get_kernel_and_metadata=lambda: (SimpleNamespace(__name__="mine"), 1))
    nodes = (
        SchedulerNode("op0", "buf0", inner=own),
        SchedulerNode("op1", "buf1", "buf0", inner=ComputedBuffer()),
        SchedulerNode("op2", "buf2", "buf1"),
    )
    assert [pair[:2] for pair in pairs(decided(*nodes))] == [
        ("mine", "ComputedBuffer"),
        ("ComputedBuffer", "SchedulerNode"),
    ]


def test_a_name_belongs_to_the_node_that_holds_all_its_operations() -> None:
    """A part of them is not enough, and no operations name nothing."""
    fusing = decided(FIRST, SECOND)
    fusing.named(frozenset({"op0", "op2"}), "nothing")
    fusing.named(frozenset(), "nothing")
    assert pairs(fusing)[0][:2] == ("SchedulerNode", "SchedulerNode")
    fusing.named(frozenset({"op0", "op1"}), "whole")
    assert pairs(fusing)[0][:2] == ("whole", "SchedulerNode")


def _inductor() -> tuple[Any, Any, list[str]]:
    """Inductor's two modules, with only the functions that are listened to; and their calls."""
    calls: list[str] = []

    class WhyNoFuse:
        name1, name2 = "op0", "op2"

        def __call__(self, reason: str, *args: Any) -> None:
            calls.append(reason % args if args else reason)

    class Scheduler:
        nodes = (FIRST, SECOND)

        def codegen(self) -> str:
            calls.append("codegen")
            return "code"

    class TritonScheduling:
        def define_kernel(self, code: str, schedule: Any, *, kernel: str = "") -> str:
            calls.append("define")
            return f"{code}{kernel}"

    scheduler = SimpleNamespace(WhyNoFuse=WhyNoFuse, Scheduler=Scheduler)
    return scheduler, SimpleNamespace(TritonScheduling=TritonScheduling), calls


def test_a_watch_hears_what_inductor_decides_and_changes_nothing() -> None:
    """Each function still does its work; without a graph nothing is noted."""
    scheduler, triton, calls = _inductor()
    patches, watch = Patches(), FusionWatch()
    watch.watch(scheduler, patches)
    watch.watch_names(triton, patches)
    for current in (Fusing(), None):
        watch.current = current
        scheduler.WhyNoFuse()("100 %% of %s: node1", "it")
        scheduler.WhyNoFuse()("100 % of node2, node1")
        assert scheduler.Scheduler().codegen() == "code"
        assert (
            triton.TritonScheduling().define_kernel("tri", [FIRST, "x"], kernel="ton") == "triton"
        )
        assert triton.TritonScheduling().define_kernel("no", (SECOND,)) == "no"
        assert calls == ["100 % of it: node1", "100 % of node2, node1", "codegen", *["define"] * 2]
        calls.clear()
        if current is not None:
            assert pairs(current) == [("triton", "SchedulerNode", "100 % of SchedulerNode, triton")]
    patches.close()
    watch.current = Fusing()
    scheduler.Scheduler().codegen()
    assert pairs(watch.current) == []


def test_a_version_of_inductor_without_those_functions_is_not_listened_to() -> None:
    """Nothing is put in their place."""
    empty, patches = SimpleNamespace(Scheduler=object), Patches()
    FusionWatch().watch(empty, patches)
    FusionWatch().watch_names(SimpleNamespace(), patches)
    assert vars(empty) == {"Scheduler": object}
