// SPDX-License-Identifier: Apache-2.0
// Writes records with libdmlc, cut from a pool of bytes, and prints: records bytes 0, and its cost.
#include <dmlc/io.h>
#include <dmlc/recordio.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "spent.h"

int main(int argc, char **argv) {
  if (argc != 7) {
    std::fprintf(stderr, "usage: %s FILE POOL SIZE COUNT STRIDE MASK\n", argv[0]);
    return 2;
  }
  std::ifstream file(argv[2], std::ios::binary);
  const std::vector<char> pool((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const uint64_t size = std::strtoull(argv[3], nullptr, 10);
  const uint64_t count = std::strtoull(argv[4], nullptr, 10);
  const uint64_t stride = std::strtoull(argv[5], nullptr, 10);
  const uint64_t mask = std::strtoull(argv[6], nullptr, 10);
  {
    std::unique_ptr<dmlc::Stream> stream(dmlc::Stream::Create(argv[1], "w"));
    dmlc::RecordIOWriter writer(stream.get());
    for (uint64_t i = 0; i < count; ++i) {
      writer.WriteRecord(pool.data() + (i * stride & mask), size);
    }
  }
  std::printf("%" PRIu64 " %" PRIu64 " 0", count, count * size);
  PrintSpent();
  return 0;
}
