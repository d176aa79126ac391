"""PTX explained line by line, with addresses as indices of the kernel's arguments.

`explain.explain` is the way in. `ssa` says which write each read sees, `fold` turns integers into
sums (`index`, `rules`, `operations`), `naming` and `show` write them as text, `coalescing` counts
the transactions of each access, and `instructions`, `jumps` and `declarations` make the sentences.
"""
