// SPDX-License-Identifier: Apache-2.0
package dev.recordio.spark;

import dev.recordio.fs.IndexBase;
import dev.recordio.fs.InvalidSettingException;
import dev.recordio.fs.RecordIOConf;
import dev.recordio.mapreduce.LibSVMOutputFormat;
import dev.recordio.mapreduce.SparseRow;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.execution.datasources.OutputWriter;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Makes the writers of {@code .libsvm} files, which stand where Spark's committer says. */
final class SparseWriters extends OutputWriterFactory {
  private static final long serialVersionUID = 1;

  /** Sees that the settings can be, before any task runs. */
  static void check(Configuration conf) {
    if (IndexBase.of(RecordIOConf.LIBSVM_OUTPUT_INDEX_BASE.get(conf)) == IndexBase.AUTO) {
      throw new InvalidSettingException(
          RecordIOConf.LIBSVM_OUTPUT_INDEX_BASE + " is auto; it takes 0 or 1");
    }
  }

  @Override
  public String getFileExtension(TaskAttemptContext context) {
    return LibSVMOutputFormat.SUFFIX;
  }

  @Override
  public OutputWriter newInstance(String path, StructType schema, TaskAttemptContext context) {
    return new Writer(path, schema, context);
  }

  private static final class Writer extends OutputWriter {
    private final String path;
    private final TaskAttemptContext context;
    private final RecordWriter<NullWritable, SparseRow> file;
    private final SparseRow sparse = new SparseRow();
    private final int label;
    private final boolean wideLabel;
    private final int weight;
    private final int qid;
    private final int indices;
    private final int values;
    private long rows;

    Writer(String path, StructType schema, TaskAttemptContext context) {
      this.path = path;
      this.context = context;
      label = Columns.at(schema, "label");
      wideLabel = schema.fields()[label].dataType().equals(DataTypes.DoubleType);
      weight = Columns.at(schema, "weight");
      qid = Columns.at(schema, "qid");
      indices = Columns.at(schema, "indices");
      values = Columns.at(schema, "values");
      try {
        file = new At(new Path(path)).getRecordWriter(context);
      } catch (IOException e) {
        throw FileRows.raw(e);
      }
    }

    @Override
    public void write(InternalRow row) {
      rows++;
      if (row.isNullAt(label)) {
        throw wrong("has no label");
      }
      sparse.clear(wideLabel ? (float) row.getDouble(label) : row.getFloat(label));
      if (weight >= 0 && !row.isNullAt(weight)) {
        sparse.setWeight(row.getFloat(weight));
      }
      if (qid >= 0 && !row.isNullAt(qid)) {
        sparse.setQid(row.getLong(qid));
      }
      entries(row);
      try {
        file.write(NullWritable.get(), sparse);
      } catch (IOException | InterruptedException e) {
        throw FileRows.raw(e);
      }
    }

    private void entries(InternalRow row) {
      if (row.isNullAt(indices) || row.isNullAt(values)) {
        throw wrong("has no indices or no values");
      }
      ArrayData columns = row.getArray(indices);
      ArrayData numbers = row.getArray(values);
      if (columns.numElements() != numbers.numElements()) {
        throw wrong(
            "has " + columns.numElements() + " indices and " + numbers.numElements() + " values");
      }
      for (int i = 0; i < columns.numElements(); i++) {
        if (columns.isNullAt(i) || numbers.isNullAt(i)) {
          throw wrong("has an index or a value that is null");
        }
        sparse.add(columns.getLong(i), numbers.getFloat(i));
      }
    }

    private IllegalArgumentException wrong(String what) {
      return new IllegalArgumentException("row " + rows + " of a file " + what);
    }

    @Override
    public void close() {
      try {
        file.close(context);
      } catch (IOException | InterruptedException e) {
        throw FileRows.raw(e);
      }
    }

    @Override
    public String path() {
      return path;
    }
  }

  /** The output format, writing where it is told. */
  private static final class At extends LibSVMOutputFormat<NullWritable> {
    private final Path text;

    At(Path text) {
      this.text = text;
    }

    @Override
    public Path getDefaultWorkFile(TaskAttemptContext context, String extension) {
      return text;
    }
  }
}
