"""Kernels opened end to end: every stage of every front end, mapped to lines that are known."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import kernelscope as ks
from kernelscope.cli.app import main
from kernelscope.errors import UsageError
from kernelscope.jobs.inspect import InspectionResult, inspect
from kernelscope.jobs.kernels import kernels_of
from kernelscope.jobs.run import run
from kernelscope.record import InspectedKernel, Inspection
from kernelscope.report.inspection import decisions
from kernelscope.report.inspection import text as inspection
from kernelscope.report.tables import plain
from kernelscope.subjects import openable

EMPTY = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k()\n{\n    ret;\n}\n"


def line_of(file: str, text: str) -> str:
    """The "file:line" of the one line that holds a text."""
    lines = Path(file).read_text().splitlines()
    (number,) = (n for n, line in enumerate(lines, 1) if text in line)
    return f"{file}:{number}"


def places(kernel: InspectedKernel, stage: str, text: str) -> set[str]:
    """The places of the stage's lines that hold a text."""
    opened = kernel.stages[stage]
    numbers = {n for n, line in enumerate(opened.text.splitlines(), 1) if text in line}
    assert numbers, f"no {text} in {stage}"
    return {place for number, place in opened.map if number in numbers}


@pytest.mark.triton
def test_every_stage_of_a_triton_kernel_is_mapped_to_the_line_it_came_from(tmp_path: Path) -> None:
    assert main(["inspect", "gelu/triton", "--case", "n=64", "--json", f"{tmp_path}/g.json"]) == 0
    (kernel,) = json.loads((tmp_path / "g.json").read_text())["kernels"]
    assert [*kernel["stages"]] == ["source", "ast", "ttir", "ttgir", "llir", "ptx", "sass"]
    (opened,) = ks.load(tmp_path / "g.json").kernels  # type: ignore[attr-defined]
    file = ks.__file__.replace("__init__.py", "operations/gelu.py")
    load, store = line_of(file, "x = tl.load(x_ptr"), line_of(file, "tl.store(y_ptr")
    for stage, loads, stores in (
        ("source", "tl.load(x_ptr", "tl.store(y_ptr"),
        ("ast", "attr='load'", "attr='store'"),
        ("ttir", "tt.load", "tt.store"),
        ("ttgir", "tt.load", "tt.store"),
        ("llir", "ld.global", "st.global"),
        ("ptx", "ld.global", "st.global"),
        ("sass", "LDG.", "STG."),
    ):
        assert places(opened, stage, loads) == {load}, stage
        assert places(opened, stage, stores) == {store}, stage
    (line,) = (
        n for n, text in enumerate(opened.stages["ttgir"].text.splitlines(), 1) if "tt.load" in text
    )
    ptx = opened.stages["ptx"].text.splitlines()
    became = [made for one, made in kernel["stages"]["ttgir"]["leads_to"]["ptx"] if one == line]
    assert sum("ld.global" in ptx[made - 1] for made in became) == 1


@pytest.mark.triton
def test_a_line_that_was_inlined_also_leads_to_each_call_on_the_way() -> None:
    (kernel,) = inspect("softmax/triton", case="rows=4,n=64").kernels
    file = ks.__file__.replace("__init__.py", "operations/softmax.py")
    own = line_of(file, "numerator = tl.exp(x - tl.max(")
    for stage, text in (("ttgir", "arith.maxnumf"), ("ptx", "max.f32"), ("sass", "FMNMX")):
        found = places(kernel, stage, text)
        assert own in found, stage
        assert sum("standard.py" in place for place in found) == 2, stage
    assert "return core.maximum(a, b)" in kernel.stages["source"].text


@pytest.mark.triton
def test_counts_and_resources_are_those_of_the_launch_and_of_the_machine_code() -> None:
    (kernel,) = inspect("gelu/triton", case="n=64").kernels
    assert kernel.launch is not None
    assert kernel.registers == kernel.launch.registers
    assert kernel.spill_bytes == 0
    ptx, sass = kernel.stages["ptx"], kernel.stages["sass"]
    times = dict(ptx.executed)
    (load,) = (n for n, line in enumerate(ptx.text.splitlines(), 1) if "ld.global" in line)
    counters = kernel.launch.counters
    assert times[load] == kernel.launch.grid[0] * kernel.launch.block[0] / 32
    counted = {n for n, line in enumerate(ptx.text.splitlines(), 1) if line.strip().endswith(";")}
    assert set(times) < counted
    # The assembler's own figure is the most that live at once, rounded up by what it reserves.
    live = max(count for _, count in sass.registers)
    assert live <= kernel.registers <= live + 8
    assert counters["smsp__sass_inst_executed_op_global_ld.sum"] == times[load]


