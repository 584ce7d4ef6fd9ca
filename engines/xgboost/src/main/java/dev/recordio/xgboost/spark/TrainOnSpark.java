// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.spark;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.fs.row.LibSvmConf;
import dev.recordio.xgboost.train.TrainOptions;
import dev.recordio.xgboost.train.Trained;
import java.io.IOException;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** Trains in Spark, as the main class of {@code spark-submit}. */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class TrainOnSpark {
  private TrainOnSpark() {}

  /**
   * Runs it.
   *
   * @param args see {@link TrainOptions#USAGE}; keys of the library as {@code --conf
   *     spark.hadoop.KEY=VALUE}
   */
  public static void main(String[] args) throws IOException {
    TrainOptions options;
    try {
      options = TrainOptions.parse(args);
      if (options.trackerHost() != null) {
        throw new InvalidSettingException(
            "--tracker-host: on Spark the tracker runs on the first executor");
      }
    } catch (InvalidSettingException e) {
      System.err.println("train: " + e.getMessage());
      System.err.print("usage: " + TrainOptions.USAGE);
      System.exit(2);
      return;
    }
    try (var context = new JavaSparkContext(new SparkConf())) {
      run(context, options);
    }
  }

  /**
   * Trains and writes the model.
   *
   * @throws FileAlreadyExistsException when the output exists
   */
  static void run(JavaSparkContext context, TrainOptions options) throws IOException {
    long begin = System.nanoTime();
    var conf = new Configuration(context.hadoopConfiguration());
    if (options.rowFormat() != null) {
      LibSvmConf.FORMAT.set(conf, options.rowFormat());
    }
    var output = new Path(options.output());
    FileSystem fs = output.getFileSystem(conf);
    if (fs.exists(output)) {
      throw new FileAlreadyExistsException("Output directory " + output + " already exists");
    }
    Trained trained = SparkTraining.train(context, conf, options.settings(), options.input());
    trained.model().write(fs, output);
    double seconds = (System.nanoTime() - begin) / 1e9;
    System.out.print(TrainOptions.summary(trained.report(), options.output(), seconds));
  }
}
