"""The records of `run` and `profile`: the launches of a script, and the use of its time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from kernelscope.errors import RecordError
from kernelscope.quantity import METRICS, Provenance, Quantity
from kernelscope.record.comparison import SCHEMA
from kernelscope.record.launches import Finding, LaunchRecord, LineStalls, OperatorRecord

CounterSource = Literal["Nsight Compute", "CUPTI", "virtual GPU"]
COUNTER_SOURCES: tuple[CounterSource, ...] = get_args(CounterSource)


@dataclass(frozen=True, slots=True)
class KernelCounters:
    """The known figures of one launch of a kernel; each names its source.

    Attributes:
        kernel: the function's name alone; demangled: with its template arguments and types.
        registers: 32-bit registers a thread; None if the kernel was not assembled.
        metrics: quantities by their names in `quantity.METRICS`, in the units given there. The note
            of a figure that is not from `source` names its source.
        missing: metric or group of metrics → the reason why there is no figure.
        implementation: the implementation that launched it, if an operation is profiled.
        lines: where its warps spend their cycles, by source line, of a simulated SM; () if unknown.
        words: what tells it from other launches of the kernel, by `record.names.launch_words`; ""
            if there is nothing, or if nothing is known of it.

    Raises:
        RecordError: a metric that is not in the registry, or in another unit.
    """

    kernel: str
    demangled: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    registers: int | None
    metrics: dict[str, Quantity]
    source: CounterSource
    missing: dict[str, str] = field(default_factory=dict[str, str])
    implementation: str = ""
    lines: tuple[LineStalls, ...] = ()
    words: str = ""

    def __post_init__(self) -> None:
        for name, quantity in self.metrics.items():
            metric = METRICS.get(name)
            if metric is None or metric.unit != quantity.unit:
                unit = "not in the registry" if metric is None else f"in {metric.unit or 'no unit'}"
                raise RecordError(f"{self.kernel}: {name} in {quantity.unit!r}; it is {unit}")

    def source_of(self, metric: str) -> CounterSource:
        """Return the source of a metric: the one that its note names, else `source`."""
        named: list[CounterSource] = [
            source for source in COUNTER_SOURCES if self.metrics[metric].note.startswith(source)
        ]
        return named[0] if named else self.source


@dataclass(frozen=True, slots=True)
class ScriptRun:
    """An unmodified script on a device: its launches and operators, in the order they ran.

    Attributes:
        script: the file or module as typed; "" in files of earlier versions.
        notes: why calls of CUDA were refused or failed, and which are not there, each once.
    """

    device: str
    exit_code: int
    launches: tuple[LaunchRecord, ...] = ()
    operators: tuple[OperatorRecord, ...] = ()
    findings: tuple[Finding, ...] = ()
    gpu: dict[str, Any] = field(default_factory=dict[str, Any])
    environment: dict[str, Any] = field(default_factory=dict[str, Any])
    model_error: str = ""
    command: str = ""
    created: str = ""
    schema: int = SCHEMA
    script: str = ""
    notes: tuple[str, ...] = ()


Lane = Literal["range", "host", "wait", "device", "copy"]
"""The lane of a span: a named range, the host's own work, the host waiting for the device, a kernel
on the device, or a copy between host and device."""

SyncKind = Literal["item", "print", "copy-to-host", "nonzero", "blocking-copy", "free", "explicit"]


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one lane of a timeline, in microseconds from the profile's start.

    Attributes:
        row: the thread of a host lane, the stream of a device lane.
        source: "file:line" of the user's code that it belongs to.
        submitted_us: the time at which the host queued it, on the host lane `host_row`; None for
            the host's own spans.
        shapes: the shapes of an operation's tensors.
        kind: the cause of a wait; for a range "model", "layer", "step" …
    """

    name: str
    lane: Lane
    start_us: float
    duration_us: float
    row: int = 0
    source: str | None = None
    submitted_us: float | None = None
    shapes: tuple[tuple[int, ...], ...] = ()
    kind: str = ""
    host_row: int = 0

    @property
    def end_us(self) -> float:
        """Its end, in microseconds from the profile's start."""
        return self.start_us + self.duration_us


@dataclass(frozen=True, slots=True)
class OperatorTotal:
    """All calls of one operation on tensors of the same shapes.

    Attributes:
        shapes: the shapes of the tensors that it was called with.
        cpu_ms: host time inside it without its callees; device_ms: time of the kernels it launched.
        kernels: the names of those kernels, longest time first.
        device_bytes: device memory that it allocated minus the memory that it freed.
        implementation: the implementation that called it, if an operation is profiled.
    """

    name: str
    calls: int
    shapes: tuple[tuple[int, ...], ...] = ()
    cpu_ms: float = 0.0
    device_ms: float = 0.0
    kernels: tuple[str, ...] = ()
    device_bytes: float = 0.0
    source: str | None = None
    implementation: str = ""


