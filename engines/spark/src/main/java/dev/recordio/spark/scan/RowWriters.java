// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark.scan;

import java.io.IOException;
import java.io.Serializable;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.types.StructType;

/** Makes the writers of a query's files. */
public final class RowWriters extends OutputWriterFactory {
  private static final long serialVersionUID = 1;

  /** Opens a file; serialized to the tasks. */
  @FunctionalInterface
  public interface Opener extends Serializable {
    /** Creates the file at {@code path} for rows of {@code schema}. */
    RowWriter open(String path, StructType schema, TaskAttemptContext context) throws IOException;
  }

  private final String suffix;
  private final Opener opener;

  /** Makes writers of files whose names end in {@code suffix}. */
  public RowWriters(String suffix, Opener opener) {
    this.suffix = suffix;
    this.opener = opener;
  }

  @Override
  public String getFileExtension(TaskAttemptContext context) {
    return suffix;
  }

  @Override
  public OutputWriter newInstance(String path, StructType schema, TaskAttemptContext context) {
    try {
      return opener.open(path, schema, context);
    } catch (IOException e) {
      throw FileRows.raw(e);
    }
  }
}
