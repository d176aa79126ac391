"""The operations that one kernel could do, the bytes that it would still move, and the obstacles.

In: a `Dataflow` and a GPU. Out: `FusedKernel`s and `Intermediate`s.

A kernel's blocks each hold a part of one index space. These operations fit into one kernel:

- Operations on single elements of that space, or of one that is broadcast over it.
- Reductions along its rows, and what follows them: while a row fits on an SM it is read once.
- One product of matrices, with elementwise operations on its result (an epilogue).
- A reduction of everything or across rows as the last operation: each block adds its share.

`F.gelu(a + b)` on 2048 × 2048 floats is two operations on the same elements, so one kernel: it
reads `a` and `b`, writes the result, and the sum never goes through memory, which saves twice 16.8
MB. `torch.softmax(a @ b, -1)` is two kernels: the product makes tiles of 64 × 64, say, and softmax
needs whole rows. Without that rule (`_product_obstacle`), the report would promise a fusion that no
kernel can do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kernelscope.hardware import GPUSpec
from kernelscope.hardware.timing import estimate_operator
from kernelscope.profiling.dataflow import Dataflow, Step, View
from kernelscope.record import FusedKernel, Intermediate


@dataclass(slots=True)
class Value:
    """The value that one operation writes into one place.

    `readers`: the index and view of each operation that reads it; `result`: whether it outlives the
    call: returned, or written into an argument.
    """

    writer: int
    view: View
    readers: list[tuple[int, View]] = field(default_factory=list[tuple[int, View]])
    result: bool = False


@dataclass(frozen=True, slots=True)
class Read:
    """The read of one place by one operation.

    `values`: those that may be there, as indices in `Graph.values`; `outside`: whether some of it
    existed before the call.
    """

    view: View
    values: tuple[int, ...]
    outside: bool


@dataclass(frozen=True, slots=True)
class Graph:
    """Operations and the values between them.

    Attributes:
        reads: the reads of each operation.
        before: for each operation, a bit for each one that it depends on, directly or not.
        results: the tensors that the function returned; own: the storages made during the call.
    """

    steps: tuple[Step, ...]
    values: list[Value]
    reads: list[list[Read]]
    before: list[int]
    results: tuple[View, ...]
    own: frozenset[int]

    def name(self, index: int) -> str:
        """Return the operation's name and its place in the order, from 1: `mul (3)`."""
        return f"{short_name(self.steps[index].record.name)} ({index + 1})"

    def feeds(self, index: int) -> set[int]:
        """Return the operations whose values this one reads."""
        return {self.values[v].writer for read in self.reads[index] for v in read.values}


def short_name(operator: str) -> str:
    """Return an operation's name without namespace and overload: `mul` for `aten.mul.Tensor`."""
    return operator.removeprefix("aten.").partition(".")[0]


def graph_of(flow: Dataflow) -> Graph:
    """Return the operations with the values between them."""
    values: list[Value] = []
    reads: list[list[Read]] = []
    before: list[int] = []
    by_storage: dict[int, list[int]] = {}
    touched: dict[int, list[tuple[int, View]]] = {}
    for index, step in enumerate(flow.steps):
        own_reads = [
            _values_read(view, by_storage.get(view.storage, []), values) for view in step.reads
        ]
        for read in own_reads:
            for value in read.values:
                values[value].readers.append((index, read.view))
        reads.append(own_reads)
        earlier = {values[v].writer for read in own_reads for v in read.values}
        for view in step.writes:  # it must wait for all that read or write the same place
            earlier |= {i for i, other in touched.get(view.storage, []) if other.overlaps(view)}
        before.append(_bits(earlier) | _all(before[i] for i in earlier))
        for view in step.writes:
            by_storage.setdefault(view.storage, []).append(len(values))
            values.append(Value(index, view))
        for view in (*step.reads, *step.writes):
            touched.setdefault(view.storage, []).append((index, view))
    _mark_results(flow, values, by_storage)
    return Graph(flow.steps, values, reads, before, flow.results, flow.own)


def _values_read(view: View, written: Sequence[int], values: Sequence[Value]) -> Read:
    """Return the values in a place, the newest first, until one covers all of it."""
    there: list[int] = []
    for value in reversed(written):
        if values[value].view.overlaps(view):
            there.append(value)
            if values[value].view.covers(view):
                return Read(view, tuple(there), outside=False)
    return Read(view, tuple(there), outside=True)


