// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.IOException;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;

/**
 * What a task of a {@link SmallJob} counts: its own counters, and Hadoop's of values read and
 * written, which are added at the end.
 */
final class TaskMeter extends StatusReporter {
  private final Counters counters = new Counters();
  private long read;
  private long written;

  Counters counters() {
    return counters;
  }

  @Override
  public Counter getCounter(Enum<?> name) {
    return counters.findCounter(name);
  }

  @Override
  public Counter getCounter(String group, String name) {
    return counters.findCounter(group, name);
  }

  /** Nobody ends a task that makes no progress: not in Hadoop's local runner either. */
  @Override
  public void progress() {}

  /** Of no use here: the client asks the reader. */
  @Override
  public float getProgress() {
    return 0;
  }

  @Override
  public void setStatus(String status) {}

  /** The task has written all. */
  void end() {
    counters.findCounter(TaskCounter.MAP_INPUT_RECORDS).increment(read);
    counters.findCounter(TaskCounter.MAP_OUTPUT_RECORDS).increment(written);
  }

  /** Returns the reader, with its values counted. */
  <K, V> RecordReader<K, V> counting(RecordReader<K, V> reader) {
    return new ForwardingReader<>(reader) {
      @Override
      public boolean nextKeyValue() throws IOException, InterruptedException {
        boolean more = super.nextKeyValue();
        if (more) {
          read++;
        }
        return more;
      }
    };
  }

  /** Returns the writer, with its values counted. */
  <K, V> RecordWriter<K, V> counting(RecordWriter<K, V> writer) {
    return new RecordWriter<>() {
      @Override
      public void write(K key, V value) throws IOException, InterruptedException {
        writer.write(key, value);
        written++;
      }

      @Override
      public void close(TaskAttemptContext context) throws IOException, InterruptedException {
        writer.close(context);
      }
    };
  }
}
