// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.ConfKey;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.io.SparseRow;
import dev.recordio.task.LibraryKeys;
import dev.recordio.testing.Damage;
import dev.recordio.testing.Faults;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Sampled;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every key under values that it may not take: readers, writers and planners take them or report
 * them.
 */
class SettingsTest {
  private static final List<String> VALUES =
      List.of(
          "",
          " ",
          "-1",
          "0",
          "9223372036854775807",
          "99999999999999999999",
          "2g",
          "1e400",
          "NaN",
          "nope",
          "1 2");
  private static final int RECORDS = 5;

  @TempDir java.nio.file.Path folder;
  private Path records;
  private Path rows;
  private int outputs;

  /** What a job does with a configuration. */
  private interface Use {
    void run(Configuration conf) throws Exception;
  }

  @BeforeEach
  void writeInput() throws IOException {
    var payloads = new ArrayList<byte[]>();
    for (int i = 0; i < RECORDS; i++) {
      payloads.add(Damage.payload(i, 100));
    }
    Files.write(folder.resolve("a.rec"), Damage.file(payloads));
    String index = "0\t0\n1\t108\n2\t216\n3\t324\n4\t432\n";
    Files.writeString(folder.resolve("a.idx"), index, StandardCharsets.US_ASCII);
    Files.writeString(folder.resolve("a.txt"), "1 1:1\n0 2:3\n");
    records = new Path(LocalFiles.path(folder), "a.rec");
    rows = new Path(LocalFiles.path(folder), "a.txt");
  }

  private static List<ConfKey> keys() {
    return LibraryKeys.ALL;
  }

  private Map<String, Use> uses() {
    var uses = new LinkedHashMap<String, Use>();
    uses.put("records", conf -> read(new RecordIOInputFormat(), conf, records));
    uses.put("records by number", conf -> read(new IndexedRecordIOInputFormat(), conf, records));
    uses.put("combined", conf -> read(new CombineRecordIOInputFormat(), conf, records));
    uses.put("rows", conf -> read(new SparseRowInputFormat(), conf, rows));
    uses.put("mapred", this::readMapred);
    uses.put("a task alone", this::readInTask);
    uses.put(
        "writing records",
        conf ->
            write(
                new RecordIOOutputFormat<>(),
                conf,
                new LongWritable(1),
                new BytesWritable(new byte[9])));
    uses.put(
        "writing rows",
        conf -> write(new LibSVMOutputFormat(), conf, NullWritable.get(), new SparseRow()));
    return uses;
  }

  private static TaskAttemptContext task(Configuration conf) {
    return new TaskAttemptContextImpl(conf, TaskAttemptID.forName("attempt_1_0001_m_000000_0"));
  }

  private static <K, V> void read(InputFormat<K, V> format, Configuration base, Path file)
      throws Exception {
    var conf = new Configuration(base);
    var faults = new Faults();
    Path watched = faults.over(conf, file);
    Job job = Jobs.of(conf);
    FileInputFormat.setInputPaths(job, watched);
    List<InputSplit> splits;
    try {
      splits = format.getSplits(job);
    } catch (InvalidSettingException e) {
      assertEquals(0, faults.opened(), "files opened before " + e.getMessage());
      throw e;
    }
    for (InputSplit split : splits) {
      read(format, split, job.getConfiguration());
    }
  }

  private static <K, V> void read(InputFormat<K, V> format, InputSplit split, Configuration conf)
      throws Exception {
    TaskAttemptContext task = task(conf);
    try (RecordReader<K, V> reader = format.createRecordReader(split, task)) {
      reader.initialize(split, task);
      while (reader.nextKeyValue()) {
        assertTrue(reader.getProgress() <= 1);
      }
    }
  }

  private void readMapred(Configuration conf) throws Exception {
    var job = new JobConf(conf);
    org.apache.hadoop.mapred.FileInputFormat.setInputPaths(job, records);
    var format = new dev.recordio.mapred.RecordIOInputFormat();
    for (var split : format.getSplits(job, 1)) {
      try (var reader = format.getRecordReader(split, job, Reporter.NULL)) {
        var key = reader.createKey();
        var value = reader.createValue();
        while (reader.next(key, value)) {
          assertEquals(100, value.getLength());
        }
      }
    }
  }

