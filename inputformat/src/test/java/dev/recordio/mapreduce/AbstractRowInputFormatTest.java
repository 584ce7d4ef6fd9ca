// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.conf.RecordIOConf;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.io.RowBlockWritable;
import dev.recordio.io.SparseRow;
import dev.recordio.sparse.ParseRule;
import dev.recordio.sparse.text.StrictRulesTest;
import dev.recordio.sparse.text.Texts;
import dev.recordio.task.RowCounter;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The InputFormats of rows, and LibSVMOutputFormat, by themselves and in jobs. */
public abstract class AbstractRowInputFormatTest implements FileSystemUnderTest {
  /** Into how many splits each text is cut. */
  protected IntStream splitCounts() {
    return IntStream.of(1, 2, 7, 50);
  }

  static List<String> soundTexts() {
    var names = new ArrayList<String>();
    for (String name : Texts.names("csr", "")) {
      if (!name.contains("sidefiles")) {
        names.add(name);
      }
    }
    for (String format : List.of("libsvm", "libfm", "csv")) {
      names.addAll(Texts.names("recordio/" + format, "ok-"));
    }
    return names;
  }

  static List<String[]> strictRules() {
    return StrictRulesTest.table().filter(row -> !row[0].contains("err-empty-file")).toList();
  }

  private static SparseRowInputFormat formatOf(String name) {
    return name.endsWith(".csv")
        ? new CsvInputFormat()
        : name.contains("libfm") ? new LibFMInputFormat() : new LibSVMInputFormat();
  }

  private Job job(String name, Path file) throws IOException {
    Configuration conf = conf();
    RecordIOConf.INPUT_BUFFER_SIZE.set(conf, "4k"); // small arrays: readers are many
    if (name.endsWith(".csv")) {
      var arguments = new ArrayList<String>();
      arguments.add("label_column=" + (name.contains("label") ? 0 : -1));
      arguments.add("weight_column=" + (name.contains("weight") ? 1 : -1));
      arguments.add("header=auto");
      if (name.contains("semicolon") || name.contains("tab")) {
        arguments.add("delimiter=" + (name.contains("tab") ? "tab" : "semicolon"));
      }
      LibSvmConf.ARGUMENTS.set(conf, String.join("&", arguments));
    }
    Job job = Jobs.of(conf);
    FileInputFormat.setInputPaths(job, file);
    return job;
  }

  private interface Visitor {
    void row(LongWritable key, SparseRow value);
  }

  private static void read(SparseRowInputFormat format, Job job, Visitor visitor) throws Exception {
    var context = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
    for (InputSplit split : format.getSplits(job)) {
      try (RecordReader<LongWritable, SparseRow> reader =
          format.createRecordReader(split, context)) {
        reader.initialize(split, context);
        while (reader.nextKeyValue()) {
          visitor.row(reader.getCurrentKey(), reader.getCurrentValue());
        }
      }
    }
  }

  /** Offsets and rows as text. */
  private static List<String> rows(SparseRowInputFormat format, Job job) throws Exception {
    var rows = new ArrayList<String>();
    read(format, job, (key, row) -> rows.add(key + " " + row));
    return rows;
  }

  @Tag("hdfs")
  @ParameterizedTest
  @MethodSource("soundTexts")
  @Supports(row = "read LibSVM, LibFM, CSV, row blocks, formats of your own", engine = "MapReduce")
  void anyNumberOfSplitsGivesTheSameRows(String name) throws Exception {
    byte[] text = Texts.bytes(name);
    Path file = write(name.substring(name.lastIndexOf('/') + 1), text);
    Job job = job(name, file);
    SparseRowInputFormat format = formatOf(name);
    List<String> all = rows(format, job);
    assertFalse(all.isEmpty());
    for (int count : splitCounts().toArray()) {
      FileInputFormat.setMaxInputSplitSize(job, Math.max(1, (text.length + count - 1) / count));
      assertEquals(all, rows(format, job), count + " splits");
    }
    FileInputFormat.setMaxInputSplitSize(job, Long.MAX_VALUE);
    for (int count : new int[] {1, 3, 50}) {
      RangeInputFormat.setParts(job, count);
      assertEquals(count, format.getSplits(job).size());
      assertEquals(all, rows(format, job), count + " parts");
    }
  }

