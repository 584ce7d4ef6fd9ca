// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.numbered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.conf.RecordNumberRange;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexSetTest {
  private final List<String> loaded = new ArrayList<>();

  /** Creates a set of files named 0, 1, ... that have these numbers of records. */
  private IndexSet set(int... counts) {
    List<FileStatus> files =
        IntStream.range(0, counts.length)
            .mapToObj(i -> new FileStatus(0, false, 1, 1, 0, new Path("/" + i)))
            .toList();
    return new IndexSet(files, file -> index(file, counts));
  }

  private RecordIndex index(FileStatus file, int... counts) throws FileNotFoundException {
    String name = file.getPath().getName();
    loaded.add(name);
    int count = counts[Integer.parseInt(name)];
    if (count < 0) {
      throw new FileNotFoundException(name);
    }
    long[] none = {};
    return new RecordIndex(file.getPath(), RecordIndex.Source.BINARY, count, 0, none, null, null);
  }

  @Test
  void numbersFollowEachOther() throws IOException {
    IndexSet set = set(3, 0, 5);
    assertEquals(List.of(), loaded, "nothing is loaded before it is asked for");
    assertEquals(0, set.first(0));
    assertEquals(List.of(), loaded);
    assertEquals(8, set.first(3));
    assertEquals(3, set.first(2));
    assertEquals(3, set.first(1));
    assertEquals(List.of("0", "1", "2"), loaded, "numbers stay known");
  }

  @ParameterizedTest
  @CsvSource({
    "0-1,    0 2, 0 0",
    "2-2,    2 3, 0 0",
    "2-3,    2 3, 0 1",
    "3-7,    3 3, 0 5",
    "4-6,    3 3, 1 4",
    "7-7,    3 3, 4 5",
    "8-900,  3 3, 5 5",
    "0-900,  0 3, 0 5"
  })
  void rangesOfNumbersAreCutByFiles(String range, String first, String second) throws IOException {
    IndexSet set = set(3, 5);
    RecordNumberRange rows = RecordNumberRange.parse(range);
    assertEquals(second, set.from(1, rows) + " " + set.to(1, rows));
    assertEquals(first, set.from(0, rows) + " " + set.to(0, rows));
  }

  @Test
  void theLastIndexIsInMemory() throws IOException {
    IndexSet set = set(3, 5);
    RecordIndex index = set.index(1);
    assertSame(index, set.index(1));
    assertEquals(List.of("1"), loaded);
    set.index(0);
    set.index(1);
    assertEquals(List.of("1", "0", "1"), loaded);
    assertEquals(8, set.first(2), "and is counted in order");
    assertEquals(3, set.first(1));
  }

  @Test
  void indexesAreKeptWithinBounds() throws IOException {
    int half = 2 << 20;
    IndexSet set = set(half, half + 1, half, 1);
    for (int round = 0; round < 2; round++) {
      for (int file = 0; file < set.files(); file++) {
        set.keep(file);
      }
    }
    assertEquals(List.of("0", "1", "2", "3", "1", "3"), loaded);
  }

  @Test
  void errorsAreTheCallers() throws IOException {
    IndexSet set = set(3, -1, 5);
    set.index(0);
    for (int i = 0; i < 2; i++) {
      var e = assertThrows(FileNotFoundException.class, () -> set.index(1));
      assertEquals("1", e.getMessage());
    }
    assertEquals(5, set.index(2).count(), "other files have their indexes");
    assertThrows(FileNotFoundException.class, () -> set.first(2), "but no numbers");
    assertEquals(3, set.first(1));
  }
}
