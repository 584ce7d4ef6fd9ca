// SPDX-License-Identifier: Apache-2.0
package dev.recordio.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Fixtures.PartRow;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * FORMAT.md's rules for splits, from search only: a record belongs to the part that holds the first
 * byte of its first header, and N parts are cut as dmlc-core cuts them.
 */
class SplitRuleTest {
  static final List<String> FILES = Fixtures.FILES;

  @ParameterizedTest
  @FieldSource("FILES")
  void partsOfOneFileHoldTheRecordsThatLibdmlcGaveThem(String name) {
    byte[] file = Fixtures.bytes(name);
    List<Fixtures.Row> rows = Fixtures.records(name);
    for (PartRow row : Fixtures.parts(name)) {
      long total = file.length;
      long step = RecordIOFormat.align((total + row.nparts() - 1) / row.nparts());
      long begin = moved(file, Math.min(step * row.part(), total));
      long end = moved(file, Math.min(step * (row.part() + 1L), total));
      int[] held =
          IntStream.range(0, rows.size())
              .filter(i -> rows.get(i).offset() >= begin && rows.get(i).offset() < end)
              .toArray();
      int first = held.length == 0 ? -1 : held[0];
      int last = held.length == 0 ? -1 : held[held.length - 1];
      assertEquals(row, new PartRow(row.nparts(), row.part(), first, last, held.length));
    }
  }

  private static long moved(byte[] file, long cut) {
    if (cut == 0 || cut == file.length) {
      return cut;
    }
    int start = MagicSearch.firstRecordStart(file, (int) cut, file.length);
    return start < 0 ? file.length : start;
  }
}
