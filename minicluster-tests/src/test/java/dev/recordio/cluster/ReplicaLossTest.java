// SPDX-License-Identifier: Apache-2.0
package dev.recordio.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.cluster.HdfsFaults.StoppedDataNode;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.fs.record.QuarantineFile;
import dev.recordio.fs.record.RecordRangeReader;
import dev.recordio.fs.record.RecordSplitReader;
import dev.recordio.fs.stream.ChunkReader;
import dev.recordio.jobs.testing.Recordio;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * DataNodes that stop and replicas that are corrupted: other replicas are read, or it is an I/O
 * error.
 */
@ExtendWith(ClusterExtension.class)
class ReplicaLossTest implements HdfsUnderTest {
  private static final byte[] BYTES = ExpectedRecords.bytes("plain.rec");
  private static final List<ReadRecord> RECORDS = ExpectedRecords.of("plain");
  private static final int HALF = RECORDS.size() / 2;
  private static final String POLICY = "recordio.input.corrupt-record.policy";

  /** Much smaller than the file: what is read later has not been buffered before. */
  private static final int BUFFER = 4096;

  private final HdfsFaults faults;

  ReplicaLossTest(MiniDfs dfs) {
    faults = dfs.faults();
  }

  private Path write(int blockSize, int replication) throws IOException {
    return folder().dfs().write(path("plain.rec"), BYTES, blockSize, replication);
  }

  private static RecordRangeReader reader(FSDataInputStream in, Path file) {
    ChunkReader chunks = ChunkReader.of(in, file.toString(), BYTES.length, BUFFER);
    return new RecordRangeReader(chunks, 0, BYTES.length, 0, DamageTracker.failing());
  }

  private RecordSplitReader splitReader(Configuration conf, Path file, DamageTracker damage) {
    Records.bufferSize(conf, BUFFER);
    return new RecordSplitReader(conf, List.of(new InputRange(file, 0, BYTES.length)), damage);
  }

  private static ReadRecord current(RecordRangeReader reader) {
    int from = reader.payloadOffset();
    return ReadRecord.of(
        "plain.rec", reader.offset(), reader.buffer(), from, reader.payloadLength());
  }

  private static Object dataNode(FSDataInputStream in) throws IOException {
    return ((HdfsDataInputStream) in).getCurrentDatanode();
  }

  @ParameterizedTest
  @ValueSource(ints = {1024, 64 << 10, 1 << 20})
  void theDataNodeOfTheStreamMayStopHalfWay(int blockSize) throws IOException {
    Path file = write(blockSize, 2);
    var records = new ArrayList<ReadRecord>();
    try (FSDataInputStream in = fs().open(file);
        RecordRangeReader reader = reader(in, file)) {
      while (records.size() < HALF && reader.next()) {
        records.add(current(reader));
      }
      Object stoppedNode = dataNode(in);
      try (StoppedDataNode stopped = faults.stopDataNodeServing(in)) {
        while (reader.next()) {
          records.add(current(reader));
        }
        if (blockSize < BYTES.length / 2) { // else the rest may already be buffered
          assertNotEquals(stoppedNode, dataNode(in));
        }
      }
    }
    assertEquals(RECORDS, records);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void anyDataNodeMayStopUnderASplitReader(int node) throws IOException {
    Path file = write(1024, 2);
    var records = new ArrayList<ReadRecord>();
    try (RecordSplitReader reader = splitReader(conf(), file, DamageTracker.failing())) {
      while (records.size() < HALF && reader.next()) {
        records.add(current(reader.record()));
      }
      try (StoppedDataNode stopped = faults.stopDataNode(node)) {
        while (reader.next()) {
          records.add(current(reader.record()));
        }
      }
    }
    assertEquals(RECORDS, records);
  }

  @Test
  void aCorruptReplicaIsReadThroughAnotherAndReported() throws IOException {
    Path file = write(MiniDfs.BLOCK_SIZE, 2);
    var records = new ArrayList<ReadRecord>();
    try (FSDataInputStream in = fs().open(file);
        RecordRangeReader reader = reader(in, file)) {
      faults.corruptReplicaUnder(in, RECORDS.get(HALF).offset() + 1);
      while (reader.next()) {
        records.add(current(reader));
      }
    }
    assertEquals(RECORDS, records);
    assertEquals(1, faults.reportedCorruptReplicas(file));
  }

  @Test
  void aDataNodeOfCorruptReplicasIsReadAroundAndReported() throws IOException {
    Path file = write(1024, 3);
    assertEquals((BYTES.length + 1023) / 1024, faults.corruptReplicasOn(1, file));
    assertEquals(RECORDS, Records.of(conf(), file, 0, BYTES.length));
    assertTrue(faults.reportedCorruptReplicas(file) > 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail", "skip", "quarantine"})
  void aCorruptOnlyReplicaIsAnErrorUnderEveryPolicyAndNoDamagedRecord(String policy)
      throws IOException {
    Path file = write(MiniDfs.BLOCK_SIZE, 1);
    long rotten = RECORDS.get(HALF).offset() + 1; // in a magic word
    faults.corruptReplica(file, rotten);
    Configuration conf = conf();
    conf.set(POLICY, policy);
    var records = new ArrayList<ReadRecord>();
    Path side = path("quarantine.tsv");
    try (var quarantine = new QuarantineFile(conf, side);
        RecordSplitReader reader = splitReader(conf, file, DamageTracker.of(conf, quarantine))) {
      IOException e =
          assertThrows(
              IOException.class,
              () -> {
                while (reader.next()) {
                  records.add(current(reader.record()));
                }
              });
      assertLost(e, file);
      assertEquals(0, reader.damage().damagedRecords());
    }
    assertEquals(RECORDS.subList(0, records.size()), records);
    assertTrue(!records.isEmpty() && records.size() <= HALF, records.size() + " records");
    assertFalse(fs().exists(side));
  }

  @ParameterizedTest
  @ValueSource(strings = {"records", "info", "cat"})
  void aCommandFailsOnALostBlockAndSkipsNothing(String command) throws IOException {
    Path file = write(MiniDfs.BLOCK_SIZE, 1);
    faults.corruptReplica(file, RECORDS.get(HALF).offset() + 1);
    Recordio run = Recordio.run(conf(), command, "-D", POLICY + "=skip", file.toString()).ended(1);
    assertTrue(run.err().contains("plain.rec"), run.err());
  }

  @Test
  void aBlockWhoseOnlyDataNodeIsDownIsAnErrorUnderSkip() throws IOException {
    Path file = write(1 << 20, 1);
    Configuration conf = conf();
    conf.set(POLICY, "skip");
    try (FSDataInputStream in = fs().open(file)) {
      in.read();
      try (StoppedDataNode stopped = faults.stopDataNodeServing(in)) {
        DamageTracker damage = DamageTracker.of(conf, null);
        IOException e =
            assertThrows(IOException.class, () -> Records.of(conf, file, 0, BYTES.length, damage));
        assertLost(e, file);
        assertEquals(0, damage.damagedRecords());
      }
    }
    assertEquals(RECORDS, Records.of(conf, file, 0, BYTES.length));
  }

  private static void assertLost(IOException e, Path file) {
    assertFalse(e instanceof MalformedRecordException, e::toString);
    assertTrue(e instanceof ChecksumException || e instanceof BlockMissingException, e::toString);
    assertTrue(e.getMessage().contains(file.toUri().getPath()), e::getMessage);
  }
}
