"""The C and C++ headers that kernels often include; NVRTC has none of its own.

For most of them NVRTC has the functions built in, so an empty header is enough. Others come from
CCCL: `<type_traits>` is `<cuda/std/type_traits>`, with its names in `std` as well. The folder
`headers` has the rest.
"""

from __future__ import annotations

from pathlib import Path

_BUILT_IN = [
    *("stdio.h", "stdlib.h", "string.h", "assert.h"),
    *("cstdio", "cstdlib", "cstring", "cassert", "initializer_list"),
]
# The host's input and output. Kernels use nothing of it, but `using namespace std;` often follows.
_HOST = ["fstream", "iomanip", "iostream", "sstream"]
_C = {"limits.h": "climits", "stdint.h": "cstdint", "stddef.h": "cstddef"}
_CPP = [
    *_C.values(),
    *("array", "bit", "complex", "functional", "limits", "optional", "tuple"),
    *("type_traits", "utility"),
]

_ONCE = "#pragma once\n"
# `using namespace` and not `using`: a name that NVRTC declares in `std` itself then wins.
_VISIBLE = "namespace cuda { namespace std {} }\nnamespace std { using namespace cuda::std; }\n"

C_HEADERS = {
    **dict.fromkeys(_BUILT_IN, _ONCE),
    **dict.fromkeys(_HOST, f"{_ONCE}namespace std {{}}\n"),
    **{name: f"{_ONCE}#include <cuda/std/{in_cccl}>\n" for name, in_cccl in _C.items()},
    **{name: f"{_ONCE}#include <cuda/std/{name}>\n{_VISIBLE}" for name in _CPP},
    # CCCL's <cuda/std/cmath> has all functions too, and takes ten times as long to compile.
    # <cuda.h> is for the host, except for a type that kernels take as a parameter.
    **{path.name: path.read_text() for path in Path(__file__).with_name("headers").iterdir()},
}
"""Their texts by name."""
