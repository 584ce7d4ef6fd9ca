// SPDX-License-Identifier: Apache-2.0
package dev.recordio.fs.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.input.InputRange;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.LocalFiles;
import dev.recordio.wire.FramedRecord;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copying a record leaves the same as writing it: file, text and binary index. */
class AppendedRecordsTest implements FileSystemUnderTest {
  @TempDir java.nio.file.Path temp;

  @Override
  public Configuration conf() {
    return LocalFiles.checked();
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(temp);
  }

  @ParameterizedTest
  @ValueSource(strings = {"magic.rec", "mixed.rec", "empty-records.rec"})
  void copiesAndWrittenRecordsAreTheSameFiles(String fixture) throws IOException {
    Path source = write("source.rec", Fixtures.bytes(fixture));
    var range = List.of(new InputRange(source, 0, Long.MAX_VALUE));
    var key = new LongWritable();
    var value = new BytesWritable();
    try (var reader = new RecordSplitReader(conf(), range, DamageTracker.failing());
        var writer = RecordFileWriter.create(conf(), path("written.rec"), path("written.idx"))) {
      while (reader.next(key, value)) {
        writer.write(~writer.count(), value.getBytes(), 0, value.getLength());
      }
    }
    var record = new FramedRecord();
    try (var reader = new RecordSplitReader(conf(), range, DamageTracker.failing());
        var writer = RecordFileWriter.create(conf(), path("copied.rec"), path("copied.idx"))) {
      while (reader.nextFramed(key, value)) {
        assertEquals(key.get(), writer.bytes());
        record.read(value.getBytes(), 0, value.getLength());
        writer.append(~writer.count(), record);
      }
      assertEquals(reader.multiPartRecords(), writer.multiPartRecords());
      assertEquals(reader.damage().soundRecords(), writer.count());
    }

    assertArrayEquals(Fixtures.bytes(fixture), read(path("copied.rec")));
    for (String suffix : List.of(".rec", ".idx", ".ridx")) {
      assertArrayEquals(read(path("written" + suffix)), read(path("copied" + suffix)), suffix);
    }
  }
}
