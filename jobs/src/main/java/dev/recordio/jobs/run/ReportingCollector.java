// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.IOException;
import org.apache.hadoop.mapred.MapOutputCollector;
import org.apache.hadoop.mapred.MapTask;

/**
 * Hadoop's own sort of a map task's output, with failures reported: it begins before the mapper is
 * called and ends after it, so {@link ReportingTask.ReportingMapper} cannot see them.
 */
public final class ReportingCollector<K, V> extends MapTask.MapOutputBuffer<K, V> {
  private MapOutputCollector.Context context;

  @Override
  public void init(MapOutputCollector.Context given) throws IOException, ClassNotFoundException {
    context = given;
    try {
      super.init(given);
    } catch (IOException | ClassNotFoundException | RuntimeException | Error e) {
      report(e);
      throw e;
    }
  }

  @Override
  public void flush() throws IOException, ClassNotFoundException, InterruptedException {
    try {
      super.flush();
    } catch (IOException
        | ClassNotFoundException
        | InterruptedException
        | RuntimeException
        | Error e) {
      report(e);
      throw e;
    }
  }

  private void report(Throwable e) {
    TaskErrors.report(context.getJobConf(), context.getMapTask().getTaskID(), e);
  }
}
