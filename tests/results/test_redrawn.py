"""Every kind of record draws every view again from its file, byte for byte."""

from __future__ import annotations

import dataclasses
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

import kernelscope as ks
from kernelscope.cli import main
from kernelscope.errors import RecordError, UsageError
from kernelscope.jobs import history
from kernelscope.jobs.fusion import fusion_of
from kernelscope.jobs.occupancy import occupancy_of_figures
from kernelscope.jobs.profile import Options, profile, profile_target
from kernelscope.jobs.roofline import roofline
from kernelscope.jobs.run import run
from kernelscope.record import KINDS, MachineReport, kind_of
from kernelscope.record.machine import Finding
from kernelscope.results.files import result_of
from kernelscope.results.kernels import CheckResult
from kernelscope.results.machine import DoctorResult, gpus_result

DEVICE = "virtual:h200"
PTX = """.version 8.0
.target sm_80
.address_size 64
.visible .entry twice(.param .u64 p)
{
    .reg .b64 %rd<4>;
    .reg .b32 %r<4>;
    ld.param.u64 %rd1, [p];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.u32 %r2, [%rd3];
    add.s32 %r3, %r2, OPERAND;
    st.global.u32 [%rd3], %r3;
    ret;
}
"""
SCRIPT = """
import torch
x = torch.arange(64.0, device="cuda")
for _ in range(3):
    x = torch.nn.functional.gelu(x + 1)
print(x.sum().item())
"""

TUNED = """
import torch, triton, triton.language as tl

@triton.autotune([triton.Config({"BLOCK": size}) for size in (128, 1024)], key=[])
@triton.jit
def double(x, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, 2 * tl.load(x + at))

double[lambda meta: (4096 // meta["BLOCK"],)](torch.ones(4096, device="cuda"))
"""

PROBLEM = """
import torch

def inputs(seed):
    return (torch.randn(16, generator=torch.Generator().manual_seed(seed)),)

def reference(x):
    return x * x
"""


def _compared(folder: Path) -> ks.Result[Any]:
    return ks.compare("square", device=DEVICE, axis="n=64..128", only="naive,cuda", n=64)


def _run(folder: Path) -> ks.Result[Any]:
    return run(str(_script(folder)), device=DEVICE)


def _profiled(folder: Path) -> ks.Result[Any]:
    return profile_target(str(_script(folder)), device=DEVICE, options=Options(with_stack=True))


def _inspected(folder: Path) -> ks.Result[Any]:
    return ks.inspect(_ptx(folder, "k.ptx", "%r2"), device=DEVICE)


def _checked(folder: Path) -> ks.Result[Any]:
    kernel = ks.cuda_kernel('extern "C" __global__ void add(float* o) { o[0] += 1; }', "add")
    with ks.check() as found:
        kernel[4, 1](torch.zeros(1))
    return CheckResult(found.record)


def _decompiled(folder: Path) -> ks.Result[Any]:
    return ks.decompile(_ptx(folder, "k.ptx", "%r2"), device=DEVICE, inputs=8)


def _diffed(folder: Path) -> ks.Result[Any]:
    old, new = _ptx(folder, "old.ptx", "%r2"), _ptx(folder, "new.ptx", "7")
    return ks.diff(old, new, device=DEVICE)


def _held(folder: Path) -> ks.Result[Any]:
    old, new = _ptx(folder, "old.ptx", "%r2"), _ptx(folder, "new.ptx", "7")
    before, after = (ks.inspect(one, device=DEVICE) for one in (old, new))
    return after.against(_renamed(before, after), "registers=0,shared=0")


def _renamed(result: ks.InspectionResult, like: ks.InspectionResult) -> ks.InspectionResult:
    """The inspection under the other's subject, as two versions of one file have it."""
    return ks.InspectionResult(dataclasses.replace(result.record, subject=like.record.subject))


