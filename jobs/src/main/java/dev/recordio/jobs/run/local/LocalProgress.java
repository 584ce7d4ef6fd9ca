// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.local;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;

/**
 * The progress of the jobs of this process. Hadoop's runner of local jobs reports all maps as done
 * when one of them is, and gets a task's progress only at its next value.
 */
public final class LocalProgress {
  private static final Map<String, LocalProgress> JOBS = new ConcurrentHashMap<>();

  /** The readers of map tasks, replaced by null readers when they are done. */
  private final Map<String, Reading> maps = new ConcurrentHashMap<>();

  private final Map<String, Boolean> reduces = new ConcurrentHashMap<>();

  /** A task's reader, while it reads. */
  private static final class Reading {
    private volatile RecordReader<?, ?> reader;
    private volatile float last;

    float fraction() {
      RecordReader<?, ?> current = reader;
      if (current != null) {
        try {
          last = Math.max(last, Math.min(1, current.getProgress()));
        } catch (IOException | InterruptedException | RuntimeException e) {
          return last; // the task is closing it, on another thread
        }
      }
      return last;
    }
  }

  private LocalProgress() {}

  private static LocalProgress of(TaskAttemptID attempt) {
    return JOBS.computeIfAbsent(attempt.getJobID().toString(), id -> new LocalProgress());
  }

  /** A map task begins to read. */
  public static void reads(TaskAttemptID attempt, RecordReader<?, ?> reader) {
    of(attempt).maps.computeIfAbsent(attempt.getTaskID().toString(), id -> new Reading()).reader =
        reader;
  }

  /** A map task has read all, or a reduce task has written all. */
  public static void ends(TaskAttemptID attempt) {
    LocalProgress job = of(attempt);
    String task = attempt.getTaskID().toString();
    if (attempt.getTaskType() == TaskType.MAP) {
      Reading reading = job.maps.computeIfAbsent(task, id -> new Reading());
      reading.reader = null;
      reading.last = 1;
    } else {
      job.reduces.put(task, true);
    }
  }

  /** Forgets a job that has ended. */
  public static void forget(JobID job) {
    JOBS.remove(job.toString());
  }

  /** Returns the fraction of a job that is done, 0 to 1: maps and reduces are one half each. */
  public static float of(JobID id, Configuration conf) {
    LocalProgress job = JOBS.get(id.toString());
    if (job == null) {
      return 0;
    }
    float read = 0;
    for (Reading reading : job.maps.values()) {
      read += reading.fraction();
    }
    read /= Math.max(1, conf.getInt(MRJobConfig.NUM_MAPS, 1));
    int reduces = conf.getInt(MRJobConfig.NUM_REDUCES, 0);
    return reduces == 0 ? read : (read + (float) job.reduces.size() / reduces) / 2;
  }
}
