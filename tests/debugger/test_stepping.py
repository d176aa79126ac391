"""`kernelscope debug` with a file of commands: what stops where, and what is seen there."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from debugger.shown import Debug, after, row, until_prompt
from kernelscope.cli import main
from kernelscope.operations import gelu

CUDA = '''
import torch
import kernelscope as ks

reverse = ks.cuda_kernel("""
#include <cstdio>
__device__ float half_of(float value) {
    return sqrtf(value) * 0.5f;
}
extern "C" __global__ void reverse(const float *x, float *out, int n) {
    __shared__ float tile[64];
    int i = threadIdx.x;
    tile[i] = x[blockIdx.x * 64 + i];
    __syncthreads();
    float value = tile[63 - i];
    if (i % 2 == 0) {
        value = half_of(value) + 1000.0f;
        if (i == 4) printf("i=%d value=%f\\\\n", i, value);
    } else {
        value = value + 100.0f;
    }
    out[blockIdx.x * 64 + i] = value;
}
""", "reverse")
x = torch.arange(256, dtype=torch.float32, device="cuda")
out = torch.zeros(256, device="cuda")
reverse[4, 64](x, out, 256)
print("sum", out.sum().item())
'''
TRITON = """
import torch, triton, triton.language as tl

@triton.jit
def double(value):
    return value * 2

@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr, CHECK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets, mask=offsets < n, other=0.0)
    total = double(x) + 1
    if CHECK:
        tl.device_print("total", total)
        tl.device_assert(total < 141, "too large")
    tl.store(out_ptr + offsets, total, mask=offsets < n)

n = 100
x = torch.arange(n, dtype=torch.float32, device="cuda")
out = torch.zeros(n, device="cuda")
kernel[(4,)](x, out, n, BLOCK=32, CHECK={check}, num_warps=1, debug={check})
print("sum", out.sum().item())
"""
OUTSIDE = """
import torch, triton, triton.language as tl

@triton.jit
def copy(x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets))

x = torch.arange(1_000_000, dtype=torch.float32, device="cuda")
out = torch.zeros(2_000_000, device="cuda")
copy[(1900,)](x, out, BLOCK=1024, num_warps=1)
"""
NUMBA = """
import torch
from numba import cuda

@cuda.jit
def scale(x, out, n):
    i = cuda.grid(1)
    if i < n:
        v = x[i] * 2.0
        out[i] = v

