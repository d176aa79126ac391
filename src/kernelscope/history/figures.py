"""The figures of a record, each under a name that is the same in every run.

    from kernelscope.history.figures import figures_of
    figures_of(ks.load("softmax.json").record)

A figure's `subject` says what it is of: the row of an implementation ("triton"), a kernel of that
row with what it was compiled for ("triton: softmax_kernel(BLOCK=1024, num_warps=4)"), or an access
to memory of that kernel, counted from its first line on (…, "load 1"). If launches of one kernel
did different things, its figures are sums, and each such launch has figures of its own ("triton:
add(BLOCK=1024) [grid 64]"). Compile seconds and the host's times are not figures: they change from
run to run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from kernelscope._demangle import written_name
from kernelscope.history.identity import Identity, identity_of
from kernelscope.quantity import METRICS, Metric, Provenance, Quantity, summed
from kernelscope.record import (
    ABTest,
    Access,
    Bytes,
    CheckRecord,
    Comparison,
    CompileDiff,
    Decompilation,
    Fusion,
    InspectedKernel,
    Inspection,
    KernelCounters,
    LaunchRecord,
    OccupancyRecord,
    OperatorRecord,
    Profile,
    Record,
    Roofline,
    Row,
    ScriptRun,
    TunedKernel,
    Tuning,
)
from kernelscope.record.names import (
    Variant,
    dimensions,
    is_constant,
    launch_words,
    place_key,
    titles,
)

__all__ = ["FIGURES", "Figure", "Identity", "figures_of", "identity_of", "metric_of"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a record.

    Attributes:
        subject: what it is of; with `metric` it is unique in the record.
        metric: a name in `quantity.METRICS` or in `FIGURES`, which have its unit and meaning.
        where: "file:line", if there is one.
        kernel: the name in its source of the kernel that it is of, without what it was compiled
            for; "" for a row or a script as a whole.
    """

    subject: str
    metric: str
    value: float
    unit: str
    provenance: Provenance
    low: float | None = None
    high: float | None = None
    where: str | None = None
    kernel: str = ""


_OWN = "Kernelscope: counted or read from the machine code"
FIGURES: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric("launches", "", "Launches of kernels and library calls", "", _OWN),
        Metric("spill_bytes", "B", "Bytes of spilled registers stored and loaded", "", _OWN),
        Metric("local_bytes", "B", "Local memory a thread", "", _OWN),
        Metric("shared_bytes", "B", "Shared memory a block", "", _OWN),
        Metric("lane_bytes", "B", "Bytes that an access moves for one lane", "", _OWN),
        Metric("sectors", "sector", "32-byte sectors of global memory asked for", "", _OWN),
        Metric("conflicts", "", "Bank conflicts of shared memory", "", _OWN),
        Metric("device_ms", "ms", "Time in which the device works", "", _OWN),
        Metric("fused_read", "B", "Bytes read if all that can be is fused", "", _OWN),
        Metric("fused_written", "B", "Bytes written if all that can be is fused", "", _OWN),
        Metric("graphs", "", "Graphs of torch.compile", "", _OWN),
        Metric("graph_breaks", "", "Places at which a graph had to end", "", _OWN),
        Metric("findings", "", "Faults that the sanitizer found", "", _OWN),
        Metric("unproven", "", "Kernels whose CUDA C is not shown to do the same", "", _OWN),
    )
}
_READ = "kernelscope__unique_sectors_read.sum"
_WRITTEN = "kernelscope__unique_sectors_written.sum"
_SECTOR = 32  # bytes
_GLOBAL_SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_"
_CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_"
_ALWAYS_SHOWN = ("num_warps", "num_stages")


def metric_of(name: str) -> Metric:
    """Return the unit and the meaning of a figure's metric. Raises KeyError if there is none."""
    return FIGURES[name] if name in FIGURES else METRICS[name]


def meaning_of(name: str) -> str:
    """Return the meaning of a figure's metric for the middle of a sentence."""
    meaning = metric_of(name).meaning
    return meaning if meaning[1:2].isupper() else meaning[:1].lower() + meaning[1:]


