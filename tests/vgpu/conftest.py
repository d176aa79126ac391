"""What the tests of the virtual GPU share: the table of instructions, which `lower` looks into."""

import kernelscope.vgpu.instructions  # noqa: F401
