"""Reports of Nsight Compute in its documented CSV, written by hand; a stand-in for `ncu`."""

from __future__ import annotations

import sys
from pathlib import Path

_LAUNCH = '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream",'
_LAUNCH += '"Block Size","Grid Size","Device","CC"'

RAW = f"""==PROF== Connected to process 42 (/usr/bin/python3.12)
{_LAUNCH},"dram__bytes_read.sum","gpu__time_duration.sum",\
"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum","launch__registers_per_thread",\
"l1tex__t_sector_hit_rate.pct","sm__throughput.avg.pct_of_peak_sustained_elapsed",\
"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed","future__metric",\
"thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg"
"","","","","","","","","","","","byte","ns","sector","register/thread","%","%","%","",""
"0","42","python3","127.0.0.1","square","1","7","(16, 16, 1)","(63, 63, 1)","0","9.0",\
"4,012,032","5,824","125,504","16","n/a","12.5","31.0","3",\
"<default domain>:step 0:none:none:none:none:ASCII:kernelscope<cuda>"
"1","42","python3","127.0.0.1","gelu_kernel","1","7","(256, 1, 1)","(16, 1, 1)","0","9.0",\
"65536","2144","2,048","","nan","0.41","2.5","",""
==PROF== Disconnected from process 42
"""

DEMANGLED = RAW.replace('"square"', '"void square<float>(const float *, float *, long, long)"')

_RULES = f'{_LAUNCH},"Section Name","Metric Name","Metric Unit","Metric Value","Rule Name",'
_RULES += '"Rule Type","Rule Description","Estimated Speedup Type","Estimated Speedup"'
_FIRST = '"0","42","python3","127.0.0.1","square","1","7","(16, 16, 1)","(63, 63, 1)","0","9.0"'

DETAILS = f"""{_RULES}
{_FIRST},"GPU Speed Of Light Throughput","Duration","ns","5,824",
{_FIRST},"SpeedOfLight","","","","SOLBottleneck","OPT","Low throughput.","",""
{_FIRST},"Occupancy","","","","TheoreticalOccupancy","OPT","Limited by registers.","local","12.5"
{_FIRST},"LaunchStats","","","","LaunchConfiguration","OPT","A wave, and a tail.","global","25"
"""

DENIED = """==PROF== Connected to process 42 (/usr/bin/python3.12)
==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance \
Counters on the target device 0. For instructions see https://developer.nvidia.com/ERR_NVGPUCTRPERM
==WARNING== No kernels were profiled.
"""

CRASHED = """==PROF== Connected to process 42 (/usr/bin/python3.12)
==PROF== Profiling "square" - 0: 0%....50%....100% - 8 passes
==ERROR== Failed to profile "gelu_kernel" in process 42
==PROF== Trying to shutdown target application
==ERROR== The application returned an error code (9).
==ERROR== An error occurred while trying to profile.
"""

_STAND_IN = """#!{python}
import sys
words = sys.argv[1:]
if "--import" in words:
    page = words[words.index("--page") + 1]
    names = words[words.index("--print-kernel-base") + 1]
    assert words[words.index("--print-units") + 1] == "base" and "--csv" in words
    print({{"raw": {{"function": {raw!r}, "demangled": {demangled!r}}}}}.get(page, {{}}).get(
        names, {details!r}))
    sys.exit()
unknown = [name for name in {unknown!r} if name in words[words.index("--metrics") + 1].split(",")]
if unknown:
    error = "==ERROR== Failed to find metric regex:^" + unknown[0].replace(".", "\\.") + "$"
    open(words[words.index("--log-file") + 1], "w").write(error)
    sys.exit(1)
begun = 0
if {names!r}:
    done = [name for name in {names!r} if name in words]
    told = words[len(words) - len(done) - 1]
    for name in [name for name in {names!r} if name not in done]:
        open(told, "a").write(name + "\\n")
        begun = {code} if name == {crashes_at!r} else 0
        if begun:
            break
open(words[words.index("--log-file") + 1], "w").write({log!r})
if {report!r}:
    open(words[words.index("--export") + 1], "w").write("report")
open({asked!r}, "a").write(" ".join(words) + "\\n")
sys.exit(begun if {names!r} else {code})
"""


def stand_in(
    folder: Path,
    *,
    log: str = "",
    report: bool = True,
    code: int = 0,
    unknown: tuple[str, ...] = (),
    names: tuple[str, ...] = (),
    crashes_at: str = "",
) -> Path:
    """An `ncu` in `folder` that answers so; what it was asked is appended to the path returned.

    unknown: metrics that it does not know; it stops at the first of them.
    names: what the watched program says it begins; `crashes_at` is where it ends with `code`.
    """
    asked = folder / "asked.txt"
    program = folder / "ncu"
    program.write_text(
        _STAND_IN.format(
            python=sys.executable,
            raw=RAW,
            demangled=DEMANGLED,
            details=DETAILS,
            log=log,
            report=report,
            asked=str(asked),
            code=code,
            unknown=unknown,
            names=names,
            crashes_at=crashes_at,
        )
    )
    program.chmod(0o755)
    return asked
