from setuptools import setup
from torch.utils.cpp_extension import BuildExtension, CUDAExtension

setup(
    name="kinds",
    ext_modules=[CUDAExtension("kinds", ["kinds.cu"], extra_compile_args={"nvcc": ["-O2"]})],
    cmdclass={"build_ext": BuildExtension},
)
