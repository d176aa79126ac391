# A whole step of training in a graph.
import torch

torch.manual_seed(0)
model = torch.nn.Linear(64, 1).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
x = torch.randn(128, 64, device="cuda")
target = x[:, :1].clone()
side = torch.cuda.Stream()
side.wait_stream(torch.cuda.current_stream())
with torch.cuda.stream(side):
    for _ in range(3):
        optimizer.zero_grad(set_to_none=True)
        torch.nn.functional.mse_loss(model(x), target).backward()
        optimizer.step()
torch.cuda.current_stream().wait_stream(side)
graph = torch.cuda.CUDAGraph()
optimizer.zero_grad(set_to_none=True)
with torch.cuda.graph(graph):
    loss = torch.nn.functional.mse_loss(model(x), target)
    loss.backward()
    optimizer.step()
seen = []
for _ in range(20):
    graph.replay()
    seen.append(loss.item())
print("falls", seen[-1] < seen[0] / 2)
