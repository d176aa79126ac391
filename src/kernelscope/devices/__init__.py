"""Where kernels run: the real GPU and the virtual GPU behind one small interface."""
