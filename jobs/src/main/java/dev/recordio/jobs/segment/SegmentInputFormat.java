// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.segment;

import dev.recordio.jobs.run.split.ScratchFile;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Passes segments to map tasks as values; the mapper itself reads their content. A task gets as
 * many consecutive segments as are needed to reach Hadoop's minimum split size.
 *
 * <p>The client writes its listing for the tasks ({@link #setSegments}): all use the same files,
 * listed once.
 */
public final class SegmentInputFormat extends InputFormat<NullWritable, Segment> {
  private static final String SEGMENTS = "recordio.csr.segments-file";
  private static final String COUNT = "recordio.csr.segment-count";
  private static final String SPLITS = "recordio.csr.segment-splits-file";

  /**
   * Passes segments to a job.
   *
   * @param conf the job's configuration
   * @param folder a folder that tasks can read and that exists as long as the job
   */
  public static void setSegments(Configuration conf, SegmentTable segments, Path folder)
      throws IOException {
    List<SegmentSplit> splits = splits(conf, segments);
    ScratchFile.write(conf, SPLITS, new Path(folder, "splits"), out -> write(out, splits));
    ScratchFile.write(conf, SEGMENTS, new Path(folder, "segments"), segments::write);
    conf.setInt(COUNT, segments.count());
  }

  private static void write(DataOutput out, List<SegmentSplit> splits) throws IOException {
    out.writeInt(splits.size());
    for (SegmentSplit split : splits) {
      split.write(out);
    }
  }

  /**
   * Reports how much of its segment a task has read, for the job's progress.
   *
   * @param split the split of the task, from which its reader gets the fraction
   * @param fraction 0 to 1
   */
  public static void reportProgress(InputSplit split, float fraction) {
    ((SegmentSplit) split).setWithin(fraction);
  }

  /** Returns the number of a job's segments. */
  public static int count(Configuration conf) {
    return conf.getInt(COUNT, -1);
  }

  /**
   * Returns all segments of a job: its list of files, read as a whole. A task has its own segments
   * in its split.
   */
  public static SegmentTable segments(Configuration conf) throws IOException {
    return ScratchFile.read(
        conf,
        SEGMENTS,
        in -> {
          var segments = new SegmentTable();
          segments.readFields(in);
          return segments;
        });
  }

  private static List<InputSplit> readSplits(DataInput in) throws IOException {
    var splits = new ArrayList<InputSplit>();
    for (int count = in.readInt(); count > 0; count--) {
      var split = new SegmentSplit();
      split.readFields(in);
      splits.add(split);
    }
    return splits;
  }

  private static List<SegmentSplit> splits(Configuration conf, SegmentTable segments)
      throws IOException {
    var hosts = new SegmentHosts(conf, segments);
    long least = conf.getLong(FileInputFormat.SPLIT_MINSIZE, 1);
    var splits = new ArrayList<SegmentSplit>();
    var own = new ArrayList<Segment>();
    long bytes = 0;
    for (int next = 0; next < segments.count(); next++) {
      own.add(segments.get(next));
      bytes += segments.get(next).bytes();
      if (bytes >= least || next == segments.count() - 1) {
        splits.add(new SegmentSplit(own, bytes, hosts.of(own.get(0).number(), next)));
        own.clear();
        bytes = 0;
      }
    }
    return splits;
  }

  @Override
  public List<InputSplit> getSplits(JobContext job) throws IOException {
    return ScratchFile.read(job.getConfiguration(), SPLITS, SegmentInputFormat::readSplits);
  }

  @Override
  public RecordReader<NullWritable, Segment> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  private static final class Reader extends RecordReader<NullWritable, Segment> {
    private SegmentSplit split;
    private int given;

    @Override
    public void initialize(InputSplit taken, TaskAttemptContext context) {
      split = (SegmentSplit) taken;
    }

    @Override
    public boolean nextKeyValue() {
      split.setWithin(0);
      return given++ < split.segments().size();
    }

    @Override
    public NullWritable getCurrentKey() {
      return NullWritable.get();
    }

    @Override
    public Segment getCurrentValue() {
      return split.segments().get(given - 1);
    }

    @Override
    public float getProgress() {
      return Math.min(1, (Math.max(0, given - 1) + split.within()) / split.segments().size());
    }

    @Override
    public void close() {}
  }
}
