// SPDX-License-Identifier: Apache-2.0
package dev.recordio.mapreduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.testing.ExpectedRecords;
import dev.recordio.testing.FileSystemUnderTest;
import dev.recordio.testing.Jobs;
import dev.recordio.testing.ReadRecord;
import dev.recordio.testing.Records;
import dev.recordio.testing.Supports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many small files in few splits. */
@Supports(row = "many small .rec files in one split", engine = "MapReduce")
public abstract class AbstractCombineInputFormatTest implements FileSystemUnderTest {
  private static final Comparator<ReadRecord> ORDER =
      Comparator.comparingLong(ReadRecord::offset).thenComparing(ReadRecord::sha256);

  private List<ReadRecord> smallFiles(int count) throws IOException {
    var expected = new ArrayList<ReadRecord>();
    for (int i = 0; i < count; i++) {
      String name = i % 2 == 0 ? "multi/part-1" : "empty-records";
      write("small/" + i + ".rec", ExpectedRecords.bytes(name + ".rec"));
      expected.addAll(Records.unnamed(ExpectedRecords.of(name)));
    }
    expected.sort(ORDER);
    return expected;
  }

  private static List<ReadRecord> sorted(List<ReadRecord> records) {
    var sorted = new ArrayList<>(Records.unnamed(records));
    sorted.sort(ORDER);
    return sorted;
  }

  private Job job() throws IOException {
    Job job = Jobs.of(conf());
    FileInputFormat.setInputPaths(job, path("small"));
    return job;
  }

  @Test
  void smallFilesShareASplitByDefault() throws Exception {
    List<ReadRecord> expected = smallFiles(40);
    Job job = job();
    assertEquals(null, job.getConfiguration().get(FileInputFormat.SPLIT_MAXSIZE));
    var format = new CombineRecordIOInputFormat();
    List<InputSplit> splits = format.getSplits(job);
    assertEquals(1, splits.size());
    assertEquals(40, Records.ranges(splits.get(0)).size());
    assertEquals(expected, sorted(Records.ofAll(format, job)));
  }

  @Test
  void ownMaximumHoldsWhereHadoopsIsNotSet() throws Exception {
    List<ReadRecord> expected = smallFiles(40);
    Job job = job();
    job.getConfiguration().set("recordio.input.combine.max-size", "16k");
    var format = new CombineRecordIOInputFormat();
    int splits = format.getSplits(job).size();
    assertTrue(splits >= 5 && splits <= 9, splits + " splits of 86,640 bytes");
    assertEquals(expected, sorted(Records.ofAll(format, job)));
  }

  @Tag("hdfs")
  @Test
  void hadoopsMaximumComesFirstAndMayCutFiles() throws Exception {
    List<ReadRecord> expected = smallFiles(10);
    Job job = job();
    FileInputFormat.setMaxInputSplitSize(job, 1001);
    var format = new CombineRecordIOInputFormat();
    List<InputSplit> splits = format.getSplits(job);
    assertTrue(splits.size() > 15, splits.size() + " splits of 21,660 bytes");
    assertTrue(
        splits.stream()
            .flatMap(split -> Records.ranges(split).stream())
            .anyMatch(range -> !range.split(" ")[1].equals("0")),
        "a file is cut");
    assertEquals(expected, sorted(Records.ofAll(format, job)));
  }

  @Tag("hdfs")
  @Test
  void jobReadsEachRecordOnce() throws Exception {
    List<ReadRecord> expected = smallFiles(12);
    Job job = Jobs.describing(conf(), path("out"));
    job.setInputFormatClass(CombineRecordIOInputFormat.class);
    FileInputFormat.setInputPaths(job, path("small"));
    job.getConfiguration().set("recordio.input.combine.max-size", "8k");
    Jobs.run(job);
    var found = new ArrayList<ReadRecord>();
    Jobs.described(this, path("out")).forEach(found::addAll);
    assertEquals(expected, sorted(found));
  }
}
