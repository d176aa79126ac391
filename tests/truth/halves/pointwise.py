"""Calls whose results depend on one element of each input."""

from __future__ import annotations

import torch
import torch.nn.functional as F

from truth.halves.case import EACH, POSITIVE, SMALL, Case


def unary() -> list[Case]:
    plain = [
        "abs", "acos", "asin", "atan", "ceil", "cos", "cosh", "deg2rad", "digamma", "erf", "erfc",
        "erfinv", "exp", "exp2", "expm1", "floor", "frac", "lgamma", "log", "log10", "log1p",
        "log2", "logit", "nan_to_num", "neg", "rad2deg", "reciprocal", "relu", "round", "rsqrt",
        "sigmoid", "sign", "sin", "sinc", "sinh", "sqrt", "square", "tan", "tanh", "trunc",
        "acosh", "asinh", "atanh", "i0", "positive",
    ]  # fmt: skip
    activations = [
        "celu",
        "elu",
        "gelu",
        "hardshrink",
        "hardsigmoid",
        "hardswish",
        "hardtanh",
        "leaky_relu",
        "logsigmoid",
        "mish",
        "relu6",
        "selu",
        "silu",
        "softplus",
        "softshrink",
        "softsign",
        "tanhshrink",
    ]
    cases = [Case(name, getattr(torch, name), (EACH,), True) for name in plain]
    cases += [Case(name, getattr(F, name), (EACH,), True) for name in activations]
    tests = ["isnan", "isinf", "isfinite", "signbit", "logical_not"]
    cases += [Case(name, getattr(torch, name), (EACH,), True, False) for name in tests]
    special = torch.special
    cases += [
        Case("special " + name, getattr(special, name), (POSITIVE,), True)
        for name in ("entr", "ndtr", "i0e")
    ]
    return [
        *cases,
        Case("gelu tanh", lambda x: F.gelu(x, approximate="tanh"), (EACH,), True),
        Case("pow 2.5", lambda x: x**2.5, (EACH,), True),
        Case("pow 3", lambda x: x**3, (EACH,), True),
        Case("pow -0.5", lambda x: x**-0.5, (EACH,), True),
        Case("2 ** x", lambda x: 2.0**x, (EACH,), True),
        Case("add a number", lambda x: x + 0.1, (EACH,), True),
        Case("multiply by a number", lambda x: x * 0.1, (EACH,), True),
        Case("divide by a number", lambda x: x / 3, (EACH,), True),
        Case("a number divided", lambda x: 0.7 / x, (EACH,), True),
        Case("a number less x", lambda x: 0.1 - x, (EACH,), True),
        Case("remainder of a number", lambda x: x % 0.7, (SMALL,), True),
        Case("clamp", lambda x: x.clamp(-0.3, 0.7), (EACH,), True),
        Case("threshold", lambda x: F.threshold(x, 0.1, 20.0), (EACH,), True),
        Case("softplus of beta", lambda x: F.softplus(x, beta=2.3, threshold=4), (EACH,), True),
        Case("to float32", lambda x: x.float(), (EACH,), True),
        Case("through float32", lambda x: (x.float() * 1.001).to(x.dtype), (EACH,), True),
        Case("glu", F.glu, (("bell", (4, 60)),), True),
        Case("in place", lambda x: x.clone().mul_(1.7).add_(0.3).sigmoid_(), (EACH,), True),
    ]


def binary() -> list[Case]:
    both, near = (EACH, ("any", (96,))), (SMALL, POSITIVE)
    names = [
        "add",
        "sub",
        "mul",
        "div",
        "maximum",
        "minimum",
        "fmax",
        "fmin",
        "hypot",
        "atan2",
        "copysign",
    ]
    cases = [Case(name, getattr(torch, name), both, True) for name in names]
    near_names = ["fmod", "remainder", "floor_divide", "logaddexp", "logaddexp2"]
    cases += [Case(n, getattr(torch, n), near, True, n != "floor_divide") for n in near_names]
    tests = ["eq", "lt", "ge", "heaviside"]
    cases += [Case(n, getattr(torch, n), both, True, False) for n in tests]
    three = (SMALL, SMALL, POSITIVE)
    return [
        *cases,
        Case("pow of tensors", torch.pow, (POSITIVE, SMALL), True),
        Case("xlogy", torch.xlogy, (SMALL, POSITIVE), True),
        Case("add with alpha", lambda x, y: torch.add(x, y, alpha=0.3), both, True),
        Case("sub with alpha", lambda x, y: torch.sub(x, y, alpha=0.3), both, True),
        Case("rsub", lambda x, y: torch.rsub(x, y, alpha=0.3), both, True),
        Case("addcmul", lambda x, y, z: torch.addcmul(x, y, z, value=0.7), three, True),
        Case("addcdiv", lambda x, y, z: torch.addcdiv(x, y, z, value=0.7), three, True),
        Case("lerp", lambda x, y: torch.lerp(x, y, 0.3), near, True),
        Case("lerp of tensors", torch.lerp, three, True),
        Case("where", lambda x, y: torch.where(x > y, x, y * 2), both, True),
        Case("prelu", F.prelu, (("bell", (6, 3, 20)), ("positive", (3,))), False),
        Case("mixed with float32", lambda x, y: x * y.float(), near, True),
        Case("trunc div", lambda x, y: torch.div(x, y, rounding_mode="trunc"), near, True),
        Case("masked_fill", lambda x, y: x.masked_fill(y > 1, 0.1), near, True),
        Case("add to a row", torch.add, (("bell", (300, 6)), ("bell", (6,))), False),
        Case("mul by a column", torch.mul, (("bell", (6, 300)), ("bell", (6, 1))), False),
    ]
