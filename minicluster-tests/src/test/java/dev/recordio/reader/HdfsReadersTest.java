// SPDX-License-Identifier: Apache-2.0
package dev.recordio.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsFaults.StoppedDataNode;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.cluster.MiniDfs;
import dev.recordio.fs.index.RecordFileWriter;
import dev.recordio.fs.index.RecordFiles;
import dev.recordio.fs.index.RidxWriter;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Pipelines over HDFS, of which a DataNode stops, and workers of which are killed. */
@ExtendWith(ClusterExtension.class)
class HdfsReadersTest implements HdfsUnderTest {
  private static final int RECORDS = 3000;
  private static final int MAX_PAYLOAD = 400;
  private static final int BLOCK_SIZE = 4096; // 150 blocks
  private static final int REPLICATION =
      2; // of three nodes: two blocks in three are on any of them
  private static final int EPOCHS = 3;

  private final Configuration conf;
  private String input;
  @TempDir java.nio.file.Path local;

  HdfsReadersTest(MiniDfs dfs) {
    conf = dfs.conf();
  }

  @BeforeEach
  void write() throws IOException {
    var random = new SplittableRandom(5);
    var records = new ByteArrayOutputStream();
    var index = new ByteArrayOutputStream();
    try (var writer =
        new RecordFileWriter(records, null, RidxWriter.ofNewRecords(index, true), 1 << 16)) {
      for (int i = 0; i < RECORDS; i++) {
        var payload = new byte[random.nextInt(MAX_PAYLOAD)];
        random.nextBytes(payload);
        writer.write(i, payload, 0, payload.length);
      }
    }
    var file = path("train.rec");
    folder().dfs().write(file, records.toByteArray(), BLOCK_SIZE, REPLICATION);
    folder()
        .dfs()
        .write(RecordFiles.binaryIndex(file), index.toByteArray(), BLOCK_SIZE, REPLICATION);
    input = "recordio:" + file;
  }

  private static List<Integer> payloads(Reader<RecordBatch> reader, int batches)
      throws IOException {
    var hashes = new ArrayList<Integer>();
    for (int b = 0; b < batches && reader.next(); b++) {
      RecordBatch batch = reader.get();
      for (int i = 0; i < batch.size(); i++) {
        hashes.add(31 * (int) batch.get(i).ordinal() + Arrays.hashCode(batch.get(i).copy()));
      }
    }
    return hashes;
  }

  @Test
  void aDataNodeDiesInTheMiddleAndTheSequenceIsTheSame() throws IOException {
    String spec = input + " | order(epoch,seed=7,block=8,window=64) | batch(32) | prefetch(4k)";
    List<Integer> expected;
    try (Reader<RecordBatch> reader = Readers.open(conf, spec)) {
      expected = payloads(reader, Integer.MAX_VALUE);
    }
    assertEquals(RECORDS, expected.size());
    var found = new ArrayList<Integer>();
    try (Reader<RecordBatch> reader = Readers.open(conf, spec)) {
      found.addAll(payloads(reader, 20));
      try (StoppedDataNode stopped = folder().dfs().faults().stopDataNode(0)) {
        found.addAll(payloads(reader, Integer.MAX_VALUE));
      }
    }
    assertEquals(expected, found);
  }

  /** Two workers are killed at different places, and three others share what is left. */
  @Test
  void workersAreKilledAndWhatTheirLastStatesLeaveIsReadOnce() throws Exception {
    String spec =
        input
            + " | order(epoch,seed=7,block=8,window=64) | batch(32) | prefetch(4k) | repeat("
            + EPOCHS
            + ")";
    var seen = new ArrayList<String>();
    var states = new ArrayList<ReaderState>();
    int[] batches = {23, 64}; // the second one in another epoch
    for (int worker = 0; worker < batches.length; worker++) {
      java.nio.file.Path file = local.resolve("state-" + worker);
      List<String> lines = killedAfter(batches[worker], spec, worker + "/" + batches.length, file);
      String[] saved = Files.readString(file).split("\n", 2);
      int kept = Integer.parseInt(saved[0]);
      assertTrue(kept > 0 && kept < batches[worker], kept + " of " + batches[worker] + " batches");
      lines.subList(0, kept).forEach(line -> seen.addAll(List.of(line.split(" "))));
      states.add(ReaderState.parse(saved[1]));
    }
    int resumed = 3;
    for (int worker = 0; worker < resumed; worker++) {
      var own = new Configuration(conf);
      ReaderConf.SHARD.set(own, worker + "/" + resumed);
      try (Reader<RecordBatch> reader = Readers.open(own, spec)) {
        reader.restore(ReaderState.of(states));
        while (reader.next()) {
          seen.addAll(List.of(ReaderWorker.line(reader.epoch(), reader.get()).split(" ")));
        }
      }
    }
    var missing = new HashSet<String>();
    LongStream.range(0, (long) EPOCHS * RECORDS)
        .forEach(i -> missing.add(i / RECORDS + ":" + i % RECORDS));
    List<String> unexpected = seen.stream().filter(each -> !missing.remove(each)).toList();
    assertEquals(
        "0 missing, 0 unexpected",
        missing.size() + " missing, " + unexpected.size() + " unexpected",
        () -> "missing: " + missing + ", twice or unexpected: " + unexpected);
  }

  /** Starts a worker, lets it read some batches, kills it, and returns what it said. */
  private List<String> killedAfter(int batches, String spec, String shard, java.nio.file.Path state)
      throws Exception {
    Process worker =
        new ProcessBuilder(
                java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                ReaderWorker.class.getName(),
                spec,
                shard,
                state.toString())
            .redirectError(local.resolve("worker.err").toFile())
            .start();
    var lines = new ArrayList<String>();
    try (BufferedReader said = worker.inputReader(StandardCharsets.UTF_8)) {
      OutputStream permits = worker.getOutputStream();
      for (int i = 0; i < batches; i++) {
        permits.write(1);
        permits.flush();
        String line = said.readLine();
        assertTrue(line != null, () -> "batch " + lines.size() + ": " + errors());
        lines.add(line);
      }
    } finally {
      worker.destroyForcibly().waitFor();
    }
    return lines;
  }

  private String errors() {
    try {
      return Files.readString(local.resolve("worker.err"));
    } catch (IOException e) {
      return e.toString();
    }
  }
}