def _turned(folder: Path) -> ks.Result[Any]:
    return ks.ab("square/naive", "square/torch", device=DEVICE, n=64, seed=1)


def _fused(folder: Path) -> ks.Result[Any]:
    return fusion_of("softmax/naive", device=DEVICE, case="rows=32,n=32")


def _tuned(folder: Path) -> ks.Result[Any]:
    path = folder / "tuned.py"
    path.write_text(TUNED)
    return ks.tune(str(path), device=DEVICE)


def _occupied(folder: Path) -> ks.Result[Any]:
    return occupancy_of_figures(
        block=256, registers=64, shared_bytes=65536, grid=1000, device=DEVICE
    )


def _roofed(folder: Path) -> ks.Result[Any]:
    return roofline("gelu", device=DEVICE, case="n=64", only="torch,cuda", notes=("a note",))


def _gpus(folder: Path) -> ks.Result[Any]:
    return gpus_result([*ks.hardware.GPUS.values()])


def _evaluated(folder: Path) -> ks.Result[Any]:
    submission, problem = folder / "submission.py", folder / "problem.py"
    submission.write_text("import torch\n\n\ndef solution(x):\n    return x + x\n")
    problem.write_text(PROBLEM)
    return ks.evaluate(problem, submission, device=DEVICE)


def _kept(folder: Path) -> ks.Result[Any]:
    who = ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "first"]):
        subprocess.run(["git", *who, *words], cwd=folder, check=True)
    result = ks.compare("square", device=DEVICE, only="naive,cuda", n=64)
    history.add([result.save(folder / "record.json")], folder=folder)
    return history.show(folder=folder)


def _examined(folder: Path) -> ks.Result[Any]:
    parts = Finding("A", "ready", "1.0", "all"), Finding("B", "absent", "–", "some", "pip …")
    return DoctorResult(MachineReport(parts))


JOBS: dict[str, Callable[[Path], ks.Result[Any]]] = {
    "compare": _compared,
    "run": _run,
    "profile": _profiled,
    "fusion": _fused,
    "tune": _tuned,
    "inspect": _inspected,
    "decompile": _decompiled,
    "check": _checked,
    "diff": _diffed,
    "changes": _held,
    "ab": _turned,
    "occupancy": _occupied,
    "roofline": _roofed,
    "gpus": _gpus,
    "doctor": _examined,
    "evaluate": _evaluated,
    "history": _kept,
}


def _script(folder: Path) -> Path:
    path = folder / "script.py"
    path.write_text(SCRIPT)
    return path


def _ptx(folder: Path, name: str, operand: str) -> Path:
    path = folder / name
    path.write_text(PTX.replace("OPERAND", operand))
    return path


@pytest.fixture(scope="module")
def results(
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[str], ks.Result[Any]]:
    """The result of a small job of each kind, each made once."""
    made: dict[str, ks.Result[Any]] = {}

    def of(kind: str) -> ks.Result[Any]:
        if kind not in made:
            made[kind] = JOBS[kind](tmp_path_factory.mktemp(kind))
        return made[kind]

    return of


def _views(result: ks.Result[Any], folder: Path) -> dict[str, bytes]:
    """Every view by its name: what `write_all` leaves, and what the methods return."""
    written = {path.name: path.read_bytes() for path in result.write_all(folder)}
    texts = {f"table {width}": result.table(width) for width in (60, 80, 140)}
    texts |= {"page": result.page(), "str": str(result)}
    if isinstance(result, ks.InspectionResult):
        texts["why"] = result.why()
    return written | {name: text.encode() for name, text in texts.items()}


def test_every_kind_of_record_has_a_job_here() -> None:
    assert set(JOBS) == set(KINDS)


