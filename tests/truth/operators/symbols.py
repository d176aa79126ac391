"""Find the full names of the kernels that our table names without namespaces and arguments.

    python -m truth.operators.symbols run HERE.jsonl               (in tests/, ten minutes)
    python -m truth.operators.symbols write HERE.jsonl SYMBOLS.json.gz [RECORD.jsonl.gz …]
    python -m truth.operators.symbols share HERE.jsonl SYMBOLS.json.gz RECORD.jsonl.gz

`run` runs each recorded call once on the virtual H200 and writes, for each launch, its operator,
precision and name. `write` lays them next to what the H200 launched for the same call; `share` says
which part of the names of calls that a file was not made from it has right.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from kernelscope.devices.library.symbols import Names, keys_of
from truth.operators.compare import lines

RECORDS = tuple(Path(__file__).parent / f"{name}_h200.jsonl.gz" for name in ("operators", "unseen"))
# A name stands for all launches with one key if so many of them had it. TensorIterator's kernels
# have the same name for all sizes; others count only if two sizes had the same.
_SHARE = 0.9
_FOR_ALL_SIZES = ("elementwise", "multi_tensor", "softmax_warp")
_PRODUCT = re.compile("gemm|nvjet|Kernel2|cutlass|gemv")
_TILE = re.compile(r"\d+x\d+(x\d+)?")

Launch = tuple[str, str, list[list[int]], str]
"""An operator, its precision, the shapes that it reads and the kernel's name without arguments."""


def run(path: Path) -> None:
    """Write the operator, its precision, its shapes and the kernel of each launch of each call."""
    from kernelscope.devices.activity import ActivityLog
    from kernelscope.devices.torch_cuda.facade import pretend_cuda
    from kernelscope.frontends import virtual_gpu
    from kernelscope.record import OperatorRecord
    from truth.operators.calls import set_for
    from truth.operators.record_h200 import ordered, seconds_at_most

    class Log(ActivityLog):
        def __init__(self) -> None:
            super().__init__()
            self.found: list[tuple[Any, ...]] = []

        def device(self, event: Any, kernel: str, *moments: float) -> None:
            if isinstance(event, OperatorRecord):
                self.found.append((event.name, event.precision, event.shapes, kernel))
            else:
                self.found.append((event.kernel, "", (), event.kernel))

        def copy(self, name: str, *moments: float) -> None:
            self.found.append(("copy", "", (), name))

    gpu = virtual_gpu("h200")
    with path.open("w", encoding="utf-8") as file, pretend_cuda(gpu) as timeline:
        for call in (*ordered(), *ordered("unseen-")):
            try:
                with seconds_at_most(20), set_for(call):
                    function = call.make("cuda")
                    if call.name.startswith("training/"):
                        function()
                    timeline.log = log = Log()
                    function()
            except Exception as error:  # noqa: BLE001
                print(call.name, error, file=sys.stderr)
                continue
            finally:
                timeline.log = None
            file.write(json.dumps({"name": call.name, "launches": log.found}) + "\n")
            file.flush()


def pairs(here: Path, records: Sequence[Path]) -> Iterator[tuple[Launch, str]]:
    """Yield each launch of ours with the full name of the H200's launch at its place."""
    ours = {row["name"]: row["launches"] for row in lines(here)}
    for record in records:
        for row in lines(record):
            found, there = ours.get(row.get("name")), row.get("activities")
            if found and there:
                names = [activity["name"] for activity in there]
                sides = [_short(launch[3]) for launch in found], [_short(name) for name in names]
                blocks = SequenceMatcher(None, *sides, autojunk=False).get_matching_blocks()
                for block in blocks:
                    for place in range(block.size):
                        yield found[block.a + place], names[block.b + place]


def _short(name: str) -> str:
    """Return a name without namespaces, arguments and, of a product, its library's kind."""
    if name.startswith("Mem"):
        return name
    plain = name.removeprefix("void ").replace("(anonymous namespace)::", "")
    plain = plain.partition("(")[0].partition("<")[0].rpartition("::")[2]
    return "product" if _PRODUCT.search(plain) else plain


def _has_our_tile(ours: str, theirs: str) -> bool:
    """Return whether a product's name has the tile that our plan has, if it has one."""
    tile = _TILE.search(ours)
    turned = tile and "x".join([*reversed(tile[0].split("x")[:2]), *tile[0].split("x")[2:]])
    if not _PRODUCT.search(ours) or not tile:
        return True
    family = ours[: tile.start()].split("_tilesize", maxsplit=1)[0]
    return theirs.startswith(family) and (tile[0] in theirs or str(turned) in theirs)


def write(here: Path, path: Path, records: Sequence[Path]) -> None:
    """Write the name behind each key that has one: the most exact keys only if needed."""
    of_key: dict[str, Counter[str]] = defaultdict(Counter)
    sizes: dict[str, set[str]] = defaultdict(set)
    exact: dict[str, str] = {}
    for (operator, precision, shapes, kernel), name in pairs(here, records):
        if name != kernel:
            exact_key, key = keys_of(operator, precision, shapes, kernel)
            exact[exact_key] = key
            of_key[exact_key][name] += 1
            of_key[key][name] += 1
            sizes[key].add(exact_key)
    chosen: dict[str, str] = {}
    for exact_key, key in exact.items():
        settled = any(kind in key for kind in _FOR_ALL_SIZES) or len(sizes[key]) > 1
        for candidate in (key, exact_key) if settled else (exact_key,):
            ((name, count),) = of_key[candidate].most_common(1)
            is_possible = candidate == exact_key or _has_our_tile(key.split("|")[4], name)
            if is_possible and count >= _SHARE * of_key[candidate].total():
                chosen[candidate] = name
                break
    names = sorted(set(chosen.values()))
    data = {"names": names, "keys": {key: names.index(chosen[key]) for key in sorted(chosen)}}
    path.write_bytes(gzip.compress(json.dumps(data, indent=0).encode(), mtime=0))
    print(f"{len(chosen)} keys, {len(names)} names")


def share(here: Path, path: Path, record: Path) -> None:
    """Print which part of a record's launches have their name, and which have a wrong one."""
    names = Names(path)
    right = wrong = 0
    all_launches = list(pairs(here, [record]))
    for launch, name in all_launches:
        ours = names.full(*launch)
        right += ours == name
        wrong += ours not in (name, launch[3])
        if ours not in (name, launch[3]):
            print(launch[0], launch[2], "\n  ", ours[:200], "\n  ", name[:200])
    print(f"{len(all_launches)} launches: {right} right, {wrong} wrong, the rest short")


def main(words: list[str]) -> None:
    match words:
        case ["run", path]:
            run(Path(path))
        case ["write", here, path, *records]:
            write(Path(here), Path(path), [Path(one) for one in records] or RECORDS)
        case ["share", here, path, record]:
            share(Path(here), Path(path), Path(record))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
