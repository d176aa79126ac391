"""A launch on the real GPU without Python between the call and the driver.

A call of `cuLaunchKernel` takes 5 µs on an H100, CuPy's whole launch 6 to 8, and Python needs 3 for
packing two tensors and a number. So the usual launch is a function of machine code that Python
calls as one of its own: tensors of the expected dtypes on one device, and numbers that fit. It
*declines* everything else by returning -1, and the caller goes the general way, which raises the
errors and converts what can be converted.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable, Sequence

import numpy as np

from kernelscope._native import native_function
from kernelscope.frontends.cuda.arguments import CudaParameter
from kernelscope.frontends.cuda.c_signature import ELEMENTS

Dim3 = tuple[int, int, int]
Launch = Callable[..., int]
"""Takes a kernel's arguments; returns 0, the driver's error, or -1 if it declines."""

DECLINED = -1
_FASTCALL = 0x80  # METH_FASTCALL: (self, arguments, their number), all in registers
_NUMBERS = (float, int, np.floating, np.integer)
_INTEGERS = (int, np.integer)  # not all that has an `__index__`: a tensor is an array
_TENSOR, _INTEGER, _FLOAT, _DOUBLE = range(4)
_MOST_DTYPES = 3
# The plan of a launch, in words of 8 bytes: see `_plan`. Each parameter has four more: its kind,
# and three dtypes (0: any), or the lowest and the highest integer.
_HEAD = struct.Struct("<QQ7I4xQqQQQQQQQQ")
_PARAMETER = struct.Struct("<qqqq")

_TEXT = """
declare ptr @PyBytes_AsString(ptr)
declare ptr @PyObject_GetAttr(ptr, ptr)
declare ptr @PyObject_VectorcallMethod(ptr, ptr, i64, ptr)
declare ptr @PyObject_CallFunctionObjArgs(ptr, ...)
declare i32 @PyObject_IsInstance(ptr, ptr)
declare i64 @PyLong_AsLongLong(ptr)
declare i64 @PyLong_AsUnsignedLongLong(ptr)
declare double @PyFloat_AsDouble(ptr)
declare ptr @PyLong_FromLong(i64)
declare ptr @PyErr_Occurred()
declare void @PyErr_Clear()
declare void @Py_DecRef(ptr)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)

%plan = type { ptr, ptr, [7 x i32], i64, i64, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr }
; driver's function, kernel, grid block shared, parameters, device, then objects of Python:
; current device (null if there is one GPU), stream, device, numbers, "dtype", "get_device",
; "data_ptr", integers
%parameter = type { i64, i64, i64, i64 }

; An object's number, which this takes over; -1 and an error of Python if it is none.
define internal i64 @number_of(ptr %object) {
  %none = icmp eq ptr %object, null
  br i1 %none, label %raised, label %read
read:
  %value = call i64 @PyLong_AsUnsignedLongLong(ptr %object)
  call void @Py_DecRef(ptr %object)
  ret i64 %value
raised:
  ret i64 -1
}

; What a method without arguments returns, as a number.
define internal i64 @asked(ptr %object, ptr %name) {
  %given = alloca ptr
  store ptr %object, ptr %given
  %answer = call ptr @PyObject_VectorcallMethod(ptr %name, ptr %given, i64 1, ptr null)
  %number = call i64 @number_of(ptr %answer)
  ret i64 %number
}

