"""Load, launch and run kernels: modules, memory, arguments, threads, observers."""
