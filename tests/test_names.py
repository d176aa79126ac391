"""The names under which kernels are shown and asked for."""

from __future__ import annotations

import pytest

from kernelscope._demangle import demangled, written_name
from kernelscope.record.names import is_named, titles, variant_of


@pytest.mark.parametrize(
    ("linker", "whole", "written"),
    [
        ("add", "add", "add"),
        ("f", "f", "f"),  # to the demangler alone, the type float
        ("_Z6matmulILi16EEvPf", "void matmul<16>(float*)", "matmul<16>"),
        ("_ZN2ns5plainEPf", "ns::plain(float*)", "ns::plain"),
        ("_Z6kernelIfLi4EEvPT_", "void kernel<float, 4>(float*)", "kernel<float, 4>"),
        (
            "_ZN12_GLOBAL__N_16hiddenEPfS0_",
            "(anonymous namespace)::hidden(float*, float*)",
            "hidden",
        ),
        ("_Z5applyIPFfPKfEEvT_", "void apply<float (*)(float const*)>(float (*)(float const*))",
         "apply<float (*)(float const*)>"),
        ("_Zbroken", "_Zbroken", "_Zbroken"),
    ],
)  # fmt: skip
def test_a_linkers_name_becomes_the_sources(linker: str, whole: str, written: str) -> None:
    """The whole names are those of binutils' c++filt."""
    assert demangled(linker) == whole
    assert written_name(linker) == written


def test_what_differs_tells_specialisations_apart_and_nothing_else_is_shown() -> None:
    types = {"x": "*fp32", "n": "i32", "B": "constexpr 128", "C": "constexpr 3"}
    usual = variant_of(types, {"x": ["divisible by 16"]}, {"num_warps": 4})
    assert titles([("add", usual)]) == ["add"]
    assert titles([("add", usual), ("add", dict(usual))]) == ["add", "add"]
    longer = {**usual, "B": "256"}
    assert titles([("add", usual), ("add", longer), ("mul", longer)]) == [
        "add(B=128)",
        "add(B=256)",
        "mul",
    ]
    halves = {**usual, "x": "*fp16"}
    assert titles([("add", usual), ("add", longer), ("add", halves)]) == [
        "add(x=*fp32, B=128)",
        "add(x=*fp32, B=256)",
        "add(x=*fp16, B=128)",
    ]


def test_assumptions_and_options_are_shown_only_if_the_signature_is_the_same() -> None:
    types = {"x": "*fp32"}
    aligned = variant_of(types, {"x": ["divisible by 16"]}, {"num_warps": 4})
    other = variant_of(types, {}, {"num_warps": 4})
    assert titles([("k", aligned), ("k", other)]) == [
        "k(x divisible by 16)",
        "k(x not divisible by 16)",
    ]
    wide = variant_of(types, {}, {"num_warps": 8})
    assert titles([("k", other), ("k", wide)]) == ["k(num_warps=4)", "k(num_warps=8)"]


def test_overloads_are_told_apart_by_their_parameters() -> None:
    assert titles([("_Z5scalePf", {}), ("_Z5scalePd", {})]) == ["scale(float*)", "scale(double*)"]


@pytest.mark.parametrize(
    "wanted",
    [
        "_ZN2ns6kernelIfLi4EEEvPT_",
        "void ns::kernel<float, 4>(float*)",
        "ns::kernel<float, 4>",
        "ns::kernel<float,4>",
        "ns::kernel",
        "kernel",
        "kernel<float,4>",
    ],
)
def test_a_kernel_is_asked_for_by_any_of_its_names(wanted: str) -> None:
    assert is_named("_ZN2ns6kernelIfLi4EEEvPT_", wanted)
    assert not is_named("_ZN2ns6kernelIfLi8EEEvPT_", wanted) or "4" not in wanted
    assert not is_named("other", wanted)