  /** If engines plan by themselves, a task is the first to read a setting. */
  private void readInTask(Configuration base) throws Exception {
    var faults = new Faults();
    var good = LocalFiles.checked();
    Job job = Jobs.of(good);
    FileInputFormat.setInputPaths(job, faults.over(job.getConfiguration(), records));
    List<InputSplit> splits = new RecordIOInputFormat().getSplits(job);
    var conf = new Configuration(base);
    faults.over(conf, records);
    try {
      read(new RecordIOInputFormat(), splits.get(0), conf);
    } catch (InvalidSettingException e) {
      assertEquals(0, faults.opened(), "files opened before " + e.getMessage());
      throw e;
    }
  }

  private <K, V extends Writable> void write(
      OutputFormat<K, V> format, Configuration base, K key, V value) throws Exception {
    Job job = Jobs.of(new Configuration(base));
    FileOutputFormat.setOutputPath(job, new Path(LocalFiles.path(folder), "out" + outputs++));
    TaskAttemptContext task = task(job.getConfiguration());
    RecordWriter<K, V> writer = format.getRecordWriter(task);
    writer.write(key, value);
    writer.close(task);
  }

  /** Whether a use may read a key; all check all of them before they begin. */
  private static boolean reads(String use, String key) {
    boolean rows = use.contains("rows");
    if (use.startsWith("writing")) {
      return key.startsWith(rows ? "libsvm." : "recordio.output.");
    }
    return use.equals("records")
        || (rows && key.startsWith("libsvm."))
        || key.startsWith("recordio.input.")
        || key.equals("recordio.split.verify-records")
        || (use.equals("records by number") && key.startsWith("recordio.gather."));
  }

  /** Returns what the uses report about a value: an empty text if they take it. */
  private Map<String, String> answers(ConfKey key, String value) throws Exception {
    var answers = new TreeMap<String, String>();
    for (Map.Entry<String, Use> use : uses().entrySet()) {
      if (!reads(use.getKey(), key.key())) {
        continue;
      }
      Configuration conf = LocalFiles.checked();
      conf.set(key.key(), value);
      try {
        use.getValue().run(conf);
        answers.put(use.getKey(), "");
      } catch (InvalidSettingException e) {
        answers.put(use.getKey(), e.getMessage());
      } catch (FileNotFoundException e) {
        assertEquals("no record has the key " + value, e.getMessage());
        answers.put(use.getKey(), "");
      } catch (Exception | Error e) {
        throw new AssertionError(key + "='" + value + "', " + use.getKey() + ": " + e, e);
      }
    }
    return answers;
  }

  @ParameterizedTest
  @MethodSource("keys")
  void everyKeyTakesAValueOrNamesIt(ConfKey key) throws Exception {
    int step = Sampled.step(3, 1); // other values for each key
    for (int i = Math.floorMod(key.key().hashCode(), step); i < VALUES.size(); i += step) {
      String value = VALUES.get(i);
      answers(key, value)
          .forEach(
              (use, answer) ->
                  assertTrue(
                      answer.isEmpty()
                          || answer
                              .toLowerCase(Locale.ROOT)
                              .contains(
                                  (key + " is '" + value + "'; it takes ")
                                      .toLowerCase(Locale.ROOT)),
                      () -> key + "='" + value + "', " + use + ": " + answer));
    }
  }

