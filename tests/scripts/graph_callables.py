# make_graphed_callables, forward and backward.
import torch

torch.manual_seed(0)
model = torch.nn.Sequential(
    torch.nn.Linear(128, 256), torch.nn.ReLU(), torch.nn.Linear(256, 16)
).cuda()
x = torch.randn(32, 128, device="cuda", requires_grad=True)
plain = model(x)
plain.sum().backward()
expected, gradient = plain.detach().clone(), x.grad.clone()
x.grad = None
# A graph of autograd that ran outside keeps the default stream, which a capture may not use.
del plain
graphed = torch.cuda.make_graphed_callables(
    model, (torch.randn(32, 128, device="cuda", requires_grad=True),)
)
out = graphed(x)
out.sum().backward()
print(
    "forward",
    torch.allclose(out, expected, atol=1e-5),
    "backward",
    torch.allclose(x.grad, gradient, atol=1e-5),
)
