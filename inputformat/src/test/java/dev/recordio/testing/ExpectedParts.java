// SPDX-License-Identifier: Apache-2.0
package dev.recordio.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A row of a table of parts: which records libdmlc's InputSplit gave.
 *
 * @param parts the number of parts
 * @param part which of them
 * @param first the ordinal of its first record
 * @param count its number of records
 */
public record ExpectedParts(int parts, int part, int first, int count) {
  /** Returns a fixture's rows for each number of parts. */
  public static Map<Integer, List<ExpectedParts>> of(String name) {
    var all = new TreeMap<Integer, List<ExpectedParts>>();
    for (String[] row : ExpectedRecords.rows(name + ".parts.tsv")) {
      int parts = Integer.parseInt(row[0]);
      int first = row[2].equals("-") ? 0 : Integer.parseInt(row[2]);
      all.computeIfAbsent(parts, key -> new ArrayList<>())
          .add(new ExpectedParts(parts, Integer.parseInt(row[1]), first, Integer.parseInt(row[4])));
    }
    return all;
  }

  /** Returns this part's records out of all. */
  public List<ReadRecord> of(List<ReadRecord> all) {
    return all.subList(first, first + count);
  }
}
