"""Times what a submission handed over against the reference, in turns, on a real GPU.

It runs in a process of its own (`time_on_gpu` starts it): none of the submission's Python is in it,
and a kernel that ends the process ends no other. The results of the steps that were timed are
brought back, and are judged like those of the virtual GPU: a kernel that takes a shortcut where it
finds a real clock is found by its answers.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch

from kernelscope.errors import KernelscopeError
from kernelscope.evaluation.problem import Problem
from kernelscope.evaluation.problems.found import read_problem
from kernelscope.evaluation.program import Call, Program, Recorded, one_line
from kernelscope.evaluation.replay import POISON, Replayed
from kernelscope.evaluation.steps import Fault, Steps
from kernelscope.evaluation.truth import called
from kernelscope.evaluation.values import tree_of
from kernelscope.frontends.cuda.arguments import CudaParameter
from kernelscope.frontends.cuda.driver import DriverKernel, DriverModule, real_target
from kernelscope.frontends.cuda.tensor_maps import encode_by_driver
from kernelscope.machine_code.assemble import assembled
from kernelscope.measure.ab import Rounds
from kernelscope.measure.ab_gpu import Turns
from kernelscope.measure.suspicion import GpuState
from kernelscope.vgpu.tensor_map import TensorMap

SECONDS = 10.0
"""The budget of the measurement, as that of `ab`."""
# Not `-m`: pickle names a class by its module, and that one would be `__main__`.
_COMMAND = "import sys; from kernelscope.evaluation.on_gpu import main; main(sys.argv[1])"
_REQUEST, _ANSWER = "request.pickle", "answer.pickle"
_READY = "ready"  # a file that is there once the reference has run


@dataclass(frozen=True, slots=True)
class Work:
    """The work to time.

    Attributes:
        problem: the word that names it, the submission and the case, as `read_problem` takes them.
        program: what was handed over; recorded: the trial's part of it.
        arguments: the trial's inputs as a tree of plain data (`values.Encoder`).
        contents: sets of the bytes of the inputs' storages. The first is that of the call which
            comes before the timed one, the last that of the results which are brought back.
        seed: of the reference's weights, and of the order of the rounds.
    """

    problem: tuple[str, Path, str]
    program: Program
    recorded: Recorded
    arguments: Any
    contents: Sequence[Sequence[bytes]]
    seed: int


@dataclass(slots=True)
class Timed:
    """The times and results from the GPU.

    Attributes:
        replayed: what the timed steps gave for the last set of inputs; its `problem` says why it
            could not be timed.
        machines: whether the problem is the GPU's or the reference's: nothing of the submission had
            run yet.
        rounds: the times of the reference (A) and of the submission's work (B), in ms.
        readings: the GPU's own state, by round.
    """

    replayed: Replayed = field(default_factory=Replayed)
    machines: bool = False
    rounds: Rounds | None = None
    readings: list[tuple[int, GpuState]] = field(default_factory=list[tuple[int, GpuState]])


def time_on_gpu(work: Work, seconds: float) -> Timed:
    """Time work in a process of its own, which ends after `seconds` and `SECONDS`."""
    with TemporaryDirectory(prefix="kernelscope-timed-") as name:
        folder = Path(name)
        (folder / _REQUEST).write_bytes(pickle.dumps(work))
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = [sys.executable, "-c", _COMMAND, name]
        limit = seconds + SECONDS
        ready = folder / _READY
        try:
            done = subprocess.run(
                command, env=environment, capture_output=True, timeout=limit, check=False
            )
        except subprocess.TimeoutExpired:
            late = Replayed(f"it did not end within {limit:g} s")
            return Timed(late, machines=not ready.exists())
        answer = folder / _ANSWER
        if answer.exists():
            return pickle.loads(answer.read_bytes())
        last = (done.stderr.decode("utf-8", "replace").strip().splitlines() or [""])[-1]
        lost = Replayed(f"timing its work ends the process: {one_line(last)}")
        return Timed(lost, machines=not ready.exists())


class GpuSteps(Steps):
    """The steps on the memory of a real GPU.

    Attributes:
        poisons: whether memory that nothing has written is filled with signalling NaN.
    """

    def __init__(self, program: Program, inputs: Sequence[int]) -> None:
        super().__init__(program, inputs)
        self.poisons = True
        self._kernels: dict[tuple[int, str], DriverKernel] = {}
        self._modules: dict[int, DriverModule] = {}

    def give(self, storages: Sequence[torch.Tensor]) -> None:
        """Let these be the memory of the inputs."""
        self.storages.update(zip(self.inputs, storages, strict=True))

    def fill(self, memory: torch.Tensor, data: bytes) -> None:
        """Set memory to these bytes."""
        memory.copy_(torch.frombuffer(bytearray(data), dtype=torch.uint8))

    def poison(self, memory: torch.Tensor, dtype: str) -> None:
        """Fill memory that nothing has written, unless the call is timed."""
        if not self.poisons or not memory.numel():
            return
        bits, value = POISON.get(dtype, (torch.uint8, 0xA5))
        if memory.numel() % bits.itemsize:
            bits, value = torch.uint8, 0xA5
        memory.view(bits).fill_(value)

    def address_of(self, number: int) -> int:
        """Return a buffer's address on the GPU."""
        return self.storage(number).data_ptr()

    def set_variable(self, step: dict[str, Any]) -> None:
        """Set a variable of a module."""
        number = int(step["module"])
        if self.program.groups.count(self.program.groups[number]) > 1:
            raise Fault("variables that several modules share are not timed on a GPU")
        data = self.program.bytes_at(int(step["place"]), int(step["size"]))
        self._kernel(number, step["kernel"]).write_variable(step["name"], data)

    def launch(self, step: dict[str, Any]) -> None:
        """Launch a kernel."""
        arguments = [self.argument(argument) for argument in step["arguments"]]
        kernel = self._kernel(step["module"], step["kernel"])
        kernel.parameters = [CudaParameter("bytes", len(argument), None) for argument in arguments]
        kernel.launch(
            tuple(step["grid"]),
            tuple(step["block"]),
            int(step["shared"]),
            arguments,
            cooperative=bool(step["cooperative"]),
            early=bool(step["early"]),
            cluster=tuple(step["cluster"]) if step["cluster"] else None,
        )

    def _kernel(self, number: int, name: str) -> DriverKernel:
        key = number, name
        if key not in self._kernels:
            if number not in self._modules:
                ptx = self.program.modules[number]
                # Without an assembler the driver's own one takes the text, which ends with a 0.
                code = assembled(ptx, name, real_target()) or ptx.encode() + b"\0"
                self._modules[number] = DriverModule(code)
            self._kernels[key] = DriverKernel(self._modules[number], name, ())
        return self._kernels[key]

    def pointer_argument(self, memory: torch.Tensor) -> bytes:
        """Return a pointer's bytes."""
        return memory.data_ptr().to_bytes(8, "little")

    def map_argument(self, memory: torch.Tensor, made: TensorMap) -> bytes:
        """Return a tensor map's bytes, by the driver."""
        if made.corners is not None:
            raise Fault("this tensor map is not timed on a GPU")
        return encode_by_driver(memory.data_ptr(), made)


