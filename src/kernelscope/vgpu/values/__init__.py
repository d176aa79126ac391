"""The values of a kernel: which instruction gives each, and what it is made of.

`definitions` says which write each read of a register sees (static single assignment). `folding`
writes each integer and address as a `Sum` over parameters, special registers, loop trips and other
`Atom`s (`sums`), by the `rules` of the instructions; `operations` are those that no sum expresses.
A sum knows its range and the bits that can be set in it.

    function = lower(parse(text), "kernel")
    folder = Folder(function)
    for inst in function.instructions():
        for operand in inst.operands:
            if isinstance(operand, ir.Address):
                address = folder.address(inst, operand)   # x_ptr + 4096*%ctaid.x + 16*%tid.x
                address.factor(TID_X)                     # 16 bytes from thread to thread
                address.range, address.bits               # its bounds; the bits that can be set

Facts that are not numbers (whose memory an address is in, what may be undefined) are found by the
solver in `analysis.dataflow`; `analysis.address_sources` says which pointers an address comes from,
over all definitions and without the order of instructions.
"""
