"""Reductions, norms and products."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F

from truth.halves.case import COLUMNS, ROWS, Case, Spec


def reductions() -> list[Case]:
    cases: list[Case] = []
    for name in ["sum", "mean", "std", "var", "amax", "amin", "prod", "nansum", "logsumexp"]:
        run = getattr(torch, name)
        inputs: tuple[Spec, ...] = (ROWS,) if name != "prod" else (("positive", (6, 20)),)
        cases.append(Case(f"{name} of rows", lambda x, run=run: run(x, 1), inputs))
        inputs = (COLUMNS,) if name != "prod" else (("positive", (20, 6)),)
        cases.append(Case(f"{name} of columns", lambda x, run=run: run(x, 0), inputs))
    far: Spec = ("positive", (2, 500))
    return [
        *cases,
        Case("sum of all", torch.sum, (far,)),
        Case("mean of all", torch.mean, (far,)),
        Case("var of all", torch.var, (far,)),
        Case("prod of all", torch.prod, (("unit", (9,)),)),
        Case("norm", torch.linalg.vector_norm, (far,)),
        Case("norm of rows", lambda x: torch.linalg.vector_norm(x, dim=1), (far,)),
        Case("norm 1", lambda x: torch.linalg.vector_norm(x, 1, dim=1), (far,)),
        Case("norm 3", lambda x: torch.linalg.vector_norm(x, 3, dim=1), (far,)),
        Case("norm inf", lambda x: torch.linalg.vector_norm(x, torch.inf, dim=1), (far,)),
        Case("torch.norm", lambda x: torch.norm(x, dim=0), (far,)),
        Case("normalize", lambda x: F.normalize(x, dim=1), (ROWS,)),
        Case("cosine_similarity", F.cosine_similarity, (ROWS, ROWS)),
        Case("pairwise_distance", F.pairwise_distance, (ROWS, ROWS)),
        Case("var_mean", lambda x: torch.var_mean(x, 1), (ROWS,)),
        Case("std_mean", lambda x: torch.std_mean(x, 1), (ROWS,)),
        Case("cumsum", lambda x: torch.cumsum(x, 1), (far,)),
        Case("cumsum of columns", lambda x: torch.cumsum(x, 0), (COLUMNS,)),
        Case("cumprod", lambda x: torch.cumprod(x * 0.5 + 0.4, 1), (("positive", (6, 20)),)),
        Case("logcumsumexp", lambda x: torch.logcumsumexp(x, 1), (ROWS,)),
        Case("cummax", lambda x: torch.cummax(x, 1)[0], (ROWS,)),
        Case("softmax", lambda x: F.softmax(x, 1), (ROWS,)),
        Case("softmax of columns", lambda x: F.softmax(x, 0), (COLUMNS,)),
        Case("softmax to float32", lambda x: F.softmax(x, 1, dtype=torch.float32), (ROWS,)),
        Case("log_softmax", lambda x: F.log_softmax(x, 1), (ROWS,)),
        Case("log_softmax of columns", lambda x: F.log_softmax(x, 0), (COLUMNS,)),
        Case("softmin", lambda x: F.softmin(x, 1), (ROWS,)),
        Case("sum to float32", lambda x: torch.sum(x, 1, dtype=torch.float32), (far,)),
        Case("max with indices", lambda x: torch.max(x, 1)[0], (ROWS,)),
        Case("median", lambda x: torch.median(x, 1)[0], (ROWS,)),
        Case("sort", lambda x: torch.sort(x, 1)[0], (("bell", (4, 60)),)),
        Case("topk", lambda x: torch.topk(x, 5, 1)[0], (ROWS,)),
        Case("argmax", lambda x: torch.argmax(x, 1), (ROWS,), False, False),
        Case("trace", torch.trace, (("bell", (40, 40)),), False, False),
        Case("diff", lambda x: torch.diff(x, dim=1), (("bell", (4, 60)),)),
        Case("renorm", lambda x: torch.renorm(x, 2, 0, 1.5), (ROWS,), False, False),
    ]


def norms() -> list[Case]:
    image: Spec = ("bell", (4, 6, 5, 5))
    six, positive = ("bell", (6,)), ("positive", (6,))

    def batch_norm(x: Any, weight: Any, bias: Any) -> Any:
        mean = torch.zeros(6, dtype=torch.float32, device=x.device)
        var = torch.ones(6, dtype=torch.float32, device=x.device)
        if x.dtype == torch.float64:
            mean, var = mean.double(), var.double()
        return F.batch_norm(x, mean, var, weight, bias, training=True)

    def batch_norm_eval(x: Any, mean: Any, var: Any, weight: Any, bias: Any) -> Any:
        return F.batch_norm(x, mean.detach(), var.detach(), weight, bias)

    long: Spec = ("bell", (300, 8))
    wide: Spec = ("bell", (2, 700))
    return [
        Case(
            "layer_norm", lambda x, w, b: F.layer_norm(x, (8,), w, b), (long, *[("bell", (8,))] * 2)
        ),
        Case(
            "layer_norm wide",
            lambda x, w, b: F.layer_norm(x, (700,), w, b),
            (wide, *[("bell", (700,))] * 2),
        ),
        Case("rms_norm", lambda x, w: F.rms_norm(x, (8,), w, 1e-5), (long, ("bell", (8,)))),
        Case(
            "rms_norm wide", lambda x, w: F.rms_norm(x, (700,), w, 1e-5), (wide, ("bell", (700,)))
        ),
        Case("group_norm", lambda x, w, b: F.group_norm(x, 3, w, b), (image, six, six)),
        Case(
            "instance_norm", lambda x, w, b: F.instance_norm(x, weight=w, bias=b), (image, six, six)
        ),
        Case(
            "batch_norm halves",
            lambda x, w, b: F.batch_norm(x, None, None, w, b, True),
            (image, six, six),
        ),
        Case("batch_norm of rows", batch_norm, (("bell", (300, 6)), six, six)),
        Case("batch_norm eval", batch_norm_eval, (image, six, positive, six, six)),
        Case("local_response_norm", lambda x: F.local_response_norm(x, 3), (image,)),
    ]


def products() -> list[Case]:
    a, b = ("bell", (17, 90)), ("bell", (90, 11))
    image: Spec = ("bell", (2, 3, 9, 9))
    heads: Spec = ("bell", (2, 3, 20, 16))
    attend = F.scaled_dot_product_attention
    batch = ("bell", (3, 7, 40)), ("bell", (3, 40, 5))

    def transformer_step(x: Any, w: Any) -> Any:
        return attend(*F.linear(x, w).chunk(3, -1))

    return [
        Case("mm", torch.mm, (a, b)),
        Case("mm transposed", lambda x, y: x.t() @ y.t(), (("bell", (90, 17)), ("bell", (11, 90)))),
        Case("bmm", torch.bmm, batch),
        Case("mv", torch.mv, (a, ("bell", (90,)))),
        Case("dot", torch.dot, (("bell", (90,)), ("bell", (90,)))),
        Case("outer", torch.outer, (("bell", (20,)), ("bell", (9,)))),
        Case(
            "addmm",
            lambda c, x, y: torch.addmm(c, x, y, beta=0.5, alpha=2),
            (("bell", (17, 11)), a, b),
        ),
        Case("addmm of a row", torch.addmm, (("bell", (11,)), a, b)),
        Case("baddbmm", torch.baddbmm, (("bell", (3, 7, 5)), *batch)),
        Case("addmv", torch.addmv, (("bell", (17,)), a, ("bell", (90,)))),
        Case("addr", torch.addr, (("bell", (20, 9)), ("bell", (20,)), ("bell", (9,)))),
        Case("matmul broadcast", torch.matmul, (("bell", (3, 7, 40)), ("bell", (40, 5)))),
        Case("linear", F.linear, (a, ("bell", (11, 90)), ("bell", (11,)))),
        Case(
            "linear of three axes",
            F.linear,
            (("bell", (2, 9, 30)), ("bell", (8, 30)), ("bell", (8,))),
        ),
        Case(
            "einsum",
            lambda x, y: torch.einsum("bij,bkj->bik", x, y),
            (("bell", (3, 7, 40)), ("bell", (3, 5, 40))),
        ),
        Case("bilinear", F.bilinear, (("bell", (8, 9)), ("bell", (8, 7)), ("bell", (5, 9, 7)))),
        Case("kron", torch.kron, (("bell", (5, 4)), ("bell", (6, 3)))),
        Case(
            "tensordot",
            lambda x, y: torch.tensordot(x, y, 2),
            (("bell", (6, 7, 8)), ("bell", (7, 8, 5))),
        ),
        Case(
            "conv1d",
            lambda x, w, b: F.conv1d(x, w, b, padding=1),
            (("bell", (2, 5, 40)), ("bell", (4, 5, 3)), ("bell", (4,))),
        ),
        Case("conv2d", F.conv2d, (image, ("bell", (4, 3, 3, 3)), ("bell", (4,)))),
        Case(
            "conv2d strided",
            lambda x, w: F.conv2d(x, w, stride=2, padding=1, dilation=2),
            (image, ("bell", (4, 3, 3, 3))),
        ),
        Case(
            "conv2d in groups",
            lambda x, w: F.conv2d(x, w, groups=3, padding=1),
            (image, ("bell", (6, 1, 3, 3))),
        ),
        Case(
            "conv_transpose2d", F.conv_transpose2d, (image, ("bell", (3, 4, 3, 3)), ("bell", (4,)))
        ),
        Case("conv3d", F.conv3d, (("bell", (1, 2, 6, 6, 6)), ("bell", (3, 2, 3, 3, 3)))),
        Case("attention", attend, (heads, heads, heads)),
        Case(
            "causal attention",
            lambda q, k, v: attend(q, k, v, is_causal=True),
            (heads, heads, heads),
        ),
        Case(
            "attention with a bias",
            lambda q, k, v, m: attend(q, k, v, attn_mask=m),
            (heads, heads, heads, ("bell", (20, 20))),
        ),
        Case(
            "attention of a projection",
            transformer_step,
            (("bell", (2, 12, 16)), ("bell", (48, 16))),
        ),
        Case("unfold", lambda x: F.unfold(x, 3), (("bell", (1, 2, 7, 7)),)),
        Case("fold", lambda x: F.fold(x, (7, 7), 3), (("bell", (1, 18, 25)),)),
    ]
