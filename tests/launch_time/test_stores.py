"""Stores and loads of parts of sectors against an H200 (`tools/measure_stores.py`)."""

from __future__ import annotations

import csv
import sys
from pathlib import Path
from statistics import mean

import numpy as np
import pytest

import kernelscope as ks
from kernelscope.frontends import virtual_gpu

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "tests" / "truth" / "stores_h200.csv"
SIZE = 50 << 20
