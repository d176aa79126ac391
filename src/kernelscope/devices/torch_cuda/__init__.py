"""A GPU that PyTorch believes in: what pretends to be `torch.cuda`."""
