// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShardCutTest {
  private static long[] shards(int count, long... records) {
    long total = 0;
    for (long record : records) {
      total += record;
    }
    var cut = new ByteShardCutter(count, total);
    long[] bytes = new long[count];
    int last = 0;
    for (long record : records) {
      int shard = cut.next(record);
      assertTrue(shard >= last && shard < count);
      last = shard;
      bytes[shard] += record;
    }
    return bytes;
  }

  @Test
  void everyShardIsWithinOneRecordOfTheMean() {
    var random = new Random(2);
    for (int round = 0; round < 2000; round++) {
      long[] records = new long[1 + random.nextInt(60)];
      long largest = 0;
      long total = 0;
      for (int i = 0; i < records.length; i++) {
        boolean big = random.nextInt(10) == 0;
        records[i] = 8 + 4L * random.nextInt(big ? 100_000 : 100);
        largest = Math.max(largest, records[i]);
        total += records[i];
      }
      int count = 1 + random.nextInt(80);
      for (long bytes : shards(count, records)) {
        assertTrue(Math.abs(bytes * count - total) < largest * count);
      }
    }
  }

  @Test
  void totalsNearTheLargestNumberDoNotOverflow() {
    long record = Long.MAX_VALUE / 8;
    long[] bytes = shards(4, record, record, record, record, record, record, record, record);
    for (long shard : bytes) {
      assertEquals(2 * record, shard);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 100, 0, 1",
    "0, 100, 1, 1",
    "0, 100, 100, 1",
    "0, 100, 101, 2",
    "7, 100, 1, 7",
    "0, 512, 512000000, 1000000"
  })
  void countComesFromTheNumberWantedOrTheSize(int wanted, long size, long total, int expected) {
    assertEquals(expected, ByteShardCutter.count(wanted, size, total, 10_000_000));
  }

  @Test
  void tooManyShardsAreRefused() {
    assertThrows(
        InvalidSettingException.class, () -> ByteShardCutter.count(0, 1, 1_000_001, 10_000_000));
    assertThrows(
        InvalidSettingException.class, () -> ByteShardCutter.count(1_000_001, 1, 5, 10_000_000));
  }
}
