"""A virtual GPU for PyTorch: the replacement of `torch.cuda`."""
