// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.recordio.cluster.AttemptsTestBase;
import dev.recordio.cluster.MiniYarn;
import dev.recordio.jobs.job.Plan;
import dev.recordio.npy.NpyHeader;
import dev.recordio.npy.NpyType;
import dev.recordio.store.GatherBatch;
import dev.recordio.store.Missing;
import dev.recordio.store.Snapshot;
import dev.recordio.store.Store;
import dev.recordio.store.StoreDelete;
import dev.recordio.store.StoreGather;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.testing.Jobs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobCounter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever happens to attempts in containers, a store has the records once, and keeps them. */
@Tag("deep")
class StoreAttemptsTest extends AttemptsTestBase {
  private static final int RECORDS = 2000;
  private static final int WIDTH = 24;

  StoreAttemptsTest(MiniYarn yarn) {
    super(yarn);
  }

  @Test
  void deadAndSpeculativeAttemptsDoNotChangeWhatStoresHave() throws Exception {
    byte[] rows = new byte[RECORDS * WIDTH];
    new Random(3).nextBytes(rows);
    var npy = new ByteArrayOutputStream();
    npy.writeBytes(NpyHeader.of(NpyType.parse("|u1"), RECORDS, WIDTH));
    npy.writeBytes(rows);
    Path input = write("in/x.npy", npy.toByteArray());
    Path path = path("store");

    try (var job =
        new ImportJob(unluckyConf(), path, Map.of("x", input.toString(), "y", input.toString()))) {
      job.prepare();
      assertEquals(3, Plan.count(job.job().getConfiguration()));
      unlucky(job.job());
      assertEquals(1, job.made().generation());
    }
    Store store = Store.open(conf(), path);
    Snapshot imported = store.snapshot();
    assertEquals(RECORDS, imported.length());
    assertArrayEquals(rows, live(imported));

    StoreDelete delete = store.delete();
    for (int id = 0; id < RECORDS; id++) {
      if (id % 5 > 1) {
        delete.add(id);
      }
    }
    delete.commit();
    byte[] left = live(store.snapshot());
    assertEquals(RECORDS * WIDTH / 5 * 2, left.length);

    try (var job = new RebalanceJob(unluckyConf(), path)) {
      assertEquals(2, job.plan().tasks().size()); // one for each field
      unlucky(job.job());
      assertArrayEquals(left, live(store.snapshot()));
      assertArrayEquals(rows, live(imported), "a reader of an older generation");
    }

    Path output = path("out");
    Configuration conf = unluckyConf();
    StoreCommandConf.EXPORT_SHARDS.set(conf, 3);
    StoreConf.FIELDS.set(conf, "x");
    try (var job = new StoreExportJob(conf, path, output)) {
      unlucky(job.job());
    }
    assertEquals(
        List.of(
            "_SUCCESS", "_store.json", "part-00000.x.npy", "part-00001.x.npy", "part-00002.x.npy"),
        Jobs.names(fs(), output));
    var all = new ByteArrayOutputStream();
    for (int shard = 0; shard < 3; shard++) {
      byte[] file = read(new Path(output, "part-0000" + shard + ".x.npy"));
      all.write(file, NpyHeader.BYTES, file.length - NpyHeader.BYTES);
    }
    assertArrayEquals(left, all.toByteArray());
  }

  private Configuration unluckyConf() {
    Configuration conf = confOfTwice();
    conf.set(StoreConf.CHUNK_SIZE.key(), "12k");
    return conf;
  }

  private static void unlucky(Job job) throws Exception {
    runTwice(job, AtEnd.class);
    assertEquals(1, counter(job, JobCounter.NUM_FAILED_MAPS));
  }

  /** Returns the values of all records that are not deleted. */
  private static byte[] live(Snapshot snapshot) throws IOException {
    try (StoreGather gather = snapshot.gather("x").missing(Missing.SKIP);
        GatherBatch batch = gather.range(0, snapshot.length(), 1)) {
      byte[] values = new byte[batch.size() * WIDTH];
      batch.fixed("x").get(values);
      return values;
    }
  }
}
