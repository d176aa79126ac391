"""The command line for nsys, and spans from a report with the schema of its export."""

from __future__ import annotations

import sqlite3
import stat
import sys
from contextlib import closing
from pathlib import Path

import pytest

from kernelscope import hardware
from kernelscope.devices.resolve import Device
from kernelscope.errors import UnavailableError
from kernelscope.jobs.profile import Options, profile_target
from kernelscope.profiling.nsys import command, read, record
from kernelscope.profiling.timeline import device_use

PROCESS = 0x1_00_002A_000000  # a globalTid has the process above the thread

SCHEMA = """
CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INT, end INT, eventClass INT, globalTid INT,
  correlationId INT, nameId INT, returnValue INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, deviceId INT, contextId INT,
  streamId INT, correlationId INT, demangledName INT, shortName INT, registersPerThread INT,
  gridX INT, gridY INT, gridZ INT, blockX INT, blockY INT, blockZ INT, staticSharedMemory INT,
  dynamicSharedMemory INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INT, end INT, streamId INT, correlationId INT,
  bytes INT, copyKind INT);
CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION (start INT, end INT, streamId INT,
  correlationId INT, syncType INT);
CREATE TABLE NVTX_EVENTS (start INT, end INT, eventType INT, text TEXT, globalTid INT, textId INT);
"""
STRINGS = {
    1: "cudaLaunchKernel_v7000",
    2: "cudaMemcpyAsync_v3020",
    3: "cudaStreamSynchronize_v3020",
    4: "void add<float>(float*)",
    5: "add",
    6: "forward: Block",
}


# In place of nsys: it makes a report of the right program, and exports the one that the test made.
PROFILED = """
if args[0] == "profile":
    program = args[args.index("-o") + 2:]
    assert program[1:] == [{script!r}, *{arguments!r}], program
    open(args[args.index("-o") + 1] + ".nsys-rep", "w").close()
    sys.exit(3)
out = next(a for a in args if a.startswith("--output=")).partition("=")[2]
assert open(args[-1]).read() == ""
shutil.copy({export!r}, out)
"""


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """A launch, a copy to the host and the wait for it, in two ranges; times in ns."""
    path = tmp_path / "report.sqlite"
    main, other = PROCESS + 7, PROCESS + 9
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(SCHEMA)
        database.executemany("INSERT INTO StringIds VALUES (?, ?)", STRINGS.items())
        database.executemany(
            "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (?, ?, 0, ?, ?, ?, 0)",
            [
                (1_000_000, 1_006_000, main, 11, 1),
                (1_010_000, 1_014_000, main, 12, 2),
                (1_015_000, 1_090_000, main, 13, 3),
                (1_100_000, 1_103_000, other, 14, 1),
            ],
        )
        kernel = "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (?, ?, 0, 1, 7, ?, 4, 5, 32"
        database.executemany(
            f"{kernel}, 100, 2, 1, 256, 1, 1, 0, 1024)",
            [(1_008_000, 1_058_000, 11), (1_106_000, 1_126_000, 14)],
        )
        copies = "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES (1058000, 1088000, 7, 12, 4096, 2)"
        database.execute(copies)
        waits = (
            "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES (1015000, 1090000, 7, 13, 3)"
        )
        database.execute(waits)
        database.executemany(
            "INSERT INTO NVTX_EVENTS VALUES (?, ?, ?, ?, ?, ?)",
            [
                (999_000, 1_095_000, 59, None, main, 6),
                (1_000_000, 1_009_000, 60, "layer_1", main, None),
                (1_000_000, None, 34, "a mark", main, None),
            ],
        )
    return path


def test_the_command_names_what_to_trace_and_the_program() -> None:
    line = command("/opt/nsys", Path("out/report"), ["python", "train.py", "--fast"])
    assert line[:4] == ["/opt/nsys", "profile", "-t", "cuda,nvtx,osrt"]
    assert line[-5:] == ["-o", "out/report", "python", "train.py", "--fast"]


def test_every_lane_comes_out_of_the_tables(export: Path) -> None:
    told = [
        (s.lane, s.name, s.kind, s.start_us, s.duration_us, s.row, s.submitted_us)
        for s in read(export).spans
    ]
    assert told == [
        ("range", "Block", "forward", 0, 96, 0, None),
        ("host", "cudaLaunchKernel", "launch", 1, 6, 0, None),
        ("range", "layer_1", "layer", 1, 9, 0, None),
        ("device", "void add<float>(float*)", "", 9, 50, 7, 1),
        ("host", "cudaMemcpyAsync", "", 11, 4, 0, None),
        ("wait", "wait: copy-to-host", "copy-to-host", 16, 75, 0, None),
        ("copy", "Memcpy DtoH", "", 59, 30, 7, 11),
        ("host", "cudaLaunchKernel", "launch", 101, 3, 1, None),
        ("device", "void add<float>(float*)", "", 107, 20, 7, 101),
    ]


