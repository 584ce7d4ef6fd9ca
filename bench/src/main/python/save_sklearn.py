# SPDX-License-Identifier: Apache-2.0
# Converts a LibSVM file with scikit-learn and SciPy to an npz file and labels, and prints rows, entries, and the cost of
# the process; see Program.
import re
import resource
import sys

import numpy
import scipy.sparse
from sklearn.datasets import load_svmlight_file

matrix, labels = load_svmlight_file(sys.argv[1], dtype=numpy.float32, zero_based=True)
scipy.sparse.save_npz(sys.argv[2], matrix, compressed=False)
numpy.save(sys.argv[3], labels.astype(numpy.float32))
usage = resource.getrusage(resource.RUSAGE_SELF)
peak = int(re.search(r"VmHWM:\s*(\d+)", open("/proc/self/status").read()).group(1)) * 1024
print(matrix.shape[0], matrix.nnz, 0, int((usage.ru_utime + usage.ru_stime) * 1e9), peak)