x = torch.arange(100, dtype=torch.float32, device="cuda")
out = torch.zeros(100, device="cuda")
scale[4, 32](x, out, 100)
"""
ADD_ONE = """.version 8.0
.target sm_80
.address_size 64
.visible .entry add_one(.param .u64 x)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.u32 %r2, [%rd3];
    add.u32 %r3, %r2, 1;
    st.global.u32 [%rd3], %r3;
    ret;
}
"""

# ---- CUDA C++: shared memory, barriers, divergence, printf --------------------------------------


def test_a_source_line_stops_each_side_of_a_branch_with_the_other_lanes_marked(
    debug: Debug,
) -> None:
    lines = debug(CUDA, "break reverse.cu:13", "continue", "where", "print i", "print value_0")
    assert "breakpoint 1 at reverse.cu:13" in after(lines, "continue")
    where = after(lines, "where")
    assert where[0] == "reverse, block (0,0,0) of (4,1,1), warp 0 of 2, lane 0: thread (0,0,0)"
    assert where[1] == "active 0x55555555: 16 lanes (0x55555555) of 32 live lanes"
    assert any("run later, at reverse.cu:16  value = value + 100.0f;" in line for line in where)
    assert where[3:5] == ["#0 reverse.cu:4", "#1 called from reverse.cu:13"]
    assert any(line.startswith(">     4      return sqrtf(value)") for line in where)
    assert row(after(lines, "print i"), 8) == ["8", "[9]", "10", "[11]", "12", "[13]", "14", "[15]"]
    assert row(after(lines, "print value_0"), 0)[:2] == ["63.0", "[62.0]"]
    assert lines[-1] == "rc 0"


def test_shared_memory_fills_warp_by_warp_up_to_the_barrier(debug: Debug) -> None:
    lines = debug(
        CUDA,
        *("break reverse.cu:11 if warp == 0", "continue", "info threads", "info shared"),
        *("print tile.f32[62:64]", "print shared.f32[63 - i]"),
    )
    assert after(lines, "info threads") == [
        "* warp  0  all 32 lanes: reverse.cu:11  float value = tile[63 - i];",
        "  warp  1  all 32 lanes: reverse.cu:11  float value = tile[63 - i];",
    ]
    assert "  tile  from byte 0, 256 bytes" in after(lines, "info shared")
    assert after(lines, "print tile.f32[62:64]")[1].split() == ["62:", "62.0", "63.0"]
    assert row(after(lines, "print shared.f32[63 - i]"), 24)[-1] == "32.0"


def test_a_watched_element_stops_at_its_store_with_the_thread_and_both_values(
    debug: Debug,
) -> None:
    lines = debug(CUDA, "watch out[69]", "watch tile.f32[3]", "continue", "continue", "continue")
    tile = [line for line in lines if line.startswith("watchpoint 2 on tile.f32[3]: ")]
    out = [line for line in lines if line.startswith("watchpoint 1 on out[69]: ")]
    assert "-> 3.0, by block [0, 0, 0], thread [3, 0, 0] at reverse.cu:9" in tile[0]
    assert "3.0 -> 3.0" not in tile[1]  # the next block's shared memory is another
    assert "-> 67.0, by block [1, 0, 0], thread [3, 0, 0]" in tile[1]
    assert "0.0 -> 222.0, by block [1, 0, 0], thread [5, 0, 0] at reverse.cu:18" in out[0]


def test_printf_comes_out_with_block_and_thread_stepped_or_not(debug: Debug) -> None:
    lines = debug(CUDA, "break reverse.cu:18 if block == (1,0)", "continue", "delete", "continue")
    printed = [line for line in lines if "i=4" in line]
    assert printed == [
        f"[block [{block}, 0, 0], thread [4, 0, 0]] i=4 value={_even(63 + 64 * block - 4):f}"
        for block in range(4)
    ]
    assert lines.index(printed[1]) < lines.index("(kernelscope) delete") < lines.index(printed[2])


def _even(x: int) -> float:
    """What the kernel makes of a value in a lane of even number."""
    return float(np.float32(np.sqrt(np.float32(x)) * np.float32(0.5) + 1000))


def test_step_goes_into_an_inlined_function_and_finish_out_of_it(debug: Debug) -> None:
    lines = debug(
        CUDA,
        *("break reverse.cu:4", "continue", "where", "finish", "delete", "next", "stepi"),
    )
    frames = [line for line in after(lines, "where") if line.startswith("#")]
    assert frames == ["#0 reverse.cu:4", "#1 called from reverse.cu:13"]
    assert any("reverse.cu:13  " in line for line in after(lines, "finish"))
    assert not any("reverse.cu:4 " in line for line in after(lines, "next"))
    assert after(lines, "stepi")[1].startswith("  ptx:")


def test_only_the_chosen_block_runs_and_that_is_said(debug: Debug) -> None:
    lines = debug(CUDA, "continue", "print out[191:194]", options=("--block", "3"))
    assert "only block (3,0,0) runs: the results of the other blocks are missing" in lines
    shown = after(lines, "print out[191:194]")[1].split()
    assert (shown[1], shown[3]) == ("0.0", "354.0")
    assert debug(CUDA, "continue", options=("--block", "9"))[-2:] == [
        "kernelscope: there is no block (9,0,0) in a grid of (4,1,1)",
        "rc 2",
    ]


def test_run_begins_again_with_the_memory_as_it_was(debug: Debug) -> None:
    lines = debug(CUDA, "continue", "print out[1]", "break reverse.cu:9", "run", "print out[1] ")
    assert after(lines, "print out[1]") == ["out[1] = 162.0  (f32)"]
    assert "breakpoint 1 at reverse.cu:9" in after(lines, "run")
    assert lines[-2] == "out[1] = 0.0  (f32)"


def test_another_block_and_warp_are_looked_at_when_asked_for(debug: Debug) -> None:
    lines = debug(CUDA, "block 2,0", "block", "warp 1", "lane 3", "print thread[0]", "block 1")
    assert after(lines, "block") == ["block (2,0,0) of (4,1,1)"]
    assert after(lines, "lane 3") == ["lane 3, thread (35,0,0), active"]
    assert row(after(lines, "print thread[0]"), 0)[0] == "32"
    assert lines[-2].endswith("block (1,0,0) has ended; `run` starts the launch again")
    assert lines[-1] == "rc 2"


# ---- Triton -------------------------------------------------------------------------------------


@pytest.mark.triton
def test_a_triton_kernel_stops_where_a_lane_fulfils_the_condition(debug: Debug) -> None:
    lines = debug(
        TRITON.format(check=False),
        "break script.py:16 if block == (2,0) and offsets == 70",
        *("continue", "print offsets", "print x_ptr[offsets]", "print total", "print n", "where"),
    )
    stop = after(lines, "continue")
    assert stop[0].endswith("offsets == 70: in lane 6")
    assert stop[1].startswith("block (2,0,0), warp 0, all 32 lanes: script.py:16  tl.store(")
    assert row(after(lines, "print offsets"), 0) == [str(n) for n in range(64, 72)]
    assert not any("each thread" in line for line in after(lines, "print offsets"))
    assert row(after(lines, "print x_ptr[offsets]"), 24)[-1] == "95.0"
    assert row(after(lines, "print total"), 0)[6] == "141.0"
    assert after(lines, "print n") == ["n = 100"]
    assert "lane 6: thread (6,0,0)" in after(lines, "where")[0]


@pytest.mark.triton
def test_device_print_and_a_failed_device_assert_name_the_thread_and_stop_there(
    debug: Debug,
) -> None:
    lines = debug(TRITON.format(check=True), "continue", "where", "print total", "continue")
    stop = after(lines, "continue")
    printed = [line for line in stop if line.startswith("[block [1, 0, 0], thread [7, 0, 0]]")]
    assert len(printed) == 1
    assert "79.0" in printed[0]
    assert any("block [2, 0, 0], thread [6, 0, 0]: assertion `too large`" in line for line in stop)
    assert any(
        line.startswith(">    15          tl.device_assert") for line in after(lines, "where")
    )
    assert row(after(lines, "print total"), 0)[6] == "141.0"
    assert lines[-1] == "rc 1"


@pytest.mark.triton
def test_a_bad_address_far_into_a_large_grid_stops_in_its_block(debug: Debug) -> None:
    lines = debug(OUTSIDE, "continue", "print offsets", "step")
    stop = after(lines, "continue")
    assert "(byte 4000000 of an allocation of 4000000 bytes)" in stop[0]
    assert "block [976, 0, 0], thread [" in stop[0]
    assert stop[1].startswith("block (976,0,0), warp 0, all 32 lanes: script.py:7  tl.store(")
    assert "the kernel has failed and cannot continue" in lines[-2]
    assert lines[-1] == "rc 2"


@pytest.mark.triton
def test_an_implementation_of_an_operation_is_stepped_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = Path(gelu.__file__).read_text().splitlines()
    line = 1 + next(n for n, text in enumerate(texts) if "tl.store(y_ptr + offsets" in text)
    script = tmp_path / "commands.txt"
    script.write_text(f"break gelu.py:{line}\ncontinue\nprint offsets\nquit\n")
    words = ["--case", "n=64", "--commands", str(script)]
    assert main(["debug", "gelu/triton", "--device", "virtual:h200", *words]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "tl.store(y_ptr + offsets" in "\n".join(after(lines, "continue"))
    assert after(lines, "print offsets")[-1] == (
        "1 of each thread's 4 elements: the compiler has folded the others away"
    )
    assert row(after(lines, "print offsets"), 0)[1] == "4"


@pytest.mark.slow
@pytest.mark.triton
def test_tritons_own_interpreter_stops_at_breakpoint(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    text = TRITON.format(check=False).replace(
        "    total = double", "    breakpoint()\n    total = double"
    )
    script.write_text(text)
    code = "import sys; from kernelscope.cli import main; sys.exit(main(sys.argv[1:]))"
    path = os.pathsep.join(filter(None, sys.path))
    ended = subprocess.run(
        [sys.executable, "-c", code, "run", "--device", "virtual:h200", str(script)],
        input="p x.handle.data[3]\nc\n" + "c\n" * 3,
        env={**os.environ, "PYTHONPATH": path, "TRITON_INTERPRET": "1"},
        capture_output=True,
        check=False, text=True, timeout=300,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert "(Pdb) 3.0" in ended.stdout or "(Pdb) np.float32(3.0)" in ended.stdout
    assert "sum 10000.0" in ended.stdout


# ---- Numba, PTX ---------------------------------------------------------------------------------


def test_a_numba_kernel_shows_its_variables_and_array_parameters(debug: Debug) -> None:
    pytest.importorskip("numba.cuda")
    lines = debug(
        NUMBA,
        *("break script.py:9 if i == 70", "continue", "print i", "print x.shape[0]"),
        *("watch out[70]", "continue"),
    )
    assert "script.py:9 if i == 70: in lane 6" in after(lines, "continue")[0]
    assert row(after(lines, "print i"), 0)[6] == "70"
    assert after(lines, "print x.shape[0]") == ["x.shape[0] = 100"]
    assert any("0.0 -> 140.0, by block [2, 0, 0], thread [6, 0, 0]" in line for line in lines)


def test_ptx_is_launched_with_the_arguments_given_and_stepped_by_instruction(debug: Debug) -> None:
    launch = ("--grid", "2", "--threads", "32", "--arg", "s32[32]=arange")
    lines = debug(
        ADD_ONE,
        *("break ptx:14 if block == (1,0) and %r3 > 7", "continue", "print %r3"),
        *("print s32[%rd3] + 1", "info registers %r3", "list ptx:8"),
        name="add_one.ptx",
        options=launch,
    )
    # Block 0 has added one before.
    assert after(lines, "continue")[0].endswith("%r3 > 7: in lanes 6-31")
    assert row(after(lines, "print %r3"), 0) == [str(n) for n in range(2, 10)]
    assert row(after(lines, "print s32[%rd3] + 1"), 0) == [str(n) for n in range(2, 10)]
    assert after(lines, "info registers %r3") == ["in lane 6", "%r3      u32      8"]
    assert any(
        "      8      ld.param.u64 %rd1, [x];" in line for line in after(lines, "list ptx:8")
    )


# ---- what is wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("frobnicate", "`frobnicate` is not a command; the commands are: break, tbreak, watch, "),
        ("print %r9", "the kernel has no register %r9"),
        ("print nothing", "nothing has the name `nothing` here; known names: x, "),
        ("print (", "`(` is not a valid expression: "),
        ("print __import__('os')", "is not possible here"),
        ("print f32[0]", "4 bytes at 0x0 are outside"),
        ("break ptx:99", "ptx:99 is after the last instruction of add_one"),
        ("break ptx:12 if %r99 > 1", "the kernel has no register %r99"),
        ("break somewhere", "no function `somewhere` in the files of add_one"),
        ("break 1-2", "`1-2` is not a place"),
        ("watch %r1", "`%r1` is not an element of memory"),
        ("delete 4", "there is no breakpoint 4; there are: none"),
        ("warp 7", "the block has warps 0 to 0"),
        ("info nonsense", "info needs one of: args, breakpoints, "),
        ("list ptx:900", "ptx has no line 900"),
    ],
)
def test_a_malformed_command_ends_with_its_line_and_exit_code_2(
    debug: Debug, command: str, complaint: str
) -> None:
    launch = ("--grid", "1", "--threads", "32", "--arg", "s32[32]")
    lines = debug(ADD_ONE, "# first", "", command, name="add_one.ptx", options=launch)
    assert lines[-1] == "rc 2"
    assert "commands.txt:3: " in lines[-2]
    assert complaint in lines[-2]


def test_ptx_without_a_launch_says_what_to_add(debug: Debug) -> None:
    lines = debug(ADD_ONE, "continue", name="add_one.ptx")
    assert lines[-2].endswith("add --grid BLOCKS --threads 128 --arg f32[1024]")
    assert lines[-1] == "rc 2"


def test_the_prompt_survives_ctrl_c_and_ends_at_ctrl_d(tmp_path: Path) -> None:
    (tmp_path / "add_one.ptx").write_text(ADD_ONE)
    launch = ["--grid", "1", "--threads", "32", "--arg", "s32[32]"]
    # Ctrl-C goes to the process whose terminal it is.
    code = (
        "import fcntl, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
        "from kernelscope.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    words = [sys.executable, "-c", code, "debug", "add_one.ptx", "--device", "virtual", *launch]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    terminal, other = pty.openpty()
    process = subprocess.Popen(
        words, stdin=other, stdout=other, stderr=other, cwd=tmp_path, env=environment,
        start_new_session=True,
    )  # fmt: skip
    os.close(other)
    try:
        assert "add_one: grid (1,1,1)" in until_prompt(terminal)
        time.sleep(0.5)  # between its prompt and its read nothing can wake it
        os.write(terminal, b"\x03")
        assert "Traceback" not in until_prompt(terminal)
        os.write(terminal, b"print foo\n")
        assert "nothing has the name `foo`" in until_prompt(terminal)
        os.write(terminal, b"\x04")
        assert process.wait(60) == 0
    finally:
        process.kill()
        os.close(terminal)


NORM = """
import torch, triton, triton.language as tl

