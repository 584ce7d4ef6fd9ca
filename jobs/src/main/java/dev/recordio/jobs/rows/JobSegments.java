// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.fs.input.HostBytes;
import dev.recordio.fs.input.InputRange;
import dev.recordio.fs.input.SplitPlanner;
import dev.recordio.jobs.job.Plan;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.run.split.ScratchFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * The segments of a job, as its tasks know them: each has its own ones from the job's plan. The
 * list of all of them grows with the files of the input: it is read when a segment is first
 * requested.
 */
public final class JobSegments {
  private static final String SEGMENTS = "recordio.csr.segments-file";

  private final Configuration conf;
  private SegmentTable all;

  /**
   * Makes an object for a task.
   *
   * @param conf the configuration of the task
   */
  public JobSegments(Configuration conf) {
    this.conf = conf;
  }

  /**
   * Makes segments the units of a job. A task gets as many consecutive segments as are needed to
   * reach Hadoop's minimum split size. The client has listed the files, once for all tasks.
   */
  public static void set(UnitJob<Segment, ?> job, SegmentTable segments) throws IOException {
    Configuration conf = job.conf();
    ScratchFile.write(conf, SEGMENTS, job.scratch("segments"), segments::write);
    Map<Path, FileStatus> files = new HashMap<>();
    segments.files().forEach(file -> files.put(file.getPath(), file));
    Map<Path, BlockLocation[]> blocks = new HashMap<>(); // requested once for each file
    long least = conf.getLong(FileInputFormat.SPLIT_MINSIZE, 1);
    Plan<Segment> plan = job.newPlan();
    var own = new ArrayList<Segment>();
    var hosts = new HostBytes();
    long bytes = 0;
    for (int number = 0; number < segments.count(); number++) {
      Segment segment = segments.get(number);
      own.add(segment);
      bytes += segment.bytes();
      for (InputRange range : segment.ranges()) {
        if (!blocks.containsKey(range.path())) {
          blocks.put(range.path(), SplitPlanner.blocks(conf, files.get(range.path())));
        }
        hosts.add(blocks.get(range.path()), range.start(), range.end());
      }
      if (bytes >= least || number == segments.count() - 1) {
        plan.task(own, bytes, hosts.best());
        own.clear();
        hosts = new HostBytes();
        bytes = 0;
      }
    }
    job.plan(plan);
  }

  /** Returns all segments of a job: its list of files, read as a whole. */
  public static SegmentTable all(Configuration conf) throws IOException {
    return ScratchFile.read(conf, SEGMENTS, SegmentTable::read);
  }

  /** Returns how many segments the job has. */
  public int count() {
    return Plan.count(conf);
  }

  /** Returns a segment by its number. */
  public Segment get(int number) throws IOException {
    if (all == null) {
      all = all(conf);
    }
    return all.get(number);
  }
}
