"""The pipe that executes each opcode of the machine code, on sm_80 to sm_90.

Sources, named in the table by a letter:

    B  NVIDIA, CUDA Binary Utilities 13.1, "Instruction Set Reference" (Ampere and Ada; Hopper): the
       opcodes and the group that each is in
    N  NVIDIA, Nsight Compute, Kernel Profiling Guide, "Pipelines": what ALU, FMA, FP64, XU, LSU,
       TEX, TMA, CBU, ADU and the uniform pipe execute
    F  forums.developer.nvidia.com/t/302018, an answer by NVIDIA: half precision in the shared pipe
       of the tensor cores on sm_80, in the FMA pipes on sm_86 to sm_90
    P  Huerta et al., arXiv 2503.20481, section 5: the units and the latencies of an Ampere core
"""

from __future__ import annotations

import re

# pipe: opcodes without modifiers, and where the row comes from.
_ROWS: tuple[tuple[str, str, str], ...] = (
    ("fma", "FADD FFMA FFMA32I FMUL FSWZADD FADD32I FMUL32I", "B N"),
    ("fma", "IMAD IMUL IDP IDP4A XMAD", "B N"),  # integer products and dot products
    ("half", "HADD2 HFMA2 HMUL2 HADD2_32I HFMA2_32I HMUL2_32I", "B F"),
    ("alu", "FMNMX FSEL FSET FSETP FCHK HMNMX2 HSET2 HSETP2 VHMNMX", "B N P"),
    ("alu", "IABS IADD IADD3 IADD32I IMNMX ISETP LEA LOP LOP3 LOP32I SHF SHL SHR", "B N"),
    ("alu", "BMSK PRMT SEL SGXT VABSDIFF VABSDIFF4 VIADD VIADDMNMX VIMNMX MOV MOV32I", "B N"),
    ("alu", "PLOP3 PSETP P2R R2P VOTE CS2R LEPC F2FP I2IP I2FP F2IP MOVM", "B N"),
    ("fp64", "DADD DFMA DMUL DSETP DMNMX", "B N"),
    ("xu", "MUFU F2F F2I I2F FRND I2I BREV FLO POPC", "B N"),
    ("tensor", "HMMA IMMA BMMA DMMA QMMA HGMMA IGMMA BGMMA QGMMA", "B N"),
    ("lsu", "LD LDG LDL LDS LDSM ST STG STL STS STSM STAS LDGSTS", "B N"),
    ("lsu", "ATOM ATOMG ATOMS RED REDG REDAS QSPC MATCH", "B N"),
    ("lsu", "CCTL CCTLL CCTLT MEMBAR ERRBAR LDGDEPBAR ARRIVES SYNCS FENCE CGAERRBAR LDTRAM", "B N"),
    ("lsu", "S2R S2UR SHFL REDUX CREDUX BAR B2R R2B UCGABAR_ARV UCGABAR_WAIT", "N"),
    ("adu", "LDC R2UR", "N"),
    ("tma", "UBLKCP UBLKPF UBLKRED UTMALDG UTMAPF UTMAREDG UTMASTG", "B N"),
    ("tma", "UTMACCTL UTMACMDFLUSH", "B N"),
    ("tex", "TEX TLD TLD4 TMML TXD TXQ SUATOM SULD SURED SUST", "B N"),
    ("branch", "BRA BRX BRXU JMP JMX JMXU CALL RET EXIT KILL BPT RTT NANOSLEEP PREEXIT", "B N"),
    ("branch", "BSSY BSYNC BREAK BMOV WARPSYNC YIELD RPCMOV ELECT ENDCOLLECTIVE", "B N"),
    # These wait for counters or tokens of the warp itself; no unit executes them.
    ("none", "NOP DEPBAR WARPGROUP WARPGROUPSET ACQBULK USETMAXREG PMTRIG SETCTAID", "B"),
)
_BY_OPCODE = {opcode: pipe for pipe, opcodes, _ in _ROWS for opcode in opcodes.split()}
# Opcodes of the uniform datapath begin with U (B): ULDC, UMOV, UIADD3, …; also VOTEU.
_UNIFORM = re.compile(r"U[A-Z]|VOTEU$|CS2UR$")


def pipe_of(opcode: str, architecture: int) -> str:
    """Return the pipe of an opcode such as "LDG.E.64"; "" if it is not in the table.

    "branch" is the convergence barrier unit (CBU), "adu" the address divergence unit, which also
    loads constants; "none" needs no pipe. Packed halves are "fp16" on sm_80, "fma" later on.

    architecture: such as 90.
    """
    name = opcode.partition(".")[0]
    pipe = _BY_OPCODE.get(name)
    if pipe == "half":
        return "fp16" if architecture == 80 else "fma"
    if pipe is None:
        return "uniform" if _UNIFORM.match(name) else ""
    return pipe
