// SPDX-License-Identifier: Apache-2.0
package dev.recordio.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.Notes;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.TextSettings;
import dev.recordio.io.SparseRow;
import dev.recordio.sparse.CsrBlock;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a task says and counts of rows that probably mean something else. */
class TaskRowsTest {
  @TempDir java.nio.file.Path folder;

  private final Configuration conf = LocalFiles.raw();
  private final Map<String, Long> counted = new TreeMap<>();
  private final List<String> said = new ArrayList<>();

  private TaskRows open(String text, CsrBlock block) throws IOException {
    Files.writeString(folder.resolve("a"), text);
    var file = new InputRange(new Path(LocalFiles.path(folder), "a"), 0, text.length());
    var counters =
        new TaskCounters() {
          @Override
          public void add(Enum<?> counter, long amount) {}

          @Override
          public void add(String group, String counter, long amount) {
            counted.merge(counter, amount, Long::sum);
          }
        };
    return new TaskRows(conf, TextSettings.of(conf), List.of(file), counters, block);
  }

  @Test
  void isSaidAtTheEndAndCounted() throws IOException {
    try (Notes.Listening listening = Notes.listen(said::add)) {
      try (TaskRows rows = open("1:0.5 7:1\n2:1 3:2\n", new CsrBlock())) {
        while (rows.nextBlock()) {
          assertEquals(List.of(), said);
        }
      }
    }
    assertEquals(Map.of("label-weight", 2L), counted);
    assertEquals(1, said.size(), said.toString());
    assertTrue(said.get(0).startsWith("2 rows begin with label:weight (first in "), said.get(0));
  }

  @Test
  void isLeftToACallerThatTakesIt() throws IOException {
    try (Notes.Listening listening = Notes.listen(said::add);
        TaskRows rows = open("1:0.5 7:1\n2:1 3:2\n", new CsrBlock())) {
      while (rows.nextBlock()) {
        assertEquals("label-weight", rows.takeDoubts().get(0).what());
      }
    }
    assertEquals(List.of(), said);
  }

  @Test
  void rowsHaveExactLabelsWhereTheBlockKeepsThem() throws IOException {
    var block = new CsrBlock();
    block.keepExactLabels();
    var row = new SparseRow();
    try (TaskRows rows = open("16777217 1:1\n", block)) {
      assertTrue(rows.next(new LongWritable(), row));
    }
    assertEquals(16777217, row.exactLabel());
    assertEquals(16777216, row.label());
    assertEquals(16777217, row.copy().exactLabel());
    assertEquals(Map.of(), counted, "no integer is rounded");
    row.clear(3);
    assertEquals(3, row.exactLabel());
  }
}
