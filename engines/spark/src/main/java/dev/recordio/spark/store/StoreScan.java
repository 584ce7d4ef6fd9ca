// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.store;

import dev.recordio.spark.scan.FileRows;
import dev.recordio.spark.scan.SessionStates;
import dev.recordio.store.Snapshot;
import dev.recordio.store.manifest.StoreConf;
import dev.recordio.store.split.PlannedSplit;
import dev.recordio.store.split.StoreSplitPlanner;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;

/** Reads some columns of a generation: a partition for each split of {@code StoreInputFormat}. */
public final class StoreScan implements Scan, Batch {
  private final Snapshot snapshot;
  private final Configuration conf;
  private final StructType wanted;

  StoreScan(Snapshot snapshot, Configuration conf, StructType wanted) {
    this.snapshot = snapshot;
    this.conf = conf;
    this.wanted = wanted;
  }

  /** A split, and where it is best read. */
  private record Partition(PlannedSplit split, String[] hosts) implements InputPartition {
    private static final long serialVersionUID = 1;

    @Override
    public String[] preferredLocations() {
      return hosts;
    }
  }

  /** Opens splits in tasks. */
  private record Readers(Broadcast<SerializableConfiguration> conf, String store, StructType wanted)
      implements PartitionReaderFactory, Serializable {
    private static final long serialVersionUID = 1;

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
      try {
        return new StoreRows(
            conf.value().value(), new Path(store), wanted, ((Partition) partition).split());
      } catch (IOException e) {
        throw FileRows.raw(e);
      }
    }
  }

  @Override
  public StructType readSchema() {
    return wanted;
  }

  @Override
  public String description() {
    return snapshot + " " + Arrays.toString(wanted.fieldNames());
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    long most = SessionStates.of(SparkSession.active()).conf().filesMaxPartitionBytes();
    try {
      List<String> fields = StoreColumns.fields(wanted);
      var planner = new StoreSplitPlanner(conf, snapshot, fields, StoreConf.IDS.get(conf));
      long minSize = conf.getLong(FileInputFormat.SPLIT_MINSIZE, 1);
      long maxSize = conf.getLong(FileInputFormat.SPLIT_MAXSIZE, Long.MAX_VALUE);
      return planner.plan(minSize, Math.min(most, maxSize)).stream()
          .map(placed -> new Partition(placed.split(), placed.hosts()))
          .toArray(InputPartition[]::new);
    } catch (IOException e) {
      throw FileRows.raw(e);
    }
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    Broadcast<SerializableConfiguration> shared =
        JavaSparkContext.fromSparkContext(SparkSession.active().sparkContext())
            .broadcast(new SerializableConfiguration(conf));
    return new Readers(shared, snapshot.path().toString(), wanted);
  }
}
