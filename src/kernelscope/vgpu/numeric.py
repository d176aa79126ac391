"""PTX arithmetic, exact: every operation on rational numbers, rounded once at the end.

Slow, and independent of the host's floating-point unit, so that it can say what the compiled code
must give: the rounding modes, flush-to-zero, saturation, one NaN a type (PTX ISA, sections 9.7.3
and 9.7.4). Where PTX allows an error (`ex2.approx` and the like), the correctly rounded value.

Arrays hold one value a lane: NumPy floats for f16, f32, f64, raw bits for the other formats.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Value = Fraction | float
"""A nonzero finite number as a fraction; zeros (with their sign), infinities and NaN as floats."""
Mode = str | Fraction
"""A rounding; a fraction is added to what is cut off, and a carry rounds away from zero (`rs`)."""


@dataclass(frozen=True, slots=True)
class Format:
    """A binary floating-point format.

    Attributes:
        bits: width of its container.
        unused: low bits of the container that are always zero (tf32 in a 32-bit register).
        nan: the bits of the one NaN that arithmetic gives.
        infinite: whether it has infinities; e4m3 has none, its largest code is NaN.
        finite: whether all its codes are numbers; `nan` is then what a NaN becomes.
    """

    bits: int
    exponent: int
    fraction: int
    nan: int
    unused: int = 0
    infinite: bool = True
    finite: bool = False

    @property
    def bias(self) -> int:
        """The number that is added to an exponent to store it."""
        return (1 << (self.exponent - 1)) - 1

    @property
    def lowest(self) -> int:
        """Exponent of the smallest normal number."""
        return 1 - self.bias

    @property
    def top(self) -> int:
        """Magnitude code of the largest finite number."""
        codes = ((1 << self.exponent) - 1) << self.fraction
        if self.finite:
            return codes + (1 << self.fraction) - 1
        return codes - 1 if self.infinite else codes + (1 << self.fraction) - 2


# NaNs: "canonical NaN" in PTX ISA 9.7.3 and 9.7.4; those of e4m3 and e5m2 in 9.7.10 (cvt).
FORMATS = {
    "f16": Format(16, 5, 10, 0x7FFF),
    "bf16": Format(16, 8, 7, 0x7FFF),
    "tf32": Format(32, 8, 10, 0x7FFFFFFF, unused=13),
    "f32": Format(32, 8, 23, 0x7FFFFFFF),
    "f64": Format(64, 11, 52, 0x7FFFFFFFFFFFFFFF),
    "e4m3": Format(8, 4, 3, 0x7F, infinite=False),
    "e5m2": Format(8, 5, 2, 0x7F),
    "e2m3": Format(6, 2, 3, 0x1F, finite=True),
    "e3m2": Format(6, 3, 2, 0x1F, finite=True),
    "e2m1": Format(4, 2, 1, 0x7, finite=True),
}
_WHOLE = {"s8": 8, "u8": 8, "s4": 4, "u4": 4, "b1": 1}
BITS = {name: form.bits for name, form in FORMATS.items()} | _WHOLE
"""The bits of an element of a matrix, by its type."""
_NATIVE = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
_UNSIGNED = {
    **dict.fromkeys((4, 6, 8), np.uint8), 16: np.uint16, 32: np.uint32, 64: np.uint64,
}  # fmt: skip


# ---- bits and values ----------------------------------------------------------------------


@lru_cache(maxsize=1 << 16)
def decode(name: str, bits: int) -> Value:
    """Return the value of a bit pattern."""
    form = FORMATS[name]
    sign = -1 if bits >> (form.bits - 1) else 1
    magnitude = (bits & ((1 << (form.bits - 1)) - 1)) >> form.unused
    if magnitude > form.top:
        is_infinity = form.infinite and magnitude == form.top + 1
        return sign * math.inf if is_infinity else math.nan
    exponent, fraction = magnitude >> form.fraction, magnitude & ((1 << form.fraction) - 1)
    if exponent:
        fraction += 1 << form.fraction
    if fraction == 0:
        return sign * 0.0
    scale = max(exponent, 1) - form.bias - form.fraction
    return Fraction(sign * fraction << max(scale, 0), 1 << max(-scale, 0))


def encode(name: str, value: Value, mode: Mode = "rn", finite: bool = False) -> int:
    """Return the bits of a value, rounded; `finite` replaces what is beyond the largest number by
    it, as do formats without another code.
    """
    form = FORMATS[name]
    top = form.top
    if isinstance(value, Fraction):
        # Integers alone from here: comparing and dividing fractions takes ten times as long.
        over, under = value.numerator, value.denominator
        negative = over < 0
        magnitude = _round(form, abs(over), under, _mode(mode, negative))
    elif math.isnan(value):
        return form.nan
    else:
        negative = math.copysign(1, value) < 0
        magnitude = top + 1 if value else 0
    if magnitude > top:
        if not (finite or form.finite or form.infinite):
            return form.nan
        magnitude = top if finite or form.finite else top + 1
    return negative << (form.bits - 1) | magnitude << form.unused


def _mode(mode: Mode, negative: bool) -> Mode:
    """Return the rounding of a magnitude: `down`, `up`, `even` or `away` at ties, or a fraction."""
    if isinstance(mode, Fraction):
        return mode
    if mode in ("rm", "rp"):
        return "up" if (mode == "rm") == negative else "down"
    return {"rz": "down", "rn": "even", "rna": "away"}[mode]


def _round(form: Format, over: int, under: int, direction: Mode) -> int:
    """Return the magnitude code of a positive fraction; it may exceed `form.top`."""
    exponent = max(_exponent(over, under), form.lowest)
    places = exponent - form.fraction
    count = _whole(over << max(-places, 0), under << max(places, 0), direction)
    # A normal number's hidden bit and a carry out of the fraction both add one to the exponent.
    code = ((exponent - form.lowest) << form.fraction) + count
    if code <= form.top:
        return code
    # Directed rounding does not pass from finite to infinite.
    return form.top if direction == "down" else form.top + 1


def _exponent(over: int, under: int) -> int:
    """Return the exponent of the greatest power of two that a positive fraction reaches."""
    exponent = over.bit_length() - under.bit_length()
    return exponent - (over << max(-exponent, 0) < under << max(exponent, 0))


def to_integer(value: Fraction, direction: Mode) -> int:
    """Return a non-negative fraction as an integer: `down`, `up`, to `even` at ties or `away` at
    ties.
    """
    return _whole(value.numerator, value.denominator, direction)


def _whole(over: int, under: int, direction: Mode) -> int:
    whole, remainder = divmod(over, under)
    if isinstance(direction, Fraction):
        return whole + (Fraction(remainder, under) + direction >= 1)
    twice = 2 * remainder - under
    up = {
        "down": False,
        "up": remainder > 0,
        "even": twice > 0 or (twice == 0 and whole & 1 == 1),
        "away": twice >= 0,
    }[direction]
    return whole + up


def _bits_of(name: str, array: Array) -> Array:
    return np.ascontiguousarray(array).view(_UNSIGNED[FORMATS[name].bits])


def values_of(name: str, array: Array, ftz: bool = False) -> list[Value]:
    """Return each lane's value; with `ftz`, subnormal ones are zeros of their sign."""
    bits = _bits_of(name, array)
    return [_flushed(name, value) if ftz else value for value in map(_decoder(name), bits.tolist())]


