// SPDX-License-Identifier: Apache-2.0
package dev.recordio.distributed;

import static dev.recordio.distributed.Folders.fixture;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.io.SparseRow;
import dev.recordio.mapred.ConfiguredOutputCommitter;
import dev.recordio.mapred.LibSVMInputFormat;
import dev.recordio.mapred.LibSVMOutputFormat;
import dev.recordio.mapred.RecordIOInputFormat;
import dev.recordio.mapred.RecordIOOutputFormat;
import dev.recordio.testing.Supports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.fs.s3a.S3AFileSystem;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.Mapper;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.OutputFormat;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.TextInputFormat;
import org.apache.hadoop.mapred.TextOutputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of the older API on an object store, with the committers of its file system. */
@Supports(row = "S3A: read, write, commit without a rename", engine = "old API, Streaming")
class S3aOldApiTest extends S3aTestBase {
  /** Returns the uploads below a folder that were begun and neither completed nor aborted. */
  private static int pending(String folder) throws IOException {
    return ((S3AFileSystem) fs()).getWriteOperationHelper().listMultipartUploads(folder).size();
  }

  /** Returns the bytes of the files of a folder with a suffix, one after another. */
  private static byte[] all(String folder, String suffix) throws IOException {
    var all = new ByteArrayOutputStream();
    for (String name : names(folder)) {
      if (name.endsWith(suffix)) {
        all.write(get(folder + "/" + name));
      }
    }
    return all.toByteArray();
  }

  private static JobConf copying(
      String committer,
      String input,
      Class<? extends InputFormat<?, ?>> reads,
      Class<? extends OutputFormat<?, ?>> writes,
      String output) {
    var job = new JobConf(store.conf(), S3aOldApiTest.class);
    job.set("fs.s3a.committer.name", committer);
    job.setBoolean("fs.s3a.committer.staging.unique-filenames", false);
    job.setInputFormat(reads);
    job.setOutputFormat(writes);
    job.setOutputKeyClass(LongWritable.class);
    job.setOutputCommitter(ConfiguredOutputCommitter.class);
    job.setNumReduceTasks(0);
    FileInputFormat.setInputPaths(job, input);
    FileOutputFormat.setOutputPath(job, hadoopPath(output));
    return job;
  }

  private static JobConf records(String committer, String output) throws IOException {
    Path in = Folders.copy("images/multi.rec", temp.resolve("in-" + output));
    JobConf job =
        copying(
            committer,
            in.toUri().toString(),
            classOf(RecordIOInputFormat.class),
            classOf(RecordIOOutputFormat.class),
            output);
    job.setOutputValueClass(BytesWritable.class);
    job.setInt("mapreduce.input.fileinputformat.split.maxsize", 40_000);
    return job;
  }

  @SuppressWarnings("unchecked")
  private static <T> Class<? extends T> classOf(Class<?> raw) {
    return (Class<? extends T>) raw;
  }

  private static void assertCommittedBy(String committer, String output) throws IOException {
    Folders.assertCommittedBy(committer, all(output, "_SUCCESS"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"magic", "directory"})
  void recordsAreCommittedWithoutARename(String committer) throws IOException {
    List<Long> before = copies();
    String output = "records-" + committer;
    JobClient.runJob(records(committer, output));
    assertEquals(before, copies());
    assertCommittedBy(committer, output);
    assertTrue(names(output).containsAll(List.of("part-00001.idx", "part-00001.ridx")));
    assertArrayEquals(fixture("images/multi.rec"), all(output, ".rec"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"magic", "directory"})
  void rowsAreCommittedWithoutARename(String committer) throws IOException {
    List<Long> before = copies();
    String output = "rows-" + committer;
    Path in = Folders.copy("libsvm/agaricus.txt.test", temp.resolve("in-" + output));
    JobConf job =
        copying(
            committer,
            in.toUri().toString(),
            classOf(LibSVMInputFormat.class),
            classOf(LibSVMOutputFormat.class),
            output);
    job.setOutputValueClass(SparseRow.class);
    JobClient.runJob(job);
    assertEquals(before, copies());
    assertCommittedBy(committer, output);
    assertEquals(
        1611, new String(all(output, ".libsvm"), StandardCharsets.US_ASCII).lines().count());
  }

  @Test
  void formatsOfOthersAreCommittedWithoutARename() throws IOException {
    List<Long> before = copies();
    Path in = Folders.copy("libsvm/agaricus.txt.test", temp.resolve("in-text"));
    JobConf job =
        copying(
            "magic",
            in.toUri().toString(),
            classOf(TextInputFormat.class),
            classOf(TextOutputFormat.class),
            "text");
    JobClient.runJob(job);
    assertEquals(before, copies());
    assertCommittedBy("magic", "text");
    assertEquals(1611, new String(all("text", "0"), StandardCharsets.US_ASCII).lines().count());
  }

  /** Writes its first record, and dies at its second. */
  public static final class Dying extends MapReduceBase
      implements Mapper<LongWritable, BytesWritable, LongWritable, BytesWritable> {
    private boolean written;

    @Override
    public void map(
        LongWritable key,
        BytesWritable value,
        OutputCollector<LongWritable, BytesWritable> out,
        Reporter reporter)
        throws IOException {
      if (written) {
        throw new IOException("dies");
      }
      out.collect(key, value);
      written = true;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"magic", "directory"})
  void jobThatFailsLeavesNeitherFilesNorUploads(String committer) throws IOException {
    String output = "dead-" + committer;
    JobConf job = records(committer, output);
    job.setMapperClass(Dying.class);
    job.setLong("fs.s3a.multipart.size", 5L << 20);
    assertThrows(IOException.class, () -> JobClient.runJob(job));
    assertFalse(fs().exists(hadoopPath(output + "/_SUCCESS")));
    if (fs().exists(hadoopPath(output))) {
      assertEquals(List.of(), names(output));
    }
    assertEquals(0, pending(output));
  }
}