; Whether a tensor is on the plan's device, and of a dtype that the parameter takes.
define internal i1 @fits(ptr %plan, ptr %parameter, ptr %object) {
  %first.at = getelementptr %parameter, ptr %parameter, i32 0, i32 1
  %first = load i64, ptr %first.at
  %any = icmp eq i64 %first, 0
  br i1 %any, label %place, label %type
type:
  %dtype.at = getelementptr %plan, ptr %plan, i32 0, i32 9
  %dtype.name = load ptr, ptr %dtype.at
  %dtype = call ptr @PyObject_GetAttr(ptr %object, ptr %dtype.name)
  %untyped = icmp eq ptr %dtype, null
  br i1 %untyped, label %no, label %compare
compare:
  call void @Py_DecRef(ptr %dtype)  ; PyTorch keeps its dtypes for ever
  %id = ptrtoint ptr %dtype to i64
  %second.at = getelementptr %parameter, ptr %parameter, i32 0, i32 2
  %second = load i64, ptr %second.at
  %third.at = getelementptr %parameter, ptr %parameter, i32 0, i32 3
  %third = load i64, ptr %third.at
  %is.first = icmp eq i64 %id, %first
  %is.second = icmp eq i64 %id, %second
  %is.third = icmp eq i64 %id, %third
  %is.early = or i1 %is.first, %is.second
  %is.one = or i1 %is.early, %is.third
  br i1 %is.one, label %place, label %no
place:
  %device.name.at = getelementptr %plan, ptr %plan, i32 0, i32 10
  %device.name = load ptr, ptr %device.name.at
  %own = call i64 @asked(ptr %object, ptr %device.name)
  %device.at = getelementptr %plan, ptr %plan, i32 0, i32 4
  %device = load i64, ptr %device.at
  %same = icmp eq i64 %own, %device
  ret i1 %same
no:
  ret i1 false
}

; Put an argument's bits where the driver reads them; whether it is what the parameter takes.
define internal i1 @pack(ptr %plan, ptr %parameter, ptr %object, ptr %to) {
  %kind = load i64, ptr %parameter
  switch i64 %kind, label %decimal [ i64 0, label %tensor  i64 1, label %whole ]
tensor:
  %fitting = call i1 @fits(ptr %plan, ptr %parameter, ptr %object)
  br i1 %fitting, label %ask, label %no
ask:
  %address.name.at = getelementptr %plan, ptr %plan, i32 0, i32 11
  %address.name = load ptr, ptr %address.name.at
  %address = call i64 @asked(ptr %object, ptr %address.name)
  store i64 %address, ptr %to
  %lost = icmp eq i64 %address, -1
  %there = xor i1 %lost, true
  ret i1 %there
whole:
  %integers.at = getelementptr %plan, ptr %plan, i32 0, i32 12
  %integers = load ptr, ptr %integers.at
  %is.integer = call i32 @PyObject_IsInstance(ptr %object, ptr %integers)
  %an.integer = icmp eq i32 %is.integer, 1
  br i1 %an.integer, label %value, label %no
value:
  %integer = call i64 @PyLong_AsLongLong(ptr %object)
  %low.at = getelementptr %parameter, ptr %parameter, i32 0, i32 1
  %low = load i64, ptr %low.at
  %high.at = getelementptr %parameter, ptr %parameter, i32 0, i32 2
  %high = load i64, ptr %high.at
  %is.low = icmp slt i64 %integer, %low
  %is.high = icmp sgt i64 %integer, %high
  %is.out = or i1 %is.low, %is.high
  store i64 %integer, ptr %to
  %is.doubtful = icmp eq i64 %integer, -1
  br i1 %is.out, label %no, label %within
within:
  br i1 %is.doubtful, label %look, label %yes
look:
  %integer.error = call ptr @PyErr_Occurred()
  %no.integer.error = icmp eq ptr %integer.error, null
  ret i1 %no.integer.error
decimal:
  %numbers.at = getelementptr %plan, ptr %plan, i32 0, i32 8
  %numbers = load ptr, ptr %numbers.at
  %is.number = call i32 @PyObject_IsInstance(ptr %object, ptr %numbers)
  %number = icmp eq i32 %is.number, 1
  br i1 %number, label %read, label %no
read:
  %double = call double @PyFloat_AsDouble(ptr %object)
  %is.float = icmp eq i64 %kind, 2
  br i1 %is.float, label %short, label %long
short:
  %float = fptrunc double %double to float
  store float %float, ptr %to
  br label %decimal.end
long:
  store double %double, ptr %to
  br label %decimal.end
decimal.end:
  %error = call ptr @PyErr_Occurred()
  %no.error = icmp eq ptr %error, null
  ret i1 %no.error
yes:
  ret i1 true
no:
  ret i1 false
}

