// SPDX-License-Identifier: Apache-2.0
package dev.recordio.bench.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bench.harness.Storage;
import dev.recordio.bench.peer.RowReads;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowFileTest {
  @TempDir Path dir;

  @ParameterizedTest
  @EnumSource(RowText.class)
  void theReaderFindsWhatWasWritten(RowText text) throws IOException {
    var folder = new org.apache.hadoop.fs.Path(dir.toUri());
    RowFile file = RowFile.write(text, folder, 100_000, 1);
    var conf = Storage.RAW.local();
    assertEquals(file.truth(), RowReads.rowReader(conf, file.path()));
    boolean ranking = file.truth().weights() > 0 && file.truth().qids() > 0;
    assertEquals(text == RowText.RANKING, ranking);
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
}
