"""Records, the results of commands as immutable data, complete enough to draw every view again.

Views are functions of these records; clocks, devices and drawing live elsewhere. JSON round trip:
`from_json(to_json(record)) == record`.
"""

# pyright: reportUnusedImport=false

from kernelscope.record.ab import ABEnd, ABOutcome, ABReading, ABSide, ABTest, ABTime
from kernelscope.record.check import (
    CheckFinding,
    CheckRecord,
    Excerpt,
    Order,
    OrderStep,
    OrdersTried,
    Outcome,
    Suppressed,
)
from kernelscope.record.comparison import (
    SCHEMA,
    Approach,
    Bytes,
    Check,
    Comparison,
    Error,
    Limit,
    Roof,
    Roofline,
    Row,
    Status,
    Sweep,
    WorkRecord,
)
from kernelscope.record.decompilation import (
    Counterexample,
    Decompilation,
    DecompiledKernel,
    Proof,
    ProofStatus,
)
from kernelscope.record.diff import (
    Change,
    ChangeVerdict,
    CompileDiff,
    FigureChange,
    KernelDiff,
    LineDiff,
    Pair,
    RecordChanges,
    StageDiff,
    TimeCause,
    TimeDiff,
)
from kernelscope.record.evaluation import EvaluationRecord, LibraryCall, Reason, TrialRecord
from kernelscope.record.files import (
    KINDS,
    SCHEMA_HISTORY,
    Record,
    from_json,
    kind_of,
    load,
    save,
    to_json,
)
from kernelscope.record.fusion import FusedKernel, Fusion, ImplementationTraffic, Intermediate
from kernelscope.record.history import (
    Bisection,
    BisectStep,
    History,
    KeptCommit,
    Series,
    SeriesChange,
    SeriesPoint,
)
from kernelscope.record.inspection import (
    AccessDecision,
    Compiled,
    CompiledGraph,
    CompiledKernel,
    Decision,
    GraphBreak,
    InspectedKernel,
    Inspection,
    LinePairs,
    SharedBuffer,
    SourceLine,
    Stage,
    Unfused,
    is_library,
)
from kernelscope.record.launches import (
    Access,
    Finding,
    LaunchRecord,
    LibraryLaunch,
    LineCounts,
    LineStalls,
    OperatorRecord,
    SMActivity,
    SMCycles,
)
from kernelscope.record.machine import GpuTable, MachineReport, OccupancyRecord
from kernelscope.record.script import (
    ONE_TIME,
    CounterSource,
    DeviceUse,
    Idle,
    IdleCause,
    KernelCounters,
    Lane,
    OneTime,
    OperatorTotal,
    Profile,
    ScriptRun,
    Span,
    Stretch,
    Sync,
    SyncKind,
)
from kernelscope.record.tuning import Candidate, TunedKernel, Tuning
