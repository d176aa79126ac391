"""The kernels behind a subject: what each front end hands over, and what is no subject."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from kernelscope import vgpu
from kernelscope.devices.virtual import virtual_gpu
from kernelscope.errors import PtxError, UsageError
from kernelscope.jobs.kernels import kernels_of, with_code
from kernelscope.subjects import openable

ADD_ONE = """
.version 8.0
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


@pytest.mark.triton
def test_a_triton_kernel_comes_with_every_stage_and_what_was_assumed_of_its_arguments() -> None:
    (found,) = kernels_of(openable("gelu/triton", "inspect"), case="n=64")
    form = found.form
    assert [*form.texts] == ["source", "ttir", "ttgir", "llir", "ptx"]
    assert form.texts["source"].startswith("@triton.jit\ndef gelu_kernel(")
    lines = Path(form.source_file).read_text().splitlines()
    assert lines[form.source_line - 1] == "@triton.jit"
    assert form.parameters == ("x_ptr", "y_ptr", "n", "", "")
    assert form.types == {"x_ptr": "*fp32", "y_ptr": "*fp32", "n": "i32", "BLOCK": "constexpr 1024"}
    assert form.facts["n"] == ("divisible by 16",)
    assert form.options["num_warps"] == found.launch.block[0] // 32  # type: ignore[union-attr]
    assert form.cubin is not None
    assert form.cubin.startswith(b"\x7fELF")


def test_inputs_are_the_hosts_where_pytorch_sees_a_gpu_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    (found,) = kernels_of(
        openable("vector-add/cuda", "inspect"), device="virtual:h200", case="n=1000"
    )
    assert found.launch is not None
    x = found.launch.arguments[0]
    assert isinstance(x, torch.Tensor)
    assert x.device.type == "cpu"


def test_a_cuda_kernel_comes_with_its_source_where_it_stands_in_the_file() -> None:
    (found,) = kernels_of(openable("gelu/cuda", "inspect"), case="n=64")
    form = found.form
    assert [*form.texts] == ["source", "ptx"]
    lines = Path(form.source_file).read_text().splitlines()
    own = form.texts["source"].rstrip().splitlines()
    start = form.source_line - 1
    assert lines[start + 1 : start + len(own) - 1] == own[1:-1]
    assert form.types == {"x": "const float*", "y": "float*", "n": "long long"}
    assert form.texts["ptx"].count(".entry") == 1


def test_a_numba_kernel_names_each_parameter_of_its_arrays() -> None:
    form = kernels_of(openable("vector-add/numba", "inspect"), case="n=100")[0].form
    assert [*form.texts] == ["source", "llir", "ptx"]
    assert form.parameters[:7] == (
        *("", "", "x.size", "x.itemsize", "x", "x.shape[0]", "x.strides[0]"),
    )
    assert form.types["y"] == "array(float32, 1d, C)"


@pytest.mark.triton
def test_a_script_gives_each_kernel_once_also_when_arguments_made_two_of_one(
    tmp_path: Path,
) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import torch, triton, triton.language as tl\n"
        "@triton.jit\n"
        "def add(x, n, B: tl.constexpr):\n"
        "    o = tl.arange(0, B)\n"
        "    tl.store(x + o, tl.load(x + o, o < n) + 1, o < n)\n"
        "x = torch.zeros(64, device='cuda')\n"
        "for n in (64, 48, 1):\n"
        "    add[(1,)](x, n, B=64)\n"
    )
    first, second = kernels_of(openable(str(script), "inspect"))
    assert first.form.facts["n"] == ("divisible by 16",)
    assert second.form.facts["n"] == ("equal to 1",)
    assert first.form.parameters[:2] == ("x", "n")
    assert second.form.parameters[0] == "x"


def test_copies_hold_what_was_there_before_the_launch_and_share_what_was_shared() -> None:
    memory = np.arange(64, dtype=np.uint32)
    with virtual_gpu("a100") as gpu:
        gpu.capture(copies=True)
        kernel = vgpu.load_ptx(ADD_ONE, gpu="a100").kernel("add_one")
        kernel[1, 32](memory[::-1][:32][::-1])
        kernel[1, 32](memory)
        assert len(gpu.launches) == 2
    assert gpu.captured is not None
    (launch,) = gpu.captured
    (copy,) = launch.arguments
    assert isinstance(copy, np.ndarray)
    assert copy.tolist() == [*range(32, 64)]
    assert memory[32] == 33
    assert launch.kernel[1, 32](copy).kernel == "add_one"
    assert copy.tolist() == [*range(33, 65)]


def test_a_ptx_file_gives_its_kernels_without_a_launch(tmp_path: Path) -> None:
    file = tmp_path / "add.ptx"
    file.write_text(ADD_ONE)
    (found,) = kernels_of(openable(str(file), "inspect"))
    assert found.launch is None
    assert found.form.target == "sm_80"
    assert found.form.parameters == ("x",)
    cubin = with_code(found.form).cubin
    assert cubin
    (tmp_path / "add.cubin").write_bytes(cubin)
    (again,) = kernels_of(openable(str(tmp_path / "add.cubin"), "inspect"))
    assert (again.form.name, again.form.target, again.form.texts) == ("add_one", "sm_80", {})


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            "x = 1\n",
            "launches no kernel in its own process, so that the types of its arguments",
        ),
        ("raise SystemExit(3)\n", "exit code 3 before it ran a kernel: fix it, or pass"),
    ],
)
def test_a_script_that_launches_nothing_is_told_what_to_add(
    tmp_path: Path, content: str, said: str
) -> None:
    (tmp_path / "script.py").write_text(content)
    with pytest.raises(UsageError, match=said):
        kernels_of(openable(str(tmp_path / "script.py"), "inspect"))


def test_what_is_no_ptx_and_no_cubin_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "cut.ptx").write_text(ADD_ONE[:300])
    with pytest.raises(PtxError, match=r"ptx:\d+:\d+"):
        kernels_of(openable(str(tmp_path / "cut.ptx"), "inspect"))
    (tmp_path / "empty.ptx").write_text(ADD_ONE.partition(".visible")[0])
    with pytest.raises(UsageError, match=r"no kernel: PTX marks one with \.entry"):
        kernels_of(openable(str(tmp_path / "empty.ptx"), "inspect"))
    (tmp_path / "image.cubin").write_bytes(b"\x89PNG")
    (tmp_path / "new.ptx").write_text(ADD_ONE.replace("sm_80", "sm_100a"))
    assert kernels_of(openable(str(tmp_path / "new.ptx"), "inspect"))[0].form.target == "sm_100a"
    with pytest.raises(UsageError, match="not a cubin"):
        kernels_of(openable(str(tmp_path / "image.cubin"), "inspect"))
    with pytest.raises(UsageError, match="no such file"):
        kernels_of(openable(str(tmp_path / "none.ptx"), "inspect"))
    with pytest.raises(
        UsageError,
        match=r"gelu/naive runs PyTorch's own kernels.*open another: gelu/compile, gelu/triton",
    ):
        kernels_of(openable("gelu/naive", "inspect"), case="n=64")
