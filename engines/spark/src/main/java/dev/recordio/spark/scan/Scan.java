// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.scan;

import dev.recordio.fs.input.DataFiles;
import dev.recordio.fs.input.InputRange;
import java.io.IOException;
import java.io.Serializable;
import java.util.Collections;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** Opens the ranges of files that Spark's tasks read; side files give no rows. */
public final class Scan extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>>
    implements Serializable {
  private static final long serialVersionUID = 1;

  /** Opens a range; serialized to the tasks. */
  @FunctionalInterface
  public interface Opener extends Serializable {
    /** Opens a range of a file of data. */
    FileRows open(Configuration conf, InputRange range) throws IOException;
  }

  private final Broadcast<SerializableConfiguration> conf;
  private final DataFiles.Kind kind;
  private final Opener opener;
  private transient DataFiles files; // of the task

  /** Makes a scan with the settings of {@code conf}. */
  public Scan(SparkSession session, Configuration conf, DataFiles.Kind kind, Opener opener) {
    this.conf =
        JavaSparkContext.fromSparkContext(session.sparkContext())
            .broadcast(new SerializableConfiguration(conf));
    this.kind = kind;
    this.opener = opener;
  }

  @Override
  public Iterator<InternalRow> apply(PartitionedFile file) {
    var range = new InputRange(file.toPath(), file.start(), file.length());
    files = files == null ? new DataFiles(kind) : files;
    FileRows rows;
    try {
      if (!files.isData(range.path().getFileSystem(conf.value().value()), range.path())) {
        return ScalaCollections.asScala(Collections.emptyIterator());
      }
      rows = opener.open(conf.value().value(), range);
    } catch (IOException e) {
      throw FileRows.raw(e);
    }
    TaskContext task = TaskContext.get();
    if (task != null) {
      task.addTaskCompletionListener((TaskCompletionListener) done -> rows.close());
    }
    return rows;
  }
}
