# scaled_dot_product_attention at three shapes: values, and the time by do_bench.
import torch
import torch.nn.functional as F
import triton

torch.manual_seed(0)
for batch, heads, length, width in ((4, 16, 1024, 64), (1, 32, 2048, 128), (8, 8, 512, 64)):
    q, k, v = (
        torch.randn(batch, heads, length, width, device="cuda", dtype=torch.float16)
        for _ in range(3)
    )
    for causal in (False, True):
        time = triton.testing.do_bench(
            lambda: F.scaled_dot_product_attention(q, k, v, is_causal=causal)
        )
        print(f"{batch}x{heads}x{length}x{width} causal {causal}: {1000 * time:.1f} us")
q, k, v = (torch.randn(1, 2, 64, 32, device="cuda", requires_grad=True) for _ in range(3))
out = F.scaled_dot_product_attention(q, k, v, is_causal=True)
scores = (q @ k.mT / 32**0.5).masked_fill(
    torch.ones(64, 64, device="cuda").triu(1).bool(), float("-inf")
)
print("right", torch.allclose(out, scores.softmax(-1) @ v, atol=1e-5))
out.sum().backward()
print("gradient", q.grad.isfinite().all().item())