def _mark_results(flow: Dataflow, values: list[Value], by_storage: dict[int, list[int]]) -> None:
    for view in flow.results:
        for value in _values_read(view, by_storage.get(view.storage, []), values).values:
            values[value].result = True
    for storage, written in by_storage.items():
        if storage not in flow.own:
            last: list[View] = []
            for value in reversed(written):
                values[value].result = not any(view.covers(values[value].view) for view in last)
                last.append(values[value].view)


def _bits(indices: Iterable[int]) -> int:
    return _all(1 << index for index in indices)


def _all(masks: Iterable[int]) -> int:
    total = 0
    for mask in masks:
        total |= mask
    return total


def kernels_of(graph: Graph, spec: GPUSpec) -> tuple[FusedKernel, ...]:
    """Return the operations in as few kernels as these rules find, with their bytes and times."""
    groups = _groups(graph, spec)
    order = sorted(groups, key=lambda group: min(group.members))
    return tuple(_kernel(graph, group, spec) for group in order)


@dataclass(slots=True)
class _Group:
    members: set[int]
    obstacles: dict[str, None] = field(default_factory=dict[str, None])


def _groups(graph: Graph, spec: GPUSpec) -> list[_Group]:
    """Join each operation with the kernels that it reads from, if there is no obstacle.

    The latest kernel is tried first; after those, kernels that read the same input are tried, since
    together they read it once. The obstacles to the kernels that it reads from are kept.
    """
    groups: list[_Group] = []
    of: list[_Group] = []
    readers: dict[tuple[int, object], list[int]] = {}
    for index in range(len(graph.steps)):
        own = _Group({index})
        groups.append(own)
        of.append(own)
        feeds = sorted(graph.feeds(index), reverse=True)
        siblings: list[int] = []
        for read in graph.reads[index]:
            key = (read.view.storage, read.values)
            siblings += reversed(readers.get(key, []))
            readers.setdefault(key, []).append(index)
        tried: list[_Group] = []
        for other in [*feeds, *siblings]:
            mine, theirs = of[index], of[other]
            if mine is theirs or any(theirs is group for group in tried):
                continue
            tried.append(theirs)
            obstacle = _obstacle(graph, mine.members | theirs.members, spec)
            obstacle = obstacle or _cycle(graph, mine, theirs, of)
            if obstacle is None:
                theirs.members |= mine.members
                theirs.obstacles |= mine.obstacles
                for member in mine.members:
                    of[member] = theirs
                groups.remove(mine)
            elif other in feeds:
                mine.obstacles[obstacle] = None
    return groups


def _cycle(graph: Graph, left: _Group, right: _Group, of: Sequence[_Group]) -> str | None:
    """Return an obstacle if another kernel would have to run between the halves of the joined one.

    `s = x.sum(); y = x * 2; z = y / s` with `sum` a kernel of its own: joining `mul` and `div` is
    fine, as `sum` can run before both. But if the sum is of `y`, it must run after `mul` and before
    `div`, so the two cannot be one kernel.
    """
    members = left.members | right.members
    mask, last = _bits(members), max(members)
    waiting, grown = 0, True
    while grown:  # whole kernels wait, so a later one can hold up an earlier one
        grown = False
        for index in range(last + 1):
            if (mask | waiting) >> index & 1 or not graph.before[index] & (mask | waiting):
                continue
            waiting |= _bits(of[index].members)
            grown = True
    if any(graph.before[index] & waiting for index in members):
        return "another kernel would have to run in the middle of it"
    return None


def _obstacle(graph: Graph, members: set[int], spec: GPUSpec) -> str | None:
    """Return why these operations cannot be one kernel; None if they can."""
    ordered = sorted(members)
    for index in ordered:
        if graph.steps[index].kind == "other":
            return f"{graph.name(index)} is a kernel of its own"
    products = [index for index in ordered if graph.steps[index].kind == "product"]
    if products:
        return _product_obstacle(graph, products, members)
    return (
        _end_obstacle(graph, ordered)
        or _space_obstacle(graph, ordered)
        or _row_obstacle(graph, ordered, spec)
    )


