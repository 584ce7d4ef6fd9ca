// SPDX-License-Identifier: Apache-2.0
// Reads the records of a file with libdmlc's InputSplit, which reads ahead with a thread of its own, and prints what it
// has read: records bytes checksum, and its cost.
#include <dmlc/io.h>

#include <memory>

#include "spent.h"

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FILE\n", argv[0]);
    return 2;
  }
  std::unique_ptr<dmlc::InputSplit> split(dmlc::InputSplit::Create(argv[1], 0, 1, "recordio"));
  dmlc::InputSplit::Blob record;
  uint64_t records = 0, bytes = 0, checksum = 0;
  while (split->NextRecord(&record)) {
    const uint8_t *payload = static_cast<const uint8_t *>(record.dptr);
    // Like the other readers: the first byte, signed, and the last one.
    const int64_t ends = static_cast<int8_t>(payload[0]) * 256 | payload[record.size - 1];
    checksum = checksum * 31 + static_cast<uint64_t>(ends);
    bytes += record.size;
    ++records;
  }
  split.reset();
  std::printf("%" PRIu64 " %" PRIu64 " %" PRId64, records, bytes, static_cast<int64_t>(checksum));
  PrintSpent();
  return 0;
}
