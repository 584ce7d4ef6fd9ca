// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.mapreduce;

import dev.recordio.task.TaskCounters;
import dev.recordio.xgboost.input.RowSource;
import dev.recordio.xgboost.train.Trained;
import dev.recordio.xgboost.train.Worker;
import java.io.IOException;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/** One worker; the worker of rank 0 writes the model. */
public final class WorkerMapper
    extends Mapper<NullWritable, NullWritable, NullWritable, NullWritable> {
  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    var split = (WorkerSplit) context.getInputSplit();
    var worker = new Worker(conf, TrainJob.settings(conf), split.task(), split.input().name());
    try (var heartbeat = new Heartbeat(context);
        RowSource rows = split.input().open(conf, TaskCounters.of(context))) {
      Trained result = worker.train(rows, TrainJob.tracker(conf));
      if (result != null) {
        Path work = ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath();
        result.model().write(work.getFileSystem(conf), work);
        count(context, result);
      }
    } catch (XGBoostError e) {
      throw new IOException("worker " + split.task() + ": " + e.getMessage(), e);
    }
  }

  private static void count(Context context, Trained result) {
    context.getCounter(TrainCounter.ROWS).increment(result.report().rows());
    context.getCounter(TrainCounter.ENTRIES).increment(result.report().entries());
    context.getCounter(TrainCounter.COLUMNS).increment(result.report().columns());
    context.getCounter(TrainCounter.PEAK_BYTES).increment(result.report().peakBytes());
  }
}