def figures_of(record: Record) -> tuple[Figure, ...]:
    """Return the figures of a record, rows before kernels; () if its kind has none.

    No two have the same subject and metric.
    """
    make = _BY_TYPE.get(type(record))
    return _distinct(make(record)) if make else ()


def _distinct(figures: Iterable[Figure]) -> tuple[Figure, ...]:
    """Return the figures, with numbered subjects where nothing else tells two kernels apart."""
    seen: Counter[tuple[str, str]] = Counter()
    made: list[Figure] = []
    for figure in figures:
        key = (figure.subject, figure.metric)
        seen[key] += 1
        times = seen[key]
        made.append(figure if times == 1 else replace(figure, subject=f"{key[0]} #{times}"))
    return tuple(made)


# ---- rows -----------------------------------------------------------------------------------


def _of_rows(record: Comparison | Roofline) -> Iterator[Figure]:
    for row in record.rows:
        yield from _of_row(row)


def _of_row(row: Row) -> Iterator[Figure]:
    name = row.implementation
    if row.time_ms is not None:
        yield _figure(name, "time_ms", row.time_ms)
    for timing in ("warm", "graph"):
        if timing in row.timings:
            yield _figure(name, timing, row.timings[timing])
    yield from _of_bytes(name, row.bytes)
    if row.error is not None:
        yield _figure(name, "max_ulp", row.error.max_ulp)
    yield from _of_launches(row.launches, row.operators, name, times=False)


def _of_bytes(subject: str, moved: Bytes | None) -> Iterator[Figure]:
    if moved is not None:
        yield _figure(subject, "read", moved.read, moved.provenance)
        yield _figure(subject, "written", moved.written, moved.provenance)


def _figure(
    subject: str,
    metric: str,
    value: Quantity | float,
    provenance: Provenance = "counted",
    **about: Any,
) -> Figure:
    """Return the figure of a quantity, or of a number in the metric's own unit.

    about: its `where` and `kernel`.
    """
    if isinstance(value, Quantity):
        q = value
        return Figure(subject, metric, q.value, q.unit, q.provenance, q.low, q.high, **about)
    return Figure(subject, metric, float(value), metric_of(metric).unit, provenance, **about)


# ---- launches --------------------------------------------------------------------------------


def _of_launches(
    launches: Sequence[LaunchRecord],
    operators: Sequence[OperatorRecord],
    name: str,
    *,
    times: bool = True,
) -> Iterator[Figure]:
    """Yield the figures of all launches together, then of each kernel, without trials.

    `name` is that of the row or script; `times`: also give its time, which a row has already.
    """
    own = [launch for launch in launches if not launch.trial]
    others = [operator for operator in operators if not operator.trial]
    if not own and not others:
        return
    yield _figure(name, "launches", len(own) + len(others))
    yield from _of_group(own, name)
    if times:
        yield from _of_times((*own, *others), name)
        for metric, counter in (("read", _READ), ("written", _WRITTEN)):
            counted = sum(launch.counters.get(counter, 0.0) for launch in own) * _SECTOR
            computed = sum(float(getattr(operator, f"bytes_{metric}")) for operator in others)
            of: Provenance = "computed" if others else "counted"
            yield _figure(name, metric, counted + computed, of)
    groups: dict[str, list[LaunchRecord]] = {}
    for launch, title in zip(own, _kernel_names(own), strict=True):
        groups.setdefault(title, []).append(launch)
    for title, group in groups.items():
        yield from _of_kernel(group, f"{name}: {title}")
        for words, alike in _different(group).items():
            yield from _of_kernel(alike, f"{name}: {title} [{words}]")


_MOST_DIFFERENT = 8
"""Of more different launches of a kernel only the sums are figures: a loop over sizes."""


def _different(group: Sequence[LaunchRecord]) -> dict[str, list[LaunchRecord]]:
    """Return the launches of a kernel that did the same, by what tells them apart.

    That is the grid if it is enough, so that the name does not depend on the other launches. Empty
    if all did the same.
    """
    by_words: dict[str, list[LaunchRecord]] = {}
    for words, launch in zip(launch_words(group), group, strict=True):
        by_words.setdefault(words, []).append(launch)
    if not 1 < len(by_words) <= _MOST_DIFFERENT:
        return {}
    by_grid = {f"grid {dimensions(own[0].grid)}": own for own in by_words.values()}
    return by_grid if len(by_grid) == len(by_words) else by_words


