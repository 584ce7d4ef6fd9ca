// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.pack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.job.WatchedTask.Watch;
import dev.recordio.jobs.pack.source.PackConf;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A task that reads for long reports progress, or its attempt would be killed. */
class PackProgressTest extends LocalTestBase {
  /** Counts how often the tasks of this process report progress. */
  static final class Counting implements Watch {
    static final AtomicInteger CALLS = new AtomicInteger();

    @Override
    public void progressed() {
      CALLS.incrementAndGet();
    }
  }

  private static final int MEBIBYTES = 48;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsPassedOverInATarIsProgress(boolean shuffle) throws Exception {
    var members = new TreeMap<String, byte[]>();
    members.put("a.txt", bytes("A"));
    members.put("b.bin", new byte[MEBIBYTES << 20]);
    members.put("c.txt", bytes("C"));
    Path archive = write("a.tar.gz", Archives.compress("gz", Archives.tar(members)));
    // With this seed the first entry comes last: the archive is unpacked.
    Configuration conf =
        conf(PackConf.EXTENSIONS, "txt", PackConf.SHUFFLE, shuffle, "recordio.pack.seed", 1);
    try (var job = new PackJob(conf, List.of(archive), newOutput())) {
      Counting.CALLS.set(0);
      assertEquals(2, run(job, Counting.class).payloads().size());
    }
    int calls = Counting.CALLS.get();
    assertTrue(calls >= MEBIBYTES, calls + " calls for " + MEBIBYTES + " MiB");
  }
}
