// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.records.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many records have the key of an earlier one. */
class RepeatCountTest {
  @ParameterizedTest
  @CsvSource({"1000, 0, 999", "1000, -500, 500", "1000, 5, 64004", "1000, 5, 90000", "1, 7, 7"})
  void countsAsASetDoes(int records, long least, long most) {
    var random = new Random(records + most);
    RepeatCount count = RepeatCount.of(records, least, most, 8L * records);
    Set<Long> seen = new HashSet<>();
    long expected = 0;
    for (int i = 0; i < records; i++) {
      long key =
          least + random.nextLong(Math.min(600, most - least + 1)) * ((most - least) / 600 + 1);
      key = Long.compareUnsigned(key - least, most - least) > 0 ? most : key;
      expected += seen.add(key) ? 0 : 1;
      count.add(key);
    }
    assertEquals(expected, count.repeated());
  }

  @ParameterizedTest
  @CsvSource({"1000, 0, -1, 7999", "1000, 0, 64000, 7999", "3000000000, 0, -1, 99999999999"})
  void isNotMadeWhereMemoryDoesNotSuffice(long records, long least, long most, long maxBytes) {
    assertNull(RepeatCount.of(records, least, most, maxBytes));
  }
}
