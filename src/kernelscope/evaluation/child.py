"""The submission's process: it is confined, calls the submission, and hands over its work.

    python -m kernelscope.evaluation.child FOLDER

The folder holds `request.json`, the inputs' bytes and the submission. This process has no reference
output, no clock that counts and no later input. What it hands over is believed in nothing.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kernelscope._collection import rare_collection, skip_last_search
from kernelscope._patching import Patches
from kernelscope._real_time import monotonic
from kernelscope.evaluation.confine import Limits, confine

if TYPE_CHECKING:
    from kernelscope.evaluation.recorder import Recording

REQUEST, INPUTS, SUBMISSION, STACKS = "request.json", "inputs.bin", "submission", "stacks.txt"
_LEFT_FOR_STACKS = 0.05  # of the time; what the process does then is written down


def main(folder: Path) -> None:
    """Serve the request of a folder."""
    request = json.loads((folder / REQUEST).read_text())
    left = (1 - _LEFT_FOR_STACKS) * (request["until"] - monotonic())
    stacks = (folder / STACKS).open("w")
    faulthandler.dump_traceback_later(max(left, 0.1), file=stacks)
    missing = confine(folder, Limits(**request["limits"]), Path(request["cache"]))
    if not missing:  # what others have compiled can be read, and not be changed
        os.environ["KERNELSCOPE_CACHE"] = request["cache"]
    # The packages are imported behind the walls: their threads are shut in, too.
    with rare_collection():
        from kernelscope.evaluation.recorder import Recording

    recording = Recording(folder)
    trials, replaced = _trials(folder, request, recording)
    recording.write(trials=trials, replaced=replaced, missing=missing)
    skip_last_search()


def _trials(
    folder: Path, request: dict[str, Any], recording: Recording
) -> tuple[list[Any], list[str]]:
    """Return what each trial did, and the names of what the submission has replaced."""
    with rare_collection():
        import_module("triton.testing")  # its clock is watched

        from kernelscope.devices.torch_cuda.facade import pretend_cuda
        from kernelscope.evaluation.extensions import forbid_cuda_sources
        from kernelscope.evaluation.tampering import Tampering
        from kernelscope.frontends import virtual_gpu
        from kernelscope.vgpu import LongWork, show_long_work

    gpu = virtual_gpu(request["gpu"], fast_time=True, limit_s=_left(request))
    # For output that is shown if the limit comes too late.
    show_long_work(LongWork(request["limits"]["seconds"] / 4))
    data = (folder / INPUTS).read_bytes()
    with pretend_cuda(gpu), Patches() as undo:
        forbid_cuda_sources(undo)
        tampering = Tampering()
        entry = _Entry(folder / SUBMISSION, request["entry"])
        trials = [_trial(entry, trial, data, recording, gpu) for trial in request["trials"]]
        return trials, tampering.found()


def _left(request: dict[str, Any]) -> float:
    """Return the processor time that a launch may take, so that its error is handed over in time:
    half of the seconds that are left, as other programs may have the other half.
    """
    return max(0.5 * (request["until"] - monotonic()), 0.1)


class _Entry:
    """The function or the module that the submission defines."""

    def __init__(self, folder: Path, entry: dict[str, Any]) -> None:
        self._folder = folder
        self._entry = entry
        self._module: Any = None

    def make(self, seed: int) -> Any:
        """Return the callable: the function, or a module made after setting the seed."""
        import torch

        from kernelscope.evaluation.values import tree_of
        from kernelscope.operation.gradients import BothPasses
        from kernelscope.operation.load import import_file

        if self._module is None:
            self._module = import_file(self._folder / self._entry["file"])
        name = next((n for n in self._entry["names"] if hasattr(self._module, n)), None)
        if name is None:
            wanted = " or ".join(self._entry["names"])
            raise AttributeError(f"the submission defines no {wanted}")
        thing = getattr(self._module, name)
        if self._entry["kind"] == "spread":
            return lambda args, kwargs: thing(*args, **kwargs)
        if self._entry["gradients"] is not None:
            return BothPasses(thing, tuple(self._entry["gradients"]) or None)
        if self._entry["kind"] == "function":
            return thing
        torch.manual_seed(seed)
        made = thing(*tree_of(self._entry["init"], []))
        return made.to("cuda") if isinstance(made, torch.nn.Module) else made


def _trial(
    entry: _Entry, request: dict[str, Any], data: bytes, recording: Recording, gpu: Any
) -> dict[str, Any]:
    """Make the calls of one trial: the second one has other values in the same tensors.

    Return what they did, and the numbers of the inputs' buffers.
    """
    from kernelscope.evaluation.recorder import Recorder
    from kernelscope.evaluation.values import laid_out, set_values, tree_of

    recording.memory.forget()
    try:
        function = entry.make(request["seed"])
    except BaseException as error:  # noqa: BLE001 (whatever it raises is the answer)
        return {"inputs": [], "calls": [_failed(error)]}
    storages = [laid_out(storage) for storage in request["storages"]]
    arguments = tree_of(request["arguments"], storages)
    add = recording.memory.add
    inputs = [add(_region(storage), storage.untyped_storage(), "input") for storage in storages]
    made: list[dict[str, Any]] = []
    for values in request["values"]:
        set_values(storages, values, data)
        made.append(_call(function, arguments, Recorder(recording, gpu)))
        if made[-1]["error"]:
            break
    return {"inputs": inputs, "calls": made}


def _call(function: Any, arguments: Any, recorder: Any) -> dict[str, Any]:
    import torch

    try:
        with recorder, torch.no_grad():
            returned = function(*arguments)
        result = recorder.tree(returned)
    except BaseException as error:  # noqa: BLE001
        return _failed(error)
    return {
        "steps": recorder.steps,
        "result": result,
        "error": "",
        "refused": False,
        "notes": list(recorder.notes),
        "elsewhere": list(recorder.elsewhere),
    }


def _region(storage: Any) -> Any:
    from kernelscope.vgpu import region_of

    place = region_of(storage)
    assert place is not None  # it is a tensor
    return place[0]


def _failed(error: BaseException) -> dict[str, Any]:
    from kernelscope.errors import UnavailableError, UsageError

    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if f"/{SUBMISSION}/" in frame.filename]
    where = f" at {inside[-1].filename}:{inside[-1].lineno}" if inside else ""
    return {
        "steps": [],
        "result": None,
        "error": f"{type(error).__name__}: {error}{where}",
        "refused": isinstance(error, UsageError | UnavailableError),
        "notes": [],
        "elsewhere": [],
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]))