; Whether the plan's device is the current one; it is if there is no other.
define internal i1 @is_current(ptr %plan) {
  %ask.at = getelementptr %plan, ptr %plan, i32 0, i32 5
  %ask = load ptr, ptr %ask.at
  %is.only = icmp eq ptr %ask, null
  br i1 %is.only, label %yes, label %look
look:
  %answer = call ptr (ptr, ...) @PyObject_CallFunctionObjArgs(ptr %ask, ptr null)
  %current = call i64 @number_of(ptr %answer)
  %device.at = getelementptr %plan, ptr %plan, i32 0, i32 4
  %device = load i64, ptr %device.at
  %same = icmp eq i64 %current, %device
  ret i1 %same
yes:
  ret i1 true
}

define internal i64 @submit(ptr %plan, i64 %stream, ptr %places) {
  %driver = load ptr, ptr %plan
  %kernel.at = getelementptr %plan, ptr %plan, i32 0, i32 1
  %kernel = load ptr, ptr %kernel.at
  %x.at = getelementptr %plan, ptr %plan, i32 0, i32 2, i32 0
  %y.at = getelementptr %plan, ptr %plan, i32 0, i32 2, i32 1
  %z.at = getelementptr %plan, ptr %plan, i32 0, i32 2, i32 2
  %bx.at = getelementptr %plan, ptr %plan, i32 0, i32 2, i32 3
  %by.at = getelementptr %plan, ptr %plan, i32 0, i32 2, i32 4
  %bz.at = getelementptr %plan, ptr %plan, i32 0, i32 2, i32 5
  %shared.at = getelementptr %plan, ptr %plan, i32 0, i32 2, i32 6
  %x = load i32, ptr %x.at
  %y = load i32, ptr %y.at
  %z = load i32, ptr %z.at
  %bx = load i32, ptr %bx.at
  %by = load i32, ptr %by.at
  %bz = load i32, ptr %bz.at
  %shared = load i32, ptr %shared.at
  %thread = call ptr @PyEval_SaveThread()  ; a full queue makes the driver wait
  %error = call i32 %driver(ptr %kernel, i32 %x, i32 %y, i32 %z, i32 %bx, i32 %by, i32 %bz,
                            i32 %shared, i64 %stream, ptr %places, ptr null)
  call void @PyEval_RestoreThread(ptr %thread)
  %code = sext i32 %error to i64
  ret i64 %code
}

