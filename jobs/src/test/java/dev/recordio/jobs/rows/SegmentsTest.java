// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.row.RowInputs;
import dev.recordio.jobs.job.Plan;
import dev.recordio.jobs.job.TaskContext;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.job.UnitTask;
import dev.recordio.jobs.testing.Attempts;
import dev.recordio.jobs.testing.LocalJobs;
import dev.recordio.testing.LocalFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The input is cut in the same way for any number of tasks. */
class SegmentsTest {
  @TempDir Path dir;

  private final Configuration conf = LocalJobs.conf();
  private List<FileStatus> files;

  @BeforeEach
  void writeFiles() throws IOException {
    Path input = Files.createDirectory(dir.resolve("in"));
    Files.writeString(input.resolve("a"), "0 1:1\n".repeat(100));
    Files.writeString(input.resolve("b"), "1 2:1\n".repeat(3));
    Files.writeString(input.resolve("c"), "2 3:1\n".repeat(70));
    files = RowInputs.list(conf, List.of(LocalFiles.path(input)), null);
  }

  private List<Segment> read(long leastSplit, int expectedSplits) throws Exception {
    var own = new Configuration(conf);
    own.setLong(FileInputFormat.SPLIT_MINSIZE, leastSplit);
    SegmentTable segments = SegmentTable.of(own, files);
    long bytes = 0;
    int splits = 0;
    List<Segment> all;
    try (UnitJob<Segment, Void> job =
        UnitJob.prepare(own, NoTask.class, prepared -> JobSegments.set(prepared, segments))) {
      assertEquals(segments.count(), new JobSegments(job.conf()).count());
      assertEquals(segments.get(0).ranges(), new JobSegments(job.conf()).get(0).ranges());
      job.scratch("segments").getFileSystem(conf).delete(job.scratch("segments"), false);
      all = Plan.units(job.conf()); // tasks have theirs in their splits
      for (InputSplit split : Attempts.splits(job.job())) {
        splits++;
        bytes += split.getLength();
        assertEquals(List.of("localhost"), List.of(split.getLocations()));
      }
    }
    assertEquals(segments.bytes(), bytes);
    assertEquals(expectedSplits, splits);
    return all;
  }

  /** Only planned. */
  static final class NoTask extends UnitTask<Segment, Void> {
    NoTask() {
      super(Segment.SERDE);
    }

    @Override
    protected Void run(Segment segment, TaskContext task) {
      return null;
    }
  }

  private static String describe(List<InputRange> ranges) {
    var text = new StringBuilder();
    for (InputRange range : ranges) {
      text.append(range.path()).append(' ').append(range.start()).append('+');
      text.append(range.length()).append('\n');
    }
    return text.toString();
  }

  @Test
  void tasksGetTheSameSegmentsHoweverManyTheyAre() throws Exception {
    SegmentConf.SEGMENT_SIZE.set(conf, 100);
    List<List<InputRange>> parts = RowInputs.parts(conf, files, 12); // of 1038 bytes
    for (long[] sizeAndSplits : new long[][] {{1, 12}, {150, 6}, {500, 2}, {5000, 1}}) {
      List<Segment> segments = read(sizeAndSplits[0], (int) sizeAndSplits[1]);
      assertEquals(12, segments.size());
      for (int i = 0; i < 12; i++) {
        assertEquals(i, segments.get(i).number());
        assertEquals(describe(parts.get(i)), describe(segments.get(i).ranges()));
      }
    }
  }

  @Test
  void severalSegmentsAreEvenInNumber() throws Exception {
    for (int[] sizeAndCount : new int[][] {{1038, 1}, {1037, 2}, {519, 2}, {518, 4}, {346, 4}}) {
      SegmentConf.SEGMENT_SIZE.set(conf, sizeAndCount[0]);
      SegmentTable segments = SegmentTable.of(conf, files);
      assertEquals(sizeAndCount[1], segments.count());
      for (int i = 0; i < segments.count(); i++) {
        assertTrue(segments.get(i).bytes() <= sizeAndCount[0]);
      }
    }
  }

  @Test
  void smallInputIsOneSegment() throws Exception {
    assertEquals(1, SegmentTable.of(conf, files).count());
    assertEquals(3, SegmentTable.of(conf, files).get(0).ranges().size());
    assertTrue(SegmentTable.of(conf, List.of()).get(0).ranges().isEmpty());
  }

  @Test
  void sizesThatCanNotBeAreRefused() {
    SegmentConf.SEGMENT_SIZE.set(conf, 0);
    assertThrows(InvalidSettingException.class, () -> SegmentTable.of(conf, files));
    SegmentConf.SEGMENT_SIZE.set(conf, 1);
    var huge = List.of(new FileStatus(1L << 40, false, 1, 0, 0, LocalFiles.path(dir)));
    assertThrows(InvalidSettingException.class, () -> SegmentTable.of(conf, huge));
  }
}
