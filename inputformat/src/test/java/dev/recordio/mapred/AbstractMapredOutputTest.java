// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapred;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.io.SparseRow;
import dev.recordio.task.RecordIOCounter;
import dev.recordio.task.RowCounter;
import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.RunningJob;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.mapreduce.lib.output.committer.manifest.ManifestCommitterFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Files that the old API's output formats write, in jobs and by themselves. */
public abstract class AbstractMapredOutputTest implements FileSystemUnderTest {
  private JobConf copying(Path... inputs) throws IOException {
    JobConf job = OldApi.job(conf(), inputs);
    job.setInputFormat(RecordIOInputFormat.class);
    job.setOutputFormat(RecordIOOutputFormat.class);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(BytesWritable.class);
    job.setNumReduceTasks(0);
    FileOutputFormat.setOutputPath(job, path("out"));
    return job;
  }

  @Tag("hdfs")
  @Test
  @Supports(row = "write .rec + .idx + .ridx", engine = "old API, Streaming")
  void jobCopiesRecordsToTheByteAndCounts() throws IOException {
    JobConf job = copying(copy("magic.rec"));
    RangeInputFormat.setParts(job, 1);
    RunningJob ran = JobClient.runJob(job);
    assertEquals(
        List.of("_SUCCESS", "part-00000.idx", "part-00000.rec", "part-00000.ridx"),
        Jobs.names(fs(), path("out")));
    assertArrayEquals(ExpectedRecords.bytes("magic.rec"), read(path("out/part-00000.rec")));
    assertEquals(99, ran.getCounters().getCounter(RecordIOCounter.RECORDS_READ));
    assertEquals(99, ran.getCounters().getCounter(RecordIOCounter.RECORDS_WRITTEN));
    assertEquals(
        ran.getCounters().getCounter(RecordIOCounter.MULTI_PART_RECORDS_READ),
        ran.getCounters().getCounter(RecordIOCounter.MULTI_PART_RECORDS_WRITTEN));
  }

  @Tag("hdfs")
  @Test
  void jobReadsTheFilesOfThreeTasksWithGlobalKeys() throws IOException {
    JobConf job = copying(copy("mixed.rec"));
    job.setInt("mapreduce.input.fileinputformat.split.maxsize", 40_000);
    job.set("recordio.output.index.keys", "global");
    JobClient.runJob(job);
    FileStatus[] files = fs().globStatus(path("out/part-*.rec"));
    assertEquals(3, files.length);
    var lengths = OldApi.records(OldApi.job(conf(), path("out")), 5);
    assertEquals(
        ExpectedRecords.of("mixed").stream().map(ReadRecord::sha256).toList(),
        lengths.stream().map(ReadRecord::sha256).toList());
    String index = readText(path("out/part-00002.idx"));
    assertTrue(index.startsWith((2L << 40) + "\t0\n"), index.substring(0, 20));
  }

  /** Its success file says by which committer, and the usual one's is empty. */
  @Tag("hdfs")
  @Test
  void jobCommitsByTheCommitterThatIsConfigured() throws IOException {
    JobConf job = copying(copy("magic.rec"));
    job.set(
        PathOutputCommitterFactory.COMMITTER_FACTORY_CLASS,
        ManifestCommitterFactory.class.getName());
    job.setOutputCommitter(ConfiguredOutputCommitter.class);
    RangeInputFormat.setParts(job, 2);
    JobClient.runJob(job);
    String success = readText(path("out/_SUCCESS"));
    assertTrue(success.contains("committer.manifest.ManifestCommitter\""), success);
    assertTrue(success.contains("\"committer_files_committed\" : 6,"), success);
    assertEquals(
        List.of(
            "_SUCCESS",
            "part-00000.idx",
            "part-00000.rec",
            "part-00000.ridx",
            "part-00001.idx",
            "part-00001.rec",
            "part-00001.ridx"),
        Jobs.names(fs(), path("out")));
    List<ReadRecord> read = OldApi.records(OldApi.job(conf(), path("out")), 5);
    assertEquals(99, read.size());
  }

  private JobConf alone() throws IOException {
    JobConf job = new JobConf(conf());
    FileOutputFormat.setOutputPath(job, path("alone"));
    job.set("mapreduce.task.attempt.id", "attempt_1_0001_m_000000_0"); // as a task finds it
    return job;
  }

  private RecordWriter<Object, Object> writer(JobConf job, String name) throws IOException {
    return new RecordIOOutputFormat<>().getRecordWriter(fs(), job, name, Reporter.NULL);
  }

