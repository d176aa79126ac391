"""CUDA's driver and runtime libraries in front of the virtual GPU, for programs that are not ours.

`libraries.py` builds `libcuda.so.1` and `libcudart.so`, whose C is in `c/`. They ask what
`calls.py` answers: in a process of Python directly (`local.py`), from any other program over a
socket (`server.py`).
"""
