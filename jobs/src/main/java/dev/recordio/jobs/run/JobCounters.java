// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;

/**
 * The counters of jobs that have succeeded, wherever they ran. {@link Job#getCounters} works only
 * for jobs that were submitted to Hadoop.
 */
public final class JobCounters {
  private static final Map<Job, Counters> SMALL = Collections.synchronizedMap(new WeakHashMap<>());

  private JobCounters() {}

  /** Returns the counters of a job; empty when the cluster no longer has them. */
  public static Counters of(Job job) throws IOException {
    Counters counters = SMALL.get(job);
    if (counters == null) {
      counters = job.getCounters();
    }
    return counters == null ? new Counters() : counters;
  }

  /** Keeps the counters of a job that ran in this process, as long as the job is known. */
  static void keep(Job job, Counters counters) {
    SMALL.put(job, counters);
  }
}
