# Proton: scopes around kernels, and the file that it writes.
import json
import os
import tempfile

import torch
import triton.profiler as proton

os.chdir(tempfile.mkdtemp())
session = proton.start("profile", hook=None)
x = torch.randn(1024, 1024, device="cuda")
with proton.scope("products"):
    for _ in range(3):
        x = (x @ x).tanh()
torch.cuda.synchronize()
proton.finalize()
with open("profile.hatchet") as file:
    tree = json.load(file)


def names(node):
    yield node["frame"]["name"]
    for child in node["children"]:
        yield from names(child)


print("scope", "products" in set(names(tree[0])))
