# SPDX-License-Identifier: Apache-2.0
# An epoch of MXNet's ImageRecordIter on one thread, by the C API. Prints the number of images, and the cost from the
# iterator's creation on; see Program.
import ctypes
import re
import sys
import time

library, records, dtype, edge, batch = sys.argv[1:6]
mxnet = ctypes.CDLL(library, ctypes.RTLD_GLOBAL)
mxnet.MXGetLastError.restype = ctypes.c_char_p


def check(code):
    if code != 0:
        raise RuntimeError(mxnet.MXGetLastError().decode())


def creator(wanted):
    count, creators = ctypes.c_uint(), ctypes.POINTER(ctypes.c_void_p)()
    check(mxnet.MXListDataIters(ctypes.byref(count), ctypes.byref(creators)))
    for i in range(count.value):
        name, about = ctypes.c_char_p(), ctypes.c_char_p()
        number = ctypes.c_uint()
        lists = [ctypes.POINTER(ctypes.c_char_p)() for _ in range(3)]
        check(
            mxnet.MXDataIterGetIterInfo(
                ctypes.c_void_p(creators[i]),
                ctypes.byref(name),
                ctypes.byref(about),
                ctypes.byref(number),
                *[ctypes.byref(each) for each in lists],
            )
        )
        if name.value == wanted:
            return ctypes.c_void_p(creators[i])
    raise RuntimeError("libmxnet has no " + wanted.decode())


parameters = {
    "path_imgrec": records,
    "data_shape": "(3,%s,%s)" % (edge, edge),
    "batch_size": batch,
    "preprocess_threads": "1",
    "ctx": "cpu",
    "verbose": "0",
    "dtype": dtype,
    "rand_crop": "1",
    "rand_mirror": "1",
    "round_batch": "1",
}
if dtype == "float32":
    parameters.update(mean_r="123.68", mean_g="116.28", mean_b="103.53")
strings = ctypes.c_char_p * len(parameters)
keys = strings(*[key.encode() for key in parameters])
values = strings(*[value.encode() for value in parameters.values()])
maker = creator(b"ImageRecordIter")
wall, cpu = time.perf_counter_ns(), time.process_time_ns()
iterator, more, pad = ctypes.c_void_p(), ctypes.c_int(), ctypes.c_int()
check(mxnet.MXDataIterCreateIter(maker, len(parameters), keys, values, ctypes.byref(iterator)))
images = 0
while True:
    check(mxnet.MXDataIterNext(iterator, ctypes.byref(more)))
    if not more.value:
        break
    array = ctypes.c_void_p()
    check(mxnet.MXDataIterGetData(iterator, ctypes.byref(array)))
    check(mxnet.MXNDArrayWaitToRead(array))
    check(mxnet.MXDataIterGetPadNum(iterator, ctypes.byref(pad)))
    images += int(batch) - pad.value
wall, cpu = time.perf_counter_ns() - wall, time.process_time_ns() - cpu
peak = int(re.search(r"VmHWM:\s*(\d+)", open("/proc/self/status").read()).group(1)) * 1024
print(images, wall, cpu, peak)
