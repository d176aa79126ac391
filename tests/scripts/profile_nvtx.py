# Ranges by NVTX, with and without emit_nvtx.
import torch

x = torch.randn(1024, 1024, device="cuda")
torch.cuda.nvtx.range_push("outer")
with torch.cuda.nvtx.range("inner"):
    y = x @ x
torch.cuda.nvtx.mark("half way")
torch.cuda.nvtx.range_pop()
with torch.autograd.profiler.emit_nvtx(record_shapes=True):
    z = torch.nn.functional.relu(y)
torch.cuda.profiler.start()
torch.cuda.synchronize()
torch.cuda.profiler.stop()
print("shape", tuple(z.shape), "positive", bool((z >= 0).all()))
