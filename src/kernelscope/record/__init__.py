"""What a command found: immutable data, complete enough to draw every view again.

Views are functions of these records; clocks, devices and drawing live elsewhere. JSON round trip:
`from_json(to_json(record)) == record`.
"""

from kernelscope.record.comparison import (
    SCHEMA,
    Approach,
    Bytes,
    Check,
    Comparison,
    Error,
    Limit,
    Roof,
    Row,
    Status,
    Sweep,
    WorkRecord,
)
from kernelscope.record.counters import CounterSource, KernelCounters
from kernelscope.record.decompilation import (
    Counterexample,
    Decompilation,
    DecompiledKernel,
    Proof,
    ProofStatus,
)
from kernelscope.record.diff import Change, CompileDiff, KernelDiff, Pair, StageDiff, TimeDiff
from kernelscope.record.files import SCHEMA_HISTORY, Record, from_json, load, save, to_json
from kernelscope.record.fusion import FusedKernel, Fusion, ImplementationTraffic, Intermediate
from kernelscope.record.inspection import (
    AccessDecision,
    Decision,
    InspectedKernel,
    Inspection,
    SharedBuffer,
    Stage,
)
from kernelscope.record.launches import Access, Finding, FrontEnd, LaunchRecord, OperatorRecord
from kernelscope.record.script import (
    DeviceUse,
    Idle,
    IdleCause,
    Lane,
    OperatorTotal,
    Profile,
    ScriptRun,
    Span,
    Stretch,
    Sync,
    SyncKind,
)

__all__ = [
    "SCHEMA",
    "SCHEMA_HISTORY",
    "Access",
    "AccessDecision",
    "Approach",
    "Bytes",
    "Change",
    "Check",
    "Comparison",
    "CompileDiff",
    "CounterSource",
    "Counterexample",
    "Decision",
    "Decompilation",
    "DecompiledKernel",
    "DeviceUse",
    "Error",
    "Finding",
    "FrontEnd",
    "FusedKernel",
    "Fusion",
    "Idle",
    "IdleCause",
    "ImplementationTraffic",
    "InspectedKernel",
    "Inspection",
    "Intermediate",
    "KernelCounters",
    "KernelDiff",
    "Lane",
    "LaunchRecord",
    "Limit",
    "OperatorRecord",
    "OperatorTotal",
    "Pair",
    "Profile",
    "Proof",
    "ProofStatus",
    "Record",
    "Roof",
    "Row",
    "ScriptRun",
    "SharedBuffer",
    "Span",
    "Stage",
    "StageDiff",
    "Status",
    "Stretch",
    "Sweep",
    "Sync",
    "SyncKind",
    "TimeDiff",
    "WorkRecord",
    "from_json",
    "load",
    "save",
    "to_json",
]
