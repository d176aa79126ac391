# Activities of the device alone, and the older profiler of autograd.
import torch
from torch.profiler import ProfilerActivity, profile

x = torch.randn(4096, 4096, device="cuda")
x.exp()
torch.cuda.synchronize()
with profile(activities=[ProfilerActivity.CUDA]) as prof:
    x.exp()
    x.sum()
    torch.cuda.synchronize()
for row in prof.key_averages():
    if row.self_device_time_total > 0:
        print(f"{row.key[:40]} {row.count} {row.self_device_time_total:.1f} us")
with torch.autograd.profiler.profile(use_device="cuda") as old:
    (x * 2).tanh()
    torch.cuda.synchronize()
names = [event.name for event in old.function_events if event.name.startswith("aten::")]
print("names", [name for name in names if name in ("aten::mul", "aten::tanh")])