  @Test
  void payloadIsTheValueOrTheKeyWhereThereIsNone() throws IOException {
    RecordWriter<Object, Object> writer = writer(alone(), "p");
    var bytes = new BytesWritable("abc and more".getBytes(StandardCharsets.US_ASCII));
    bytes.setSize(3);
    writer.write(new LongWritable(7), bytes);
    writer.write(new Text("a line"), NullWritable.get());
    writer.write(new Text("another"), null);
    writer.write(null, new Text("text"));
    writer.write(new Text("a line without a tab is no harm here"), new Text(""));
    for (Object wrong : new Object[] {new IntWritable(1), "a string"}) {
      var e =
          assertThrows(
              IllegalArgumentException.class, () -> writer.write(NullWritable.get(), wrong));
      assertTrue(e.getMessage().endsWith(wrong.getClass().getName()), e.getMessage());
    }
    assertThrows(IllegalArgumentException.class, () -> writer.write(null, null));
    writer.close(Reporter.NULL);
    assertEquals(
        List.of(3L, 6L, 7L, 4L, 0L),
        Records.of(
                conf(),
                path("alone/_temporary/0/_temporary/attempt_1_0001_m_000000_0/p.rec"),
                0,
                1000)
            .stream()
            .map(ReadRecord::length)
            .toList());
  }

  @Test
  void lineOfStreamingWithoutATabIsAnErrorThatSaysWhatToDo() throws IOException {
    JobConf job = alone();
    job.set("stream.map.streamprocessor", "cat");
    RecordWriter<Object, Object> writer = writer(job, "s");
    writer.write(new Text("key"), new Text("value"));
    writer.write(new Text(""), new Text(""));
    writer.write(new Text("only"), NullWritable.get());
    var e =
        assertThrows(
            IllegalArgumentException.class, () -> writer.write(new Text("line"), new Text()));
    assertTrue(e.getMessage().contains("\"line\"") && e.getMessage().contains("keyonlytext"));
    writer.close(Reporter.NULL);
  }

  @Test
  void whatCannotBeIsRefused() throws IOException {
    JobConf compressed = alone();
    FileOutputFormat.setCompressOutput(compressed, true);
    assertThrows(
        IOException.class, () -> new RecordIOOutputFormat<>().checkOutputSpecs(fs(), compressed));
    assertThrows(IOException.class, () -> writer(compressed, "c"));
    JobConf global = alone();
    global.set("recordio.output.index.keys", "global");
    assertThrows(InvalidSettingException.class, () -> writer(global, "g"));
    JobConf base = alone();
    base.set("libsvm.output.index.base", "auto");
    assertThrows(
        InvalidSettingException.class,
        () -> new LibSVMOutputFormat<>().checkOutputSpecs(fs(), base));
  }

  private JobConf rows(Path input, Path output) throws IOException {
    JobConf job = OldApi.job(conf(), input);
    job.setInputFormat(LibSVMInputFormat.class);
    job.setOutputFormat(LibSVMOutputFormat.class);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputValueClass(SparseRow.class);
    FileOutputFormat.setOutputPath(job, output);
    return job;
  }

  @Test
  @Supports(row = "LibSVM text written", engine = "old API, Streaming")
  void jobReadsSortsAndWritesRows() throws IOException {
    byte[] text = "1 7:1 2:.50\n0 2:3e0\n".repeat(100).getBytes(StandardCharsets.US_ASCII);
    JobConf job = rows(write("in.txt", text), path("rows"));
    job.setInt("mapreduce.input.fileinputformat.split.maxsize", 1000);
    job.set("libsvm.index.base", "1");
    job.set("libsvm.output.index.base", "1");
    RunningJob ran = JobClient.runJob(job);
    assertEquals(List.of("_SUCCESS", "part-00000.libsvm"), Jobs.names(fs(), path("rows")));
    assertEquals("1 2:0.5 7:1\n0 2:3\n".repeat(100), readText(path("rows/part-00000.libsvm")));
    assertEquals(200, ran.getCounters().getCounter(RowCounter.ROWS_READ));
    assertEquals(200, ran.getCounters().getCounter(RowCounter.ROWS_WRITTEN));
    assertEquals(100, ran.getCounters().findCounter("Rules of rows", "unsorted-index").getValue());

    JobConf zip = rows(path("rows"), path("zip"));
    zip.setNumReduceTasks(0);
    zip.setNumMapTasks(1);
    FileOutputFormat.setCompressOutput(zip, true);
    FileOutputFormat.setOutputCompressorClass(zip, GzipCodec.class);
    JobClient.runJob(zip);
    JobConf back = OldApi.job(conf(), path("zip/part-00000.libsvm.gz"));
    List<String> lines = OldApi.lines(new LibSVMInputFormat(), back, 1);
    assertEquals(200, lines.size());
    assertEquals("0 1.0 2:0.5 7:1.0", lines.get(0));
  }
}
