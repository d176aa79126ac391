"""Which PTX a GPU runs, by its `.target` (PTX ISA, 11.1.2)."""

from __future__ import annotations

import pytest

from kernelscope.errors import PtxError
from kernelscope.vgpu import load_ptx


@pytest.mark.parametrize(
    ("target", "gpus"),
    [
        ("sm_75", ("t4", "a100", "h200", "b200", "b300", "rtx5090")),
        ("sm_90", ("h200", "b200", "b300", "rtx5090")),
        ("sm_90a", ("h200",)),
        ("sm_100", ("b200", "b300", "rtx5090")),
        ("sm_100a", ("b200",)),
        ("sm_100f", ("b200", "b300")),
        ("sm_103a", ("b300",)),
        ("sm_120a", ("rtx5090",)),
    ],
)
def test_a_target_runs_on_later_gpus_or_on_its_own_alone(
    target: str, gpus: tuple[str, ...]
) -> None:
    text = f".version 8.8\n.target {target}\n.address_size 64\n.visible .entry k() {{ ret; }}\n"
    for name in ("t4", "a100", "h200", "b200", "b300", "rtx5090"):
        if name in gpus:
            load_ptx(text, name)
        else:
            with pytest.raises(PtxError, match=f"PTX for {target} cannot run on"):
                load_ptx(text, name)
