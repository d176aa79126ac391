# The time of operators by do_bench, one line each, in microseconds.
import torch
import torch.nn.functional as F
import triton

x = torch.randn(4096, 4096, device="cuda")
h = x.half()
image = torch.randn(32, 64, 56, 56, device="cuda")
weight = torch.randn(64, 64, 3, 3, device="cuda")
labels = torch.randint(0, 4096, (4096,), device="cuda")
calls = {
    "relu": lambda: F.relu(x),
    "gelu fp16": lambda: F.gelu(h),
    "add row": lambda: x + x[0],
    "transpose": lambda: x.t().contiguous(),
    "sum": lambda: x.sum(),
    "sum of rows": lambda: x.sum(1),
    "softmax": lambda: x.softmax(-1),
    "layer norm": lambda: F.layer_norm(x, (4096,)),
    "cross entropy": lambda: F.cross_entropy(x, labels),
    "cumsum": lambda: x.cumsum(-1),
    "sort": lambda: x[0].sort(),
    "topk": lambda: x.topk(8),
    "randn": lambda: torch.randn_like(x),
    "dropout": lambda: F.dropout(x, 0.1),
    "matmul": lambda: x @ x,
    "matmul fp16": lambda: h @ h,
    "convolution": lambda: F.conv2d(image, weight, padding=1),
}
for name, call in calls.items():
    print(f"{name}: {1000 * triton.testing.do_bench(call):.1f} us")
