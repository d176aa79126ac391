"""The C and C++ headers that kernels often include; NVRTC has none of its own.

For most of them NVRTC has the functions built in, so an empty header is enough. The others come
from CCCL: `<type_traits>` is `<cuda/std/type_traits>`, with its names in `std` as well.
"""

from __future__ import annotations

from collections.abc import Iterator

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
_MATH = {  # POSIX's <math.h>
    "M_E": "2.7182818284590452354",
    "M_LOG2E": "1.4426950408889634074",
    "M_LOG10E": "0.43429448190325182765",
    "M_LN2": "0.69314718055994530942",
    "M_LN10": "2.30258509299404568402",
    "M_PI": "3.14159265358979323846",
    "M_PI_2": "1.57079632679489661923",
    "M_PI_4": "0.78539816339744830962",
    "M_1_PI": "0.31830988618379067154",
    "M_2_PI": "0.63661977236758134308",
    "M_2_SQRTPI": "1.12837916709551257390",
    "M_SQRT2": "1.41421356237309504880",
    "M_SQRT1_2": "0.70710678118654752440",
    "INFINITY": "__int_as_float(0x7f800000)",
    "NAN": "__int_as_float(0x7fffffff)",
    "HUGE_VALF": "__int_as_float(0x7f800000)",
    "HUGE_VAL": "__longlong_as_double(0x7ff0000000000000ll)",
}
_FLOAT = {  # C's <float.h>, for IEEE 754's binary32 and binary64
    "FLT_RADIX": "2",
    "FLT_MANT_DIG": "24",
    "FLT_DIG": "6",
    "FLT_MIN_EXP": "(-125)",
    "FLT_MAX_EXP": "128",
    "FLT_MAX": "0x1.fffffep127f",
    "FLT_MIN": "0x1p-126f",
    "FLT_EPSILON": "0x1p-23f",
    "DBL_MANT_DIG": "53",
    "DBL_DIG": "15",
    "DBL_MIN_EXP": "(-1021)",
    "DBL_MAX_EXP": "1024",
    "DBL_MAX": "0x1.fffffffffffffp1023",
    "DBL_MIN": "0x1p-1022",
    "DBL_EPSILON": "0x1p-52",
}
# CCCL's <cuda/std/cmath> has them all too, and takes ten times as long to compile.
_FUNCTIONS = """\
abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs
fdim floor fma fmax fmin fmod frexp hypot ilogb isfinite isinf isnan ldexp lgamma llrint llround log
log10 log1p log2 logb lrint lround modf nearbyint nextafter pow remainder remquo rint round scalbn
signbit sin sinh sqrt tan tanh tgamma trunc"""
_ALGORITHM = """\
namespace std {
template <class T> __host__ __device__ constexpr const T& min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T> __host__ __device__ constexpr const T& max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T>
__host__ __device__ constexpr const T& clamp(const T& value, const T& low, const T& high) {
  return value < low ? low : high < value ? high : value;
}
template <class T> __host__ __device__ constexpr void swap(T& a, T& b) {
  T kept = a;
  a = b;
  b = kept;
}
}  // namespace std
"""
# The driver's header is for the host, except for this type, which kernels take as a parameter.
_DRIVER = """\
#include <stdint.h>
typedef struct alignas(64) CUtensorMap_st {
  unsigned long long opaque[16];
} CUtensorMap;
"""


def _headers() -> Iterator[tuple[str, str]]:
    for name in _BUILT_IN:
        yield name, _ONCE
    for name in _HOST:
        yield name, f"{_ONCE}namespace std {{}}\n"
    for name, in_cccl in _C.items():
        yield name, f"{_ONCE}#include <cuda/std/{in_cccl}>\n"
    for name in _CPP:
        # `using namespace` and not `using`: a name that NVRTC declares in `std` itself then wins.
        made_visible = (
            "namespace cuda { namespace std {} }\nnamespace std { using namespace cuda::std; }\n"
        )
        yield name, f"{_ONCE}#include <cuda/std/{name}>\n{made_visible}"
    for name, in_c, constants in ("cmath", "math.h", _MATH), ("cfloat", "float.h", _FLOAT):
        macros = (
            f"#ifndef {key}\n#define {key} {value}\n#endif\n" for key, value in constants.items()
        )
        yield in_c, _ONCE + "".join(macros)
        used = _FUNCTIONS.split() if name == "cmath" else ()
        names = "".join(f"using ::{function};\n" for function in used)
        yield name, f"{_ONCE}#include <{in_c}>\nnamespace std {{\n{names}}}\n"
    yield "algorithm", _ONCE + _ALGORITHM
    yield "cuda.h", _ONCE + _DRIVER


C_HEADERS = dict(_headers())
"""Their texts by name."""
