// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.AbstractEngineTest;
import dev.recordio.testing.EngineInput;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.ReadRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.io.TempDir;

/** The payloads of {@code cat}, cut where {@code records} says that they end, part by part. */
class CommandLineEngineTest extends AbstractEngineTest {
  @TempDir java.nio.file.Path folder;

  @Override
  public Configuration conf() {
    return LocalFiles.checked();
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(folder);
  }

  @Override
  protected List<ReadRecord> records(Path input, long splitSize) throws IOException {
    var records = new ArrayList<ReadRecord>();
    for (FileStatus file : fs().globStatus(new Path(input, "*.rec"))) {
      long parts = 1 + (file.getLen() - 1) / splitSize;
      for (long part = 0; part < parts; part++) {
        read(file.getPath(), part + "/" + parts, records);
      }
    }
    return records;
  }

  private void read(Path file, String part, List<ReadRecord> records) {
    Recordio listed = Recordio.run(conf(), "records", "--part", part, file.toString());
    Recordio read = Recordio.run(conf(), "cat", "--part", part, file.toString());
    assertEquals("0 0", listed.code() + " " + read.code(), listed.err() + read.err());
    int from = 0;
    for (String line : listed.lines()) {
      String[] cells = line.split("\t");
      int length = Integer.parseInt(cells[2]);
      long offset = Long.parseLong(cells[1]);
      records.add(ReadRecord.of(file.getName(), offset, read.bytes(), from, length));
      from += length;
    }
    assertEquals(from, read.bytes().length);
  }

  @Override
  protected Stream<EngineInput> recordInputs() {
    return EngineInput.RECORDS.stream();
  }

  /** None: what {@code csr} makes of rows has tests of its own. */
  @Override
  protected Stream<EngineInput> rowInputs() {
    return Stream.empty();
  }

  @Override
  protected List<String> rows(Path input, long splitSize) {
    throw new UnsupportedOperationException();
  }
}