@triton.jit
def norm(x_ptr, w_ptr, out_ptr, n, BLOCK: tl.constexpr):
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    x = tl.load(x_ptr + columns, mask=mask, other=0).to(tl.float32)
    mean = tl.sum(x, axis=0) / n
    spread = tl.where(mask, x - mean, 0.0)
    var = tl.sum(spread * spread, axis=0) / n
    w = tl.load(w_ptr + columns, mask=mask)
    y = spread / tl.sqrt(var + 1e-5) * w
    tl.store(out_ptr + columns, y, mask=mask)

x = (torch.arange(200, dtype=torch.float16) % 7).cuda()
w = torch.linspace(1, 2, 200, device="cuda")
norm[(1,)](x, w, torch.empty_like(w), 200, BLOCK=256, num_warps=4)
"""


@pytest.mark.triton
def test_the_values_of_a_triton_kernels_variables_are_those_that_float64_gives(
    debug: Debug,
) -> None:
    x = np.arange(200, dtype=np.float64) % 7
    truth = {
        "x": x,
        "w": np.linspace(1, 2, 200),
        "spread": x - x.mean(),
        "mean": np.array([x.mean()]),
        "var": np.array([x.var()]),
    }
    lines = debug(NORM, "b script.py:14", "c", *(f"print {name}" for name in truth))
    for name, expected in truth.items():
        shown = after(lines, f"print {name}")
        rows = [line.split(": ")[1] for line in shown if line.startswith("  lane")]
        plain = [line.split()[2] for line in shown if " in all 32 lanes" in line]
        found = np.array([float(cell) for cell in " ".join([*rows, *plain]).split()])
        assert len(found), name
        # Each value is one of the block's: beyond `n`, zero or what was never loaded.
        distance = np.abs(found[:, None] - np.append(expected, 0.0)).min(axis=1)
        assert distance.max() < 1e-5, name


IN_PLACE = '''
import torch
import kernelscope as ks

turn = ks.cuda_kernel("""
extern "C" __global__ void turn(float *x) {
    int i = threadIdx.x;
    float value = x[127 - i];
    x[i] = value;
}
""", "turn")
x = torch.arange(128, dtype=torch.float32, device="cuda")
turn[1, 128](x)
print("turned", bool((x == torch.arange(128, device="cuda").flip(0)).all()))
'''


def test_a_stepped_block_keeps_the_order_of_one_that_is_not(debug: Debug):
    """The loads of all warps come before the stores, as compiled code has it."""
    lines = debug(IN_PLACE, "next", "next", "next", "delete", "continue", "continue")
    assert "turned True" in lines


RACY = """
import torch
import kernelscope as ks

