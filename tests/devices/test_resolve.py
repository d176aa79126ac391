"""The GPU of the table that a driver's name means."""

from __future__ import annotations

import pytest

from kernelscope.devices.resolve import _named  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize(
    ("full_name", "name"),
    [
        ("NVIDIA H200", "h200"),
        ("NVIDIA H20", "h20"),
        ("NVIDIA GH200 480GB", "gh200"),
        ("NVIDIA H100 80GB HBM3", "h100"),
        ("NVIDIA A100-SXM4-80GB", "a100"),
        ("NVIDIA A10", "a10"),
        ("NVIDIA A10G", None),
        ("NVIDIA L40S", "l40s"),
        ("NVIDIA L4", "l4"),
        ("Tesla T4", "t4"),
        ("NVIDIA B200", "b200"),
        ("NVIDIA GB200", "gb200"),
        ("NVIDIA B300 SXM6 AC", "b300"),
        ("NVIDIA GB300", None),
        ("NVIDIA GeForce RTX 5090", "rtx5090"),
        ("NVIDIA RTX PRO 6000 Blackwell Workstation Edition", "rtxpro6000"),
    ],
)
def test_a_name_means_the_gpu_whose_name_is_whole_words_of_it(
    full_name: str, name: str | None
) -> None:
    spec = _named(full_name)
    assert (spec and spec.name) == name
