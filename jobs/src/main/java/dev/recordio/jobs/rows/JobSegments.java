// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.rows;

import dev.recordio.jobs.job.Plan;
import dev.recordio.jobs.job.UnitJob;
import dev.recordio.jobs.run.split.ScratchFile;
import java.io.IOException;
import java.util.ArrayList;
import org.apache.hadoop.conf.Configuration;
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
    var hosts = new SegmentHosts(conf, segments);
    long least = conf.getLong(FileInputFormat.SPLIT_MINSIZE, 1);
    Plan<Segment> plan = job.newPlan();
    var own = new ArrayList<Segment>();
    long bytes = 0;
    for (int next = 0; next < segments.count(); next++) {
      own.add(segments.get(next));
      bytes += segments.get(next).bytes();
      if (bytes >= least || next == segments.count() - 1) {
        plan.task(own, bytes, hosts.of(own.get(0).number(), next));
        own.clear();
        bytes = 0;
      }
    }
    job.plan(plan);
  }

  /** Returns all segments of a job: its list of files, read as a whole. */
  public static SegmentTable all(Configuration conf) throws IOException {
    return ScratchFile.read(
        conf,
        SEGMENTS,
        in -> {
          var segments = new SegmentTable();
          segments.readFields(in);
          return segments;
        });
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
