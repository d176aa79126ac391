"""Losses, operations by index, steps of optimizers and cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F

from truth.halves.case import POSITIVE, SMALL, Case, Spec


def losses() -> list[Case]:
    pair = (("bell", (30, 9)), ("bell", (30, 9)))
    unit = (("unit", (30, 9)), ("unit", (30, 9)))
    cases: list[Case] = []
    for how in ("mean", "sum", "none"):
        cases += [
            Case(
                f"{name} {how}",
                lambda x, y, name=name, how=how: getattr(F, name)(x, y, reduction=how),
                pair,
            )
            for name in ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss")
        ]
        cases += [
            Case(
                f"bce {how}",
                lambda x, y, how=how: F.binary_cross_entropy(x, y.detach(), reduction=how),
                unit,
            ),
            Case(
                f"bce with logits {how}",
                lambda x, y, how=how: F.binary_cross_entropy_with_logits(
                    x, y.detach(), reduction=how
                ),
                (pair[0], unit[1]),
            ),
            Case(
                f"cross_entropy {how}",
                lambda x, y, how=how: F.cross_entropy(x, y, reduction=how),
                (("bell", (30, 9)), ("<9", (30,))),
            ),
        ]

    def log(x):
        return F.log_softmax(x, 1)

    return [
        *cases,
        Case("nll", F.nll_loss, (("bell", (300, 6)), ("<6", (300,)))),
        Case(
            "nll weighted",
            lambda x, y, w: F.nll_loss(x, y, w.detach()),
            (("bell", (300, 6)), ("<6", (300,)), ("positive", (6,))),
        ),
        Case("nll of an image", F.nll_loss, (("bell", (2, 5, 9, 9)), ("<5", (2, 9, 9)))),
        Case("cross_entropy of many", F.cross_entropy, (("bell", (8, 300)), ("<300", (8,)))),
        Case(
            "cross_entropy smoothed",
            lambda x, y: F.cross_entropy(x, y, label_smoothing=0.1),
            (("bell", (30, 9)), ("<9", (30,))),
        ),
        Case("kl_div", lambda x, y: F.kl_div(x, y.detach(), reduction="batchmean"), unit),
        Case(
            "kl_div of softmax",
            lambda x, y: F.kl_div(log(x), log(y), log_target=True, reduction="sum"),
            pair,
        ),
        Case("poisson_nll", F.poisson_nll_loss, pair),
        Case(
            "hinge_embedding",
            lambda x, y: F.hinge_embedding_loss(x, y * 2.0 - 1),
            (("bell", (30, 9)), ("<2", (30, 9))),
        ),
        Case(
            "margin_ranking",
            lambda x, y, z: F.margin_ranking_loss(x, y, z * 2.0 - 1),
            (SMALL, SMALL, ("<2", (96,))),
        ),
        Case("triplet_margin", F.triplet_margin_loss, (*pair, ("bell", (30, 9)))),
        Case(
            "soft_margin",
            lambda x, y: F.soft_margin_loss(x, y * 2.0 - 1),
            (("bell", (30, 9)), ("<2", (30, 9))),
        ),
        Case("multi_margin", F.multi_margin_loss, (("bell", (30, 9)), ("<9", (30,)))),
    ]


def indexed() -> list[Case]:
    image: Spec = ("bell", (2, 3, 8, 8))
    few: Spec = ("<9", (60,))

    def grid(x, g):
        return F.grid_sample(x, g.tanh(), align_corners=False)

    cases = [
        Case(
            f"interpolate {mode}",
            lambda x, m=mode, s=size: F.interpolate(x, size=s, mode=m),
            (shape,),
        )
        for mode, shape, size in (
            ("nearest", image[1], (13, 11)),
            ("bilinear", image[1], (13, 11)),
            ("bicubic", image[1], (13, 11)),
            ("area", image[1], (3, 5)),
            ("linear", (2, 3, 20), 33),
        )
        for shape in [("bell", shape)]
    ]
    return [
        *cases,
        Case(
            "bilinear down",
            lambda x: F.interpolate(x, size=(3, 4), mode="bilinear", antialias=True),
            (image,),
        ),
        Case("max_pool2d", lambda x: F.max_pool2d(x, 3, 2), (image,)),
        Case("max_pool1d", lambda x: F.max_pool1d(x, 3, 1), (("bell", (2, 3, 20)),)),
        Case("avg_pool2d", lambda x: F.avg_pool2d(x, 3, 1, 1), (image,)),
        Case("avg_pool1d", lambda x: F.avg_pool1d(x, 5), (("bell", (2, 3, 20)),)),
        Case("avg_pool3d", lambda x: F.avg_pool3d(x, 2, 1), (("bell", (1, 2, 5, 5, 5)),)),
        Case("adaptive_avg_pool2d", lambda x: F.adaptive_avg_pool2d(x, (3, 5)), (image,)),
        Case("adaptive_avg_pool2d to 1", lambda x: F.adaptive_avg_pool2d(x, 1), (image,)),
        Case("adaptive_max_pool2d", lambda x: F.adaptive_max_pool2d(x, (3, 5)), (image,)),
        Case("lp_pool2d", lambda x: F.lp_pool2d(x, 2.0, 2), (("positive", (2, 3, 8, 8)),)),
        Case("embedding", F.embedding, (("<9", (200,)), ("bell", (9, 10)))),
        Case(
            "embedding_bag",
            lambda i, w: F.embedding_bag(i, w, mode="mean"),
            (("<9", (6, 30)), ("bell", (9, 10))),
        ),
        Case("index_select", lambda x, i: x.index_select(0, i), (("bell", (9, 6)), few)),
        Case("index", lambda x, i: x[i], (("bell", (9, 6)), few)),
        Case("gather", lambda x, i: x.gather(1, i), (("bell", (4, 9)), ("<9", (4, 40)))),
        Case(
            "index_add",
            lambda x, i, y: x.index_add(0, i, y, alpha=0.7),
            (("bell", (9, 6)), few, ("bell", (60, 6))),
        ),
        Case(
            "scatter_add",
            lambda x, i, y: x.scatter_add(1, i, y),
            (("bell", (4, 9)), ("<9", (4, 90)), ("bell", (4, 90))),
        ),
        Case(
            "scatter_reduce mean",
            lambda x, i, y: x.scatter_reduce(1, i, y, "mean"),
            (("bell", (4, 9)), ("<9", (4, 90)), ("bell", (4, 90))),
            False,
            False,
        ),
        Case(
            "scatter_reduce prod",
            lambda x, i, y: x.scatter_reduce(1, i, y, "prod"),
            (("bell", (4, 9)), ("<9", (4, 30)), ("positive", (4, 30))),
            False,
            False,
        ),
        Case(
            "scatter_reduce amax",
            lambda x, i, y: x.scatter_reduce(1, i, y, "amax"),
            (("bell", (4, 9)), ("<9", (4, 30)), ("bell", (4, 30))),
            False,
            False,
        ),
        Case(
            "index_put",
            lambda x, i, y: x.index_put((i,), y, accumulate=True),
            (("bell", (9, 6)), few, ("bell", (60, 6))),
        ),
        Case(
            "index_reduce",
            lambda x, i, y: x.index_reduce(0, i, y, "mean"),
            (("bell", (9, 6)), few, ("bell", (60, 6))),
            False,
            False,
        ),
        Case("grid_sample", grid, (image, ("bell", (2, 5, 5, 2)))),
        Case(
            "affine_grid",
            lambda t: F.affine_grid(t, [2, 3, 5, 5], align_corners=False),
            (("bell", (2, 2, 3)),),
        ),
        Case("pad", lambda x: F.pad(x, (1, 2), mode="reflect"), (("bell", (2, 3, 20)),)),
        Case("replicate", lambda x: F.pad(x, (3, 4), mode="replicate"), (("bell", (2, 3, 20)),)),
        Case("circular", lambda x: F.pad(x, (3, 4), mode="circular"), (("bell", (2, 3, 20)),)),
        Case("roll and flip", lambda x: x.roll(3, 0).flip(1), (("bell", (9, 6)),)),
        Case(
            "cat and stack",
            lambda x, y: torch.stack((torch.cat((x, y)), torch.cat((y, x)))),
            (("bell", (9, 6)), ("bell", (9, 6))),
        ),
        Case("repeat", lambda x: x.repeat(70, 1), (("bell", (2, 6)),)),
        Case("expand", lambda x: x.expand(70, 6) * 1.5, (("bell", (1, 6)),)),
        Case("repeat_interleave", lambda x: x.repeat_interleave(50, 0), (("bell", (2, 6)),)),
        Case("tril", torch.tril, (("bell", (9, 9)),)),
        Case("pixel_shuffle", lambda x: F.pixel_shuffle(x, 2), (("bell", (1, 8, 4, 4)),)),
        Case(
            "linspace",
            lambda x: torch.linspace(0, 1, 77, dtype=x.dtype, device=x.device),
            (("bell", (1,)),),
            True,
            False,
        ),
        Case(
            "arange",
            lambda x: torch.arange(0, 9, 0.3, dtype=x.dtype, device=x.device),
            (("bell", (1,)),),
            True,
            False,
        ),
    ]


def trained() -> list[Case]:
    """Return optimizers' steps, their list-wise operations, cells, and small models."""

    def step(make: Callable[..., Any], **options: Any) -> Callable[..., Any]:
        def run(x: Any, g: Any) -> Any:
            weights = [x[:40].clone().requires_grad_(), x[40:].clone().requires_grad_()]
            optimizer = make(weights, **options)
            for scale in (1.0, 0.5, -0.7):
                weights[0].grad, weights[1].grad = g[:40] * scale, g[40:] * scale
                optimizer.step()
            return torch.cat([w.detach() for w in weights])

        return run

    def clip(x: Any, g: Any) -> Any:
        x = x.clone().requires_grad_()
        x.grad = g.clone()
        norm = torch.nn.utils.clip_grad_norm_([x], 1.0)
        return norm, x.grad

    def lists(name: str, *more: Any) -> Callable[..., Any]:
        def run(x: Any, y: Any, z: Any) -> Any:
            args = [[t[:40], t[40:]] for t in (x, y, z)]
            count = {"addcmul": 3, "addcdiv": 3, "lerp": 2, "sqrt": 1, "exp": 1, "norm": 1}.get(
                name, 2
            )
            out = getattr(torch, f"_foreach_{name}")(*args[:count], *more)
            return torch.cat([o.reshape(-1) for o in out])

        return run

    def gru(x: Any, h: Any, a: Any, b: Any) -> Any:
        return torch.gru_cell(x, h, a, b)

    def lstm(x: Any, h: Any, c: Any, a: Any, b: Any) -> Any:
        return torch.lstm_cell(x, (h, c), a, b)

    two, three = (SMALL, SMALL), (SMALL, SMALL, POSITIVE)
    optim = torch.optim
    cell = ("bell", (5, 12)), ("bell", (5, 8))
    gates = {n: (("bell", (n * 8, 12)), ("bell", (n * 8, 8))) for n in (3, 4)}
    steps = [
        Case(
            f"{name} {'lists' if many else 'each'}",
            step(make, foreach=many, **options),
            two,
            False,
            False,
        )
        for many in (True, False)
        for name, make, options in (
            ("SGD", optim.SGD, {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.01}),
            ("Adam", optim.Adam, {"lr": 0.01, "eps": 1e-4}),
            ("AdamW", optim.AdamW, {"lr": 0.01, "eps": 1e-4}),
            ("RMSprop", optim.RMSprop, {"lr": 0.01, "eps": 1e-4}),
        )
    ]
    return [
        *steps,
        *(
            Case(f"foreach {n}", lists(n, *more), three, True, False)
            for n, *more in (
                ("add",),
                ("mul",),
                ("div",),
                ("sqrt",),
                ("exp",),
                ("addcmul", 0.3),
                ("addcdiv", 0.3),
                ("lerp", 0.3),
                ("maximum",),
            )
        ),
        Case("foreach norm", lists("norm"), three, False, False),
        Case("clip_grad_norm", clip, two, False, False),
        Case("gru_cell", gru, (*cell, *gates[3])),
        Case("lstm_cell", lstm, (*cell, ("bell", (5, 8)), *gates[4])),
        Case("bell of dropout", lambda x: F.dropout(x, 0.0), (SMALL,), True),
        Case(
            "two layers",
            lambda x, a, b: F.linear(F.gelu(F.linear(x, a)), b),
            (("bell", (9, 30)), ("unit", (20, 30)), ("unit", (5, 20))),
        ),
    ]
