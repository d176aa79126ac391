"""The sandbox of a process: its own folder, no network or other processes, bounded memory and time.

Called by the submission's process before it imports anything else, so that every thread and every
child is shut in, too. What this kernel of Linux cannot do is returned, and the verdict says it.
"""

from __future__ import annotations

import ctypes
import os
import resource
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_NEW_USER, _NEW_NET, _NEW_PID, _NEW_IPC = 0x10000000, 0x40000000, 0x20000000, 0x08000000
_NO_NEW_PRIVILEGES, _DIE_WITH_PARENT, _KILL = 38, 1, 9
# Landlock's calls have these numbers on every architecture.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_PATH_BENEATH = 1
_READ = 1 | 4 | 8  # execute, read a file, list a folder
_FILE_ONLY = 1 | 2 | 4 | 1 << 14 | 1 << 15
# By the version of Landlock: how many kinds of access to files it knows.
_FILE_BITS = {1: 13, 2: 14, 3: 15, 4: 15}
_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/sbin", "/etc", "/opt", "/sys", "/dev")
_OF_PROC = ("cpuinfo", "meminfo", "stat", "filesystems", "sys", "version", "self", "thread-self")
LIBRARY_PATHS = ("LD_LIBRARY_PATH", "CUDA_HOME", "CUDA_PATH")
"""Variables that say where libraries are: the process is given them, and may read these folders."""
_WRITABLE_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


@dataclass(frozen=True, slots=True)
class Limits:
    """The resources that a submission's process may use.

    Attributes:
        seconds: of the clock; twice as many of the processor.
        memory_bytes: of address space.
        output_bytes: of what it prints.
        file_bytes: of one file.
        processes: that it may start.
    """

    seconds: float = 120.0
    memory_bytes: int = 16 << 30
    output_bytes: int = 16 << 20
    file_bytes: int = 2 << 30
    processes: int = 512


def confine(folder: Path, limits: Limits, readable: Path) -> list[str]:
    """Shut this process in and return what is missing, in words.

    `folder`: the only place that it may write to. `limits`: what it may use. `readable`: one more
    folder that it may read.

    It must have one thread. With a namespace of its own for processes, it goes on in a child, and
    its parent waits and ends as the child does: whatever is left behind ends with the child.
    """
    missing: list[str] = []
    _limit(limits)
    if not _separate():
        missing.append("no namespaces: the network and other processes are within its reach")
    if not _shut_in(folder, readable):
        missing.append("no Landlock: files outside its folder are within its reach")
    return missing


def _limit(limits: Limits) -> None:
    # A machine may have less memory than the limit. Then this process ends, and no other one.
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
    wanted = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_AS: limits.memory_bytes,
        resource.RLIMIT_FSIZE: limits.file_bytes,
        resource.RLIMIT_CPU: int(2 * limits.seconds) + 1,
        resource.RLIMIT_NPROC: limits.processes,
    }
    for which, most in wanted.items():
        _, hard = resource.getrlimit(which)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(which, (most, most))


def _separate() -> bool:
    """Go on in namespaces without network and other processes; return whether there are any."""
    libc = ctypes.CDLL(None, use_errno=True)
    user, group = os.getuid(), os.getgid()
    if libc.unshare(_NEW_USER | _NEW_NET | _NEW_PID | _NEW_IPC) != 0:
        return False
    with suppress(OSError):
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    pid = os.fork()
    if pid:
        _, status = os.waitpid(pid, 0)
        code = os.waitstatus_to_exitcode(status)
        os._exit(code if code >= 0 else 128 - code)
    libc.prctl(_DIE_WITH_PARENT, _KILL, 0, 0, 0)
    return True


def _shut_in(folder: Path, readable: Path) -> bool:
    """Allow reading what programs need, and writing in one folder; return whether that worked."""
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), 1)
    if version < 1:
        return False
    everything = (1 << _FILE_BITS.get(version, 16)) - 1
    network = 3 if version >= 4 else 0
    scopes = 3 if version >= 6 else 0
    attributes = struct.pack("<QQQ", everything, network, scopes)
    size = 8 if version < 4 else 16 if version < 6 else 24
    rules = libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(size), 0)
    if rules < 0:
        return False
    _allow(libc, rules, [folder], everything)
    _allow(libc, rules, map(Path, _WRITABLE_DEVICES), _READ | 2)
    _allow(libc, rules, [readable, *_readable()], _READ)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    worked = libc.syscall(_RESTRICT_SELF, rules, 0) == 0
    os.close(rules)
    return worked


def _readable() -> list[Path]:
    """Return the folders that programs and libraries are in: not those of problems and users."""
    own = [sys.prefix, sys.base_prefix, *filter(os.path.isabs, sys.path)]
    package = Path(__file__).resolve().parent.parent
    proc = [f"/proc/{name}" for name in _OF_PROC]
    named = [place for name in LIBRARY_PATHS for place in os.environ.get(name, "").split(":")]
    places = (*_SYSTEM, *own, *proc, *filter(os.path.isabs, named))
    return [*(Path(os.path.realpath(place)) for place in places), package]


def _allow(libc: ctypes.CDLL, rules: int, places: Iterable[Path], access: int) -> None:
    for place in places:
        try:
            handle = os.open(place, os.O_PATH | os.O_CLOEXEC)
        except OSError:  # this system has no such place
            continue
        bits = access if place.is_dir() else access & _FILE_ONLY
        rule = struct.pack("<Qi", bits, handle)
        libc.syscall(_ADD_RULE, rules, _PATH_BENEATH, rule, 0)
        os.close(handle)