def test_a_cuda_kernel_has_its_source_ptx_and_machine_code_with_inlined_functions() -> None:
    (kernel,) = inspect("softmax/cuda", case="rows=4,n=64").kernels
    assert [*kernel.stages] == ["source", "ptx", "sass"]
    file = ks.__file__.replace("__init__.py", "operations/softmax.cu")
    shuffle, call = line_of(file, "__shfl_xor_sync"), line_of(file, "across_block(sum, Sum{}")
    for stage, text in (("ptx", "shfl.sync.bfly"), ("sass", "SHFL.BFLY")):
        found = places(kernel, stage, text)
        assert {shuffle, call} <= found, stage
        assert line_of(file, "sum += expf") not in found, stage


def test_a_numba_kernel_is_mapped_in_llvm_ptx_and_machine_code() -> None:
    (kernel,) = inspect("vector-add/numba", case="n=100").kernels
    assert [*kernel.stages] == ["source", "ast", "llir", "ptx", "sass"]
    file = ks.__file__.replace("__init__.py", "operations/vector_add.py")
    add = line_of(file, "z[i] = x[i] + y[i]")
    for stage, text in (("llir", "fadd"), ("ptx", "add.f32"), ("sass", "FADD")):
        assert add in places(kernel, stage, text), stage
    assert kernel.registers
    assert kernel.spill_bytes == 0


@pytest.mark.triton
def test_torch_compile_shows_what_inductor_wrote_and_the_code_around_it() -> None:
    (kernel,) = inspect("square/compile", case="n=64").kernels
    assert {"source", "ttir", "ptx", "sass", "generated"} <= {*kernel.stages}
    assert f"def {kernel.name}(" in kernel.stages["source"].text
    assert f"{kernel.name}.run(" in kernel.stages["generated"].text
    assert kernel.stages["generated"].note.startswith("no map")
    (place,) = places(kernel, "ttgir", "tt.load")
    (number,) = (n for n, own in kernel.stages["source"].map if own == place)
    assert "tl.load(in_ptr0" in kernel.stages["source"].text.splitlines()[number - 1]


def test_machine_code_alone_is_disassembled_and_knows_its_registers(tmp_path: Path) -> None:
    (found,) = kernels_of(openable("gelu/cuda", "inspect"), case="n=64")
    assert found.form.cubin
    (tmp_path / "g.cubin").write_bytes(found.form.cubin)
    (kernel,) = inspect(str(tmp_path / "g.cubin")).kernels
    assert [*kernel.stages] == ["sass"]
    assert kernel.registers == found.launch.record.registers  # type: ignore[union-attr]
    file = ks.__file__.replace("__init__.py", "operations/gelu.py")
    assert places(kernel, "sass", "LDG.E") == {line_of(file, "float v = (float)x[i];  // every")}
    with pytest.raises(UsageError, match=r"has no ptx: .* it has sass"):
        inspection.stage_of(kernel, "ptx")


def test_ptx_without_line_marks_says_how_to_get_them(tmp_path: Path) -> None:
    (tmp_path / "p.ptx").write_text(EMPTY)
    (kernel,) = inspect(str(tmp_path / "p.ptx")).kernels
    assert kernel.stages["ptx"].map == ()
    assert "nvcc -lineinfo" in kernel.stages["ptx"].note
    assert "nvcc -lineinfo" in kernel.stages["sass"].note


OPERATION = """
import torch
import kernelscope as ks
from helper_of_inspect import SOURCE

twice = ks.Operation(
    "twice", axes={"n": 64, "dtype": torch.float32}, inputs=lambda case: (case.normal(case.n),),
    reference=lambda x: 2 * x, work=lambda case: ks.Work(0, 0),
)

@twice.implementation("cuda")
def run(x):
    y = torch.empty_like(x)
    ks.cuda_kernel(SOURCE, "twice")[1, 64](x, y)
    return y
"""
HELPER = '''SOURCE = """
extern "C" __global__ void twice(const float* x, float* y) { y[threadIdx.x] = %s x[threadIdx.x]; }
"""
'''


@pytest.mark.slow
def test_what_was_opened_before_is_found_without_a_compiler_until_a_file_of_it_changes(
    tmp_path: Path,
) -> None:
    """Also a file that is only imported; neither torch nor triton is."""
    (tmp_path / "op.py").write_text(OPERATION)
    (tmp_path / "helper_of_inspect.py").write_text(HELPER % "2.0f *")
    program = (
        "import sys; from kernelscope.jobs.inspect import inspect\n"
        "(kernel,) = inspect('op.py:twice/cuda', device='virtual').kernels\n"
        "print(sorted({'torch', 'triton'} & sys.modules.keys()))\n"
        "print('mul' in kernel.stages['ptx'].text, dict(kernel.stages['ptx'].executed) != {})"
    )

    def said() -> list[str]:
        words = [sys.executable, "-c", program]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout.split("\n")[:2]

    first, second = said(), said()
    assert "torch" in first[0]
    assert second == ["[]", first[1]]
    (tmp_path / "helper_of_inspect.py").write_text(HELPER % "3.0f *")
    assert "torch" in said()[0]


