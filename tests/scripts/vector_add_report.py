# A vector-add report, written for a GPU.
import sys

import torch
import triton
import triton.language as tl


@triton.jit
def add_kernel(left, right, out, count, BLOCK: tl.constexpr):
    where = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = where < count
    total = tl.load(left + where, mask=inside) + tl.load(right + where, mask=inside)
    tl.store(out + where, total, mask=inside)


def add(left, right):
    out = torch.empty_like(left)
    assert left.is_cuda and right.is_cuda and out.is_cuda
    add_kernel[lambda meta: (triton.cdiv(out.numel(), meta["BLOCK"]),)](
        left, right, out, out.numel(), BLOCK=1024
    )
    return out


a, b = torch.rand(98432, device="cuda"), torch.rand(98432, device="cuda")
assert torch.equal(add(a, b), a + b)


@triton.testing.perf_report(
    triton.testing.Benchmark(
        x_names=["size"],
        x_vals=[2**i for i in range(12, int(sys.argv[1]))],
        x_log=True,
        line_arg="provider",
        line_vals=["triton", "torch"],
        line_names=["Triton", "Torch"],
        ylabel="GB/s",
        plot_name="vector-add",
        args={},
    )
)
def report(size, provider):
    x = torch.rand(size, device="cuda")
    y = torch.rand(size, device="cuda")
    run = {"torch": lambda: x + y, "triton": lambda: add(x, y)}[provider]
    middle, fast, slow = triton.testing.do_bench(run, quantiles=[0.5, 0.2, 0.8])
    rate = lambda ms: 12 * size / ms * 1e-6
    return rate(middle), rate(slow), rate(fast)


report.run(print_data=True, show_plots=True, save_path=sys.argv[2])