def _product_obstacle(graph: Graph, products: Sequence[int], members: set[int]) -> str | None:
    product = products[0]
    name = graph.name(product)
    if len(products) > 1:
        return f"{graph.name(products[1])} needs whole rows of what {name} makes in tiles"
    if graph.before[product] & _bits(members):
        return f"{name} reads each operand many times, so computing one inside it would be repeated"
    size = math.prod(graph.steps[product].shape)
    for index in members - {product}:
        step = graph.steps[index]
        if step.kind != "elementwise":
            return f"{graph.name(index)} needs whole rows of what {name} makes in tiles"
        if math.prod(step.shape) != size:
            return f"{graph.name(index)} runs over a different shape than {name}'s result"
        if not _same_elements(graph, index, members):
            return f"{graph.name(index)} pairs elements of different tiles of {name}'s result"
    return None


def _same_elements(graph: Graph, index: int, members: set[int]) -> bool:
    """Return whether an operation reads as many elements from the others as they wrote."""
    for read in graph.reads[index]:
        for value in read.values:
            written = graph.values[value]
            if written.writer in members and written.view.bytes != read.view.bytes:
                return False
    return True


def _is_end(step: Step) -> bool:
    """Return whether an operation is a reduction across blocks, such as a sum of everything."""
    return step.kind == "reduction" and step.rows is None


def _end_obstacle(graph: Graph, ordered: Sequence[int]) -> str | None:
    for index in ordered:
        if _is_end(graph.steps[index]):
            later = next((i for i in ordered if graph.before[i] >> index & 1), None)
            if later is not None:
                name = graph.name(index)
                return f"{graph.name(later)} needs all blocks' shares of {name} first"
    return None


def _space_obstacle(graph: Graph, ordered: Sequence[int]) -> str | None:
    """Return an obstacle unless all run over one index space, its rows, or a broadcast over it."""
    steps = [graph.steps[index] for index in ordered]
    whole = max((step.shape for step in steps), key=math.prod)
    rows = next((step.rows for step in steps if step.rows), None)
    for index, step in zip(ordered, steps, strict=True):
        if rows and step.rows and step.rows[1] != rows[1]:
            return f"{graph.name(index)} has rows of {step.rows[1]:,} elements, not {rows[1]:,}"
        if not _fits(step.shape, whole, rows):
            return f"{graph.name(index)} runs over {_times(step.shape)}, not {_times(whole)}"
        if not _same_order(graph, index, ordered, rows):
            return f"{graph.name(index)} reads other elements than this block's"
    return None


def _fits(shape: tuple[int, ...], whole: tuple[int, ...], rows: tuple[int, int] | None) -> bool:
    size, full = math.prod(shape), math.prod(whole)
    if rows is None:
        return size == full or _broadcasts(shape, whole)
    if full != rows[0] * rows[1]:
        return False
    if size == full:
        return any(math.prod(shape[-n:]) == rows[1] for n in range(1, len(shape) + 1))
    return size == rows[0] or _broadcasts(shape, whole)


def _broadcasts(shape: tuple[int, ...], whole: tuple[int, ...]) -> bool:
    pairs = zip(reversed(shape), reversed(whole), strict=False)
    return len(shape) <= len(whole) and all(a in (1, b) for a, b in pairs)


def _same_order(
    graph: Graph, index: int, ordered: Sequence[int], rows: tuple[int, int] | None
) -> bool:
    """Return whether the block that reads a value of the others is the one that wrote it.

    Elementwise, an element has the same index in both operations, whatever the order in memory.
    That fails for a part of a value (`y[:, :8]`), and along rows for a transposed one (`y.T`): the
    block that needs the element is not the block that has it.
    """
    members = set(ordered)
    for read in graph.reads[index]:
        for value in read.values:
            written = graph.values[value]
            if written.writer not in members:
                continue
            if written.view.bytes != read.view.bytes:
                return False
            if rows and written.view.innermost != read.view.innermost:
                return False
    return True


