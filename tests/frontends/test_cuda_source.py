"""What is read from the text of CUDA C++ and of its PTX, without a compiler."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelscope import _cuda_headers
from kernelscope.frontends.cuda import source
from kernelscope.frontends.cuda.c_signature import PROBE
from kernelscope.vgpu.ptx import entries

CUDA = """\
// __global__ void in_a_comment(int x)
/* __global__ void in_another(int x)
*/
__global__ void
    first(const float* __restrict__ x, std::pair<int, int> p,
          float (&a)[4], int n = f(1, 2), int /* unnamed */, int m[3], S s = {1, 2}) {}
template <typename T>
__global__ void __launch_bounds__(256, 2) second(T* y) { first<<<1, 2>>>(y); }
namespace ns { extern "C" __global__ void third() {} }
__global__ void first_and_more(int other);
__global__ void second(int again);
__device__ int helper(int n) { return n; }
"""


def test_kernels_are_those_that_are_declared_global_each_once() -> None:
    """Not in comments; the attribute before the name is not the name."""
    assert source.kernel_names(CUDA) == ["first", "second", "third", "first_and_more"]


@pytest.mark.parametrize(
    ("name", "line"),
    [("first", 5), ("second<float>", 8), ("ns::third", 9), ("second(int)", 8), ("helper", 1),
     ("first_and_more", 10), ("first_and", 1)],
)  # fmt: skip
def test_a_kernels_line_is_that_of_its_name(name: str, line: int) -> None:
    """Templates by their bare name; the first line for one that is not there."""
    assert source.kernel_line(CUDA, name) == line


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("first", ("x", "p", "a", "n", "int", "m", "s")),
        ("second<int>", ("y",)),
        ("ns::third", ()),
        ("first_and_more", ("other",)),
        ("helper", ()),
        ("nowhere", ()),
    ],
)
def test_a_parameters_name_is_its_last_word(name: str, names: tuple[str, ...]) -> None:
    """Commas in brackets part nothing; values and bounds are not names."""
    assert source.parameter_names(CUDA, name) == names


SOURCE = "__global__ void k(float* x) {\n      x[0] = undefined_name;\n\ty();\n}\n"


@pytest.mark.parametrize(
    ("log", "said"),
    [
        (
            """k.cu(2): error: identifier "undefined_name" is undefined
        x[0] = undefined_name;
               ^
""",
            'k.cu:2:14: error: identifier "undefined_name" is undefined',
        ),
        ("k.cu(3): error: e\n    y();\n    ^\n", "k.cu:3:2: error: e"),
        (
            "warning\nk.cu(1): catastrophic error #12-D: cannot open\n\n1 error\n",
            "k.cu:1: error: cannot open",
        ),
        ("other.h(90): error: far\n    line;\n      ^\n", "other.h:90:5: error: far"),
        ("other.h(2): error: near\n      line;\n      ^\n", "other.h:2:5: error: near"),
        ("other.h(0): error: none\n  line;\n  ^\n", "other.h:0:1: error: none"),
        ("k.cu(5): error: end\n    line;\n      ^\n", "k.cu:5:5: error: end"),
        ("k.cu(4): error: end\n  }\n  ^\n", "k.cu:4:1: error: end"),
        (
            """k.cu(2): error: a
        b();
          note
        x[0] = undefined_name;
        ^
k.cu(3): error: second""",
            "k.cu:2:7: error: a",
        ),
        ("no\n  place", "file.cu: no place"),
        ("x" * 301, "file.cu: " + "x" * 300),
        (" \n", "file.cu: NVRTC refused the source and gave no reason"),
    ],
)
def test_the_first_error_has_its_line_and_the_carets_column(log: str, said: str) -> None:
    """In the source's own columns; of another file those of the printed line."""
    assert source.first_error(log, SOURCE, "file.cu") == said


PTX = f"""\
.version 8.0

\t// .globl\ta
.visible .entry a(
\t.param .u64 p
)
{{
\tret;
}}
\t// .globl\tab
.visible .entry ab()
{{
\tret;
}}

.func helper()
{{
}}
.entry {PROBE}_x()
{{
\tret;
}}
// .entry not_one()
"""