def _decoder(name: str) -> Callable[[int], Value]:
    return lambda bits: decode(name, bits)


def _flushed(name: str, value: Value) -> Value:
    if isinstance(value, Fraction):
        exponent = _exponent(abs(value.numerator), value.denominator)
        return math.copysign(0.0, value.numerator) if exponent < FORMATS[name].lowest else value
    return value


def array_of(
    name: str,
    values: list[Value],
    mode: str = "rn",
    ftz: bool = False,
    sat: bool = False,
    finite: bool = False,
) -> Array:
    """Return lanes of a format from values: rounded, then flushed or clamped to [0, 1] if asked."""
    if sat:
        values = [_saturated(value) for value in values]
    bits = [encode(name, value, mode, finite) for value in values]
    if ftz:
        form = FORMATS[name]
        sign = 1 << (form.bits - 1)
        smallest = 1 << (form.fraction + form.unused)
        bits = [b if b & ~sign >= smallest else b & sign for b in bits]
    array = np.array(bits, _UNSIGNED[FORMATS[name].bits])
    return array.view(_NATIVE[name]) if name in _NATIVE else array


def _saturated(value: Value) -> Value:
    if value != value or value <= 0:
        return 0.0
    return min(value, Fraction(1))


# ---- operations on values -----------------------------------------------------------------


