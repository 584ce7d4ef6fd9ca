// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.AbstractEngineTest;
import dev.recordio.testing.EngineInput;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Supports;
import dev.recordio.testing.WrongInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.io.TempDir;

/** The payloads of {@code cat}, cut by the lengths from {@code records}, part by part. */
@Supports(row = "read RecordIO, split anywhere", engine = "command line")
@Supports(row = "compressed .rec.gz, .rec.bz2 and the like", engine = "command line")
@Supports(row = "damaged records: fail, skip, quarantine", engine = "command line")
@Supports(row = "files whose payloads may contain magic words", engine = "command line")
class CommandLineEngineTest extends AbstractEngineTest {
  @TempDir java.nio.file.Path temp;

  @Override
  public Configuration conf() {
    return LocalJobs.conf();
  }

  @Override
  public Path testDir() {
    return LocalFiles.path(temp);
  }

  @Override
  protected List<ReadRecord> records(Path folder, EngineInput input) throws IOException {
    var records = new ArrayList<ReadRecord>();
    for (Path file : files(folder, input)) {
      boolean compressed = file.getName().matches(".*[.](gz|bz2)");
      long length = fs().getFileStatus(file).getLen();
      long parts = compressed ? 1 : 1 + (length - 1) / input.splitSize();
      for (long part = 0; part < parts; part++) {
        read(file, part + "/" + parts, input, records);
      }
    }
    return records;
  }

  /** Returns the files that have splits. */
  private Set<Path> files(Path folder, EngineInput input) throws IOException {
    Configuration conf = conf();
    input.settings().forEach(conf::set);
    Recordio splits = Recordio.run(conf, "splits", folder.toString());
    if (splits.code() == 3) {
      throw new IOException(splits.err());
    }
    assertEquals(0, splits.code(), splits.err());
    var files = new LinkedHashSet<Path>();
    splits.lines().forEach(line -> files.add(new Path(line.split("\t")[0])));
    return files;
  }

  /**
   * Adds the records of a part.
   *
   * @throws IOException with the output, when a command finds its input invalid
   */
  private void read(Path file, String part, EngineInput input, List<ReadRecord> records)
      throws IOException {
    Configuration conf = conf();
    input.settings().forEach(conf::set);
    Recordio listed = Recordio.run(conf, "records", "--part", part, file.toString());
    Recordio read = Recordio.run(conf, "cat", "--part", part, file.toString());
    String policy = input.settings().get("recordio.input.corrupt-record.policy");
    boolean skips = policy != null && !policy.equals("fail");
    for (Recordio run : List.of(listed, read)) {
      if (run.code() == 3) {
        throw new IOException(run.err());
      }
      assertTrue(run.code() == 0 || skips && run.code() == 5, run.err());
    }
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

  /** None: the output of {@code csr} for rows has its own tests. */
  @Override
  protected Stream<EngineInput> rowInputs() {
    return Stream.empty();
  }

  @Override
  protected Stream<WrongInput> wrongInputs() {
    return super.wrongInputs().filter(wrong -> !wrong.text());
  }

  @Override
  protected List<String> rows(Path folder, EngineInput input) {
    throw new UnsupportedOperationException();
  }
}