def timed(work: Work, ready: Callable[[], object]) -> Timed:
    """Time work in this process.

    ready: called when the reference has run, before anything of the submission does.
    """
    steps = GpuSteps(work.program, work.recorded.inputs)
    first, call = work.recorded.calls
    result = Timed(machines=True)
    try:
        with torch.no_grad():
            reference = _reference(read_problem(*work.problem), work.seed)
            reference(_set(work, work.contents[0])[1])
            torch.cuda.synchronize()
            ready()
            result.machines = False
            steps.give([_on_gpu(data) for data in work.contents[0]])
            steps.run(first)
            _in_turns(work, reference, steps, call, result)
            _bring_back(work, steps, call, result.replayed)
    except Fault as fault:
        result.replayed = Replayed(str(fault), fault.where)
    except (KernelscopeError, RuntimeError, MemoryError) as error:
        result.replayed = Replayed(one_line(error), steps.where)
    return result


def _in_turns(
    work: Work, reference: Callable[[Any], Any], steps: GpuSteps, call: Call, result: Timed
) -> None:
    sets = [_set(work, contents) for contents in work.contents]

    def replay(storages: Sequence[torch.Tensor], _: Any) -> None:
        steps.give(storages)
        steps.run(call)

    steps.poisons = False
    turns = Turns((lambda _, given: reference(given), replay), sets)
    result.rounds = turns.take(seconds=SECONDS, seed=work.seed)
    result.readings = turns.readings


def _bring_back(work: Work, steps: GpuSteps, call: Call, replayed: Replayed) -> None:
    """Do the timed steps once more, on fresh inputs, and bring back what they give."""
    steps.poisons = True
    given = [_on_gpu(data) for data in work.contents[-1]]
    steps.give(given)
    steps.run(call)
    replayed.results, seen = steps.results(call)
    replayed.result_buffers = tuple(buffer for buffer, _ in seen)
    for place, (memory, data) in enumerate(zip(given, work.contents[-1], strict=True)):
        now = memory.cpu().numpy().tobytes()
        if now != data:
            replayed.contents[place] = now


def _reference(problem: Problem, seed: int) -> Callable[[Any], Any]:
    function = problem.reference(seed)
    if isinstance(function, torch.nn.Module):
        function = function.to("cuda")
    return lambda given: called(problem, function, given[: len(given) - problem.outputs])


def _set(work: Work, contents: Sequence[bytes]) -> tuple[list[torch.Tensor], Any]:
    """Return memory for the submission's work, and the arguments of the reference on other one."""
    storages = [_on_gpu(data) for data in contents]
    arguments = tree_of(work.arguments, [_on_gpu(data) for data in contents])
    return storages, arguments


def _on_gpu(data: bytes) -> torch.Tensor:
    made = torch.empty(len(data), dtype=torch.uint8, device="cuda")
    if data:
        made.copy_(torch.frombuffer(bytearray(data), dtype=torch.uint8))
    return made


def main(name: str) -> None:
    """Serve the request of a folder."""
    folder = Path(name)
    work: Work = pickle.loads((folder / _REQUEST).read_bytes())
    answer = timed(work, (folder / _READY).touch)
    part = folder / f"{_ANSWER}.part"
    part.write_bytes(pickle.dumps(answer))
    part.rename(folder / _ANSWER)