def _negative(value: Value) -> bool:
    return math.copysign(1, value) < 0 if isinstance(value, float) else value.numerator < 0


def _add(x: Value, y: Value, mode: str) -> Value:
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x + y or (-0.0 if mode == "rm" else 0.0)
    if isinstance(x, Fraction):
        return y if y else x
    if isinstance(y, Fraction):
        return x if x else y
    if x == 0 and y == 0 and _negative(x) != _negative(y):
        return -0.0 if mode == "rm" else 0.0
    return x + y


def _multiply(x: Value, y: Value) -> Value:
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x * y
    return _unit(x) * _unit(y)


def _multiply_add(x: Value, y: Value, z: Value, mode: str) -> Value:
    if isinstance(x, Fraction) and isinstance(y, Fraction) and isinstance(z, Fraction):
        # One reduction of the fraction in place of four.
        under = x.denominator * y.denominator
        over = x.numerator * y.numerator * z.denominator + z.numerator * under
        return Fraction(over, under * z.denominator) if over else (-0.0 if mode == "rm" else 0.0)
    return _add(_multiply(x, y), z, mode)


def product(x: Value, y: Value) -> Value:
    """Return the exact product."""
    return _multiply(x, y)


def _divide(x: Value, y: Value) -> Value:
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x / y
    x, y = _unit(x), _unit(y)
    if y == 0:
        return math.nan if x == 0 or x != x else math.copysign(math.inf, x) * math.copysign(1, y)
    return x / y


def _unit(value: Value) -> float:
    """Return a float of the same sign and class: zero, infinite, NaN or finite."""
    return value if isinstance(value, float) else math.copysign(1.0, value)


def _sqrt(x: Value) -> Value:
    if not isinstance(x, Fraction):
        return math.nan if x != x or x < 0 else x
    if x < 0:
        return math.nan
    # 400 binary digits; a remainder becomes one more digit, so that any rounding sees it.
    scale = 200 + x.denominator.bit_length()
    square = (x.numerator << 2 * scale) // x.denominator
    root = math.isqrt(square)
    exact = root * root * x.denominator == x.numerator << 2 * scale
    return Fraction(2 * root + (not exact), 2 << scale)


# ---- operations on lanes ------------------------------------------------------------------


def _lanes(
    name: str,
    function: Callable[..., Value],
    arrays: tuple[Array, ...],
    mode: str,
    ftz: bool,
    sat: bool,
) -> Array:
    columns = [values_of(name, array, ftz) for array in arrays]
    return array_of(name, [function(*row) for row in zip(*columns, strict=True)], mode, ftz, sat)


def add(
    name: str, a: Array, b: Array, mode: str = "rn", ftz: bool = False, sat: bool = False
) -> Array:
    """Return the sum."""
    return _lanes(name, lambda x, y: _add(x, y, mode), (a, b), mode, ftz, sat)


def sub(
    name: str, a: Array, b: Array, mode: str = "rn", ftz: bool = False, sat: bool = False
) -> Array:
    """Return the difference."""
    return _lanes(name, lambda x, y: _add(x, -y, mode), (a, b), mode, ftz, sat)


def mul(
    name: str, a: Array, b: Array, mode: str = "rn", ftz: bool = False, sat: bool = False
) -> Array:
    """Return the product."""
    return _lanes(name, _multiply, (a, b), mode, ftz, sat)


