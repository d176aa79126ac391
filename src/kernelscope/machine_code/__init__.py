"""Cubins: their ELF sections, registers, spills; PTX assembled into them."""