def _of_kernel(group: Sequence[LaunchRecord], subject: str) -> Iterator[Figure]:
    """Yield the figures of the launches of one kernel, and of its accesses to global memory."""
    first = group[0]
    where, kernel = first.kernel_source or first.source, written_name(first.kernel)
    for figure in (
        _figure(subject, "launches", len(group)),
        *_of_times(group, subject),
        *_of_group(group, subject),
        *_of_residency(group, subject),
    ):
        yield replace(figure, where=where, kernel=kernel)
    yield from _of_accesses(group, subject, kernel)


def _of_group(group: Sequence[LaunchRecord], subject: str) -> Iterator[Figure]:
    """Yield resources (the most of any launch) and counters (added up) of some launches."""
    for metric in ("registers", "spill_bytes", "local_bytes"):
        known = [v for launch in group if (v := getattr(launch, metric)) is not None]
        if known:
            yield _figure(subject, metric, max(known))
    totals, counted = _totals(group)
    for metric, value in totals.items():
        if metric in METRICS:
            yield _figure(subject, metric, value, counted)
    for metric, stem in (("sectors", _GLOBAL_SECTORS), ("conflicts", _CONFLICTS)):
        parts = [value for name, value in totals.items() if name.startswith(stem)]
        if parts:
            yield _figure(subject, metric, sum(parts), counted)
    widths = [access.lane_bytes for launch in group for access in launch.accesses]
    if any(widths):
        yield _figure(subject, "lane_bytes", min(filter(None, widths)))


def _of_residency(group: Sequence[LaunchRecord], subject: str) -> Iterator[Figure]:
    """Yield what decides how many blocks of a kernel an SM holds, and its bytes."""
    shared = max(launch.shared_bytes for launch in group)
    yield _figure(subject, "shared_bytes", shared)
    known = [launch.occupancy for launch in group if launch.occupancy is not None]
    if known:
        yield _figure(subject, "occupancy", min(known), "computed")
    totals, counted = _totals(group)
    for metric, counter in (("read", _READ), ("written", _WRITTEN)):
        if counter in totals:
            yield _figure(subject, metric, totals[counter] * _SECTOR, counted)


def _totals(group: Sequence[LaunchRecord]) -> tuple[dict[str, float], Provenance]:
    """Return the sums of the counters; what was scaled from some blocks to all is an estimate."""
    totals: dict[str, float] = {}
    for launch in group:
        for metric, value in launch.counters.items():
            totals[metric] = totals.get(metric, 0.0) + value
    return totals, "estimated" if any(launch.sampled for launch in group) else "counted"


def _of_accesses(group: Sequence[LaunchRecord], subject: str, kernel: str) -> Iterator[Figure]:
    """Yield width and sectors of each access to global memory: one line, one kind.

    They are numbered by line within their kind, so that a line more above them changes no name.
    """
    by_line: dict[tuple[str, str], list[Access]] = {}
    for launch in group:
        for access in launch.accesses:
            if access.requests:
                by_line.setdefault((access.kind, access.source), []).append(access)
    counts: Counter[str] = Counter()
    for (access_kind, source), accesses in sorted(
        by_line.items(), key=lambda item: (item[0][0], place_key(item[0][1]))
    ):
        counts[access_kind] += 1
        about: dict[str, Any] = {"where": source or None, "kernel": kernel}
        name = f"{subject}, {access_kind} {counts[access_kind]}"
        narrowest = min(access.lane_bytes for access in accesses)
        if narrowest:
            yield _figure(name, "lane_bytes", narrowest, **about)
        yield _figure(name, "sectors", sum(access.sectors for access in accesses), **about)


def _of_times(events: Sequence[LaunchRecord | OperatorRecord], subject: str) -> Iterator[Figure]:
    """Yield the sum of times whose errors are taken to have one sign, unless one is unknown."""
    time = summed([event.time_us for event in events])
    if time is not None:
        yield _figure(subject, "time_us", time)


