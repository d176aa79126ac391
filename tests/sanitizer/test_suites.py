"""The tables of public suites: whole, consistent, and fit for a checkout of the right version."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from sanitizer.suites import gpuverify, hold, indigo3, triton_faults
from sanitizer.suites.load import SUITES, VERDICTS, SuiteProgram, read
from sanitizer.suites.sample import Traits, chosen

PROGRAMS = [(name, program) for name in SUITES for program in read(name).programs]


def test_the_suites_have_the_programs_that_their_authors_count() -> None:
    scor = Counter(program.file.partition("/")[0] for program in read("scor").programs)
    assert scor["microbenchmarks"] == 32
    assert len({p.file for p in read("scor").programs if p.file.startswith("benchmarks")}) == 7
    assert Counter(p.verdict for p in read("scor").programs[:32]) == {"race": 18, "clean": 14}
    assert len(read("indigo").programs) == 590
    assert {program.verdict for program in read("nvidia").programs} == set(VERDICTS) - {"clean"}


@pytest.mark.parametrize("name", SUITES)
def test_a_suite_says_where_it_is_and_names_no_program_twice(name: str) -> None:
    suite = read(name)
    assert suite.repository.count("/") == 1
    assert (len(suite.commit), bool(suite.licence)) == (40, True)
    programs = suite.programs
    assert suite.note or all(program.grid and program.block for program in programs)
    assert len({(p.file, p.kernel, p.variant) for p in programs}) == len(programs)


def _has_what_its_verdict_says(program: SuiteProgram) -> bool:
    tools = {finding.tool for finding in program.findings}
    if program.verdict == "clean":
        # Lines that look like a race are named if PTX and the authors do not see them alike.
        return not tools or program.ordered is not None
    return program.verdict in tools and all(finding.lines for finding in program.findings)


def test_every_fault_has_lines_and_agrees_with_the_verdict() -> None:
    for name, program in PROGRAMS:
        assert program.verdict in VERDICTS
        assert _has_what_its_verdict_says(program), (name, program.file)


def test_verdicts_that_differ_say_why() -> None:
    for _, program in PROGRAMS:
        unordered_and_clean = program.verdict == "clean" and program.ordered is False
        if unordered_and_clean or (program.ptx and program.ptx != program.verdict):
            assert program.note, program.file


@pytest.mark.parametrize("name", SUITES)
def test_a_checkout_gives_the_source_and_another_folder_an_error(name: str, tmp_path: Path) -> None:
    program = next(p for p in read(name).programs if p.findings)
    with pytest.raises(ValueError, match="has no"):
        program.source(tmp_path)
    path = tmp_path / program.file
    path.parent.mkdir(parents=True)
    last = max(line for finding in program.findings for line in finding.lines)
    path.write_text("\n" * last)
    assert program.source(tmp_path) == "\n" * last
    path.write_text("\n" * (last - 1))
    with pytest.raises(ValueError, match="another version"):
        program.source(tmp_path)


def test_a_sample_has_every_kind_in_proportion_and_a_larger_one_has_it_too() -> None:
    programs = [
        f"{kind}{n}" for kind, count in (("a", 60), ("b", 30), ("c", 10)) for n in range(count)
    ]

    def traits(name: str) -> Traits:
        return Traits("race" if name[0] != "c" else "clean", name, name[0])

    sample = chosen(programs, ["20"], traits)
    assert Counter(name[0] for name in sample) == {"a": 12, "b": 6, "c": 2}
    assert set(sample) < set(chosen(programs, ["50"], traits))
    assert {name[0] for name in chosen(programs, ["clean"], traits)} == {"c"}
    shared = [p for k in (1, 2, 3) for p in chosen(programs, ["race", "20", f"{k}/3"], traits)]
    assert sorted(shared) == sorted(chosen(programs, ["race", "20"], traits))


FOLDER = os.environ.get("KERNELSCOPE_SUITES", "")
"""Clones of public suites; tests/sanitizer/README.md says which."""


def _clone(name: str, repository: str) -> Path:
    """Return the clone of a suite in the folder; skip the test if there is none."""
    path = Path(FOLDER) / name
    if not FOLDER or not path.is_dir():
        pytest.skip(
            f"no {name}: git clone https://github.com/{repository} into a folder, and name the "
            "folder with KERNELSCOPE_SUITES=FOLDER"
        )
    return path


@pytest.mark.slow
def test_hiraces_racy_kernels_are_found_and_its_clean_ones_silent() -> None:
    """A sample of 30 programs; `tools/check_suites.py FOLDER hirace` runs all."""
    folder = _clone("HiRace-Artifact-SC24", "JohnJacobsonIII/HiRace-Artifact-SC24")
    for program in chosen(read("indigo").programs, ["30"], hold.traits):
        expected = {"clean": {"silent"}, "race": {"at lines"}, "memory": {"at lines", "elsewhere"}}
        assert hold.judged(program, folder)[0] in expected[program.verdict], program.file


@pytest.mark.slow
def test_indigo3s_racy_programs_are_found_and_its_clean_ones_silent(tmp_path: Path) -> None:
    """A sample of 12 programs; `tools/check_suites.py FOLDER indigo3` runs all."""
    folder = _clone("Indigo3Suite", "burtscher/Indigo3Suite")
    clean = {"silent", "other", "by PTX", "not run"}
    expected = {"clean": clean, "race": {"planted", "found"}}
    for path in chosen(indigo3.generated(folder, tmp_path), ["12"], indigo3.traits):
        verdict = indigo3.verdict_of(path, *indigo3.check(path, folder / "lib"))
        assert verdict in expected[indigo3.traits(path).label], path.name


@pytest.mark.slow
def test_gpuverifys_clean_tests_are_silent_under_independent_lanes() -> None:
    folder = _clone("gpuverify", "mc-imperial/gpuverify") / "testsuite" / "CUDA"
    for path in sorted(folder.rglob("*.cu")):
        name = str(path.relative_to(folder).parent)
        if gpuverify.expected(path) == "clean" and name not in gpuverify.NOT_CLEAN:
            findings, _ = gpuverify.check(path)
            assert not [finding for finding in findings if not finding.note], name


# Triton's tests of its sanitizers ask for the outcome of a process, `run_in_process`, and this
# one does too.
TEST_OF_A_SANITIZER = """
import pytest
import torch
import triton
import triton.language as tl


