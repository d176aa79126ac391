# What does not fit raises OutOfMemoryError, and the program goes on.
import torch

total = torch.cuda.get_device_properties(0).total_memory
try:
    torch.empty(total, dtype=torch.uint8, device="cuda").add_(1)
    torch.empty(total, dtype=torch.uint8, device="cuda")
    print("fits")
except torch.OutOfMemoryError as error:
    print("caught", "CUDA out of memory" in str(error))
x = torch.ones(4, device="cuda")
print("goes on", x.sum().item())