@pytest.mark.parametrize(
    ("kind", "size", "told"), [(2, 4, "item"), (2, 4096, "copy-to-host"), (1, 4, "blocking-copy")]
)
def test_a_wait_after_a_copy_is_the_copys(export: Path, kind: int, size: int, told: str) -> None:
    with closing(sqlite3.connect(export)) as database, database:
        changed = "UPDATE CUPTI_ACTIVITY_KIND_MEMCPY SET copyKind = ?, bytes = ?"
        database.execute(changed, (kind, size))
    assert [span.kind for span in read(export).spans if span.lane == "wait"] == [told]


def test_the_timeline_is_made_of_them_as_of_any_spans(export: Path) -> None:
    use = device_use(read(export).spans)
    assert (use.span_ms, use.busy_ms) == (pytest.approx(0.118), pytest.approx(0.1))
    assert use.idle[0].cause == "wait"


def test_launches_have_their_grid_and_registers(export: Path) -> None:
    first = read(export).launches[0]
    assert (first.grid, first.block, first.registers) == ((100, 2, 1), (256, 1, 1), 32)
    assert (first.dynamic_shared_bytes, first.time_us.value) == (1024, 50)


def test_a_report_without_kernels_has_no_such_tables(export: Path) -> None:
    with closing(sqlite3.connect(export)) as database, database:
        for table in ("KERNEL", "MEMCPY", "SYNCHRONIZATION"):
            database.execute(f"DROP TABLE CUPTI_ACTIVITY_KIND_{table}")
    assert {span.lane for span in read(export).spans} == {"host", "range", "wait"}


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "r.sqlite"
    path.write_text("not a database, and long enough to be seen as none of them")
    with pytest.raises(UnavailableError, match="not an export of nsys"):
        read(path)


class TestJob:
    """`kernelscope profile --nsys`."""

    OPTIONS = Options(nsys=True)

    @pytest.fixture
    def script(self, tmp_path: Path) -> str:
        path = tmp_path / "train.py"
        path.write_text("import torch\ntorch.ones(4, device='cuda')\n")
        return str(path)

    def test_on_a_gpu_the_scripts_report_is_the_profile(
        self, script: str, export: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        body = PROFILED.format(export=str(export), arguments=["--fast"], script=script)
        tool = nsys(tmp_path, body)
        monkeypatch.setattr("kernelscope.profiling.nsys.find", lambda: tool)
        monkeypatch.setattr("kernelscope.jobs.environment.describe_cuda", dict)
        gpu = Device("cuda", "cuda", hardware.gpu("h200"))
        monkeypatch.setattr("kernelscope.jobs.profile.resolve", lambda _: gpu)
        result = profile_target(script, ["--fast"], device="cuda", options=self.OPTIONS)
        assert result.record.exit_code == 3
        assert result.record.device_provenance == "measured"
        assert [s.kind for s in result.record.syncs] == ["copy-to-host"]
        assert len(result.record.launches) == 2


def nsys(folder: Path, body: str) -> str:
    """A program in place of nsys."""
    path = folder / "nsys"
    path.write_text(f"#!{sys.executable}\nimport shutil, sys\nargs = sys.argv[1:]\n{body}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_a_program_is_recorded_exported_and_read(export: Path, tmp_path: Path) -> None:
    body = PROFILED.format(export=str(export), arguments=[], script="train.py")
    folder = tmp_path / "made"
    folder.mkdir()
    captured, code = record(nsys(tmp_path, body), folder, ["python", "train.py"])
    assert (len(captured.spans), code) == (9, 3)


def test_no_report_and_a_failed_export_say_so(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="exit code 1 and made no report"):
        record(nsys(tmp_path, "sys.exit(1)"), tmp_path, ["python"])
    (tmp_path / "report.nsys-rep").touch()
    failing = nsys(tmp_path, "print('no room left', file=sys.stderr)\nsys.exit(1)")
    with pytest.raises(UnavailableError, match="nsys export failed: no room left"):
        record(failing, tmp_path, ["python"])
