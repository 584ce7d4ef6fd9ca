// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.index;

import static dev.recordio.testing.Faults.Call.CREATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.Faults;
import dev.recordio.testing.Fixtures;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalIndexJobTest extends AbstractIndexJobTest {
  private final Faults faults = new Faults();
  @TempDir java.nio.file.Path temp;

  @Override
  public Configuration conf() {
    return conf(temp);
  }

  static Configuration conf(java.nio.file.Path temp) {
    return LocalJobs.conf(temp);
  }

  @Override
  public Path testDir() {
    return new Path(temp.resolve("files").toUri());
  }

  @Test
  void aFolderThatCanNotBeWrittenIsNamedBeforeTheWork() throws IOException {
    Path rec = write("tiny.rec", Fixtures.bytes("tiny.rec"));
    Configuration conf = conf();
    faults.on("**/*.idx*", CREATE).fails("Permission denied");
    faults.replaceLocal(conf, true);
    Recordio run = Recordio.run(conf, "index", rec.toString());
    assertEquals(3, run.code(), run.err());
    assertTrue(run.err().startsWith("recordio: no index can be written in "), run.err());
    assertTrue(run.err().contains("Permission denied"), run.err());
  }

  @Test
  void aCountingFileSystemShowsThatLongPayloadsAreNotRead() throws IOException {
    Path rec = path("long.rec");
    var payload = new byte[100_000];
    try (var writer = RecordFileWriter.create(conf(), rec, RecordFiles.index(rec), true)) {
      for (int i = 0; i < 60; i++) {
        writer.write(i, payload, 0, payload.length);
      }
    }
    Configuration conf = conf();
    Path watched = faults.over(conf, rec);
    Recordio run =
        Recordio.run(
            conf,
            "index",
            "--check",
            "-D",
            "mapreduce.input.fileinputformat.split.minsize=33554432",
            watched.toString());
    assertEquals(0, run.code(), run.out() + run.err());
    assertReported(run, "records", "60");
    long read = faults.bytesRead(); // of the indexes, too
    assertTrue(read <= fs().getFileStatus(rec).getLen() / 10, read + " bytes");
  }
}
