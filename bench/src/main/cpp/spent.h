// SPDX-License-Identifier: Apache-2.0
// What a program prints at the end of its line: 0 for the wall-clock time, which its caller measures, its processor time
// in nanoseconds, and its largest resident set in bytes.
#pragma once
#include <sys/resource.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>

// getrusage would return the peak of the parent process if that was larger.
inline int64_t PeakBytes() {
  long kib = 0;
  if (std::FILE *status = std::fopen("/proc/self/status", "r")) {
    char line[256];
    while (std::fgets(line, sizeof(line), status) && std::sscanf(line, "VmHWM: %ld", &kib) != 1) {
    }
    std::fclose(status);
  }
  return kib * INT64_C(1024);
}

inline void PrintSpent() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  const int64_t cpu = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * INT64_C(1000000000) +
                      (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * INT64_C(1000);
  std::printf(" 0 %" PRId64 " %" PRId64 "\n", cpu, PeakBytes());
}