def _kernel_names(launches: Sequence[LaunchRecord]) -> list[str]:
    """Return each launch's kernel with its constants and warps, and more where that is not enough.

    The name does not depend on what else was launched, unless two kernels would share it.
    """
    pairs = [(launch.kernel, launch.variant) for launch in launches]
    short = [_specialised(kernel, variant) for kernel, variant in pairs]
    variants: dict[str, list[tuple[str, Variant]]] = {}
    for name, pair in zip(short, pairs, strict=True):
        known = variants.setdefault(name, [])
        if pair not in known:
            known.append(pair)
    full = titles(pairs)
    return [
        name if len(variants[name]) == 1 or title in name else f"{name}, {title}"
        for name, title in zip(short, full, strict=True)
    ]


def _specialised(kernel: str, variant: Variant) -> str:
    shown = [
        f"{name}={value}"
        for name, value in variant.items()
        if name in _ALWAYS_SHOWN or (name not in _OPTIONS and is_constant(name, value))
    ]
    return written_name(kernel) + (f"({', '.join(shown)})" if shown else "")


# What Triton compiles every kernel with; `num_warps` and `num_stages` are shown all the same.
_OPTIONS = (
    "num_ctas",
    "maxnreg",
    "enable_fp_fusion",
    "default_dot_input_precision",
    "launch_pdl",
    "ptx_options",
    "ptx_version",
    "enable_reflect_ftz",
)


# ---- the other kinds ---------------------------------------------------------------------------


def _of_script(record: ScriptRun) -> Iterator[Figure]:
    yield from _of_launches(record.launches, record.operators, "all launches")


def _of_profile(record: Profile) -> Iterator[Figure]:
    for stretch in record.stretches:
        name = stretch.implementation or stretch.name
        yield _figure(name, "device_ms", stretch.device_ms, record.device_provenance)
    if record.use is not None:
        yield _figure("the device", "device_ms", record.use.busy_ms, record.device_provenance)
    yield from _of_launches(record.launches, (), "all launches")
    yield from _of_counters(record.kernels)


def _of_counters(kernels: Sequence[KernelCounters]) -> Iterator[Figure]:
    """Yield the counters of each launch that was looked at, in order."""
    for kernel in kernels:
        written = written_name(kernel.kernel)
        of = f"{kernel.implementation}: {written}" if kernel.implementation else written
        subject = f"counters of {of}"
        if kernel.registers is not None:
            yield _figure(subject, "registers", kernel.registers, kernel=written)
        for metric, quantity in kernel.metrics.items():
            yield _figure(subject, metric, quantity, kernel=written)


def _of_inspection(record: Inspection) -> Iterator[Figure]:
    for kernel in record.kernels:
        yield from _of_inspected(kernel)
    if record.compiled is not None:
        compiled = record.compiled
        for metric, value in (
            ("graphs", len(compiled.graphs)),
            ("graph_breaks", len(compiled.breaks)),
            ("launches", len(compiled.kernels)),
        ):
            yield _figure("torch.compile", metric, value)


def inspected_name(kernel: InspectedKernel) -> str:
    """Return the subject of an opened kernel's figures."""
    variant = {**kernel.types, **kernel.options}
    title = _specialised(kernel.name, {n: v.removeprefix("constexpr ") for n, v in variant.items()})
    return f"{kernel.implementation}: {title}" if kernel.implementation else title


def _of_inspected(kernel: InspectedKernel) -> Iterator[Figure]:
    subject = inspected_name(kernel)
    launch = kernel.launch
    written = written_name(kernel.name)
    if launch is not None:
        yield from _of_kernel([launch], subject)
    else:
        for metric in ("registers", "spill_bytes"):
            value = getattr(kernel, metric)
            if value is not None:
                yield _figure(subject, metric, value, kernel=written)
        shared = sum(buffer.bytes for buffer in kernel.shared)
        yield _figure(subject, "shared_bytes", shared, kernel=written)
    counts: Counter[str] = Counter()
    for access in sorted(kernel.accesses, key=lambda access: (access.op, place_key(access.source))):
        access_kind = f"{access.space} {access.op}"
        counts[access_kind] += 1
        name = f"{subject}, compiled {access_kind} {counts[access_kind]}"
        where = access.source or None
        yield _figure(name, "lane_bytes", access.bits / 8, where=where, kernel=written)


