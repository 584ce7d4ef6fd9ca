// SPDX-License-Identifier: Apache-2.0
package dev.recordio.jobs.run;

import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.mapreduce.Mapper;

/** Runs the job's own mapper and reports its failure. */
@InterfaceAudience.Private
@InterfaceStability.Evolving
public final class ReportingMapper<K1, V1, K2, V2> extends Mapper<K1, V1, K2, V2> {
  @Override
  @SuppressWarnings("unchecked")
  public void run(Context context) throws IOException, InterruptedException {
    ReportingTask.guard(
        context,
        () -> {
          Mapper<K1, V1, K2, V2> mapper =
              ReportingTask.newDelegate(
                  context.getConfiguration(), ReportingMapper.class, Mapper.class);
          mapper.run(context);
          if (LocalSettings.isLocal(context.getConfiguration())) {
            LocalProgress.ends(context.getTaskAttemptID());
          }
          return null;
        });
  }
}