@pytest.mark.long("the first test of a kind runs its job: a judgement, a fusion by Inductor")
@pytest.mark.parametrize("kind", JOBS)
def test_a_loaded_record_draws_every_view_as_the_job_did(
    kind: str, results: Callable[[str], ks.Result[Any]], tmp_path: Path
) -> None:
    first = results(kind)
    assert kind_of(first.record) == kind
    again = ks.load(first.save(tmp_path / "record.json"))
    assert type(again) is type(first)
    assert again.record == first.record
    # Into the same folder: a profile's record names the trace next to it.
    views = _views(first, tmp_path / "views")
    assert _views(again, tmp_path / "views") == views
    assert {Path(name).suffix for name in views} >= {".json", ".html"}


@pytest.mark.parametrize("kind", JOBS)
def test_report_prints_the_table_and_writes_every_view(
    kind: str,
    results: Callable[[str], ks.Result[Any]],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    first = results(kind)
    file = first.save(tmp_path / "record.json")
    folder = tmp_path / "views"
    expected = {path: path.read_bytes() for path in first.write_all(folder)}
    for path in expected:
        path.unlink()
    assert main(["report", str(file), "--output", str(folder)]) == 0
    out = capsys.readouterr().out
    assert {path: path.read_bytes() for path in expected} == expected
    for path in expected:
        assert f"written: {path}" in out
    heading = first.table(80).splitlines()[0]
    assert heading.split()[0] in out


@pytest.mark.parametrize("kind", JOBS)
def test_a_page_loads_nothing_and_escapes_every_text(
    kind: str, results: Callable[[str], ks.Result[Any]]
) -> None:
    page = results(kind).page()
    assert page.startswith("<!doctype html>")
    assert 'name="color-scheme" content="light dark"' in page
    assert 'src="http' not in page
    assert "<link" not in page


def test_a_page_escapes_what_a_record_says() -> None:
    bad = Finding("<script>alert(1)</script>", "ready", "\"'<img src=x>", "&")
    page = DoctorResult(MachineReport((bad,))).page()
    assert "<script>alert" not in page
    assert "<img src=x" not in page


@pytest.mark.parametrize("kind", JOBS)
def test_a_view_that_a_kind_lacks_is_refused_with_those_it_has(
    kind: str, results: Callable[[str], ks.Result[Any]], tmp_path: Path
) -> None:
    result = results(kind)
    for view in ("to_csv", "plot"):
        if view in result.views:
            continue
        with pytest.raises(UsageError) as refused:
            getattr(result, view)(tmp_path / "x.png")
        message = str(refused.value)
        assert message.startswith(f"{tmp_path / 'x.png'}: {type(result).__name__} has no {view}; ")
        assert all(f".{name}()" in message for name in result.views)
        assert not (tmp_path / "x.png").exists()
    assert all(callable(getattr(result, name)) for name in result.views)


@pytest.mark.parametrize("kind", JOBS)
def test_a_file_without_a_field_that_has_a_default_still_opens(
    kind: str, results: Callable[[str], ks.Result[Any]], tmp_path: Path
) -> None:
    """As an earlier version wrote it: each field with a default left out in turn."""
    whole = json.loads(results(kind).save(tmp_path / "whole.json").read_text())
    required = {
        one.name
        for one in dataclasses.fields(KINDS[kind])
        if one.default is dataclasses.MISSING and one.default_factory is dataclasses.MISSING
    }
    old = tmp_path / "old.json"
    for name in sorted(set(whole) - required - {"schema", "kind"}):
        old.write_text(json.dumps({key: value for key, value in whole.items() if key != name}))
        assert type(ks.load(old)) is type(results(kind)), name


def test_files_of_earlier_versions_open(tmp_path: Path) -> None:
    """Before `ks.load` read them: no "kind" in `gpus` and `doctor`, no GPU in `occupancy`."""
    gpus, doctor, occupancy = (tmp_path / f"{name}.json" for name in ("g", "d", "o"))
    specs = [spec.to_json() for spec in ks.hardware.GPUS.values()]
    gpus.write_text(json.dumps({"schema": 1, "gpus": specs}))
    assert ks.load(gpus) == gpus_result([*ks.hardware.GPUS.values()])
    part = {"what": "A", "standing": "ready", "detail": "1", "gives": "all", "fix": ""}
    doctor.write_text(json.dumps({"schema": 1, "findings": [part]}))
    assert ks.load(doctor) == DoctorResult(MachineReport((Finding("A", "ready", "1", "all"),)))
    new = _occupied(tmp_path)
    assert isinstance(new, ks.OccupancyResult)
    launches = [dict(one) for one in new.record.launches]
    occupancy.write_text(
        json.dumps({"schema": 1, "kind": "occupancy", "launches": launches, "notes": []})
    )
    assert ks.load(occupancy).table() == new.table()


def test_a_roofline_of_an_earlier_version_opens_and_says_what_it_lacks(
    results: Callable[[str], ks.Result[Any]], tmp_path: Path
) -> None:
    old = tmp_path / "old.json"
    data = json.loads(results("roofline").save(old).read_text())
    for name in ("rows", "gpu", "command", "created"):
        del data[name]
    old.write_text(json.dumps(data))
    loaded = ks.load(old)
    assert isinstance(loaded, ks.RooflineResult)
    assert len(loaded.record.points) > 1
    with pytest.raises(RecordError, match="run `kernelscope roofline gelu` again"):
        loaded.table()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ('{"schema": 1, "kind": ["run"]}', "kind ['run'] is unknown"),
        ('{"schema": [1], "kind": "run"}', "not a Kernelscope record"),
        ('{"schema": 1, "kind": "occupancy", "launches": [{"gpu": "h200"}]}', "'block'"),
        (
            '{"schema": 1, "kind": "gpus", "gpus": [{"name": "x"}]}',
            "gpu: missing full_name",
        ),
    ],
)
def test_a_broken_file_is_one_line(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.json").write_text(text)
    assert main(["report", str(tmp_path / "broken.json")]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert said in err


@pytest.mark.long("the first test of the file makes the results that all of them draw again")
def test_a_record_cannot_name_a_file_outside_the_folder(
    results: Callable[[str], ks.Result[Any]], tmp_path: Path
) -> None:
    """A record comes from anywhere; what it is of never leads out of `--output`."""
    for kind in JOBS:
        data = json.loads(results(kind).save(tmp_path / "record.json").read_text())
        for name in ("operation", "subject", "target", "script", "a", "b"):
            if isinstance(data.get(name), str):
                data[name] = f"../../out/{data[name]}"
        (tmp_path / "record.json").write_text(json.dumps(data))
        folder = tmp_path / "deep" / "er" / kind
        for path in ks.load(tmp_path / "record.json").write_all(folder):
            assert path.resolve().parent == folder


def test_a_result_is_its_table_as_text(results: Callable[[str], ks.Result[Any]]) -> None:
    for kind in JOBS:
        assert str(results(kind)) == results(kind).table()
        assert str(result_of(results(kind).record)) == str(results(kind))


def test_a_profiled_call_is_a_result_that_still_reads_as_text(tmp_path: Path) -> None:
    """`ks.profile` returned its table as a string; code that used it as one goes on."""
    import torch

    result = ks.profile("ones", lambda: torch.ones(8, device="cuda"), device=DEVICE)
    assert isinstance(result, ks.ProfileResult)
    assert isinstance(result, str)
    table = result.table()
    assert (str(result), f"{result}", result + "") == (table, table, table)
    assert result == table
    assert result.splitlines() == table.splitlines()
    assert "aten::fill_" in result
    (tmp_path / "t.txt").write_text(result)
    assert (tmp_path / "t.txt").read_text() == table
    assert ks.load(result.save(tmp_path / "p.json")).record == result.record
    assert hash(result) == hash(table)
    again = profile("ones", lambda: torch.ones(8, device="cuda"), device=DEVICE)
    assert [one.name for one in again.spans] == [one.name for one in result.spans]
