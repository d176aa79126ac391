"""How `debug` begins and ends: the launch of a PTX file, its arguments, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kernelscope.cli import main
from kernelscope.errors import KernelscopeError, UsageError
from kernelscope.jobs.debug import PtxLaunch, debug

PTX = """.version 8.0
.target sm_80
.address_size 64
.visible .entry first(.param .u64 x, .param .u32 n)
{
    .reg .b32 %r<3>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [x];
    ld.param.u32 %r1, [n];
    ld.global.u32 %r2, [%rd1];
    ret;
}
"""


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "first.ptx"
    file.write_text(PTX)
    return str(file)


def session(
    subject: str, *commands: str, arguments: tuple[str, ...] = ("s32[4]", "7"), kernel: str = ""
) -> tuple[int, list[str]]:
    """Debug a subject with commands; the exit code and the lines shown."""
    waiting, shown = [*commands], list[str]()

    def read() -> str:
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    launch = PtxLaunch((2, 1, 1), (32, 1, 1), arguments)
    code = debug(
        subject, device="virtual", launch=launch, kernel=kernel, read=read, write=shown.append
    )
    return code, shown


@pytest.mark.parametrize(
    ("word", "values"),
    [
        ("s32[4]", "0 0 0 0"),
        ("s32[4]=ones", "1 1 1 1"),
        ("u16[4]=arange", "0 1 2 3"),
        ("f32[4]=arange", "0 1 2 3"),
    ],
)
def test_an_array_has_its_type_its_length_and_its_fill(path: str, word: str, values: str) -> None:
    """Zeros unless another fill is named."""
    code, lines = session(path, "print x[0:4]", arguments=(word, "7"))
    assert code == 0
    assert values in " ".join(" ".join(lines).replace(",", " ").replace(".0", "").split())


def test_numbers_may_be_whole_hexadecimal_or_fractions(path: str) -> None:
    """As a parameter of a kernel takes them."""
    _, lines = session(path, "info args", arguments=("s32[4]", "0x10"))
    assert any(line.strip() == "n = 16" for line in lines)


@pytest.mark.parametrize(
    "word", ["s32[4]=nonsense", "x32[4]", "pred[4]", "b32[4]=ones", "s32[4]=", "seven"]
)
def test_an_argument_that_is_neither_is_refused_with_the_forms_there_are(
    path: str, word: str
) -> None:
    """Nothing runs before it is understood."""
    with pytest.raises(UsageError, match=rf"--arg {re.escape(word)}: .*array"):
        session(path, arguments=(word, "7"))


def test_only_ptx_takes_a_launch(path: str) -> None:
    """An operation has a case; without a launch PTX is refused, too."""
    with pytest.raises(UsageError, match="square is not a PTX file, so it takes no --grid"):
        session("square")
    with pytest.raises(UsageError, match=r"add --grid BLOCKS --threads 128 --arg f32\[1024\] --a"):
        debug(path, device="virtual", read=str, write=print)


def test_a_kernel_that_was_never_launched_is_answered_with_those_that_were(path: str) -> None:
    """One launch of another kernel; a script that launches nothing at all is told so."""
    assert session(path, "continue", kernel="first")[0] == 0
    with pytest.raises(UsageError, match=r"kernel 'second'.*first"):
        session(path, "continue", kernel="second")
    script = Path(path).with_name("script.py")
    script.write_text("print(1)\n")
    with pytest.raises(UsageError, match=r"script\.py launched no kernel"):
        debug(str(script), device="virtual", read=str, write=print)


def test_a_kernel_that_cannot_go_on_ends_with_1(path: str) -> None:
    """Its pointer is not an array's; the second command gives the error to the program."""
    code, lines = session(path, "continue", "continue", arguments=("16", "7"))
    assert code == 1
    assert "outside every argument's memory (ptx:10" in lines[-1]


def test_a_script_that_fails_before_a_launch_is_run_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its own error, on the GPU that was asked for, and no second reading on another one."""
    monkeypatch.chdir(tmp_path)
    Path("fails.py").write_text(
        "from kernelscope import virtual_gpu\n"
        "from kernelscope.devices.virtual import current_gpu\n"
        "from kernelscope.errors import PtxError\n"
        "raise PtxError(f'made for {(current_gpu() or virtual_gpu()).spec.target}')\n"
    )
    assert main(["debug", "fails.py", "--device", "virtual:b200"]) == 1
    out, err = capsys.readouterr()
    assert err.count("made for") == 2  # the line of code, and its error
    assert err.endswith("made for sm_100a\n")
    assert out == "fails.py ended with exit code 1 before it launched a kernel\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"bad\.ptx is empty"),
        ("__global__ void k() {}", r"bad\.ptx:1:1: .* this is CUDA C\+\+, not PTX"),
        (".version 8.0\n.target sm_80\n.address_size 64\n", r"bad\.ptx has no kernel"),
        (PTX + PTX.partition("64\n")[2].replace("first", "second"), r"bad\.ptx must have one ker"),
    ],
)
def test_a_file_that_holds_no_launchable_kernel_is_named(
    tmp_path: Path, text: str, message: str
) -> None:
    file = tmp_path / "bad.ptx"
    file.write_text(text)
    with pytest.raises(KernelscopeError, match=message):
        session(str(file))
