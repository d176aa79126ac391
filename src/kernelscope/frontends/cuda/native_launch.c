// A launch on the real GPU as a function that Python calls: `native_launch.py` says when and why.
typedef long i64;
typedef unsigned long u64;
typedef struct Object Object;  // PyObject

extern char *PyBytes_AsString(Object *);
extern Object *PyObject_GetAttr(Object *, Object *);
extern Object *PyObject_VectorcallMethod(Object *, Object *const *, u64, Object *);
extern Object *PyObject_CallFunctionObjArgs(Object *, ...);
extern int PyObject_IsInstance(Object *, Object *);
extern i64 PyLong_AsLongLong(Object *);
extern u64 PyLong_AsUnsignedLongLong(Object *);
extern double PyFloat_AsDouble(Object *);
extern Object *PyLong_FromLong(i64);
extern Object *PyErr_Occurred(void);
extern void PyErr_Clear(void);
extern void Py_DecRef(Object *);
extern void *PyEval_SaveThread(void);
extern void PyEval_RestoreThread(void *);

typedef int Driver(void *kernel, unsigned x, unsigned y, unsigned z, unsigned block_x,
                   unsigned block_y, unsigned block_z, unsigned shared_bytes, i64 stream,
                   void **places, void **extra);

enum { TENSOR, INTEGER, FLOAT, DOUBLE };

// A kernel's parameter. What it takes: the three dtypes of a tensor (the first 0: any), or the
// lowest and the highest integer.
typedef struct {
  i64 kind, takes[3];
} Parameter;

// The launches of a kernel with one grid and block, as `_HEAD` and `_PARAMETER` in Python.
typedef struct {
  Driver *driver;
  void *kernel;
  unsigned grid[3], block[3], shared_bytes;
  i64 parameters, device;
  Object *ask_device;  // null if there is one GPU
  Object *ask_stream, *of_device, *numbers, *dtype, *get_device, *data_ptr, *integers;
  Parameter parameter[];
} Plan;

#define DECLINED (-1)

// An object's number, which this takes over; DECLINED and an error of Python if it is not one.
static i64 number_of(Object *object) {
  if (!object) return DECLINED;
  i64 value = (i64)PyLong_AsUnsignedLongLong(object);
  Py_DecRef(object);
  return value;
}

// What a method without arguments returns, as a number.
static i64 ask(Object *object, Object *method) {
  return number_of(PyObject_VectorcallMethod(method, &object, 1, 0));
}

// Whether a tensor is on the plan's device, and of a dtype that the parameter takes.
static bool fits(const Plan *plan, const Parameter *parameter, Object *tensor) {
  const i64 *dtypes = parameter->takes;
  if (dtypes[0]) {
    Object *dtype = PyObject_GetAttr(tensor, plan->dtype);
    if (!dtype) return false;
    Py_DecRef(dtype);  // PyTorch keeps its dtypes for ever
    i64 own = (i64)dtype;
    if (own != dtypes[0] && own != dtypes[1] && own != dtypes[2]) return false;
  }
  return ask(tensor, plan->get_device) == plan->device;
}

// Put an argument's bits where the driver reads them; return whether the parameter takes it.
static bool pack(const Plan *plan, const Parameter *parameter, Object *object, u64 *to) {
  if (parameter->kind == TENSOR) {
    if (!fits(plan, parameter, object)) return false;
    *to = (u64)ask(object, plan->data_ptr);
    return *to != (u64)DECLINED;
  }
  if (parameter->kind == INTEGER) {
    if (PyObject_IsInstance(object, plan->integers) != 1) return false;
    i64 value = PyLong_AsLongLong(object);
    *to = (u64)value;
    if (value < parameter->takes[0] || value > parameter->takes[1]) return false;
    return value != -1 || !PyErr_Occurred();
  }
  if (PyObject_IsInstance(object, plan->numbers) != 1) return false;
  double value = PyFloat_AsDouble(object);
  if (parameter->kind == FLOAT)
    *(float *)to = (float)value;
  else
    *(double *)to = value;
  return !PyErr_Occurred();
}

static i64 launched(const Plan *plan, Object *const *arguments, i64 given) {
  i64 count = plan->parameters;
  if (given != count) return DECLINED;
  if (plan->ask_device &&
      number_of(PyObject_CallFunctionObjArgs(plan->ask_device, (Object *)0)) != plan->device)
    return DECLINED;
  u64 *values = __builtin_alloca(8 * (u64)count);
  void **places = __builtin_alloca(8 * (u64)count);
  for (i64 i = 0; i < count; i++) {
    places[i] = values + i;
    if (!pack(plan, plan->parameter + i, arguments[i], values + i)) return DECLINED;
  }
  i64 stream = number_of(
      PyObject_CallFunctionObjArgs(plan->ask_stream, plan->of_device, (Object *)0));
  if (stream == DECLINED) return DECLINED;
  const unsigned *grid = plan->grid, *block = plan->block;
  void *thread = PyEval_SaveThread();  // a full queue makes the driver wait
  int error = plan->driver(plan->kernel, grid[0], grid[1], grid[2], block[0], block[1], block[2],
                           plan->shared_bytes, stream, places, 0);
  PyEval_RestoreThread(thread);
  return error;
}

// METH_FASTCALL: `self` is the bytes of a plan.
Object *launch(Object *self, Object *const *arguments, i64 given) {
  i64 result = launched((const Plan *)PyBytes_AsString(self), arguments, given);
  if (result == DECLINED) PyErr_Clear();
  return PyLong_FromLong(result);
}
