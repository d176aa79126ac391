"""Operations on sums that are not always sums: fields of bits, bitwise operations, quotients.

In: sums. Out: a sum, of a simpler form if a rule applies, otherwise of one operation atom.

    (blockIdx.x*1024) | (threadIdx.x*4)     no bit is in both        blockIdx.x*1024 + threadIdx.x*4
    (threadIdx.x*4) & 124                   32 threads: all bits     threadIdx.x*4
    (threadIdx.x*4) & 28                    a field of three bits    threadIdx.x%8*4
    (threadIdx.x*52429) >> 18               a division by 5          threadIdx.x/5

Each rule is exact for the ranges that it checks; tests compare random programs with the values that
the interpreter computes.
"""

from __future__ import annotations

import math

from kernelscope.vgpu.values.sums import ANY, Atom, Range, Sum, constant, single, trailing_zeros

_U32 = (1 << 32) - 1
_SIGN_BIT = 31  # the bits from here on are copies of a 32-bit number's sign


def field_of(total: Sum, low: int, width: int) -> Sum:
    """Return `total >> low`, cut to its lowest `width` bits; not cut if width is 0."""
    if total.constant is not None:
        value = total.constant >> low
        return constant(value & (1 << width) - 1 if width else value)
    possible = total.bits
    if width and possible >= 0 and possible >> (low + width) == 0:
        width = 0
    if width:
        end = 1 << (low + width)
        total = Sum({p: f for p, f in total.terms.items() if f % end})
    total, low, taken = _without_low_terms(total, low)
    if not total.terms:
        return total
    if not low and not width:
        return total.scaled(1 << taken)
    width = width - taken if width else 0
    simpler = (
        _signed_division(total, low, width)
        or _field_of_field(total, low, width)
        or _unsigned_division(total, low, width)
    )
    if simpler is not None:
        return simpler.scaled(1 << taken)
    whole = _range_of_field(total, low, width)
    if whole[0] is not None and whole[0] == whole[1]:
        return constant(whole[0] << taken)
    return Sum({(Atom("bits", arguments=(total,), low=low, width=width, range=whole),): 1 << taken})


def _without_low_terms(total: Sum, low: int) -> tuple[Sum, int, int]:
    """Simplify the argument of a field: drop terms below the field, divide out powers of two.

    `(64*pid + tid) >> 5` with `tid` < 32 has no carry from `tid`, so it is `(64*pid) >> 5`, and
    that is `(pid >> 0)` times 2. Without this, the text would keep a division that does nothing.

    Returns:
        The argument, its lowest bit, and the power of two that multiplies the field.
    """
    below = Sum({p: f for p, f in total.terms.items() if f % (1 << low)})
    above = total - below
    if below.terms and above.terms and below.bits >= 0 and below.bits >> low == 0:
        total = above
    if not total.terms:
        return total, low, 0
    power = min(trailing_zeros(factor) for factor in total.terms.values())
    divided = total.divided(1 << power)
    assert divided is not None
    return divided, max(low - power, 0), max(power - low, 0)


def _field_of_field(total: Sum, low: int, width: int) -> Sum | None:
    """Return a field of a field as one field; None if the argument is not a field.

    `(n & 4080) >> 6` is "n/64%64". Without the rule it would be "(n/16%256)/4".
    """
    ((product, factor), *others) = total.terms.items()
    if others or factor != 1 or len(product) != 1 or product[0].kind != "bits":
        return None
    inner = product[0]
    if not inner.width:
        return field_of(inner.arguments[0], inner.low + low, width)
    left = inner.width - low
    if left <= 0:
        return constant(0)
    return field_of(inner.arguments[0], inner.low + low, min(width or left, left))


