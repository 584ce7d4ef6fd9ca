// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.fs.InputListing;
import dev.recordio.fs.InputRange;
import java.io.Serializable;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** Opens the ranges of files that Spark's tasks read. */
abstract class Scan extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>>
    implements Serializable {
  private static final long serialVersionUID = 1;

  /** The columns that rows have, in this order. */
  final StructType wanted;

  private final Broadcast<SerializableConfiguration> conf;

  Scan(SparkSession session, Configuration conf, StructType wanted) {
    this.wanted = wanted;
    this.conf = SerializableConfiguration.broadcast(session.sparkContext(), conf);
  }

  /** Opens a range. */
  abstract FileRows open(Configuration conf, List<InputRange> range);

  @Override
  public final Iterator<InternalRow> apply(PartitionedFile file) {
    var range = new InputRange(file.toPath(), file.start(), file.length());
    boolean data = InputListing.isData(range.path());
    FileRows rows = open(conf.value().value(), data ? List.of(range) : List.of());
    TaskContext task = TaskContext.get();
    if (task != null) {
      task.addTaskCompletionListener((TaskCompletionListener) done -> rows.close());
    }
    return rows;
  }
}
