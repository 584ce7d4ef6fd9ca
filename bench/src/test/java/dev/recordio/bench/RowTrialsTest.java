// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowTrialsTest {
  @TempDir Path dir;

  @ParameterizedTest
  @EnumSource(RowText.class)
  void allReadersFindWhatWasWritten(RowText text) throws IOException {
    Path file = dir.resolve("rows.libsvm");
    RowSums truth;
    try (var out = Files.newOutputStream(file)) {
      truth = text.write(out, 100_000, 1);
    }
    var conf = BenchFiles.rawLocal();
    var hadoopFile = new org.apache.hadoop.fs.Path(file.toUri());
    assertEquals(truth, RowReads.rowReader(conf, hadoopFile));
    assertEquals(truth, RowReads.stringSplit(conf, hadoopFile));
    assertEquals(truth, RowSums.parse(truth.line() + " 17"));
    assertEquals(text == RowText.RANKING, truth.weights() > 0 && truth.qids() > 0);
  }

  @Test
  void theSameSeedGivesTheSameText() throws IOException {
    var first = new ByteArrayOutputStream();
    var second = new ByteArrayOutputStream();
    var other = new ByteArrayOutputStream();
    assertEquals(RowText.RCV1.write(first, 5000, 7), RowText.RCV1.write(second, 5000, 7));
    RowText.RCV1.write(other, 5000, 8);
    assertEquals(first.toString(), second.toString());
    assertTrue(first.size() >= 5000 && !first.toString().equals(other.toString()));
  }

  @Test
  void valuesThatAreNotCloseAreAnError() {
    var truth = new RowSums(1, 2, 3, 0, 0, 0, 100);
    var close = new RowSums(1, 2, 3, 0, 0, 0, 106);
    assertEquals(truth.tally(9, truth, 0), close.tally(9, truth, 2));
    assertThrows(IllegalStateException.class, () -> close.tally(9, truth, 1));
  }

  @Test
  void eachPeerIsComparedOrSaidToBeMissing() throws IOException {
    var notes = new ArrayList<String>();
    var plan = new Plan(20_000, List.of(), List.of(), 1, notes::add);
    List<Trial> trials =
        new RowTrials(RowText.RANKING, plan)
            .trials(BenchFiles.rawLocal(), new org.apache.hadoop.fs.Path(dir.toUri()));
    List<String> peers = trials.stream().map(trial -> trial.peer().name()).toList();
    if (notes.isEmpty()) {
      assertEquals(List.of("String.split", "libdmlc", "libdmlc"), peers);
    } else {
      assertEquals(List.of("String.split"), peers);
      assertTrue(notes.get(0).startsWith("libdmlc: not available: "), notes::toString);
    }
  }
}
