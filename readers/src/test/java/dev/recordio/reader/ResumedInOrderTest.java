// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.ManyRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/**
 * A run in file order goes on in file order: records by number would cost several times as much.
 */
class ResumedInOrderTest {
  private static final int FILES = 4;
  private static final int RECORDS = 1000; // of a file

  private final Configuration conf = new Configuration();
  private final String input = "recordio:" + ManyRecords.folder(conf, FILES, RECORDS);

  private static List<Long> ordinals(Reader<Record> reader, long most) throws IOException {
    var ordinals = new ArrayList<Long>();
    while (ordinals.size() < most && reader.next()) {
      Record record = reader.get();
      assertEquals(record.ordinal(), record.position());
      assertEquals(record.ordinal() / RECORDS + ".rec", record.path().getName());
      assertEquals(record.ordinal() % RECORDS * ManyRecords.RECORD_BYTES, record.fileOffset());
      ordinals.add(record.ordinal());
    }
    return ordinals;
  }

  private static List<Long> range(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  @Test
  void whatASingleWorkerLeftIsReadWithoutTheIndex() throws IOException {
    ReaderState state;
    try (Reader<Record> reader = Readers.open(conf, input)) {
      assertEquals(range(0, 1500), ordinals(reader, 1500));
      state = reader.state();
    }
    for (int again = 1; again <= 2; again++) { // what is left of what was left
      try (Reader<Record> reader = Readers.open(conf, input)) {
        reader.restore(state);
        assertEquals(range(1500L * again, 1500L * again + 1000), ordinals(reader, 1000));
        ordinals(reader, 500);
        state = reader.state();
      }
    }
    assertEquals(0, ManyRecords.indexBytes(), "bytes of indexes that were read");
  }

  @Test
  void manyRecordsToPassOverAreNotRead() throws IOException {
    try (Reader<Record> reader = Readers.open(conf, input + " | skip(3999)")) {
      assertEquals(range(3999, 4000), ordinals(reader, 10));
    }
    assertEquals(0, ManyRecords.indexBytes(), "few enough to be read");
    String larger = "recordio:" + ManyRecords.folder(conf, FILES, 10 * RECORDS);
    try (Reader<Record> reader = Readers.open(conf, larger + " | skip(39999)")) {
      assertTrue(reader.next());
      assertEquals(39_999, reader.get().ordinal());
    }
    assertTrue(ManyRecords.indexBytes() > 0, "an index finds the record");
  }
}
