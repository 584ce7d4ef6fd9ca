// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.cluster.AgainOnHdfs;
import dev.recordio.cluster.HdfsFolder;
import dev.recordio.jobs.pack.source.PackConf;
import dev.recordio.jobs.run.JobRunner;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.GlobalStorageStatistics;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOpsCountStatistics;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@AgainOnHdfs
class HdfsPackJobTest extends AbstractPackJobTest {
  @Override
  public Configuration conf() {
    return HdfsFolder.current().dfs().localJobConf();
  }

  @Override
  public Path testDir() {
    return HdfsFolder.current().path();
  }

  @Override
  protected List<String> oddNames() {
    return super.oddNames().stream().filter(name -> !name.contains(":")).toList();
  }

  /** Reading a file costs an open, and a status call afterwards unless that is turned off. */
  @Tag("hdfs")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fileCostsTwoRequestsToTheNameNodeOrOne(boolean check) throws Exception {
    Map<String, Long> few = requests("few", 3, check);
    Map<String, Long> many = requests("many", 43, check);
    few.merge("op_open", 40L, Long::sum);
    few.merge("op_get_file_status", check ? 40L : 0, Long::sum);
    assertEquals(few, many);
  }

  private Map<String, Long> requests(String name, int files, boolean check) throws Exception {
    Configuration conf = conf();
    PackConf.CHECK_MODIFIED.set(conf, check);
    for (int i = 0; i < files; i++) {
      write(name + "/" + i, new byte[1000]);
    }
    Map<String, Long> before = requests();
    try (var job = new PackJob(conf, List.of(new Path(testDir(), name)), newOutput());
        var nowhere = new PrintStream(OutputStream.nullOutputStream())) {
      new JobRunner(nowhere, true).run(job.job());
    }
    Map<String, Long> after = requests();
    before.forEach((kind, count) -> after.merge(kind, -count, Long::sum));
    return after;
  }

  /** The number of this process's calls to the NameNode so far. */
  private static Map<String, Long> requests() {
    var counts = new TreeMap<String, Long>();
    GlobalStorageStatistics.INSTANCE
        .get(DFSOpsCountStatistics.NAME)
        .getLongStatistics()
        .forEachRemaining(count -> counts.put(count.getName(), count.getValue()));
    return counts;
  }
}