def fma(
    name: str, a: Array, b: Array, c: Array, mode: str = "rn", ftz: bool = False, sat: bool = False
) -> Array:
    """Return the product of `a` and `b` plus `c`, rounded once."""
    return _lanes(name, lambda x, y, z: _multiply_add(x, y, z, mode), (a, b, c), mode, ftz, sat)


def narrow(op: str, target: str, *arrays: Array, finite: bool) -> Array:
    """Return `add`, `sub`, `mul` or `fma` of f64 in a narrower format, rounded once."""
    functions: dict[str, Callable[..., Value]] = {
        "add": lambda x, y: _add(x, y, "rn"),
        "sub": lambda x, y: _add(x, -y, "rn"),
        "mul": _multiply,
        "fma": lambda x, y, z: _multiply_add(x, y, z, "rn"),
    }
    columns = [values_of("f64", array) for array in arrays]
    values = [functions[op](*row) for row in zip(*columns, strict=True)]
    return array_of(target, values, finite=finite)


def div(name: str, a: Array, b: Array, mode: str = "rn", ftz: bool = False) -> Array:
    """Return the quotient."""
    return _lanes(name, _divide, (a, b), mode, ftz, sat=False)


def rcp(name: str, a: Array, mode: str = "rn", ftz: bool = False) -> Array:
    """Return 1 / a."""
    return _lanes(name, lambda x: _divide(Fraction(1), x), (a,), mode, ftz, sat=False)


def sqrt(name: str, a: Array, mode: str = "rn", ftz: bool = False) -> Array:
    """Return the square root; NaN of negative numbers, -0 of -0."""
    return _lanes(name, _sqrt, (a,), mode, ftz, sat=False)


def minimum(name: str, a: Array, b: Array, ftz: bool = False, nan: bool = False) -> Array:
    """Return the smaller, with -0 < +0; a NaN gives way to a number unless `nan` (PTX's `.NaN`)."""
    return _lanes(name, lambda x, y: _lesser(x, y, nan), (a, b), "rn", ftz, sat=False)


def maximum(name: str, a: Array, b: Array, ftz: bool = False, nan: bool = False) -> Array:
    """Return the larger, with the same rules as `minimum`."""
    return _lanes(name, lambda x, y: -_lesser(-x, -y, nan), (a, b), "rn", ftz, sat=False)


def _lesser(x: Value, y: Value, nan: bool) -> Value:
    if x != x or y != y:
        if nan or (x != x and y != y):
            return math.nan
        return y if x != x else x
    if x == y:
        return x if _negative(x) else y
    return min(x, y)


def flush(name: str, array: Array) -> Array:
    """Replace subnormal numbers by zeros of their sign; keep all else, a NaN's payload too."""
    form = FORMATS[name]
    bits = np.ascontiguousarray(array).view(_UNSIGNED[form.bits])
    sign = bits & bits.dtype.type(1 << (form.bits - 1))
    small = (bits ^ sign) < (1 << (form.fraction + form.unused))
    return np.where(small, sign, bits).view(array.dtype)


# ---- conversions --------------------------------------------------------------------------


def float_to_float(
    target: str,
    source: str,
    array: Array,
    mode: str = "rn",
    ftz: bool = False,
    sat: bool = False,
    finite: bool = False,
) -> Array:
    """Run `cvt` between formats; `finite` is `.satfinite`. Only f32 is flushed."""
    different, places = np.unique(_bits_of(source, array), return_inverse=True)
    values = values_of(source, different, ftz and source == "f32")
    results = array_of(target, values, mode, ftz and target == "f32", sat, finite)
    return results[places.reshape(-1)]


@lru_cache
def floats_by_code(name: str) -> Array:
    """Return the f32 of each code of a format of at most eight bits."""
    return float_to_float("f32", name, np.arange(1 << FORMATS[name].bits, dtype=np.uint8))


def stochastic(target: str, array: Array, bits: Array, finite: bool = False) -> Array:
    """Run `cvt.rs` from f32, with 16 random bits a lane."""
    rows = zip(values_of("f32", array), bits.tolist(), strict=True)
    codes = [encode(target, value, Fraction(int(b), 1 << 16), finite) for value, b in rows]
    return np.array(codes, _UNSIGNED[FORMATS[target].bits])


