"""What `doctor` says, and that what it says is so."""

from __future__ import annotations

import io
import platform
from importlib import metadata

import pytest
from rich.console import Console

from kernelscope import _private_names
from kernelscope._private_names import PrivateName
from kernelscope.cli import main
from kernelscope.jobs import doctor
from kernelscope.record.machine import Finding
from kernelscope.report.doctor import table


@pytest.fixture(scope="module")
def examined() -> dict[str, Finding]:
    """Everything that is found on this machine, by name."""
    return {finding.what: finding for finding in doctor.examine()}


def test_looks_at_everything_a_command_needs(examined):
    """Each part is there once, with what it is for."""
    parts = {"PyTorch", "Triton", "NVRTC", "Numba", "virtual GPU", "NVIDIA GPU", "CUDA toolkit"}
    assert parts <= set(examined)
    assert examined["Python"].detail == platform.python_version()
    assert all(finding.detail and finding.gives for finding in examined.values())


def test_numba_and_its_cuda_part_have_each_their_own_version(examined):
    """Two packages of which neither has the version of the other."""
    versions = {name: metadata.version(name) for name in ("numba", "numba-cuda")}
    assert versions["numba"] != versions["numba-cuda"]
    said = f"{versions['numba']}, numba-cuda {versions['numba-cuda']}"
    assert examined["Numba"].detail == said


def test_the_virtual_gpu_is_tried_and_not_only_found(examined):
    """A kernel ran and its result was right."""
    assert examined["virtual GPU"].standing == "ready", examined["virtual GPU"].detail


def test_a_virtual_gpu_that_computes_wrongly_is_broken(monkeypatch):
    """A kernel that adds two where it should add one."""
    wrong = doctor._ADD_ONE.replace("add.s32 %r3, %r2, 1", "add.s32 %r3, %r2, 2")
    monkeypatch.setattr(doctor, "_ADD_ONE", wrong)
    finding = doctor._virtual_gpu()
    assert (finding.standing, finding.detail) == ("broken", "a test kernel gave a wrong result")


def test_a_missing_package_comes_with_its_command():
    """Not installed is absent, and one command mends it."""
    finding = doctor._package("X", "no_such_module_at_all", "x", "nothing", "pip install x")
    assert (finding.standing, finding.fix) == ("absent", "pip install x")


def test_a_private_name_that_a_new_version_lacks_is_named_with_its_package(monkeypatch):
    """A release that the tests have not seen is looked through; one that they have is not."""
    gone = PrivateName("triton", "triton.runtime.jit.JITFunction.gone", "a test")
    monkeypatch.setattr(_private_names, "private_names", lambda: (gone,))
    assert doctor._private_names().standing == "ready"
    monkeypatch.setitem(_private_names.TESTED, "triton", ("3.5.9",))
    finding = doctor._private_names()
    assert (finding.standing, finding.fix) == ("broken", "pip install triton==3.5.9")
    version = _private_names.installed("triton")
    assert finding.detail == f"triton {version} lacks triton.runtime.jit.JITFunction.gone"


@pytest.mark.parametrize(
    ("ready", "device", "works"),
    [
        (("PyTorch", "virtual GPU"), "auto", True),
        (("PyTorch", "virtual GPU"), "cuda", False),
        (("PyTorch", "NVIDIA GPU"), "cuda", True),
        (("PyTorch", "NVIDIA GPU"), "virtual:h200", False),
        (("virtual GPU",), "auto", False),
    ],
)
def test_usable_is_pytorch_and_a_device(ready, device, works):
    """`compare` needs PyTorch and the kind of device asked for."""
    findings = tuple(Finding(what, "ready", "1", "x") for what in ready)
    assert doctor.usable(findings, device) is works


def test_the_table_ends_with_the_commands_that_mend():
    """A line a finding, then a command for each that has one."""
    findings = (
        Finding("A", "ready", "1.0", "all"),
        Finding("B", "absent", "not installed", "some", "pip install b"),
    )
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(table(findings))
    lines = console.export_text().splitlines()
    assert lines[1].split() == ["✓", "A", "1.0", "all"]
    assert lines[-1].strip() == "B: pip install b"


def test_the_command_ends_with_0_where_compare_can_run(capsys):
    """Exit code and table agree."""
    assert main(["doctor", "--device", "virtual"]) == 0
    assert "✓  virtual GPU" in capsys.readouterr().out
