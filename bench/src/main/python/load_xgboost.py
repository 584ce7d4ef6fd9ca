# SPDX-License-Identifier: Apache-2.0
# Loads a LibSVM file with XGBoost and prints rows, entries, and the cost of the process; see Program.
import re
import resource
import sys

import xgboost

xgboost.set_config(verbosity=0)
matrix = xgboost.DMatrix(sys.argv[1] + "?format=libsvm", nthread=1)
entries = matrix.num_nonmissing() if hasattr(matrix, "num_nonmissing") else -1
usage = resource.getrusage(resource.RUSAGE_SELF)
peak = int(re.search(r"VmHWM:\s*(\d+)", open("/proc/self/status").read()).group(1)) * 1024
print(matrix.num_row(), entries, 0, int((usage.ru_utime + usage.ru_stime) * 1e9), peak)
