"""CUDA C++: source text to PTX by NVRTC, host code left out, launches."""