def _of_tuning(record: Tuning) -> Iterator[Figure]:
    for kernel in record.kernels:
        yield from _of_tuned(kernel)


def _of_tuned(kernel: TunedKernel) -> Iterator[Figure]:
    given = ", ".join(f"{name}={value}" for name, value in kernel.arguments.items())
    name = written_name(kernel.kernel) + (f" for {given}" if given else "")
    about: dict[str, Any] = {"where": kernel.source, "kernel": written_name(kernel.kernel)}
    if kernel.chosen is not None:
        best = kernel.candidates[kernel.chosen]
        if best.time_us is not None:
            yield _figure(f"{name}, the chosen one", "time_us", best.time_us, **about)
    for candidate in kernel.candidates:
        words = ", ".join(f"{n}={v}" for n, v in candidate.configuration.items())
        subject = f"{name}({words})"
        if candidate.time_us is not None:
            yield _figure(subject, "time_us", candidate.time_us, **about)
        for metric in ("registers", "shared_bytes", "spill_bytes"):
            value = getattr(candidate, metric)
            if value is not None:
                yield _figure(subject, metric, value, **about)


def _of_diff(record: CompileDiff) -> Iterator[Figure]:
    """Yield what each pair of kernels has after the change."""
    for pair in record.kernels:
        about: dict[str, Any] = {"kernel": written_name(pair.kernel)}
        if pair.time is not None:
            # "estimated, measured" if the sides differ: B's is the last.
            provenance = cast(Provenance, pair.time.provenance.split()[-1])
            yield _figure(pair.kernel, "time_us", pair.time.b_us, provenance, **about)
        for metric, (_, after) in pair.counters.items():
            if metric in METRICS:
                yield _figure(pair.kernel, metric, after, **about)


def _of_fusion(record: Fusion) -> Iterator[Figure]:
    name = record.target
    yield _figure(name, "launches", len(record.operators))
    yield from _of_bytes(name, record.bytes)
    yield _figure(name, "fused_read", record.fused_read, "computed")
    yield _figure(name, "fused_written", record.fused_written, "computed")
    if record.time_ms is not None:
        yield _figure(name, "time_ms", record.time_ms)
    for traffic in record.traffic:
        yield from _of_bytes(traffic.implementation, traffic.bytes)


def _of_occupancy(record: OccupancyRecord) -> Iterator[Figure]:
    for launch in record.launches:
        name = written_name(str(launch.get("kernel") or "")) or "the launch"
        for metric, key in (
            ("registers", "registers"),
            ("shared_bytes", "shared_bytes"),
            ("occupancy", "fraction"),
        ):
            value = launch.get(key)
            if isinstance(value, int | float):
                yield _figure(name, metric, value, "computed", kernel=name)


def _of_check(record: CheckRecord) -> Iterator[Figure]:
    for tool in record.tools:
        own = [finding for finding in record.faults if finding.tool == tool]
        where = own[0].source if own else None
        yield _figure(tool, "findings", len(own), where=where)
    yield _figure("all launches", "launches", record.launches)


def _of_decompilation(record: Decompilation) -> Iterator[Figure]:
    for kernel in record.kernels:
        name = written_name(kernel.name)
        yield _figure(name, "unproven", kernel.proof.status != "equal", kernel=name)


def _of_ab(record: ABTest) -> Iterator[Figure]:
    for side, name in ((record.a, "A"), (record.b, "B")):
        for time in record.times:
            own = time.a if name == "A" else time.b
            yield _figure(f"{name}, {time.state}", "time_ms", own)
        for figure in _of_row(side.row):
            if figure.metric != "time_ms":
                yield figure


_BY_TYPE: dict[type[Any], Callable[[Any], Iterable[Figure]]] = {
    Comparison: _of_rows,
    Roofline: _of_rows,
    ScriptRun: _of_script,
    Profile: _of_profile,
    Inspection: _of_inspection,
    Tuning: _of_tuning,
    CompileDiff: _of_diff,
    Fusion: _of_fusion,
    OccupancyRecord: _of_occupancy,
    CheckRecord: _of_check,
    Decompilation: _of_decompilation,
    ABTest: _of_ab,
}
