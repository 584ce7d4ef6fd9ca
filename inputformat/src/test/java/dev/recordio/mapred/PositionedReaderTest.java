// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.LocalFilesUnderTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.junit.jupiter.api.Test;

/** Positions that another thread than the reading one asks for, as Tez does. */
class PositionedReaderTest implements LocalFilesUnderTest {
  private static <K, V> RecordReader<K, V> open(InputFormat<K, V> format, JobConf job)
      throws IOException {
    return format.getRecordReader(format.getSplits(job, 1)[0], job, Reporter.NULL);
  }

  /** Returns how many records are read while another thread asks for positions all the time. */
  private static <K, V> int watched(InputFormat<K, V> format, JobConf job) throws Exception {
    var read = new AtomicBoolean();
    try (RecordReader<K, V> reader = open(format, job)) {
      var watch =
          CompletableFuture.runAsync(
              () -> {
                try {
                  while (!read.get()) {
                    reader.getPos();
                    reader.getProgress();
                  }
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      K key = reader.createKey();
      V value = reader.createValue();
      int count = 0;
      try {
        while (reader.next(key, value)) {
          count++;
        }
      } finally {
        read.set(true);
      }
      watch.get();
      return count;
    }
  }

  @Test
  void askingForThemLosesNoRecordAndNoRow() throws Exception {
    var records = ExpectedRecords.of("mixed").size();
    JobConf job = OldApi.job(conf(), write("mixed.rec", ExpectedRecords.bytes("mixed.rec")));
    var lines = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      lines.append(i).append(" 1:").append(i).append('\n');
    }
    byte[] text = lines.toString().getBytes(StandardCharsets.UTF_8);
    JobConf rows = OldApi.job(conf(), write("rows.txt", text));
    rows.setInt("recordio.input.buffer-size", 4096);
    for (int i = 0; i < 10; i++) {
      assertEquals(records, watched(new RecordIOInputFormat(), job));
      assertEquals(20_000, watched(new LibSVMInputFormat(), rows));
    }
  }

  @Test
  void whatIsFoundByAskingForThemFailsTheReadingToo() throws IOException {
    Path file = write("cut.rec", ExpectedRecords.bytes("damaged/cut-in-payload.rec"));
    try (var reader = open(new RecordIOInputFormat(), OldApi.job(conf(), file))) {
      var key = reader.createKey();
      var value = reader.createValue();
      var found = new ArrayList<Long>();
      var e =
          assertThrows(
              MalformedRecordException.class,
              () -> {
                while (reader.getPos() >= 0 && reader.next(key, value)) {
                  found.add(key.get());
                }
              });
      assertEquals(192, e.offset());
      assertEquals(6, found.size());
      assertEquals(e, assertThrows(MalformedRecordException.class, () -> reader.next(key, value)));
    }
  }
}
