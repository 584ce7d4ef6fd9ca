// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.record.RecordInputs;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.testing.BlockLayoutFileSystem;
import dev.recordio.testing.Damage;
import dev.recordio.testing.Faults;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.LocalFiles;
import dev.recordio.testing.Records;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What planning costs the client, in operations. */
class PlanningCostTest {
  private final Faults faults = new Faults();
  private static final int FILES = 100_000;
  private static final int PARTS = 10_000;
  private static final long LENGTH = 1000;

  @TempDir Path folder;

  /** Files whose status calls are counted, and rejected when there are too many. */
  private static final class CountedFiles extends AbstractList<FileStatus> {
    private final long most;
    private long looks;

    CountedFiles(long most) {
      this.most = most;
    }

    @Override
    public FileStatus get(int i) {
      assertTrue(++looks <= most, () -> "more than " + most + " looks at files");
      String name = "blocks:///data/" + i + ".rec";
      return new FileStatus(LENGTH, false, 1, 1 << 27, 0, new org.apache.hadoop.fs.Path(name));
    }

    @Override
    public int size() {
      return FILES;
    }
  }

  private static void check(List<List<InputRange>> parts) {
    assertEquals(PARTS, parts.size());
    long bytes = 0;
    for (List<InputRange> ranges : parts) {
      assertEquals(FILES / PARTS, ranges.size());
      bytes += ranges.stream().mapToLong(InputRange::length).sum();
    }
    assertEquals(FILES * LENGTH, bytes);
  }

  @Test
  void partsOfManyFilesAreCutInOneWalk() throws IOException {
    var conf = new Configuration(false);
    long most = 4L * (FILES + PARTS);
    var rows = new CountedFiles(most);
    check(RowInputs.parts(conf, rows, PARTS));
    var records = new CountedFiles(most);
    var partition = RecordInputs.partition(conf, records, PARTS);
    check(IntStream.range(0, PARTS).mapToObj(partition::part).toList());
  }

  /** Splits go to the framework as bytes: each path occurs once per range. */
  @Test
  void splitsOfManyFilesAreSmall() throws IOException {
    var conf = new Configuration();
    BlockLayoutFileSystem.clear(conf);
    for (int i = 0; i < FILES; i++) {
      BlockLayoutFileSystem.add(String.format("%06d.rec", i), LENGTH, 1 << 27);
    }
    Job job = Job.getInstance(conf);
    FileInputFormat.setInputPaths(job, BlockLayoutFileSystem.FOLDER);
    RangeInputFormat.setParts(job, PARTS);
    List<InputSplit> splits = new RecordIOInputFormat().getSplits(job);
    assertEquals(PARTS, splits.size());
    var out = new DataOutputBuffer();
    for (InputSplit split : splits) {
      ((Writable) split).write(out);
    }
    int path = "blocks:/data/000000.rec".length() + 1;
    long expected = FILES * (path + 3L * Long.BYTES);
    assertTrue(out.getLength() < expected, out.getLength() + " bytes of splits");
    BlockLayoutFileSystem.clear(conf);
  }

  /** Ten records per file; an index beside two files of three. */
  private Job indexed(int files) throws IOException {
    for (int i = 0; i < files; i++) {
      var payloads = new ArrayList<byte[]>();
      var index = new StringBuilder();
      for (int r = 0; r < 10; r++) {
        payloads.add(Damage.payload(i * 10 + r, 20));
        index.append(10 * i + r).append('\t').append(28 * r).append('\n');
      }
      Files.write(folder.resolve(String.format("%03d.rec", i)), Damage.file(payloads));
      if (i % 3 != 0) {
        Files.writeString(folder.resolve(String.format("%03d.idx", i)), index);
      }
    }
    Configuration conf = LocalFiles.raw();
    Job job = Jobs.of(conf);
    FileInputFormat.setInputPaths(
        job, faults.over(job.getConfiguration(), LocalFiles.path(folder)));
    return job;
  }

  private static List<InputSplit> splits(Job job) throws IOException {
    return new IndexedRecordIOInputFormat().getSplits(job);
  }

  @ParameterizedTest
  @CsvSource({"dmlc,", "equal,", "equal, '5,17,18,19,20,41,42,100,289'", "dmlc, '5,17,100'"})
  void eachIndexIsLoadedOnce(String rule, String keys) throws Exception {
    int files = 30;
    Job job = indexed(files);
    Configuration conf = job.getConfiguration();
    if (keys != null) {
      // Files without an index go by the records' own numbers: their keys are 0 to 9.
      conf.set("recordio.input.keys", keys);
    }
    splits(job);
    int once = faults.opened();
    assertTrue(once >= files, once + " files opened");
    List<?> all = Records.ofAll(new IndexedRecordIOInputFormat(), job);
    for (int parts : new int[] {7, 299}) {
      conf.setInt("recordio.input.parts", parts);
      conf.set("recordio.input.parts.rule", rule);
      faults.recount();
      assertEquals(parts, splits(job).size());
      assertEquals(once, faults.opened(), parts + " parts");
      assertEquals(all, Records.ofAll(new IndexedRecordIOInputFormat(), job), parts + " parts");
    }
  }
}