define ptr @launch(ptr %self, ptr %arguments, i64 %given) {
  %plan = call ptr @PyBytes_AsString(ptr %self)
  %count.at = getelementptr %plan, ptr %plan, i32 0, i32 3
  %count = load i64, ptr %count.at
  %values = alloca i64, i64 %count
  %places = alloca ptr, i64 %count
  %parameters = getelementptr %plan, ptr %plan, i32 1
  %all = icmp eq i64 %count, %given
  br i1 %all, label %device, label %decline
device:
  %current = call i1 @is_current(ptr %plan)
  br i1 %current, label %next, label %decline
next:
  %i = phi i64 [ 0, %device ], [ %after, %packed ]
  %done = icmp eq i64 %i, %count
  br i1 %done, label %stream, label %one
one:
  %parameter = getelementptr %parameter, ptr %parameters, i64 %i
  %object.at = getelementptr ptr, ptr %arguments, i64 %i
  %object = load ptr, ptr %object.at
  %to = getelementptr i64, ptr %values, i64 %i
  %place = getelementptr ptr, ptr %places, i64 %i
  store ptr %to, ptr %place
  %accepted = call i1 @pack(ptr %plan, ptr %parameter, ptr %object, ptr %to)
  br i1 %accepted, label %packed, label %decline
packed:
  %after = add i64 %i, 1
  br label %next
stream:
  %ask.at = getelementptr %plan, ptr %plan, i32 0, i32 6
  %ask = load ptr, ptr %ask.at
  %on.at = getelementptr %plan, ptr %plan, i32 0, i32 7
  %on = load ptr, ptr %on.at
  %answer = call ptr (ptr, ...) @PyObject_CallFunctionObjArgs(ptr %ask, ptr %on, ptr null)
  %current.stream = call i64 @number_of(ptr %answer)
  %unknown = icmp eq i64 %current.stream, -1
  br i1 %unknown, label %decline, label %submit
submit:
  %code = call i64 @submit(ptr %plan, i64 %current.stream, ptr %places)
  %result = call ptr @PyLong_FromLong(i64 %code)
  ret ptr %result
decline:
  call void @PyErr_Clear()
  %declined = call ptr @PyLong_FromLong(i64 -1)
  ret ptr %declined
}
"""


def declines(*_: object) -> int:
    """Decline every launch: those of a kernel that has not been launched yet."""
    return DECLINED


class NativeLaunch:
    """The launches of one kernel on one device, by machine code.

    Args:
        parameters: the kernel's.
        kernel: its handle, for the driver.
        device: the number of the GPU that it is loaded on.
        driver: the address of `cuLaunchKernel`.
        stream: returns the current stream of a device, as a number.
        current_device: returns the number of the current GPU; None if there is no other.
    """

    def __init__(
        self,
        parameters: Sequence[CudaParameter],
        kernel: int,
        device: int,
        driver: int,
        stream: Callable[[int], int],
        current_device: Callable[[], int] | None,
    ) -> None:
        self._called = driver, kernel
        self._device = device
        # The machine code has the addresses of these objects only.
        self._objects = (
            *(current_device, stream, device, _NUMBERS),
            *("dtype", "get_device", "data_ptr", _INTEGERS),
        )
        self._parameters = [_described(parameter) for parameter in parameters]

    def on(self, grid: Dim3, block: Dim3, shared_bytes: int) -> Launch:
        """Return the launch with this configuration; one that declines if it cannot be native."""
        if None in self._parameters:
            return declines
        objects = (0 if value is None else id(value) for value in self._objects)
        shape = *grid, *block, shared_bytes
        head = _HEAD.pack(*self._called, *shape, len(self._parameters), self._device, *objects)
        plan = head + b"".join(_PARAMETER.pack(*words) for words in self._parameters if words)
        return _called_by_python(plan)


def _described(parameter: CudaParameter) -> tuple[int, int, int, int] | None:
    """Return the words of a parameter; None if it takes what only the general way can convert."""
    import torch

    match parameter.kind:
        case "pointer":
            pointee = parameter.c_type.pointee if parameter.c_type else None
            names = ELEMENTS.get(pointee.unqualified(), ()) if pointee else ()
            dtypes = [id(getattr(torch, name)) for name in names][:_MOST_DTYPES]
            first, second, third = (*dtypes, 0, 0, 0)[:3]
            return _TENSOR, first, second, third
        case "integer":
            low, high = parameter.range()
            return _INTEGER, low, min(high, (1 << 63) - 1), 0
        case "float":
            return _FLOAT if parameter.size == 4 else _DOUBLE, 0, 0, 0
        case _:
            return None


class _Method(ctypes.Structure):
    """Python's PyMethodDef."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("documentation", ctypes.c_char_p),
    )


_methods: list[_Method] = []  # Python's functions keep a pointer to theirs


def _called_by_python(plan: bytes) -> Launch:
    """Return a function of Python whose `self` is the plan."""
    if not _methods:
        _methods.append(_Method(b"launch", native_function(_TEXT, "launch"), _FASTCALL, None))
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype = ctypes.py_object
    make.argtypes = ctypes.POINTER(_Method), ctypes.py_object, ctypes.c_void_p
    return make(_methods[0], plan, None)
