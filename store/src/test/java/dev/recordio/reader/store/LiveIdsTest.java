// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Numbers of live records are ids, with deleted ones passed over. */
class LiveIdsTest {
  /** All sets of deleted ids out of ten. */
  @Test
  void allSets() {
    int length = 10;
    for (int set = 0; set < 1 << length; set++) {
      int deleted = set;
      long[] gone = LongStream.range(0, length).filter(id -> (deleted >> id & 1) == 1).toArray();
      long[] left = LongStream.range(0, length).filter(id -> (deleted >> id & 1) == 0).toArray();
      LiveIds ids = LiveIds.of(length, gone);
      assertEquals(left.length, ids.count());
      for (int i = 0; i < left.length; i++) {
        assertEquals(left[i], ids.id(i));
      }
    }
  }
}
