"""A Triton kernel's names, types and assumptions, from a compilation made by hand."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from kernelscope.frontends.triton.form import CACHES, LoadedKernel, held_by_triton, triton_form
from kernelscope.hardware import gpu


def jitted(x, n, stride, pair, out, BLOCK):
    """The function whose place the form has."""


SIGNATURE: dict[Any, Any] = {
    "x": "*fp32",
    "n": "i32",
    "stride": "constexpr",
    "pair": ("fp32", ("i32", "constexpr"), "u8"),
    "desc": "tensordesc<fp16[64, 32, 8]>",
    "flat": "tensordesc<fp16[64]>",
    "one": "constexpr",
    "BLOCK": "constexpr",
    "UNIT": "constexpr",
}
NAMES = (
    *("x", "n", "pair[0]", "pair[1][0]", "pair[2]"),
    *("desc.base", "desc.shape[0]", "desc.shape[1]", "desc.shape[2]"),
    *("desc.strides[0]", "desc.strides[1]", "desc.strides[2]"),
    *("flat.base", "flat.shape[0]", "flat.strides[0]"),
)


def loaded(**fields: Any) -> LoadedKernel:
    module = SimpleNamespace(spec=gpu("h200"))
    kernel: Any = SimpleNamespace(name="k", parameters=(0,) * (len(NAMES) + 2), module=module)
    given: dict[str, Any] = {"registers": 32, "local_bytes": 0, "spill_bytes": 8}
    given |= {"files": {}, "cubin": b"ELF"}
    return LoadedKernel(kernel, "h200", **(given | fields))


def source(**fields: Any) -> Any:
    constexprs = ("BLOCK", "UNIT")
    params = [SimpleNamespace(name=name, is_constexpr=name in constexprs) for name in SIGNATURE]
    jit = SimpleNamespace(fn=jitted, raw_src=["@triton.jit\n", "def k(): ...\n"], params=params)
    attrs = {
        (0,): [["tt.divisibility", 16], ["tt.pointer_range", 32]],
        (1,): [["tt.pointer_range", 32]],
        (3,): [["tt.divisibility", 8], ["tt.divisibility", 4]],
    }
    constants = {(2,): 1, (6,): 2, (7,): 64, (8,): 1}
    given = {"signature": SIGNATURE, "attrs": attrs, "constants": constants, "fn": jit}
    return SimpleNamespace(**(given | fields))


METADATA = SimpleNamespace(num_warps=4, num_stages=3, maxnreg=None, shared=1024)


def test_parameters_have_the_sources_names_without_constants() -> None:
    """A tuple is its elements, a descriptor its base, shape and strides; scratch memory is last."""
    form = triton_form(source(), METADATA, loaded(), "triton", "sm_90a")
    assert form.parameters == (*NAMES, "", "")


def test_types_are_tritons_and_a_constants_is_its_value() -> None:
    """By the source's names."""
    form = triton_form(source(), METADATA, loaded(), "triton", "sm_90a")
    assert form.types == {
        "x": "*fp32",
        "n": "i32",
        "stride": "constexpr 1",
        "pair": "(fp32, (i32, constexpr), u8)",
        "desc": "tensordesc<fp16[64, 32, 8]>",
        "flat": "tensordesc<fp16[64]>",
        "one": "constexpr 2",
        "BLOCK": "constexpr 64",
        "UNIT": "constexpr 1",
    }


def test_assumptions_are_what_triton_specialised_on() -> None:
    """A constant of 1 that the source declares is not an assumption; nor is one of 2."""
    form = triton_form(source(), METADATA, loaded(), "triton", "sm_90a")
    assert form.facts == {
        "x": ("divisible by 16",),
        "stride": ("equal to 1",),
        "pair": ("divisible by 8", "divisible by 4"),
    }


def test_a_form_has_the_stages_that_were_written_and_the_options(tmp_path: Path) -> None:
    """A file that is empty or missing is no stage; the source is the function's."""
    files = {name: str(tmp_path / name) for name in ("ttir", "ttgir", "llir", "ptx", "json")}
    for name in ("ttir", "ptx", "json"):
        Path(files[name]).write_text(f"text of {name}")
    Path(files["llir"]).write_text("")
    form = triton_form(source(), METADATA, loaded(files=files), "triton", "sm_90a")
    assert form.texts == {
        "source": "@triton.jit\ndef k(): ...\n",
        "ttir": "text of ttir",
        "ptx": "text of ptx",
    }
    assert form.options == {"num_warps": 4, "num_stages": 3, "maxnreg": None}
    code = jitted.__code__
    assert (form.source_file, form.source_line) == (code.co_filename, code.co_firstlineno)
    assert (form.name, form.frontend, form.target) == ("k", "triton", "sm_90a")
    assert (form.cubin, form.spill_bytes) == (b"ELF", 8)


def test_a_kernel_of_an_ir_file_has_neither_source_nor_assumptions() -> None:
    """Its parameters' names are numbers."""
    bare = SimpleNamespace(signature={0: "*fp32", 1: "i32"})
    form = triton_form(bare, METADATA, loaded(), "triton", "sm_90a")
    assert form.parameters[:3] == ("0", "1", "")
    assert (form.texts, form.source_file, form.source_line, form.facts) == ({}, "", 0, {})
    assert form.types == {"0": "*fp32", "1": "i32"}


def test_a_function_holds_its_loaded_specialisations_also_under_an_autotuner() -> None:
    """One that was compiled and not loaded is not held."""
    compiled = [
        SimpleNamespace(function=function, src=source(), metadata=METADATA)
        for function in (loaded(), None, loaded(spill_bytes=None))
    ]
    caches = {0: (dict(enumerate(compiled)), "other")}
    jit = SimpleNamespace(device_caches={}, **{CACHES: {gpu("h200"): caches}})
    tuned: Any = SimpleNamespace(fn=SimpleNamespace(fn=jit))
    held = list(held_by_triton(tuned, gpu("h200")))
    assert [one.form.spill_bytes for one in held] == [8, None]
    assert {one.form.target for one in held} == {"sm_90a"}
    assert list(held_by_triton(lambda: None, gpu("h200"))) == []
