// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.bytes.MalformedRecordException;
import dev.recordio.conf.InvalidSettingException;
import dev.recordio.io.SparseRow;
import dev.recordio.sparse.text.Texts;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows through the old API are those of the newer one, however the files are cut. */
public abstract class AbstractMapredRowsTest implements FileSystemUnderTest {
  private static final String[] NOWHERE = {};

  static List<String> soundTexts() {
    return Texts.names("recordio/libsvm", "ok-");
  }

  private JobConf job(Path... inputs) {
    JobConf job = OldApi.job(conf(), inputs);
    job.set("recordio.input.buffer-size", "4k"); // small arrays: readers are many
    return job;
  }

  private static List<String> byTheNewerApi(JobConf job) throws Exception {
    var format = new dev.recordio.mapreduce.LibSVMInputFormat();
    var context = new TaskAttemptContextImpl(job, new TaskAttemptID());
    var lines = new ArrayList<String>();
    for (InputSplit split : format.getSplits(Job.getInstance(job))) {
      try (var reader = format.createRecordReader(split, context)) {
        reader.initialize(split, context);
        while (reader.nextKeyValue()) {
          lines.add(reader.getCurrentKey() + " " + reader.getCurrentValue());
        }
      }
    }
    return lines;
  }

  @ParameterizedTest
  @MethodSource("soundTexts")
  void rowsAreThoseOfTheNewerApiHoweverTheFileIsCut(String name) throws Exception {
    byte[] text = Texts.bytes(name);
    Path file = write(name.substring(name.lastIndexOf('/') + 1), text);
    JobConf job = job(file);
    List<String> expected = byTheNewerApi(job);
    for (int maps : new int[] {1, 7, 50}) {
      assertEquals(expected, OldApi.lines(new LibSVMInputFormat(), job, maps), maps + " maps");
    }
    RangeInputFormat.setParts(job, 3);
    assertEquals(expected, OldApi.lines(new LibSVMInputFormat(), job, 1), "parts");
    var lines = new ArrayList<String>();
    int step = Math.max(1, text.length / 20);
    for (long start = 0; start < text.length; start += step) {
      var split = new FileSplit(file, start, Math.min(step, text.length - start), NOWHERE);
      lines.addAll(lines(new LibSVMInputFormat().getRecordReader(split, job, Reporter.NULL)));
    }
    assertEquals(expected, lines, "an engine's ranges");
  }

  private static List<String> lines(RecordReader<LongWritable, SparseRow> reader)
      throws IOException {
    var lines = new ArrayList<String>();
    LongWritable key = reader.createKey();
    SparseRow row = reader.createValue();
    long position = reader.getPos();
    while (reader.next(key, row)) {
      assertEquals(position, key.get(), "the position is that of the row to come");
      lines.add(key + " " + row);
      position = reader.getPos();
    }
    assertFalse(reader.next(key, row));
    reader.close();
    return lines;
  }

  private Path text(String name, String text) throws IOException {
    return write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  @Tag("hdfs")
  @Test
  void positionsAreOffsetsAndTheEndOfTheSplitComesLast() throws IOException {
    Path file = text("p.txt", "# a\n1 2:3\n\n0 1:1\n# b\n");
    var split = new FileSplit(file, 0, 21, NOWHERE);
    RecordReader<LongWritable, SparseRow> reader =
        new LibSVMInputFormat().getRecordReader(split, job(file), Reporter.NULL);
    assertEquals(List.of("4 1.0 2:3.0", "11 0.0 1:1.0"), lines(reader));
    reader = new LibSVMInputFormat().getRecordReader(split, job(file), Reporter.NULL);
    SparseRow first = reader.createValue();
    SparseRow second = reader.createValue();
    assertTrue(reader.next(reader.createKey(), first));
    assertTrue(reader.next(reader.createKey(), second));
    assertEquals(21, reader.getPos());
    assertEquals("1.0 2:3.0, 0.0 1:1.0", first + ", " + second, "rows are the caller's");
    reader.close();
    Path empty = text("empty.txt", "");
    var nothing = new FileSplit(empty, 0, 0, NOWHERE);
    assertEquals(
        List.of(),
        lines(new LibSVMInputFormat().getRecordReader(nothing, job(empty), Reporter.NULL)));
  }

  @Test
  @Supports(
      row = "read LibSVM, LibFM, CSV, row blocks, formats of your own",
      engine = "old API, Streaming")
  @Supports(
      row = "bzip2 text splits, gzip text whole; dmlc-core's parts and URI arguments",
      engine = "old API, Streaming")
  void otherFormatsAndArgumentsAreRead() throws IOException {
    JobConf csv = new JobConf(conf());
    SparseRowInputFormat.setInput(
        csv, text("a.csv", "x;y\n1;2\n") + "?format=csv&label_column=1&delimiter=semicolon");
    assertEquals(List.of("4 2.0 0:1.0"), OldApi.lines(new CsvInputFormat(), csv, 1));
    assertEquals(List.of("4 2.0 0:1.0"), OldApi.lines(new SparseRowInputFormat(), csv, 1));
    assertThrows(
        InvalidSettingException.class, () -> OldApi.lines(new LibSVMInputFormat(), csv, 1));
    JobConf fm = job(text("a.txt", "1 0:3:2\n"));
    assertEquals(List.of("0 1.0 0:3:2.0"), OldApi.lines(new LibFMInputFormat(), fm, 1));
  }

  @Test
  void errorsNameFileOffsetAndLineAndWrongSettingsComeFirst() throws IOException {
    Path file = text("bad.txt", "1 2:3\n1 2:x\n");
    JobConf job = job(file);
    RecordReader<LongWritable, SparseRow> reader =
        new LibSVMInputFormat()
            .getRecordReader(new FileSplit(file, 0, 12, NOWHERE), job, Reporter.NULL);
    var e = assertThrows(MalformedRecordException.class, () -> lines(reader));
    assertEquals(file.toString(), e.path());
    assertEquals(10, e.offset());
    assertEquals(2, e.line());
    job.set("libsvm.index.base", "auto");
    assertThrows(InvalidSettingException.class, () -> new LibSVMInputFormat().getSplits(job, 1));
  }
}
