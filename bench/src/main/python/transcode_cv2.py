# SPDX-License-Identifier: Apache-2.0
# im2rec.py's steps on the images of a folder: decode, resize the short edge, encode as JPEG. Prints their number, the sum
# of their sizes, and the cost of these steps alone; see Program.
import os
import re
import sys
import time

import cv2
import numpy

folder, edge, quality = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
cv2.setNumThreads(1)


def transcode(name):
    with open(os.path.join(folder, name), "rb") as file:
        data = file.read()
    image = cv2.imdecode(numpy.frombuffer(data, dtype=numpy.uint8), cv2.IMREAD_COLOR)
    height, width = image.shape[:2]
    if height > width:
        size = (edge, height * edge // width)
    else:
        size = (width * edge // height, edge)
    image = cv2.resize(image, size)
    done, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done or len(jpeg) == 0:
        raise ValueError(name)
    return (image.shape[1] << 16) + image.shape[0]


names = sorted(os.listdir(folder))
transcode(names[0])
wall, cpu = time.perf_counter_ns(), time.process_time_ns()
total = sum(transcode(name) for name in names)
wall, cpu = time.perf_counter_ns() - wall, time.process_time_ns() - cpu
peak = int(re.search(r"VmHWM:\s*(\d+)", open("/proc/self/status").read()).group(1)) * 1024
print(len(names), total, wall, cpu, peak)
