// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.run.JobRunner;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.npy.NpyHeader;
import dev.recordio.npy.NpyType;
import dev.recordio.store.GatherBatch;
import dev.recordio.store.Store;
import dev.recordio.store.StoreAppend;
import dev.recordio.store.StoreGather;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.schema.StoreField;
import dev.recordio.store.schema.StoreSchema;
import dev.recordio.store.verify.StoreVerify;
import dev.recordio.store.verify.StoreVerify.StoreFinding;
import dev.recordio.testing.LocalFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An import and a garbage collection at the same time. */
class ImportUnderCollectionTest {
  private static final int RECORDS = 1000;
  private static final int WIDTH = 24;

  @TempDir private Path folder;

  @Test
  void anImportUnderWaySurvivesTheCollectionOfWhatIsOld() throws Exception {
    Configuration conf = LocalJobs.conf(folder);
    conf.set(StoreConf.CHUNK_SIZE.key(), "4k");
    org.apache.hadoop.fs.Path path = LocalFiles.path(folder.resolve("s"));
    var schema = new StoreSchema(List.of(StoreField.parse("x=u1[" + WIDTH + "]")));
    Store store = Store.create(conf, path, schema);
    append(store);
    append(store);
    makeOld();

    byte[] rows = new byte[RECORDS * WIDTH];
    new Random(5).nextBytes(rows);
    byte[] header = NpyHeader.of(NpyType.parse("|u1"), RECORDS, WIDTH);
    Path npy = folder.resolve("x.npy");
    Files.write(
        npy, ByteBuffer.allocate(header.length + rows.length).put(header).put(rows).array());
    try (var job = new ImportJob(conf, path, Map.of("x", npy.toString()))) {
      job.prepare();
      UnitJob.setTask(job.job(), CollectingImportTask.class);
      new JobRunner(new PrintStream(new ByteArrayOutputStream()), true).run(job.job());
      assertEquals(3, job.made().generation());
    }

    // Two older generations, and the table that the second append merged with its own.
    assertTrue(CollectingImportTask.REMOVED.get() >= 2, "" + CollectingImportTask.REMOVED);
    Store after = Store.open(conf, path);
    try (StoreGather gather = after.snapshot().gather();
        GatherBatch batch = gather.range(2, 2 + RECORDS, 1)) {
      for (int i = 0; i < RECORDS; i++) {
        ByteBuffer value = batch.value("x", i);
        assertEquals(ByteBuffer.wrap(rows, i * WIDTH, WIDTH), value, "record " + i);
      }
    }
    var findings = new ArrayList<StoreFinding>();
    new StoreVerify(conf, after.generations(), findings::add).verifyAll();
    assertEquals(List.of(), findings);
  }

  private static void append(Store store) throws IOException {
    try (StoreAppend append = store.append()) {
      append.set("x", new byte[WIDTH]);
      append.add();
      append.commit();
    }
  }

  /** All files so far are older than the grace. */
  private void makeOld() throws IOException {
    FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(8)));
    try (var files = Files.walk(folder.resolve("s"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.setLastModifiedTime(file, old);
      }
    }
  }
}
