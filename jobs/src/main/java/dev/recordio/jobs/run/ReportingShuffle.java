// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.IOException;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapreduce.task.reduce.Shuffle;

/**
 * Hadoop's own shuffle, with failures reported: it ends before the reducer is called, so {@link
 * ReportingTask.ReportingReducer} cannot see them.
 */
public final class ReportingShuffle<K, V> extends Shuffle<K, V> {
  @SuppressWarnings("rawtypes")
  private ShuffleConsumerPlugin.Context context;

  @Override
  @SuppressWarnings("rawtypes") // Hadoop declares it raw
  public void init(ShuffleConsumerPlugin.Context given) {
    context = given;
    try {
      super.init(given);
    } catch (RuntimeException | Error e) {
      TaskErrors.report(given.getJobConf(), given.getReduceId(), e);
      throw e;
    }
  }

  @Override
  public RawKeyValueIterator run() throws IOException, InterruptedException {
    try {
      return super.run();
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      TaskErrors.report(context.getJobConf(), context.getReduceId(), e);
      throw e;
    }
  }
}
