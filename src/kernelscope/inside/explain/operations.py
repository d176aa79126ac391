"""Operations on sums that need not be sums: fields of bits, bitwise operations, quotients.

What can be a sum again becomes one: a field is a quotient or nothing where the bits that it leaves
out cannot be set, and `|` of bits that cannot be set in both is `+`.
"""

from __future__ import annotations

import math

from kernelscope.inside.explain.index import ANY, Atom, Range, Sum, constant, single, trailing_zeros

_U32 = (1 << 32) - 1
_SIGN_BIT = 31  # bits from here up are copies of a 32-bit number's sign


def field_of(total: Sum, low: int, width: int) -> Sum:
    """`total >> low`, of it the lowest `width` bits; all of them where width is 0."""
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
    """A field's argument without what lies below it, or is a power of two times something.

    Returns:
        The argument, its lowest bit, and the power of two that the field is multiplied with.
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
    """A field of a field is one field."""
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
    """`(x + (x < 0 ? 2^k - 1 : 0)) >> k`: how compilers divide a signed number by 2^k."""
    for product, factor in total.terms.items() if low and not width else ():
        atom = product[0] if len(product) == 1 and factor == 1 else None
        if atom is None or atom.kind != "bits" or atom.width != low or atom.low < _SIGN_BIT:
            continue
        rest = total - single(atom)
        if atom.arguments[0] == rest:
            return operation("quotient", rest, constant(1 << low))
    return None


def _unsigned_division(total: Sum, low: int, width: int) -> Sum | None:
    """`(x * M) >> k`: how compilers divide by a constant, where M is 2^k over it, rounded up."""
    factor = math.gcd(*total.terms.values())
    dividend = total.divided(factor)
    least, most = dividend.range if dividend is not None else ANY
    if width or factor < 3 or dividend is None or least is None or least < 0:
        return None
    divisor = ((1 << low) + factor // 2) // factor
    error = factor * divisor - (1 << low)
    # With error x / 2^k < 1 nothing is carried into the quotient.
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
    """`total & mask`, where the mask has few runs of ones; else None."""
    if total.bits & ~mask == 0:
        return total
    if total.range in ((-1, 0), (-1, -1)):
        return total.scaled(-mask)  # all bits of the mask, or none
    found = Sum({})
    for low, width in _runs(mask):
        found += field_of(total, low, width).scaled(1 << low)
    return found if len(_runs(mask)) <= 2 else None


def _runs(mask: int) -> list[tuple[int, int]]:
    """Runs of ones: lowest bit and length, 0 for a run without end."""
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


def bitwise(kind: str, one: Sum, two: Sum) -> Sum:
    """`and`, `or`, `xor`; a sum where no bit can be set in both."""
    constants = one.constant, two.constant
    if constants[0] is not None and constants[1] is not None:
        a, b = constants[0], constants[1]
        return constant({"and": a & b, "or": a | b, "xor": a ^ b}[kind])
    if constants[0] is not None:
        one, two = two, one
    mask = two.constant
    if kind == "and":
        for chosen, other in ((one, two), (two, one)):
            signed = _sign_of(chosen)
            if signed is not None and mask is None:
                return operation("negative", signed, other)
        found = masked(one, mask) if mask is not None else None
        return found if found is not None else operation(kind, one, two)
    if one.bits & two.bits == 0:
        return one + two
    if kind == "xor" and mask == -1:
        return -one - constant(1)
    return operation(kind, one, two)


def _sign_of(total: Sum) -> Sum | None:
    """Of what a sum is all ones if that is negative, else 0: `x >> 31`, `x >> 63`."""
    ((product, factor), *others) = total.terms.items() if total.terms else (((), 0),)
    if others or factor != 1 or len(product) != 1 or product[0].kind != "bits":
        return None
    atom = product[0]
    return atom.arguments[0] if atom.low >= _SIGN_BIT and not atom.width else None


def operation(kind: str, *arguments: Sum) -> Sum:
    """An operation that stays one."""
    return single(Atom(kind, arguments=arguments, range=_operation_range(kind, arguments)))


def _operation_range(kind: str, arguments: tuple[Sum, ...]) -> Range:
    ranges = [argument.range for argument in arguments]
    if any(low is None or low < 0 for low, _ in ranges):
        return ANY
    highs = [high for _, high in ranges]
    match kind:
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
    """Bytes over the size of an element, a power of two, that divides them; else None."""
    found = Sum({})
    for product, factor in total.terms.items():
        rest = size // math.gcd(factor, size)
        if rest == 1:
            found += Sum({product: factor // size})
            continue
        if len(product) != 1 or product[0].kind not in ("and", "or", "xor"):
            return None
        inside = [in_elements(argument, rest) for argument in product[0].arguments]
        known = [argument for argument in inside if argument is not None]
        if len(known) < len(inside):
            return None
        found += operation(product[0].kind, *known).scaled(factor * rest // size)
    return found


def quotient(one: Sum, divisor: Sum) -> Sum:
    """Division, of what is not negative if the divisor is a power of two."""
    value = divisor.constant
    if value:
        exact = one.divided(value)
        if exact is not None:
            return exact
        low = one.range[0]
        if value > 0 and not value & value - 1 and low is not None and low >= 0:
            return field_of(one, value.bit_length() - 1, 0)
    return operation("quotient", one, divisor)


def remainder(one: Sum, divisor: Sum) -> Sum:
    """The rest of a division, likewise."""
    value, low = divisor.constant, one.range[0]
    if value == 1:
        return constant(0)
    if value and value > 0 and not value & value - 1 and low is not None and low >= 0:
        return field_of(one, 0, value.bit_length() - 1)
    return operation("remainder", one, divisor)
