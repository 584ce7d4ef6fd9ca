// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.jobs.testing.CommandTestBase;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.Fixtures;
import dev.recordio.testing.Jobs;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Base of the tests of the index job. */
abstract class IndexTestBase implements FileSystemUnderTest {
  static byte[] image(String name) throws IOException {
    try (InputStream in = IndexTestBase.class.getResourceAsStream("/fixtures/images/" + name)) {
      return in.readAllBytes();
    }
  }

  final Path put(String fixture) throws IOException {
    return write(fixture.substring(fixture.lastIndexOf('/') + 1), Fixtures.bytes(fixture));
  }

  final Recordio run(String line, Object... arguments) {
    return Recordio.run(conf(), CommandTestBase.words(line, arguments));
  }

  final Recordio index(String line, Object... arguments) {
    return run("index " + line, arguments);
  }

  final Recordio indexed(String line, Object... arguments) {
    Recordio run = index(line, arguments).ended(0);
    assertEquals("", run.out());
    return run;
  }

  /** The names in the test's folder, except those of checksum files and of folders. */
  final List<String> names() throws IOException {
    return Jobs.names(fs(), testDir()).stream()
        .filter(name -> !name.endsWith(".crc") && name.contains("."))
        .toList();
  }

  final byte[] idx(Path rec) throws IOException {
    return read(RecordFiles.index(rec));
  }

  final byte[] ridx(Path rec) throws IOException {
    return read(RecordFiles.binaryIndex(rec));
  }

  static void assertReported(Recordio run, String name, String value) {
    assertTrue(run.err().matches("(?s).*\\b" + name + " +" + value + "\\b.*"), run.err());
  }

  /** Writes a fixture again with {@link RecordFileWriter}, indexes and all. */
  final Path rewritten(String fixture, String name) throws IOException {
    Path source = put(fixture);
    Path rec = path(name);
    var range = new InputRange(source, 0, Long.MAX_VALUE);
    try (var reader = new RecordSplitReader(conf(), List.of(range), DamageTracker.failing());
        var writer = RecordFileWriter.create(conf(), rec, RecordFiles.index(rec), true)) {
      while (reader.next()) {
        RecordRangeReader record = reader.record();
        int from = record.payloadOffset();
        writer.write(writer.count(), record.buffer(), from, record.payloadLength());
      }
    }
    fs().delete(source, false);
    return rec;
  }
}
