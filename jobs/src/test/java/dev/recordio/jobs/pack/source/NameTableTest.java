// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack.source;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.fs.input.CodePointOrder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NameTableTest {
  @Test
  void namesAreSortedByCodePointWithTheirLengthsAndTimes() throws IOException {
    // U+FF61 is after U+1F600 in UTF-16 units, before it in code points.
    String[] letters = {"a", "B", "-", ".", "é", "ｱ", "😀", "图", " "};
    var random = new Random(8);
    var lengths = new HashMap<String, Long>();
    while (lengths.size() < 3000) {
      var name = new StringBuilder();
      for (int i = random.nextInt(8); i >= 0; i--) {
        name.append(letters[random.nextInt(letters.length)]);
      }
      lengths.put(name.toString(), random.nextLong());
    }
    List<String> names = new ArrayList<>(lengths.keySet());
    Collections.shuffle(names, random);
    var table = new FolderWalk.NameTable();
    for (String name : names) {
      table.add(name, lengths.get(name), ~lengths.get(name));
    }
    table.sort();
    names.sort(CodePointOrder.COMPARATOR);
    assertEquals(names.size(), table.size());
    for (int i = 0; i < names.size(); i++) {
      assertEquals(names.get(i), table.name(i));
      assertEquals(lengths.get(names.get(i)), table.length(i));
      assertEquals(~lengths.get(names.get(i)), table.modified(i));
    }
  }

  @Test
  void emptyTableCanBeSorted() {
    var table = new FolderWalk.NameTable();
    table.sort();
    assertEquals(0, table.size());
  }
}
