"""Right before fast: the check against float64, then the clocks and the statistics of times.

| file | content |
|---|---|
| `truth` | a case's inputs and float64 reference |
| `tolerance` | how far from the reference a result may be, and why |
| `nasty` | the cases on which public kernels fail |
| `memory` | poisoned outputs, inputs verified unchanged, results that share memory |
| `check` | one implementation against the reference, on every case |
| `statistics` | a median and its interval, with no sample dropped |
| `clocks` | wall, events, CUDA graph; cold and warm; interleaved |
| `suspicion` | impossible times, methods that disagree, clocks that moved |
| `ceilings` | the rates that this machine's GPU reaches |
"""
