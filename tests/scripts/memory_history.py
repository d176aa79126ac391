# What is allocated, at its highest, and the history of allocations.
import torch

torch.cuda.empty_cache()
torch.cuda.reset_peak_memory_stats()
before = torch.cuda.memory_allocated()
torch.cuda.memory._record_memory_history(max_entries=1000)
a = torch.empty(1024, 1024, device="cuda")
b = torch.empty(2048, 1024, device="cuda")
del b
snapshot = torch.cuda.memory._snapshot()
torch.cuda.memory._record_memory_history(enabled=None)
print("allocated MiB", (torch.cuda.memory_allocated() - before) / 2**20)
print("highest MiB", (torch.cuda.max_memory_allocated() - before) / 2**20)
print("history", "segments" in snapshot, "device_traces" in snapshot)
free, total = torch.cuda.mem_get_info()
print("GB", round(total / 1e9), free < total)