def _signed_division(total: Sum, low: int, width: int) -> Sum | None:
    """Recognise `(x + (x < 0 ? 2^k - 1 : 0)) >> k`, a compiler's signed division by 2^k.

        shr.s32 %r9, %r0, 31;       all ones if n < 0
        shr.u32 %r10, %r9, 29;      7 if n < 0, otherwise 0
        add.s32 %r11, %r0, %r10;
        shr.s32 %r12, %r11, 3;      "n/8"

    Without the rule it would be "((n < 0 ? 7 : 0) + n)/8".
    """
    for product, factor in total.terms.items() if low and not width else ():
        atom = product[0] if len(product) == 1 and factor == 1 else None
        if atom is None or atom.kind != "bits" or atom.width != low or atom.low < _SIGN_BIT:
            continue
        dividend = total - single(atom)
        if atom.arguments[0] == dividend:
            return operation("quotient", dividend, constant(1 << low))
    return None


def _unsigned_division(total: Sum, low: int, width: int) -> Sum | None:
    """Recognise `(x * M) >> k`, a compiler's division by a constant d with M = 2^k / d, rounded up.

    52429 is 2^18 / 5, rounded up, so `(tid * 52429) >> 18` is tid / 5. This holds only while the
    rounding error times x stays below 2^k: 52429 * 5 - 2^18 = 1, so for x below 2^18. If x may be
    larger, the multiplication is kept as it is; without the check, the quotient could be wrong.
    """
    factor = math.gcd(*total.terms.values())
    dividend = total.divided(factor)
    least, most = dividend.range if dividend is not None else ANY
    if width or factor < 3 or dividend is None or least is None or least < 0:
        return None
    divisor = ((1 << low) + factor // 2) // factor
    error = factor * divisor - (1 << low)
    # If error * x < 2^k, nothing is carried into the quotient.
    is_exact = divisor > 2 and error >= 0 and error * min(most or _U32, _U32) < 1 << low
    return operation("quotient", dividend, constant(divisor)) if is_exact else None


def _range_of_field(total: Sum, low: int, width: int) -> Range:
    least, most = total.range
    if width:
        limit = (1 << width) - 1
        fits = least is not None and least >= 0 and most is not None and most >> low <= limit
        return (0, most >> low) if fits and most is not None else (0, limit)
    return (
        None if least is None else least >> low,
        None if most is None else most >> low,
    )


def masked(total: Sum, mask: int) -> Sum | None:
    """Return `total & mask` if the mask has at most two runs of ones; otherwise None."""
    if total.bits & ~mask == 0:
        return total
    # A swizzle turns one bit of the thread into a mask: `-(tid % 2) & 576` is 576 or 0, which is
    # tid%2*576. As fields it would be "(-(tid%2))/512%2*512 + (-(tid%2))/64%2*64".
    if total.range in ((-1, 0), (-1, -1)):
        return total.scaled(-mask)
    fields = Sum({})
    for low, width in _runs(mask):
        fields += field_of(total, low, width).scaled(1 << low)
    return fields if len(_runs(mask)) <= 2 else None


def _runs(mask: int) -> list[tuple[int, int]]:
    """Return the runs of ones: lowest bit and length, 0 for a run without end."""
    runs: list[tuple[int, int]] = []
    low = 0
    while mask not in (0, -1) or (mask == -1 and not runs):
        skip = trailing_zeros(mask)
        low, mask = low + skip, mask >> skip
        if mask == -1:
            return [*runs, (low, 0)]
        ones = trailing_zeros(~mask)
        runs.append((low, ones))
        low, mask = low + ones, mask >> ones
    return [*runs, (low, 0)] if mask == -1 else runs


def bitwise(operator: str, left: Sum, right: Sum) -> Sum:
    """Return `and`, `or` or `xor` of two sums; their sum if no bit can be set in both.

    `(blockIdx.x*1024) | (threadIdx.x*4)` with at most 256 threads cannot carry. Triton writes such
    sums with `or`; without this rule they would stay bitwise, and no index could be read.
    """
    constants = left.constant, right.constant
    if constants[0] is not None and constants[1] is not None:
        a, b = constants[0], constants[1]
        return constant({"and": a & b, "or": a | b, "xor": a ^ b}[operator])
    if constants[0] is not None:
        left, right = right, left
    mask = right.constant
    if operator == "and":
        for chosen, other in ((left, right), (right, left)):
            signed = _sign_of(chosen)
            if signed is not None and mask is None:
                return operation("negative", signed, other)
        masked_left = masked(left, mask) if mask is not None else None
        return masked_left if masked_left is not None else operation(operator, left, right)
    if left.bits & right.bits == 0:
        return left + right
    if operator == "xor" and mask == -1:
        return -left - constant(1)
    return operation(operator, left, right)


def _sign_of(total: Sum) -> Sum | None:
    """Return x if a sum is `x >> 31` or `x >> 63`, which is all ones if x < 0, otherwise 0.

    `(n >> 31) & m` is then "(n < 0 ? m : 0)".
    """
    ((product, factor), *others) = total.terms.items() if total.terms else (((), 0),)
    if others or factor != 1 or len(product) != 1 or product[0].kind != "bits":
        return None
    atom = product[0]
    return atom.arguments[0] if atom.low >= _SIGN_BIT and not atom.width else None


def operation(operator: str, *arguments: Sum) -> Sum:
    """Return an operation as an atom, with its range."""
    return single(Atom(operator, arguments=arguments, range=_operation_range(operator, arguments)))


def _operation_range(operator: str, arguments: tuple[Sum, ...]) -> Range:
    ranges = [argument.range for argument in arguments]
    if any(low is None or low < 0 for low, _ in ranges):
        return ANY
    highs = [high for _, high in ranges]
    match operator:
        case "and" | "min":
            known = [high for high in highs if high is not None]
            return 0, min(known, default=None)
        case "or" | "xor" if None not in highs:
            return 0, (1 << max(high.bit_length() for high in highs if high is not None)) - 1
        case "quotient":
            return 0, highs[0]
        case "remainder":
            return 0, None if highs[1] is None else max(highs[1] - 1, 0)
        case "max" if None not in highs:
            return 0, max(high for high in highs if high is not None)
        case _:
            return 0, None


def in_elements(total: Sum, size: int) -> Sum | None:
    """Return bytes divided by the size of an element, a power of two; None if it does not divide.

    In a swizzled address, `((tid*4) ^ 64) + 128` over 4 is `(tid ^ 16) + 32`: a bitwise operation
    can be divided if both sides can. Otherwise the access would be shown in bytes.
    """
    result = Sum({})
    for product, factor in total.terms.items():
        missing = size // math.gcd(factor, size)
        if missing == 1:
            result += Sum({product: factor // size})
            continue
        if len(product) != 1 or product[0].kind not in ("and", "or", "xor"):
            return None
        inside = [in_elements(argument, missing) for argument in product[0].arguments]
        known = [argument for argument in inside if argument is not None]
        if len(known) < len(inside):
            return None
        result += operation(product[0].kind, *known).scaled(factor * missing // size)
    return result


def quotient(dividend: Sum, divisor: Sum) -> Sum:
    """Return a quotient.

    By a power of two, a sum that is not negative becomes a field. A negative one does not:
    division rounds towards zero, a shift towards minus infinity.
    """
    value = divisor.constant
    if value:
        exact = dividend.divided(value)
        if exact is not None:
            return exact
        low = dividend.range[0]
        if value > 0 and not value & value - 1 and low is not None and low >= 0:
            return field_of(dividend, value.bit_length() - 1, 0)
    return operation("quotient", dividend, divisor)


def remainder(dividend: Sum, divisor: Sum) -> Sum:
    """Return a remainder; by a power of two, a sum that is not negative becomes a field."""
    value, low = divisor.constant, dividend.range[0]
    if value == 1:
        return constant(0)
    if value and value > 0 and not value & value - 1 and low is not None and low >= 0:
        return field_of(dividend, 0, value.bit_length() - 1)
    return operation("remainder", dividend, divisor)