  @ParameterizedTest
  @MethodSource("strictRules")
  void strictNamesFileOffsetAndRule(
      String name, String rule, String line, String offset, String found) throws Exception {
    Path file = write(name.substring(name.lastIndexOf('/') + 1), Texts.bytes(name));
    Job job = job(name, file);
    if (rule.equals("-")) {
      rows(formatOf(name), job);
      return;
    }
    var e = assertThrows(MalformedRecordException.class, () -> rows(formatOf(name), job));
    assertEquals(rule, e.what());
    assertEquals(file.toString(), e.path());
    assertEquals(Long.parseLong(offset), e.offset());
    assertEquals(Long.parseLong(line), e.line());
    assertEquals(found, e.found());
  }

  @Test
  void keyIsTheLinesOffsetAndObjectsAreUsedAgain() throws Exception {
    Path file = write("k.txt", "\uFEFF# a\n1:2 3:4\r\n\n 5:6 7:8");
    Job job = job("k.txt", file);
    var keys = new ArrayList<String>();
    var objects = new ArrayList<SparseRow>();
    read(
        new LibSVMInputFormat(),
        job,
        (key, row) -> {
          keys.add(key + ": " + row);
          objects.add(row);
        });
    assertEquals(List.of("7: 1.0:2.0 3:4.0", "17: 5.0:6.0 7:8.0"), keys);
    assertSame(objects.get(0), objects.get(1));
  }

  @Test
  @Supports(
      row = "bzip2 text splits, gzip text whole; dmlc-core's parts and URI arguments",
      engine = "MapReduce")
  void argumentsOfTheInputAreTheJobs() throws Exception {
    Path file = write("u.csv", "a;b\n1;2\n");
    Job job = Jobs.of(conf());
    RowInputFormat.setInput(job, file + "?format=csv&delimiter=semicolon&label_column=1");
    assertEquals(List.of("4 2.0 0:1.0"), rows(new CsvInputFormat(), job));
    assertEquals(List.of("4 2.0 0:1.0"), rows(new SparseRowInputFormat(), job));
    var e =
        assertThrows(InvalidSettingException.class, () -> new LibSVMInputFormat().getSplits(job));
    assertTrue(e.getMessage().startsWith("libsvm.format is 'csv', but"), e.getMessage());
  }

  /** Passes rows on. */
  public static final class RowMapper
      extends Mapper<LongWritable, SparseRow, LongWritable, SparseRow> {}

  /** Writes rows without their offsets. */
  public static final class RowReducer
      extends Reducer<LongWritable, SparseRow, NullWritable, SparseRow> {
    @Override
    protected void reduce(LongWritable key, Iterable<SparseRow> rows, Context context)
        throws IOException, InterruptedException {
      for (SparseRow row : rows) {
        context.write(NullWritable.get(), row);
      }
    }
  }

  /** Writes each value as text. */
  public static final class TextMapper extends Mapper<LongWritable, Writable, LongWritable, Text> {
    @Override
    protected void map(LongWritable key, Writable value, Context context)
        throws IOException, InterruptedException {
      if (value instanceof RowBlockWritable block) {
        var row = new SparseRow();
        for (int r = 0; r < block.block().rows(); r++) {
          row.set(block.block(), r);
          long position = block.block().positions()[r];
          context.write(new LongWritable(position), new Text(row.toString()));
        }
      } else {
        context.write(key, new Text(value.toString()));
      }
    }
  }

  private String output(String glob) throws IOException {
    var text = new StringBuilder();
    for (FileStatus file : fs().globStatus(path(glob))) {
      text.append(readText(file.getPath()));
    }
    return text.toString();
  }

