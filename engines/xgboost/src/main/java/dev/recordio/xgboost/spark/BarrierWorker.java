// SPDX-License-Identifier: Apache-2.0
package dev.recordio.xgboost.spark;

import dev.recordio.task.TaskCounters;
import dev.recordio.xgboost.input.RowSource;
import dev.recordio.xgboost.input.WorkerInput;
import dev.recordio.xgboost.train.Tracker;
import dev.recordio.xgboost.train.TrainSettings;
import dev.recordio.xgboost.train.Trained;
import dev.recordio.xgboost.train.Worker;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.Map;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.BarrierTaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.SerializableConfiguration;
import scala.collection.Iterator;
import scala.collection.Iterator$;
import scala.runtime.AbstractFunction1;

/** One worker as the task of a barrier stage. */
final class BarrierWorker<T> extends AbstractFunction1<Iterator<T>, Iterator<byte[]>>
    implements Serializable {
  private static final long serialVersionUID = 1;

  private final Broadcast<SerializableConfiguration> conf;
  private final String settings;
  private final Opener<T> opener;

  /** Opens the rows of a partition. */
  interface Opener<T> extends Serializable {
    RowSource open(Configuration conf, Iterator<T> partition) throws IOException;
  }

  /** Partitions of a {@link WorkerInput} each. */
  static final class OfInputs implements Opener<byte[]> {
    private static final long serialVersionUID = 1;

    @Override
    public RowSource open(Configuration conf, Iterator<byte[]> partition) throws IOException {
      var in = new DataInputStream(new ByteArrayInputStream(partition.next()));
      return WorkerInput.read(in).open(conf, NO_COUNTERS);
    }
  }

  /** Partitions of rows. */
  static final class OfRows<T> implements Opener<T> {
    private static final long serialVersionUID = 1;

    private final PartitionRowReader<T> reader;

    OfRows(PartitionRowReader<T> reader) {
      this.reader = reader;
    }

    @Override
    public RowSource open(Configuration conf, Iterator<T> partition) {
      return new PartitionRows<>(partition, reader);
    }
  }

  private static final TaskCounters NO_COUNTERS =
      new TaskCounters() {
        @Override
        public void add(Enum<?> counter, long amount) {}

        @Override
        public void add(String group, String counter, long amount) {}
      };

  BarrierWorker(Broadcast<SerializableConfiguration> conf, String settings, Opener<T> opener) {
    this.conf = conf;
    this.settings = settings;
    this.opener = opener;
  }

  @Override
  public Iterator<byte[]> apply(Iterator<T> partition) {
    try {
      Trained trained = train(partition);
      return trained == null
          ? Iterator$.MODULE$.empty()
          : Iterator$.MODULE$.single(trained.toBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    } catch (XGBoostError e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private Trained train(Iterator<T> partition) throws IOException, XGBoostError {
    BarrierTaskContext task = BarrierTaskContext.get();
    TrainSettings own = TrainSettings.ofJson(settings);
    if (task.partitionId() > 0) {
      return train(task, own, partition, task.allGather("")[0]);
    }
    try (var tracker = new Tracker(own, host(task))) {
      Map<String, String> args = tracker.args();
      String meeting = args.get("dmlc_tracker_uri") + ' ' + args.get("dmlc_tracker_port");
      try {
        if (own.workers() > 1) { // to meet takes Spark a second
          task.allGather(meeting);
        }
        return train(task, own, partition, meeting);
      } finally {
        tracker.awaitEnd();
      }
    }
  }

  /** The address of the executor that runs the first task. */
  private static String host(BarrierTaskContext task) throws IOException {
    String address = task.getTaskInfos()[0].address();
    return InetAddress.getByName(address.substring(0, address.lastIndexOf(':'))).getHostAddress();
  }

  private Trained train(
      BarrierTaskContext task, TrainSettings own, Iterator<T> partition, String meeting)
      throws IOException, XGBoostError {
    String[] at = meeting.split(" ");
    Configuration hadoop = conf.value().value();
    var worker = new Worker(hadoop, own, task.partitionId(), "partition " + task.partitionId());
    try (RowSource rows = opener.open(hadoop, partition)) {
      return worker.train(rows, Map.of("dmlc_tracker_uri", at[0], "dmlc_tracker_port", at[1]));
    }
  }
}
