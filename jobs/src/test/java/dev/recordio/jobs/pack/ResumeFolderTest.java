// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.fs.stream.Files;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResumeFolderTest {
  @TempDir java.nio.file.Path folder;

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0", "2, 0"})
  void onlyAShardWhoseSourcesWereAllReadIsKept(long skipped, int kept) throws IOException {
    Configuration conf = LocalFiles.checked();
    var output = new Path(LocalFiles.path(folder), "packed");
    FileSystem fs = output.getFileSystem(conf);
    var shard = new Path(output, "_temporary/0/task_local_0001_m_000000/part-00000.rec");
    try (var out = Files.create(conf, shard)) {
      out.writeBytes("records");
    }
    ShardReport.Part part = ShardReport.Part.of(fs, shard, false, () -> {});
    var report = new ShardReport(1, BigInteger.ZERO, 0, 7, 0, skipped, 0, List.of(), List.of(part));
    var resume = new ResumeFolder(fs, output);
    resume.report(0, new TaskAttemptID("local", 1, TaskType.MAP, 0, 0), report);
    assertEquals(kept, resume.gather());
  }
}
