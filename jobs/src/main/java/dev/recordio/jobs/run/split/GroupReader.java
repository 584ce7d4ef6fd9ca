// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run.split;

import java.io.IOException;
import java.util.Iterator;
import java.util.function.Supplier;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads the splits of a {@link SplitGroup}, each with its own reader; any other split with one
 * reader.
 *
 * @param <K> the keys
 * @param <V> the values
 */
public final class GroupReader<K, V> extends RecordReader<K, V> {
  private final Supplier<? extends RecordReader<K, V>> readers;
  private InputSplit split;
  private TaskAttemptContext context;
  private Iterator<HostedSplit> rest;
  private RecordReader<K, V> reader;
  private HostedSplit member;
  private long bytesBefore; // of the finished members

  /**
   * Makes a reader.
   *
   * @param readers makes the reader of a member
   */
  public GroupReader(Supplier<? extends RecordReader<K, V>> readers) {
    this.readers = readers;
  }

  @Override
  public void initialize(InputSplit group, TaskAttemptContext task)
      throws IOException, InterruptedException {
    split = group;
    context = task;
    rest = SplitGroup.members(group).iterator();
    open();
  }

  private void open() throws IOException, InterruptedException {
    member = rest.next();
    if (split instanceof SplitGroup group) {
      group.setCurrent(member);
    }
    reader = readers.get();
    reader.initialize(member, context);
  }

  @Override
  public boolean nextKeyValue() throws IOException, InterruptedException {
    while (!reader.nextKeyValue()) {
      if (!rest.hasNext()) {
        return false;
      }
      close();
      bytesBefore += member.getLength();
      open();
    }
    return true;
  }

  @Override
  public K getCurrentKey() throws IOException, InterruptedException {
    return reader.getCurrentKey();
  }

  @Override
  public V getCurrentValue() throws IOException, InterruptedException {
    return reader.getCurrentValue();
  }

  @Override
  public float getProgress() throws IOException, InterruptedException {
    if (reader == null || split.getLength() == 0) {
      return 0;
    }
    float bytes = bytesBefore + reader.getProgress() * member.getLength();
    return Math.min(1, bytes / split.getLength());
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      RecordReader<K, V> closing = reader;
      reader = null;
      closing.close();
    }
  }
}
