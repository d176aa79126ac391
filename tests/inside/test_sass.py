"""Machine code as text: its lines and live registers as NVIDIA's own disassembler prints them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

import kernelscope as ks
from kernelscope.inside.stages import sass
from kernelscope.jobs.kernels import kernels_of, with_code
from kernelscope.machine_code import nvdisasm
from kernelscope.subjects import CudaKernelSubject, openable

NVDISASM = nvdisasm.path_of_tool()


def printed(cubin: bytes, folder: Path, *options: str) -> list[str]:
    path = folder / "k.cubin"
    path.write_bytes(cubin)
    command = [NVDISASM, "-c", *options, str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.parametrize(
    ("subject", "gpu"),
    [
        ("softmax/cuda", "h200"),
        ("softmax/triton", "h200"),
        ("vector-add/numba", "h200"),
        ("softmax/triton", "a100"),  # whose tables have relocations of the other kind
    ],
)
def test_lines_of_source_and_ptx_are_those_that_nvdisasm_prints(
    subject: str, gpu: str, tmp_path: Path
) -> None:
    case = "rows=4,n=64" if "softmax" in subject else "n=64"
    form = kernels_of(openable(subject, "inspect"), device=f"virtual:{gpu}", case=case)[0].form
    assert form.cubin
    listing = sass.disassemble(form.cubin, form.name)
    lines = listing.text.splitlines()
    by_address = {line.split("*")[1]: n for n, line in enumerate(lines, 1) if "/*" in line}
    source, ptx, inside, compared = "", 0, False, 0
    for line in printed(form.cubin, tmp_path, "-g", "-gp"):
        if line.startswith("//-----"):
            inside = f".text.{form.name} " in line
        elif mark := re.match(r'\s*//## File "([^"]*)", line (\d+)', line):
            if mark[1].startswith(".nv_debug_ptx_txt"):
                ptx = int(mark[2])
            else:
                source = f"{mark[1]}:{mark[2]}"
        elif inside and (found := re.match(r"\s+/\*([0-9a-f]{4})\*/", line)):
            at = by_address.get(found[1])
            if at is not None:
                assert listing.map[at][0] == source, line
                assert listing.ptx[at] == ptx, line
                compared += 1
    assert compared == len(by_address) > 20


def test_the_header_that_lets_it_be_analysed_changes_no_line_of_the_code(tmp_path: Path) -> None:
    form = kernels_of(openable("softmax/triton", "inspect"), case="rows=4,n=64")[0].form
    assert form.cubin
    code = [
        [line.partition("//")[0].rstrip() for line in printed(one, tmp_path) if "/*0" in line]
        for one in (form.cubin, nvdisasm.with_new_header(form.cubin))
    ]
    assert code[0] == code[1] != []
    listing = sass.disassemble(form.cubin, form.name)
    assert listing.note or max(listing.live.values()) > 4


SWITCH = """extern "C" __global__ void pick(float* x, int n) {
  switch (n) {
    case 0: x[0] = x[1] + 1; break;
    case 1: x[1] = x[2] / x[3]; break;
    case 2: x[5] = x[6] * x[7]; break;
    case 3: x[4] = sqrtf(x[3]); break;
    case 4: x[8] = x[9] - x[2]; break;
    default: x[11] = n;
  }
}"""


def test_the_code_is_the_same_from_the_analysis_that_is_there_already() -> None:
    """A switch's jump has its targets in it, and a division a function of its own."""
    form = kernels_of(CudaKernelSubject(ks.cuda_kernel(SWITCH, "pick")), device="virtual:a100")[0]
    cubin = with_code(form.form).cubin
    assert cubin
    plain = _instructions(nvdisasm.printed(cubin)[0])
    nvdisasm.analysed(cubin)
    assert _instructions(nvdisasm.code_of(cubin)[0]) == plain
    assert any("BRANCH_TARGETS" in line for line in plain)


def _instructions(text: str) -> list[str]:
    """The instructions, without the padding at the ends."""
    lines = [line.rstrip() for line in text.splitlines()]
    return [one for one in lines if re.match(r"\s+/\*[0-9a-f]{4}\*/ (?!\s+NOP;)", one)]


def test_a_forked_child_disassembles_what_its_parent_began(tmp_path: Path) -> None:
    form = kernels_of(openable("vector-add/cuda", "inspect"), device="virtual:h200", case="n=64")[
        0
    ].form
    assert form.cubin
    sass.begin(form.name, form.cubin)
    child = os.fork()
    if child == 0:
        signal.alarm(60)  # ends a child that waits for ever
        (tmp_path / "child").write_text(sass.disassemble(form.cubin, form.name).text)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert sass.disassemble(form.cubin, form.name).text == (tmp_path / "child").read_text()
