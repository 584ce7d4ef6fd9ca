// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.spark;

import dev.recordio.conf.InvalidSettingException;
import dev.recordio.spark.LabeledRow;
import dev.recordio.xgboost.input.InputPlan;
import dev.recordio.xgboost.input.WorkerInput;
import dev.recordio.xgboost.train.TrainSettings;
import dev.recordio.xgboost.train.Trained;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.hadoop.classification.InterfaceAudience;
import org.apache.hadoop.classification.InterfaceStability;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import org.apache.spark.util.SerializableConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * Trains a model on sparse rows in a barrier stage of Spark, one task a worker: Spark starts all
 * tasks at the same time or none. A task that fails, or is lost with its executor, ends the
 * training. The workers meet at the executor of the first worker.
 */
@InterfaceAudience.Public
@InterfaceStability.Evolving
public final class SparkTraining {
  private static final ClassTag<byte[]> BYTES = ClassTag$.MODULE$.apply(byte[].class);

  private static final Logger LOG = LoggerFactory.getLogger(SparkTraining.class);

  private SparkTraining() {}

  /**
   * Trains on files.
   *
   * @param conf {@code libsvm.*} specifies how text is read; not changed
   * @param settings what to train; parameter {@code nthread} is by default {@code spark.task.cpus}
   * @param input a folder of csr's npz shards, or a list of files of rows
   */
  public static Trained train(
      JavaSparkContext context, Configuration conf, TrainSettings settings, String input)
      throws IOException {
    var own = new Configuration(conf);
    var inputs = new ArrayList<byte[]>();
    for (WorkerInput one : InputPlan.of(own, input, settings.workers())) {
      var bytes = new ByteArrayOutputStream();
      one.write(new DataOutputStream(bytes));
      inputs.add(bytes.toByteArray());
    }
    JavaRDD<byte[]> parts = context.parallelize(inputs, inputs.size());
    return run(context.sc(), parts.rdd(), own, settings, new BarrierWorker.OfInputs());
  }

  /**
   * Trains on rows, one worker a partition. The RDD may have maps and filters since it was read or
   * shuffled, but no union or coalesce, which Spark refuses in a barrier stage.
   *
   * @param settings what to train; workers are the partitions
   * @throws InvalidSettingException when there is no partition, or a local Spark has fewer threads
   */
  public static Trained train(JavaRDD<LabeledRow> rows, TrainSettings settings) throws IOException {
    return train(rows, PartitionRows::add, settings);
  }

  /** Trains on rows of any type, as on {@link LabeledRow}s. */
  @InterfaceAudience.Private
  public static <T> Trained train(
      JavaRDD<T> rows, PartitionRowReader<T> reader, TrainSettings settings) throws IOException {
    SparkContext context = rows.context();
    if (rows.getNumPartitions() == 0) {
      throw new InvalidSettingException("there is no row to train on");
    }
    return run(
        context,
        rows.rdd(),
        context.hadoopConfiguration(),
        settings.withWorkers(rows.getNumPartitions()),
        new BarrierWorker.OfRows<>(reader));
  }

  /** Spark waits for room in silence, for ten minutes by default. */
  private static void checkRoom(SparkContext context, int workers) {
    int room =
        context.maxNumConcurrentTasks(context.resourceProfileManager().defaultResourceProfile());
    if (room >= workers) {
      return;
    }
    String found =
        String.format(
            Locale.ROOT,
            "%,d workers must run at the same time, but Spark has room for %,d tasks",
            workers,
            room);
    if (context.isLocal()) {
      throw new InvalidSettingException(
          found + ": start it with more threads, as local[" + workers + "], or take fewer workers");
    }
    LOG.warn("{} now; it waits for more executors", found);
  }

  private static <T> Trained run(
      SparkContext context,
      RDD<T> parts,
      Configuration conf,
      TrainSettings settings,
      BarrierWorker.Opener<T> opener)
      throws IOException {
    checkRoom(context, parts.getNumPartitions());
    String cpus = context.getConf().get("spark.task.cpus", "1");
    Broadcast<SerializableConfiguration> sent =
        JavaSparkContext.fromSparkContext(context).broadcast(new SerializableConfiguration(conf));
    var worker = new BarrierWorker<>(sent, settings.withDefault("nthread", cpus).toJson(), opener);
    try {
      List<byte[]> results =
          JavaRDD.fromRDD(parts.barrier().mapPartitions(worker, false, BYTES), BYTES).collect();
      return Trained.ofBytes(results.stream().filter(Objects::nonNull).findFirst().orElseThrow());
    } finally {
      sent.destroy();
    }
  }
}
