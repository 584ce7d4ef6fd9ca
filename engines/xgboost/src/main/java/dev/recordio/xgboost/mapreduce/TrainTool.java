// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.mapreduce;

import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.jobs.run.error.ExitCode;
import dev.recordio.jobs.run.error.Failure;
import dev.recordio.jobs.run.error.JobFailedException;
import dev.recordio.xgboost.train.TrainOptions;
import dev.recordio.xgboost.train.TrainReport;
import java.io.IOException;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/**
 * Trains in a MapReduce job, from the command line. Exit codes: 0 done, 1 the training failed, 2
 * wrong use, or the output exists, 3 missing or malformed input.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class TrainTool extends Configured implements Tool {
  /** Runs it. */
  public static void main(String[] args) throws Exception {
    System.exit(ToolRunner.run(new Configuration(), new TrainTool(), args));
  }

  @Override
  public int run(String[] args) {
    long begin = System.nanoTime();
    try {
      TrainOptions options = TrainOptions.parse(args);
      if (options.rowFormat() != null) {
        LibSvmConf.FORMAT.set(getConf(), options.rowFormat());
      }
      TrainReport report =
          new TrainJob(getConf(), options.settings(), options.input(), new Path(options.output()))
              .withTrackerHost(options.trackerHost())
              .run();
      double seconds = (System.nanoTime() - begin) / 1e9;
      System.out.print(TrainOptions.summary(report, options.output(), seconds));
      return ExitCode.OK.code();
    } catch (JobFailedException e) {
      System.err.println("train: " + e.getMessage());
      return e.exitCode().code();
    } catch (IOException | InterruptedException | XGBoostError | RuntimeException e) {
      Failure failure = Failure.of(e);
      System.err.println("train: " + failure.message());
      if (failure.code() == ExitCode.BAD_USAGE) {
        System.err.print("usage: " + TrainOptions.USAGE);
      }
      return failure.code().code();
    }
  }
}
