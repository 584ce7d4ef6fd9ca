// SPDX-License-Identifier: Apache-2.0
// Reads a LibSVM file with libdmlc's parser and prints what it has read:
// rows entries index-sum qid-sum label-bits weight-bits value-bits, and its cost
#include <dmlc/data.h>

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

#include "spent.h"

namespace {
// The sum of the floats' bits: two sums are at most as far apart as all values are in units in the last place.
uint64_t BitSum(const float *numbers, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; ++i) {
    uint32_t bits;
    std::memcpy(&bits, numbers + i, sizeof(bits));
    sum += bits;
  }
  return sum;
}

template <typename T>
uint64_t Sum(const T *numbers, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; ++i) {
    sum += numbers[i];
  }
  return sum;
}
}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FILE\n", argv[0]);
    return 2;
  }
  std::unique_ptr<dmlc::Parser<uint32_t>> parser(
      dmlc::Parser<uint32_t>::Create(argv[1], 0, 1, "libsvm"));
  uint64_t rows = 0, entries = 0, indices = 0, qids = 0, labels = 0, weights = 0, values = 0;
  while (parser->Next()) {
    const dmlc::RowBlock<uint32_t> &block = parser->Value();
    const size_t begin = block.offset[0];
    const size_t count = block.offset[block.size] - begin;
    rows += block.size;
    entries += count;
    indices += Sum(block.index + begin, count);
    labels += BitSum(block.label, block.size);
    if (block.qid) qids += Sum(block.qid, block.size);
    if (block.weight) weights += BitSum(block.weight, block.size);
    if (block.value) values += BitSum(block.value + begin, count);
  }
  std::printf("%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64,
              rows, entries, indices, qids, labels, weights, values);
  PrintSpent();
  return 0;
}
