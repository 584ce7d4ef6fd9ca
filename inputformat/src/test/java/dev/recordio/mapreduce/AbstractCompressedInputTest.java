// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.fs.record.DamageTracker;
import dev.recordio.testing.Damage;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.testing.Supports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that Hadoop's codecs compressed as a whole. */
@Supports(row = "compressed .rec.gz, .rec.bz2 and the like", engine = "MapReduce")
public abstract class AbstractCompressedInputTest implements FileSystemUnderTest {

  private Path compress(String name, byte[] bytes) throws IOException {
    var compressed = new ByteArrayOutputStream();
    var codec = new CompressionCodecFactory(conf()).getCodec(new Path(name));
    try (OutputStream out = codec.createOutputStream(compressed)) {
      out.write(bytes);
    }
    return write(name, compressed.toByteArray());
  }

  private Job job(Configuration conf, Path... files) throws IOException {
    Job job = Jobs.of(conf);
    FileInputFormat.setInputPaths(job, files);
    FileInputFormat.setMaxInputSplitSize(job, 1000);
    return job;
  }

  private static List<ReadRecord> named(List<ReadRecord> records, Path file) {
    return records.stream()
        .map(r -> new ReadRecord(file.getName(), r.offset(), r.length(), r.sha256()))
        .toList();
  }

  @Tag("hdfs")
  @ParameterizedTest
  @ValueSource(strings = {"gz", "bz2", "deflate"})
  void areReadAsOneSplit(String suffix) throws Exception {
    for (String name : List.of("tiny", "magic", "plain")) {
      Path file = compress(name + ".rec." + suffix, ExpectedRecords.bytes(name + ".rec"));
      for (String buffer : List.of("16", "4k", "1m")) {
        Job job = job(Records.bufferSize(conf(), buffer), file);
        var format = new RecordIOInputFormat();
        assertEquals(1, format.getSplits(job).size());
        assertEquals(named(ExpectedRecords.of(name), file), Records.ofAll(format, job));
        assertEquals(
            Records.unnamed(ExpectedRecords.of(name)),
            Records.ofAll(new CombineRecordIOInputFormat(), job));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "bz2"})
  void progressGoesForwardToOne(String suffix) throws Exception {
    Path file = compress("p.rec." + suffix, ExpectedRecords.bytes("plain.rec"));
    Job job = job(conf(), file);
    var format = new RecordIOInputFormat();
    var split = format.getSplits(job).get(0);
    var context = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
    try (var reader = format.createRecordReader(split, context)) {
      reader.initialize(split, context);
      float progress = reader.getProgress();
      while (reader.nextKeyValue()) {
        assertTrue(reader.getProgress() >= progress && reader.getProgress() <= 1);
        progress = reader.getProgress();
      }
      assertEquals(1, reader.getProgress());
    }
  }

  @Tag("hdfs")
  @ParameterizedTest
  @ValueSource(strings = {"gz", "deflate"})
  void progressIsThatOfThePackedBytes(String suffix) throws Exception {
    var random = new Random(3);
    var payloads = new ArrayList<byte[]>();
    for (int record = 0; record < 400; record++) {
      var payload = new byte[5000]; // most of it compresses to next to nothing
      for (int i = 0; i < 500; i++) {
        payload[i] = (byte) random.nextInt();
      }
      payloads.add(payload);
    }
    Path file = compress("h.rec." + suffix, Damage.file(payloads));
    Job job = job(Records.bufferSize(conf(), "4k"), file);
    var format = new RecordIOInputFormat();
    var split = format.getSplits(job).get(0);
    var context = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
    try (var reader = format.createRecordReader(split, context)) {
      reader.initialize(split, context);
      for (int record = 1; record <= 400; record++) {
        assertTrue(reader.nextKeyValue());
        assertEquals(record / 400f, reader.getProgress(), 0.05f, "after record " + record);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "bz2"})
  void damageIsReportedByItsOffsetInTheUncompressedBytes(String suffix) throws Exception {
    byte[] plain = ExpectedRecords.bytes("plain.rec");
    List<ReadRecord> all = ExpectedRecords.of("plain");
    int begin = (int) all.get(120).offset();
    plain[begin] ^= 1;
    Path file = compress("d.rec." + suffix, plain);
    Configuration conf = Records.bufferSize(conf(), "4k");
    var e =
        assertThrows(
            MalformedRecordException.class, () -> Records.of(conf, file, 0, Long.MAX_VALUE));
    assertEquals(begin, e.offset());
    assertEquals(file.toString(), e.path());
    conf.set("recordio.input.corrupt-record.policy", "skip");
    DamageTracker damage = DamageTracker.of(conf, null);
    var expected = new ArrayList<>(named(all, file));
    expected.remove(120);
    assertEquals(expected, Records.of(conf, file, 0, fs().getFileStatus(file).getLen(), damage));
    assertEquals(1, damage.damagedRecords());
    assertEquals(all.get(121).offset() - begin, damage.damagedBytes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "bz2"})
  void truncatedTailIsReportedByItsOffsetInTheUncompressedBytes(String suffix) throws Exception {
    Path file = compress("t.rec." + suffix, ExpectedRecords.bytes("damaged/cut-in-payload.rec"));
    var e =
        assertThrows(
            MalformedRecordException.class, () -> Records.of(conf(), file, 0, Long.MAX_VALUE));
    assertEquals(192, e.offset());
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "bz2"})
  void rangeOfTheMiddleIsRefused(String suffix) throws Exception {
    Path file = compress("m.rec." + suffix, ExpectedRecords.bytes("plain.rec"));
    var e = assertThrows(IOException.class, () -> Records.of(conf(), file, 100, 200));
    assertFalse(e instanceof MalformedRecordException);
    assertTrue(e.getMessage().endsWith(file.toString()), e.getMessage());
  }
}
