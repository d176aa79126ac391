# What a table of torch.profiler shows of a few operators, by time on the device.
import torch
from torch.profiler import ProfilerActivity, profile


def profiled(name, run):
    run()
    torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as prof:
        run()
        torch.cuda.synchronize()
    rows = prof.key_averages()
    kernels = [
        row for row in rows if row.self_device_time_total > 0 and row.device_type.name == "CUDA"
    ]
    print(
        f"{name}: {len(kernels)} kernels, {sum(k.self_device_time_total for k in kernels):.1f} us"
    )
    print(rows.table(sort_by="cuda_time_total", max_name_column_width=60, row_limit=6))


a, b = (torch.randn(2048, 2048, device="cuda") for _ in range(2))
s, t = (torch.randn(128, 128, device="cuda") for _ in range(2))
profiled("sleep", lambda: torch.cuda._sleep(1_000_000))
profiled("add", lambda: a + b)
profiled("matmul 2048", lambda: a @ b)
profiled("matmul 128", lambda: s @ t)
profiled("cdist", lambda: torch.cdist(a, b))
profiled("gelu(a + b)", lambda: torch.nn.functional.gelu(a + b))
profiled("softmax(a + b)", lambda: torch.nn.functional.softmax(a + b, dim=-1))
