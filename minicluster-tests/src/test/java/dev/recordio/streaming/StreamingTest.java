// SPDX-License-Identifier: Apache-2.0
package dev.recordio.streaming;

import static dev.recordio.jobs.testing.CommandTestBase.words;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.cluster.ClusterExtension;
import dev.recordio.cluster.HdfsUnderTest;
import dev.recordio.mapred.LibSVMInputFormat;
import dev.recordio.mapred.RecordIOInputFormat;
import dev.recordio.mapred.RecordIOOutputFormat;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.Python;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.record.Buffer;
import org.apache.hadoop.streaming.StreamJob;
import org.apache.hadoop.typedbytes.TypedBytesWritable;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Hadoop Streaming with real programs, over HDFS. */
@ExtendWith(ClusterExtension.class)
class StreamingTest implements HdfsUnderTest {
  /** Reads typed bytes from standard input: a long and bytes for each record. */
  private static final String DESCRIBE_TYPED =
      """
      import hashlib, struct, sys
      read = sys.stdin.buffer.read
      while True:
          code = read(1)
          if not code:
              break
          assert code == b'\\4'
          offset = struct.unpack('>q', read(8))[0]
          assert read(1) == b'\\0'
          value = read(struct.unpack('>i', read(4))[0])
          print(offset, len(value), hashlib.sha256(value).hexdigest(), sep=' ')
      """;

  private static final String READS = "-inputformat " + RecordIOInputFormat.class.getName();
  private static final String WRITES = "-outputformat " + RecordIOOutputFormat.class.getName();
  private static final String ROWS = "-inputformat " + LibSVMInputFormat.class.getName();

  static final List<String> NAMES = List.of("tiny", "empty-records", "magic", "mixed");

  @TempDir java.nio.file.Path temp;

  private int stream(Configuration conf, Map<String, String> keys, String... args)
      throws Exception {
    keys.forEach(conf::set);
    conf.set("hadoop.tmp.dir", temp.toString());
    return ToolRunner.run(conf, new StreamJob(), args);
  }

  private void run(Map<String, String> keys, Path input, String mapper, String more)
      throws Exception {
    String[] words =
        words(
            "-input {} -output {} -numReduceTasks 0 -mapper {} " + more,
            input,
            path("out"),
            mapper);
    assertEquals(0, stream(conf(), keys, words));
  }

  private String script(String text) throws IOException {
    java.nio.file.Path file = temp.resolve("describe.py");
    Files.writeString(file, text, StandardCharsets.UTF_8);
    return Python.name() + " " + file;
  }

  private List<String> lines() throws IOException {
    var lines = new ArrayList<String>();
    for (FileStatus part : fs().globStatus(path("out/part-*"))) {
      readText(part.getPath()).lines().map(String::stripTrailing).forEach(lines::add);
    }
    return lines;
  }

  private static List<String> expected(String name) {
    return ExpectedRecords.of(name).stream()
        .map(record -> record.offset() + " " + record.length() + " " + record.sha256())
        .toList();
  }

  private static final Map<String, String> SPLITS =
      Map.of("mapreduce.input.fileinputformat.split.maxsize", "50000");

  @Test
  void programGetsEachPayloadAsTypedBytes() throws Exception {
    Python.assumeHas("hashlib");
    var keys = new HashMap<>(SPLITS);
    keys.put("stream.map.input", "typedbytes");
    run(keys, copy("mixed.rec"), script(DESCRIBE_TYPED), READS);
    assertEquals(3, fs().globStatus(path("out/part-*")).length);
    assertEquals(expected("mixed"), lines());
  }

  @ParameterizedTest
  @FieldSource("NAMES")
  @Supports(row = "write .rec + .idx + .ridx", engine = "old API, Streaming")
  void catWritesTheSameRecordsAndIndexesAgain(String name) throws Exception {
    for (String io : List.of("rawbytes", "typedbytes")) {
      fs().delete(path("out"), true);
      run(
          Map.of("recordio.input.parts", "1"),
          copy(name + ".rec"),
          "cat",
          "-io " + io + " " + READS + " " + WRITES);
      assertEquals(
          List.of("_SUCCESS", "part-00000.idx", "part-00000.rec", "part-00000.ridx"),
          Jobs.names(fs(), path("out")));
      assertArrayEquals(ExpectedRecords.bytes(name + ".rec"), read(path("out/part-00000.rec")), io);
    }
  }

  @Test
  @Supports(
      row = "read LibSVM, LibFM, CSV, row blocks, formats of your own",
      engine = "old API, Streaming")
  void rowsReachTheProgramCheckedAndNormalised() throws Exception {
    Path file = write("in.txt", "1 7:1 2:.50\n\n0 2:3e0\n");
    run(Map.of(), file, "cat", ROWS);
    assertEquals(List.of("0\t1.0 7:1.0 2:0.5", "13\t0.0 2:3.0"), lines());

    fs().delete(path("out"), true);
    run(Map.of("stream.map.input.ignoreKey", "true"), file, "awk '{print NF}'", ROWS);
    assertEquals(List.of("3", "2"), lines());
  }

  @Test
  void brokenRowFailsTheJob() throws Exception {
    Path file = write("bad.txt", "1 2:3\n1 2:x\n");
    String[] words = words("-input {} -output {} -mapper cat " + ROWS, file, path("out"));
    assertNotEquals(0, stream(conf(), Map.of(), words));
  }

  @Test
  void linesBecomeRecords() throws Exception {
    Path file = write("lines.txt", "a longer line\nb\nwith\ttab\n");
    run(Map.of("stream.map.output", "keyonlytext"), file, "cat", WRITES);
    List<ReadRecord> records = Records.of(conf(), path("out/part-00000.rec"), 0, Long.MAX_VALUE);
    assertEquals(List.of(13L, 1L, 8L), records.stream().map(ReadRecord::length).toList());
  }

  private static TypedBytesWritable typed(Object value) {
    var typed = new TypedBytesWritable();
    typed.setValue(value);
    return typed;
  }

  @Test
  void typedBytesAreTheirContentAndTheirNumbersIndexKeys() throws IOException {
    var job = new JobConf(conf());
    job.set("mapreduce.task.attempt.id", "attempt_1_0001_m_000000_0"); // as a task finds it
    job.set("recordio.output.index.keys", "key");
    FileOutputFormat.setOutputPath(job, path("typed"));
    RecordWriter<Object, Object> writer =
        new RecordIOOutputFormat<>().getRecordWriter(fs(), job, "t", Reporter.NULL);
    writer.write(typed(7L), typed(new Buffer(new byte[] {1, 2, 3})));
    writer.write(typed(-1), typed("caf\u00e9"));
    for (Object wrong : new Object[] {5, 6L, 1.5, true}) {
      var e =
          assertThrows(IllegalArgumentException.class, () -> writer.write(typed(8L), typed(wrong)));
      assertTrue(e.getMessage().contains("not of type"), e.getMessage());
    }
    assertThrows(IllegalArgumentException.class, () -> writer.write(typed("k"), typed("v")));
    writer.close(Reporter.NULL);
    Path work = path("typed/_temporary/0/_temporary/attempt_1_0001_m_000000_0");
    assertEquals("7\t0\n4294967295\t12\n", readText(new Path(work, "t.idx")));
    List<ReadRecord> records = Records.of(conf(), new Path(work, "t.rec"), 0, 1000);
    byte[] text = "caf\u00e9".getBytes(StandardCharsets.UTF_8);
    assertEquals(3, records.get(0).length());
    assertEquals(ReadRecord.of("t.rec", 12, text, 0, text.length), records.get(1));
  }
}
