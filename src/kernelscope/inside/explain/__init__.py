"""PTX explained line by line, with addresses as indices of the kernel's arguments.

`explain.explain` is the way in. `vgpu.values` gives integers as sums, `naming` and `show` write
them as text, `coalescing` counts the transactions of each access, and `instructions`, `jumps` and
`declarations` make the sentences.
"""
