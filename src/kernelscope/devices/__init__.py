"""The devices that kernels run on: the real GPU and the virtual GPU."""
