// SPDX-License-Identifier: Apache-2.0
// Reads the records of a file with libdmlc and prints what it has read: records bytes checksum, and its cost.
#include <dmlc/io.h>
#include <dmlc/recordio.h>

#include <memory>
#include <string>

#include "spent.h"

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FILE\n", argv[0]);
    return 2;
  }
  std::unique_ptr<dmlc::Stream> stream(dmlc::Stream::Create(argv[1], "r"));
  dmlc::RecordIOReader reader(stream.get());
  std::string record;
  uint64_t records = 0, bytes = 0, checksum = 0;
  while (reader.NextRecord(&record)) {
    // Like the other readers: the first byte, signed, and the last one.
    const int64_t ends = static_cast<int8_t>(record.front()) * 256 | static_cast<uint8_t>(record.back());
    checksum = checksum * 31 + static_cast<uint64_t>(ends);
    bytes += record.size();
    ++records;
  }
  std::printf("%" PRIu64 " %" PRIu64 " %" PRId64, records, bytes, static_cast<int64_t>(checksum));
  PrintSpent();
  return 0;
}
