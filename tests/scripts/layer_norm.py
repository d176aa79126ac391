"""Layer norm in Triton, forward and backward, checked against PyTorch's."""

import torch
import triton
import triton.language as tl


@triton.jit
def forward(x_ptr, weight_ptr, bias_ptr, y_ptr, mean_ptr, rstd_ptr, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    squares = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, n, BLOCK):
        inside = start + columns < n
        x = tl.load(x_ptr + row * n + start + columns, mask=inside, other=0.0)
        total += x
    mean = tl.sum(total) / n
    for start in range(0, n, BLOCK):
        inside = start + columns < n
        x = tl.load(x_ptr + row * n + start + columns, mask=inside, other=0.0)
        centred = tl.where(inside, x - mean, 0.0)
        squares += centred * centred
    rstd = 1 / tl.sqrt(tl.sum(squares) / n + eps)
    tl.store(mean_ptr + row, mean)
    tl.store(rstd_ptr + row, rstd)
    for start in range(0, n, BLOCK):
        inside = start + columns < n
        x = tl.load(x_ptr + row * n + start + columns, mask=inside, other=0.0)
        weight = tl.load(weight_ptr + start + columns, mask=inside)
        bias = tl.load(bias_ptr + start + columns, mask=inside)
        y = (x - mean) * rstd * weight + bias
        tl.store(y_ptr + row * n + start + columns, y, mask=inside)


@triton.jit
def backward(
    x_ptr, weight_ptr, dy_ptr, mean_ptr, rstd_ptr, dx_ptr, dw_ptr, db_ptr, n, BLOCK: tl.constexpr
):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    inside = columns < n
    x = tl.load(x_ptr + row * n + columns, mask=inside, other=0.0)
    dy = tl.load(dy_ptr + row * n + columns, mask=inside, other=0.0)
    weight = tl.load(weight_ptr + columns, mask=inside, other=0.0)
    mean, rstd = tl.load(mean_ptr + row), tl.load(rstd_ptr + row)
    normal = tl.where(inside, (x - mean) * rstd, 0.0)
    scaled = weight * dy
    one = tl.sum(normal * scaled) / n
    two = tl.sum(scaled) / n
    tl.store(dx_ptr + row * n + columns, (scaled - (normal * one + two)) * rstd, mask=inside)
    tl.atomic_add(dw_ptr + columns, dy * normal, mask=inside)
    tl.atomic_add(db_ptr + columns, dy, mask=inside)


def main():
    torch.manual_seed(0)
    rows, n, eps = 8, 200, 1e-5
    x, dy = (torch.randn(rows, n, device="cuda") for _ in range(2))
    weight, bias = (torch.randn(n, device="cuda") for _ in range(2))
    y, dx = torch.empty_like(x), torch.empty_like(x)
    mean, rstd = (torch.empty(rows, device="cuda") for _ in range(2))
    dw, db = torch.zeros_like(weight), torch.zeros_like(bias)
    forward[(rows,)](x, weight, bias, y, mean, rstd, n, eps, BLOCK=128)
    backward[(rows,)](x, weight, dy, mean, rstd, dx, dw, db, n, BLOCK=256)

    x, weight, bias = (t.clone().requires_grad_() for t in (x, weight, bias))
    expected = torch.nn.functional.layer_norm(x, (n,), weight, bias, eps)
    expected.backward(dy)
    pairs = ((y, expected), (dx, x.grad), (dw, weight.grad), (db, bias.grad))
    for ours, theirs in pairs:
        torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-4)
    print("layer norm agrees")


if __name__ == "__main__":
    main()