  @Tag("hdfs")
  @Test
  @Supports(row = "LibSVM text written", engine = "MapReduce")
  void jobReadsSortsAndWritesRowsBack() throws Exception {
    String text = "1 7:1 2:.50\n0 2:3e0\n-1 9:1e-9 9:2\n1\n";
    Path file = write("in.txt", text.repeat(100));
    Job job = job("in.txt", file);
    FileInputFormat.setMaxInputSplitSize(job, 1000);
    job.getConfiguration().set("libsvm.index.base", "1");
    job.getConfiguration().set("libsvm.output.index.base", "1");
    job.setInputFormatClass(LibSVMInputFormat.class);
    job.setMapperClass(RowMapper.class);
    job.setReducerClass(RowReducer.class);
    job.setMapOutputKeyClass(LongWritable.class);
    job.setMapOutputValueClass(SparseRow.class);
    job.setOutputFormatClass(LibSVMOutputFormat.class);
    FileOutputFormat.setOutputPath(job, path("out"));
    Jobs.run(job);
    assertEquals(List.of("_SUCCESS", "part-r-00000.libsvm"), Jobs.names(fs(), path("out")));
    assertEquals(
        "1 2:0.5 7:1\n0 2:3\n-1 9:1e-09 9:2\n1\n".repeat(100), output("out/part-r-00000.libsvm"));
    var counters = job.getCounters();
    assertEquals(400, counters.findCounter(RowCounter.ROWS_READ).getValue());
    assertEquals(400, counters.findCounter(RowCounter.LINES_READ).getValue());
    assertEquals(400, counters.findCounter(RowCounter.ROWS_WRITTEN).getValue());
    assertTrue(counters.findCounter(RowCounter.BYTES_READ).getValue() >= text.length() * 100);
    String unsorted = ParseRule.UNSORTED_INDEX.title();
    assertEquals(100, counters.findCounter(RowCounter.RULES, unsorted).getValue());
    for (RowCounter counter : RowCounter.values()) {
      assertFalse(
          counters.findCounter(counter).getDisplayName().equals(counter.name()), counter.name());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1:2 1:1, 0 1:1, MIXED_WEIGHTS",
    "1 qid:2 1:1, 0 1:1, MIXED_QIDS",
    "1 1:1, 0 1, MIXED_VALUES",
    "1 1:1, 0 2:1,"
  })
  void rowsOfSeveralSplitsThatAreNotAlikeShowInTheCounters(String a, String b, ParseRule rule)
      throws Exception {
    write("alike/a.txt", a);
    write("alike/b.txt", b);
    Job job = job("alike", path("alike"));
    job.setInputFormatClass(LibSVMInputFormat.class);
    job.setMapperClass(RowMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(LibSVMOutputFormat.class);
    FileOutputFormat.setOutputPath(job, path("alike-out"));
    Jobs.run(job);
    assertEquals(rule, RowInputFormat.conflict(job.getCounters()));
  }

  @Tag("hdfs")
  @Test
  void jobWritesThroughTheConfiguredCodec() throws Exception {
    Job job = job("z.txt", write("z.txt", "1:2 3:4\n"));
    job.setInputFormatClass(LibSVMInputFormat.class);
    job.setMapperClass(RowMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputFormatClass(LibSVMOutputFormat.class);
    FileOutputFormat.setOutputPath(job, path("zipped"));
    FileOutputFormat.setOutputCompressorClass(job, GzipCodec.class);
    FileOutputFormat.setCompressOutput(job, true);
    Jobs.run(job);
    Job again = job("z.txt", path("zipped/part-m-00000.libsvm.gz"));
    assertEquals(List.of("0 1.0:2.0 3:4.0"), rows(new LibSVMInputFormat(), again));
  }

  private void describes(
      Class<? extends RowInputFormat<?>> format, String name, SparseRowInputFormat alone)
      throws Exception {
    Path file = write(name.substring(name.lastIndexOf('/') + 1), Texts.bytes(name));
    Job job = job(name, file);
    RangeInputFormat.setParts(job, 3);
    job.setInputFormatClass(format);
    job.setMapperClass(TextMapper.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(Text.class);
    FileOutputFormat.setOutputPath(job, path("rows-" + format.getSimpleName()));
    Jobs.run(job);
    var expected = new TreeSet<String>();
    read(alone, job, (key, row) -> expected.add(key + "\t" + row));
    assertEquals(
        expected,
        new TreeSet<>(output("rows-" + format.getSimpleName() + "/part-*").lines().toList()));
    assertEquals(expected.size(), job.getCounters().findCounter(RowCounter.ROWS_READ).getValue());
  }

  @Test
  @Supports(row = "read LibSVM, LibFM, CSV, row blocks, formats of your own", engine = "MapReduce")
  void jobsReadLibFmCsvAndBlocksOfRows() throws Exception {
    describes(LibFMInputFormat.class, "recordio/libfm/ok-basic.txt", new LibFMInputFormat());
    describes(CsvInputFormat.class, "recordio/csv/ok-label0.csv", new CsvInputFormat());
    describes(RowBlockInputFormat.class, "csr/tiny.libsvm", new LibSVMInputFormat());
  }
}
