# A report of Triton: the same benchmark at several sizes, a table at the end.
import torch
import triton
import triton.language as tl


@triton.jit
def softmax_kernel(x, y, width, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * width + i, mask=i < width, other=-float("inf"))
    e = tl.exp(v - tl.max(v, 0))
    tl.store(y + row * width + i, e / tl.sum(e, 0), mask=i < width)


def softmax(x):
    y = torch.empty_like(x)
    softmax_kernel[(x.shape[0],)](x, y, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))
    return y


@triton.testing.perf_report(
    triton.testing.Benchmark(
        x_names=["width"],
        x_vals=[256, 1000, 4096],
        line_arg="provider",
        line_vals=["triton", "torch"],
        line_names=["Triton", "Torch"],
        ylabel="GB/s",
        plot_name="softmax",
        args={"rows": 2048},
    )
)
def benchmark(rows, width, provider):
    x = torch.randn(rows, width, device="cuda")
    run = softmax if provider == "triton" else lambda x: torch.softmax(x, -1)
    time = triton.testing.do_bench(lambda: run(x))
    return 2 * x.numel() * x.element_size() / time / 1e6


x = torch.randn(100, 700, device="cuda")
assert torch.allclose(softmax(x), torch.softmax(x, -1), atol=1e-6)
benchmark.run(print_data=True)