mirror = ks.cuda_kernel('''
extern "C" __global__ void mirror(int *out) {
    __shared__ int kept[2];
    if (threadIdx.x % 32 == 0) kept[threadIdx.x / 32] = threadIdx.x + 7;
    if (threadIdx.x == 32) out[0] += kept[0];
}
''', "mirror")
out = torch.zeros(1, dtype=torch.int32, device="cuda")
mirror[1, 64](out)
mirror[1, 64](out)
print("sum", int(out.sum()))
"""


def test_it_stops_at_both_sides_of_what_check_finds_and_the_memory_is_as_before(
    debug: Debug,
) -> None:
    lines = debug(RACY, *["continue"] * 5, options=("--check",))
    assert "check: 1 finding in mirror; `continue` goes to the first" in lines
    stops = [
        n for n, line in enumerate(lines) if line.startswith("race/write-read: a thread reads")
    ]
    assert len(stops) == 2
    first, second = (lines[n] for n in stops)
    places = [lines[n + 1] for n in stops]
    assert "kept[threadIdx.x / 32] = " in places[0]
    assert "out[0] += kept[0]" in places[1]
    # Each names the other side.
    assert places[1].split(": ")[1].split("  ")[0].split("/")[-1] in first
    assert places[0].split(": ")[1].split("  ")[0].split("/")[-1] in second
    assert "check: nothing in mirror" in lines  # the same fault in a later launch is no new one
    assert lines[-2:] == ["sum 14", "rc 0"]
