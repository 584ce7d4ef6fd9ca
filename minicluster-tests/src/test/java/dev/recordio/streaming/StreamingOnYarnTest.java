// SPDX-License-Identifier: Apache-2.0
package dev.recordio.streaming;

import static dev.recordio.jobs.testing.CommandTestBase.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.cluster.MiniYarn;
import dev.recordio.mapred.RecordIOInputFormat;
import dev.recordio.mapred.RecordIOOutputFormat;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.streaming.StreamJob;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Hadoop Streaming in containers that have of this project only what {@code -libjars} adds. */
@ExtendWith(ClusterExtension.class)
class StreamingOnYarnTest implements HdfsUnderTest {
  private final MiniYarn yarn;

  StreamingOnYarnTest(MiniYarn yarn) {
    this.yarn = yarn;
  }

  @Test
  void catInContainersWritesTheSameRecords() throws Exception {
    java.nio.file.Path jar =
        java.nio.file.Path.of(
            RecordIOInputFormat.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    assumeTrue(Files.isRegularFile(jar), "classes, not yet packed");
    Configuration conf = yarn.jarOnlyConf();
    String[] args =
        words(
            "-libjars {} -Dmapreduce.job.maps=2 -Dmapreduce.job.reduces=0 -io rawbytes"
                + " -inputformat {} -outputformat {} -input {} -output {} -mapper cat",
            jar,
            RecordIOInputFormat.class.getName(),
            RecordIOOutputFormat.class.getName(),
            copy("mixed.rec"),
            path("out"));
    assertEquals(0, ToolRunner.run(conf, new StreamJob(), args));
    var digests = new ArrayList<String>();
    FileStatus[] parts = fs().globStatus(path("out/part-*.rec"));
    for (FileStatus part : parts) {
      Records.of(conf(), part.getPath(), 0, part.getLen())
          .forEach(record -> digests.add(record.sha256()));
    }
    assertEquals(2, parts.length);
    List<ReadRecord> expected = ExpectedRecords.of("mixed");
    assertEquals(expected.stream().map(ReadRecord::sha256).toList(), digests);
  }
}
