// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RidxReader;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.wire.RecordIOFormat;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file beyond 4 GiB: its index has the right offsets, and hardly any of its bytes are read. */
@Tag("large")
class LargeIndexTest {
  private static final int RECORDS = 9;
  private static final int SIZE = RecordIOFormat.MAX_PAYLOAD_BYTES;
  private static final long FRAMED = 8 + SIZE + 1;

  @Test
  void offsetsBeyondFourGigabytesAreRight(@TempDir Path temp) throws Exception {
    Path rec = temp.resolve("a.rec");
    byte[] header = new byte[RecordIOFormat.HEADER_BYTES];
    RecordIOFormat.putWord(header, 0, RecordIOFormat.MAGIC);
    RecordIOFormat.putWord(header, 4, SIZE);
    try (var file = new RandomAccessFile(rec.toFile(), "rw")) {
      for (int i = 0; i < RECORDS; i++) {
        file.seek(FRAMED * i);
        file.write(header);
      }
      file.setLength(FRAMED * RECORDS); // the payloads are holes
    }
    assertTrue(FRAMED * RECORDS > 1L << 32);
    Configuration conf = LocalJobs.conf(temp);
    check(conf, temp, "mapreduce.input.fileinputformat.split.minsize=17179869184", true);
    check(conf, temp, "mapreduce.input.fileinputformat.split.minsize=1", false); // 144 splits
  }

  private static void check(Configuration conf, Path temp, String setting, boolean oneSplit)
      throws Exception {
    Files.deleteIfExists(temp.resolve("a.idx"));
    Files.deleteIfExists(temp.resolve("a.ridx"));
    Recordio run =
        Recordio.run(conf, "index", "-D", setting, temp.resolve("a.rec").toUri().toString());
    assertEquals(0, run.code(), run.err());
    if (oneSplit) {
      assertTrue(run.err().contains("part of them read  0.00 %"), run.err());
    }
    List<String> lines = Files.readAllLines(temp.resolve("a.idx"));
    assertEquals(RECORDS, lines.size());
    var ridx = new org.apache.hadoop.fs.Path(temp.resolve("a.ridx").toUri());
    try (RidxReader index = RidxReader.open(conf, ridx)) {
      assertEquals(FRAMED * RECORDS, index.recordsLength());
      for (int i = 0; i < RECORDS; i++) {
        assertEquals(i + "\t" + FRAMED * i, lines.get(i));
        assertTrue(index.next());
        assertEquals(FRAMED * i, index.offset());
        assertEquals(SIZE, index.length());
      }
    }
  }
}