@dataclass(frozen=True, slots=True)
class Stretch:
    """The division of time in a step of a program, or in one call of an implementation.

    Attributes:
        wall_ms: from its start until the host and the device are both done with it.
        device_ms: the part in which the device works; waited_ms: in which the host waits for it.
        implementation: the implementation that was called, if an operation is profiled.
    """

    name: str
    wall_ms: float
    device_ms: float = 0.0
    waited_ms: float = 0.0
    implementation: str = ""


@dataclass(frozen=True, slots=True)
class Sync:
    """A place ("file:line") where the host waited for the device.

    `kind`: the cause of the wait; "explicit" if the program asked for it. `waited_ms`: host time
    lost there, over all `count` times. `fix`: the code to write instead.
    """

    kind: SyncKind
    source: str | None
    waited_ms: float
    fix: str
    count: int = 1


IdleCause = Literal[
    "wait", "program", "operation", "launch", "copy", "compile", "autotune", "import"
]
"""The cause of an idle device: the host had waited until the queue was empty, or is busy with the
program's own code, with the preparation of a launch, a launch, a copy, a compiler, an import."""

OneTime = Literal["compile", "autotune", "import"]
ONE_TIME: tuple[OneTime, ...] = ("compile", "autotune", "import")
"""The causes that occur once, and not again in each step of a program."""


@dataclass(frozen=True, slots=True)
class Idle:
    """Time in which the device had nothing to do, for one cause at one place, in `count` gaps.

    `source`: "file:line" of the wait, or of the device's next work. `inside`: the host's operation
    during the longest gap.
    """

    cause: IdleCause
    source: str | None
    idle_ms: float
    count: int = 1
    inside: str = ""


@dataclass(frozen=True, slots=True)
class DeviceUse:
    """A measure of how well the host keeps the device busy.

    Attributes:
        span_ms: from the device's first start to its last end; busy_ms: the part with work.
        deepest_queue: the most kernels and copies that were queued and had not started.
        ahead_ms: the longest wait of a kernel or copy in the queue: the host's largest lead.
        idle: the longest first.
    """

    span_ms: float
    busy_ms: float
    deepest_queue: int = 0
    ahead_ms: float = 0.0
    idle: tuple[Idle, ...] = ()

    @property
    def once_ms(self) -> float:
        """The time in which the device idles for what the host does only once."""
        return sum(idle.idle_ms for idle in self.idle if idle.cause in ONE_TIME)

    @property
    def steady_ms(self) -> float:
        """`span_ms` without `once_ms`: what rates and shares are of."""
        return self.span_ms - self.once_ms


@dataclass(frozen=True, slots=True)
class Profile:
    """The use of time in a script, an operation or an example.

    Attributes:
        target: the script, operation or example as typed.
        trace: the path of the Chrome trace; "" if none was written.
        host_provenance, device_provenance: the provenance of all times on the host's lanes, and on
            the device's.
        stretches: the steps, or the implementations, in the order they ran.
        steps: the parts that the program itself names as its steps, each by itself.
        use: the use of the device, over all spans.
        spans: the timeline; the longest `len(spans)` of `span_count` if there are very many.
        stacks: host time in microseconds by folded stack, "outer;inner".
        memory: (microseconds, bytes of device memory in use) at each change.
        kernels: counters of the launches, if they were asked for.
        notes: data that could not be gathered, and why.
    """

    device: str
    target: str
    exit_code: int = 0
    operators: tuple[OperatorTotal, ...] = ()
    stretches: tuple[Stretch, ...] = ()
    syncs: tuple[Sync, ...] = ()
    use: DeviceUse | None = None
    launches: tuple[LaunchRecord, ...] = ()
    findings: tuple[Finding, ...] = ()
    trace: str = ""
    host_provenance: Provenance = "measured"
    device_provenance: Provenance = "measured"
    spans: tuple[Span, ...] = ()
    span_count: int = 0
    stacks: dict[str, float] = field(default_factory=dict[str, float])
    memory: tuple[tuple[float, float], ...] = ()
    kernels: tuple[KernelCounters, ...] = ()
    notes: tuple[str, ...] = ()
    gpu: dict[str, Any] = field(default_factory=dict[str, Any])
    environment: dict[str, Any] = field(default_factory=dict[str, Any])
    model_error: str = ""
    command: str = ""
    created: str = ""
    schema: int = SCHEMA
    steps: tuple[Stretch, ...] = ()