@triton.jit
def put(o):
    tl.store(o, tl.program_id(0))


def launch(blocks):
    put[(blocks,)](torch.zeros(1, dtype=torch.int32))


@pytest.mark.skipif(torch.cuda.get_device_capability()[0] < 9, reason="Requires Hopper")
@pytest.mark.parametrize("BLOCKS", [1, 2])
def test_put(BLOCKS, device, num_ctas):
    result = run_in_process(launch, (BLOCKS,))
    if BLOCKS == 2:
        assert result.exc is not None
        assert "two writes" in result.driver_stderr_output
    else:
        assert result.exc is None
"""


def test_a_test_of_tritons_sanitizers_says_what_it_plants(tmp_path: Path) -> None:
    path = tmp_path / triton_faults.CONSAN
    path.parent.mkdir(parents=True)
    path.write_text(TEST_OF_A_SANITIZER)
    module = triton_faults.loaded(tmp_path, triton_faults.CONSAN, "h200")
    clean, faulty = triton_faults.cases_of(module, "test_put", "h200", "consan", 2)
    assert clean.name == "test_put[BLOCKS=1, num_ctas=2]"
    assert (clean.is_faulty, clean.wanted) == (False, [])
    assert (faulty.is_faulty, faulty.wanted) == (True, ["two writes"])
    assert triton_faults.check(clean)[:2] == ([], 1)
    findings, launches, error, _ = triton_faults.check(faulty)
    assert ([finding.kind for finding in findings], launches, error) == (["write-write"], 1, "")
