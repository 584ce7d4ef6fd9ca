// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.mapreduce.Reducer;

/** Runs the job's own reducer and reports its failure. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class ReportingReducer<K1, V1, K2, V2> extends Reducer<K1, V1, K2, V2> {
  @Override
  @SuppressWarnings("unchecked")
  public void run(Context context) throws IOException, InterruptedException {
    ReportingTask.guard(
        context,
        () -> {
          Reducer<K1, V1, K2, V2> reducer =
              ReportingTask.newDelegate(
                  context.getConfiguration(), ReportingReducer.class, Reducer.class);
          reducer.run(context);
          if (LocalSettings.isLocal(context.getConfiguration())) {
            LocalProgress.ends(context.getTaskAttemptID());
          }
          return null;
        });
  }
}
