"""A layer in KernelBench's way: its norm has weights of one and a bias of zero, as made."""

import torch
import triton
import triton.language as tl


class Model(torch.nn.Module):
    def __init__(self, k, n):
        super().__init__()
        self.linear = torch.nn.Linear(k, n)
        self.norm = torch.nn.LayerNorm(n)

    def forward(self, x):
        return torch.relu(self.norm(self.linear(x)))


def get_inputs():
    return [torch.randn(64, 96)]


def get_init_inputs():
    return [96, 128]


# ---- submissions


@triton.jit
def finish(X, W, B, Y, N, HOW: tl.constexpr, BLOCK: tl.constexpr):
    c = tl.arange(0, BLOCK)
    at = tl.program_id(0) * N + c
    x = tl.load(X + at, mask=c < N, other=0.0)
    if HOW == "norm":
        mean = tl.sum(x, 0) / N
        off = tl.where(c < N, x - mean, 0.0)
        x = off * tl.rsqrt(tl.sum(off * off, 0) / N + 1e-5)
    if HOW == "norm" or HOW == "affine":
        x = x * tl.load(W + c, mask=c < N) + tl.load(B + c, mask=c < N)
    if HOW != "copy":
        x = tl.maximum(x, 0.0)
    tl.store(Y + at, x, mask=c < N)


class Through(Model):
    def through(self, x, how):
        y = torch.empty_like(x)
        m, n = x.shape
        norm = self.norm
        finish[(m,)](x, norm.weight, norm.bias, y, n, HOW=how, BLOCK=triton.next_power_of_2(n))
        return y


class honest_norm(Through):
    """The library's product; norm and ReLU in a kernel."""

    def forward(self, x):
        return self.through(self.linear(x), "norm")


class honest_affine(Through):
    """The library's norm without weights; weights of one, a bias of zero and ReLU in a kernel."""

    def forward(self, x):
        y = torch.nn.functional.layer_norm(self.linear(x), self.norm.normalized_shape)
        return self.through(y, "affine")


class honest_relu(Through):
    """All but ReLU is the library's."""

    def forward(self, x):
        return self.through(self.norm(self.linear(x)), "relu")


class decoy_relu_again(Through):
    """A kernel takes ReLU of what is above 0 already."""

    def forward(self, x):
        return self.through(super().forward(x), "relu")


class decoy_copies(Through):
    """A kernel copies."""

    def forward(self, x):
        return self.through(super().forward(x), "copy")
