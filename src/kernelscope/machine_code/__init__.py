"""Machine code: reads cubins (ELF sections, registers, spills) and assembles PTX into them."""