def test_entries_are_those_of_the_text_but_the_probe() -> None:
    """The probe only carries the kernel's C types."""
    assert source.entry_names(PTX) == ["a", "ab", "not_one"]


def test_an_entry_goes_with_the_comment_before_it() -> None:
    """Another whose name begins alike stays on its lines, and so does its comment."""
    without, wanted = entries.without_entry(PTX, "a").splitlines(), PTX.splitlines()
    behind = PTX[: PTX.index("\t// .globl\tab")].count("\n")
    assert without[behind:] == wanted[behind:]
    assert [line for line in without[:behind] if line] == [".version 8.0"]
    assert entries.without_entry(PTX, "b") == PTX
    assert "ret" not in entries.without_entry(".entry k()\n{\nret;", "k")


def test_one_entry_alone_keeps_its_place() -> None:
    """The lines of the others are empty; functions stay."""
    only = entries.only_entry(PTX, "ab")
    assert only.count("\n") == PTX.count("\n")
    numbered = dict(enumerate(only.splitlines(), 1))
    wanted = dict(enumerate(PTX.splitlines(), 1))
    kept = {1, 3, *range(10, 19), 23}
    assert {number for number, line in numbered.items() if line} == {n for n in kept if wanted[n]}
    assert all(numbered[number] == wanted[number] for number in kept)


def test_include_folders_are_the_given_ones_then_those_of_the_options() -> None:
    """`-I` and `--include-path`, with the folder in the same option or in the next."""
    options = ["-Ia", "-O3", "-I", "b", "--include-path=c", "--include-path", "d", "-I"]
    found = source.include_folders(options, ["own"])
    assert found == [Path(name) for name in ("own", "a", "b", "c", "d", ".")]


def test_headers_are_read_with_those_that_they_include(tmp_path: Path) -> None:
    """From every folder that has one, each once, also if they include each other."""
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
    (one / "a.h").write_text('#include "b.h"\n# include <missing.h>\n')
    (other / "a.h").write_text("// another a\n")
    (other / "b.h").write_text('  #  include <a.h>\n// "c.h"\n')
    (other / "c.h").write_text("// not included\n")
    (other / "d.h").mkdir()
    found = source.header_texts('#include "a.h"\n#include "d.h"\nx', [one, other])
    assert sorted(found) == sorted(
        [(one / "a.h").read_text(), "// another a\n", (other / "b.h").read_text()]
    )


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which `nvidia` and `triton` are found; `include_paths` looks anew."""

    class Spec:
        def __init__(self, name: str) -> None:
            self.submodule_search_locations = [str(tmp_path / name)]

    monkeypatch.setattr(_cuda_headers.importlib.util, "find_spec", Spec)
    monkeypatch.setenv("CUDA_HOME", str(tmp_path / "toolkit"))
    monkeypatch.delenv("CUDA_PATH", raising=False)
    return tmp_path


def test_headers_of_the_newest_packages_come_first(packages: Path) -> None:
    """Then those of CUDA 12, the toolkit's, and Triton's; CCCL below each; only what is there."""
    there = [
        "nvidia/cu14/include", "nvidia/cu13/include", "nvidia/cu13/include/cccl",
        "nvidia/cuda_runtime/include", "nvidia/cuda_cccl/include", "toolkit/include",
        "toolkit/include/cccl", "triton/backends/nvidia/include",
    ]  # fmt: skip
    for name in there:
        (packages / name).mkdir(parents=True, exist_ok=True)
    _cuda_headers.include_paths.cache_clear()
    try:
        found = _cuda_headers.include_paths()
    finally:
        _cuda_headers.include_paths.cache_clear()
    own = [path for path in found if path.startswith(str(packages))]
    assert own == [str(packages / name) for name in there]
    assert _cuda_headers.include_paths() is _cuda_headers.include_paths()
    _cuda_headers.include_paths.cache_clear()