TWICE = """import torch, triton, triton.language as tl
@triton.jit
def twice(x, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(x + i, 2 * tl.load(x + i, i < n), i < n)
x = torch.ones(64, device="cuda")
twice[1,](x, 64, 64)
twice[1,](x, 64, 128)
"""


@pytest.mark.triton
@pytest.mark.long("two scripts through every stage of the compilers")
def test_a_copy_of_a_script_has_its_own_name_in_every_stage_and_each_constant_its_kernel(
    tmp_path: Path,
) -> None:
    """Triton keeps what it compiled by the source's text, and a stage names the file."""
    for name in ("first.py", "second.py"):
        script = tmp_path / name
        script.write_text(TWICE)
        result = inspect(str(script), device="virtual")
        for kernel in result.opened.kernels:
            named = {place for one in kernel.stages.values() for _, place in one.map}
            assert {place.rpartition(":")[0] for place in named} == {str(script)}
            assert name in kernel.stages["ptx"].text
        shown = result.table()
        assert "compiled for BLOCK = 64" in shown
        assert "compiled for BLOCK = 128" in shown


@pytest.mark.triton
@pytest.mark.long("a kernel twice through every stage of the compilers")
def test_two_specialisations_have_each_a_name_of_its_own_everywhere(tmp_path: Path) -> None:
    script = tmp_path / "twice.py"
    script.write_text(TWICE)
    names = "twice(BLOCK=64)", "twice(BLOCK=128)"
    result = inspect(str(script), device="virtual")
    assert tuple(kernel.title for kernel in result.opened.kernels) == names
    (chosen,) = result.only(names[1]).opened.kernels
    assert chosen.types["BLOCK"] == "constexpr 128"
    assert len(result.only("twice").opened.kernels) == 2
    with pytest.raises(UsageError, match=r"there are twice\(BLOCK=64\), twice\(BLOCK=128\)"):
        result.only("thrice")
    ran = run(str(script), device="virtual")
    assert [launch.variant["BLOCK"] for launch in ran.record.launches] == ["64", "128"]
    assert all(f"{name}  1×1×1" in ran.table(120) for name in names)
    changed = ks.diff(f"{script}:{names[0]}", f"{script}:{names[1]}", device="virtual")
    assert [pair.kernel for pair in changed.record.kernels] == [" → ".join(names)]


@pytest.mark.triton
def test_a_script_opened_from_two_folders_keeps_its_source_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first inspection leaves stages in Triton's cache that name the file as `x.py`."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/x.py").write_text(TWICE.replace("twice[1,](x, 64, 128)\n", ""))
    for folder, typed in (("folder", "x.py"), (".", "folder/x.py")):
        monkeypatch.chdir(tmp_path / folder)
        kernel, *_ = inspect(typed, device="virtual").opened.kernels
        for stage in ("ttir", "ttgir", "llir", "ptx", "sass"):
            assert f"{typed}:5" in {place for _, place in kernel.stages[stage].map}, stage


def test_reasons_are_found_when_first_asked_for_and_then_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KERNELSCOPE_CACHE", str(tmp_path))
    first, second = (inspect("gelu/cuda", case="n=64", device="virtual") for _ in range(2))
    assert not any(one.decisions for one in second.opened.kernels)
    (kernel,) = second.kernels
    assert {one.question for one in kernel.decisions} == set(decisions.TITLES)
    assert kernel.stages["ptx"].explained
    third = inspect("gelu/cuda", case="n=64", device="virtual")
    assert third.opened == second.record == first.record


@pytest.fixture(scope="module")
def opened() -> Inspection:
    """GELU in CUDA C++, which compiles fast."""
    return inspect("gelu/cuda", case="n=64").record


def test_a_stage_fits_80_columns_with_the_source_line_beside_it(opened: Inspection) -> None:
    (kernel,) = opened.kernels
    shown = plain(inspection.stage_view(kernel, "ptx", 80)).splitlines()
    assert max(map(len, shown)) <= 80
    (store,) = (line for line in shown if "st.global" in line)
    number, times, *_ = store.split()
    assert dict(kernel.stages["ptx"].executed)[int(number)] == float(times.replace(",", ""))
    assert not any(".loc " in line for line in shown[4:])  # the heading says what the map is
    beside = [line for line in shown if "ld.global" in line]
    assert all("float" in line or line.rstrip().endswith(";") for line in beside)