  @ParameterizedTest
  @MethodSource("keys")
  void anEmptyValueIsTheDefault(ConfKey key) throws Exception {
    for (String value : List.of("", " ")) {
      var answers = answers(key, value);
      assertTrue(answers.values().stream().allMatch(String::isEmpty), answers::toString);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "recordio.input.buffer-size, records, 2g -1 0 15",
    "recordio.input.buffer-size, a task alone, 2g -1 0 15",
    "recordio.input.parts, records, -3 -1 1000001 1.5",
    "recordio.input.parts, records by number, -3",
    "recordio.input.parts, mapred, -3",
    "recordio.input.parts, rows, -3",
    "recordio.split.verify-records, records, -5 2147483648",
    "recordio.split.verify-records, a task alone, -5",
    "recordio.input.skip-above, records, -5 -1k",
    "recordio.input.corrupt-record.max-fraction, records, -1 2 NaN Infinity 1e400 0x1p-1",
    "recordio.input.corrupt-record.min-count, records, -1",
    "recordio.output.buffer-size, writing records, -5 2g 0",
    "recordio.input.combine.max-size, combined, -1 0",
    "recordio.gather.batch-size, records by number, -1 0 2g",
    "recordio.gather.threads, records by number, 0 -1 2147483647",
    "recordio.input.shuffle.block, records by number, 0 -1",
    "recordio.input.shuffle.window, records by number, 0",
    "recordio.input.parts.rule, records by number, fair",
    "recordio.input.rows, records by number, 5 9-3 a-b 0-99999999999999999999",
    "recordio.input.keys, records by number, '-1 a 1,x 1;2 18446744073709551616'",
    "recordio.output.index, writing records, yes 1",
    "libsvm.index.base, rows, 2 -1",
    "libsvm.output.index.base, writing rows, 2 auto",
    "libsvm.format, rows, nope",
    "libsvm.arguments, rows, nope",
    "libsvm.features, rows, -1 1k"
  })
  void isRefused(String key, String use, String values) throws Exception {
    for (String value : values.split(" ")) {
      Configuration conf = LocalFiles.checked();
      conf.set(key, value);
      String answer = null;
      try {
        uses().get(use).run(conf);
      } catch (InvalidSettingException e) {
        answer = e.getMessage();
      }
      String found = answer;
      assertTrue(
          found != null && found.contains(key + " is '" + value + "'"),
          () -> key + "='" + value + "', " + use + ": " + found);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "recordio.input.buffer-size, 16 1k 0x40",
    "recordio.input.parts, 0 1 3 0x2 1000",
    "recordio.input.skip-above, 0 7e 9223372036854775807",
    "recordio.split.verify-records, 0 10",
    "recordio.input.corrupt-record.max-fraction, 0 1 .5 1e-3 1.0",
    "recordio.input.corrupt-record.policy, FAIL skip Skip",
    "recordio.input.rows, 0-0 1-2",
    "recordio.input.keys, 0 4,1",
    "recordio.input.seed, -1 9223372036854775807 -9223372036854775808",
    "recordio.input.combine.max-size, 1k 7e",
    "recordio.gather.max-gap, auto 0 1g",
    "recordio.gather.threads, 1 64",
    "recordio.output.index.keys, ordinal GLOBAL",
    "libsvm.index.base, 0 1",
    "libsvm.mode, strict Lenient dmlc",
    "libsvm.format, libsvm LibSVM"
  })
  void isTaken(String key, String values) throws Exception {
    ConfKey known = LibraryKeys.ALL.stream().filter(k -> k.key().equals(key)).findFirst().get();
    for (String value : values.split(" ")) {
      var answers = answers(known, value);
      assertTrue(answers.values().stream().allMatch(String::isEmpty), answers::toString);
    }
  }

  @Test
  void theMessageSaysWhatIsTaken() throws Exception {
    String answer = answers(RecordIOConf.INPUT_PARTS, "-3").get("records");
    assertEquals("recordio.input.parts is '-3'; it takes a whole number from 0 to 1000000", answer);
    String size = answers(RecordIOConf.INPUT_BUFFER_SIZE, "2g").get("records");
    assertEquals(
        "recordio.input.buffer-size is '2g'; it takes a number of bytes from 16 to 1g, with k, m,"
            + " g for powers of 1024",
        size);
    String base = answers(LibSvmConf.INDEX_BASE, "auto").get("rows");
    assertTrue(base.startsWith("libsvm.index.base is auto: a reader of a part"), base);
  }
}
