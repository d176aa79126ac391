"""Loads of shared memory at the end of a kernel that only a guarded store needs.

NVIDIA's assembler ends the lanes first that the guard leaves out, so that warps without such a lane
do not load. Worked case: the end of Triton's `tl.store(o + rows, tl.argmax(x, 1))`, of eight warps:

    PTX                                      machine code
    ld.shared.b32   %r26, [%r114];           @P0 EXIT;
    setp.eq.b32     %p4, %r115, 0;           LDS R5, [R0+UR4];
    @%p4 st.global.b32 [%rd3], {%r26};       STG.E [R2.64], R5;
    ret;                                     EXIT;

Only one of the warps loads: 19 of the 26 loads that the PTX has in a block are executed. In the 200
kernels of tests/truth/times all loads that this rule finds come after such an EXIT, but for those
whose guard is a constant.
"""

from __future__ import annotations

from kernelscope.vgpu import ir

_WRITES = ("st", "red", "atom")
Guard = tuple[ir.Register, bool]


def guard_last_loads(function: ir.Function) -> None:
    """Give loads the guard under which alone their values are stored at the end of the kernel."""
    for block in function.blocks:
        if isinstance(block.terminator, ir.Return):
            _guard(block)


def _guard(block: ir.BasicBlock) -> None:
    begin, guard = _tail(block)
    if guard is None:
        return
    tail = block.instructions[begin:]
    needed, loads = {guard[0].index}, list[ir.Inst]()
    for inst in reversed(tail):
        if inst.opcode in _WRITES:
            continue
        if any(register.index in needed for register in inst.destinations):
            needed |= {register.index for register in inst.sources}
        elif _is_shared_load(inst) and inst.guard is None:
            loads.append(inst)
    first = min((tail.index(load) for load in loads), default=len(tail))
    moved = _moved(tail, first, guard)
    if moved is None:
        return
    before, after = tail[:first], [inst for inst in tail[first:] if inst not in moved]
    block.instructions[begin:] = [*before, *moved, *after]
    for load in loads:
        load.guard = guard


def _tail(block: ir.BasicBlock) -> tuple[int, Guard | None]:
    """Return where the last instructions begin, of which all that write have one guard, and it."""
    guard: Guard | None = None
    for place in reversed(range(len(block.instructions))):
        inst = block.instructions[place]
        if inst.form.kind == "pure" or inst.opcode == "ld":
            continue
        is_last = inst.opcode in _WRITES and inst.space == "global"
        if not is_last or inst.guard is None or inst.guard != (guard or inst.guard):
            return place + 1, guard
        guard = inst.guard
    return 0, guard


def _is_shared_load(inst: ir.Inst) -> bool:
    return inst.opcode == "ld" and inst.space == "shared" and not inst.fields.get("order")


def _moved(tail: list[ir.Inst], first: int, guard: Guard) -> list[ir.Inst] | None:
    """Return what calculates the guard from the first load on, which then comes before that load.

    None if it cannot: it depends on a load, or a register of it has other values meanwhile.
    """
    needed, moved = {guard[0].index}, list[ir.Inst]()
    for inst in reversed(tail[first:]):
        if any(register.index in needed for register in inst.destinations):
            if inst.form.kind != "pure" or inst.guard is not None:
                return None
            needed |= {register.index for register in inst.sources}
            moved.insert(0, inst)
    results, seen = set[int](), set[int]()
    for inst in tail[first:]:
        written = {register.index for register in inst.destinations}
        if inst in moved:
            if written & (results | seen):
                return None
            results |= written
        elif written & needed:
            return None
        else:
            seen |= {register.index for register in inst.sources}
    return moved