def test_the_summary_fits_80_columns_and_counts_each_source_line(opened: Inspection) -> None:
    shown = plain(inspection.renderable(opened, 80)).splitlines()
    assert max(map(len, shown)) <= 80
    (kernel,) = opened.kernels
    counts = inspection.instructions_per_line(kernel.stages["ptx"])
    (body,) = (line for line in shown if "tanh" in line and "y[" in line)
    number = body.split()[0]
    (place,) = (place for place in counts if place.endswith(f":{number}"))
    assert f" {counts[place]} " in body


def test_a_kernel_in_hand_and_ptx_as_text_are_opened_too() -> None:
    source = 'extern "C" __global__ void one(int* x) { x[threadIdx.x] = 1; }'
    kernel = ks.cuda_kernel(source, "one")
    (opened_kernel,) = ks.inspect(kernel, device="virtual").kernels
    assert opened_kernel.types == {"x": "int*"}
    assert "STG.E" in opened_kernel.stages["sass"].text
    (from_text,) = ks.inspect(EMPTY, device="virtual").kernels
    assert [*from_text.stages] == ["ptx", "sass"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["k.ptx", "--stage", "ttgir"],
            "k has no ttgir: the front end (ptx) does not make it; it has",
        ),
        (["k.ptx", "--stage", "asm"], "k: stage 'asm' is unknown (there are ptx, sass)"),
        (["k.ptx", "--kernel", "l"], "k.ptx: kernel 'l' is unknown (there are k)"),
        (["none.ptx"], "none.ptx: there is no such file"),
        (["cut.ptx"], "cut.ptx:5:1: this '{' is never closed: is it cut off"),
        (["cut.cubin"], "cut.cubin: not a cubin that can be read: is it cut off"),
    ],
)
def test_what_is_not_there_is_said_in_one_line(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.ptx").write_text(EMPTY)
    Path("cut.ptx").write_text(EMPTY[:-10])
    Path("cut.cubin").write_bytes(b"\x7fELF\x02\x01\x01")
    assert main(["inspect", *words]) == 2
    error = capfd.readouterr().err.strip().splitlines()
    assert said in error[-1]
    assert error[-1].startswith("kernelscope: ")


@pytest.mark.triton
def test_one_question_is_answered_alone_with_the_launchs_own_values(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command = ["inspect", "vector-add/triton", "--case", "n=1000", "--why", "vectorize"]
    assert main([*command, "--json", f"{tmp_path}/k.json"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "x = tl.load(x_ptr" in shown
    assert "mask: it may change within 4 elements" in shown
    assert "its value at the launch: 1000, which is not" in shown
    assert "registers a thread" not in shown
    (kernel,) = json.loads((tmp_path / "k.json").read_text())["kernels"]
    file = ks.__file__.replace("__init__.py", "operations/vector_add.py")
    found = {a["source"]: a for a in kernel["accesses"]}
    load = found[line_of(file, "x = tl.load(x_ptr")]
    assert (load["space"], load["op"], load["bits"], load["possible_bits"]) == (
        *("global", "load"),
        *(32, 128),
    )
    assert load["cause"] == load["chain"][-1]
    assert {d["question"] for d in kernel["decisions"]} == set(decisions.TITLES)
    with pytest.raises(UsageError, match="there are vectorize, layout, shared"):
        inspect("vector-add/triton", case="n=1000").why("speed")


def test_shared_buffers_of_cuda_are_in_the_json_with_their_lines() -> None:
    (kernel,) = inspect("matmul/cuda", case="n=64").kernels
    lines = kernel.stages["ptx"].text.splitlines()
    assert len(kernel.shared) == 2
    for buffer in kernel.shared:
        assert buffer.bytes == 16 * 16 * 4
        first, last = buffer.live
        # Each turn of the loop writes it anew: it is not needed from one to the next.
        assert "st.shared" in lines[first - 1]
        assert "ld.shared" in lines[last - 1]
    assert "read after write" in InspectionResult(Inspection("", "", (kernel,))).why("barriers")


def test_the_summary_leaves_out_other_kernels_between_the_lines_of_this_one() -> None:
    others = "".join(f"__global__ void other{n}(int* x) {{ x[0] = {n}; }}\n" for n in range(20))
    source = "__device__ int twice(int v) { return 2 * v; }\n" + others
    source += 'extern "C" __global__ void mine(int* x) { *x = twice(*x); }\n'
    (kernel,) = ks.inspect(ks.cuda_kernel(source, "mine"), device="virtual").kernels
    shown = plain(inspection.renderable(Inspection("", "", (kernel,))))
    assert "int twice(int v)" in shown
    assert "void mine(int* x)" in shown
    assert "other10" not in shown