def power_of_two(array: Array, mode: str, finite: bool) -> Array:
    """Run `cvt` from f32 to ue8m0: the size's exponent plus 127, a byte; 0xFF is its NaN."""
    codes: list[int] = []
    for value in values_of("f32", array):
        if isinstance(value, Fraction):
            size = abs(value)
            exponent = _exponent(size.numerator, size.denominator)
            code = max(exponent + (mode == "rp" and size != Fraction(2) ** exponent), -127) + 127
        else:
            code = 0 if value == 0 else 0xFF
        codes.append(min(code, 0xFE) if finite and value == value else code)
    return np.array(codes, np.uint8)


def scale(code: int) -> Value:
    """Return the value of a byte of ue8m0."""
    return math.nan if code == 0xFF else Fraction(2) ** (code - 127)


def float_to_integer(
    bits: int, signed: bool, source: str, array: Array, mode: str, ftz: bool = False
) -> Array:
    """Run `cvt` to an integer, clamped to its range; NaN as the notes of PTX ISA 9.7.10 (cvt)
    say.
    """
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    nan = 1 << (bits - 1) if source == "f64" or bits == 64 else 0
    result: list[int] = []
    for value in values_of(source, array, ftz):
        if isinstance(value, Fraction):
            size = to_integer(abs(value), _mode(mode.removesuffix("i"), value < 0))
            result.append(min(max(-size if value < 0 else size, low), high))
        elif value != value:
            result.append(nan)
        else:
            result.append(0 if value == 0 else high if value > 0 else low)
    unsigned = [value & ((1 << bits) - 1) for value in result]
    return np.array(unsigned, _UNSIGNED[bits]).view(f"{'i' if signed else 'u'}{bits // 8}")


def integer_to_float(target: str, array: Array, mode: str = "rn", sat: bool = False) -> Array:
    """Run `cvt` from an integer array."""
    values: list[Value] = [Fraction(value) if value else 0.0 for value in array.tolist()]
    return array_of(target, values, mode, sat=sat)


def round_to_integral(
    name: str, array: Array, mode: str, ftz: bool = False, sat: bool = False
) -> Array:
    """Run `cvt.rni.f32.f32` and its like: the nearest integer below, above …, still a float."""
    values: list[Value] = []
    for value in values_of(name, array, ftz):
        if isinstance(value, Fraction):
            size = to_integer(abs(value), _mode(mode.removesuffix("i"), value < 0))
            sign = -1 if value < 0 else 1
            values.append(Fraction(sign * size) if size else sign * 0.0)
        else:
            values.append(value)
    return array_of(name, values, ftz=ftz, sat=sat)


# ---- functions that PTX bounds only: correctly rounded ---------------------------------------


def approx(function: str, name: str, a: Array, ftz: bool = False) -> Array:
    """Return `ex2`, `lg2`, `sin`, `cos`, `tanh` or `rsqrt` of each lane, correctly rounded.

    `sin.2pi` and `cos.2pi` are of turns. Sine and cosine are those of the angle that a GPU takes an
    angle for: see `_sine`.
    """
    return _lanes(name, _FUNCTIONS[function], (a,), "rn", ftz, sat=False)


# Enough for f32: results to 2^-149, arguments of sine to 2^128, with 60 digits to spare.
_WIDE = Context(prec=180)


def _decimal(x: Fraction) -> Decimal:
    return _WIDE.divide(Decimal(x.numerator), Decimal(x.denominator))


_LN2 = _WIDE.ln(Decimal(2))


@lru_cache(maxsize=1 << 14)  # a cache takes -0 and +0 for the same: both have the same result here
def _ex2(x: Value) -> Value:
    if not isinstance(x, Fraction):
        return x if x != x else Fraction(1) if x == 0 else math.inf if x > 0 else 0.0
    if abs(x) > 2000:
        return Fraction(2) ** (2000 if x > 0 else -2000)
    whole = math.floor(x)
    frac = x - whole
    power = Fraction(_WIDE.exp(_WIDE.multiply(_decimal(frac), _LN2))) if frac else Fraction(1)
    return power * Fraction(2) ** whole