def _row_obstacle(graph: Graph, ordered: Sequence[int], spec: GPUSpec) -> str | None:
    """Return an obstacle if a row that is needed after its reduction does not fit on an SM.

    softmax reads its row for the maximum, for the sum and for the result. A row of 4096 floats
    (16 KB) stays in shared memory; one of 100,000 (400 KB) does not, and must be read again.
    """
    reduced = [index for index in ordered if graph.steps[index].rows]
    for index in ordered:
        step = graph.steps[index]
        source = next((i for i in reduced if graph.before[index] >> i & 1), None)
        if source is None:
            continue
        many, length = graph.steps[source].rows or (1, 1)
        if math.prod(step.shape) < many * length or len(ordered) == 1:
            continue
        row = length * max(view.bytes / max(math.prod(view.shape), 1) for view in step.writes)
        room = spec.shared_per_block_bytes
        if row > room:
            return (
                f"a row of {length:,} elements takes {row / 1e3:,.0f} KB, more than the "
                f"{room / 1e3:,.0f} KB that a block can keep: {graph.name(index)} must read it "
                "again"
            )
    return None


def _times(shape: tuple[int, ...]) -> str:
    return "×".join(map(str, shape)) or "a scalar"


def _kernel(graph: Graph, group: _Group, spec: GPUSpec) -> FusedKernel:
    members = tuple(sorted(group.members))
    records = [graph.steps[index].record for index in members]
    if len(members) == 1:
        (record,) = records
        read, written, time = record.bytes_read, record.bytes_written, record.time_us
    else:
        read, written = _moved(graph, group.members)
        flops = sum(record.flops for record in records)
        estimate = estimate_operator(
            spec,
            bytes_read=read,
            bytes_written=written,
            flops=flops,
            kind="matmul" if flops else "elementwise",
            precision=next(
                (record_of.precision for record_of in records if record_of.flops), "fp32"
            ),
        )
        time = estimate.time_us
    return FusedKernel(members, read, written, time, tuple(group.obstacles))


def _moved(graph: Graph, members: set[int]) -> tuple[float, float]:
    """Return the bytes that a kernel of these operations reads and writes."""
    outer: dict[tuple[object, ...], View] = {}
    for index in members:
        for read in graph.reads[index]:
            inside = [v for v in read.values if graph.values[v].writer in members]
            if read.outside or len(inside) < len(read.values):
                outer[read.view.storage, read.values, read.view.place] = read.view
    written = sum(
        value.view.bytes
        for value in graph.values
        if value.writer in members and _needed_outside(value, members)
    )
    return _together(outer.values()), written


def _needed_outside(value: Value, members: set[int]) -> bool:
    return value.result or any(index not in members for index, _ in value.readers)


def _together(views: Iterable[View]) -> float:
    """Return the bytes of the views, in one storage at most the range that they span.

    Views that interleave without covering their range are assumed to be disjoint.
    """
    by_storage: dict[int, dict[object, View]] = {}
    for view in views:
        by_storage.setdefault(view.storage, {})[view.place] = view
    total = 0.0
    for views_of in by_storage.values():
        span = max(v.last for v in views_of.values()) - min(v.first for v in views_of.values())
        total += min(sum(view.bytes for view in views_of.values()), span)
    return total


def fewest(graph: Graph) -> tuple[float, float]:
    """Return the bytes to read each input once, and to write each result once."""
    read = [read_of.view for reads in graph.reads for read_of in reads if read_of.outside]
    results = [value.view for value in graph.values if value.result]
    returned = [view for view in graph.results if view.storage in graph.own]
    changed = [view for view in results if view.storage not in graph.own]
    return _together(read), _together([*returned, *changed])


def unused(graph: Graph) -> float:
    """Return the bytes that are written but neither read nor returned."""
    return sum(v.view.bytes for v in graph.values if not v.readers and not v.result)


def intermediates(graph: Graph, kernels: Sequence[FusedKernel]) -> tuple[Intermediate, ...]:
    """Return the values that operations pass to each other, and what fusing saves of each."""
    result: list[Intermediate] = []
    members = {index: set(kernel.operators) for kernel in kernels for index in kernel.operators}
    for value in graph.values:
        if not value.readers and value.result:
            continue
        own = members[value.writer]
        fused = len(own) > 1
        read = sum(view.bytes for _, view in value.readers)
        saved = sum(view.bytes for index, view in value.readers if index in own)
        if fused and not _needed_outside(value, own):
            saved += value.view.bytes
        result.append(
            Intermediate(
                value.writer,
                value.view.shape,
                value.view.dtype,
                float(value.view.bytes),
                float(read),
                float(saved),
                tuple(index for index, _ in value.readers),
            )
        )
    return tuple(result)
