"""C types out of mangled names; what each name means is what binutils' `c++filt` says of it."""

from __future__ import annotations

import pytest

from kernelscope.frontends.cuda.c_signature import CType, parse_signature

HEAD = "_Z21kernelscope_signatureIPFv"
MANY = "".join(f"1{chr(ord('A') + i)}" for i in range(14))


def spelt(arguments: str) -> list[str] | None:
    found = parse_signature(f"{HEAD}{arguments}EEvv")
    return None if found is None else [one.spelling for one in found]


@pytest.mark.parametrize(
    ("mangled", "types"),
    [
        ("v", []),
        ("bcahstijlmxyfdw", [
            "bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int",
            "unsigned int", "long", "unsigned long", "long long", "unsigned long long", "float",
            "double", "wchar_t",
        ]),
        ("PKfPfPK6__half", ["const float*", "float*", "const __half*"]),
        ("PKfPfPK6__halfP3BoxIfLi4EES1_i", [
            "const float*", "float*", "const __half*", "Box<float, 4>*", "const float*", "int",
        ]),
        ("PPfS0_S1_S_", ["float**", "float*", "float**", "kernelscope_signature"]),
        ("RiRKiS0_S1_S2_", ["int&", "const int&", "int&", "const int", "const int&"]),
        ("PVKi", ["volatile const int*"]),
        ("N2ns1TES0_S1_", ["ns::T", "ns", "ns::T"]),
        ("N2ns3BoxIiLin3EEE", ["ns::Box<int, -3>"]),
        ("NS_1TE", ["kernelscope_signature::T"]),
        ("N1a1bE1cNS1_1dES2_S3_", ["a::b", "c", "a::b::d", "c", "a::b::d"]),
        ("3BoxIPfS1_E", ["Box<float*, float*>"]),
        ("P1AS0_S1_", ["A*", "A", "A*"]),
        (f"{MANY}SA_S9_S8_SC_", [*"ABCDEFGHIJKLMN", "K", "J", "I", "M"]),
    ],
)  # fmt: skip
def test_the_types_are_those_of_the_function(mangled: str, types: list[str]) -> None:
    """Substitutions count the types in order of appearance; the probe's own name is the first."""
    assert spelt(mangled) == types


@pytest.mark.parametrize(
    "mangled",
    [
        *("z", "", "S9_", "Sz_", "S-_", "S", "P", "3Bo", "12"),
        *("N2ns", "N2ns!E", "3BoxI", "3BoxILi4", "A3_i"),
    ],
)
def test_what_is_not_understood_checks_nothing(mangled: str) -> None:
    """Another part of the grammar, a component that was not seen, or a name that ends too soon."""
    assert parse_signature(HEAD + mangled) is None


def test_another_functions_name_is_not_read() -> None:
    """Only the probe's."""
    assert parse_signature("_Z5otherIPFviEEvv") is None
    assert parse_signature("kernelscope_signature") is None


def test_a_c_function_type_is_read_as_well() -> None:
    """Its `Y` says `extern "C"`."""
    found = parse_signature("_Z21kernelscope_signatureIPFYviEEvv")
    assert found is not None
    assert [one.spelling for one in found] == ["int"]


def test_a_pointer_knows_what_it_points_to_and_whether_that_is_constant() -> None:
    """`const float*` points to a constant; `float* const` is one itself."""
    found = parse_signature(f"{HEAD}PKfKPfPVfEEvv")
    assert found is not None
    to_constant, constant, volatile = found
    float_ = CType("float")
    assert to_constant.pointee == CType("const float", const=True)
    assert not to_constant.const
    assert (constant.pointee, constant.const) == (float_, True)
    assert volatile.pointee == CType("volatile float")
    assert [one.unqualified() for one in found] == ["float*", "float*", "float*"]