@lru_cache(maxsize=1 << 14)
def _lg2(x: Value) -> Value:
    if not isinstance(x, Fraction):
        return -math.inf if x == 0 else x if x > 0 or x != x else math.nan
    if x < 0:
        return math.nan
    whole = x.numerator.bit_length() - x.denominator.bit_length()
    if x == Fraction(2) ** whole:
        return Fraction(whole) if whole else 0.0
    return Fraction(_WIDE.divide(_WIDE.ln(_decimal(x)), _LN2))


def _tanh(x: Value) -> Value:
    if not isinstance(x, Fraction):
        return x if x == 0 or x != x else Fraction(1 if x > 0 else -1)
    if abs(x) > 100:
        return Fraction(1 if x > 0 else -1) * (1 - Fraction(1, 1 << 200))
    power = _WIDE.exp(_WIDE.multiply(Decimal(2), _decimal(x)))
    return Fraction(_WIDE.divide(_WIDE.subtract(power, Decimal(1)), _WIDE.add(power, Decimal(1))))


def _pi() -> Decimal:
    """Return π by Machin's formula, in integers of 190 digits."""
    unit = 10**195

    def arctan_of_inverse(n: int) -> int:
        total = term = unit // n
        k = 1
        while term:
            term //= -n * n
            k += 2
            total += term // k
        return total

    return Decimal(4 * (4 * arctan_of_inverse(5) - arctan_of_inverse(239))).scaleb(-195, _WIDE)


_PI = _pi()


def _series(x: Decimal, first: Decimal, power: int) -> Decimal:
    """Return the Taylor series of sine or cosine from a first term x^power / power!."""
    total, term = first, first
    minus_square = _WIDE.minus(_WIDE.multiply(x, x))
    while term and abs(term) > Decimal("1e-175"):
        term = _WIDE.divide(_WIDE.multiply(term, minus_square), Decimal((power + 1) * (power + 2)))
        total = _WIDE.add(total, term)
        power += 2
    return total


_TURNS_IN_A_RADIAN = Fraction(0.15915493667125702)  # an f32


def _sine(x: Value, shift: int, factor: Fraction = _TURNS_IN_A_RADIAN) -> Value:
    """Return sin(x + shift·π/2), correctly rounded, of the angle that a GPU takes x for.

    That is x times an f32 near 1 / 2π, cut to 24 bits, in whole 2^-25 of a turn (H200); of turns,
    whose factor is 1, that fraction of them.
    """
    if not isinstance(x, Fraction):
        if x == 0:
            return x if shift == 0 else Fraction(1)
        return math.nan
    sign = -1 if x < 0 and shift == 0 else 1
    product = abs(x) * factor
    unit = Fraction(2) ** (_exponent(product.numerator, product.denominator) - 23)
    turns = unit * math.floor(product / unit)
    place = Fraction(math.floor(turns * (1 << 25)), 1 << 23)  # in quarters of a turn
    nearest = round(place)
    phase = (nearest + shift) % 4
    if place == nearest:
        return sign * (0.0, Fraction(1), -0.0, Fraction(-1))[phase]
    angle = _WIDE.multiply(_decimal(place - nearest), _WIDE.divide(_PI, Decimal(2)))
    series = _series(angle, Decimal(1), 0) if phase % 2 else _series(angle, angle, 1)
    return sign * Fraction(_WIDE.minus(series) if phase > 1 else series)


def _rsqrt(x: Value) -> Value:
    return _divide(Fraction(1), _sqrt(x))


_FUNCTIONS: dict[str, Callable[[Value], Value]] = {
    "ex2": _ex2,
    "lg2": _lg2,
    "tanh": _tanh,
    "sin": lambda x: _sine(x, 0),
    "cos": lambda x: _sine(x, 1),
    "sin.2pi": lambda x: _sine(x, 0, Fraction(1)),
    "cos.2pi": lambda x: _sine(x, 1, Fraction(1)),
    "rsqrt": _rsqrt,
}
